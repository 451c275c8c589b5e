// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// ContainerResizePolicy represents resource resize policy for the container.
struct ContainerResizePolicy {
  /// Name of the resource to which this resource resize policy applies. Supported values: cpu, memory.
  std::string resourceName{};
  /// Restart policy to apply when specified resource is resized. If not specified, it defaults to NotRequired.
  std::string restartPolicy{};

  friend bool operator==(const ContainerResizePolicy&, const ContainerResizePolicy&);
};
BOOST_DESCRIBE_STRUCT(ContainerResizePolicy, (), (resourceName, restartPolicy))
KUBEXX_COMPILED(ContainerResizePolicy)

}  // namespace kubexx::corev1
