// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::detail {

/// The kinds that a webhook authority's certificate is written into.
[[nodiscard]] const std::array<ResourceType, 3>& injected_kinds();

/// Returns the patch that writes `bundle` (PEM) wherever `object`, which is of one of these kinds, calls a webhook;
/// nullopt if it is there already, or if the object calls none or lacks the mark. The patch fails (422) if the object
/// has lost the mark, or if its webhooks are no longer in the places where they were, and it touches nothing else.
[[nodiscard]] std::optional<Patch> injection(const Object& object, const std::string& mark, const std::string& bundle);

}  // namespace kubexx::detail
