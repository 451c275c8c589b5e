// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/field_errors.hpp"

#include <set>
#include <utility>

namespace kubexx::schema::detail {
namespace {

std::string value_text(const Json& value)
{
  return value.is_string() ? go_quoted(value.get_ref<const std::string&>()) : dump(value);
}

/// `value` when it is one that Go shows by its type.
Json structure_of(const Json& value)
{
  return value.is_structured() ? value : Json();
}

}  // namespace

FieldError invalid_value(std::string field, const Json& value, std::string_view detail)
{
  std::string body = "Invalid value: " + value_text(value);
  if (!detail.empty()) body.append(": ").append(detail);
  return {"FieldValueInvalid", std::move(body), std::move(field), structure_of(value)};
}

FieldError required_value(std::string field, std::string_view detail)
{
  std::string body = "Required value";
  if (!detail.empty()) body.append(": ").append(detail);
  return {"FieldValueRequired", std::move(body), std::move(field)};
}

FieldError forbidden_value(std::string field, std::string_view detail)
{
  return {"FieldValueForbidden", "Forbidden: " + std::string(detail), std::move(field)};
}

FieldError unsupported_value(std::string field, const Json& value, const std::vector<std::string>& allowed)
{
  std::string body = "Unsupported value: " + value_text(value);
  if (!allowed.empty()) body += ": supported values: ";
  for (std::size_t index = 0; index < allowed.size(); ++index) {
    if (index > 0) body += ", ";
    body += go_quoted(allowed[index]);
  }
  return {"FieldValueNotSupported", std::move(body), std::move(field), structure_of(value)};
}

FieldError duplicate_value(std::string field, const Json& value)
{
  return {"FieldValueDuplicate", "Duplicate value: " + value_text(value), std::move(field), structure_of(value)};
}

FieldError not_found_value(std::string field, const Json& value)
{
  return {"FieldValueNotFound", "Not found: " + value_text(value), std::move(field), structure_of(value)};
}

FieldError too_long(std::string field, std::int64_t limit)
{
  return {"FieldValueTooLong",
          "Too long: may not be more than " + std::to_string(limit) + (limit == 1 ? " byte" : " bytes"),
          std::move(field)};
}

FieldError too_many(std::string field, std::size_t actual, std::int64_t limit)
{
  return {"FieldValueTooMany",
          "Too many: " + std::to_string(actual) + ": must have at most " + std::to_string(limit) +
              (limit == 1 ? " item" : " items"),
          std::move(field)};
}

FieldError wrong_type(std::string field, const Json& value, std::string_view detail)
{
  return {"FieldValueTypeInvalid", "Invalid value: " + value_text(value) + ": " + std::string(detail),
          std::move(field)};
}

void drop_repeated(FieldErrors& errors)
{
  std::set<std::string> seen;
  std::erase_if(errors, [&](const FieldError& error) { return !seen.insert(error.text()).second; });
}

}  // namespace kubexx::schema::detail
