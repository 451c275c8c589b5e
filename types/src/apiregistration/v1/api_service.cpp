// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/apiregistration/v1/api_service.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::apiregistrationv1 {

KUBEXX_TABLE(ServiceReference, KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(name), KUBEXX_FIELD(port))

KUBEXX_TABLE(APIServiceSpec, KUBEXX_FIELD(service), KUBEXX_FIELD(group), KUBEXX_FIELD(version),
             KUBEXX_FIELD_AS(insecureSkipTLSVerify, "insecureSkipTLSVerify", true), KUBEXX_FIELD(caBundle),
             KUBEXX_FIELD(groupPriorityMinimum), KUBEXX_FIELD(versionPriority))

KUBEXX_TABLE(APIServiceCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastTransitionTime),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(APIServiceStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(APIService, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::apiregistrationv1
