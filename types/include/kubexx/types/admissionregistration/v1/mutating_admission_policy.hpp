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
#include "kubexx/types/admissionregistration/v1/failure_policy_type.hpp"
#include "kubexx/types/admissionregistration/v1/match_condition.hpp"
#include "kubexx/types/admissionregistration/v1/match_resources.hpp"
#include "kubexx/types/admissionregistration/v1/param_kind.hpp"
#include "kubexx/types/admissionregistration/v1/reinvocation_policy_type.hpp"
#include "kubexx/types/admissionregistration/v1/variable.hpp"

namespace kubexx::admissionregistrationv1 {

/// ApplyConfiguration defines the desired configuration values of an object.
struct ApplyConfiguration {
  /// expression will be evaluated by CEL to create an apply configuration. ref: https://github.com/google/cel-spec
  /// Apply configurations are declared in CEL using object initialization. For example, this CEL expression returns an
  /// apply configuration to set a single field: Object{ spec:
  std::string expression{};

  friend bool operator==(const ApplyConfiguration&, const ApplyConfiguration&);
};
BOOST_DESCRIBE_STRUCT(ApplyConfiguration, (), (expression))
KUBEXX_COMPILED(ApplyConfiguration)

/// JSONPatch defines a JSON Patch.
struct JSONPatch {
  /// expression will be evaluated by CEL to create a [JSON patch](https://jsonpatch.com/). ref:
  /// https://github.com/google/cel-spec expression must return an array of JSONPatch values. For example, this CEL
  /// expression returns a JSON patch to conditionally modify a value: [ JSONPatch{op: "test", path:
  std::string expression{};

  friend bool operator==(const JSONPatch&, const JSONPatch&);
};
BOOST_DESCRIBE_STRUCT(JSONPatch, (), (expression))
KUBEXX_COMPILED(JSONPatch)

/// PatchType specifies the type of patch operation for a mutation.
struct PatchType : OpenEnum<PatchType> {
  using OpenEnum::OpenEnum;
  static constexpr Name ApplyConfiguration{"ApplyConfiguration"}, JSONPatch{"JSONPatch"};
};

/// Mutation specifies the CEL expression which is used to apply the Mutation.
struct Mutation {
  /// patchType indicates the patch strategy used. Allowed values are "ApplyConfiguration" and "JSONPatch". Required.
  PatchType patchType{};
  /// applyConfiguration defines the desired configuration values of an object. The configuration is applied to the
  /// admission object using [structured merge diff](https://github.com/kubernetes-sigs/structured-merge-diff). A CEL
  /// expression is used to create apply configuration.
  std::optional<ApplyConfiguration> applyConfiguration{};
  /// jsonPatch defines a [JSON patch](https://jsonpatch.com/) operation to perform a mutation to the object. A CEL
  /// expression is used to create the JSON patch.
  std::optional<JSONPatch> jsonPatch{};

  friend bool operator==(const Mutation&, const Mutation&);
};
BOOST_DESCRIBE_STRUCT(Mutation, (), (patchType, applyConfiguration, jsonPatch))
KUBEXX_COMPILED(Mutation)

/// MutatingAdmissionPolicySpec defines the desired behavior of the admission policy.
struct MutatingAdmissionPolicySpec {
  /// paramKind specifies the kind of resources used to parameterize this policy. If absent, there are no parameters for
  /// this policy and the param CEL variable will not be provided to validation expressions.
  std::optional<ParamKind> paramKind{};
  /// matchConstraints specifies what resources this policy is designed to validate. The MutatingAdmissionPolicy cares
  /// about a request if it matches _all_ Constraints.
  std::optional<MatchResources> matchConstraints{};
  /// variables contain definitions of variables that can be used in composition of other expressions. Each variable is
  /// defined as a named CEL expression.
  std::vector<Variable> variables{};
  /// mutations contain operations to perform on matching objects. mutations may not be empty; a minimum of one mutation
  /// is required. mutations are evaluated in order, and are reinvoked according to the reinvocationPolicy.
  std::vector<Mutation> mutations{};
  /// failurePolicy defines how to handle failures for the admission policy. Failures can occur from CEL expression
  /// parse errors, type check errors, runtime errors and invalid or mis-configured policy definitions or bindings. A
  /// policy is invalid if paramKind refers to a non-existent Kind.
  FailurePolicyType failurePolicy{};
  /// matchConditions is a list of conditions that must be met for a request to be validated. Match conditions filter
  /// requests that have already been matched by the matchConstraints. An empty list of matchConditions matches all
  /// requests. There are a maximum of 64 match conditions allowed. Merged by name.
  std::vector<MatchCondition> matchConditions{};
  /// reinvocationPolicy indicates whether mutations may be called multiple times per MutatingAdmissionPolicyBinding as
  /// part of a single admission evaluation. Allowed values are "Never" and "IfNeeded". Never: These mutations will not
  /// be called more than once per binding in a single admission evaluation.
  ReinvocationPolicyType reinvocationPolicy{};

  friend bool operator==(const MutatingAdmissionPolicySpec&, const MutatingAdmissionPolicySpec&);
};
BOOST_DESCRIBE_STRUCT(MutatingAdmissionPolicySpec, (), (paramKind, matchConstraints, variables, mutations,
    failurePolicy, matchConditions, reinvocationPolicy))
KUBEXX_COMPILED(MutatingAdmissionPolicySpec)

/// MutatingAdmissionPolicy describes the definition of an admission mutation policy that mutates the object coming into
/// admission chain.
struct MutatingAdmissionPolicy {
  static constexpr ResourceInfo kubexx_resource{"admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy", "mutatingadmissionpolicies", Scope::cluster};
  ObjectMeta metadata{};
  /// spec defines the desired behavior of the MutatingAdmissionPolicy.
  MutatingAdmissionPolicySpec spec{};

  friend bool operator==(const MutatingAdmissionPolicy&, const MutatingAdmissionPolicy&);
};
BOOST_DESCRIBE_STRUCT(MutatingAdmissionPolicy, (), (metadata, spec))
KUBEXX_COMPILED(MutatingAdmissionPolicy)

}  // namespace kubexx::admissionregistrationv1
