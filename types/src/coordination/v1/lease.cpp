// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/coordination/v1/lease.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::coordinationv1 {

KUBEXX_TABLE(LeaseSpec, KUBEXX_FIELD(holderIdentity), KUBEXX_FIELD(leaseDurationSeconds), KUBEXX_FIELD(acquireTime),
             KUBEXX_FIELD(renewTime), KUBEXX_FIELD(leaseTransitions), KUBEXX_FIELD(strategy),
             KUBEXX_FIELD(preferredHolder))

KUBEXX_TABLE(Lease, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::coordinationv1
