// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::authorizationv1 {

/// NonResourceRule holds information that describes a rule for the non-resource
struct NonResourceRule {
  /// verbs is a list of kubernetes non-resource API verbs, like: get, post, put, delete, patch, head, options. "*"
  /// means all.
  std::vector<std::string> verbs{};
  /// nonResourceURLs is a set of partial urls that a user should have access to. *s are allowed, but only as the full,
  /// final step in the path. "*" means all.
  std::vector<std::string> nonResourceURLs{};

  friend bool operator==(const NonResourceRule&, const NonResourceRule&);
};
BOOST_DESCRIBE_STRUCT(NonResourceRule, (), (verbs, nonResourceURLs))
KUBEXX_COMPILED(NonResourceRule)

/// ResourceRule is the list of actions the subject is allowed to perform on resources. The list ordering isn't
/// significant, may contain duplicates, and possibly be incomplete.
struct ResourceRule {
  /// verbs is a list of kubernetes resource API verbs, like: get, list, watch, create, update, delete, proxy. "*" means
  /// all.
  std::vector<std::string> verbs{};
  /// apiGroups is the name of the APIGroup that contains the resources. If multiple API groups are specified, any
  /// action requested against one of the enumerated resources in any API group will be allowed. "*" means all.
  std::vector<std::string> apiGroups{};
  /// resources is a list of resources this rule applies to. "*" means all in the specified apiGroups. "*/foo"
  /// represents the subresource 'foo' for all resources in the specified apiGroups.
  std::vector<std::string> resources{};
  /// resourceNames is an optional white list of names that the rule applies to. An empty set means that everything is
  /// allowed. "*" means all.
  std::vector<std::string> resourceNames{};

  friend bool operator==(const ResourceRule&, const ResourceRule&);
};
BOOST_DESCRIBE_STRUCT(ResourceRule, (), (verbs, apiGroups, resources, resourceNames))
KUBEXX_COMPILED(ResourceRule)

/// SelfSubjectRulesReviewSpec defines the specification for SelfSubjectRulesReview.
struct SelfSubjectRulesReviewSpec {
  /// namespace to evaluate rules for. Required.
  std::string namespace_{};

  friend bool operator==(const SelfSubjectRulesReviewSpec&, const SelfSubjectRulesReviewSpec&);
};
BOOST_DESCRIBE_STRUCT(SelfSubjectRulesReviewSpec, (), (namespace_))
KUBEXX_COMPILED(SelfSubjectRulesReviewSpec)

/// SubjectRulesReviewStatus contains the result of a rules check. This check can be incomplete depending on the set of
/// authorizers the server is configured with and any errors experienced during evaluation.
struct SubjectRulesReviewStatus {
  /// resourceRules is the list of actions the subject is allowed to perform on resources. The list ordering isn't
  /// significant, may contain duplicates, and possibly be incomplete.
  std::vector<ResourceRule> resourceRules{};
  /// nonResourceRules is the list of actions the subject is allowed to perform on non-resources. The list ordering
  /// isn't significant, may contain duplicates, and possibly be incomplete.
  std::vector<NonResourceRule> nonResourceRules{};
  /// incomplete is true when the rules returned by this call are incomplete. This is most commonly encountered when an
  /// authorizer, such as an external authorizer, doesn't support rules evaluation.
  bool incomplete = false;
  /// evaluationError can appear in combination with Rules. It indicates an error occurred during rule evaluation, such
  /// as an authorizer that doesn't support rule evaluation, and that ResourceRules and/or NonResourceRules may be
  /// incomplete.
  std::string evaluationError{};

  friend bool operator==(const SubjectRulesReviewStatus&, const SubjectRulesReviewStatus&);
};
BOOST_DESCRIBE_STRUCT(SubjectRulesReviewStatus, (), (resourceRules, nonResourceRules, incomplete, evaluationError))
KUBEXX_COMPILED(SubjectRulesReviewStatus)

/// SelfSubjectRulesReview enumerates the set of actions the current user can perform within a namespace. The returned
/// list of actions may be incomplete depending on the server's authorization mode, and any errors experienced during
/// the evaluation.
struct SelfSubjectRulesReview {
  static constexpr ResourceInfo kubexx_resource{"authorization.k8s.io", "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews", Scope::cluster, false};
  ObjectMeta metadata{};
  /// spec holds information about the request being evaluated.
  SelfSubjectRulesReviewSpec spec{};
  /// status is filled in by the server and indicates the set of actions a user can perform.
  SubjectRulesReviewStatus status{};

  friend bool operator==(const SelfSubjectRulesReview&, const SelfSubjectRulesReview&);
};
BOOST_DESCRIBE_STRUCT(SelfSubjectRulesReview, (), (metadata, spec, status))
KUBEXX_COMPILED(SelfSubjectRulesReview)

}  // namespace kubexx::authorizationv1
