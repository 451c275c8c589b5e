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

/// LocalSubjectAccessReview checks whether or not a user or group can perform an action in a given namespace. Having a
/// namespace scoped resource makes it much easier to grant namespace scoped policy that includes permissions checking.
struct LocalSubjectAccessReview {
  static constexpr ResourceInfo kubexx_resource{"authorization.k8s.io", "v1", "LocalSubjectAccessReview", "localsubjectaccessreviews", Scope::namespaced, false};
  ObjectMeta metadata{};
  /// spec holds information about the request being evaluated. spec.namespace must be equal to the namespace you made
  /// the request against. If empty, it is defaulted.
  SubjectAccessReviewSpec spec{};
  /// status is filled in by the server and indicates whether the request is allowed or not
  SubjectAccessReviewStatus status{};

  friend bool operator==(const LocalSubjectAccessReview&, const LocalSubjectAccessReview&);
};
BOOST_DESCRIBE_STRUCT(LocalSubjectAccessReview, (), (metadata, spec, status))
KUBEXX_COMPILED(LocalSubjectAccessReview)

}  // namespace kubexx::authorizationv1
