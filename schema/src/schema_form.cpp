// SPDX-License-Identifier: Apache-2.0
#include "schema_form.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {
namespace {

enum class Form { text, flag, number, integer, list, texts, rules, schema, schema_or_flag, schemas, named_schemas };

struct Keyword {
  std::string_view name;
  Form form;
};

constexpr std::array keywords{
    Keyword{"$ref", Form::text},
    Keyword{"additionalProperties", Form::schema_or_flag},
    Keyword{"allOf", Form::schemas},
    Keyword{"anyOf", Form::schemas},
    Keyword{"description", Form::text},
    Keyword{"enum", Form::list},
    Keyword{"exclusiveMaximum", Form::flag},
    Keyword{"exclusiveMinimum", Form::flag},
    Keyword{"format", Form::text},
    Keyword{"items", Form::schema},
    Keyword{"maxItems", Form::integer},
    Keyword{"maxLength", Form::integer},
    Keyword{"maxProperties", Form::integer},
    Keyword{"maximum", Form::number},
    Keyword{"minItems", Form::integer},
    Keyword{"minLength", Form::integer},
    Keyword{"minProperties", Form::integer},
    Keyword{"minimum", Form::number},
    Keyword{"multipleOf", Form::number},
    Keyword{"not", Form::schema},
    Keyword{"nullable", Form::flag},
    Keyword{"oneOf", Form::schemas},
    Keyword{"pattern", Form::text},
    Keyword{"properties", Form::named_schemas},
    Keyword{"required", Form::texts},
    Keyword{"title", Form::text},
    Keyword{"type", Form::text},
    Keyword{"uniqueItems", Form::flag},
    Keyword{"x-kubernetes-embedded-resource", Form::flag},
    Keyword{"x-kubernetes-int-or-string", Form::flag},
    Keyword{"x-kubernetes-list-map-keys", Form::texts},
    Keyword{"x-kubernetes-list-type", Form::text},
    Keyword{"x-kubernetes-map-type", Form::text},
    Keyword{"x-kubernetes-preserve-unknown-fields", Form::flag},
    Keyword{"x-kubernetes-validations", Form::rules},
};

constexpr std::array rule_members{
    Keyword{"fieldPath", Form::text},       Keyword{"message", Form::text}, Keyword{"messageExpression", Form::text},
    Keyword{"optionalOldSelf", Form::flag}, Keyword{"reason", Form::text},  Keyword{"rule", Form::text},
};

std::string_view name_of(Form form)
{
  switch (form) {
    case Form::text:
      return "a string";
    case Form::flag:
      return "a boolean";
    case Form::number:
      return "a number";
    case Form::integer:
      return "an integer";
    case Form::list:
      return "an array";
    case Form::texts:
      return "an array of strings";
    case Form::rules:
      return "an array of objects";
    case Form::schema:
      return "a schema";
    case Form::schema_or_flag:
      return "a schema or a boolean";
    case Form::schemas:
      return "an array of schemas";
    case Form::named_schemas:
      return "an object of schemas";
  }
  return "";
}

template <class Test>
bool all(const Json& values, Test test)
{
  return std::all_of(values.begin(), values.end(), test);
}

bool fits(const Json& value, Form form)
{
  const auto is_object = [](const Json& inner) { return inner.is_object(); };
  switch (form) {
    case Form::text:
      return value.is_string();
    case Form::flag:
      return value.is_boolean();
    case Form::number:
      return value.is_number();
    case Form::integer:
      return has_json_type(Schema::Type::integer, value);
    case Form::list:
      return value.is_array();
    case Form::texts:
      return value.is_array() && all(value, [](const Json& inner) { return inner.is_string(); });
    case Form::schema:
      return value.is_object();
    case Form::schema_or_flag:
      return value.is_object() || value.is_boolean();
    case Form::rules:
    case Form::schemas:
      return value.is_array() && all(value, is_object);
    case Form::named_schemas:
      return value.is_object() && all(value, is_object);
  }
  return false;
}

void check_choice(const Json& source, const std::string& field, const char* name, std::vector<std::string> allowed,
                  FieldErrors& errors)
{
  const auto value = string_at(source, {name});
  if (value.empty() || std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
  errors.push_back(unsupported_value(field + "." + name, value, allowed));
}

void check_members(const Json& source, std::span<const Keyword> known, const std::string& field, FieldErrors& errors);

void check_inner(const Json& value, const Keyword& keyword, const std::string& at, FieldErrors& errors)
{
  if (value.is_array()) {
    for (std::size_t index = 0; index < value.size(); ++index) {
      const auto place = at + "[" + std::to_string(index) + "]";
      if (keyword.form == Form::schemas) check_form(value[index], place, errors);
      if (keyword.form == Form::rules) check_members(value[index], rule_members, place, errors);
    }
  } else if (keyword.form == Form::named_schemas) {
    for (const auto& [name, inner] : value.items()) {
      std::string place = at;
      check_form(inner, place.append("[").append(name).append("]"), errors);
    }
  } else if (value.is_object()) {
    check_form(value, at, errors);
  }
}

void check_members(const Json& source, std::span<const Keyword> known, const std::string& field, FieldErrors& errors)
{
  for (const auto& keyword : known) {
    const auto found = source.find(keyword.name);
    if (found == source.end() || found->is_null()) continue;
    const auto at = field + "." + std::string(keyword.name);
    if (fits(*found, keyword.form)) {
      check_inner(*found, keyword, at, errors);
    } else {
      errors.push_back(invalid_value(at, *found, "must be " + std::string(name_of(keyword.form))));
    }
  }
}

}  // namespace

void check_form(const Json& source, const std::string& field, FieldErrors& errors)
{
  if (!source.is_object()) return;  // parse_schema reports it
  check_members(source, keywords, field, errors);
  if (!string_at(source, {"$ref"}).empty()) errors.push_back(forbidden_value(field + ".$ref", "$ref is not supported"));
  check_choice(source, field, "x-kubernetes-list-type", {"atomic", "map", "set"}, errors);
  check_choice(source, field, "x-kubernetes-map-type", {"atomic", "granular"}, errors);
  if (const auto* factor = find(source, {"multipleOf"}); factor != nullptr && factor->is_number() && *factor <= 0) {
    errors.push_back(invalid_value(field + ".multipleOf", *factor, "must be greater than 0"));
  }
}

}  // namespace kubexx::schema::detail
