// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/probe.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(GRPCAction, KUBEXX_FIELD(port), KUBEXX_FIELD(service), KUBEXX_FIELD(mode))

KUBEXX_TABLE(Probe, KUBEXX_FIELD(exec), KUBEXX_FIELD(httpGet), KUBEXX_FIELD(tcpSocket), KUBEXX_FIELD(grpc),
             KUBEXX_FIELD_AS(initialDelaySeconds, "initialDelaySeconds", true),
             KUBEXX_FIELD_AS(timeoutSeconds, "timeoutSeconds", true),
             KUBEXX_FIELD_AS(periodSeconds, "periodSeconds", true),
             KUBEXX_FIELD_AS(successThreshold, "successThreshold", true),
             KUBEXX_FIELD_AS(failureThreshold, "failureThreshold", true), KUBEXX_FIELD(terminationGracePeriodSeconds))

}  // namespace kubexx::corev1
