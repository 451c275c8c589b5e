// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/types/core/v1/pod_spec.hpp"

namespace kubexx::corev1 {

/// PodTemplateSpec describes the data a pod should have when created from a template
struct PodTemplateSpec {
  /// Standard object's metadata.
  ObjectMeta metadata{};
  /// Specification of the desired behavior of the pod.
  PodSpec spec{};

  friend bool operator==(const PodTemplateSpec&, const PodTemplateSpec&);
};
BOOST_DESCRIBE_STRUCT(PodTemplateSpec, (), (metadata, spec))
KUBEXX_COMPILED(PodTemplateSpec)

}  // namespace kubexx::corev1
