// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/lifecycle.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(SleepAction, KUBEXX_FIELD(seconds))

KUBEXX_TABLE(LifecycleHandler, KUBEXX_FIELD(exec), KUBEXX_FIELD(httpGet), KUBEXX_FIELD(tcpSocket), KUBEXX_FIELD(sleep))

KUBEXX_TABLE(Lifecycle, KUBEXX_FIELD(postStart), KUBEXX_FIELD(preStop), KUBEXX_FIELD(stopSignal))

}  // namespace kubexx::corev1
