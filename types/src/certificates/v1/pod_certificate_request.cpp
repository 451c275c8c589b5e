// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/certificates/v1/pod_certificate_request.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::certificatesv1 {

KUBEXX_TABLE(PodCertificateRequestSpec, KUBEXX_FIELD(signerName), KUBEXX_FIELD(podName), KUBEXX_FIELD(podUID),
             KUBEXX_FIELD(serviceAccountName), KUBEXX_FIELD(serviceAccountUID), KUBEXX_FIELD(nodeName),
             KUBEXX_FIELD(nodeUID), KUBEXX_FIELD(maxExpirationSeconds), KUBEXX_FIELD(stubPKCS10Request),
             KUBEXX_FIELD(unverifiedUserAnnotations))

KUBEXX_TABLE(PodCertificateRequestStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type),
             KUBEXX_FIELD(certificateChain), KUBEXX_FIELD(notBefore), KUBEXX_FIELD(beginRefreshAt),
             KUBEXX_FIELD(notAfter))

KUBEXX_TABLE(PodCertificateRequest, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::certificatesv1
