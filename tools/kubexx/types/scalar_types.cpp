// SPDX-License-Identifier: Apache-2.0
#include "scalar_types.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "json_access.hpp"
#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::cli::types {
namespace {

using nlohmann::json;

/// A class of the library that is one value of JSON.
template <class Value>
Typed value_class(const char* type, const char* header)
{
  return {.type = type,
          .form = Form::any,
          .printed = json::parse(Value::kubexx_schema),
          .includes = {std::string("\"kubexx/apimachinery/") + header + ".hpp\""}};
}

struct IntegerType {
  const char* format;
  const char* type;
  std::int64_t least, most;
  json printed;
};

template <class T>
IntegerType integer_type(const char* format, const char* type, json printed)
{
  printed["type"] = "integer";
  using Limits = std::numeric_limits<T>;
  constexpr auto most = std::in_range<std::int64_t>(Limits::max()) ? static_cast<std::int64_t>(Limits::max())
                                                                   : std::numeric_limits<std::int64_t>::max();
  return {format, type, static_cast<std::int64_t>(Limits::min()), most, std::move(printed)};
}

/// Whether the values that a schema names fit into the type, and the bounds that the type has are in the schema.
bool fits(const json& schema, const IntegerType& type)
{
  const auto in_range = [&](const json& value) {
    return !value.is_number() || (value >= type.least && value <= type.most);
  };
  for (const char* keyword : {"minimum", "maximum", "default"}) {
    const json value = schema.value(keyword, json());
    const json printed = type.printed.value(keyword, json());
    if (printed.is_null() ? !in_range(value) : printed != value) return false;
  }
  const auto values = list_in(schema, "enum");
  return std::all_of(values.begin(), values.end(), in_range);
}

Typed integer(const json& schema)
{
  const std::array<IntegerType, 5> types{
      integer_type<std::int32_t>("int32", "std::int32_t", {{"format", "int32"}}),
      integer_type<std::uint8_t>("uint8", "std::uint8_t", {{"format", "int32"}, {"minimum", 0}, {"maximum", 255}}),
      integer_type<std::uint16_t>("uint16", "std::uint16_t", {{"format", "int32"}, {"minimum", 0}, {"maximum", 65535}}),
      integer_type<std::uint32_t>("uint32", "std::uint32_t",
                                  {{"format", "int64"}, {"minimum", 0}, {"maximum", 4294967295}}),
      integer_type<std::uint64_t>("uint64", "std::uint64_t", {{"format", "int64"}, {"minimum", 0}})};
  const std::string format = text_in(schema, "format");
  const auto found = std::find_if(types.begin(), types.end(),
                                  [&](const IntegerType& one) { return format == one.format && fits(schema, one); });
  const auto chosen =
      found != types.end() ? *found : integer_type<std::int64_t>("int64", "std::int64_t", {{"format", "int64"}});
  return {.type = chosen.type,
          .form = Form::integer,
          .printed = chosen.printed,
          .least = chosen.least,
          .most = chosen.most,
          .includes = {"<cstdint>"}};
}

Typed number(const json& schema)
{
  const bool is_float = text_in(schema, "format") == "float";
  return {.type = is_float ? "float" : "double",
          .form = Form::number,
          .printed = {{"type", "number"}, {"format", is_float ? "float" : "double"}}};
}

Typed text(const json& schema)
{
  const std::string format = text_in(schema, "format");
  if (format == "date-time") return value_class<Time>("kubexx::Time", "time");
  if (format != "byte") return text_type();
  Typed bytes = value_class<Bytes>("kubexx::Bytes", "bytes");
  bytes.may_be_absent = true;
  return bytes;
}

Typed int_or_string(const json& schema)
{
  Typed quantity = value_class<Quantity>("kubexx::Quantity", "quantity");
  const auto pattern = schema.find("pattern");
  if (pattern != schema.end() && *pattern == quantity.printed.at("pattern")) return quantity;
  return value_class<IntOrString>("kubexx::IntOrString", "int_or_string");
}

}  // namespace

Typed text_type()
{
  return {.type = "std::string",
          .form = Form::text,
          .printed = {{"type", "string"}},
          .may_be_absent = true,
          .includes = {"<string>"}};
}

Typed any_type()
{
  Typed result = value_class<RawJson>("kubexx::RawJson", "raw_json");
  result.may_be_absent = true;
  return result;
}

Typed scalar_type(const json& schema)
{
  const std::string type = text_in(schema, "type");
  if (is_true(schema, "x-kubernetes-int-or-string") && !schema.contains("type")) return int_or_string(schema);
  if (type == "boolean") return {.type = "bool", .form = Form::boolean, .printed = {{"type", "boolean"}}};
  if (type == "integer") return integer(schema);
  if (type == "number") return number(schema);
  if (type == "string") return text(schema);
  return any_type();
}

}  // namespace kubexx::cli::types
