// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authentication/v1/self_subject_review.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authenticationv1 {

KUBEXX_TABLE(SelfSubjectReviewStatus, KUBEXX_FIELD(userInfo))

KUBEXX_TABLE(SelfSubjectReview, KUBEXX_FIELD(metadata), KUBEXX_FIELD(status))

}  // namespace kubexx::authenticationv1
