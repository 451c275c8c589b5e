// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authorization/v1/resource_attributes.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::metav1 {

KUBEXX_TABLE(FieldSelectorRequirement, KUBEXX_FIELD(key), KUBEXX_FIELD_AS(operator_, "operator", false),
             KUBEXX_FIELD(values))

}  // namespace kubexx::metav1

namespace kubexx::authorizationv1 {

KUBEXX_TABLE(FieldSelectorAttributes, KUBEXX_FIELD(rawSelector), KUBEXX_FIELD(requirements))

KUBEXX_TABLE(LabelSelectorAttributes, KUBEXX_FIELD(rawSelector), KUBEXX_FIELD(requirements))

KUBEXX_TABLE(ResourceAttributes, KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(verb),
             KUBEXX_FIELD(group), KUBEXX_FIELD(version), KUBEXX_FIELD(resource), KUBEXX_FIELD(subresource),
             KUBEXX_FIELD(name), KUBEXX_FIELD(fieldSelector), KUBEXX_FIELD(labelSelector))

}  // namespace kubexx::authorizationv1
