// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::apiextensionsv1 {

/// CustomResourceColumnDefinition specifies a column for server side printing.
struct CustomResourceColumnDefinition {
  /// name is a human readable name for the column.
  std::string name{};
  /// type is an OpenAPI type definition for this column. See
  /// https://github.com/OAI/OpenAPI-Specification/blob/master/versions/2.0.md#data-types for details.
  std::string type{};
  /// format is an optional OpenAPI type definition for this column. The 'name' format is applied to the primary
  /// identifier column to assist in clients identifying column is the resource name. See
  /// https://github.com/OAI/OpenAPI-Specification/blob/master/versions/2.0.md#data-types for details.
  std::string format{};
  /// description is a human readable description of this column.
  std::string description{};
  /// priority is an integer defining the relative importance of this column compared to others. Lower numbers are
  /// considered higher priority. Columns that may be omitted in limited space scenarios should be given a priority
  /// greater than 0.
  std::int32_t priority = 0;
  /// jsonPath is a simple JSON path (i.e. with array notation) which is evaluated against each custom resource to
  /// produce the value for this column.
  std::string jsonPath{};

  friend bool operator==(const CustomResourceColumnDefinition&, const CustomResourceColumnDefinition&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceColumnDefinition, (), (name, type, format, description, priority, jsonPath))
KUBEXX_COMPILED(CustomResourceColumnDefinition)

/// ServiceReference holds a reference to Service.legacy.k8s.io
struct ServiceReference {
  /// namespace is the namespace of the service. Required
  std::string namespace_{};
  /// name is the name of the service. Required
  std::string name{};
  /// path is an optional URL path at which the webhook will be contacted.
  std::optional<std::string> path{};
  /// port is an optional service port at which the webhook will be contacted. `port` should be a valid port number
  /// (1-65535, inclusive). Defaults to 443 for backward compatibility.
  std::optional<std::int32_t> port{};

  friend bool operator==(const ServiceReference&, const ServiceReference&);
};
BOOST_DESCRIBE_STRUCT(ServiceReference, (), (namespace_, name, path, port))
KUBEXX_COMPILED(ServiceReference)

/// WebhookClientConfig contains the information to make a TLS connection with the webhook.
struct WebhookClientConfig {
  /// url gives the location of the webhook, in standard URL form (`scheme://host:port/path`). Exactly one of `url` or
  /// `service` must be specified. The `host` should not refer to a service running in the cluster; use the `service`
  /// field instead.
  std::optional<std::string> url{};
  /// service is a reference to the service for this webhook. Either service or url must be specified. If the webhook is
  /// running within the cluster, then you should use `service`.
  std::optional<ServiceReference> service{};
  /// caBundle is a PEM encoded CA bundle which will be used to validate the webhook's server certificate. If
  /// unspecified, system trust roots on the apiserver are used.
  Bytes caBundle{};

  friend bool operator==(const WebhookClientConfig&, const WebhookClientConfig&);
};
BOOST_DESCRIBE_STRUCT(WebhookClientConfig, (), (url, service, caBundle))
KUBEXX_COMPILED(WebhookClientConfig)

/// WebhookConversion describes how to call a conversion webhook
struct WebhookConversion {
  /// clientConfig is the instructions for how to call the webhook if strategy is `Webhook`.
  std::optional<WebhookClientConfig> clientConfig{};
  /// conversionReviewVersions is an ordered list of preferred `ConversionReview` versions the Webhook expects. The API
  /// server will use the first version in the list which it supports. If none of the versions specified in this list
  /// are supported by API server, conversion will fail for the custom resource.
  std::vector<std::string> conversionReviewVersions{};

