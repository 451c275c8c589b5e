// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/security_context.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(Capabilities, KUBEXX_FIELD(add), KUBEXX_FIELD(drop))

KUBEXX_TABLE(SecurityContext, KUBEXX_FIELD(capabilities), KUBEXX_FIELD(privileged), KUBEXX_FIELD(seLinuxOptions),
             KUBEXX_FIELD(windowsOptions), KUBEXX_FIELD(runAsUser), KUBEXX_FIELD(runAsGroup),
             KUBEXX_FIELD(runAsNonRoot), KUBEXX_FIELD(readOnlyRootFilesystem), KUBEXX_FIELD(allowPrivilegeEscalation),
             KUBEXX_FIELD(procMount), KUBEXX_FIELD(seccompProfile), KUBEXX_FIELD(appArmorProfile))

}  // namespace kubexx::corev1
