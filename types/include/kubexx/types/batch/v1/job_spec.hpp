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
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/types/core/v1/pod_template_spec.hpp"

namespace kubexx::batchv1 {

/// CompletionMode specifies how Pod completions of a Job are tracked.
struct CompletionMode : OpenEnum<CompletionMode> {
  using OpenEnum::OpenEnum;
  static constexpr Name NonIndexed{"NonIndexed"}, Indexed{"Indexed"};
};

/// PodFailurePolicyAction specifies how a Pod failure is handled.
struct PodFailurePolicyAction : OpenEnum<PodFailurePolicyAction> {
  using OpenEnum::OpenEnum;
  static constexpr Name FailJob{"FailJob"}, FailIndex{"FailIndex"}, Ignore{"Ignore"}, Count{"Count"};
};

struct PodFailurePolicyOnExitCodesOperator : OpenEnum<PodFailurePolicyOnExitCodesOperator> {
  using OpenEnum::OpenEnum;
  static constexpr Name In{"In"}, NotIn{"NotIn"};
};

/// PodFailurePolicyOnExitCodesRequirement describes the requirement for handling a failed pod based on its container
/// exit codes.
struct PodFailurePolicyOnExitCodesRequirement {
  /// Restricts the check for exit codes to the container with the specified name. When null, the rule applies to all
  /// containers. When specified, it should match one the container or initContainer names in the pod template.
  std::optional<std::string> containerName{};
  /// Represents the relationship between the container exit code(s) and the specified values. Containers completed with
  /// success (exit code 0) are excluded from the requirement check. Possible values are:
  PodFailurePolicyOnExitCodesOperator operator_{};
  /// Specifies the set of values. Each returned container exit code (might be multiple in case of multiple containers)
  /// is checked against this set of values with respect to the operator. The list of values must be ordered and must
  /// not contain duplicates. Value '0' cannot be used for the In operator.
  std::vector<std::int32_t> values{};

  friend bool operator==(const PodFailurePolicyOnExitCodesRequirement&, const PodFailurePolicyOnExitCodesRequirement&);
};
BOOST_DESCRIBE_STRUCT(PodFailurePolicyOnExitCodesRequirement, (), (containerName, operator_, values))
KUBEXX_COMPILED(PodFailurePolicyOnExitCodesRequirement)

/// PodFailurePolicyOnPodConditionsPattern describes a pattern for matching an actual pod condition type.
struct PodFailurePolicyOnPodConditionsPattern {
  /// Specifies the required Pod condition type. To match a pod condition it is required that specified type equals the
  /// pod condition type.
  std::string type{};
  /// Specifies the required Pod condition status. To match a pod condition it is required that the specified status
  /// equals the pod condition status. Defaults to True.
  std::string status{};

  friend bool operator==(const PodFailurePolicyOnPodConditionsPattern&, const PodFailurePolicyOnPodConditionsPattern&);
};
BOOST_DESCRIBE_STRUCT(PodFailurePolicyOnPodConditionsPattern, (), (type, status))
KUBEXX_COMPILED(PodFailurePolicyOnPodConditionsPattern)

/// PodFailurePolicyRule describes how a pod failure is handled when the requirements are met. One of onExitCodes and
/// onPodConditions, but not both, can be used in each rule.
struct PodFailurePolicyRule {
  /// Specifies the action taken on a pod failure when the requirements are satisfied. Possible values are: - FailJob:
  /// indicates that the pod's job is marked as Failed and all running pods are terminated. - FailIndex: indicates that
  /// the pod's index is marked as Failed and will not be restarted.
  PodFailurePolicyAction action{};
  /// Represents the requirement on the container exit codes.
  std::optional<PodFailurePolicyOnExitCodesRequirement> onExitCodes{};
  /// Represents the requirement on the pod conditions. The requirement is represented as a list of pod condition
  /// patterns. The requirement is satisfied if at least one pattern matches an actual pod condition. At most 20
  /// elements are allowed.
  std::vector<PodFailurePolicyOnPodConditionsPattern> onPodConditions{};

