// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/webhook_client_config.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(ServiceReference, KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(name), KUBEXX_FIELD(path),
             KUBEXX_FIELD(port))

KUBEXX_TABLE(WebhookClientConfig, KUBEXX_FIELD(url), KUBEXX_FIELD(service), KUBEXX_FIELD(caBundle))

}  // namespace kubexx::admissionregistrationv1
