// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/controller/detail/webhook_registry.hpp"
#include "kubexx/controller/webhook_target.hpp"

namespace kubexx::detail {

/// Whether the program's own requests for the kind pass without the webhook.
[[nodiscard]] bool passes_itself(const AdmissionEndpoint& endpoint,
                                 const std::function<bool(const ResourceType&)>& reconciles);

/// The MutatingWebhookConfiguration and the ValidatingWebhookConfiguration of the endpoints, each in the order of their
/// names. `reconciles`: whether the program reconciles a kind. Throws std::invalid_argument.
[[nodiscard]] std::vector<Object> webhook_configurations(const std::vector<AdmissionEndpoint>& endpoints,
                                                         const WebhookTarget& target,
                                                         const std::function<bool(const ResourceType&)>& reconciles);

/// Where API servers find this path of the program: a clientConfig. Throws std::invalid_argument.
[[nodiscard]] nlohmann::json webhook_client_config(const std::string& path, const WebhookTarget& target);

/// The Service that the configurations name. `port`: where the pods listen.
[[nodiscard]] Object webhook_service(const WebhookTarget& target, std::uint16_t port);

}  // namespace kubexx::detail
