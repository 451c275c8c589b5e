// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kind.hpp"
#include "store.hpp"

namespace kubexx::apiserver {

/// A label selector in its text form: `a=b,c!=d,e in (x,y),f notin (z),g,!h`.
class LabelSelector {
public:
  /// Throws a bad-request Failure that says where the text is wrong.
  [[nodiscard]] static LabelSelector parse(std::string_view text);
  [[nodiscard]] bool matches(const std::map<std::string, std::string>& labels) const;
  [[nodiscard]] bool empty() const noexcept { return requirements_.empty(); }

private:
  enum class Operator { in, not_in, exists, missing, greater, less };
  struct Requirement {
    std::string key;
    Operator op = Operator::exists;
    std::vector<std::string> values;
  };
  friend class LabelSelectorParser;
  std::vector<Requirement> requirements_;
};

/// What a list, watch or delete-collection is about.
class Filter {
public:
  /// Throws a bad-request Failure for selectors that cannot be parsed or that `kind` does not know.
  Filter(const Kind& kind, std::string_view namespace_, std::string_view label_selector,
         std::string_view field_selector);

  [[nodiscard]] bool matches(const Stored& object) const;
  /// Whether only the namespace restricts it.
  [[nodiscard]] bool everything() const noexcept { return labels_.empty() && fields_.empty(); }
  [[nodiscard]] const std::string& namespace_() const noexcept { return namespace__; }
  void require_name(std::string name);

private:
  struct FieldRequirement {
    enum class Source { name, namespace_, body } source = Source::name;
    Json::json_pointer place;
    bool equal = true;
    std::string value;
  };
  std::string namespace__;
  LabelSelector labels_;
  std::vector<FieldRequirement> fields_;
};

/// `key=value,…` of a map, as the scale subresource shows a selector.
[[nodiscard]] std::string selector_text(const Json& label_selector);

}  // namespace kubexx::apiserver
