// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/controller/detail/webhook_registry.hpp"

namespace kubexx::detail {

/// API servers refuse webhooks with more match conditions.
inline constexpr std::size_t kMaxMatchConditions = 64;

/// Throws std::invalid_argument, with the remedy, for what an API server would refuse in a configuration, for a name
/// that one of `others` has, and for a failure policy that could stop the cluster.
void check_webhook(const AdmissionEndpoint& endpoint, const std::vector<AdmissionEndpoint>& others);

/// Its name in the configuration: that of the options, or one made of path and kind.
[[nodiscard]] std::string webhook_name(const AdmissionEndpoint& endpoint);

}  // namespace kubexx::detail
