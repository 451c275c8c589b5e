// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/certificates/v1/cluster_trust_bundle.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::certificatesv1 {

KUBEXX_TABLE(ClusterTrustBundleSpec, KUBEXX_FIELD(signerName), KUBEXX_FIELD(trustBundle))

KUBEXX_TABLE(ClusterTrustBundle, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::certificatesv1
