// SPDX-License-Identifier: Apache-2.0
// Described structs into JSON, over the JSON that they were read from.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "kubexx/client/detail/codec_table.hpp"
#include "kubexx/client/object.hpp"
#include "struct_fields.hpp"

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

/// Writes one field over its original (absent when the original has none; `fresh` when there is no original of the
/// whole struct).
void write_field(const Field& field, const void* value, const void* default_value, JsonView original, bool fresh,
                 JsonWriter& to)
{
  const auto keep = [&] {
    if (!original) return;
    to.key(field.name);
    to.raw(original.bytes());
  };
  const bool is_struct = field.codec->info != nullptr;
  if (is_struct && original.type() == JsonView::Type::object) {
    to.key(field.name);
    field.codec->write(value, original, to);
    return;
  }
  if (field.codec->empty(value)) {
    if (says_nothing(original)) keep();
    return;
  }
  if (!fresh && is_absent_or_null(original) && field.codec->same(value, default_value)) {
    keep();
    return;
  }
  to.key(field.name);
  if (const VectorCodec* vector = field.codec->vector) {
    write_vector(value, *vector->ops, *vector->element, original, to, field.merge_key);
  } else {
    field.codec->write(value, original, to);
  }
}

}  // namespace

void write_integer(std::int64_t value, JsonView original, JsonWriter& to)
{
  original.as_int() == value ? to.raw(original.bytes()) : to.integer(value);
}

void write_unsigned(std::uint64_t value, JsonView /*original*/, JsonWriter& to)
{
  to.unsigned_integer(value);
}

void write_number(double value, JsonView original, JsonWriter& to)
{
  original.as_double() == value ? to.raw(original.bytes()) : to.number(value);
}

void write_boolean(bool value, JsonWriter& to)
{
  to.boolean(value);
}

void write_string(const std::string& value, JsonView original, JsonWriter& to)
{
  original.equals(value) ? to.raw(original.bytes()) : to.string(value);
}

void write_enum(std::int64_t value, std::span<const EnumName> names, JsonWriter& to)
{
  for (const auto& [name, number] : names) {
    if (number == value) return to.string(name);
  }
  throw ObjectError("an enumeration holds the value " + std::to_string(value) + ", which has no name");
}

void write_struct(const void* value, const StructInfo& info, JsonView original, JsonWriter& to)
{
  const bool fresh = original.type() != JsonView::Type::object;
  std::vector<bool> written(info.fields.size());
  to.begin_object();
  for (auto child = original.children(); !fresh && child.next();) {
    const std::string key = child.key();
    const std::size_t index = find_field(info, key);
    if (index == info.fields.size()) {
      to.key(key);
      to.raw(child.value().bytes());
    } else if (!written[index]) {
      written[index] = true;
      const Field& field = info.fields[index];
      write_field(field, field.in(value), field.in(info.defaults), child.value(), false, to);
    }
  }
  for (std::size_t index = 0; index < info.fields.size(); ++index) {
    const Field& field = info.fields[index];
    if (!written[index]) write_field(field, field.in(value), field.in(info.defaults), {}, fresh, to);
  }
  to.end_object();
}

namespace {

/// By which member the elements of an array of structs are found again, the more telling first.
constexpr std::string_view merge_keys[] = {"uid", "name", "type", "key", "containerPort", "port", "mountPath", "ip"};

const Field* merge_field(const StructInfo* info, std::string_view wanted)
{
  if (info == nullptr) return nullptr;
  const auto find = [info](std::string_view name) -> const Field* {
    const std::size_t index = find_field(*info, name);
    return index == info->fields.size() ? nullptr : &info->fields[index];
  };
  if (!wanted.empty()) return find(wanted);
  for (const auto name : merge_keys) {
    if (const Field* field = find(name)) return field;
  }
  return nullptr;
}

bool same_key(JsonView left, JsonView right)
{
  if (left.type() == JsonView::Type::string) return right.equals(*left.as_string());
  return left.bytes() == right.bytes();
}

}  // namespace

