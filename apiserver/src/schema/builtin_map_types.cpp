// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "schema/builtin_map_types.hpp"

namespace kubexx::apiserver {
namespace {

// x-kubernetes-map-type: atomic in api/openapi-spec/v3 of Kubernetes 1.37.1, in order.
constexpr std::array<std::string_view, 27> atomic_types{
    "admissionregistration.v1.MatchResources",
    "admissionregistration.v1.NamedRuleWithOperations",
    "admissionregistration.v1.ParamKind",
    "admissionregistration.v1.ParamRef",
    "admissionregistration.v1.Variable",
    "autoscaling.v1.CrossVersionObjectReference",
    "core.v1.ConfigMapKeySelector",
    "core.v1.EndpointAddress",
    "core.v1.EndpointPort",
    "core.v1.EvictionResponder",
    "core.v1.FileKeySelector",
    "core.v1.LocalObjectReference",
    "core.v1.NodeSelector",
    "core.v1.NodeSelectorTerm",
    "core.v1.ObjectFieldSelector",
    "core.v1.ObjectReference",
    "core.v1.ResourceFieldSelector",
    "core.v1.ScopeSelector",
    "core.v1.SecretKeySelector",
    "core.v1.SecretReference",
    "core.v1.TopologySelectorTerm",
    "core.v1.TypedLocalObjectReference",
    "discovery.v1.EndpointPort",
    "networking.v1.ServiceBackendPort",
    "rbac.v1.RoleRef",
    "rbac.v1.Subject",
    "meta.v1.LabelSelector",
};
constexpr std::string_view owner_reference = "meta.v1.OwnerReference";

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> atomic_fields{{
    {"core.v1.PodSpec", "nodeSelector"},
    {"core.v1.ReplicationControllerSpec", "selector"},
    {"core.v1.ServiceSpec", "selector"},
    {"node.v1.Scheduling", "nodeSelector"},
}};

}  // namespace

const char* builtin_map_type(std::string_view type)
{
  if (type.empty()) return nullptr;
  const bool found =
      type == owner_reference || std::find(atomic_types.begin(), atomic_types.end(), type) != atomic_types.end();
  return found ? "atomic" : nullptr;
}

const char* builtin_map_type(std::string_view type, std::string_view field)
{
  if (type == "core.v1.PersistentVolumeSpec" && field == "claimRef") return "granular";
  const bool found =
      std::find(atomic_fields.begin(), atomic_fields.end(), std::pair(type, field)) != atomic_fields.end();
  return found ? "atomic" : nullptr;
}

}  // namespace kubexx::apiserver
