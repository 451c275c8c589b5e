// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

#include "json_scan.hpp"
#include "kubexx/client/detail/codec_table.hpp"
#include "kubexx/client/object.hpp"

namespace kubexx::detail {

namespace {

void append_path(std::string& text, const JsonPath& path)
{
  if (path.parent == nullptr) return;
  append_path(text, *path.parent);
  if (path.member.data() == nullptr) {
    text += "[" + std::to_string(path.index) + "]";
    return;
  }
  const bool plain = std::all_of(path.member.begin(), path.member.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (plain) {
    if (!text.empty()) text += '.';
    text += path.member;
  } else {
    text += '[';
    append_quoted(text, path.member);
    text += ']';
  }
}

[[noreturn]] void fail(const JsonPath& path, const std::string& what)
{
  std::string text;
  append_path(text, path);
  if (!text.empty()) text += ": ";
  throw ObjectError(text + what);
}

const char* type_name(JsonView value)
{
  switch (value.type()) {
    case JsonView::Type::object:
      return "object";
    case JsonView::Type::array:
      return "array";
    case JsonView::Type::string:
      return "string";
    case JsonView::Type::boolean:
      return "boolean";
    case JsonView::Type::null:
      return "null";
    case JsonView::Type::number:
      return "number";
    case JsonView::Type::absent:
      break;
  }
  return "nothing";
}

bool is_integer_text(std::string_view bytes)
{
  return bytes.find_first_not_of("-0123456789") == std::string_view::npos;
}

template <class T>
T read_whole(JsonView from, const JsonPath& path, T least, T most)
{
  if (from.type() != JsonView::Type::number) wrong_type(path, "an integer", from);
  const auto bytes = from.bytes();
  T value{};
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), value);
  if (error == std::errc{} && end == bytes.data() + bytes.size() && value >= least && value <= most) return value;
  if (!is_integer_text(bytes)) fail(path, "expected an integer, got " + std::string(bytes.substr(0, 40)));
  fail(path, std::string(bytes.substr(0, 40)) + " is out of range: expected " + std::to_string(least) + " to " +
                 std::to_string(most));
}

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

std::size_t find_field(const StructInfo& info, std::string_view name)
{
  std::size_t index = 0;
  while (index < info.fields.size() && info.fields[index].name != name) ++index;
  return index;
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

void wrong_type(const JsonPath& path, const char* expected, JsonView got)
{
  fail(path, std::string("expected ") + expected + ", got " + type_name(got));
}

void wrong_value(const JsonPath& path, const std::exception& error)
{
  fail(path, error.what());
}

std::int64_t read_integer(JsonView from, const JsonPath& path, std::int64_t least, std::int64_t most)
{
  return read_whole<std::int64_t>(from, path, least, most);
}

std::uint64_t read_unsigned(JsonView from, const JsonPath& path, std::uint64_t most)
{
  return read_whole<std::uint64_t>(from, path, 0, most);
}

double read_number(JsonView from, const JsonPath& path)
{
  const auto value = from.as_double();
  if (!value) wrong_type(path, "a number", from);
  return *value;
}

bool read_boolean(JsonView from, const JsonPath& path)
{
  const auto value = from.as_bool();
  if (!value) wrong_type(path, "a boolean", from);
  return *value;
}

std::string read_string(JsonView from, const JsonPath& path)
{
  auto value = from.as_string();
  if (!value) wrong_type(path, "a string", from);
  return std::move(*value);
}

std::int64_t read_enum(JsonView from, const JsonPath& path, std::span<const EnumName> names)
{
  const std::string text = read_string(from, path);
  for (const auto& [name, value] : names) {
    if (name == text) return value;
  }
  std::string expected;
  for (const auto& [name, value] : names) expected += (expected.empty() ? "" : ", ") + std::string(name);
  fail(path, "unknown value \"" + text.substr(0, 80) + "\": expected one of " + expected);
}

void read_struct(void* to, const StructInfo& info, JsonView from, const JsonPath& path)
{
  if (from.type() != JsonView::Type::object) wrong_type(path, "an object", from);
  for (auto child = from.children(); child.next();) {
    if (child.value().type() == JsonView::Type::null) continue;
    const std::string key = child.key();
    const std::size_t index = find_field(info, key);
    if (index == info.fields.size()) continue;
    const Field& field = info.fields[index];
    // The table has one accessor, for const; `to` is not const.
    field.codec->read(const_cast<void*>(field.in(to)), child.value(), JsonPath{&path, field.name, 0});
  }
}

void read_vector(void* to, const VectorOps& ops, const Codec& element, JsonView from, const JsonPath& path)
{
  if (from.type() != JsonView::Type::array) wrong_type(path, "an array", from);
  std::size_t index = 0;
  for (auto child = from.children(); child.next(); ++index) {
    void* slot = ops.append(to);
    if (child.value().type() != JsonView::Type::null) element.read(slot, child.value(), JsonPath{&path, {}, index});
  }
}

void read_map(void* to, const MapOps& ops, const Codec& element, JsonView from, const JsonPath& path)
{
  if (from.type() != JsonView::Type::object) wrong_type(path, "an object", from);
  for (auto child = from.children(); child.next();) {
    const std::string key = child.key();
    void* slot = ops.insert(to, key);
    if (child.value().type() != JsonView::Type::null) element.read(slot, child.value(), JsonPath{&path, key, 0});
  }
}

void read_json(void* to, JsonView from, const JsonPath& path)
{
  try {
    *static_cast<nlohmann::json*>(to) = nlohmann::json::parse(from.bytes());
  } catch (const nlohmann::json::exception& error) {
    fail(path, error.what());
  }
}

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

void read_root(void* to, const Codec& codec, JsonView from)
{
  codec.read(to, from, JsonPath{});
}

std::string write_over(const void* value, const Codec& codec, JsonView original)
{
  JsonWriter writer;
  codec.write(value, original, writer);
  return writer.take();
}

JsonView checked(std::string_view text)
{
  JsonScanner scanner(text);
  scanner.skip_space();
  const JsonView value(scanner.value());
  scanner.skip_space();
  if (!scanner.at_end()) scanner.fail("text after the value");
  return value;
}

}  // namespace kubexx::detail
