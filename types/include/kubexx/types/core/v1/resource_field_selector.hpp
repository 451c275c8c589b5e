// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/quantity.hpp"

namespace kubexx::corev1 {

/// ResourceFieldSelector represents container resources (cpu, memory) and their output format
struct ResourceFieldSelector {
  /// Container name: required for volumes, optional for env vars
  std::string containerName{};
  /// Required: resource to select
  std::string resource{};
  /// Specifies the output format of the exposed resources, defaults to "1"
  Quantity divisor{};

  friend bool operator==(const ResourceFieldSelector&, const ResourceFieldSelector&);
};
BOOST_DESCRIBE_STRUCT(ResourceFieldSelector, (), (containerName, resource, divisor))
KUBEXX_COMPILED(ResourceFieldSelector)

}  // namespace kubexx::corev1
