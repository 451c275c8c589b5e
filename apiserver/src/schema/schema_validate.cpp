// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <set>

#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

/// The OpenAPI name of the type that `value` has.
const char* type_of(const Json& value)
{
  if (value.is_null()) return "null";
  if (value.is_object()) return "object";
  if (value.is_array()) return "array";
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "boolean";
  return has_json_type(Schema::Type::integer, value) ? "integer" : "number";
}

std::string number_text(double value)
{
  if (std::trunc(value) == value && std::fabs(value) < 1e15) return std::to_string(static_cast<std::int64_t>(value));
  return dump(Json(value));
}

/// Code points, as Go's utf8.RuneCountInString counts.
std::int64_t rune_count(const std::string& text)
{
  std::int64_t count = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++count;
  }
  return count;
}

class Validator {
public:
  explicit Validator(FieldErrors& errors) : errors_(errors) {}

  void check(const Schema& schema, const Json& value, const std::string& field)
  {
    if (value.is_null()) {
      if (schema.nullable || (schema.type == Schema::Type::any && !schema.int_or_string)) return;
      type_error(schema, value, field);
      return;
    }
    if (!type_fits(schema, value)) {
      if (schema.type == Schema::Type::integer && value.is_number()) {
        not_an_integer(schema, field);
      } else {
        type_error(schema, value, field);
        return;
      }
    } else if (schema.type == Schema::Type::integer && schema.format == "int32" && !fits_int32(value)) {
      unchecked("Checked value must be of type integer with format int32 in " + field);
    }
    check_enum(schema, value, field);
    if (value.is_number()) check_number(schema, value, field);
    if (value.is_string()) check_string(schema, value, field);
    if (value.is_array()) check_array(schema, value, field);
    if (value.is_object()) check_object(schema, value, field);
    check_branches(schema, value, field);
  }

private:
  static bool type_fits(const Schema& schema, const Json& value)
  {
    if (schema.int_or_string) return value.is_string() || has_json_type(Schema::Type::integer, value);
    return has_json_type(schema.type, value);
  }

  static bool fits_int32(const Json& value)
  {
    const auto number = value.get<std::int64_t>();
    return number >= std::numeric_limits<std::int32_t>::min() && number <= std::numeric_limits<std::int32_t>::max();
  }

  /// The real server says this of no field.
  void unchecked(const std::string& problem)
  {
    errors_.push_back({"FieldValueInvalid", "Invalid value: \"\": " + problem, "<nil>"});
  }

  void not_an_integer(const Schema& schema, const std::string& field)
  {
    const bool sized = schema.format == "int32" || schema.format == "int64";
    const std::string actual = sized ? "float64" : "number";
    const std::string wanted = sized ? schema.format : "integer";
    errors_.push_back(
        wrong_type(field, actual, field + " in body must be of type " + wanted + ": " + go_quoted(actual)));
    unchecked("Checked value must be of type integer " + (sized ? "with format " + wanted : "(default format)") +
              " in " + field);
  }

  void type_error(const Schema& schema, const Json& value, const std::string& field)
  {
    const std::string actual = type_of(value);
    const std::string wanted = schema.int_or_string ? "integer,string" : to_string(schema.type);
    errors_.push_back(
        wrong_type(field, actual, field + " in body must be of type " + wanted + ": " + go_quoted(actual)));
  }

  void fail(const std::string& field, const Json& value, const std::string& rule)
  {
    errors_.push_back(invalid_value(field, value, field + " in body " + rule));
  }

  void check_enum(const Schema& schema, const Json& value, const std::string& field)
  {
    if (!schema.allowed.is_array()) return;
    std::vector<std::string> allowed;
    for (const auto& item : schema.allowed) {
      if (item == value) return;
      allowed.push_back(item.is_string() ? item.get<std::string>() : dump(item));
    }
    errors_.push_back(unsupported_value(field, value, allowed));
  }

  void check_number(const Schema& schema, const Json& value, const std::string& field)
  {
    const auto number = value.get<double>();
    if (schema.maximum && (schema.exclusive_maximum ? number >= *schema.maximum : number > *schema.maximum)) {
      fail(field, value,
           "should be less than " + std::string(schema.exclusive_maximum ? "" : "or equal to ") +
               number_text(*schema.maximum));
    }
    if (schema.minimum && (schema.exclusive_minimum ? number <= *schema.minimum : number < *schema.minimum)) {
      fail(field, value,
           "should be greater than " + std::string(schema.exclusive_minimum ? "" : "or equal to ") +
               number_text(*schema.minimum));
    }
    if (schema.multiple_of && *schema.multiple_of > 0) {
      const auto ratio = number / *schema.multiple_of;
      if (std::fabs(ratio - std::round(ratio)) > 1e-9) {
        fail(field, value, "should be a multiple of " + number_text(*schema.multiple_of));
      }
    }
  }

