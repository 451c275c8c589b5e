// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/container_port.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ContainerPort, KUBEXX_FIELD(name), KUBEXX_FIELD_AS(hostPort, "hostPort", true),
             KUBEXX_FIELD(containerPort), KUBEXX_FIELD(protocol), KUBEXX_FIELD(hostIP))

}  // namespace kubexx::corev1
