// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/object.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "json_tokens.hpp"
#include "json_tree.hpp"
#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "object_rep.hpp"
#include "write_failure.hpp"

namespace kubexx {

using detail::ObjectAccess;
using detail::ObjectHeader;
using detail::ObjectRep;
using detail::ScannedObject;
using detail::Span;

namespace {

std::vector<std::pair<std::string, std::string>> text_map(JsonView object)
{
  std::vector<std::pair<std::string, std::optional<std::string>>> members;
  for (auto child = object.children(); child.next();) members.emplace_back(child.key(), child.value().as_string());
  std::vector<std::size_t> by_name(members.size());
  std::iota(by_name.begin(), by_name.end(), std::size_t{0});
  const auto name_of = [&](std::size_t index) -> const std::string& { return members[index].first; };
  std::ranges::sort(by_name, [&](std::size_t a, std::size_t b) {
    const int order = name_of(a).compare(name_of(b));
    return order == 0 ? a < b : order < 0;
  });
  // Of members with one name the last one counts.
  for (std::size_t place = 1; place < by_name.size(); ++place) {
    if (name_of(by_name[place - 1]) == name_of(by_name[place])) members[by_name[place - 1]].second.reset();
  }
  std::vector<std::pair<std::string, std::string>> map;
  map.reserve(members.size());
  for (auto& [name, value] : members) {
    if (value) map.emplace_back(std::move(name), std::move(*value));
  }
  return map;
}

Owner with_own_text(const OwnerView& owner)
{
  return {.api_version = std::string(owner.api_version),
          .kind = std::string(owner.kind),
          .name = std::string(owner.name),
          .uid = std::string(owner.uid),
          .controller = owner.controller,
          .block_owner_deletion = owner.block_owner_deletion};
}

}  // namespace

struct detail::ObjectAccess {
  static Object make(const ScannedObject& scanned, const Object::ParseOptions& options);
  /// Null when `object` is empty.
  static const ObjectRep* rep_of(const Object& object) noexcept { return object.rep_.get(); }
};

namespace {

std::string_view text_of(const Object& object, ObjectRep::Part part) noexcept
{
  const ObjectRep* const rep = ObjectAccess::rep_of(object);
  return rep == nullptr ? std::string_view() : rep->text(part);
}

JsonView part_of(const Object& object, ObjectRep::Part part) noexcept
{
  const ObjectRep* const rep = ObjectAccess::rep_of(object);
  return JsonView(rep == nullptr ? std::string_view() : rep->raw(part));
}

// Of the members with one name the last one counts.
OwnerView owner_of(const ObjectRep& rep, const detail::JsonToken& reference)
{
  OwnerView owner;
  if (*reference.begin != '{') return owner;
  std::string decoded;
  for (detail::JsonTokens::Children child(reference); child.next();) {
    std::string_view name = child.name().content();
    if (!child.name().plain) name = decoded = child.name().text();
    const JsonView value = child.value().view();
    if (name == "apiVersion") {
      owner.api_version = rep.text(value);
    } else if (name == "kind") {
      owner.kind = rep.text(value);
    } else if (name == "name") {
      owner.name = rep.text(value);
    } else if (name == "uid") {
      owner.uid = rep.text(value);
    } else if (name == "controller") {
      owner.controller = value.as_bool().value_or(false);
    } else if (name == "blockOwnerDeletion") {
      owner.block_owner_deletion = value.as_bool().value_or(false);
    }
  }
  return owner;
}

// Whether an object, given as its bytes, has no members.
bool is_empty(std::string_view object)
{
  detail::JsonScanner scanner(object, 1);
  scanner.skip_space();
  return scanner.peek() == '}';
}

}  // namespace

Object detail::make_object(const ScannedObject& scanned, const Object::ParseOptions& options)
{
  return ObjectAccess::make(scanned, options);
}

ScannedObject detail::scanned_of(const Object& object)
{
  ScannedObject scanned;
  scanned.bytes = object.bytes();
  scanned.header = ObjectAccess::rep_of(object)->header();
  return scanned;
}

Object detail::ObjectAccess::make(const ScannedObject& scanned, const Object::ParseOptions& options)
{
  std::string prefix;
  Span api_version, kind;  // in `prefix`
  const auto add = [&prefix](std::string_view name, std::string_view value) {
    prefix.append("\"").append(name).append("\":");
    const auto begin = static_cast<std::uint32_t>(prefix.size() + 1);
    detail::append_quoted(prefix, value);
    const Span span{begin, static_cast<std::uint32_t>(prefix.size() - 1)};
    prefix.push_back(',');
    return span;
  };
  const auto& header = scanned.header;
  if (options.type != nullptr) {
    if (!header.api_version.present()) api_version = add("apiVersion", options.type->api_version());
    if (!header.kind.present() && !options.type->kind.empty()) kind = add("kind", options.type->kind);
    if (!prefix.empty() && is_empty(scanned.bytes)) prefix.pop_back();
  }
  const Span cut = options.keep_managed_fields ? Span{} : scanned.managed_fields;
  const auto cut_size = cut.end - cut.begin;

  const auto moved = [&](std::uint32_t position) {
    if (cut.present() && position >= cut.end) position -= cut_size;
    return position + static_cast<std::uint32_t>(prefix.size());
  };
  ObjectHeader out = header;
  for (Span* span :
       {&out.api_version, &out.kind, &out.name, &out.namespace_, &out.uid, &out.resource_version, &out.metadata,
        &out.labels, &out.annotations, &out.owners, &out.finalizers, &out.spec, &out.status}) {
    if (span->present()) *span = {moved(span->begin), moved(span->end)};
  }
  if (api_version.present()) out.api_version = {api_version.begin + 1, api_version.end + 1};
  if (kind.present()) out.kind = {kind.begin + 1, kind.end + 1};

  const auto size = static_cast<std::uint32_t>(scanned.bytes.size() + prefix.size() - cut_size);
  const boost::intrusive_ptr<ObjectRep> rep(ObjectRep::make(out, size));
  char* to = rep->data();
  const auto append = [&to](std::string_view part) { to = std::copy(part.begin(), part.end(), to); };
  append(scanned.bytes.substr(0, 1));
  append(prefix);
  if (cut.present()) {
    append(scanned.bytes.substr(1, cut.begin - 1));
    append(scanned.bytes.substr(cut.end));
  } else {
    append(scanned.bytes.substr(1));
  }
  if (out.escaped) rep->decode_escapes();
  return Object(rep);
}

Object Object::parse(std::string_view bytes, ParseOptions options)
{
  detail::JsonScanner scanner(bytes);
  scanner.skip_space();
  const auto scanned = detail::scan_object(scanner);
  scanner.skip_space();
  if (!scanner.at_end()) scanner.fail("text after the object");
  return detail::make_object(scanned, options);
}

Object Object::parse(std::string_view bytes)
{
  return parse(bytes, ParseOptions{});
}

Object Object::from_json(const nlohmann::json& value)
{
  JsonWriter text;
  try {
    detail::write_tree(value, text);
  } catch (const detail::WriteFailure& failure) {
    const auto part = [&value](const char* pointer) {
      const nlohmann::json::json_pointer place(pointer);
      const bool is_text = value.contains(place) && value.at(place).is_string();
      return is_text ? valid_utf8(value.at(place).get_ref<const std::string&>()) : std::string();
    };
    const ObjectKey key(part("/metadata/namespace"), part("/metadata/name"));
    throw failure.as_object_error(detail::shown(part("/kind"), key.to_string()));
  }
  return parse(text.text());
}

std::string_view Object::api_version() const& noexcept
{
  return text_of(*this, ObjectRep::api_version);
}

std::string_view Object::kind() const& noexcept
{
  return text_of(*this, ObjectRep::kind);
}

std::string_view Object::name() const& noexcept
{
  return text_of(*this, ObjectRep::name);
}

std::string_view Object::namespace_() const& noexcept
{
  return text_of(*this, ObjectRep::namespace_);
}

std::string_view Object::uid() const& noexcept
{
  return text_of(*this, ObjectRep::uid);
}

std::string_view Object::resource_version() const& noexcept
{
  return text_of(*this, ObjectRep::resource_version);
}

std::int64_t Object::generation() const noexcept
{
  return rep_ ? rep_->generation() : 0;
}

bool Object::is_deleting() const noexcept
{
  return rep_ && rep_->deleting();
}

std::optional<std::string> Object::label(std::string_view name) const
{
  return part_of(*this, ObjectRep::labels).member(name).as_string();
}

std::vector<std::pair<std::string, std::string>> Object::labels() const
{
  return text_map(part_of(*this, ObjectRep::labels));
}

std::optional<std::string> Object::annotation(std::string_view name) const
{
  return part_of(*this, ObjectRep::annotations).member(name).as_string();
}

std::vector<OwnerView> Object::owners() const&
{
  std::vector<OwnerView> owners;
  const detail::JsonTokens tokens(part_of(*this, ObjectRep::owners).bytes());
  for (detail::JsonTokens::Children child(tokens.root()); child.next();) {
    owners.push_back(owner_of(*rep_, child.value()));
  }
  return owners;
}

std::optional<OwnerView> Object::controller_owner() const&
{
  const detail::JsonTokens tokens(part_of(*this, ObjectRep::owners).bytes());
  for (detail::JsonTokens::Children child(tokens.root()); child.next();) {
    const OwnerView owner = owner_of(*rep_, child.value());
    if (owner.controller) return owner;
  }
  return std::nullopt;
}

std::vector<Owner> Object::owners() const&&
{
  std::vector<Owner> owned;
  for (const OwnerView& owner : owners()) owned.push_back(with_own_text(owner));
  return owned;
}

std::optional<Owner> Object::controller_owner() const&&
{
  const auto owner = controller_owner();
  return owner ? std::optional(with_own_text(*owner)) : std::nullopt;
}

std::vector<std::string> Object::finalizers() const
{
  std::vector<std::string> names;
  for (auto child = part_of(*this, ObjectRep::finalizers).children(); child.next();) {
    if (auto name = child.value().as_string()) names.push_back(std::move(*name));
  }
  return names;
}

std::string_view Object::bytes() const& noexcept
{
  return rep_ ? rep_->bytes() : std::string_view();
}

JsonView Object::at(std::string_view pointer) const&
{
  static constexpr std::pair<std::string_view, ObjectRep::Part> known[] = {
      {"/spec", ObjectRep::spec},
      {"/status", ObjectRep::status},
      {"/metadata/labels", ObjectRep::labels},
      {"/metadata/annotations", ObjectRep::annotations},
      {"/metadata/ownerReferences", ObjectRep::owners},
      {"/metadata/finalizers", ObjectRep::finalizers},
      {"/metadata", ObjectRep::metadata},
  };
  for (const auto& [prefix, part] : known) {
    if (!pointer.starts_with(prefix)) continue;
    const auto rest = pointer.substr(prefix.size());
    if (!rest.empty() && rest.front() != '/') continue;
    if (const JsonView value = part_of(*this, part)) return value.at(rest);
  }
  return JsonView(bytes()).at(pointer);
}

void Object::parse_into(nlohmann::json& tree) const
{
  try {
    tree = detail::parse_tree(bytes());
  } catch (const ObjectError& error) {
    throw ObjectError(detail::shown(kind(), key().to_string()) + ": " + error.what());
  }
}

bool Object::same_content_as(const Object& other) const
{
  return detail::same_json(bytes(), other.bytes());
}

std::size_t Object::memory() const noexcept
{
  return rep_ ? rep_->memory() : 0;
}

}  // namespace kubexx
