// SPDX-License-Identifier: Apache-2.0
// JSON into described structs.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "json_tokens.hpp"
#include "json_tree.hpp"
#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "struct_fields.hpp"
#include "write_failure.hpp"

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
  append_member(text, path.member);
}

[[noreturn]] void fail(const JsonPath& path, const std::string& what)
{
  std::string text;
  append_path(text, path);
  if (!text.empty()) text += ": ";
  throw ObjectError(text + what);
}

[[noreturn, gnu::noinline]] void fail_too_deep()
{
  // The whole path would be as long as it is deep.
  throw ObjectError("nested deeper than " + std::to_string(Object::max_tree_depth) + " levels");
}

/// The place of a part of what stands at `path`.
JsonPath below(const JsonPath& path, std::string_view member, std::size_t index)
{
  const JsonPath here{&path, member, index, path.depth + 1};
  if (here.depth > Object::max_tree_depth) fail_too_deep();
  return here;
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
  if (value) return *value;
  if (from.type() != JsonView::Type::number) wrong_type(path, "a number", from);
  fail(path, std::string(from.bytes().substr(0, 40)) + " is out of range for a double");
}

float read_float(JsonView from, const JsonPath& path)
{
  const double value = read_number(from, path);
  if (std::fabs(value) > std::numeric_limits<float>::max()) {
    fail(path, std::string(from.bytes().substr(0, 40)) + " is out of range for a float");
  }
  return static_cast<float>(value);
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

namespace {

void read_token(const Codec& codec, void* to, const JsonToken& from, const JsonPath& path);

// Reads a string; most values are one.
void read_plain(const Codec& codec, void* to, const JsonToken& from, const JsonPath& path)
{
  if (codec.ops == &string_ops) {
    *static_cast<std::string*>(to) = std::string(from.content());
  } else if (codec.ops == &open_enum_ops) {
    *static_cast<OpenEnumText*>(to) = OpenEnumText(std::string(from.content()));
  } else {
    codec.read(to, from.view(), path);
  }
}

/// The value of each field of a struct that has one, by the index of the field.
class FieldValues {
public:
  FieldValues(const StructInfo& info, const JsonToken& object)
  {
    const std::size_t count = info.fields.size();
    if (count > std::size(few_)) many_.resize(count);
    values_ = many_.empty() ? few_ : many_.data();
    std::fill_n(values_, count, nullptr);
    std::size_t expected = 0;  // most members are in the order of the fields
    for (JsonTokens::Children child(object); child.next();) {
      const JsonToken& name = child.name();
      const std::size_t index =
          name.plain ? find_field(info, name.content(), expected) : find_field(info, name.text(), expected);
      if (index == count) continue;
      values_[index] = &child.value();  // of members with one name the last one counts
      expected = index + 1;
    }
  }
  FieldValues(const FieldValues&) = delete;
  FieldValues& operator=(const FieldValues&) = delete;

  /// Null if there is none.
  [[nodiscard]] const JsonToken* operator[](std::size_t index) const { return values_[index]; }

private:
  const JsonToken** values_;
  const JsonToken* few_[48];  // of most structs
  std::vector<const JsonToken*> many_;
};

[[gnu::noinline]] void read_members(void* to, const StructInfo& info, const JsonToken& from, const JsonPath& path)
{
  if (*from.begin != '{') wrong_type(path, "an object", from.view());
  const FieldValues values(info, from);
  for (std::size_t index = 0; index < info.fields.size(); ++index) {
    const JsonToken* const value = values[index];
    if (value == nullptr || value->is_null()) continue;
    const Field& field = info.fields[index];
    // The table has one accessor, for const; `to` is not const.
    read_token(*field.codec, const_cast<void*>(field.in(to)), *value, below(path, field.name(), 0));
  }
}

[[gnu::noinline]] void read_elements(const Codec& codec, void* to, const JsonToken& from, const JsonPath& path)
{
  const VectorOps& ops = vector_of(codec);
  if (*from.begin != '[') wrong_type(path, "an array", from.view());
  std::size_t count = 0;
  for (JsonTokens::Children child(from); child.next();) ++count;
  ops.assign(to, count);
  JsonTokens::Children child(from);
  for (std::size_t index = 0; child.next(); ++index) {
    if (child.value().is_null()) continue;
    // The table has one accessor, for const; `to` is not const.
    read_token(*codec.element, const_cast<void*>(ops.at(to, index)), child.value(), below(path, {}, index));
  }
}

[[gnu::noinline]] void read_entries(const Codec& codec, void* to, const JsonToken& from, const JsonPath& path)
{
  const MapOps& ops = map_of(codec);
  if (*from.begin != '{') wrong_type(path, "an object", from.view());
  ops.clear(to);
  for (JsonTokens::Children child(from); child.next();) {
    const std::string key = child.name().text();
    void* const slot = ops.insert(to, key);
    if (!child.value().is_null()) read_token(*codec.element, slot, child.value(), below(path, key, 0));
  }
}

/// As Codec::read.
void read_token(const Codec& codec, void* to, const JsonToken& from, const JsonPath& path)
{
  switch (codec.ops->shape) {
    case CodecOps::Shape::structure:
      return read_members(to, *codec.info(), from, path);
    case CodecOps::Shape::vector:
      if (codec.container != nullptr) return read_elements(codec, to, from, path);
      break;
    case CodecOps::Shape::map:
      return read_entries(codec, to, from, path);
    case CodecOps::Shape::optional:
      return read_token(*codec.element, optional_of(codec).emplace(to), from, path);
    case CodecOps::Shape::scalar:
      if (from.plain) return read_plain(codec, to, from, path);
      break;
  }
  codec.read(to, from.view(), path);
}

}  // namespace

void read_parts(const Codec& self, void* to, JsonView from, const JsonPath& path)
{
  const JsonTokens tokens(from.bytes());
  read_token(self, to, tokens.root(), path);
}

void read_bool_list(const Codec& /*self*/, void* to, JsonView from, const JsonPath& path)
{
  auto& list = *static_cast<std::vector<bool>*>(to);
  if (from.type() != JsonView::Type::array) wrong_type(path, "an array", from);
  list.clear();
  for (auto child = from.children(); child.next();) {
    const JsonView item = child.value();
    list.push_back(item.type() != JsonView::Type::null && read_boolean(item, below(path, {}, list.size())));
  }
}

void read_json(const Codec& /*self*/, void* to, JsonView from, const JsonPath& path)
{
  try {
    *static_cast<nlohmann::json*>(to) = parse_tree(from.bytes());
  } catch (const ObjectError& error) {
    fail(path, error.what());
  }
}

void read_root(void* to, const Codec& codec, JsonView from)
{
  codec.read(to, from, JsonPath{});
}

void read_object(void* to, const Codec& codec, const Object& from)
{
  try {
    read_root(to, codec, JsonView(from.bytes()));
  } catch (const ObjectError& error) {
    throw ObjectError(shown(from.kind(), from.key().to_string()) + ": " + error.what());
  }
}

bool try_read(void* to, const Codec& codec, const Object& from)
{
  try {
    read_root(to, codec, JsonView(from.bytes()));
    return true;
  } catch (const ObjectError&) {
    return false;
  }
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
