// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/informer/indexed_store.hpp"

namespace kubexx {

/// The scalar at the path of a field ("spec.nodeName") as text; nullopt when there is none.
[[nodiscard]] std::optional<std::string> field_of(const Object& object, const std::string& field);

/// The selectors of a watch, asked here instead of at the server. Labels are certain. A field is what lies at its path
/// in the object; the server may compute it (a Job's status.successful), so one that is absent is unknown, apart from
/// those that are known to be empty then. A value.
class Selection {
public:
  /// What cannot be parsed here selects nobody knows what.
  Selection(std::string_view label_selector, std::string_view field_selector);

  [[nodiscard]] Selected of(const Object& object) const;

private:
  std::optional<LabelSelector> labels_;
  std::optional<FieldSelector> fields_;
};

}  // namespace kubexx
