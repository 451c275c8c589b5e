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
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::flowcontrolv1 {

/// FlowDistinguisherMethod specifies the method of a flow distinguisher.
struct FlowDistinguisherMethod {
  /// `type` is the type of flow distinguisher method The supported types are "ByUser" and "ByNamespace". Required.
  std::string type{};

  friend bool operator==(const FlowDistinguisherMethod&, const FlowDistinguisherMethod&);
};
BOOST_DESCRIBE_STRUCT(FlowDistinguisherMethod, (), (type))
KUBEXX_COMPILED(FlowDistinguisherMethod)

/// PriorityLevelConfigurationReference contains information that points to the "request-priority" being used.
struct PriorityLevelConfigurationReference {
  /// `name` is the name of the priority level configuration being referenced Required.
  std::string name{};

  friend bool operator==(const PriorityLevelConfigurationReference&, const PriorityLevelConfigurationReference&);
};
BOOST_DESCRIBE_STRUCT(PriorityLevelConfigurationReference, (), (name))
KUBEXX_COMPILED(PriorityLevelConfigurationReference)

/// UserSubject holds detailed information for user-kind subject.
struct UserSubject {
  /// `name` is the username that matches, or "*" to match all usernames. Required.
  std::string name{};

  friend bool operator==(const UserSubject&, const UserSubject&);
};
BOOST_DESCRIBE_STRUCT(UserSubject, (), (name))
KUBEXX_COMPILED(UserSubject)

/// GroupSubject holds detailed information for group-kind subject.
struct GroupSubject {
  /// name is the user group that matches, or "*" to match all user groups. See
  /// https://github.com/kubernetes/apiserver/blob/master/pkg/authentication/user/user.go for some well-known group
  /// names. Required.
  std::string name{};

  friend bool operator==(const GroupSubject&, const GroupSubject&);
};
BOOST_DESCRIBE_STRUCT(GroupSubject, (), (name))
KUBEXX_COMPILED(GroupSubject)

/// ServiceAccountSubject holds detailed information for service-account-kind subject.
struct ServiceAccountSubject {
  /// `namespace` is the namespace of matching ServiceAccount objects. Required.
  std::string namespace_{};
  /// `name` is the name of matching ServiceAccount objects, or "*" to match regardless of name. Required.
  std::string name{};

  friend bool operator==(const ServiceAccountSubject&, const ServiceAccountSubject&);
};
BOOST_DESCRIBE_STRUCT(ServiceAccountSubject, (), (namespace_, name))
KUBEXX_COMPILED(ServiceAccountSubject)

/// Subject matches the originator of a request, as identified by the request authentication system. There are three
/// ways of matching an originator; by user, group, or service account.
struct Subject {
  /// `kind` indicates which one of the other fields is non-empty. Required
  std::string kind{};
  /// `user` matches based on username.
  std::optional<UserSubject> user{};
  /// `group` matches based on user group name.
  std::optional<GroupSubject> group{};
  /// `serviceAccount` matches ServiceAccounts.
  std::optional<ServiceAccountSubject> serviceAccount{};

  friend bool operator==(const Subject&, const Subject&);
};
BOOST_DESCRIBE_STRUCT(Subject, (), (kind, user, group, serviceAccount))
KUBEXX_COMPILED(Subject)

/// ResourcePolicyRule is a predicate that matches some resource requests, testing the request's verb and the target
/// resource. A ResourcePolicyRule matches a resource request if and only if:
struct ResourcePolicyRule {
  /// `verbs` is a list of matching verbs and may not be empty. "*" matches all verbs and, if present, must be the only
  /// entry. Required.
  std::vector<std::string> verbs{};
  /// `apiGroups` is a list of matching API groups and may not be empty. "*" matches all API groups and, if present,
  /// must be the only entry. Required.
  std::vector<std::string> apiGroups{};
  /// `resources` is a list of matching resources (i.e., lowercase and plural) with, if desired, subresource. For
  /// example, [ "services", "nodes/status" ]. This list may not be empty. "*" matches all resources and, if present,
  /// must be the only entry. Required.
  std::vector<std::string> resources{};
  /// `clusterScope` indicates whether to match requests that do not specify a namespace (which happens either because
  /// the resource is not namespaced or the request targets all namespaces). If this field is omitted or false then the
  /// `namespaces` field must contain a non-empty list.
  bool clusterScope = false;
  /// `namespaces` is a list of target namespaces that restricts matches. A request that specifies a target namespace
  /// matches only if either (a) this list contains that target namespace or (b) this list contains "*".
  std::vector<std::string> namespaces{};

  friend bool operator==(const ResourcePolicyRule&, const ResourcePolicyRule&);
};
BOOST_DESCRIBE_STRUCT(ResourcePolicyRule, (), (verbs, apiGroups, resources, clusterScope, namespaces))
KUBEXX_COMPILED(ResourcePolicyRule)

/// NonResourcePolicyRule is a predicate that matches non-resource requests according to their verb and the target
/// non-resource URL. A NonResourcePolicyRule matches a request if and only if both (a) at least one member of verbs
/// matches the request and (b) at least one member of nonResourceURLs matches the request.
struct NonResourcePolicyRule {
  /// `verbs` is a list of matching verbs and may not be empty. "*" matches all verbs. If it is present, it must be the
  /// only entry. Required.
  std::vector<std::string> verbs{};
  /// `nonResourceURLs` is a set of url prefixes that a user should have access to and may not be empty. For example: -
  /// "/healthz" is legal - "/hea*" is illegal - "/hea" is legal but matches nothing - "/hea/*" also matches nothing -
  /// "/healthz/*" matches all per-component health checks.
  std::vector<std::string> nonResourceURLs{};

  friend bool operator==(const NonResourcePolicyRule&, const NonResourcePolicyRule&);
};
BOOST_DESCRIBE_STRUCT(NonResourcePolicyRule, (), (verbs, nonResourceURLs))
KUBEXX_COMPILED(NonResourcePolicyRule)

/// PolicyRulesWithSubjects prescribes a test that applies to a request to an apiserver. The test considers the subject
/// making the request, the verb being requested, and the resource to be acted upon.
struct PolicyRulesWithSubjects {
  /// subjects is the list of normal user, serviceaccount, or group that this rule cares about. There must be at least
  /// one member in this slice. A slice that includes both the system:authenticated and system:unauthenticated user
  /// groups matches every request. Required.
  std::vector<Subject> subjects{};
  /// `resourceRules` is a slice of ResourcePolicyRules that identify matching requests according to their verb and the
  /// target resource. At least one of `resourceRules` and `nonResourceRules` has to be non-empty.
  std::vector<ResourcePolicyRule> resourceRules{};
  /// `nonResourceRules` is a list of NonResourcePolicyRules that identify matching requests according to their verb and
  /// the target non-resource URL.
  std::vector<NonResourcePolicyRule> nonResourceRules{};

  friend bool operator==(const PolicyRulesWithSubjects&, const PolicyRulesWithSubjects&);
};
BOOST_DESCRIBE_STRUCT(PolicyRulesWithSubjects, (), (subjects, resourceRules, nonResourceRules))
KUBEXX_COMPILED(PolicyRulesWithSubjects)

/// FlowSchemaSpec describes how the FlowSchema's specification looks like.
struct FlowSchemaSpec {
  /// `priorityLevelConfiguration` should reference a PriorityLevelConfiguration in the cluster. If the reference cannot
  /// be resolved, the FlowSchema will be ignored and marked as invalid in its status. Required.
  PriorityLevelConfigurationReference priorityLevelConfiguration{};
  /// `matchingPrecedence` is used to choose among the FlowSchemas that match a given request. The chosen FlowSchema is
  /// among those with the numerically lowest (which we take to be logically highest) MatchingPrecedence.
  std::int32_t matchingPrecedence = 0;
  /// `distinguisherMethod` defines how to compute the flow distinguisher for requests that match this schema. `nil`
  /// specifies that the distinguisher is disabled and thus will always be the empty string.
  std::optional<FlowDistinguisherMethod> distinguisherMethod{};
  /// `rules` describes which requests will match this flow schema. This FlowSchema matches a request if and only if at
  /// least one member of rules matches the request. if it is an empty slice, there will be no requests matching the
  /// FlowSchema.
  std::vector<PolicyRulesWithSubjects> rules{};

  friend bool operator==(const FlowSchemaSpec&, const FlowSchemaSpec&);
};
BOOST_DESCRIBE_STRUCT(FlowSchemaSpec, (), (priorityLevelConfiguration, matchingPrecedence, distinguisherMethod, rules))
KUBEXX_COMPILED(FlowSchemaSpec)

/// FlowSchemaCondition describes conditions for a FlowSchema.
struct FlowSchemaCondition {
  /// `type` is the type of the condition. Required.
  std::string type{};
  /// `status` is the status of the condition. Should be specified and set to one of True, False, Unknown.
  std::string status{};
  /// `lastTransitionTime` is the last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// `reason` is a unique, one-word, CamelCase reason for the condition's last transition.
  std::string reason{};
  /// `message` is a human-readable message indicating details about last transition.
  std::string message{};

  friend bool operator==(const FlowSchemaCondition&, const FlowSchemaCondition&);
};
BOOST_DESCRIBE_STRUCT(FlowSchemaCondition, (), (type, status, lastTransitionTime, reason, message))
KUBEXX_COMPILED(FlowSchemaCondition)

/// FlowSchemaStatus represents the current state of a FlowSchema.
struct FlowSchemaStatus {
  /// `conditions` is a list of the current states of FlowSchema. Merged by type.
  std::vector<FlowSchemaCondition> conditions{};

  friend bool operator==(const FlowSchemaStatus&, const FlowSchemaStatus&);
};
BOOST_DESCRIBE_STRUCT(FlowSchemaStatus, (), (conditions))
KUBEXX_COMPILED(FlowSchemaStatus)

/// FlowSchema defines the schema of a group of flows. Note that a flow is made up of a set of inbound API requests with
/// similar attributes and is identified by a pair of strings: the name of the FlowSchema and a "flow distinguisher".
struct FlowSchema {
  static constexpr ResourceInfo kubexx_resource{"flowcontrol.apiserver.k8s.io", "v1", "FlowSchema", "flowschemas", Scope::cluster};
  ObjectMeta metadata{};
  /// `spec` is the specification of the desired behavior of a FlowSchema.
  FlowSchemaSpec spec{};
  /// `status` is the current status of a FlowSchema.
  FlowSchemaStatus status{};

  friend bool operator==(const FlowSchema&, const FlowSchema&);
};
BOOST_DESCRIBE_STRUCT(FlowSchema, (), (metadata, spec, status))
KUBEXX_COMPILED(FlowSchema)

}  // namespace kubexx::flowcontrolv1
