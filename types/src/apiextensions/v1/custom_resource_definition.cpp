// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/apiextensions/v1/custom_resource_definition.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::apiextensionsv1 {

KUBEXX_TABLE(CustomResourceColumnDefinition, KUBEXX_FIELD(name), KUBEXX_FIELD(type), KUBEXX_FIELD(format),
             KUBEXX_FIELD(description), KUBEXX_FIELD_AS(priority, "priority", true), KUBEXX_FIELD(jsonPath))

KUBEXX_TABLE(ServiceReference, KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(name), KUBEXX_FIELD(path),
             KUBEXX_FIELD(port))

KUBEXX_TABLE(WebhookClientConfig, KUBEXX_FIELD(url), KUBEXX_FIELD(service), KUBEXX_FIELD(caBundle))

KUBEXX_TABLE(WebhookConversion, KUBEXX_FIELD(clientConfig), KUBEXX_FIELD(conversionReviewVersions))

KUBEXX_TABLE(CustomResourceConversion, KUBEXX_FIELD(strategy), KUBEXX_FIELD(webhook))

KUBEXX_TABLE(CustomResourceDefinitionNames, KUBEXX_FIELD(plural), KUBEXX_FIELD(singular), KUBEXX_FIELD(shortNames),
             KUBEXX_FIELD(kind), KUBEXX_FIELD(listKind), KUBEXX_FIELD(categories))

KUBEXX_TABLE(CustomResourceValidation, KUBEXX_FIELD(openAPIV3Schema))

KUBEXX_EMPTY_TABLE(CustomResourceSubresourceStatus)

KUBEXX_TABLE(CustomResourceSubresourceScale, KUBEXX_FIELD(specReplicasPath), KUBEXX_FIELD(statusReplicasPath),
             KUBEXX_FIELD(labelSelectorPath))

KUBEXX_TABLE(CustomResourceSubresources, KUBEXX_FIELD(status), KUBEXX_FIELD(scale))

KUBEXX_TABLE(SelectableField, KUBEXX_FIELD(jsonPath))

KUBEXX_TABLE(CustomResourceDefinitionVersion, KUBEXX_FIELD(name), KUBEXX_FIELD(served), KUBEXX_FIELD(storage),
             KUBEXX_FIELD_AS(deprecated, "deprecated", true), KUBEXX_FIELD(deprecationWarning), KUBEXX_FIELD(schema),
             KUBEXX_FIELD(subresources), KUBEXX_FIELD(additionalPrinterColumns), KUBEXX_FIELD(selectableFields))

KUBEXX_TABLE(CustomResourceDefinitionSpec, KUBEXX_FIELD(group), KUBEXX_FIELD(names), KUBEXX_FIELD(scope),
             KUBEXX_FIELD(versions), KUBEXX_FIELD(conversion),
             KUBEXX_FIELD_AS(preserveUnknownFields, "preserveUnknownFields", true))

KUBEXX_TABLE(CustomResourceDefinitionCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status),
             KUBEXX_FIELD(lastTransitionTime), KUBEXX_FIELD(reason), KUBEXX_FIELD(message),
             KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true))

KUBEXX_TABLE(CustomResourceDefinitionStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type),
             KUBEXX_FIELD(acceptedNames), KUBEXX_FIELD(storedVersions),
             KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true))

KUBEXX_TABLE(CustomResourceDefinition, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::apiextensionsv1