  friend bool operator==(const WebhookConversion&, const WebhookConversion&);
};
BOOST_DESCRIBE_STRUCT(WebhookConversion, (), (clientConfig, conversionReviewVersions))
KUBEXX_COMPILED(WebhookConversion)

/// CustomResourceConversion describes how to convert different versions of a CR.
struct CustomResourceConversion {
  /// strategy specifies how custom resources are converted between versions. Allowed values are: - `"None"`: The
  /// converter only change the apiVersion and would not touch any other field in the custom resource. - `"Webhook"`:
  /// API Server will call to an external webhook to do the conversion.
  std::string strategy{};
  /// webhook describes how to call the conversion webhook. Required when `strategy` is set to `"Webhook"`.
  std::optional<WebhookConversion> webhook{};

  friend bool operator==(const CustomResourceConversion&, const CustomResourceConversion&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceConversion, (), (strategy, webhook))
KUBEXX_COMPILED(CustomResourceConversion)

/// CustomResourceDefinitionNames indicates the names to serve this CustomResourceDefinition
struct CustomResourceDefinitionNames {
  /// plural is the plural name of the resource to serve. The custom resources are served under
  /// `/apis/<group>/<version>/../<plural>`. Must match the name of the CustomResourceDefinition (in the form
  /// `<names.plural>.<group>`). Must be all lowercase.
  std::string plural{};
  /// singular is the singular name of the resource. It must be all lowercase. Defaults to lowercased `kind`.
  std::string singular{};
  /// shortNames are short names for the resource, exposed in API discovery documents, and used by clients to support
  /// invocations like `kubectl get <shortname>`. It must be all lowercase.
  std::vector<std::string> shortNames{};
  /// kind is the serialized kind of the resource. It is normally CamelCase and singular. Custom resource instances will
  /// use this value as the `kind` attribute in API calls.
  std::string kind{};
  /// listKind is the serialized kind of the list for this resource. Defaults to "`kind`List".
  std::string listKind{};
  /// categories is a list of grouped resources this custom resource belongs to (e.g. 'all'). This is published in API
  /// discovery documents, and used by clients to support invocations like `kubectl get all`.
  std::vector<std::string> categories{};

  friend bool operator==(const CustomResourceDefinitionNames&, const CustomResourceDefinitionNames&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceDefinitionNames, (), (plural, singular, shortNames, kind, listKind, categories))
KUBEXX_COMPILED(CustomResourceDefinitionNames)

/// CustomResourceValidation is a list of validation methods for CustomResources.
struct CustomResourceValidation {
  /// openAPIV3Schema is the OpenAPI v3 schema to use for validation and pruning.
  RawJson openAPIV3Schema{};

  friend bool operator==(const CustomResourceValidation&, const CustomResourceValidation&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceValidation, (), (openAPIV3Schema))
KUBEXX_COMPILED(CustomResourceValidation)

/// CustomResourceSubresourceStatus defines how to serve the status subresource for CustomResources. Status is
/// represented by the `.status` JSON path inside of a CustomResource.
struct CustomResourceSubresourceStatus {
  friend bool operator==(const CustomResourceSubresourceStatus&, const CustomResourceSubresourceStatus&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceSubresourceStatus, (), ())
KUBEXX_COMPILED(CustomResourceSubresourceStatus)

/// CustomResourceSubresourceScale defines how to serve the scale subresource for CustomResources.
struct CustomResourceSubresourceScale {
  /// specReplicasPath defines the JSON path inside of a custom resource that corresponds to Scale `spec.replicas`. Only
  /// JSON paths without the array notation are allowed. Must be a JSON Path under `.spec`.
  std::string specReplicasPath{};
  /// statusReplicasPath defines the JSON path inside of a custom resource that corresponds to Scale `status.replicas`.
  /// Only JSON paths without the array notation are allowed. Must be a JSON Path under `.status`.
  std::string statusReplicasPath{};
  /// labelSelectorPath defines the JSON path inside of a custom resource that corresponds to Scale `status.selector`.
  /// Only JSON paths without the array notation are allowed. Must be a JSON Path under `.status` or `.spec`. Must be
  /// set to work with HorizontalPodAutoscaler.
  std::optional<std::string> labelSelectorPath{};

