// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/schema/detail/json.hpp"

/// What is wrong with the fields of an object: k8s.io/apimachinery/pkg/util/validation/field.
namespace kubexx::schema::detail {

/// One error of a field: field.Error.
struct FieldError {
  std::string reason;  ///< "FieldValueInvalid", …
  std::string body;    ///< "Invalid value: …: detail"
  std::string field;
  Json shown = nullptr;  ///< the list or object that the body shows, as it is stored; null: none

  [[nodiscard]] std::string text() const { return field.empty() ? body : field + ": " + body; }
};
using FieldErrors = std::vector<FieldError>;

[[nodiscard]] FieldError invalid_value(std::string field, const Json& value, std::string_view detail);
[[nodiscard]] FieldError required_value(std::string field, std::string_view detail);
[[nodiscard]] FieldError forbidden_value(std::string field, std::string_view detail);
[[nodiscard]] FieldError unsupported_value(std::string field, const Json& value,
                                           const std::vector<std::string>& allowed);
[[nodiscard]] FieldError duplicate_value(std::string field, const Json& value);
[[nodiscard]] FieldError not_found_value(std::string field, const Json& value);
[[nodiscard]] FieldError too_long(std::string field, std::int64_t limit);
[[nodiscard]] FieldError too_many(std::string field, std::size_t actual, std::int64_t limit);
[[nodiscard]] FieldError wrong_type(std::string field, const Json& value, std::string_view detail);

/// Removes each error that says the same as one before it.
void drop_repeated(FieldErrors& errors);

}  // namespace kubexx::schema::detail
