// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/object.hpp"

namespace kubexx {

struct LabelSelector;  // kubexx/client/meta.hpp

/// The text is no label selector; the message quotes it and says what was expected where.
class SelectorError : public std::invalid_argument {
public:
  using std::invalid_argument::invalid_argument;
};

/// Which labels an object must have, in the syntax of `kubectl -l`: `app=web,tier in (a, b),!canary,weight>3`. Empty
/// matches everything. A value; copying is cheap enough for options, matching copies nothing but label values.
/// Semantics of k8s.io/apimachinery/pkg/labels: `!=` and `notin` also match an object without the label; `>` and `<`
/// compare integers and do not match what is none.
class Selector {
public:
  enum class Operator { exists, does_not_exist, in, not_in, greater, less };
  struct Requirement {
    std::string key;
    Operator op = Operator::exists;
    std::vector<std::string> values;  ///< sorted; one for `=` and `!=`
    std::int64_t number = 0;          ///< of greater and less
    friend bool operator==(const Requirement&, const Requirement&) = default;
  };

  Selector() = default;
  /// Throws SelectorError.
  [[nodiscard]] static Selector parse(std::string_view text);
  /// The object has this label with this value.
  [[nodiscard]] static Selector equals(std::string key, std::string value);

  /// The metav1.LabelSelector of a spec, which requires both of its parts. Throws SelectorError.
  [[nodiscard]] static Selector from(const LabelSelector& selector);

  [[nodiscard]] bool matches(const Object& object) const;
  [[nodiscard]] bool everything() const noexcept { return requirements_.empty(); }
  /// In the order of the text.
  [[nodiscard]] const std::vector<Requirement>& requirements() const noexcept { return requirements_; }
  /// The text again, in one form for equal selectors: what ListOptions::label_selector takes.
  [[nodiscard]] std::string to_string() const;

  friend bool operator==(const Selector&, const Selector&) = default;

private:
  std::vector<Requirement> requirements_;
};

}  // namespace kubexx
