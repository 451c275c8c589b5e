// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/admissionregistration/v1/failure_policy_type.hpp"
#include "kubexx/types/admissionregistration/v1/match_condition.hpp"
#include "kubexx/types/admissionregistration/v1/match_policy_type.hpp"
#include "kubexx/types/admissionregistration/v1/reinvocation_policy_type.hpp"
#include "kubexx/types/admissionregistration/v1/rule_with_operations.hpp"
#include "kubexx/types/admissionregistration/v1/side_effect_class.hpp"
#include "kubexx/types/admissionregistration/v1/webhook_client_config.hpp"

namespace kubexx::admissionregistrationv1 {

/// MutatingWebhook describes an admission webhook and the resources and operations it applies to.
struct MutatingWebhook {
  /// name is the name of the admission webhook. Name should be fully qualified, e.g., imagepolicy.kubernetes.io, where
  /// "imagepolicy" is the name of the webhook, and kubernetes.io is the name of the organization. Required.
  std::string name{};
  /// clientConfig defines how to communicate with the hook. Required
  WebhookClientConfig clientConfig{};
  /// rules describes what operations on what resources/subresources the webhook cares about. The webhook cares about an
  /// operation if it matches _any_ Rule.
  std::vector<RuleWithOperations> rules{};
  /// failurePolicy defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore
  /// or Fail. Defaults to Fail.
  FailurePolicyType failurePolicy{};
  /// matchPolicy defines how the "rules" list is used to match incoming requests. Allowed values are "Exact" or
  /// "Equivalent". - Exact: match a request only if it exactly matches a specified rule.
  MatchPolicyType matchPolicy{};
  /// namespaceSelector decides whether to run the webhook on an object based on whether the namespace for that object
  /// matches the selector. If the object itself is a namespace, the matching is performed on object.metadata.labels.
  std::optional<MetaLabelSelector> namespaceSelector{};
  /// objectSelector decides whether to run the webhook based on if the object has matching labels. objectSelector is
  /// evaluated against both the oldObject and newObject that would be sent to the webhook, and is considered to match
  /// if either object matches the selector.
  std::optional<MetaLabelSelector> objectSelector{};
  /// sideEffects states whether this webhook has side effects. Acceptable values are: None, NoneOnDryRun (webhooks
  /// created via v1beta1 may also specify Some or Unknown).
  SideEffectClass sideEffects{};
  /// timeoutSeconds specifies the timeout for this webhook. After the timeout passes, the webhook call will be ignored
  /// or the API call will fail based on the failure policy. The timeout value must be between 1 and 30 seconds. Default
  /// to 10 seconds.
  std::optional<std::int32_t> timeoutSeconds{};
  /// admissionReviewVersions is an ordered list of preferred `AdmissionReview` versions the Webhook expects. API server
  /// will try to use first version in the list which it supports. If none of the versions specified in this list
  /// supported by API server, validation will fail for this object.
  std::vector<std::string> admissionReviewVersions{};
  /// reinvocationPolicy indicates whether this webhook should be called multiple times as part of a single admission
  /// evaluation. Allowed values are "Never" and "IfNeeded". Never: the webhook will not be called more than once in a
  /// single admission evaluation.
  ReinvocationPolicyType reinvocationPolicy{};
  /// matchConditions is a list of conditions that must be met for a request to be sent to this webhook. Match
  /// conditions filter requests that have already been matched by the rules, namespaceSelector, and objectSelector. An
  /// empty list of matchConditions matches all requests. Merged by name.
  std::vector<MatchCondition> matchConditions{};

  friend bool operator==(const MutatingWebhook&, const MutatingWebhook&);
};
BOOST_DESCRIBE_STRUCT(MutatingWebhook, (), (name, clientConfig, rules, failurePolicy, matchPolicy, namespaceSelector,
    objectSelector, sideEffects, timeoutSeconds, admissionReviewVersions, reinvocationPolicy, matchConditions))
KUBEXX_COMPILED(MutatingWebhook)

/// MutatingWebhookConfiguration describes the configuration of and admission webhook that accept or reject and may
/// change the object.
struct MutatingWebhookConfiguration {
  static constexpr ResourceInfo kubexx_resource{"admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration", "mutatingwebhookconfigurations", Scope::cluster};
  ObjectMeta metadata{};
  /// webhooks is a list of webhooks and the affected resources and operations. Merged by name.
  std::vector<MutatingWebhook> webhooks{};

  friend bool operator==(const MutatingWebhookConfiguration&, const MutatingWebhookConfiguration&);
};
BOOST_DESCRIBE_STRUCT(MutatingWebhookConfiguration, (), (metadata, webhooks))
KUBEXX_COMPILED(MutatingWebhookConfiguration)

}  // namespace kubexx::admissionregistrationv1
