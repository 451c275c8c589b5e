// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/error.hpp"

namespace kubexx {

/// The value of a field as an error shows it: a string in quotes, a number or a boolean as it is. Made implicitly.
class FieldValue {
public:
  FieldValue(std::string_view text);  // NOLINT(google-explicit-constructor)
  FieldValue(const std::string& text) : FieldValue(std::string_view(text)) {}
  FieldValue(const char* text) : FieldValue(std::string_view(text)) {}
  FieldValue(std::integral auto value)  // NOLINT(google-explicit-constructor)
  {
    if constexpr (std::same_as<decltype(value), bool>) {
      text_ = value ? "true" : "false";
    } else {
      text_ = std::to_string(value);
    }
  }
  FieldValue(double value);  // NOLINT(google-explicit-constructor)

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
  std::string text_;
};

/// The errors of an object's fields, in the words of an API server. A validating webhook returns it; kubectl
/// prints one line for each error. Texts and reasons are those of k8s.io/apimachinery/pkg/util/validation/field.
/// A path is what the user reads: "spec.schedule", "spec.ports[2].name". A value type.
///
///     FieldErrors errors;
///     if (!parse(job.spec.schedule)) errors.invalid("spec.schedule", job.spec.schedule, "five fields are expected");
///     return errors;
class FieldErrors {
public:
  FieldErrors() = default;

  /// Each adds one cause, with the reason and the message of Kubernetes, and returns this list.
  FieldErrors& required(std::string path, std::string_view detail = {});
  FieldErrors& invalid(std::string path, const FieldValue& value, std::string_view detail);
  FieldErrors& forbidden(std::string path, std::string_view detail);
  FieldErrors& duplicate(std::string path, const FieldValue& value);
  FieldErrors& not_found(std::string path, const FieldValue& value);
  FieldErrors& not_supported(std::string path, const FieldValue& value,
                             std::initializer_list<std::string_view> supported);
  FieldErrors& too_long(std::string path, std::size_t most_bytes);
  FieldErrors& too_many(std::string path, std::size_t actual, std::size_t most);
  FieldErrors& add(StatusCause cause);
  /// Adds the errors of another check, such as schema::TypedSchema::validate.
  FieldErrors& add(std::vector<StatusCause> causes);

  [[nodiscard]] bool empty() const noexcept { return causes_.empty(); }
  [[nodiscard]] const std::vector<StatusCause>& causes() const noexcept { return causes_; }

private:
  std::vector<StatusCause> causes_;
};

}  // namespace kubexx
