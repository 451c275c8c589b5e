// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/controller/context.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/request.hpp"
#include "kubexx/controller/result.hpp"
#include "kubexx/types/core/v1/config_map.hpp"

namespace kubexx {
class Manager;
}

/// Distributes ConfigMaps of one cluster, the hub, to others, the members.
namespace distribution {

using kubexx::corev1::ConfigMap;

/// The label of what the hub distributes, with the value "yes".
inline constexpr const char* distribute_label = "distribute";
/// The label of a copy; its value is the hub's name, so that several hubs may share a member.
inline constexpr const char* copy_label = "distributed-by";

/// Brings the copy of one ConfigMap in one member, whose key it is, to what the hub says:
/// - creates it, under the same name in the same namespace, and restores its data when someone has changed them;
/// - removes it when the original is gone or is distributed no more;
/// - leaves a ConfigMap alone that is no copy of this hub's: a warning event on the original, and an error that is
///   retried.
[[nodiscard]] kubexx::Result bring_up_to_date(kubexx::Context& member, const kubexx::Request& request,
                                              const std::string& hub_name);

/// The controller around it. Members are the clusters that were added to `manager` before it is started.
kubexx::Controller add_distributor(kubexx::Manager& manager, const std::string& hub_name);

}  // namespace distribution