  friend bool operator==(const CustomResourceSubresourceScale&, const CustomResourceSubresourceScale&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceSubresourceScale, (), (specReplicasPath, statusReplicasPath, labelSelectorPath))
KUBEXX_COMPILED(CustomResourceSubresourceScale)

/// CustomResourceSubresources defines the status and scale subresources for CustomResources.
struct CustomResourceSubresources {
  /// status indicates the custom resource should serve a `/status` subresource.
  std::optional<CustomResourceSubresourceStatus> status{};
  /// scale indicates the custom resource should serve a `/scale` subresource that returns an `autoscaling/v1` Scale
  /// object.
  std::optional<CustomResourceSubresourceScale> scale{};

  friend bool operator==(const CustomResourceSubresources&, const CustomResourceSubresources&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceSubresources, (), (status, scale))
KUBEXX_COMPILED(CustomResourceSubresources)

/// SelectableField specifies the JSON path of a field that may be used with field selectors.
struct SelectableField {
  /// jsonPath is a simple JSON path which is evaluated against each custom resource to produce a field selector value.
  /// Only JSON paths without the array notation are allowed. Must point to a field of type string, boolean or integer.
  /// Types with enum values and strings with formats are allowed.
  std::string jsonPath{};

  friend bool operator==(const SelectableField&, const SelectableField&);
};
BOOST_DESCRIBE_STRUCT(SelectableField, (), (jsonPath))
KUBEXX_COMPILED(SelectableField)

/// CustomResourceDefinitionVersion describes a version for CRD.
struct CustomResourceDefinitionVersion {
  /// name is the version name, e.g. “v1”, “v2beta1”, etc. The custom resources are served under this version at
  /// `/apis/<group>/<version>/..` if `served` is true.
  std::string name{};
  /// served is a flag enabling/disabling this version from being served via REST APIs
  bool served = false;
  /// storage indicates this version should be used when persisting custom resources to storage. There must be exactly
  /// one version with storage=true.
  bool storage = false;
  /// deprecated indicates this version of the custom resource API is deprecated. When set to true, API requests to this
  /// version receive a warning header in the server response. Defaults to false.
  bool deprecated = false;
  /// deprecationWarning overrides the default warning returned to API clients. May only be set when `deprecated` is
  /// true. The default warning indicates this version is deprecated and recommends use of the newest served version of
  /// equal or greater stability, if one exists.
  std::optional<std::string> deprecationWarning{};
  /// schema describes the schema used for validation, pruning, and defaulting of this version of the custom resource.
  std::optional<CustomResourceValidation> schema{};
  /// subresources specify what subresources this version of the defined custom resource have.
  std::optional<CustomResourceSubresources> subresources{};
  /// additionalPrinterColumns specifies additional columns returned in Table output. See
  /// https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables for details. If no
  /// columns are specified, a single column displaying the age of the custom resource is used.
  std::vector<CustomResourceColumnDefinition> additionalPrinterColumns{};
  /// selectableFields specifies paths to fields that may be used as field selectors. A maximum of 8 selectable fields
  /// are allowed. See https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors
  std::vector<SelectableField> selectableFields{};

  friend bool operator==(const CustomResourceDefinitionVersion&, const CustomResourceDefinitionVersion&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceDefinitionVersion, (), (name, served, storage, deprecated, deprecationWarning,
    schema, subresources, additionalPrinterColumns, selectableFields))
KUBEXX_COMPILED(CustomResourceDefinitionVersion)

/// CustomResourceDefinitionSpec describes how a user wants their resource to appear
struct CustomResourceDefinitionSpec {
  /// group is the API group of the defined custom resource. The custom resources are served under `/apis/<group>/..`.
  /// Must match the name of the CustomResourceDefinition (in the form `<names.plural>.<group>`).
  std::string group{};
  /// names specify the resource and kind names for the custom resource.
  CustomResourceDefinitionNames names{};
  /// scope indicates whether the defined custom resource is cluster- or namespace-scoped. Allowed values are `Cluster`
  /// and `Namespaced`.
  std::string scope{};
  /// versions is the list of all API versions of the defined custom resource. Version names are used to compute the
  /// order in which served versions are listed in API discovery. If the version string is "kube-like", it will sort
  /// above non "kube-like" version strings, which are ordered lexicographically.
  std::vector<CustomResourceDefinitionVersion> versions{};
  /// conversion defines conversion settings for the CRD.
  std::optional<CustomResourceConversion> conversion{};
  /// preserveUnknownFields indicates that object fields which are not specified in the OpenAPI schema should be
  /// preserved when persisting to storage. apiVersion, kind, metadata and known fields inside metadata are always
  /// preserved.
  bool preserveUnknownFields = false;