  friend bool operator==(const PodFailurePolicyRule&, const PodFailurePolicyRule&);
};
BOOST_DESCRIBE_STRUCT(PodFailurePolicyRule, (), (action, onExitCodes, onPodConditions))
KUBEXX_COMPILED(PodFailurePolicyRule)

/// PodFailurePolicy describes how failed pods influence the backoffLimit.
struct PodFailurePolicy {
  /// A list of pod failure policy rules. The rules are evaluated in order. Once a rule matches a Pod failure, the
  /// remaining of the rules are ignored. When no rule matches the Pod failure, the default handling applies - the
  /// counter of pod failures is incremented and it is checked against the backoffLimit.
  std::vector<PodFailurePolicyRule> rules{};

  friend bool operator==(const PodFailurePolicy&, const PodFailurePolicy&);
};
BOOST_DESCRIBE_STRUCT(PodFailurePolicy, (), (rules))
KUBEXX_COMPILED(PodFailurePolicy)

/// SuccessPolicyRule describes rule for declaring a Job as succeeded. Each rule must have at least one of the
/// "succeededIndexes" or "succeededCount" specified.
struct SuccessPolicyRule {
  /// succeededIndexes specifies the set of indexes which need to be contained in the actual set of the succeeded
  /// indexes for the Job. The list of indexes must be within 0 to ".spec.completions-1" and must not contain
  /// duplicates. At least one element is required.
  std::optional<std::string> succeededIndexes{};
  /// succeededCount specifies the minimal required size of the actual set of the succeeded indexes for the Job. When
  /// succeededCount is used along with succeededIndexes, the check is constrained only to the set of indexes specified
  /// by succeededIndexes.
  std::optional<std::int32_t> succeededCount{};

  friend bool operator==(const SuccessPolicyRule&, const SuccessPolicyRule&);
};
BOOST_DESCRIBE_STRUCT(SuccessPolicyRule, (), (succeededIndexes, succeededCount))
KUBEXX_COMPILED(SuccessPolicyRule)

/// SuccessPolicy describes when a Job can be declared as succeeded based on the success of some indexes.
struct SuccessPolicy {
  /// rules represents the list of alternative rules for the declaring the Jobs as successful before `.status.succeeded
  /// >= .spec.completions`. Once any of the rules are met, the "SuccessCriteriaMet" condition is added, and the
  /// lingering pods are removed.
  std::vector<SuccessPolicyRule> rules{};

  friend bool operator==(const SuccessPolicy&, const SuccessPolicy&);
};
BOOST_DESCRIBE_STRUCT(SuccessPolicy, (), (rules))
KUBEXX_COMPILED(SuccessPolicy)

/// PodReplacementPolicy specifies the policy for creating pod replacements.
struct PodReplacementPolicy : OpenEnum<PodReplacementPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name TerminatingOrFailed{"TerminatingOrFailed"}, Failed{"Failed"};
};

/// JobSchedulingConfiguration composes the reusable workload-aware scheduling building blocks.
struct JobSchedulingConfiguration {
  /// SchedulingPolicy defines the scheduling policy for this Job. Exactly one of Basic or Gang must be set. This field
  /// is immutable after creation: the policy may not be added or removed.
  RawJson schedulingPolicy{};
  /// SchedulingConstraints defines scheduling constraints (e.g. topology) for the Job's pods. This field is immutable
  /// after creation.
  RawJson schedulingConstraints{};
  /// DisruptionMode defines the mode in which the Job's pods can be disrupted. One of Single, All. This field is
  /// immutable after creation: it may not be added or removed, and the selected mode may not be changed.
  RawJson disruptionMode{};
  /// ResourceClaims defines which ResourceClaims may be shared among Pods in the Job. Pods consume the devices
  /// allocated to a PodGroup's claim by defining a claim in its own Spec.ResourceClaims that matches the PodGroup's
  /// claim exactly. Merged by name.
  std::vector<RawJson> resourceClaims{};

  friend bool operator==(const JobSchedulingConfiguration&, const JobSchedulingConfiguration&);
};
BOOST_DESCRIBE_STRUCT(JobSchedulingConfiguration, (), (schedulingPolicy, schedulingConstraints, disruptionMode,
    resourceClaims))
KUBEXX_COMPILED(JobSchedulingConfiguration)

