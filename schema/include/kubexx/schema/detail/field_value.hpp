// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/schema/detail/field_errors.hpp"

namespace kubexx::schema::detail {

/// A value under validation, with its path and where its errors go: field.Path with what it leads to. A value that is
/// not there is null. It refers to the object and the list of errors, which must outlive it.
class FieldValue {
public:
  FieldValue(const Json* value, std::string path, FieldErrors& errors)
      : value_(value), path_(std::move(path)), errors_(&errors)
  {
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] FieldErrors& errors() const noexcept { return *errors_; }
  [[nodiscard]] const Json& value() const noexcept;
  [[nodiscard]] bool present() const noexcept { return value_ != nullptr && !value_->is_null(); }
  /// Whether it is absent, "", 0, false, or an empty list or object.
  [[nodiscard]] bool zero() const;
  [[nodiscard]] std::string text() const;  ///< empty when it is no string
  [[nodiscard]] std::int64_t number() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool is(std::string_view text) const { return present() && value() == text; }

  [[nodiscard]] FieldValue operator[](std::string_view name) const;
  [[nodiscard]] std::vector<FieldValue> items() const;
  /// The members of an object: path[key].
  [[nodiscard]] std::vector<std::pair<std::string, FieldValue>> entries() const;
  /// The same value under another path, as some messages have it.
  [[nodiscard]] FieldValue named(std::string path) const { return {value_, std::move(path), *errors_}; }

  void invalid(std::string_view detail) const { invalid(value(), detail); }
  void invalid(const Json& shown, std::string_view detail) const;
  /// The value as a Go struct writes it: internal_text.
  void invalid_text(const std::string& shown, std::string_view detail) const;
  void required(std::string_view detail = {}) const;
  void forbidden(std::string_view detail) const;
  void duplicate() const;
  void not_found() const;
  void unsupported(const std::vector<std::string>& allowed) const;

  /// A problem of names.hpp, unless it is empty.
  void problem(const std::string& text) const
  {
    if (!text.empty()) invalid(text);
  }
  /// All of them.
  void problems(const std::vector<std::string>& texts) const
  {
    for (const auto& text : texts) invalid(text);
  }
  /// Absent counts as 0.
  void not_negative() const;
  void one_of(const std::vector<std::string>& allowed) const;
  /// Unlike `current`: "field is immutable".
  void immutable(const FieldValue& current) const;
  /// The same where a real server checks declaratively, and shows no value.
  void unchanged(const FieldValue& current) const;
  void dns_label() const;
  /// IsDomainPrefixedPath: "acme.io/foo".
  void domain_prefixed_path() const;
  /// ValidateSignerName of pkg/apis/core/validation: "example.com/signer-name".
  void signer_name() const;
  void port_number() const;
  void port_name() const;
  void port_number_or_name() const;
  /// A number or a percentage; IsNotMoreThan100Percent is apart.
  void number_or_percent() const;
  void at_most_all() const;
  /// A metav1.LabelSelector. Returns whether it can be used.
  [[nodiscard]] bool label_selector() const;
  void labels() const;
  void quantity_not_negative() const;

private:
  const Json* value_;
  std::string path_;
  FieldErrors* errors_;
};

[[nodiscard]] std::vector<std::string> port_name_problems(std::string_view name);
[[nodiscard]] std::string port_number_problem(std::int64_t number);

}  // namespace kubexx::schema::detail
