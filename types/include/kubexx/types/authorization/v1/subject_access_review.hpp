// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/authorization/v1/subject_access_review_spec.hpp"
#include "kubexx/types/authorization/v1/subject_access_review_status.hpp"

namespace kubexx::authorizationv1 {

/// SubjectAccessReview checks whether or not a user or group can perform an action.
struct SubjectAccessReview {
  static constexpr ResourceInfo kubexx_resource{"authorization.k8s.io", "v1", "SubjectAccessReview", "subjectaccessreviews", Scope::cluster, false};
  ObjectMeta metadata{};
  /// spec holds information about the request being evaluated
  SubjectAccessReviewSpec spec{};
  /// status is filled in by the server and indicates whether the request is allowed or not
  SubjectAccessReviewStatus status{};

  friend bool operator==(const SubjectAccessReview&, const SubjectAccessReview&);
};
BOOST_DESCRIBE_STRUCT(SubjectAccessReview, (), (metadata, spec, status))
KUBEXX_COMPILED(SubjectAccessReview)

}  // namespace kubexx::authorizationv1
