// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::corev1 {

/// A ResourceQuotaScope defines a filter that must match each object tracked by a quota
struct ResourceQuotaScope : OpenEnum<ResourceQuotaScope> {
  using OpenEnum::OpenEnum;
  static constexpr Name Terminating{"Terminating"}, NotTerminating{"NotTerminating"}, BestEffort{"BestEffort"},
      NotBestEffort{"NotBestEffort"}, PriorityClass{"PriorityClass"},
      CrossNamespacePodAffinity{"CrossNamespacePodAffinity"}, VolumeAttributesClass{"VolumeAttributesClass"};
};

/// A scope selector operator is the set of operators that can be used in a scope selector requirement.
struct ScopeSelectorOperator : OpenEnum<ScopeSelectorOperator> {
  using OpenEnum::OpenEnum;
  static constexpr Name In{"In"}, NotIn{"NotIn"}, Exists{"Exists"}, DoesNotExist{"DoesNotExist"};
};

/// A scoped-resource selector requirement is a selector that contains values, a scope name, and an operator that
/// relates the scope name and values.
struct ScopedResourceSelectorRequirement {
  /// The name of the scope that the selector applies to.
  ResourceQuotaScope scopeName{};
  /// Represents a scope's relationship to a set of values. Valid operators are In, NotIn, Exists, DoesNotExist.
  ScopeSelectorOperator operator_{};
  /// An array of string values. If the operator is In or NotIn, the values array must be non-empty. If the operator is
  /// Exists or DoesNotExist, the values array must be empty. This array is replaced during a strategic merge patch.
  std::vector<std::string> values{};

  friend bool operator==(const ScopedResourceSelectorRequirement&, const ScopedResourceSelectorRequirement&);
};
BOOST_DESCRIBE_STRUCT(ScopedResourceSelectorRequirement, (), (scopeName, operator_, values))
KUBEXX_COMPILED(ScopedResourceSelectorRequirement)

/// A scope selector represents the AND of the selectors represented by the scoped-resource selector requirements.
struct ScopeSelector {
  /// A list of scope selector requirements by scope of the resources.
  std::vector<ScopedResourceSelectorRequirement> matchExpressions{};

  friend bool operator==(const ScopeSelector&, const ScopeSelector&);
};
BOOST_DESCRIBE_STRUCT(ScopeSelector, (), (matchExpressions))
KUBEXX_COMPILED(ScopeSelector)

/// ResourceQuotaSpec defines the desired hard limits to enforce for Quota.
struct ResourceQuotaSpec {
  /// hard is the set of desired hard limits for each named resource.
  std::map<std::string, Quantity> hard{};
  /// A collection of filters that must match each object tracked by a quota. If not specified, the quota matches all
  /// objects.
  std::vector<ResourceQuotaScope> scopes{};
  /// scopeSelector is also a collection of filters like scopes that must match each object tracked by a quota but
  /// expressed using ScopeSelectorOperator in combination with possible values. For a resource to match, both scopes
  /// AND scopeSelector (if specified in spec), must be matched.
  std::optional<ScopeSelector> scopeSelector{};

  friend bool operator==(const ResourceQuotaSpec&, const ResourceQuotaSpec&);
};
BOOST_DESCRIBE_STRUCT(ResourceQuotaSpec, (), (hard, scopes, scopeSelector))
KUBEXX_COMPILED(ResourceQuotaSpec)

/// ResourceQuotaStatus defines the enforced hard limits and observed use.
struct ResourceQuotaStatus {
  /// Hard is the set of enforced hard limits for each named resource.
  std::map<std::string, Quantity> hard{};
  /// Used is the current observed total usage of the resource in the namespace.
  std::map<std::string, Quantity> used{};

  friend bool operator==(const ResourceQuotaStatus&, const ResourceQuotaStatus&);
};
BOOST_DESCRIBE_STRUCT(ResourceQuotaStatus, (), (hard, used))
KUBEXX_COMPILED(ResourceQuotaStatus)

/// ResourceQuota sets aggregate quota restrictions enforced per namespace
struct ResourceQuota {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ResourceQuota", "resourcequotas"};
  ObjectMeta metadata{};
  /// Spec defines the desired quota.
  /// https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
  ResourceQuotaSpec spec{};
  /// Status defines the actual enforced quota and its current usage.
  /// https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
  ResourceQuotaStatus status{};

  friend bool operator==(const ResourceQuota&, const ResourceQuota&);
};
BOOST_DESCRIBE_STRUCT(ResourceQuota, (), (metadata, spec, status))
KUBEXX_COMPILED(ResourceQuota)

}  // namespace kubexx::corev1
