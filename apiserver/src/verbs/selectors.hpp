// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kind.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "store/store.hpp"

namespace kubexx::apiserver {

/// What a list, watch or delete-collection is about.
class Filter {
public:
  /// Throws a bad-request Failure for selectors that cannot be parsed or that `kind` does not know.
  Filter(const Kind& kind, std::string_view namespace_, std::string_view label_selector,
         std::string_view field_selector);

  [[nodiscard]] bool matches(const Stored& object) const;
  /// Whether only the namespace restricts it.
  [[nodiscard]] bool everything() const noexcept { return labels_.everything() && fields_.empty(); }
  [[nodiscard]] const std::string& namespace_() const noexcept { return namespace__; }
  /// With which the keys of all that matches begin.
  [[nodiscard]] std::string key_prefix() const { return namespace__.empty() ? std::string() : namespace__ + "/"; }
  /// What everything that matches has.
  [[nodiscard]] WatchScope scope() const;
  /// False when it is restricted to another name already.
  [[nodiscard]] bool require_name(const std::string& name);

private:
  struct FieldRequirement {
    enum class Source { name, namespace_, body } source = Source::name;
    std::string place;  ///< a JSON pointer
    bool equal = true;
    std::string value;
  };
  std::string namespace__;
  LabelSelector labels_;
  std::vector<FieldRequirement> fields_;
};

/// Of a metav1.LabelSelector. Throws a bad-request Failure for what is none.
[[nodiscard]] LabelSelector selector_of(const Json& label_selector);

}  // namespace kubexx::apiserver
