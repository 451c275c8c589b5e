// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/authentication/v1/user_info.hpp"

namespace kubexx::authenticationv1 {

/// SelfSubjectReviewStatus is filled by the kube-apiserver and sent back to a user.
struct SelfSubjectReviewStatus {
  /// userInfo is a set of attributes belonging to the user making this request.
  UserInfo userInfo{};

  friend bool operator==(const SelfSubjectReviewStatus&, const SelfSubjectReviewStatus&);
};
BOOST_DESCRIBE_STRUCT(SelfSubjectReviewStatus, (), (userInfo))
KUBEXX_COMPILED(SelfSubjectReviewStatus)

/// SelfSubjectReview contains the user information that the kube-apiserver has about the user making this request. When
/// using impersonation, users will receive the user info of the user being impersonated.
struct SelfSubjectReview {
  static constexpr ResourceInfo kubexx_resource{"authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", Scope::cluster, false};
  ObjectMeta metadata{};
  /// status is filled in by the server with the user attributes.
  SelfSubjectReviewStatus status{};

  friend bool operator==(const SelfSubjectReview&, const SelfSubjectReview&);
};
BOOST_DESCRIBE_STRUCT(SelfSubjectReview, (), (metadata, status))
KUBEXX_COMPILED(SelfSubjectReview)

}  // namespace kubexx::authenticationv1