  void check_string(const Schema& schema, const Json& value, const std::string& field)
  {
    const auto& text = value.get_ref<const std::string&>();
    const auto length = rune_count(text);
    if (schema.max_length && length > *schema.max_length) errors_.push_back(too_long(field, *schema.max_length));
    if (schema.min_length && length < *schema.min_length) {
      fail(field, value, "should be at least " + std::to_string(*schema.min_length) + " chars long");
    }
    if (schema.compiled_pattern && !schema.compiled_pattern->found_in(text)) {
      fail(field, value, "should match '" + schema.pattern + "'");
    }
  }

  void check_array(const Schema& schema, const Json& value, const std::string& field)
  {
    const auto size = static_cast<std::int64_t>(value.size());
    if (schema.max_items && size > *schema.max_items) {
      errors_.push_back(too_many(field, value.size(), *schema.max_items));
    }
    if (schema.min_items && size < *schema.min_items) {
      fail(field, value, "should have at least " + std::to_string(*schema.min_items) + " items");
    }
    check_unique(schema, value, field);
    if (!schema.items) return;
    for (std::size_t index = 0; index < value.size(); ++index) {
      check(*schema.items, value[index], field + "[" + std::to_string(index) + "]");
    }
  }

  void check_unique(const Schema& schema, const Json& value, const std::string& field)
  {
    const bool set = schema.list_type == "set";
    const bool map = schema.list_type == "map";
    if (!set && !map) return;
    std::set<Json> seen;
    for (std::size_t index = 0; index < value.size(); ++index) {
      Json id = value[index];
      if (map) {
        id = Json::object();
        for (const auto& key : schema.list_map_keys) {
          if (const auto* part = find(value[index], {key})) id[key] = *part;
        }
      }
      const auto [place, fresh] = seen.insert(std::move(id));
      if (!fresh) errors_.push_back(duplicate_value(field + "[" + std::to_string(index) + "]", *place));
    }
  }

  void check_object(const Schema& schema, const Json& value, const std::string& field)
  {
    const auto size = static_cast<std::int64_t>(value.size());
    if (schema.max_properties && size > *schema.max_properties) {
      errors_.push_back(too_many(field, value.size(), *schema.max_properties));
    }
    if (schema.min_properties && size < *schema.min_properties) {
      fail(field, value, "should have at least " + std::to_string(*schema.min_properties) + " properties");
    }
    const auto path = [&](const std::string& name) { return field.empty() ? name : field + "." + name; };
    for (const auto& name : schema.required) {
      if (!value.contains(name)) errors_.push_back(required_value(path(name), ""));
    }
    for (const auto& [name, member] : value.items()) {
      const auto known = schema.properties.find(name);
      if (field.empty() && (name == "metadata" || name == "apiVersion" || name == "kind")) continue;
      if (known != schema.properties.end()) {
        check(*known->second, member, path(name));
      } else if (schema.additional) {
        check(*schema.additional, member, path(name));
      }
    }
  }

  static bool accepts(const Schema& schema, const Json& value, const std::string& field)
  {
    FieldErrors errors;
    Validator(errors).check(schema, value, field);
    return errors.empty();
  }

  void check_branches(const Schema& schema, const Json& value, const std::string& field)
  {
    const auto composite = [&](const std::string& rule) {
      errors_.push_back(invalid_value(field, "", go_quoted(field) + " " + rule));
    };
    for (const auto& branch : schema.all_of) check(*branch, value, field);
    if (!schema.any_of.empty()) {
      bool any = false;
      for (const auto& branch : schema.any_of) any = any || accepts(*branch, value, field);
      if (!any) composite("must validate at least one schema (anyOf)");
    }
    if (!schema.one_of.empty()) {
      std::size_t count = 0;
      for (const auto& branch : schema.one_of) count += accepts(*branch, value, field) ? 1U : 0U;
      if (count == 0) composite("must validate one and only one schema (oneOf). Found none valid");
      if (count > 1) {
        composite("must validate one and only one schema (oneOf). Found " + std::to_string(count) +
                  " valid alternatives");
      }
    }
    if (schema.not_ && accepts(*schema.not_, value, field)) composite("must not validate the schema (not)");
  }

  FieldErrors& errors_;
};

}  // namespace

void validate_schema(const Schema& schema, const Json& value, const std::string& field, FieldErrors& errors)
{
  Validator(errors).check(schema, value, field);
}

}  // namespace kubexx::apiserver
