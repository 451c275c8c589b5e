// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::corev1 {

/// LimitRangeItem defines a min/max usage limit for any resource that matches on kind.
struct LimitRangeItem {
  /// Type of resource that this limit applies to.
  std::string type{};
  /// Max usage constraints on this kind by resource name.
  std::map<std::string, Quantity> max{};
  /// Min usage constraints on this kind by resource name.
  std::map<std::string, Quantity> min{};
  /// Default resource requirement limit value by resource name if resource limit is omitted.
  std::map<std::string, Quantity> default_{};
  /// DefaultRequest is the default resource requirement request value by resource name if resource request is omitted.
  std::map<std::string, Quantity> defaultRequest{};
  /// MaxLimitRequestRatio if specified, the named resource must have a request and limit that are both non-zero where
  /// limit divided by request is less than or equal to the enumerated value; this represents the max burst for the
  /// named resource.
  std::map<std::string, Quantity> maxLimitRequestRatio{};

  friend bool operator==(const LimitRangeItem&, const LimitRangeItem&);
};
BOOST_DESCRIBE_STRUCT(LimitRangeItem, (), (type, max, min, default_, defaultRequest, maxLimitRequestRatio))
KUBEXX_COMPILED(LimitRangeItem)

/// LimitRangeSpec defines a min/max usage limit for resources that match on kind.
struct LimitRangeSpec {
  /// Limits is the list of LimitRangeItem objects that are enforced.
  std::vector<LimitRangeItem> limits{};

  friend bool operator==(const LimitRangeSpec&, const LimitRangeSpec&);
};
BOOST_DESCRIBE_STRUCT(LimitRangeSpec, (), (limits))
KUBEXX_COMPILED(LimitRangeSpec)

/// LimitRange sets resource usage limits for each kind of resource in a Namespace.
struct LimitRange {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "LimitRange", "limitranges"};
  ObjectMeta metadata{};
  /// Spec defines the limits enforced.
  LimitRangeSpec spec{};

  friend bool operator==(const LimitRange&, const LimitRange&);
};
BOOST_DESCRIBE_STRUCT(LimitRange, (), (metadata, spec))
KUBEXX_COMPILED(LimitRange)

}  // namespace kubexx::corev1