void write_vector(const void* value, const VectorOps& ops, const Codec& element, JsonView original, JsonWriter& to,
                  std::string_view merge_key)
{
  std::vector<JsonView> originals;
  for (auto child = original.type() == JsonView::Type::array ? original.children() : JsonView().children();
       child.next();) {
    originals.push_back(child.value());
  }
  const Field* const by = merge_field(element.info == nullptr ? nullptr : element.info(), merge_key);
  std::vector<bool> used(originals.size());
  const auto original_of = [&](const void* item, std::size_t index) -> JsonView {
    if (by == nullptr || by->codec->empty(by->in(item))) {
      if (index >= originals.size() || used[index]) return {};
      used[index] = true;
      return originals[index];
    }
    JsonWriter key;
    by->codec->write(by->in(item), {}, key);
    for (std::size_t at = 0; at < originals.size(); ++at) {
      if (used[at] || !same_key(JsonView(key.text()), originals[at].member(by->name))) continue;
      used[at] = true;
      return originals[at];
    }
    return {};
  };
  to.begin_array();
  for (std::size_t index = 0; index < ops.size(value); ++index) {
    const void* item = ops.at(value, index);
    const JsonView before = original_of(item, index);
    if (before.type() == JsonView::Type::null && element.initial(item)) {
      to.null();
    } else {
      element.write(item, before, to);
    }
  }
  to.end_array();
}

void write_map(const void* value, const MapOps& ops, const Codec& element, JsonView original, JsonWriter& to)
{
  struct Context {
    const Codec& element;
    JsonView original;
    JsonWriter& to;
  } context{element, original, to};
  to.begin_object();
  for (auto child = original.type() == JsonView::Type::object ? original.children() : JsonView().children();
       child.next();) {
    const std::string key = child.key();
    const void* item = ops.find(value, key);
    if (item == nullptr) continue;
    to.key(key);
    const bool stays_null = child.value().type() == JsonView::Type::null && element.initial(item);
    stays_null ? to.null() : element.write(item, child.value(), to);
  }
  ops.each(
      value,
      [](void* opaque, const std::string& key, const void* item) {
        auto& [codec, before, writer] = *static_cast<Context*>(opaque);
        if (before.type() == JsonView::Type::object && before.member(key)) return;
        writer.key(key);
        codec.write(item, {}, writer);
      },
      &context);
  to.end_object();
}

void write_json(const void* value, JsonView original, JsonWriter& to)
{
  const auto& json = *static_cast<const nlohmann::json*>(value);
  try {
    if (original && nlohmann::json::parse(original.bytes()) == json) return to.raw(original.bytes());
    to.raw(json.dump());
  } catch (const nlohmann::json::exception& error) {
    throw ObjectError(std::string("cannot be written as JSON: ") + error.what());
  }
}

bool same_struct(const void* left, const void* right, const StructInfo& info)
{
  return std::all_of(info.fields.begin(), info.fields.end(),
                     [&](const Field& field) { return field.codec->same(field.in(left), field.in(right)); });
}

bool same_vector(const void* left, const void* right, const VectorOps& ops, const Codec& element)
{
  const std::size_t size = ops.size(left);
  if (size != ops.size(right)) return false;
  for (std::size_t index = 0; index < size; ++index) {
    if (!element.same(ops.at(left, index), ops.at(right, index))) return false;
  }
  return true;
}

bool same_map(const void* left, const void* right, const MapOps& ops, const Codec& element)
{
  struct Context {
    const MapOps& ops;
    const Codec& element;
    const void* right;
    bool same;
  } context{ops, element, right, ops.size(left) == ops.size(right)};
  if (!context.same) return false;
  ops.each(
      left,
      [](void* opaque, const std::string& key, const void* item) {
        auto& here = *static_cast<Context*>(opaque);
        const void* other = here.ops.find(here.right, key);
        if (other == nullptr || !here.element.same(item, other)) here.same = false;
      },
      &context);
  return context.same;
}

bool same_json(const void* left, const void* right)
{
  return *static_cast<const nlohmann::json*>(left) == *static_cast<const nlohmann::json*>(right);
}

bool empty_json(const void* value)
{
  return static_cast<const nlohmann::json*>(value)->is_null();
}

std::string write_over(const void* value, const Codec& codec, JsonView original)
{
  JsonWriter writer;
  codec.write(value, original, writer);
  return writer.take();
}

}  // namespace kubexx::detail
