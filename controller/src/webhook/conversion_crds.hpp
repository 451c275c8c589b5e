// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kubexx/apimachinery/crd_set.hpp"
#include "kubexx/apimachinery/described_kind.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/controller/detail/webhook_registry.hpp"
#include "kubexx/controller/webhook_target.hpp"

namespace kubexx::detail {

/// The versions of each kind that is converted.
[[nodiscard]] std::vector<std::vector<DescribedKind>> converted_kinds(const std::vector<ServedConversions>& served);

/// What the CRDs of these kinds need, one object for each: Manager::conversion_parts.
[[nodiscard]] std::vector<Object> conversion_parts(const std::vector<std::vector<DescribedKind>>& kinds,
                                                   const WebhookTarget& target);

/// Adds the kinds, and the versions of a kind, that the set does not have.
void add_converted_kinds(CrdSet& crds, const std::vector<std::vector<DescribedKind>>& kinds);

}  // namespace kubexx::detail