  friend bool operator==(const CustomResourceDefinitionSpec&, const CustomResourceDefinitionSpec&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceDefinitionSpec, (), (group, names, scope, versions, conversion,
    preserveUnknownFields))
KUBEXX_COMPILED(CustomResourceDefinitionSpec)

/// CustomResourceDefinitionCondition contains details for the current condition of this pod.
struct CustomResourceDefinitionCondition {
  /// type is the type of the condition. Types include Established, NamesAccepted and Terminating.
  std::string type{};
  /// status is the status of the condition. Can be True, False, Unknown.
  std::string status{};
  /// lastTransitionTime last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// reason is a unique, one-word, CamelCase reason for the condition's last transition.
  std::string reason{};
  /// message is a human-readable message indicating details about last transition.
  std::string message{};
  /// observedGeneration represents the .metadata.generation that the condition was set based upon. For instance, if
  /// .metadata.generation is currently 12, but the .status.conditions[x].observedGeneration is 9, the condition is out
  /// of date with respect to the current state of the instance.
  std::int64_t observedGeneration = 0;

  friend bool operator==(const CustomResourceDefinitionCondition&, const CustomResourceDefinitionCondition&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceDefinitionCondition, (), (type, status, lastTransitionTime, reason, message,
    observedGeneration))
KUBEXX_COMPILED(CustomResourceDefinitionCondition)

/// CustomResourceDefinitionStatus indicates the state of the CustomResourceDefinition
struct CustomResourceDefinitionStatus {
  /// conditions indicate state for particular aspects of a CustomResourceDefinition Merged by type.
  std::vector<CustomResourceDefinitionCondition> conditions{};
  /// acceptedNames are the names that are actually being used to serve discovery. They may be different than the names
  /// in spec.
  CustomResourceDefinitionNames acceptedNames{};
  /// storedVersions lists all versions of CustomResources that were ever persisted. Tracking these versions allows a
  /// migration path for stored versions in etcd.
  std::vector<std::string> storedVersions{};
  /// The generation observed by the CRD controller.
  std::int64_t observedGeneration = 0;

  friend bool operator==(const CustomResourceDefinitionStatus&, const CustomResourceDefinitionStatus&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceDefinitionStatus, (), (conditions, acceptedNames, storedVersions,
    observedGeneration))
KUBEXX_COMPILED(CustomResourceDefinitionStatus)

/// CustomResourceDefinition represents a resource that should be exposed on the API server. Its name MUST be in the
/// format <.spec.name>.<.spec.group>.
struct CustomResourceDefinition {
  static constexpr ResourceInfo kubexx_resource{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", Scope::cluster};
  ObjectMeta metadata{};
  /// spec describes how the user wants the resources to appear
  CustomResourceDefinitionSpec spec{};
  /// status indicates the actual state of the CustomResourceDefinition
  CustomResourceDefinitionStatus status{};

  friend bool operator==(const CustomResourceDefinition&, const CustomResourceDefinition&);
};
BOOST_DESCRIBE_STRUCT(CustomResourceDefinition, (), (metadata, spec, status))
KUBEXX_COMPILED(CustomResourceDefinition)

}  // namespace kubexx::apiextensionsv1
