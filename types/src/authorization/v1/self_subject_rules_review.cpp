// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authorization/v1/self_subject_rules_review.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authorizationv1 {

KUBEXX_TABLE(NonResourceRule, KUBEXX_FIELD(verbs), KUBEXX_FIELD(nonResourceURLs))

KUBEXX_TABLE(ResourceRule, KUBEXX_FIELD(verbs), KUBEXX_FIELD(apiGroups), KUBEXX_FIELD(resources),
             KUBEXX_FIELD(resourceNames))

KUBEXX_TABLE(SelfSubjectRulesReviewSpec, KUBEXX_FIELD_AS(namespace_, "namespace", false))

KUBEXX_TABLE(SubjectRulesReviewStatus, KUBEXX_FIELD(resourceRules), KUBEXX_FIELD(nonResourceRules),
             KUBEXX_FIELD(incomplete), KUBEXX_FIELD(evaluationError))

KUBEXX_TABLE(SelfSubjectRulesReview, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::authorizationv1
