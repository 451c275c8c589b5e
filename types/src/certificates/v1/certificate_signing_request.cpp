// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/certificates/v1/certificate_signing_request.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::certificatesv1 {

KUBEXX_TABLE(CertificateSigningRequestSpec, KUBEXX_FIELD(request), KUBEXX_FIELD(signerName),
             KUBEXX_FIELD(expirationSeconds), KUBEXX_FIELD(usages), KUBEXX_FIELD(username), KUBEXX_FIELD(uid),
             KUBEXX_FIELD(groups), KUBEXX_FIELD(extra))

KUBEXX_TABLE(CertificateSigningRequestCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(reason),
             KUBEXX_FIELD(message), KUBEXX_FIELD(lastUpdateTime), KUBEXX_FIELD(lastTransitionTime))

KUBEXX_TABLE(CertificateSigningRequestStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type),
             KUBEXX_FIELD(certificate))

KUBEXX_TABLE(CertificateSigningRequest, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::certificatesv1
