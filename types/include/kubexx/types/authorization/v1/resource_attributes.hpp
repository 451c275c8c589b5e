// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx::metav1 {

/// FieldSelectorRequirement is a selector that contains values, a key, and an operator that relates the key and values.
struct FieldSelectorRequirement {
  /// key is the field selector key that the requirement applies to.
  std::string key{};
  /// operator represents a key's relationship to a set of values. Valid operators are In, NotIn, Exists, DoesNotExist.
  /// The list of operators may grow in the future.
  std::string operator_{};
  /// values is an array of string values. If the operator is In or NotIn, the values array must be non-empty. If the
  /// operator is Exists or DoesNotExist, the values array must be empty.
  std::vector<std::string> values{};

  friend bool operator==(const FieldSelectorRequirement&, const FieldSelectorRequirement&);
};
BOOST_DESCRIBE_STRUCT(FieldSelectorRequirement, (), (key, operator_, values))
KUBEXX_COMPILED(FieldSelectorRequirement)

}  // namespace kubexx::metav1

namespace kubexx::authorizationv1 {

/// FieldSelectorAttributes indicates a field limited access. Webhook authors are encouraged to * ensure rawSelector and
/// requirements are not both set * consider the requirements field if set * not try to parse or consider the
/// rawSelector field if set.
struct FieldSelectorAttributes {
  /// rawSelector is the serialization of a field selector that would be included in a query parameter. Webhook
  /// implementations are encouraged to ignore rawSelector. The kube-apiserver's *SubjectAccessReview will parse the
  /// rawSelector as long as the requirements are not present.
  std::string rawSelector{};
  /// requirements is the parsed interpretation of a field selector. All requirements must be met for a resource
  /// instance to match the selector. Webhook implementations should handle requirements, but how to handle them is up
  /// to the webhook.
  std::vector<metav1::FieldSelectorRequirement> requirements{};

  friend bool operator==(const FieldSelectorAttributes&, const FieldSelectorAttributes&);
};
BOOST_DESCRIBE_STRUCT(FieldSelectorAttributes, (), (rawSelector, requirements))
KUBEXX_COMPILED(FieldSelectorAttributes)

/// LabelSelectorAttributes indicates a label limited access. Webhook authors are encouraged to * ensure rawSelector and
/// requirements are not both set * consider the requirements field if set * not try to parse or consider the
/// rawSelector field if set.
struct LabelSelectorAttributes {
  /// rawSelector is the serialization of a field selector that would be included in a query parameter. Webhook
  /// implementations are encouraged to ignore rawSelector. The kube-apiserver's *SubjectAccessReview will parse the
  /// rawSelector as long as the requirements are not present.
  std::string rawSelector{};
  /// requirements is the parsed interpretation of a label selector. All requirements must be met for a resource
  /// instance to match the selector. Webhook implementations should handle requirements, but how to handle them is up
  /// to the webhook.
  std::vector<LabelSelectorRequirement> requirements{};

  friend bool operator==(const LabelSelectorAttributes&, const LabelSelectorAttributes&);
};
BOOST_DESCRIBE_STRUCT(LabelSelectorAttributes, (), (rawSelector, requirements))
KUBEXX_COMPILED(LabelSelectorAttributes)

/// ResourceAttributes includes the authorization attributes available for resource requests to the Authorizer interface
struct ResourceAttributes {
  /// namespace is the namespace of the action being requested.
  std::string namespace_{};
  /// verb is a kubernetes resource API verb, like: get, list, watch, create, update, delete, proxy. "*" means all.
  std::string verb{};
  /// group is the API Group of the Resource. "*" means all.
  std::string group{};
  /// version is the API Version of the Resource. "*" means all.
  std::string version{};
  /// resource is one of the existing resource types. "*" means all.
  std::string resource{};
  /// subresource is one of the existing resource types. "" means none.
  std::string subresource{};
  /// name is the name of the resource being requested for a "get" or deleted for a "delete". "" (empty) means all.
  std::string name{};
  /// fieldSelector describes the limitation on access based on field. It can only limit access, not broaden it.
  std::optional<FieldSelectorAttributes> fieldSelector{};
  /// labelSelector describes the limitation on access based on labels. It can only limit access, not broaden it.
  std::optional<LabelSelectorAttributes> labelSelector{};

  friend bool operator==(const ResourceAttributes&, const ResourceAttributes&);
};
BOOST_DESCRIBE_STRUCT(ResourceAttributes, (), (namespace_, verb, group, version, resource, subresource, name,
    fieldSelector, labelSelector))
KUBEXX_COMPILED(ResourceAttributes)

}  // namespace kubexx::authorizationv1
