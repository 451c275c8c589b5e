// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authorization/v1/subject_access_review.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authorizationv1 {

KUBEXX_TABLE(SubjectAccessReview, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::authorizationv1
