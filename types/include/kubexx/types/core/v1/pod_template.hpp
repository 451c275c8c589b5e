// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/pod_template_spec.hpp"

namespace kubexx::corev1 {

/// PodTemplate describes a template for creating copies of a predefined pod.
struct PodTemplate {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "PodTemplate", "podtemplates"};
  ObjectMeta metadata{};
  /// Template defines the pods that will be created from this pod template.
  /// https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
  PodTemplateSpec template_{};

  friend bool operator==(const PodTemplate&, const PodTemplate&);
};
BOOST_DESCRIBE_STRUCT(PodTemplate, (), (metadata, template_))
KUBEXX_COMPILED(PodTemplate)

}  // namespace kubexx::corev1
