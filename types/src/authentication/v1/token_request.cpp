// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authentication/v1/token_request.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authenticationv1 {

KUBEXX_TABLE(BoundObjectReference, KUBEXX_FIELD(kind), KUBEXX_FIELD(apiVersion), KUBEXX_FIELD(name), KUBEXX_FIELD(uid))

KUBEXX_TABLE(TokenRequestSpec, KUBEXX_FIELD(audiences), KUBEXX_FIELD(expirationSeconds), KUBEXX_FIELD(boundObjectRef),
             KUBEXX_FIELD(attestations))

KUBEXX_TABLE(TokenRequestStatus, KUBEXX_FIELD(token), KUBEXX_FIELD(expirationTimestamp))

KUBEXX_TABLE(TokenRequest, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::authenticationv1
