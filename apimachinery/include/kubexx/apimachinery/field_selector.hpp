// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/selector_error.hpp"

namespace kubexx {

/// Selects objects by the values of the fields that the server indexes: `metadata.name=web`. Empty matches everything.
/// A value type. Behaves like k8s.io/apimachinery/pkg/fields: in values, a backslash escapes `,`, `=` and itself.
///
///     options.field_selector = FieldSelector().eq("spec.nodeName", node).ne("status.phase", "Succeeded");
class FieldSelector {
public:
  /// One condition on a field.
  struct Term {
    std::string field;
    std::string value;  ///< without escapes
    bool equal = true;  ///< false: the field must have another value

    friend bool operator==(const Term&, const Term&) = default;
  };

  FieldSelector() = default;
  /// `a=b,c!=d,e==f`. Throws SelectorError.
  [[nodiscard]] static FieldSelector parse(std::string_view text);

  /// Each adds a term and returns this selector.
  FieldSelector& eq(std::string field, std::string value);
  FieldSelector& ne(std::string field, std::string value);

  /// `value_of` gets the name of a field and returns its value, empty if the object has none.
  [[nodiscard]] bool matches(const std::function<std::string(const std::string& field)>& value_of) const;
  [[nodiscard]] bool everything() const noexcept { return terms_.empty(); }
  [[nodiscard]] const std::vector<Term>& terms() const& noexcept { return terms_; }
  [[nodiscard]] std::vector<Term> terms() && noexcept { return std::move(terms_); }

  [[nodiscard]] std::string to_string() const;
  /// For the options that hold selectors as text.
  operator std::string() const { return to_string(); }

  friend bool operator==(const FieldSelector&, const FieldSelector&) = default;

private:
  std::vector<Term> terms_;  // parsed: sorted by their text; built: in the order of the calls
};

}  // namespace kubexx
