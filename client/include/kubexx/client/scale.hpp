// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx {

/// The desired state in a Scale.
struct ScaleSpec {
  std::int64_t replicas = 0;  ///< desired replicas
};
BOOST_DESCRIBE_STRUCT(ScaleSpec, (), (replicas))

/// The observed state in a Scale.
struct ScaleStatus {
  std::int64_t replicas = 0;  ///< observed replicas
  std::string selector;       ///< label selector of the pods, as a string
};
BOOST_DESCRIBE_STRUCT(ScaleStatus, (), (replicas, selector))

/// autoscaling/v1 Scale: the number of replicas, in the same form for every kind with this subresource. Its metadata is
/// that of the scaled object.
struct Scale {
  static constexpr ResourceInfo kubexx_resource{"autoscaling", "v1", "Scale", "scales"};
  ObjectMeta metadata;
  ScaleSpec spec;
  ScaleStatus status;
};
BOOST_DESCRIBE_STRUCT(Scale, (), (metadata, spec, status))

/// The response to a TokenRequest. `token` is a secret.
struct IssuedToken {
  std::string token;
  std::string expires;  ///< RFC 3339
};

}  // namespace kubexx
