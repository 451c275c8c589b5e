// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::metav1 {

/// Preconditions must be fulfilled before an operation (update, delete, etc.) is carried out.
struct Preconditions {
  /// Specifies the target UID.
  std::optional<std::string> uid{};
  /// Specifies the target ResourceVersion
  std::optional<std::string> resourceVersion{};

  friend bool operator==(const Preconditions&, const Preconditions&);
};
BOOST_DESCRIBE_STRUCT(Preconditions, (), (uid, resourceVersion))
KUBEXX_COMPILED(Preconditions)

/// DeleteOptions may be provided when deleting an API object.
struct DeleteOptions {
  /// Kind is a string value representing the REST resource this object represents. Servers may infer this from the
  /// endpoint the client submits requests to. Cannot be updated. In CamelCase.
  std::string kind{};
  /// APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized
  /// schemas to the latest internal value, and may reject unrecognized values.
  std::string apiVersion{};
  /// The duration in seconds before the object should be deleted. Value must be non-negative integer. The value zero
  /// indicates delete immediately. If this value is nil, the default grace period for the specified type will be used.
  std::optional<std::int64_t> gracePeriodSeconds{};
  /// Must be fulfilled before a deletion is carried out. If not possible, a 409 Conflict status will be returned.
  std::optional<Preconditions> preconditions{};
  /// Deprecated: please use the PropagationPolicy, this field will be deprecated in 1.7. Should the dependent objects
  /// be orphaned. If true/false, the "orphan" finalizer will be added to/removed from the object's finalizers list.
  /// Either this field or PropagationPolicy may be set, but not both.
  std::optional<bool> orphanDependents{};
  /// Whether and how garbage collection will be performed. Either this field or OrphanDependents may be set, but not
  /// both. The default policy is decided by the existing finalizer set in the metadata.finalizers and the
  /// resource-specific default policy. Acceptable values are:
  std::optional<std::string> propagationPolicy{};
  /// When present, indicates that modifications should not be persisted. An invalid or unrecognized dryRun directive
  /// will result in an error response and no further processing of the request. Valid values are: - All: all dry run
  /// stages will be processed
  std::vector<std::string> dryRun{};
  /// if set to true, it will trigger an unsafe deletion of the resource in case the normal deletion flow fails with a
  /// corrupt object error.
  std::optional<bool> ignoreStoreReadErrorWithClusterBreakingPotential{};

  friend bool operator==(const DeleteOptions&, const DeleteOptions&);
};
BOOST_DESCRIBE_STRUCT(DeleteOptions, (), (kind, apiVersion, gracePeriodSeconds, preconditions, orphanDependents,
    propagationPolicy, dryRun, ignoreStoreReadErrorWithClusterBreakingPotential))
KUBEXX_COMPILED(DeleteOptions)

}  // namespace kubexx::metav1

namespace kubexx::policyv1 {

/// Eviction evicts a pod from its node subject to certain policies and safety constraints. This is a subresource of
/// Pod. A request to cause such an eviction is created by POSTing to ../pods/<pod name>/evictions.
struct Eviction {
  static constexpr ResourceInfo kubexx_resource{"policy", "v1", "Eviction", "evictions"};
  ObjectMeta metadata{};
  /// deleteOptions may be provided
  std::optional<metav1::DeleteOptions> deleteOptions{};

  friend bool operator==(const Eviction&, const Eviction&);
};
BOOST_DESCRIBE_STRUCT(Eviction, (), (metadata, deleteOptions))
KUBEXX_COMPILED(Eviction)

}  // namespace kubexx::policyv1
