// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/selector_error.hpp"

namespace kubexx {

struct MetaLabelSelector;  // kubexx/apimachinery/meta.hpp

/// Selects objects by their labels: built by calls, parsed from the syntax of `kubectl -l`, or taken from the selector
/// of a spec. Empty matches everything. A value, ordered by label name. Behaves like k8s.io/apimachinery/pkg/labels:
/// `!=` and `notin` also match an object without the label; `>` and `<` compare integers and match nothing else.
///
///     options.label_selector = LabelSelector().eq("app", "web").not_in("tier", {"test", "canary"}).exists("owner");
class LabelSelector {
public:
  /// eq and double_eq mean the same and keep the form of the text, `=` or `==`.
  enum class Operator { exists, not_exists, in, not_in, eq, double_eq, ne, greater, less };
  /// `values` are sorted and unique: one for eq, double_eq, ne, greater and less, none for exists and not_exists.
  struct Requirement {
    std::string key;
    Operator op = Operator::exists;
    std::vector<std::string> values;

    friend bool operator==(const Requirement&, const Requirement&) = default;
  };

  LabelSelector() = default;
  /// `app=web,tier in (a, b),!canary,weight>3`. Throws SelectorError.
  [[nodiscard]] static LabelSelector parse(std::string_view text);
  /// Converts the metav1.LabelSelector of a spec; both of its parts must match. A selector without parts matches
  /// everything, as in kubectl and in Go's LabelSelectorAsSelector. In Go, a nil *LabelSelector matches nothing: if a
  /// spec may have none, declare the member as std::optional<MetaLabelSelector> and check whether it is set, above all
  /// before deleting the objects that it matches. Throws SelectorError.
  [[nodiscard]] static LabelSelector from(const MetaLabelSelector& selector);

  /// Each adds a requirement and returns this selector. Throws SelectorError for an invalid label name or value.
  LabelSelector& eq(std::string key, std::string value);
  LabelSelector& ne(std::string key, std::string value);
  LabelSelector& in(std::string key, std::vector<std::string> values);
  LabelSelector& not_in(std::string key, std::vector<std::string> values);
  LabelSelector& exists(std::string key);
  LabelSelector& not_exists(std::string key);
  LabelSelector& add(Requirement requirement);

  /// Whether all requirements hold.
  [[nodiscard]] bool matches(const Object& object) const;
  [[nodiscard]] bool matches(const std::map<std::string, std::string>& labels) const;
  [[nodiscard]] bool everything() const noexcept { return requirements_.empty(); }
  [[nodiscard]] const std::vector<Requirement>& requirements() const& noexcept { return requirements_; }
  [[nodiscard]] std::vector<Requirement> requirements() && noexcept { return std::move(requirements_); }

  /// As apimachinery prints it: sorted by label name, the values sorted. Parses to the same selector.
  [[nodiscard]] std::string to_string() const;
  /// For the options that hold selectors as text.
  operator std::string() const { return to_string(); }

  friend bool operator==(const LabelSelector&, const LabelSelector&) = default;

private:
  std::vector<Requirement> requirements_;  // sorted by key, equal keys in the order of insertion
};

}  // namespace kubexx
