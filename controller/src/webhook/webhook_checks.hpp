// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/controller/detail/webhook_registry.hpp"

namespace kubexx::detail {

/// API servers refuse webhooks with more match conditions.
inline constexpr std::size_t kMaxMatchConditions = 64;

/// Throws std::invalid_argument, with the remedy, for what an API server would refuse in a configuration, for a name
/// that one of `others` has, and for a failure policy that could stop the cluster.
void check_webhook(const AdmissionEndpoint& endpoint, const std::vector<AdmissionEndpoint>& others);

/// Whether it may be the name of a namespace or of a Service: a DNS label (RFC 1123).
[[nodiscard]] bool is_dns_label(std::string_view name);

/// Its name in the configuration: that of the options, or one made of path and kind.
[[nodiscard]] std::string webhook_name(const AdmissionEndpoint& endpoint);

}  // namespace kubexx::detail
