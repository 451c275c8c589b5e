// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/quantity.hpp"

namespace kubexx::corev1 {

/// ResourceClaim references one entry in PodSpec.ResourceClaims.
struct ResourceClaim {
  /// Name must match the name of one entry in pod.spec.resourceClaims of the Pod where this field is used. It makes
  /// that resource available inside a container.
  std::string name{};
  /// Request is the name chosen for a request in the referenced claim. If empty, everything from the claim is made
  /// available, otherwise only the result of this request.
  std::string request{};

  friend bool operator==(const ResourceClaim&, const ResourceClaim&);
};
BOOST_DESCRIBE_STRUCT(ResourceClaim, (), (name, request))
KUBEXX_COMPILED(ResourceClaim)

/// ResourceRequirements describes the compute resource requirements.
struct ResourceRequirements {
  /// Limits describes the maximum amount of compute resources allowed.
  std::map<std::string, Quantity> limits{};
  /// Requests describes the minimum amount of compute resources required. If Requests is omitted for a container, it
  /// defaults to Limits if that is explicitly specified, otherwise to an implementation-defined value. Requests cannot
  /// exceed Limits.
  std::map<std::string, Quantity> requests{};
  /// Claims lists the names of resources, defined in spec.resourceClaims, that are used by this container. This field
  /// depends on the DynamicResourceAllocation feature gate. This field is immutable. It can only be set for containers.
  /// Merged by name.
  std::vector<ResourceClaim> claims{};

  friend bool operator==(const ResourceRequirements&, const ResourceRequirements&);
};
BOOST_DESCRIBE_STRUCT(ResourceRequirements, (), (limits, requests, claims))
KUBEXX_COMPILED(ResourceRequirements)

}  // namespace kubexx::corev1
