// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/events/v1/event.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::eventsv1 {

KUBEXX_TABLE(EventSeries, KUBEXX_FIELD(count), KUBEXX_FIELD(lastObservedTime))

KUBEXX_TABLE(Event, KUBEXX_FIELD(metadata), KUBEXX_FIELD(eventTime), KUBEXX_FIELD(series),
             KUBEXX_FIELD(reportingController), KUBEXX_FIELD(reportingInstance), KUBEXX_FIELD(action),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(regarding), KUBEXX_FIELD(related), KUBEXX_FIELD(note),
             KUBEXX_FIELD(type), KUBEXX_FIELD(deprecatedSource), KUBEXX_FIELD(deprecatedFirstTimestamp),
             KUBEXX_FIELD(deprecatedLastTimestamp), KUBEXX_FIELD_AS(deprecatedCount, "deprecatedCount", true))

}  // namespace kubexx::eventsv1
