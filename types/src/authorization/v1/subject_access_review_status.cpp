// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authorization/v1/subject_access_review_status.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authorizationv1 {

KUBEXX_TABLE(SubjectAccessReviewStatus, KUBEXX_FIELD(allowed), KUBEXX_FIELD_AS(denied, "denied", true),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(evaluationError))

}  // namespace kubexx::authorizationv1
