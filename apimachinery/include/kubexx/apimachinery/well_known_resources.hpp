// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/apimachinery/resource.hpp"

/// The built-in kinds that controllers use most often.
namespace kubexx::resources {

/// For the untyped interfaces. The structs of kubexx::types have their own.
inline const ResourceType pods{"", "v1", "Pod", "pods"};
inline const ResourceType config_maps{"", "v1", "ConfigMap", "configmaps"};
inline const ResourceType secrets{"", "v1", "Secret", "secrets"};
inline const ResourceType services{"", "v1", "Service", "services"};
inline const ResourceType service_accounts{"", "v1", "ServiceAccount", "serviceaccounts"};
inline const ResourceType core_events{"", "v1", "Event", "events"};
inline const ResourceType namespaces{"", "v1", "Namespace", "namespaces", Scope::cluster};
inline const ResourceType nodes{"", "v1", "Node", "nodes", Scope::cluster};
inline const ResourceType events{"events.k8s.io", "v1", "Event", "events"};
inline const ResourceType deployments{"apps", "v1", "Deployment", "deployments"};
inline const ResourceType replica_sets{"apps", "v1", "ReplicaSet", "replicasets"};
inline const ResourceType stateful_sets{"apps", "v1", "StatefulSet", "statefulsets"};
inline const ResourceType daemon_sets{"apps", "v1", "DaemonSet", "daemonsets"};
inline const ResourceType jobs{"batch", "v1", "Job", "jobs"};
inline const ResourceType leases{"coordination.k8s.io", "v1", "Lease", "leases"};
inline const ResourceType custom_resource_definitions{"apiextensions.k8s.io", "v1", "CustomResourceDefinition",
                                                      "customresourcedefinitions", Scope::cluster};

}  // namespace kubexx::resources
