// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/authorization/v1/non_resource_attributes.hpp"
#include "kubexx/types/authorization/v1/resource_attributes.hpp"
#include "kubexx/types/authorization/v1/subject_access_review_status.hpp"

namespace kubexx::authorizationv1 {

/// SelfSubjectAccessReviewSpec is a description of the access request. Exactly one of resourceAttributes and
/// nonResourceAttributes must be set
struct SelfSubjectAccessReviewSpec {
  /// resourceAttributes describes information for a resource access request
  std::optional<ResourceAttributes> resourceAttributes{};
  /// nonResourceAttributes describes information for a non-resource access request
  std::optional<NonResourceAttributes> nonResourceAttributes{};

  friend bool operator==(const SelfSubjectAccessReviewSpec&, const SelfSubjectAccessReviewSpec&);
};
BOOST_DESCRIBE_STRUCT(SelfSubjectAccessReviewSpec, (), (resourceAttributes, nonResourceAttributes))
KUBEXX_COMPILED(SelfSubjectAccessReviewSpec)

/// SelfSubjectAccessReview checks whether or the current user can perform an action. Not filling in a spec.namespace
/// means "in all namespaces". Self is a special case, because users should always be able to check whether they can
/// perform an action
struct SelfSubjectAccessReview {
  static constexpr ResourceInfo kubexx_resource{"authorization.k8s.io", "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews", Scope::cluster, false};
  ObjectMeta metadata{};
  /// spec holds information about the request being evaluated. user and groups must be empty
  SelfSubjectAccessReviewSpec spec{};
  /// status is filled in by the server and indicates whether the request is allowed or not
  SubjectAccessReviewStatus status{};

  friend bool operator==(const SelfSubjectAccessReview&, const SelfSubjectAccessReview&);
};
BOOST_DESCRIBE_STRUCT(SelfSubjectAccessReview, (), (metadata, spec, status))
KUBEXX_COMPILED(SelfSubjectAccessReview)

}  // namespace kubexx::authorizationv1