/// JobSpec describes how the job execution will look like.
struct JobSpec {
  /// Specifies the maximum desired number of pods the job should run at any given time. The actual number of pods
  /// running in steady state will be less than this number when ((.spec.completions - .status.successful) <
  /// .spec.parallelism), i.e. when the work left to do is less than max parallelism.
  std::optional<std::int32_t> parallelism{};
  /// Specifies the desired number of successfully finished pods the job should be run with. Setting to null means that
  /// the success of any pod signals the success of all pods, and allows parallelism to have any positive value.
  std::optional<std::int32_t> completions{};
  /// Specifies the duration in seconds relative to the startTime that the job may be continuously active before the
  /// system tries to terminate it; value must be positive integer.
  std::optional<std::int64_t> activeDeadlineSeconds{};
  /// Specifies the policy of handling failed pods. In particular, it allows to specify the set of actions and
  /// conditions which need to be satisfied to take the associated action.
  std::optional<PodFailurePolicy> podFailurePolicy{};
  /// successPolicy specifies the policy when the Job can be declared as succeeded. If empty, the default behavior
  /// applies - the Job is declared as succeeded only when the number of succeeded pods equals to the completions.
  std::optional<SuccessPolicy> successPolicy{};
  /// Specifies the number of retries before marking this job failed. Defaults to 6, unless backoffLimitPerIndex (only
  /// Indexed Job) is specified. When backoffLimitPerIndex is specified, backoffLimit defaults to 2147483647.
  std::optional<std::int32_t> backoffLimit{};
  /// Specifies the limit for the number of retries within an index before marking this index as failed. When enabled
  /// the number of failures per index is kept in the pod's batch.kubernetes.io/job-index-failure-count annotation.
  std::optional<std::int32_t> backoffLimitPerIndex{};
  /// Specifies the maximal number of failed indexes before marking the Job as failed, when backoffLimitPerIndex is set.
  /// Once the number of failed indexes exceeds this number the entire Job is marked as Failed and its execution is
  /// terminated.
  std::optional<std::int32_t> maxFailedIndexes{};
  /// A label query over pods that should match the pod count. Normally, the system sets this field for you.
  std::optional<MetaLabelSelector> selector{};
  /// manualSelector controls generation of pod labels and pod selectors. Leave `manualSelector` unset unless you are
  /// certain what you are doing. When false or unset, the system pick labels unique to this job and appends those
  /// labels to the pod template.
  std::optional<bool> manualSelector{};
  /// Describes the pod that will be created when executing a job. The only allowed template.spec.restartPolicy values
  /// are "Never" or "OnFailure".
  corev1::PodTemplateSpec template_{};
  /// ttlSecondsAfterFinished limits the lifetime of a Job that has finished execution (either Complete or Failed). If
  /// this field is set, ttlSecondsAfterFinished after the Job finishes, it is eligible to be automatically deleted.
  std::optional<std::int32_t> ttlSecondsAfterFinished{};
  /// completionMode specifies how Pod completions are tracked. It can be `NonIndexed` (default) or `Indexed`.
  /// `NonIndexed` means that the Job is considered complete when there have been .spec.completions successfully
  /// completed Pods. Each Pod completion is homologous to each other.
  CompletionMode completionMode{};
  /// suspend specifies whether the Job controller should create Pods or not. If a Job is created with suspend set to
  /// true, no Pods are created by the Job controller.
  std::optional<bool> suspend{};
  /// podReplacementPolicy specifies when to create replacement Pods. Possible values are: - TerminatingOrFailed means
  /// that we recreate pods when they are terminating (has a metadata.deletionTimestamp) or failed.
  PodReplacementPolicy podReplacementPolicy{};
  /// ManagedBy field indicates the controller that manages a Job. The k8s Job controller reconciles jobs which don't
  /// have this field at all or the field value is the reserved string `kubernetes.io/job-controller`, but skips
  /// reconciling Jobs with a custom value for this field.
  std::optional<std::string> managedBy{};
  /// scheduling defines the Workload-aware Scheduling configuration for this Job. When set, it specifies the scheduling
  /// policy (basic or gang), topology constraints, disruption mode, and shared resource claims.
  std::optional<JobSchedulingConfiguration> scheduling{};

  friend bool operator==(const JobSpec&, const JobSpec&);
};
BOOST_DESCRIBE_STRUCT(JobSpec, (), (parallelism, completions, activeDeadlineSeconds, podFailurePolicy, successPolicy,
    backoffLimit, backoffLimitPerIndex, maxFailedIndexes, selector, manualSelector, template_, ttlSecondsAfterFinished,
    completionMode, suspend, podReplacementPolicy, managedBy, scheduling))
KUBEXX_COMPILED(JobSpec)

}  // namespace kubexx::batchv1
