// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/resource/v1/resource_claim_spec.hpp"

namespace kubexx::resourcev1 {

/// ResourceClaimTemplateSpec contains the metadata and fields for a ResourceClaim.
struct ResourceClaimTemplateSpec {
  /// ObjectMeta may contain labels and annotations that will be copied into the ResourceClaim when creating it. No
  /// other fields are allowed and will be rejected during validation.
  ObjectMeta metadata{};
  /// Spec for the ResourceClaim. The entire content is copied unchanged into the ResourceClaim that gets created from
  /// this template. The same fields as in a ResourceClaim are also valid here.
  ResourceClaimSpec spec{};

  friend bool operator==(const ResourceClaimTemplateSpec&, const ResourceClaimTemplateSpec&);
};
BOOST_DESCRIBE_STRUCT(ResourceClaimTemplateSpec, (), (metadata, spec))
KUBEXX_COMPILED(ResourceClaimTemplateSpec)

/// ResourceClaimTemplate is used to produce ResourceClaim objects.
struct ResourceClaimTemplate {
  static constexpr ResourceInfo kubexx_resource{"resource.k8s.io", "v1", "ResourceClaimTemplate", "resourceclaimtemplates"};
  ObjectMeta metadata{};
  /// Describes the ResourceClaim that is to be generated. This field is immutable. A ResourceClaim will get created by
  /// the control plane for a Pod when needed and then not get updated anymore.
  ResourceClaimTemplateSpec spec{};

  friend bool operator==(const ResourceClaimTemplate&, const ResourceClaimTemplate&);
};
BOOST_DESCRIBE_STRUCT(ResourceClaimTemplate, (), (metadata, spec))
KUBEXX_COMPILED(ResourceClaimTemplate)

}  // namespace kubexx::resourcev1
