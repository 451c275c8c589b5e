// SPDX-License-Identifier: Apache-2.0
// From JSON to values by the schema: k8s.io/apiserver/pkg/cel/common/valuesunstructured.go.
#include "kubexx/base/base64.hpp"
#include "kubexx/cel/detail/value.hpp"
#include "values/time.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

/// A text that lives as long as the JSON.
Value borrowed(const Json& json)
{
  const auto& text = json.get_ref<const std::string&>();
  return {Value::Text(Value::Text(), &text)};
}

/// Go's name of the type that decoded JSON has.
const char* go_type(const Json& json)
{
  if (json.is_string()) return "string";
  if (json.is_boolean()) return "bool";
  if (json.is_object()) return "map[string]interface {}";
  if (json.is_array()) return "[]interface {}";
  if (json.is_null()) return "<nil>";
  return is_int64(json) ? "int64" : "float64";
}

Value int_or_string(const Json& json)
{
  if (json.is_string()) return borrowed(json);
  if (is_int64(json)) return {json.get<std::int64_t>()};
  return Value::error("invalid data, expected XIntOrString value to be either a string or integer");
}

Value from_text(const Json& json, const Type& type)
{
  if (!json.is_string()) return Value::error(std::string("invalid data, expected string, got ") + go_type(json));
  const auto& text = json.get_ref<const std::string&>();
  if (type.kind == Kind::string) return borrowed(json);
  if (type.kind == Kind::duration) {
    if (auto span = parse_format_duration(text)) return {*span};
    return Value::error("Invalid duration " + text);
  }
  if (type.kind == Kind::bytes) {
    if (auto bytes = decode_base64(text)) return {Bytes{std::make_shared<const std::string>(std::move(*bytes))}};
    return Value::error("Invalid byte formatted string " + text);
  }
  const bool date = type.date;
  if (auto time = date ? parse_date(text) : parse_date_time(text)) return {std::move(*time)};
  return Value::error((date ? "Invalid date formatted string " : "Invalid date-time formatted string ") + text);
}

/// What has no schema.
Value from_anything(const Json& json)
{
  static const auto map = map_of(simple_type(Kind::string), simple_type(Kind::dyn));
  static const auto list = list_of(simple_type(Kind::dyn));
  if (json.is_null()) return {};
  if (json.is_string()) return borrowed(json);
  if (json.is_boolean()) return {json.get<bool>()};
  if (json.is_object()) return {Map{nullptr, &json, map}};
  if (json.is_array()) return {List{nullptr, &json, list}};
  if (is_int64(json)) return {json.get<std::int64_t>()};
  return {json.get<double>()};
}

}  // namespace

Value from_json(const Json& json, const TypePtr& type)
{
  if (type->kind == Kind::dyn && !type->declared) return from_anything(json);
  if (json.is_null()) {
    if (type->nullable) return {};
    return Value::error("invalid data, got null for schema with nullable=false");
  }
  switch (type->kind) {
    case Kind::dyn:
      return int_or_string(json);
    case Kind::string:
    case Kind::bytes:
    case Kind::timestamp:
    case Kind::duration:
      return from_text(json, *type);
    case Kind::boolean:
      if (json.is_boolean()) return {json.get<bool>()};
      return Value::error(std::string("invalid data, expected bool, got ") + go_type(json));
    case Kind::integer:
      if (is_int64(json)) return {json.get<std::int64_t>()};
      return Value::error(std::string("invalid data, expected int, got ") + go_type(json));
    case Kind::number:
      if (json.is_number()) return {json.get<double>()};
      return Value::error(std::string("invalid data, expected float, got ") + go_type(json));
    case Kind::list:
      if (json.is_array()) return {List{nullptr, &json, type}};
      return Value::error("invalid data, expected an array for the provided schema with type=array");
    case Kind::map:
    case Kind::object:
      if (json.is_object()) return {Map{nullptr, &json, type}};
      return Value::error("invalid data, expected a map for the provided schema with type=object");
    default:
      return Value::error("invalid type");
  }
}

}  // namespace kubexx::cel::detail
