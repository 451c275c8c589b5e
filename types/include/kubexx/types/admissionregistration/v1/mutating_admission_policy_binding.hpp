// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/admissionregistration/v1/match_resources.hpp"
#include "kubexx/types/admissionregistration/v1/param_ref.hpp"

namespace kubexx::admissionregistrationv1 {

/// MutatingAdmissionPolicyBindingSpec defines the specification of the MutatingAdmissionPolicyBinding.
struct MutatingAdmissionPolicyBindingSpec {
  /// policyName references a MutatingAdmissionPolicy name which the MutatingAdmissionPolicyBinding binds to. If the
  /// referenced resource does not exist, this binding is considered invalid and will be ignored Required.
  std::string policyName{};
  /// paramRef specifies the parameter resource used to configure the admission control policy. It should point to a
  /// resource of the type specified in spec.ParamKind of the bound MutatingAdmissionPolicy.
  std::optional<ParamRef> paramRef{};
  /// matchResources limits what resources match this binding and may be mutated by it. Note that if matchResources
  /// matches a resource, the resource must also match a policy's matchConstraints and matchConditions before the
  /// resource may be mutated.
  std::optional<MatchResources> matchResources{};

  friend bool operator==(const MutatingAdmissionPolicyBindingSpec&, const MutatingAdmissionPolicyBindingSpec&);
};
BOOST_DESCRIBE_STRUCT(MutatingAdmissionPolicyBindingSpec, (), (policyName, paramRef, matchResources))
KUBEXX_COMPILED(MutatingAdmissionPolicyBindingSpec)

/// MutatingAdmissionPolicyBinding binds the MutatingAdmissionPolicy with parametrized resources.
/// MutatingAdmissionPolicyBinding and the optional parameter resource together define how cluster administrators
/// configure policies for clusters.
struct MutatingAdmissionPolicyBinding {
  static constexpr ResourceInfo kubexx_resource{"admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings", Scope::cluster};
  ObjectMeta metadata{};
  /// spec defines the desired behavior of the MutatingAdmissionPolicyBinding.
  MutatingAdmissionPolicyBindingSpec spec{};

  friend bool operator==(const MutatingAdmissionPolicyBinding&, const MutatingAdmissionPolicyBinding&);
};
BOOST_DESCRIBE_STRUCT(MutatingAdmissionPolicyBinding, (), (metadata, spec))
KUBEXX_COMPILED(MutatingAdmissionPolicyBinding)

}  // namespace kubexx::admissionregistrationv1
