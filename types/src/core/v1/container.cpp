// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/container.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(Container, KUBEXX_FIELD(name), KUBEXX_FIELD(image), KUBEXX_FIELD(command), KUBEXX_FIELD(args),
             KUBEXX_FIELD(workingDir), KUBEXX_FIELD_MORE(ports, "ports", by_container_port_and_protocol),
             KUBEXX_FIELD(envFrom), KUBEXX_FIELD_MORE(env, "env", by_name), KUBEXX_FIELD(resources),
             KUBEXX_FIELD(resizePolicy), KUBEXX_FIELD(restartPolicy), KUBEXX_FIELD(restartPolicyRules),
             KUBEXX_FIELD_MORE(volumeMounts, "volumeMounts", by_mount_path),
             KUBEXX_FIELD_MORE(volumeDevices, "volumeDevices", by_device_path), KUBEXX_FIELD(livenessProbe),
             KUBEXX_FIELD(readinessProbe), KUBEXX_FIELD(startupProbe), KUBEXX_FIELD(lifecycle),
             KUBEXX_FIELD(terminationMessagePath), KUBEXX_FIELD(terminationMessagePolicy),
             KUBEXX_FIELD(imagePullPolicy), KUBEXX_FIELD(securityContext), KUBEXX_FIELD_AS(stdin, "stdin", true),
             KUBEXX_FIELD_AS(stdinOnce, "stdinOnce", true), KUBEXX_FIELD_AS(tty, "tty", true))

}  // namespace kubexx::corev1
