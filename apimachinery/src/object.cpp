// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/object.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "json_tree.hpp"
#include "kubexx/apimachinery/detail/object_scan.hpp"

namespace kubexx {

using detail::ObjectAccess;
using detail::ObjectHeader;
using detail::ScannedObject;
using detail::Span;

/// One allocation with the header and one with exactly the bytes.
struct Object::Rep {
  ObjectHeader header;
  std::uint32_t size = 0;
  std::unique_ptr<char[]> data;
  /// The text of header fields and owner references that are written with escapes, by where their content begins.
  /// Kubernetes writes none, so this is null.
  std::unique_ptr<const std::vector<std::pair<std::uint32_t, std::string>>> decoded;

  [[nodiscard]] std::string_view bytes() const noexcept { return {data.get(), size}; }

  /// The text whose content is `raw`, a part of bytes().
  [[nodiscard]] std::string_view text(std::string_view raw) const noexcept
  {
    if (!decoded) return raw;
    const auto begin = static_cast<std::uint32_t>(raw.data() - data.get());
    for (const auto& [at, text] : *decoded) {
      if (at == begin) return text;
    }
    return raw;
  }
  [[nodiscard]] std::string_view text(Span span) const noexcept
  {
    return span.present() ? text(span.in(bytes())) : std::string_view();
  }
  [[nodiscard]] std::string_view text(JsonView string) const noexcept
  {
    if (string.type() != JsonView::Type::string) return {};
    return text(string.bytes().substr(1, string.bytes().size() - 2));
  }
};

namespace {

constexpr std::string_view owner_texts[] = {"apiVersion", "kind", "name", "uid"};

std::unique_ptr<const std::vector<std::pair<std::uint32_t, std::string>>> decode_escapes(std::string_view bytes,
                                                                                         const ObjectHeader& header)
{
  std::vector<std::pair<std::uint32_t, std::string>> decoded;
  const auto add = [&](std::string_view raw) {
    if (raw.find('\\') == std::string_view::npos) return;
    decoded.emplace_back(static_cast<std::uint32_t>(raw.data() - bytes.data()), detail::unescape(raw));
  };
  for (const Span span :
       {header.api_version, header.kind, header.name, header.namespace_, header.uid, header.resource_version}) {
    if (span.present()) add(span.in(bytes));
  }
  for (auto owner = JsonView(header.owners.in(bytes)).children(); owner.next();) {
    for (const std::string_view name : owner_texts) {
      const auto value = owner.value().member(name);
      if (value.type() == JsonView::Type::string) add(value.bytes().substr(1, value.bytes().size() - 2));
    }
  }
  return std::make_unique<const std::vector<std::pair<std::uint32_t, std::string>>>(std::move(decoded));
}

std::vector<std::pair<std::string, std::string>> text_map(std::string_view bytes)
{
  std::vector<std::pair<std::string, std::string>> map;
  for (auto child = JsonView(bytes).children(); child.next();) {
    if (auto value = child.value().as_string()) map.emplace_back(child.key(), std::move(*value));
  }
  return map;
}

}  // namespace

struct detail::ObjectAccess {
  static Object make(const ScannedObject& scanned, const Object::ParseOptions& options);
  /// That of an object without fields when `object` is empty.
  static const Object::Rep& rep_of(const Object& object) noexcept
  {
    static const Object::Rep none;
    return object.rep_ ? *object.rep_ : none;
  }
};

Object detail::make_object(const ScannedObject& scanned, const Object::ParseOptions& options)
{
  return ObjectAccess::make(scanned, options);
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
    if (!prefix.empty() && !JsonView(scanned.bytes).children().next()) prefix.pop_back();
  }
  const Span cut = options.keep_managed_fields ? Span{} : scanned.managed_fields;
  const auto cut_size = cut.end - cut.begin;

  auto rep = std::make_shared<Object::Rep>();
  rep->size = static_cast<std::uint32_t>(scanned.bytes.size() + prefix.size() - cut_size);
  rep->data.reset(new char[rep->size]);
  char* to = rep->data.get();
  const auto append = [&to](std::string_view part) { to = std::copy(part.begin(), part.end(), to); };
  append(scanned.bytes.substr(0, 1));
  append(prefix);
  if (cut.present()) {
    append(scanned.bytes.substr(1, cut.begin - 1));
    append(scanned.bytes.substr(cut.end));
  } else {
    append(scanned.bytes.substr(1));
  }

