// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authorization/v1/subject_access_review_spec.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authorizationv1 {

KUBEXX_TABLE(SubjectAccessReviewSpec, KUBEXX_FIELD(resourceAttributes), KUBEXX_FIELD(nonResourceAttributes),
             KUBEXX_FIELD(user), KUBEXX_FIELD(groups), KUBEXX_FIELD(extra), KUBEXX_FIELD(uid))

}  // namespace kubexx::authorizationv1
