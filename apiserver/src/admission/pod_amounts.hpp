// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "kubexx/apimachinery/quantity.hpp"

namespace kubexx::apiserver {

/// v1.ResourceList.
using ResourceAmounts = std::map<std::string, Quantity>;
/// What is no quantity is left out.
[[nodiscard]] ResourceAmounts resource_amounts(const Json& list);
void add_resources(ResourceAmounts& to, const ResourceAmounts& amounts);

/// "requests" or "limits" of a pod's containers by its spec: of all together, or of one init container, with those that
/// run beside it, if that is more.
[[nodiscard]] ResourceAmounts amounts_of_containers(const Json& pod, const char* list);
/// What a pod takes of a node, from its spec and what its status says of containers that are being resized:
/// PodRequests and PodLimits of k8s.io/component-helpers/resource.
[[nodiscard]] ResourceAmounts pod_requests(const Json& pod);
[[nodiscard]] ResourceAmounts pod_limits(const Json& pod);

[[nodiscard]] bool is_huge_page(std::string_view name);
/// Whether a pod as a whole may have it: IsSupportedPodLevelResource.
[[nodiscard]] bool is_pod_level_resource(std::string_view name);
/// Whether the pod as a whole has requests or limits.
[[nodiscard]] bool has_pod_level_resources(const Json& pod);

}  // namespace kubexx::apiserver
