// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/event.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(EventSeries, KUBEXX_FIELD_AS(count, "count", true), KUBEXX_FIELD(lastObservedTime))

KUBEXX_TABLE(Event, KUBEXX_FIELD(metadata), KUBEXX_FIELD(involvedObject), KUBEXX_FIELD(reason), KUBEXX_FIELD(message),
             KUBEXX_FIELD(source), KUBEXX_FIELD(firstTimestamp), KUBEXX_FIELD(lastTimestamp),
             KUBEXX_FIELD_AS(count, "count", true), KUBEXX_FIELD(type), KUBEXX_FIELD(eventTime), KUBEXX_FIELD(series),
             KUBEXX_FIELD(action), KUBEXX_FIELD(related), KUBEXX_FIELD(reportingComponent),
             KUBEXX_FIELD(reportingInstance))

}  // namespace kubexx::corev1
