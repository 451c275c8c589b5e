// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::networkingv1 {

/// IngressClassParametersReference identifies an API object. This can be used to specify a cluster or namespace-scoped
/// resource.
struct IngressClassParametersReference {
  /// apiGroup is the group for the resource being referenced. If APIGroup is not specified, the specified Kind must be
  /// in the core API group. For any other third-party types, APIGroup is required.
  std::optional<std::string> apiGroup{};
  /// kind is the type of resource being referenced.
  std::string kind{};
  /// name is the name of resource being referenced.
  std::string name{};
  /// scope represents if this refers to a cluster or namespace scoped resource. This may be set to "Cluster" (default)
  /// or "Namespace".
  std::optional<std::string> scope{};
  /// namespace is the namespace of the resource being referenced. This field is required when scope is set to
  /// "Namespace" and must be unset when scope is set to "Cluster".
  std::optional<std::string> namespace_{};

  friend bool operator==(const IngressClassParametersReference&, const IngressClassParametersReference&);
};
BOOST_DESCRIBE_STRUCT(IngressClassParametersReference, (), (apiGroup, kind, name, scope, namespace_))
KUBEXX_COMPILED(IngressClassParametersReference)

/// IngressClassSpec provides information about the class of an Ingress.
struct IngressClassSpec {
  /// controller refers to the name of the controller that should handle this class. This allows for different "flavors"
  /// that are controlled by the same controller. For example, you may have different parameters for the same
  /// implementing controller.
  std::string controller{};
  /// parameters is a link to a custom resource containing additional configuration for the controller. This is optional
  /// if the controller does not require extra parameters.
  std::optional<IngressClassParametersReference> parameters{};

  friend bool operator==(const IngressClassSpec&, const IngressClassSpec&);
};
BOOST_DESCRIBE_STRUCT(IngressClassSpec, (), (controller, parameters))
KUBEXX_COMPILED(IngressClassSpec)

/// IngressClass represents the class of the Ingress, referenced by the Ingress Spec. The
/// `ingressclass.kubernetes.io/is-default-class` annotation can be used to indicate that an IngressClass should be
/// considered default.
struct IngressClass {
  static constexpr ResourceInfo kubexx_resource{"networking.k8s.io", "v1", "IngressClass", "ingressclasses", Scope::cluster};
  ObjectMeta metadata{};
  /// spec is the desired state of the IngressClass.
  IngressClassSpec spec{};

  friend bool operator==(const IngressClass&, const IngressClass&);
};
BOOST_DESCRIBE_STRUCT(IngressClass, (), (metadata, spec))
KUBEXX_COMPILED(IngressClass)

}  // namespace kubexx::networkingv1
