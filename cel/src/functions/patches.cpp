// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/patches.hpp"

#include <cmath>

#include "kubexx/base/base64.hpp"
#include "kubexx/cel/detail/functions.hpp"
#include "values/time.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

TypePtr patch_operation_type()
{
  auto type = std::make_shared<Type>();
  type->kind = Kind::object;
  type->name = patch_type_name;
  for (const char* name : {"op", "path", "from"}) type->fields[name] = {name, simple_type(Kind::string)};
  type->fields["value"] = {"value", simple_type(Kind::dyn)};
  return type;
}

void check_names(const Value& value, const std::string& place, std::string& problems)
{
  if (const auto* list = value.get_if<List>(); list != nullptr && list->own) {
    for (const auto& item : *list->own) check_names(item, place, problems);
    return;
  }
  const auto* map = value.get_if<Map>();
  if (map == nullptr || !map->own) return;
  const bool object = is_constructed(*map);
  if (object && map->type->name != place) {
    problems += (problems.empty() ? "" : "\n") + std::string("unexpected type name ") + go_quoted(map->type->name) +
                ", expected " + go_quoted(place) + ", which matches field name path from root Object type";
  }
  for (const auto& [code, entry] : *map->own) {
    check_names(entry.second, object ? place + "." + *entry.first.text_if() : place, problems);
  }
}

/// What a double holds without loss: what cel-go writes as a number.
template <class Integer>
Json integer_json(Integer number, JsonNumbers numbers)
{
  constexpr std::int64_t largest = (std::int64_t{1} << 53U) - 1;
  const bool safe = std::cmp_less_equal(number, largest) && std::cmp_greater_equal(number, -largest);
  if (numbers == JsonNumbers::as_they_are || safe) return number;
  return std::to_string(number);
}

Json double_json(double number)
{
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  constexpr double limit = 9007199254740992.0;
  const bool whole = number == std::floor(number) && std::abs(number) < limit;
  return whole ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

class JsonWriterOf {
public:
  explicit JsonWriterOf(JsonNumbers numbers) : numbers_(numbers) {}

  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(bool flag) const { return flag; }
  Json operator()(std::int64_t number) const { return integer_json(number, numbers_); }
  Json operator()(std::uint64_t number) const { return integer_json(number, numbers_); }
  Json operator()(double number) const { return double_json(number); }
  Json operator()(const Value::Text& text) const { return *text; }
  Json operator()(const Bytes& bytes) const { return encode_base64(*bytes.text); }
  Json operator()(const Timestamp& time) const { return timestamp_text(time); }
  Json operator()(const Span& span) const { return span_text(span); }
  Json operator()(const List& list) const
  {
    if (list.json != nullptr) return *list.json;
    Json items = Json::array();
    for (const auto& item : *list.own) items.push_back(to_json(item, numbers_));
    return items;
  }
  Json operator()(const Map& map) const
  {
    if (map.json != nullptr) return *map.json;
    Json members = Json::object();
    for (const auto& [code, entry] : *map.own) {
      const auto* name = entry.first.text_if();
      if (name == nullptr) {
        throw PatchValueError("map key " + go_quoted(key_text(entry.first)) + " is of type " + type_name(entry.first) +
                              ", not string");
      }
      members[*name] = to_json(entry.second, numbers_);
    }
    return members;
  }
  Json operator()(const Optional& optional) const
  {
    return optional.value ? to_json(*optional.value, numbers_) : Json();
  }
  template <class Other>
  Json operator()(const Other& other) const
  {
    throw PatchValueError("type conversion error from '" + type_name(Value(other)) + "' to 'google.protobuf.Value'");
  }

private:
  JsonNumbers numbers_;
};

Value escape_key(Session& session, std::span<const Value> args)
{
  std::string escaped;
  for (const char c : *args[0].text_if()) {
    if (c == '~' || c == '/') {
      escaped += c == '~' ? "~0" : "~1";
    } else {
      escaped += c;
    }
  }
  count_bytes(session, escaped.size());
  return Value::text(std::move(escaped));
}

}  // namespace

TypePtr patch_type(std::string_view name)
{
  if (name == patch_type_name) {
    static const auto type = patch_operation_type();
    return type;
  }
  const bool object =
      name == object_type_name || (name.starts_with(object_type_name) && name[object_type_name.size()] == '.');
  if (!object) return nullptr;
  auto type = std::make_shared<Type>();
  type->kind = Kind::object;
  type->name = name;
  type->any_field = true;
  return type;
}

Value unset_field(const Map& object, const std::string& name)
{
  const bool text = object.type->name == patch_type_name && name != "value";
  return text ? Value::text({}) : Value();
}

void check_type_names(const Value& value)
{
  const auto* map = value.get_if<Map>();
  if (map == nullptr || !is_constructed(*map)) return;
  std::string problems;
  check_names(value, map->type->name, problems);
  if (!problems.empty()) throw PatchValueError("type mismatch: " + problems);
}

Json to_json(const Value& value, JsonNumbers numbers)
{
  return value.visit(JsonWriterOf(numbers));
}

std::span<const Function> patch_functions()
{
  static constexpr Function rows[] = {{"jsonpatch.escapeKey", "(string) string", escape_key}};
  return rows;
}

}  // namespace kubexx::cel::detail
