// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/admissionregistration/v1/match_resources.hpp"
#include "kubexx/types/admissionregistration/v1/param_ref.hpp"

namespace kubexx::admissionregistrationv1 {

/// ValidationAction specifies a policy enforcement action.
struct ValidationAction : OpenEnum<ValidationAction> {
  using OpenEnum::OpenEnum;
  static constexpr Name Deny{"Deny"}, Warn{"Warn"}, Audit{"Audit"};
};

/// ValidatingAdmissionPolicyBindingSpec is the specification of the ValidatingAdmissionPolicyBinding.
struct ValidatingAdmissionPolicyBindingSpec {
  /// policyName references a ValidatingAdmissionPolicy name which the ValidatingAdmissionPolicyBinding binds to. If the
  /// referenced resource does not exist, this binding is considered invalid and will be ignored Required.
  std::string policyName{};
  /// paramRef specifies the parameter resource used to configure the admission control policy. It should point to a
  /// resource of the type specified in ParamKind of the bound ValidatingAdmissionPolicy.
  std::optional<ParamRef> paramRef{};
  /// matchResources declares what resources match this binding and will be validated by it. Note that this is
  /// intersected with the policy's matchConstraints, so only requests that are matched by the policy can be selected by
  /// this.
  std::optional<MatchResources> matchResources{};
  /// validationActions declares how Validations of the referenced ValidatingAdmissionPolicy are enforced. If a
  /// validation evaluates to false it is always enforced according to these actions.
  std::vector<ValidationAction> validationActions{};

  friend bool operator==(const ValidatingAdmissionPolicyBindingSpec&, const ValidatingAdmissionPolicyBindingSpec&);
};
BOOST_DESCRIBE_STRUCT(ValidatingAdmissionPolicyBindingSpec, (), (policyName, paramRef, matchResources,
    validationActions))
KUBEXX_COMPILED(ValidatingAdmissionPolicyBindingSpec)

/// ValidatingAdmissionPolicyBinding binds the ValidatingAdmissionPolicy with paramerized resources.
/// ValidatingAdmissionPolicyBinding and parameter CRDs together define how cluster administrators configure policies
/// for clusters.
struct ValidatingAdmissionPolicyBinding {
  static constexpr ResourceInfo kubexx_resource{"admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings", Scope::cluster};
  ObjectMeta metadata{};
  /// spec defines the desired behavior of the ValidatingAdmissionPolicyBinding.
  ValidatingAdmissionPolicyBindingSpec spec{};

  friend bool operator==(const ValidatingAdmissionPolicyBinding&, const ValidatingAdmissionPolicyBinding&);
};
BOOST_DESCRIBE_STRUCT(ValidatingAdmissionPolicyBinding, (), (metadata, spec))
KUBEXX_COMPILED(ValidatingAdmissionPolicyBinding)

}  // namespace kubexx::admissionregistrationv1
