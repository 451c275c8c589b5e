// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authentication/v1/token_review.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authenticationv1 {

KUBEXX_TABLE(TokenReviewSpec, KUBEXX_FIELD(token), KUBEXX_FIELD(audiences))

KUBEXX_TABLE(TokenReviewStatus, KUBEXX_FIELD_AS(authenticated, "authenticated", true), KUBEXX_FIELD(user),
             KUBEXX_FIELD(audiences), KUBEXX_FIELD(error))

KUBEXX_TABLE(TokenReview, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::authenticationv1
