// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::authorizationv1 {

/// SubjectAccessReviewStatus
struct SubjectAccessReviewStatus {
  /// allowed is required. True if the action would be allowed, false otherwise.
  bool allowed = false;
  /// denied is optional. True if the action would be denied, otherwise false. If both allowed is false and denied is
  /// false, then the authorizer has no opinion on whether to authorize the action. Denied may not be true if Allowed is
  /// true.
  bool denied = false;
  /// reason is optional. It indicates why a request was allowed or denied.
  std::string reason{};
  /// evaluationError is an indication that some error occurred during the authorization check. It is entirely possible
  /// to get an error and be able to continue determine authorization status in spite of it.
  std::string evaluationError{};

  friend bool operator==(const SubjectAccessReviewStatus&, const SubjectAccessReviewStatus&);
};
BOOST_DESCRIBE_STRUCT(SubjectAccessReviewStatus, (), (allowed, denied, reason, evaluationError))
KUBEXX_COMPILED(SubjectAccessReviewStatus)

}  // namespace kubexx::authorizationv1
