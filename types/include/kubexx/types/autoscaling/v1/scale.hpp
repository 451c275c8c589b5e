// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::autoscalingv1 {

/// ScaleSpec describes the attributes of a scale subresource.
struct ScaleSpec {
  /// replicas is the desired number of instances for the scaled object.
  std::int32_t replicas = 0;

  friend bool operator==(const ScaleSpec&, const ScaleSpec&);
};
BOOST_DESCRIBE_STRUCT(ScaleSpec, (), (replicas))
KUBEXX_COMPILED(ScaleSpec)

/// ScaleStatus represents the current status of a scale subresource.
struct ScaleStatus {
  /// replicas is the actual number of observed instances of the scaled object.
  std::int32_t replicas = 0;
  /// selector is the label query over pods that should match the replicas count. This is same as the label selector but
  /// in the string format to avoid introspection by clients. The string will be in the same format as the query-param
  /// syntax.
  std::string selector{};

  friend bool operator==(const ScaleStatus&, const ScaleStatus&);
};
BOOST_DESCRIBE_STRUCT(ScaleStatus, (), (replicas, selector))
KUBEXX_COMPILED(ScaleStatus)

/// Scale represents a scaling request for a resource.
struct Scale {
  static constexpr ResourceInfo kubexx_resource{"autoscaling", "v1", "Scale", "scales", Scope::namespaced, false};
  ObjectMeta metadata{};
  /// spec defines the behavior of the scale.
  ScaleSpec spec{};
  /// status is the current status of the scale. Read-only.
  ScaleStatus status{};

  friend bool operator==(const Scale&, const Scale&);
};
BOOST_DESCRIBE_STRUCT(Scale, (), (metadata, spec, status))
KUBEXX_COMPILED(Scale)

}  // namespace kubexx::autoscalingv1
