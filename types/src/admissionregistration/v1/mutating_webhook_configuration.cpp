// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/mutating_webhook_configuration.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(MutatingWebhook, KUBEXX_FIELD(name), KUBEXX_FIELD(clientConfig), KUBEXX_FIELD(rules),
             KUBEXX_FIELD(failurePolicy), KUBEXX_FIELD(matchPolicy), KUBEXX_FIELD(namespaceSelector),
             KUBEXX_FIELD(objectSelector), KUBEXX_FIELD(sideEffects), KUBEXX_FIELD(timeoutSeconds),
             KUBEXX_FIELD(admissionReviewVersions), KUBEXX_FIELD(reinvocationPolicy),
             KUBEXX_FIELD_MORE(matchConditions, "matchConditions", by_name))

KUBEXX_TABLE(MutatingWebhookConfiguration, KUBEXX_FIELD(metadata), KUBEXX_FIELD_MORE(webhooks, "webhooks", by_name))

}  // namespace kubexx::admissionregistrationv1
