// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/windows_security_context_options.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(WindowsSecurityContextOptions, KUBEXX_FIELD(gmsaCredentialSpecName), KUBEXX_FIELD(gmsaCredentialSpec),
             KUBEXX_FIELD(runAsUserName), KUBEXX_FIELD(hostProcess))

}  // namespace kubexx::corev1
