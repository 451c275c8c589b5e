// SPDX-License-Identifier: Apache-2.0
// Described structs into JSON, over the JSON that they were read from.
#include <functional>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "builtin_merge_rules.hpp"
#include "json_tree.hpp"
#include "kubexx/apimachinery/apply_fields.hpp"
#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/detail/new_object.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "list_match.hpp"
#include "struct_fields.hpp"
#include "write_failure.hpp"

namespace kubexx::detail {

namespace {

bool is_absent_or_null(JsonView value)
{
  return !value || value.type() == JsonView::Type::null;
}

/// Null, "", [] or {}: says as little as an empty value does.
bool says_nothing(JsonView value)
{
  switch (value.type()) {
    case JsonView::Type::null:
      return true;
    case JsonView::Type::string:
      return value.bytes().size() == 2;
    case JsonView::Type::array:
    case JsonView::Type::object:
      return !value.children().next();
    default:
      return false;
  }
}

/// The value of a field. Text for people becomes valid, unless it is what stood there: that may be somebody else's, who
/// has other limits.
void write_value(const Field& field, const void* value, const Original& original, JsonWriter& to)
{
  if (field.text_limit() == 0) return field.codec->write(value, original, to);
  const auto& text = cast<std::string>(value);
  if (original.json.equals(text)) return to.raw(original.json.bytes());
  write_string(valid_utf8(text, field.text_limit()), original, to);
}

/// Whether an empty value is one that a server accepts of a required member. The text of no time is not.
bool has_empty_value(const Codec& codec)
{
  return codec.ops == &string_ops || codec.is_vector() || codec.is_map() ||
         codec.ops->shape == CodecOps::Shape::structure;
}

/// Whether a field is left out of a struct that has no original. An optional tells an empty value from none; otherwise
/// who reads the object would take the default for what is left out.
bool is_left_out(const Field& field, const void* value, const StructInfo& info)
{
  const Codec& codec = *field.codec;
  if (field.omit_zero && codec.initial(value)) return true;
  if (!codec.empty(value) || (field.required && has_empty_value(codec))) return false;
  return codec.is_optional() || is_default(field, value, info);
}

/// Writes one field over its original, which is absent if the original of the struct has no such member.
void write_field_over(const Field& field, const void* value, const StructInfo& info, const Original& original,
                      JsonWriter& to)
{
  const auto keep = [&] {
    if (!original.json) return;
    to.key(field.name());
    to.raw(original.json.bytes());
  };
  const bool is_struct = field.codec->info != nullptr;
  if (is_struct && original.json.type() == JsonView::Type::object) {
    to.key(field.name());
    field.codec->write(value, original, to);
    return;
  }
  if (field.omit_zero && field.codec->initial(value)) {
    JsonWriter same;
    if (original.json) write_value(field, value, original, same);
    if (is_absent_or_null(original.json) || same.text() == original.json.bytes()) keep();
    return;
  }
  if (field.codec->empty(value)) {
    const bool is_optional = field.codec->is_optional();
    // An optional tells an empty value from none.
    const bool is_unchanged = is_optional ? is_absent_or_null(original.json) : says_nothing(original.json);
    // Who reads the object would take the default for what is left out.
    const bool replaces_default = !is_optional && !is_default(field, value, info);
    if (original.json && is_unchanged) {
      keep();
    } else if (original.json && (field.codec->is_map() || field.codec->is_vector())) {
      // Not left out, which a patch would say as null: it deletes the members of a map that were there, and no others,
      // and leaves an empty list, which may mean something else than none.
      to.key(field.name());
      to.raw(field.codec->is_map() ? "{}" : "[]");
    } else if (replaces_default || (field.required && original.json && has_empty_value(*field.codec))) {
      to.key(field.name());
      write_value(field, value, original, to);
    }
    return;
  }
  if (is_absent_or_null(original.json) && is_default(field, value, info)) {
    keep();
    return;
  }
  to.key(field.name());
  write_value(field, value, original, to);
}

/// What stands at a field; its declared merge keys go before those of its kind.
Original original_of(const Field& field, const Original& parent, JsonView json)
{
  const MergeMember* member = find_member(parent.type, field.name());
  return {.json = json,
          .type = type_of(member),
          .keys = field.merge_keys().empty() ? keys_of(member) : field.merge_keys(),
          .kept = parent.kept,
          .initial = nullptr,
          .before = parent.before == nullptr ? nullptr : field.in(parent.before)};
}

/// Writes the field of the struct `object` over `json`, what stood there.
void write_field(const Field& field, const void* object, const StructInfo& info, const Original& original,
                 JsonView json, JsonWriter& to)
{
  const void* const value = field.in(object);
  if (original.before == nullptr || !field.codec->same(value, field.in(original.before))) {
    at_member(field.name(), [&] { write_field_over(field, value, info, original_of(field, original, json), to); });
  } else if (json) {
    to.key(field.name());
    to.raw(json.bytes());
  }
}

void write_new_members(const void* value, const StructInfo& info, const Original& original, JsonWriter& to)
{
  for (const Field& field : info.fields) {
    const void* const member = field.in(value);
    if (is_left_out(field, member, info)) continue;
    at_member(field.name(), [&] {
      to.key(field.name());
      write_value(field, member, original_of(field, original, {}), to);
    });
  }
}

bool is_set(const Field& field, const void* member, const void* initial)
{
  if (field.codec->is_optional()) return !field.codec->empty(member);
  return initial == nullptr ? !field.codec->initial(member) : !field.codec->same(member, field.in(initial));
}

/// What an apply always says of its object: a type that is the only one of its kind may initialise its name.
constexpr std::string_view identity[] = {"name", "namespace"};

enum class Place { root, below };

/// A struct as a server-side apply has it.
void write_set_fields(const void* value, const StructInfo& info, const Original& original, Place place, JsonWriter& to)
{
  const void* const initial = original.initial == nullptr ? info.initial : original.initial;
  to.begin_object();
  for (const Field& field : info.fields) {
    const void* const member = field.in(value);
    const bool is_key = std::find(original.keys.begin(), original.keys.end(), field.name()) != original.keys.end();
    const bool kept = original.kept->has(info, value, member) || (is_key && !field.codec->empty(member));
    Original inner = original_of(field, original, {});
    if (field.codec->info != nullptr) {
      inner.initial = initial == nullptr ? nullptr : field.in(initial);
      if (place == Place::root && field.name() == "metadata") inner.keys = identity;
      JsonWriter part;
      at_member(field.name(), [&] { field.codec->write(member, inner, part); });
      if (!kept && part.text() == "{}") continue;
      to.key(field.name());
      to.raw(part.text());
    } else if (is_set(field, member, initial) || (kept && !field.codec->is_optional())) {
      to.key(field.name());
      at_member(field.name(), [&] { write_value(field, member, inner, to); });
    }
  }
  to.end_object();
}

template <class Real>
void write_real(Real value, JsonView original, JsonWriter& to)
{
  const auto before = original.as_double();
  before&& static_cast<Real>(*before) == value ? to.raw(original.bytes()) : to.number(value);
}

}  // namespace

void write_integer(std::int64_t value, Original original, JsonWriter& to)
{
  original.json.as_int() == value ? to.raw(original.json.bytes()) : to.integer(value);
}

void write_unsigned(std::uint64_t value, Original original, JsonWriter& to)
{
  const auto before = original.json.as_int();
  const bool same = before && *before >= 0 && static_cast<std::uint64_t>(*before) == value;
  same ? to.raw(original.json.bytes()) : to.unsigned_integer(value);
}

void write_number(double value, Original original, JsonWriter& to)
{
  write_real(value, original.json, to);
}

void write_number(float value, Original original, JsonWriter& to)
{
  write_real(value, original.json, to);
}

void write_boolean(bool value, JsonWriter& to)
{
  to.boolean(value);
}

void write_string(const std::string& value, Original original, JsonWriter& to)
{
  original.json.equals(value) ? to.raw(original.json.bytes()) : to.string(value);
}

void write_enum(std::int64_t value, std::span<const EnumName> names, JsonWriter& to)
{
  for (const auto& [name, number] : names) {
    if (number == value) return to.string(name);
  }
  throw ObjectError("an enumeration holds the value " + std::to_string(value) + ", which has no name");
}

void write_struct(const void* value, const StructInfo& info, Original original, JsonWriter& to)
{
  if (original.kept != nullptr) return write_set_fields(value, info, original, Place::below, to);
  if (original.json.type() != JsonView::Type::object) {
    to.begin_object();
    write_new_members(value, info, original, to);
    return to.end_object();
  }
  // Of members with one name the last one counts: the field is written over that one, and once.
  const std::size_t none = info.fields.size();
  struct Member {
    std::size_t field;
    std::string name;  // of a member that is no field
    JsonView value;
  };
  std::vector<Member> members;
  members.reserve(16);
  std::vector<JsonView> before(info.fields.size());
  std::size_t next = 0;
  for (auto child = original.json.children(); child.next();) {
    std::string name = child.key();
    const std::size_t index = find_field(info, name, next);
    if (index == none) {
      members.push_back({none, std::move(name), child.value()});
      continue;
    }
    if (!before[index]) members.push_back({index, {}, {}});
    before[index] = child.value();
    next = index + 1;
  }
  to.begin_object();
  for (const Member& member : members) {
    if (member.field != none) {
      write_field(info.fields[member.field], value, info, original, before[member.field], to);
    } else {
      to.key(member.name);
      to.raw(member.value.bytes());
    }
  }
  for (std::size_t index = 0; index < none; ++index) {
    if (!before[index]) write_field(info.fields[index], value, info, original, {}, to);
  }
  to.end_object();
}

void write_vector(const Codec& self, const void* value, Original original, JsonWriter& to)
{
  const VectorOps& ops = vector_of(self);
  const Codec& element = *self.element;
  const std::vector<MatchedElement> before = match_elements(value, ops, element, original);
  Original of_element{
      .json = {}, .type = original.type, .keys = {}, .kept = original.kept, .initial = nullptr, .before = nullptr};
  if (original.kept != nullptr && element.info != nullptr) of_element.keys = original.keys;
  to.begin_array();
  for (std::size_t index = 0; index < ops.size(value); ++index) {
    const void* item = ops.at(value, index);
    if (before[index].json.type() == JsonView::Type::null && element.initial(item)) {
      to.null();
    } else {
      of_element.json = before[index].json;
      of_element.before = before[index].value;
      at_element(index, [&] { element.write(item, of_element, to); });
    }
  }
  to.end_array();
}

void write_map(const Codec& self, const void* value, Original original, JsonWriter& to)
{
  const MapOps& ops = map_of(self);
  struct Context {
    const MapOps& ops;
    const Codec& element;
    Original original;
    std::map<std::string, JsonView> before;  // of members with one name, the last one
    JsonWriter& to;

    void write(const std::string& key, const void* item, JsonView over) const
    {
      const MergeMember* member = find_member(original.type, key);
      const void* const was = original.before == nullptr ? nullptr : ops.find(original.before, key);
      const Original of_item{.json = over,
                             .type = type_of(member),
                             .keys = keys_of(member),
                             .kept = original.kept,
                             .initial = nullptr,
                             .before = was};
      at_member(key, [&] {
        to.key(key);
        const bool stays_null = over.type() == JsonView::Type::null && element.initial(item);
        stays_null ? to.null() : element.write(item, of_item, to);
      });
    }
  } context{ops, *self.element, original, {}, to};
  std::vector<std::string> order;
  if (original.json.type() == JsonView::Type::object) {
    for (auto child = original.json.children(); child.next();) {
      const auto [place, is_new] = context.before.insert_or_assign(child.key(), child.value());
      if (is_new) order.push_back(place->first);
    }
  }
  to.begin_object();
  for (const std::string& key : order) {
    if (const void* item = ops.find(value, key)) context.write(key, item, context.before.at(key));
  }
  ops.each(
      value,
      [](void* opaque, const std::string& key, const void* item) {
        const auto& here = *static_cast<Context*>(opaque);
        if (!here.before.contains(key)) here.write(key, item, {});
      },
      &context);
  to.end_object();
}

void write_json(const Codec& /*self*/, const void* value, Original original, JsonWriter& to)
{
  const auto& json = *static_cast<const nlohmann::json*>(value);
  if (original.json && same_tree(original.json.bytes(), json)) return to.raw(original.json.bytes());
  write_tree(json, to);
}

Original original_of(const Object& object)
{
  return {.json = JsonView(object.bytes()),
          .type = &merge_type_of(object.api_version(), object.kind()),
          .keys = {},
          .kept = nullptr,
          .initial = nullptr,
          .before = nullptr};
}

namespace {

template <class Write>
std::string write_text(Write write, const std::function<std::string()>& subject)
{
  JsonWriter writer;
  try {
    write(writer);
  } catch (const WriteFailure& failure) {
    throw failure.as_object_error(subject());
  }
  return writer.take();
}

/// The text member of a struct at this path; empty when there is none.
std::string_view text_at(const void* value, const Codec* codec, std::initializer_list<std::string_view> path)
{
  for (const std::string_view name : path) {
    if (codec->info == nullptr) return {};
    const StructInfo& info = *codec->info();
    const std::size_t index = find_field(info, name);
    if (index == info.fields.size()) return {};
    value = info.fields[index].in(value);
    codec = info.fields[index].codec;
  }
  return codec->ops == &string_ops ? std::string_view(cast<std::string>(value)) : std::string_view();
}

/// The object that `value` stands for, for messages: Foo "namespace/name".
std::string shown_object(const void* value, const Codec& codec, std::string_view kind)
{
  const ObjectKey key(valid_utf8(text_at(value, &codec, {"metadata", "namespace"})),
                      valid_utf8(text_at(value, &codec, {"metadata", "name"})));
  return shown(kind, key.to_string());
}

}  // namespace

std::string write_over(const void* value, const Codec& codec, Original original)
{
  return write_text([&](JsonWriter& to) { codec.write(value, original, to); }, [] { return std::string(); });
}

std::string write_object(const void* value, const Codec& codec, Original original, std::string_view kind)
{
  return write_text([&](JsonWriter& to) { codec.write(value, original, to); },
                    [&] { return shown_object(value, codec, kind); });
}

std::optional<NewObject> write_new_object(const void* value, const Codec& codec, const ResourceType& type)
{
  const StructInfo& info = *codec.info();
  const auto has = [&](std::string_view name) { return find_field(info, name) < info.fields.size(); };
  if (has("apiVersion") || has("kind") || type.kind.empty()) return std::nullopt;
  NewObject object;
  object.key = {std::string(text_at(value, &codec, {"metadata", "namespace"})),
                std::string(text_at(value, &codec, {"metadata", "name"}))};
  if (object.key.name.empty()) return std::nullopt;
  object.text = write_text(
      [&](JsonWriter& to) {
        to.begin_object();
        to.key("apiVersion");
        to.string(type.api_version());
        to.key("kind");
        to.string(type.kind);
        write_new_members(value, info, {}, to);
        to.end_object();
      },
      [&] { return shown_object(value, codec, type.kind); });
  return object;
}

std::string write_applied(const void* value, const Codec& codec, const ResourceType& type, const KeptFields& kept)
{
  const MergeType& merge = merge_type_of(type.api_version(), type.kind);
  const Original nothing{.json = {}, .type = &merge, .keys = {}, .kept = &kept, .initial = nullptr, .before = nullptr};
  return write_text([&](JsonWriter& to) { write_set_fields(value, *codec.info(), nothing, Place::root, to); },
                    [&] { return shown_object(value, codec, type.kind); });
}

}  // namespace kubexx::detail

bool kubexx::KeptFields::has(const detail::StructInfo& of, const void* object, const void* member) const
{
  const bool is_own = std::any_of(fields_.begin(), fields_.end(), [&](const detail::KeptField& field) {
    return field.of() == &of && field.in(object) == member;
  });
  return is_own || std::any_of(of.bases.begin(), of.bases.end(), [&](const detail::BaseInfo& base) {
           return has(*base.info(), base.in(object), member);
         });
}