  const auto moved = [&](std::uint32_t position) {
    if (cut.present() && position >= cut.end) position -= cut_size;
    return position + static_cast<std::uint32_t>(prefix.size());
  };
  rep->header = header;
  auto& out = rep->header;
  for (Span* span :
       {&out.api_version, &out.kind, &out.name, &out.namespace_, &out.uid, &out.resource_version, &out.metadata,
        &out.labels, &out.annotations, &out.owners, &out.finalizers, &out.spec, &out.status}) {
    if (span->present()) *span = {moved(span->begin), moved(span->end)};
  }
  if (api_version.present()) out.api_version = {api_version.begin + 1, api_version.end + 1};
  if (kind.present()) out.kind = {kind.begin + 1, kind.end + 1};
  if (out.escaped) rep->decoded = decode_escapes(rep->bytes(), out);
  return Object(std::move(rep));
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
  detail::write_tree(value, text);
  return parse(text.text());
}

std::string_view Object::api_version() const noexcept
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return rep.text(rep.header.api_version);
}

std::string_view Object::kind() const noexcept
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return rep.text(rep.header.kind);
}

std::string_view Object::name() const noexcept
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return rep.text(rep.header.name);
}

std::string_view Object::namespace_() const noexcept
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return rep.text(rep.header.namespace_);
}

std::string_view Object::uid() const noexcept
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return rep.text(rep.header.uid);
}

std::string_view Object::resource_version() const noexcept
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return rep.text(rep.header.resource_version);
}

std::int64_t Object::generation() const noexcept
{
  return ObjectAccess::rep_of(*this).header.generation;
}

bool Object::is_deleting() const noexcept
{
  return ObjectAccess::rep_of(*this).header.deleting;
}

std::optional<std::string> Object::label(std::string_view name) const
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return JsonView(rep.header.labels.in(rep.bytes())).member(name).as_string();
}

std::vector<std::pair<std::string, std::string>> Object::labels() const
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return text_map(rep.header.labels.in(rep.bytes()));
}

std::optional<std::string> Object::annotation(std::string_view name) const
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  return JsonView(rep.header.annotations.in(rep.bytes())).member(name).as_string();
}

std::vector<OwnerView> Object::owners() const
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  std::vector<OwnerView> owners;
  for (auto child = JsonView(rep.header.owners.in(rep.bytes())).children(); child.next();) {
    const auto owner = child.value();
    owners.push_back({.api_version = rep.text(owner.member("apiVersion")),
                      .kind = rep.text(owner.member("kind")),
                      .name = rep.text(owner.member("name")),
                      .uid = rep.text(owner.member("uid")),
                      .controller = owner.member("controller").as_bool().value_or(false),
                      .block_owner_deletion = owner.member("blockOwnerDeletion").as_bool().value_or(false)});
  }
  return owners;
}

std::optional<OwnerView> Object::controller_owner() const
{
  for (const OwnerView& owner : owners()) {
    if (owner.controller) return owner;
  }
  return std::nullopt;
}

std::vector<std::string> Object::finalizers() const
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  std::vector<std::string> names;
  for (auto child = JsonView(rep.header.finalizers.in(rep.bytes())).children(); child.next();) {
    if (auto name = child.value().as_string()) names.push_back(std::move(*name));
  }
  return names;
}

std::string_view Object::bytes() const noexcept
{
  return ObjectAccess::rep_of(*this).bytes();
}

JsonView Object::at(std::string_view pointer) const
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  const auto& header = rep.header;
  const std::pair<std::string_view, Span> known[] = {
      {"/spec", header.spec},
      {"/status", header.status},
      {"/metadata/labels", header.labels},
      {"/metadata/annotations", header.annotations},
      {"/metadata/ownerReferences", header.owners},
      {"/metadata/finalizers", header.finalizers},
      {"/metadata", header.metadata},
  };
  for (const auto& [prefix, span] : known) {
    if (!span.present() || !pointer.starts_with(prefix)) continue;
    const auto rest = pointer.substr(prefix.size());
    if (rest.empty() || rest.front() == '/') return JsonView(span.in(rep.bytes())).at(rest);
  }
  return JsonView(rep.bytes()).at(pointer);
}

nlohmann::json Object::json() const
{
  const Rep& rep = ObjectAccess::rep_of(*this);
  try {
    return nlohmann::json::parse(rep.bytes());
  } catch (const nlohmann::json::exception& error) {
    throw ObjectError(std::string("cannot be read as JSON: ") + error.what());
  }
}

bool Object::same_content_as(const Object& other) const
{
  if (bytes() == other.bytes()) return true;
  return *this && other && json() == other.json();
}

std::size_t Object::memory() const noexcept
{
  if (!rep_) return 0;
  const Rep& rep = *rep_;
  constexpr std::size_t control_block = 2 * sizeof(void*);
  constexpr std::size_t allocator_overhead = 2 * 2 * sizeof(std::size_t);  // of the two allocations
  std::size_t size = sizeof(Rep) + control_block + allocator_overhead + rep.size;
  if (rep.decoded) {
    for (const auto& [at, text] : *rep.decoded) size += sizeof(at) + sizeof(text) + text.size();
  }
  return size;
}

}  // namespace kubexx
