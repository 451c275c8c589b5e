// SPDX-License-Identifier: Apache-2.0
// Written by schemas/generate.py, which explains the format. Do not edit.
#include "schema/builtin_schemas.hpp"

namespace kubexx::apiserver {

// clang-format off
const std::initializer_list<std::string_view>& builtin_schema_text()
{
  static const std::initializer_list<std::string_view> parts{
R"(admissionregistration.v1.ApplyConfiguration expression:s;z
admissionregistration.v1.AuditAnnotation key!:s;e valueExpression!:s;e
admissionregistration.v1.ExpressionWarning fieldRef!:s;e warning!:s;e
admissionregistration.v1.JSONPatch expression:s;z
admissionregistration.v1.MatchCondition expression!:s;e name!:s;e
admissionregistration.v1.MatchResources
 excludeResourceRules:[]@admissionregistration.v1.NamedRuleWithOperations;l=atomic matchPolicy:s;g=v1.MatchPolicyType
 namespaceSelector:@meta.v1.LabelSelector objectSelector:@meta.v1.LabelSelector
 resourceRules:[]@admissionregistration.v1.NamedRuleWithOperations;l=atomic
admissionregistration.v1.MutatingAdmissionPolicy apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec:@admissionregistration.v1.MutatingAdmissionPolicySpec;e
admissionregistration.v1.MutatingAdmissionPolicyBinding apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec:@admissionregistration.v1.MutatingAdmissionPolicyBindingSpec;e
admissionregistration.v1.MutatingAdmissionPolicyBindingSpec matchResources:@admissionregistration.v1.MatchResources
 paramRef:@admissionregistration.v1.ParamRef policyName:s;z
admissionregistration.v1.MutatingAdmissionPolicySpec failurePolicy:s;g=v1.FailurePolicyType
 matchConditions:[]@admissionregistration.v1.MatchCondition;p=name;l=map/name
 matchConstraints:@admissionregistration.v1.MatchResources mutations:[]@admissionregistration.v1.Mutation;l=atomic
 paramKind:@admissionregistration.v1.ParamKind reinvocationPolicy:s;z;g=v1.ReinvocationPolicyType
 variables:[]@admissionregistration.v1.Variable;l=atomic
admissionregistration.v1.MutatingWebhook admissionReviewVersions!:[]s;n;l=atomic
 clientConfig!:@admissionregistration.v1.WebhookClientConfig;e failurePolicy:s;g=v1.FailurePolicyType
 matchConditions:[]@admissionregistration.v1.MatchCondition;p=name;l=map/name matchPolicy:s;g=v1.MatchPolicyType
 name!:s;e namespaceSelector:@meta.v1.LabelSelector objectSelector:@meta.v1.LabelSelector
 reinvocationPolicy:s;g=v1.ReinvocationPolicyType rules:[]@admissionregistration.v1.RuleWithOperations;l=atomic
 sideEffects!:s;n;g=v1.SideEffectClass timeoutSeconds:i32
admissionregistration.v1.MutatingWebhookConfiguration apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 webhooks:[]@admissionregistration.v1.MutatingWebhook;p=name;l=map/name
admissionregistration.v1.Mutation applyConfiguration:@admissionregistration.v1.ApplyConfiguration
 jsonPatch:@admissionregistration.v1.JSONPatch patchType!:s;e;g=v1.PatchType
admissionregistration.v1.NamedRuleWithOperations apiGroups:[]s;l=atomic apiVersions:[]s;l=atomic
 operations:[]s;g=v1.OperationType;l=atomic resourceNames:[]s;l=atomic resources:[]s;l=atomic scope:s;g=v1.ScopeType
admissionregistration.v1.ParamKind apiVersion:s kind:s
admissionregistration.v1.ParamRef name:s;z namespace:s;z parameterNotFoundAction:s;g=v1.ParameterNotFoundActionType
 selector:@meta.v1.LabelSelector
admissionregistration.v1.RuleWithOperations apiGroups:[]s;l=atomic apiVersions:[]s;l=atomic
 operations:[]s;g=v1.OperationType;l=atomic resources:[]s;l=atomic scope:s;g=v1.ScopeType
admissionregistration.v1.ServiceReference name!:s;e namespace!:s;e path:s port:i32
admissionregistration.v1.TypeChecking expressionWarnings:[]@admissionregistration.v1.ExpressionWarning;l=atomic
admissionregistration.v1.ValidatingAdmissionPolicy apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec:@admissionregistration.v1.ValidatingAdmissionPolicySpec;e
 status:@admissionregistration.v1.ValidatingAdmissionPolicyStatus;e
admissionregistration.v1.ValidatingAdmissionPolicyBinding apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec;e
admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec matchResources:@admissionregistration.v1.MatchResources
 paramRef:@admissionregistration.v1.ParamRef policyName!:s;z validationActions!:[]s;g=v1.ValidationAction;l=set
admissionregistration.v1.ValidatingAdmissionPolicySpec
 auditAnnotations:[]@admissionregistration.v1.AuditAnnotation;l=atomic failurePolicy:s;g=v1.FailurePolicyType
 matchConditions:[]@admissionregistration.v1.MatchCondition;p=name;l=map/name
 matchConstraints:@admissionregistration.v1.MatchResources paramKind:@admissionregistration.v1.ParamKind
 validations:[]@admissionregistration.v1.Validation;l=atomic
 variables:[]@admissionregistration.v1.Variable;p=name;l=map/name
admissionregistration.v1.ValidatingAdmissionPolicyStatus conditions:[]@meta.v1.Condition;l=map/type
 observedGeneration:i64;z typeChecking:@admissionregistration.v1.TypeChecking
admissionregistration.v1.ValidatingWebhook admissionReviewVersions!:[]s;n;l=atomic
 clientConfig!:@admissionregistration.v1.WebhookClientConfig;e failurePolicy:s;g=v1.FailurePolicyType
 matchConditions:[]@admissionregistration.v1.MatchCondition;p=name;l=map/name matchPolicy:s;g=v1.MatchPolicyType
 name!:s;e namespaceSelector:@meta.v1.LabelSelector objectSelector:@meta.v1.LabelSelector
 rules:[]@admissionregistration.v1.RuleWithOperations;l=atomic sideEffects!:s;n;g=v1.SideEffectClass
 timeoutSeconds:i32
admissionregistration.v1.ValidatingWebhookConfiguration apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 webhooks:[]@admissionregistration.v1.ValidatingWebhook;p=name;l=map/name
admissionregistration.v1.Validation expression!:s;e message:s;z messageExpression:s;z reason:s;g=metav1.StatusReason
admissionregistration.v1.Variable expression!:s;e name!:s;e
admissionregistration.v1.WebhookClientConfig caBundle:y service:@admissionregistration.v1.ServiceReference url:s
apiextensions.v1.CustomResourceColumnDefinition description:s format:s jsonPath!:s name!:s priority:i32 type!:s
apiextensions.v1.CustomResourceConversion strategy!:s webhook:@apiextensions.v1.WebhookConversion
apiextensions.v1.CustomResourceDefinition apiVersion:s kind:s metadata:@meta.v1.ObjectMeta
 spec!:@apiextensions.v1.CustomResourceDefinitionSpec status:@apiextensions.v1.CustomResourceDefinitionStatus
apiextensions.v1.CustomResourceDefinitionCondition lastTransitionTime:t message:s observedGeneration:i64 reason:s
 status!:s type!:s
apiextensions.v1.CustomResourceDefinitionNames categories:[]s;l=atomic kind!:s listKind:s plural!:s
 shortNames:[]s;l=atomic singular:s
apiextensions.v1.CustomResourceDefinitionSpec conversion:@apiextensions.v1.CustomResourceConversion group!:s
 names!:@apiextensions.v1.CustomResourceDefinitionNames preserveUnknownFields:b scope!:s
 versions!:[]@apiextensions.v1.CustomResourceDefinitionVersion;l=atomic
apiextensions.v1.CustomResourceDefinitionStatus acceptedNames:@apiextensions.v1.CustomResourceDefinitionNames
 conditions:[]@apiextensions.v1.CustomResourceDefinitionCondition;l=map/type observedGeneration:i64
 storedVersions:[]s;l=atomic
apiextensions.v1.CustomResourceDefinitionVersion
 additionalPrinterColumns:[]@apiextensions.v1.CustomResourceColumnDefinition;l=atomic deprecated:b
 deprecationWarning:s name!:s schema:@apiextensions.v1.CustomResourceValidation
 selectableFields:[]@apiextensions.v1.SelectableField;l=atomic served!:b storage!:b
 subresources:@apiextensions.v1.CustomResourceSubresources
apiextensions.v1.CustomResourceSubresourceScale labelSelectorPath:s specReplicasPath!:s statusReplicasPath!:s
apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceSubresources scale:@apiextensions.v1.CustomResourceSubresourceScale
 status:@apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceValidation openAPIV3Schema:*
apiextensions.v1.SelectableField jsonPath!:s
apiextensions.v1.ServiceReference name!:s namespace!:s path:s port:i32
apiextensions.v1.WebhookClientConfig caBundle:y service:@apiextensions.v1.ServiceReference url:s
apiextensions.v1.WebhookConversion clientConfig:@apiextensions.v1.WebhookClientConfig
 conversionReviewVersions!:[]s;l=atomic
apps.v1.ControllerRevision apiVersion:s data!:* kind:s metadata:@meta.v1.ObjectMeta;e revision:i64;e
apps.v1.DaemonSet apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec!:@apps.v1.DaemonSetSpec;e
 status:@apps.v1.DaemonSetStatus;e
apps.v1.DaemonSetCondition lastTransitionTime:t;e message:s;z reason:s;z status:s;e;g=v1.ConditionStatus
 type:s;e;g=v1.DaemonSetConditionType
apps.v1.DaemonSetSpec minReadySeconds:i32;z revisionHistoryLimit:i32 selector!:@meta.v1.LabelSelector;n
 template!:@core.v1.PodTemplateSpec;e updateStrategy:@apps.v1.DaemonSetUpdateStrategy;e
apps.v1.DaemonSetStatus collisionCount:i32 conditions:[]@apps.v1.DaemonSetCondition;p=type;l=map/type
 currentNumberScheduled!:i32;e desiredNumberScheduled!:i32;e numberAvailable:i32;z numberMisscheduled!:i32;e
 numberReady!:i32;e numberUnavailable:i32;z observedGeneration:i64;z updatedNumberScheduled:i32;z
apps.v1.DaemonSetUpdateStrategy rollingUpdate:@apps.v1.RollingUpdateDaemonSet
 type:s;z;g=v1.DaemonSetUpdateStrategyType
apps.v1.Deployment apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec!:@apps.v1.DeploymentSpec;e
 status:@apps.v1.DeploymentStatus;e
apps.v1.DeploymentCondition lastTransitionTime:t;e lastUpdateTime:t;e message:s;z reason:s;z
 status:s;e;g=v1.ConditionStatus type:s;e;g=v1.DeploymentConditionType
apps.v1.DeploymentSpec minReadySeconds:i32;z paused:b;z progressDeadlineSeconds:i32 replicas:i32
 revisionHistoryLimit:i32 selector!:@meta.v1.LabelSelector;n strategy:@apps.v1.DeploymentStrategy;r;e
 template!:@core.v1.PodTemplateSpec;e
apps.v1.DeploymentStatus availableReplicas:i32;z collisionCount:i32
 conditions:[]@apps.v1.DeploymentCondition;p=type;l=map/type observedGeneration:i64;z readyReplicas:i32;z
 replicas:i32;z terminatingReplicas:i32 unavailableReplicas:i32;z updatedReplicas:i32;z
apps.v1.DeploymentStrategy rollingUpdate:@apps.v1.RollingUpdateDeployment type:s;z;g=v1.DeploymentStrategyType
apps.v1.ReplicaSet apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec!:@apps.v1.ReplicaSetSpec;e
 status:@apps.v1.ReplicaSetStatus;e
apps.v1.ReplicaSetCondition lastTransitionTime:t;e message:s;z reason:s;z status:s;e;g=v1.ConditionStatus
 type:s;e;g=v1.ReplicaSetConditionType
apps.v1.ReplicaSetSpec minReadySeconds:i32;z replicas:i32 selector!:@meta.v1.LabelSelector;n
 template:@core.v1.PodTemplateSpec;e
apps.v1.ReplicaSetStatus availableReplicas:i32;z conditions:[]@apps.v1.ReplicaSetCondition;p=type;l=map/type
 fullyLabeledReplicas:i32;z observedGeneration:i64;z readyReplicas:i32;z replicas!:i32;e terminatingReplicas:i32
apps.v1.RollingUpdateDaemonSet maxSurge:x maxUnavailable:x
apps.v1.RollingUpdateDeployment maxSurge:x maxUnavailable:x
apps.v1.RollingUpdateStatefulSetStrategy maxUnavailable:x partition:i32
apps.v1.StatefulSet apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec!:@apps.v1.StatefulSetSpec;e
 status:@apps.v1.StatefulSetStatus;e
apps.v1.StatefulSetCondition lastTransitionTime:t;e message:s;z reason:s;z status:s;e;g=v1.ConditionStatus
 type:s;e;g=v1.StatefulSetConditionType
apps.v1.StatefulSetOrdinals start:i32;e
apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:s;z;g=v1.PersistentVolumeClaimRetentionPolicyType
 whenScaled:s;z;g=v1.PersistentVolumeClaimRetentionPolicyType
apps.v1.StatefulSetSpec minReadySeconds:i32;z ordinals:@apps.v1.StatefulSetOrdinals
 persistentVolumeClaimRetentionPolicy:@apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy
 podManagementPolicy:s;z;g=v1.PodManagementPolicyType replicas:i32 revisionHistoryLimit:i32
 selector!:@meta.v1.LabelSelector;n serviceName:s;e template!:@core.v1.PodTemplateSpec;e
 updateStrategy:@apps.v1.StatefulSetUpdateStrategy;e volumeClaimTemplates:[]@core.v1.PersistentVolumeClaim;l=atomic
apps.v1.StatefulSetStatus availableReplicas:i32;e collisionCount:i32
 conditions:[]@apps.v1.StatefulSetCondition;p=type;l=map/type currentReplicas:i32;z currentRevision:s;z
 observedGeneration:i64;z readyReplicas:i32;z replicas!:i32;e updateRevision:s;z updatedReplicas:i32;z
apps.v1.StatefulSetUpdateStrategy rollingUpdate:@apps.v1.RollingUpdateStatefulSetStrategy
 type:s;z;g=v1.StatefulSetUpdateStrategyType
authentication.v1.BoundObjectReference apiVersion:s kind:s name:s;z uid:s;z;g=types.UID
authentication.v1.SelfSubjectReview apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 status:@authentication.v1.SelfSubjectReviewStatus;e
authentication.v1.SelfSubjectReviewStatus userInfo:@authentication.v1.UserInfo;e
authentication.v1.TokenRequest apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec:@authentication.v1.TokenRequestSpec;e status:@authentication.v1.TokenRequestStatus;e
authentication.v1.TokenRequestSpec attestations:{}[]s audiences:[]s;n;l=atomic
 boundObjectRef:@authentication.v1.BoundObjectReference;n expirationSeconds:i64;n
authentication.v1.TokenRequestStatus expirationTimestamp:t;e token:s;e
authentication.v1.TokenReview apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authentication.v1.TokenReviewSpec;e status:@authentication.v1.TokenReviewStatus;e
authentication.v1.TokenReviewSpec audiences:[]s;l=atomic token!:s;z
authentication.v1.TokenReviewStatus audiences:[]s;l=atomic authenticated:b;z error:s;z
 user:@authentication.v1.UserInfo;e
authentication.v1.UserInfo extra:{}[]s groups:[]s;l=atomic uid:s;z username:s;z
authorization.v1.FieldSelectorAttributes rawSelector:s;z requirements:[]@meta.v1.FieldSelectorRequirement;l=atomic
authorization.v1.LabelSelectorAttributes rawSelector:s;z requirements:[]@meta.v1.LabelSelectorRequirement;l=atomic
authorization.v1.LocalSubjectAccessReview apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authorization.v1.SubjectAccessReviewSpec;e status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.NonResourceAttributes path:s;z verb:s;z
authorization.v1.NonResourceRule nonResourceURLs:[]s;l=atomic verbs!:[]s;n;l=atomic
authorization.v1.ResourceAttributes fieldSelector:@authorization.v1.FieldSelectorAttributes group:s;z
 labelSelector:@authorization.v1.LabelSelectorAttributes name:s;z namespace:s;z resource:s;z subresource:s;z verb:s;z
 version:s;z
)",
R"(authorization.v1.ResourceRule apiGroups:[]s;l=atomic resourceNames:[]s;l=atomic resources:[]s;l=atomic
 verbs!:[]s;n;l=atomic
authorization.v1.SelfSubjectAccessReview apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authorization.v1.SelfSubjectAccessReviewSpec;e status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.SelfSubjectAccessReviewSpec nonResourceAttributes:@authorization.v1.NonResourceAttributes
 resourceAttributes:@authorization.v1.ResourceAttributes
authorization.v1.SelfSubjectRulesReview apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authorization.v1.SelfSubjectRulesReviewSpec;e status:@authorization.v1.SubjectRulesReviewStatus;e
authorization.v1.SelfSubjectRulesReviewSpec namespace:s;z
authorization.v1.SubjectAccessReview apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authorization.v1.SubjectAccessReviewSpec;e status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.SubjectAccessReviewSpec extra:{}[]s groups:[]s;l=atomic
 nonResourceAttributes:@authorization.v1.NonResourceAttributes resourceAttributes:@authorization.v1.ResourceAttributes
 uid:s;z user:s;z
authorization.v1.SubjectAccessReviewStatus allowed!:b;e denied:b;z evaluationError:s;z reason:s;z
authorization.v1.SubjectRulesReviewStatus evaluationError:s;z incomplete!:b;e
 nonResourceRules!:[]@authorization.v1.NonResourceRule;n;l=atomic
 resourceRules!:[]@authorization.v1.ResourceRule;n;l=atomic
autoscaling.v1.CrossVersionObjectReference apiVersion:s kind!:s name!:s;e
autoscaling.v1.HorizontalPodAutoscaler apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@autoscaling.v1.HorizontalPodAutoscalerSpec;e status:@autoscaling.v1.HorizontalPodAutoscalerStatus;e
autoscaling.v1.HorizontalPodAutoscalerSpec maxReplicas!:i32;e minReplicas:i32
 scaleTargetRef!:@autoscaling.v1.CrossVersionObjectReference;e targetCPUUtilizationPercentage:i32
autoscaling.v1.HorizontalPodAutoscalerStatus currentCPUUtilizationPercentage:i32 currentReplicas!:i32;e
 desiredReplicas!:i32;e lastScaleTime:t observedGeneration:i64
autoscaling.v1.Scale apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@autoscaling.v1.ScaleSpec;e
 status:@autoscaling.v1.ScaleStatus;e
autoscaling.v1.ScaleSpec replicas:i32;z
autoscaling.v1.ScaleStatus replicas!:i32;e selector:s;z
autoscaling.v2.ContainerResourceMetricSource container!:s;e name!:s;e;g=v1.ResourceName
 target!:@autoscaling.v2.MetricTarget;e
autoscaling.v2.ContainerResourceMetricStatus container!:s;e current!:@autoscaling.v2.MetricValueStatus;e
 name!:s;e;g=v1.ResourceName
autoscaling.v2.CrossVersionObjectReference apiVersion:s kind!:s name!:s;e
autoscaling.v2.ExternalMetricSource metric!:@autoscaling.v2.MetricIdentifier;e target!:@autoscaling.v2.MetricTarget;e
autoscaling.v2.ExternalMetricStatus current!:@autoscaling.v2.MetricValueStatus;e
 metric!:@autoscaling.v2.MetricIdentifier;e
autoscaling.v2.HPAScalingPolicy periodSeconds!:i32;e type!:s;e;g=v1.HPAScalingPolicyType value!:i32;e
autoscaling.v2.HPAScalingRules policies:[]@autoscaling.v2.HPAScalingPolicy;l=atomic
 selectPolicy:s;g=v1.ScalingPolicySelect stabilizationWindowSeconds:i32 tolerance:q
autoscaling.v2.HorizontalPodAutoscaler apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@autoscaling.v2.HorizontalPodAutoscalerSpec;e status:@autoscaling.v2.HorizontalPodAutoscalerStatus;e
autoscaling.v2.HorizontalPodAutoscalerBehavior scaleDown:@autoscaling.v2.HPAScalingRules
 scaleUp:@autoscaling.v2.HPAScalingRules
autoscaling.v2.HorizontalPodAutoscalerCondition lastTransitionTime:t;e message:s;z observedGeneration:i64 reason:s;z
 status!:s;e;g=v1.ConditionStatus type!:s;e;g=v1.HorizontalPodAutoscalerConditionType
autoscaling.v2.HorizontalPodAutoscalerSpec behavior:@autoscaling.v2.HorizontalPodAutoscalerBehavior maxReplicas!:i32;e
 metrics:[]@autoscaling.v2.MetricSpec;l=atomic minReplicas:i32
 scaleTargetRef!:@autoscaling.v2.CrossVersionObjectReference;e
autoscaling.v2.HorizontalPodAutoscalerStatus
 conditions:[]@autoscaling.v2.HorizontalPodAutoscalerCondition;p=type;l=map/type
 currentMetrics:[]@autoscaling.v2.MetricStatus;n;l=atomic currentReplicas:i32;z desiredReplicas!:i32;e lastScaleTime:t
 observedGeneration:i64
autoscaling.v2.MetricIdentifier name!:s;e selector:@meta.v1.LabelSelector
autoscaling.v2.MetricSpec containerResource:@autoscaling.v2.ContainerResourceMetricSource
 external:@autoscaling.v2.ExternalMetricSource object:@autoscaling.v2.ObjectMetricSource
 pods:@autoscaling.v2.PodsMetricSource resource:@autoscaling.v2.ResourceMetricSource type!:s;e;g=v1.MetricSourceType
autoscaling.v2.MetricStatus containerResource:@autoscaling.v2.ContainerResourceMetricStatus
 external:@autoscaling.v2.ExternalMetricStatus object:@autoscaling.v2.ObjectMetricStatus
 pods:@autoscaling.v2.PodsMetricStatus resource:@autoscaling.v2.ResourceMetricStatus type!:s;e;g=v1.MetricSourceType
autoscaling.v2.MetricTarget averageUtilization:i32 averageValue:q type!:s;e;g=v1.MetricTargetType value:q
autoscaling.v2.MetricValueStatus averageUtilization:i32 averageValue:q value:q
autoscaling.v2.ObjectMetricSource describedObject!:@autoscaling.v2.CrossVersionObjectReference;e
 metric!:@autoscaling.v2.MetricIdentifier;e target!:@autoscaling.v2.MetricTarget;e
autoscaling.v2.ObjectMetricStatus current!:@autoscaling.v2.MetricValueStatus;e
 describedObject!:@autoscaling.v2.CrossVersionObjectReference;e metric!:@autoscaling.v2.MetricIdentifier;e
autoscaling.v2.PodsMetricSource metric!:@autoscaling.v2.MetricIdentifier;e target!:@autoscaling.v2.MetricTarget;e
autoscaling.v2.PodsMetricStatus current!:@autoscaling.v2.MetricValueStatus;e
 metric!:@autoscaling.v2.MetricIdentifier;e
autoscaling.v2.ResourceMetricSource name!:s;e;g=v1.ResourceName target!:@autoscaling.v2.MetricTarget;e
autoscaling.v2.ResourceMetricStatus current!:@autoscaling.v2.MetricValueStatus;e name!:s;e;g=v1.ResourceName
batch.v1.CronJob apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec!:@batch.v1.CronJobSpec;e
 status:@batch.v1.CronJobStatus;e
batch.v1.CronJobSpec concurrencyPolicy:s;z;g=v1.ConcurrencyPolicy failedJobsHistoryLimit:i32
 jobTemplate!:@batch.v1.JobTemplateSpec;e schedule!:s;e startingDeadlineSeconds:i64 successfulJobsHistoryLimit:i32
 suspend:b timeZone:s
batch.v1.CronJobStatus active:[]@core.v1.ObjectReference;l=atomic lastScheduleTime:t lastSuccessfulTime:t
batch.v1.Job apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@batch.v1.JobSpec;e status:@batch.v1.JobStatus;e
batch.v1.JobCondition lastProbeTime:t;e lastTransitionTime:t;e message:s;z reason:s;z
 status!:s;e;g=corev1.ConditionStatus type!:s;e;g=v1.JobConditionType
batch.v1.JobSchedulingConfiguration disruptionMode:@scheduling.v1alpha3.WorkloadPodGroupDisruptionMode
 resourceClaims:[]@scheduling.v1alpha3.WorkloadPodGroupResourceClaim;p=name;l=map/name
 schedulingConstraints:@scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints
 schedulingPolicy:@scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy
batch.v1.JobSpec activeDeadlineSeconds:i64 backoffLimit:i32 backoffLimitPerIndex:i32
 completionMode:s;g=v1.CompletionMode completions:i32 managedBy:s manualSelector:b maxFailedIndexes:i32
 parallelism:i32 podFailurePolicy:@batch.v1.PodFailurePolicy podReplacementPolicy:s;g=v1.PodReplacementPolicy
 scheduling:@batch.v1.JobSchedulingConfiguration selector:@meta.v1.LabelSelector successPolicy:@batch.v1.SuccessPolicy
 suspend:b template!:@core.v1.PodTemplateSpec;e ttlSecondsAfterFinished:i32
batch.v1.JobStatus active:i32;z completedIndexes:s;z completionTime:t
 conditions:[]@batch.v1.JobCondition;p=type;l=atomic failed:i32;z failedIndexes:s ready:i32 startTime:t
 succeeded:i32;z terminating:i32 uncountedTerminatedPods:@batch.v1.UncountedTerminatedPods
batch.v1.JobTemplateSpec metadata:@meta.v1.ObjectMeta;e spec:@batch.v1.JobSpec;e
batch.v1.PodFailurePolicy rules!:[]@batch.v1.PodFailurePolicyRule;n;l=atomic
batch.v1.PodFailurePolicyOnExitCodesRequirement containerName:s operator!:s;e;g=v1.PodFailurePolicyOnExitCodesOperator
 values!:[]i32;n;l=set
batch.v1.PodFailurePolicyOnPodConditionsPattern status:s;e;g=corev1.ConditionStatus
 type!:s;e;g=corev1.PodConditionType
batch.v1.PodFailurePolicyRule action!:s;e;g=v1.PodFailurePolicyAction
 onExitCodes:@batch.v1.PodFailurePolicyOnExitCodesRequirement
 onPodConditions:[]@batch.v1.PodFailurePolicyOnPodConditionsPattern;l=atomic
batch.v1.SuccessPolicy rules!:[]@batch.v1.SuccessPolicyRule;n;l=atomic
batch.v1.SuccessPolicyRule succeededCount:i32 succeededIndexes:s
batch.v1.UncountedTerminatedPods failed:[]s;g=types.UID;l=set succeeded:[]s;g=types.UID;l=set
certificates.v1.CertificateSigningRequest apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@certificates.v1.CertificateSigningRequestSpec;e status:@certificates.v1.CertificateSigningRequestStatus;e
certificates.v1.CertificateSigningRequestCondition lastTransitionTime:t;e lastUpdateTime:t;e message:s;z reason:s;z
 status!:s;e;g=v1.ConditionStatus type!:s;e;g=v1.RequestConditionType
certificates.v1.CertificateSigningRequestSpec expirationSeconds:i32 extra:{}[]s groups:[]s;l=atomic request!:y;n
 signerName!:s;e uid:s;z usages:[]s;g=v1.KeyUsage;l=atomic username:s;z
certificates.v1.CertificateSigningRequestStatus certificate:y
 conditions:[]@certificates.v1.CertificateSigningRequestCondition;l=map/type
certificates.v1.ClusterTrustBundle apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@certificates.v1.ClusterTrustBundleSpec;e
certificates.v1.ClusterTrustBundleSpec signerName:s;z trustBundle!:s;e
certificates.v1.PodCertificateRequest apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@certificates.v1.PodCertificateRequestSpec;e status:@certificates.v1.PodCertificateRequestStatus;e
certificates.v1.PodCertificateRequestSpec maxExpirationSeconds:i32;d=86400 nodeName!:s;e;g=types.NodeName
 nodeUID!:s;e;g=types.UID podName!:s;e podUID!:s;e;g=types.UID serviceAccountName!:s;e
 serviceAccountUID!:s;e;g=types.UID signerName!:s;e stubPKCS10Request!:y;n unverifiedUserAnnotations:{}s
certificates.v1.PodCertificateRequestStatus beginRefreshAt:t certificateChain:s;z
 conditions:[]@meta.v1.Condition;p=type;l=map/type notAfter:t notBefore:t
coordination.v1.Lease apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@coordination.v1.LeaseSpec;e
coordination.v1.LeaseSpec acquireTime:m holderIdentity:s leaseDurationSeconds:i32 leaseTransitions:i32
 preferredHolder:s renewTime:m strategy:s;g=v1.CoordinatedLeaseStrategy
core.v1.AWSElasticBlockStoreVolumeSource fsType:s;z partition:i32;z readOnly:b;z volumeID!:s;e
core.v1.Affinity nodeAffinity:@core.v1.NodeAffinity podAffinity:@core.v1.PodAffinity
 podAntiAffinity:@core.v1.PodAntiAffinity
core.v1.AppArmorProfile localhostProfile:s type!:s;e;g=v1.AppArmorProfileType
core.v1.AttachedVolume devicePath!:s;e name!:s;e;g=v1.UniqueVolumeName
core.v1.AzureDiskVolumeSource cachingMode:s;d="ReadWrite";g=v1.AzureDataDiskCachingMode diskName!:s;e diskURI!:s;e
 fsType:s;d="ext4" kind:s readOnly:b;d=false
core.v1.AzureFilePersistentVolumeSource readOnly:b;z secretName!:s;e secretNamespace:s;n shareName!:s;e
core.v1.AzureFileVolumeSource readOnly:b;z secretName!:s;e shareName!:s;e
core.v1.Binding apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e target!:@core.v1.ObjectReference;e
core.v1.CSIPersistentVolumeSource controllerExpandSecretRef:@core.v1.SecretReference
 controllerPublishSecretRef:@core.v1.SecretReference driver!:s;e fsType:s;z
 nodeExpandSecretRef:@core.v1.SecretReference nodePublishSecretRef:@core.v1.SecretReference
 nodeStageSecretRef:@core.v1.SecretReference readOnly:b;z volumeAttributes:{}s volumeHandle!:s;e
core.v1.CSIVolumeSource driver!:s;e fsType:s nodePublishSecretRef:@core.v1.LocalObjectReference readOnly:b
 volumeAttributes:{}s
core.v1.Capabilities add:[]s;g=v1.Capability;l=atomic drop:[]s;g=v1.Capability;l=atomic
core.v1.CephFSPersistentVolumeSource monitors!:[]s;n;l=atomic path:s;z readOnly:b;z secretFile:s;z
 secretRef:@core.v1.SecretReference user:s;z
core.v1.CephFSVolumeSource monitors!:[]s;n;l=atomic path:s;z readOnly:b;z secretFile:s;z
 secretRef:@core.v1.LocalObjectReference user:s;z
core.v1.CinderPersistentVolumeSource fsType:s;z readOnly:b;z secretRef:@core.v1.SecretReference volumeID!:s;e
core.v1.CinderVolumeSource fsType:s;z readOnly:b;z secretRef:@core.v1.LocalObjectReference volumeID!:s;e
core.v1.ClientIPConfig timeoutSeconds:i32
core.v1.ClusterTrustBundleProjection labelSelector:@meta.v1.LabelSelector name:s optional:b path!:s;e signerName:s
 user:i64
core.v1.ComponentCondition error:s;z message:s;z status!:s;e;g=v1.ConditionStatus
 type!:s;e;g=v1.ComponentConditionType
core.v1.ComponentStatus apiVersion:s conditions:[]@core.v1.ComponentCondition;p=type;l=map/type kind:s
 metadata:@meta.v1.ObjectMeta;e
core.v1.ConfigMap apiVersion:s binaryData:{}y data:{}s immutable:b kind:s metadata:@meta.v1.ObjectMeta;e
core.v1.ConfigMapEnvSource name:s;z optional:b
core.v1.ConfigMapKeySelector key!:s;e name:s;z optional:b
core.v1.ConfigMapNodeConfigSource kubeletConfigKey!:s;e name!:s;e namespace!:s;e resourceVersion:s;z
 uid:s;z;g=types.UID
core.v1.ConfigMapProjection items:[]@core.v1.KeyToPath;l=atomic name:s;z optional:b
core.v1.ConfigMapVolumeSource defaultMode:i32 defaultUser:i64 items:[]@core.v1.KeyToPath;l=atomic name:s;z optional:b
)",
R"(core.v1.Container args:[]s;l=atomic command:[]s;l=atomic env:[]@core.v1.EnvVar;p=name;l=map/name
 envFrom:[]@core.v1.EnvFromSource;l=atomic image:s;z imagePullPolicy:s;z;g=v1.PullPolicy lifecycle:@core.v1.Lifecycle
 livenessProbe:@core.v1.Probe name!:s;e ports:[]@core.v1.ContainerPort;p=containerPort;l=map/containerPort/protocol
 readinessProbe:@core.v1.Probe resizePolicy:[]@core.v1.ContainerResizePolicy;l=atomic
 resources:@core.v1.ResourceRequirements;e restartPolicy:s;g=v1.ContainerRestartPolicy
 restartPolicyRules:[]@core.v1.ContainerRestartRule;l=atomic securityContext:@core.v1.SecurityContext
 startupProbe:@core.v1.Probe stdin:b;z stdinOnce:b;z terminationMessagePath:s;z
 terminationMessagePolicy:s;z;g=v1.TerminationMessagePolicy tty:b;z
 volumeDevices:[]@core.v1.VolumeDevice;p=devicePath;l=map/devicePath
 volumeMounts:[]@core.v1.VolumeMount;p=mountPath;l=map/mountPath workingDir:s;z
core.v1.ContainerExtendedResourceRequest containerName!:s;e requestName!:s;e resourceName!:s;e
core.v1.ContainerImage names:[]s;n;l=atomic sizeBytes:i64;z
core.v1.ContainerPort containerPort!:i32;e hostIP:s;z hostPort:i32;z name:s;z protocol:s;z;d="TCP";g=v1.Protocol
core.v1.ContainerResizePolicy resourceName!:s;e;g=v1.ResourceName restartPolicy!:s;e;g=v1.ResourceResizeRestartPolicy
core.v1.ContainerRestartRule action!:s;z;g=v1.ContainerRestartRuleAction
 exitCodes:@core.v1.ContainerRestartRuleOnExitCodes
core.v1.ContainerRestartRuleOnExitCodes operator!:s;z;g=v1.ContainerRestartRuleOnExitCodesOperator values:[]i32;l=set
core.v1.ContainerState running:@core.v1.ContainerStateRunning terminated:@core.v1.ContainerStateTerminated
 waiting:@core.v1.ContainerStateWaiting
core.v1.ContainerStateRunning startedAt:t;e
core.v1.ContainerStateTerminated containerID:s;z exitCode!:i32;e finishedAt:t;e message:s;z reason:s;z signal:i32;z
 startedAt:t;e
core.v1.ContainerStateWaiting message:s;z reason:s;z
core.v1.ContainerStatus allocatedResources:{}q allocatedResourcesStatus:[]@core.v1.ResourceStatus;p=name;l=map/name
 containerID:s;z image!:s;e imageID!:s;e lastState:@core.v1.ContainerState;e name!:s;e ready!:b;e
 resources:@core.v1.ResourceRequirements restartCount!:i32;e started:b state:@core.v1.ContainerState;e
 stopSignal:s;g=v1.Signal user:@core.v1.ContainerUser
 volumeMounts:[]@core.v1.VolumeMountStatus;p=mountPath;l=map/mountPath
core.v1.ContainerUser linux:@core.v1.LinuxContainerUser
core.v1.DaemonEndpoint Port!:i32;e
core.v1.DownwardAPIProjection items:[]@core.v1.DownwardAPIVolumeFile;l=atomic
core.v1.DownwardAPIVolumeFile fieldRef:@core.v1.ObjectFieldSelector mode:i32 path!:s;e
 resourceFieldRef:@core.v1.ResourceFieldSelector user:i64
core.v1.DownwardAPIVolumeSource defaultMode:i32 defaultUser:i64 items:[]@core.v1.DownwardAPIVolumeFile;l=atomic
core.v1.EmptyDirVolumeSource medium:s;z;g=v1.StorageMedium mode:i32 sizeLimit:q
core.v1.EndpointAddress hostname:s;z ip!:s;e nodeName:s targetRef:@core.v1.ObjectReference
core.v1.EndpointPort appProtocol:s name:s;z port!:i32;e protocol:s;z;g=v1.Protocol
core.v1.EndpointSubset addresses:[]@core.v1.EndpointAddress;l=atomic
 notReadyAddresses:[]@core.v1.EndpointAddress;l=atomic ports:[]@core.v1.EndpointPort;l=atomic
core.v1.Endpoints apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e subsets:[]@core.v1.EndpointSubset;l=atomic
core.v1.EnvFromSource configMapRef:@core.v1.ConfigMapEnvSource prefix:s;z secretRef:@core.v1.SecretEnvSource
core.v1.EnvVar name!:s;e value:s;z valueFrom:@core.v1.EnvVarSource
core.v1.EnvVarSource configMapKeyRef:@core.v1.ConfigMapKeySelector fieldRef:@core.v1.ObjectFieldSelector
 fileKeyRef:@core.v1.FileKeySelector resourceFieldRef:@core.v1.ResourceFieldSelector
 secretKeyRef:@core.v1.SecretKeySelector
core.v1.EphemeralContainer args:[]s;l=atomic command:[]s;l=atomic env:[]@core.v1.EnvVar;p=name;l=map/name
 envFrom:[]@core.v1.EnvFromSource;l=atomic image:s;z imagePullPolicy:s;z;g=v1.PullPolicy lifecycle:@core.v1.Lifecycle
 livenessProbe:@core.v1.Probe name!:s;e ports:[]@core.v1.ContainerPort;p=containerPort;l=map/containerPort/protocol
 readinessProbe:@core.v1.Probe resizePolicy:[]@core.v1.ContainerResizePolicy;l=atomic
 resources:@core.v1.ResourceRequirements;e restartPolicy:s;g=v1.ContainerRestartPolicy
 restartPolicyRules:[]@core.v1.ContainerRestartRule;l=atomic securityContext:@core.v1.SecurityContext
 startupProbe:@core.v1.Probe stdin:b;z stdinOnce:b;z targetContainerName:s;z terminationMessagePath:s;z
 terminationMessagePolicy:s;z;g=v1.TerminationMessagePolicy tty:b;z
 volumeDevices:[]@core.v1.VolumeDevice;p=devicePath;l=map/devicePath
 volumeMounts:[]@core.v1.VolumeMount;p=mountPath;l=map/mountPath workingDir:s;z
core.v1.EphemeralVolumeSource volumeClaimTemplate:@core.v1.PersistentVolumeClaimTemplate
core.v1.Event action:s;z apiVersion:s count:i32;z eventTime:m;e firstTimestamp:t;e
 involvedObject!:@core.v1.ObjectReference;e kind:s lastTimestamp:t;e message:s;z metadata!:@meta.v1.ObjectMeta;e
 reason:s;z related:@core.v1.ObjectReference reportingComponent:s;e reportingInstance:s;e series:@core.v1.EventSeries
 source:@core.v1.EventSource;e type:s;z
core.v1.EventSeries count:i32;z lastObservedTime:m;e
core.v1.EventSource component:s;z host:s;z
core.v1.EvictionResponder name!:s;e priority!:i32;n
core.v1.ExecAction command:[]s;l=atomic
core.v1.FCVolumeSource fsType:s;z lun:i32 readOnly:b;z targetWWNs:[]s;l=atomic wwids:[]s;l=atomic
core.v1.FileKeySelector key!:s;e optional:b;d=false path!:s;e volumeName!:s;e
core.v1.FlexPersistentVolumeSource driver!:s;e fsType:s;z options:{}s readOnly:b;z secretRef:@core.v1.SecretReference
core.v1.FlexVolumeSource driver!:s;e fsType:s;z options:{}s readOnly:b;z secretRef:@core.v1.LocalObjectReference
core.v1.FlockerVolumeSource datasetName:s;z datasetUUID:s;z
core.v1.GCEPersistentDiskVolumeSource fsType:s;z partition:i32;z pdName!:s;e readOnly:b;z
core.v1.GRPCAction mode:s;g=v1.GRPCProbeMode port!:i32;e service:s;n;d=""
core.v1.GitRepoVolumeSource directory:s;z repository!:s;e revision:s;z
core.v1.GlusterfsPersistentVolumeSource endpoints!:s;e endpointsNamespace:s path!:s;e readOnly:b;z
core.v1.GlusterfsVolumeSource endpoints!:s;e path!:s;e readOnly:b;z
core.v1.HTTPGetAction host:s;z httpHeaders:[]@core.v1.HTTPHeader;l=atomic path:s;z port!:x;e
 protocol:s;g=v1.HTTPProtocol scheme:s;z;g=v1.URIScheme
core.v1.HTTPHeader name!:s;e value!:s;e
core.v1.HostAlias hostnames:[]s;l=atomic ip!:s;e
core.v1.HostIP ip!:s;e
core.v1.HostPathVolumeSource path!:s;e type:s;g=v1.HostPathType
core.v1.ISCSIPersistentVolumeSource chapAuthDiscovery:b;z chapAuthSession:b;z fsType:s;z initiatorName:s iqn!:s;e
 iscsiInterface:s;z;d="default" lun!:i32;e portals:[]s;l=atomic readOnly:b;z secretRef:@core.v1.SecretReference
 targetPortal!:s;e
core.v1.ISCSIVolumeSource chapAuthDiscovery:b;z chapAuthSession:b;z fsType:s;z initiatorName:s iqn!:s;e
 iscsiInterface:s;z;d="default" lun!:i32;e portals:[]s;l=atomic readOnly:b;z secretRef:@core.v1.LocalObjectReference
 targetPortal!:s;e
core.v1.ImageVolumeSource pullPolicy:s;z;g=v1.PullPolicy reference:s;z
core.v1.ImageVolumeStatus imageRef!:s;z
core.v1.KeyToPath key!:s;e mode:i32 path!:s;e user:i64
core.v1.Lifecycle postStart:@core.v1.LifecycleHandler preStop:@core.v1.LifecycleHandler stopSignal:s;g=v1.Signal
core.v1.LifecycleHandler exec:@core.v1.ExecAction httpGet:@core.v1.HTTPGetAction sleep:@core.v1.SleepAction
 tcpSocket:@core.v1.TCPSocketAction
core.v1.LimitRange apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.LimitRangeSpec;e
core.v1.LimitRangeItem default:{}q defaultRequest:{}q max:{}q maxLimitRequestRatio:{}q min:{}q
 type!:s;e;g=v1.LimitType
core.v1.LimitRangeSpec limits!:[]@core.v1.LimitRangeItem;n;l=atomic
core.v1.LinuxContainerUser gid!:i64;e supplementalGroups:[]i64;l=atomic uid!:i64;e
core.v1.LoadBalancerIngress hostname:s;z ip:s;z ipMode:s;g=v1.LoadBalancerIPMode ports:[]@core.v1.PortStatus;l=atomic
core.v1.LoadBalancerStatus ingress:[]@core.v1.LoadBalancerIngress;l=atomic
core.v1.LocalObjectReference name:s;z
core.v1.LocalVolumeSource fsType:s path!:s;e
core.v1.ModifyVolumeStatus status!:s;e;g=v1.PersistentVolumeClaimModifyVolumeStatus
 targetVolumeAttributesClassName:s;z
core.v1.NFSVolumeSource path!:s;e readOnly:b;z server!:s;e
core.v1.Namespace apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.NamespaceSpec;e
 status:@core.v1.NamespaceStatus;e
core.v1.NamespaceCondition lastTransitionTime:t;e message:s;z reason:s;z status!:s;e;g=v1.ConditionStatus
 type!:s;e;g=v1.NamespaceConditionType
core.v1.NamespaceSpec finalizers:[]s;g=v1.FinalizerName;l=atomic
core.v1.NamespaceStatus conditions:[]@core.v1.NamespaceCondition;p=type;l=map/type phase:s;z;g=v1.NamespacePhase
core.v1.Node apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.NodeSpec;e status:@core.v1.NodeStatus;e
core.v1.NodeAddress address!:s;e type!:s;e;g=v1.NodeAddressType
core.v1.NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PreferredSchedulingTerm;l=atomic
 requiredDuringSchedulingIgnoredDuringExecution:@core.v1.NodeSelector
core.v1.NodeAllocatableMappedResources name!:s;e;g=v1.ResourceName quantity!:q;n
core.v1.NodeAllocatableOverheadResources name!:s;e;g=v1.ResourceName perContainer:q perPod:q
core.v1.NodeAllocatableResourceClaimStatus containers:[]s;l=set
 mapping:[]@core.v1.NodeAllocatableMappedResources;p=name;l=map/name
 overhead:[]@core.v1.NodeAllocatableOverheadResources;p=name;l=map/name resourceClaimName!:s;e
core.v1.NodeCondition lastHeartbeatTime:t;e lastTransitionTime:t;e message:s;z reason:s;z
 status!:s;e;g=v1.ConditionStatus type!:s;e;g=v1.NodeConditionType
core.v1.NodeConfigSource configMap:@core.v1.ConfigMapNodeConfigSource
core.v1.NodeConfigStatus active:@core.v1.NodeConfigSource assigned:@core.v1.NodeConfigSource error:s;z
 lastKnownGood:@core.v1.NodeConfigSource
core.v1.NodeDaemonEndpoints kubeletEndpoint:@core.v1.DaemonEndpoint;e
core.v1.NodeFeatures supplementalGroupsPolicy:b
core.v1.NodePodPreemptionPolicy disableResizePreemption:[]s;l=set
core.v1.NodeRuntimeHandler features:@core.v1.NodeRuntimeHandlerFeatures name:s;e
core.v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:b userNamespaces:b
core.v1.NodeSelector nodeSelectorTerms!:[]@core.v1.NodeSelectorTerm;n;l=atomic
core.v1.NodeSelectorRequirement key!:s;e operator!:s;e;g=v1.NodeSelectorOperator values:[]s;l=atomic
core.v1.NodeSelectorTerm matchExpressions:[]@core.v1.NodeSelectorRequirement;l=atomic
 matchFields:[]@core.v1.NodeSelectorRequirement;l=atomic
core.v1.NodeSpec configSource:@core.v1.NodeConfigSource externalID:s;z podCIDR:s;z podCIDRs:[]s;p=;l=set
 podPreemptionPolicy:@core.v1.NodePodPreemptionPolicy providerID:s;z taints:[]@core.v1.Taint;l=atomic
 unschedulable:b;z
core.v1.NodeStatus addresses:[]@core.v1.NodeAddress;p=type;l=map/type allocatable:{}q capacity:{}q
 conditions:[]@core.v1.NodeCondition;p=type;l=map/type config:@core.v1.NodeConfigStatus
 daemonEndpoints:@core.v1.NodeDaemonEndpoints;e declaredFeatures:[]s;l=atomic features:@core.v1.NodeFeatures
 images:[]@core.v1.ContainerImage;l=atomic nodeInfo:@core.v1.NodeSystemInfo;e phase:s;z;g=v1.NodePhase
 runtimeHandlers:[]@core.v1.NodeRuntimeHandler;l=atomic volumesAttached:[]@core.v1.AttachedVolume;l=atomic
 volumesInUse:[]s;g=v1.UniqueVolumeName;l=atomic
core.v1.NodeSwapStatus capacity:i64
core.v1.NodeSystemInfo architecture!:s;e bootID!:s;e containerRuntimeVersion!:s;e kernelVersion!:s;e
 kubeProxyVersion!:s;e kubeletVersion!:s;e machineID!:s;e operatingSystem!:s;e osImage!:s;e runningInUserNamespace:b
 swap:@core.v1.NodeSwapStatus systemUUID!:s;e
core.v1.ObjectFieldSelector apiVersion:s fieldPath!:s;e
core.v1.ObjectReference apiVersion:s fieldPath:s;z kind:s name:s;z namespace:s;z resourceVersion:s;z
 uid:s;z;g=types.UID
core.v1.PersistentVolume apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.PersistentVolumeSpec;e
 status:@core.v1.PersistentVolumeStatus;e
core.v1.PersistentVolumeClaim apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec:@core.v1.PersistentVolumeClaimSpec;e status:@core.v1.PersistentVolumeClaimStatus;e
core.v1.PersistentVolumeClaimCondition lastProbeTime:t;e lastTransitionTime:t;e message:s;z reason:s;z
 status!:s;e;g=v1.ConditionStatus type!:s;e;g=v1.PersistentVolumeClaimConditionType
core.v1.PersistentVolumeClaimSpec accessModes:[]s;g=v1.PersistentVolumeAccessMode;l=atomic
 dataSource:@core.v1.TypedLocalObjectReference dataSourceRef:@core.v1.TypedObjectReference
 resources:@core.v1.VolumeResourceRequirements;e selector:@meta.v1.LabelSelector storageClassName:s
 volumeAttributesClassName:s volumeMode:s;g=v1.PersistentVolumeMode volumeName:s;z
core.v1.PersistentVolumeClaimStatus accessModes:[]s;g=v1.PersistentVolumeAccessMode;l=atomic
 allocatedResourceStatuses:{}s allocatedResources:{}q capacity:{}q
 conditions:[]@core.v1.PersistentVolumeClaimCondition;p=type;l=map/type currentVolumeAttributesClassName:s
 healthStatus:@core.v1.VolumeHealthStatus modifyVolumeStatus:@core.v1.ModifyVolumeStatus
 phase:s;z;g=v1.PersistentVolumeClaimPhase
core.v1.PersistentVolumeClaimTemplate metadata:@meta.v1.ObjectMeta;e spec!:@core.v1.PersistentVolumeClaimSpec;e
core.v1.PersistentVolumeClaimVolumeSource claimName!:s;e readOnly:b;z
)",
R"(core.v1.PersistentVolumeSpec accessModes:[]s;g=v1.PersistentVolumeAccessMode;l=atomic
 awsElasticBlockStore:@core.v1.AWSElasticBlockStoreVolumeSource azureDisk:@core.v1.AzureDiskVolumeSource
 azureFile:@core.v1.AzureFilePersistentVolumeSource capacity:{}q cephfs:@core.v1.CephFSPersistentVolumeSource
 cinder:@core.v1.CinderPersistentVolumeSource claimRef:@core.v1.ObjectReference csi:@core.v1.CSIPersistentVolumeSource
 fc:@core.v1.FCVolumeSource flexVolume:@core.v1.FlexPersistentVolumeSource flocker:@core.v1.FlockerVolumeSource
 gcePersistentDisk:@core.v1.GCEPersistentDiskVolumeSource glusterfs:@core.v1.GlusterfsPersistentVolumeSource
 hostPath:@core.v1.HostPathVolumeSource iscsi:@core.v1.ISCSIPersistentVolumeSource local:@core.v1.LocalVolumeSource
 mountOptions:[]s;l=atomic nfs:@core.v1.NFSVolumeSource nodeAffinity:@core.v1.VolumeNodeAffinity
 persistentVolumeReclaimPolicy:s;z;g=v1.PersistentVolumeReclaimPolicy
 photonPersistentDisk:@core.v1.PhotonPersistentDiskVolumeSource portworxVolume:@core.v1.PortworxVolumeSource
 quobyte:@core.v1.QuobyteVolumeSource rbd:@core.v1.RBDPersistentVolumeSource
 scaleIO:@core.v1.ScaleIOPersistentVolumeSource storageClassName:s;z
 storageos:@core.v1.StorageOSPersistentVolumeSource volumeAttributesClassName:s volumeMode:s;g=v1.PersistentVolumeMode
 vsphereVolume:@core.v1.VsphereVirtualDiskVolumeSource
core.v1.PersistentVolumeStatus lastPhaseTransitionTime:t message:s;z phase:s;z;g=v1.PersistentVolumePhase reason:s;z
core.v1.PhotonPersistentDiskVolumeSource fsType:s;z pdID!:s;e
core.v1.Pod apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.PodSpec;e status:@core.v1.PodStatus;e
core.v1.PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.WeightedPodAffinityTerm;l=atomic
 requiredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PodAffinityTerm;l=atomic
core.v1.PodAffinityTerm labelSelector:@meta.v1.LabelSelector matchLabelKeys:[]s;l=atomic
 mismatchLabelKeys:[]s;l=atomic namespaceSelector:@meta.v1.LabelSelector namespaces:[]s;l=atomic topologyKey!:s;e
core.v1.PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.WeightedPodAffinityTerm;l=atomic
 requiredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PodAffinityTerm;l=atomic
core.v1.PodCertificateProjection certificateChainPath:s;z credentialBundlePath:s;z keyPath:s;z keyType!:s;z
 maxExpirationSeconds:i32 signerName!:s;z user:i64 userAnnotations:{}s
core.v1.PodCondition lastProbeTime:t;e lastTransitionTime:t;e message:s;z observedGeneration:i64;z reason:s;z
 status!:s;e;g=v1.ConditionStatus type!:s;e;g=v1.PodConditionType
core.v1.PodDNSConfig nameservers:[]s;l=atomic options:[]@core.v1.PodDNSConfigOption;l=atomic searches:[]s;l=atomic
core.v1.PodDNSConfigOption name:s;z value:s
core.v1.PodExtendedResourceClaimStatus requestMappings!:[]@core.v1.ContainerExtendedResourceRequest;n;l=atomic
 resourceClaimName!:s;e
core.v1.PodIP ip!:s;e
core.v1.PodOS name!:s;e;g=v1.OSName
core.v1.PodReadinessGate conditionType!:s;e;g=v1.PodConditionType
core.v1.PodResourceClaim name!:s;e resourceClaimName:s resourceClaimTemplateName:s
core.v1.PodResourceClaimStatus name!:s;e resourceClaimName:s
core.v1.PodSchedulingGate name!:s;e
core.v1.PodSchedulingGroup podGroupName:s
core.v1.PodSecurityContext appArmorProfile:@core.v1.AppArmorProfile fsGroup:i64
 fsGroupChangePolicy:s;g=v1.PodFSGroupChangePolicy runAsGroup:i64 runAsNonRoot:b runAsUser:i64
 seLinuxChangePolicy:s;g=v1.PodSELinuxChangePolicy seLinuxOptions:@core.v1.SELinuxOptions
 seccompProfile:@core.v1.SeccompProfile supplementalGroups:[]i64;l=atomic
 supplementalGroupsPolicy:s;g=v1.SupplementalGroupsPolicy sysctls:[]@core.v1.Sysctl;l=atomic
 windowsOptions:@core.v1.WindowsSecurityContextOptions
core.v1.PodSpec activeDeadlineSeconds:i64 affinity:@core.v1.Affinity automountServiceAccountToken:b
 containers!:[]@core.v1.Container;p=name;n;l=map/name dnsConfig:@core.v1.PodDNSConfig dnsPolicy:s;z;g=v1.DNSPolicy
 enableServiceLinks:b ephemeralContainers:[]@core.v1.EphemeralContainer;p=name;l=map/name
 evictionResponders:[]@core.v1.EvictionResponder;p=name;l=map/name hostAliases:[]@core.v1.HostAlias;p=ip;l=map/ip
 hostIPC:b;z hostNetwork:b;z hostPID:b;z hostUsers:b hostname:s;z hostnameOverride:s
 imagePullSecrets:[]@core.v1.LocalObjectReference;p=name;l=map/name
 initContainers:[]@core.v1.Container;p=name;l=map/name nodeName:s;z nodeSelector:{}s os:@core.v1.PodOS overhead:{}q
 preemptionPolicy:s;g=v1.PreemptionPolicy priority:i32 priorityClassName:s;z
 readinessGates:[]@core.v1.PodReadinessGate;l=atomic resourceClaims:[]@core.v1.PodResourceClaim;p=name;r;l=map/name
 resources:@core.v1.ResourceRequirements restartPolicy:s;z;g=v1.RestartPolicy runtimeClassName:s schedulerName:s;z
 schedulingGates:[]@core.v1.PodSchedulingGate;p=name;l=map/name schedulingGroup:@core.v1.PodSchedulingGroup
 securityContext:@core.v1.PodSecurityContext serviceAccount:s;z serviceAccountName:s;z setHostnameAsFQDN:b
 shareProcessNamespace:b subdomain:s;z terminationGracePeriodSeconds:i64 tolerations:[]@core.v1.Toleration;l=atomic
 topologySpreadConstraints:[]@core.v1.TopologySpreadConstraint;p=topologyKey;l=map/topologyKey/whenUnsatisfiable
 volumes:[]@core.v1.Volume;p=name;r;l=map/name
core.v1.PodStatus allocatedResources:{}q conditions:[]@core.v1.PodCondition;p=type;l=map/type
 containerStatuses:[]@core.v1.ContainerStatus;l=atomic ephemeralContainerStatuses:[]@core.v1.ContainerStatus;l=atomic
 extendedResourceClaimStatus:@core.v1.PodExtendedResourceClaimStatus hostIP:s;z
 hostIPs:[]@core.v1.HostIP;p=ip;l=atomic initContainerStatuses:[]@core.v1.ContainerStatus;l=atomic message:s;z
 nodeAllocatableResourceClaimStatuses:[]@core.v1.NodeAllocatableResourceClaimStatus;p=resourceClaimName;l=map/resourceClaimName
 nominatedNodeName:s;z observedGeneration:i64;z phase:s;z;g=v1.PodPhase podIP:s;z
 podIPs:[]@core.v1.PodIP;p=ip;l=map/ip qosClass:s;z;g=v1.PodQOSClass reason:s;z resize:s;z;g=v1.PodResizeStatus
 resourceClaimStatuses:[]@core.v1.PodResourceClaimStatus;p=name;r;l=map/name resources:@core.v1.ResourceRequirements
 startTime:t volumeHealth:[]@core.v1.PodVolumeHealth;l=map/name
core.v1.PodTemplate apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e template:@core.v1.PodTemplateSpec;e
core.v1.PodTemplateSpec metadata:@meta.v1.ObjectMeta;e spec:@core.v1.PodSpec;e
core.v1.PodVolumeHealth healthConditions:[]@core.v1.VolumeHealthCondition;p=status;l=map/status/reason
 lastTransitionTime:t;e name!:s;e
core.v1.PortStatus error:s port!:i32;e protocol!:s;e;g=v1.Protocol
core.v1.PortworxVolumeSource fsType:s;z readOnly:b;z volumeID!:s;e
core.v1.PreferredSchedulingTerm preference!:@core.v1.NodeSelectorTerm;e weight!:i32;e
core.v1.Probe exec:@core.v1.ExecAction failureThreshold:i32;z grpc:@core.v1.GRPCAction httpGet:@core.v1.HTTPGetAction
 initialDelaySeconds:i32;z periodSeconds:i32;z successThreshold:i32;z tcpSocket:@core.v1.TCPSocketAction
 terminationGracePeriodSeconds:i64 timeoutSeconds:i32;z
core.v1.ProjectedVolumeSource defaultMode:i32 defaultUser:i64 sources:[]@core.v1.VolumeProjection;n;l=atomic
core.v1.QuobyteVolumeSource group:s;z readOnly:b;z registry!:s;e tenant:s;z user:s;z volume!:s;e
core.v1.RBDPersistentVolumeSource fsType:s;z image!:s;e keyring:s;z;d="/etc/ceph/keyring" monitors!:[]s;n;l=atomic
 pool:s;z;d="rbd" readOnly:b;z secretRef:@core.v1.SecretReference user:s;z;d="admin"
core.v1.RBDVolumeSource fsType:s;z image!:s;e keyring:s;z;d="/etc/ceph/keyring" monitors!:[]s;n;l=atomic
 pool:s;z;d="rbd" readOnly:b;z secretRef:@core.v1.LocalObjectReference user:s;z;d="admin"
core.v1.ReplicationController apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec:@core.v1.ReplicationControllerSpec;e status:@core.v1.ReplicationControllerStatus;e
core.v1.ReplicationControllerCondition lastTransitionTime:t;e message:s;z reason:s;z status!:s;e;g=v1.ConditionStatus
 type!:s;e;g=v1.ReplicationControllerConditionType
core.v1.ReplicationControllerSpec minReadySeconds:i32;z replicas:i32;d=1 selector:{}s
 template:@core.v1.PodTemplateSpec
core.v1.ReplicationControllerStatus availableReplicas:i32;z
 conditions:[]@core.v1.ReplicationControllerCondition;p=type;l=map/type fullyLabeledReplicas:i32;z
 observedGeneration:i64;z readyReplicas:i32;z replicas!:i32;e
core.v1.ResourceClaim name!:s;e request:s;z
core.v1.ResourceFieldSelector containerName:s;z divisor:q;e resource!:s;e
core.v1.ResourceHealth health:s;z;g=v1.ResourceHealthStatus message:s resourceID!:s;e;g=v1.ResourceID
core.v1.ResourceQuota apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.ResourceQuotaSpec;e
 status:@core.v1.ResourceQuotaStatus;e
core.v1.ResourceQuotaSpec hard:{}q scopeSelector:@core.v1.ScopeSelector scopes:[]s;g=v1.ResourceQuotaScope;l=atomic
core.v1.ResourceQuotaStatus hard:{}q used:{}q
core.v1.ResourceRequirements claims:[]@core.v1.ResourceClaim;l=map/name limits:{}q requests:{}q
core.v1.ResourceStatus name!:s;e;g=v1.ResourceName resources:[]@core.v1.ResourceHealth;l=map/resourceID
core.v1.SELinuxOptions level:s;z role:s;z type:s;z user:s;z
core.v1.ScaleIOPersistentVolumeSource fsType:s;z;d="xfs" gateway!:s;e protectionDomain:s;z readOnly:b;z
 secretRef!:@core.v1.SecretReference;n sslEnabled:b;z storageMode:s;z;d="ThinProvisioned" storagePool:s;z system!:s;e
 volumeName:s;z
core.v1.ScaleIOVolumeSource fsType:s;z;d="xfs" gateway!:s;e protectionDomain:s;z readOnly:b;z
 secretRef!:@core.v1.LocalObjectReference;n sslEnabled:b;z storageMode:s;z;d="ThinProvisioned" storagePool:s;z
 system!:s;e volumeName:s;z
core.v1.ScopeSelector matchExpressions:[]@core.v1.ScopedResourceSelectorRequirement;l=atomic
core.v1.ScopedResourceSelectorRequirement operator!:s;e;g=v1.ScopeSelectorOperator
 scopeName!:s;e;g=v1.ResourceQuotaScope values:[]s;l=atomic
core.v1.SeccompProfile localhostProfile:s type!:s;e;g=v1.SeccompProfileType
core.v1.Secret apiVersion:s data:{}y immutable:b kind:s metadata:@meta.v1.ObjectMeta;e stringData:{}s
 type:s;z;g=v1.SecretType
core.v1.SecretEnvSource name:s;z optional:b
core.v1.SecretKeySelector key!:s;e name:s;z optional:b
core.v1.SecretProjection items:[]@core.v1.KeyToPath;l=atomic name:s;z optional:b
core.v1.SecretReference name:s;z namespace:s;z
core.v1.SecretVolumeSource defaultMode:i32 defaultUser:i64 items:[]@core.v1.KeyToPath;l=atomic optional:b
 secretName:s;z
core.v1.SecurityContext allowPrivilegeEscalation:b appArmorProfile:@core.v1.AppArmorProfile
 capabilities:@core.v1.Capabilities privileged:b procMount:s;g=v1.ProcMountType readOnlyRootFilesystem:b
 runAsGroup:i64 runAsNonRoot:b runAsUser:i64 seLinuxOptions:@core.v1.SELinuxOptions
 seccompProfile:@core.v1.SeccompProfile windowsOptions:@core.v1.WindowsSecurityContextOptions
core.v1.Service apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.ServiceSpec;e
 status:@core.v1.ServiceStatus;e
core.v1.ServiceAccount apiVersion:s automountServiceAccountToken:b
 imagePullSecrets:[]@core.v1.LocalObjectReference;l=atomic kind:s metadata:@meta.v1.ObjectMeta;e
 secrets:[]@core.v1.ObjectReference;p=name;l=map/name
core.v1.ServiceAccountTokenProjection audience:s;z expirationSeconds:i64 path!:s;e user:i64
core.v1.ServicePort appProtocol:s name:s;z nodePort:i32;z port!:i32;e protocol:s;z;d="TCP";g=v1.Protocol
 targetPort:x;e
core.v1.ServiceSpec allocateLoadBalancerNodePorts:b clusterIP:s;z clusterIPs:[]s;l=atomic externalIPs:[]s;l=atomic
 externalName:s;z externalTrafficPolicy:s;z;g=v1.ServiceExternalTrafficPolicy healthCheckNodePort:i32;z
 internalTrafficPolicy:s;g=v1.ServiceInternalTrafficPolicy ipFamilies:[]s;g=v1.IPFamily;l=atomic
 ipFamilyPolicy:s;g=v1.IPFamilyPolicy loadBalancerClass:s loadBalancerIP:s;z loadBalancerSourceRanges:[]s;l=atomic
 ports:[]@core.v1.ServicePort;p=port;l=map/port/protocol publishNotReadyAddresses:b;z selector:{}s
 sessionAffinity:s;z;g=v1.ServiceAffinity sessionAffinityConfig:@core.v1.SessionAffinityConfig trafficDistribution:s
 type:s;z;g=v1.ServiceType
core.v1.ServiceStatus conditions:[]@meta.v1.Condition;p=type;l=map/type loadBalancer:@core.v1.LoadBalancerStatus;e
core.v1.SessionAffinityConfig clientIP:@core.v1.ClientIPConfig
core.v1.SleepAction seconds!:i64;e
core.v1.StorageOSPersistentVolumeSource fsType:s;z readOnly:b;z secretRef:@core.v1.ObjectReference volumeName:s;z
 volumeNamespace:s;z
core.v1.StorageOSVolumeSource fsType:s;z readOnly:b;z secretRef:@core.v1.LocalObjectReference volumeName:s;z
 volumeNamespace:s;z
core.v1.Sysctl name!:s;e value!:s;e
core.v1.TCPSocketAction host:s;z port!:x;e
core.v1.Taint effect!:s;e;g=v1.TaintEffect key!:s;e timeAdded:t value:s;z
core.v1.Toleration effect:s;z;g=v1.TaintEffect key:s;z operator:s;z;g=v1.TolerationOperator tolerationSeconds:i64
 value:s;z
core.v1.TopologySelectorLabelRequirement key!:s;e values!:[]s;n;l=atomic
core.v1.TopologySelectorTerm matchLabelExpressions:[]@core.v1.TopologySelectorLabelRequirement;l=atomic
core.v1.TopologySpreadConstraint labelSelector:@meta.v1.LabelSelector matchLabelKeys:[]s;l=atomic maxSkew!:i32;e
 minDomains:i32 nodeAffinityPolicy:s;g=v1.NodeInclusionPolicy nodeTaintsPolicy:s;g=v1.NodeInclusionPolicy
 topologyKey!:s;e whenUnsatisfiable!:s;e;g=v1.UnsatisfiableConstraintAction
core.v1.TypedLocalObjectReference apiGroup:s;n kind!:s name!:s;e
core.v1.TypedObjectReference apiGroup:s;n kind!:s name!:s;e namespace:s
)",
R"(core.v1.Volume awsElasticBlockStore:@core.v1.AWSElasticBlockStoreVolumeSource azureDisk:@core.v1.AzureDiskVolumeSource
 azureFile:@core.v1.AzureFileVolumeSource cephfs:@core.v1.CephFSVolumeSource cinder:@core.v1.CinderVolumeSource
 configMap:@core.v1.ConfigMapVolumeSource csi:@core.v1.CSIVolumeSource downwardAPI:@core.v1.DownwardAPIVolumeSource
 emptyDir:@core.v1.EmptyDirVolumeSource ephemeral:@core.v1.EphemeralVolumeSource fc:@core.v1.FCVolumeSource
 flexVolume:@core.v1.FlexVolumeSource flocker:@core.v1.FlockerVolumeSource
 gcePersistentDisk:@core.v1.GCEPersistentDiskVolumeSource gitRepo:@core.v1.GitRepoVolumeSource
 glusterfs:@core.v1.GlusterfsVolumeSource hostPath:@core.v1.HostPathVolumeSource image:@core.v1.ImageVolumeSource
 iscsi:@core.v1.ISCSIVolumeSource name!:s;e nfs:@core.v1.NFSVolumeSource
 persistentVolumeClaim:@core.v1.PersistentVolumeClaimVolumeSource
 photonPersistentDisk:@core.v1.PhotonPersistentDiskVolumeSource portworxVolume:@core.v1.PortworxVolumeSource
 projected:@core.v1.ProjectedVolumeSource quobyte:@core.v1.QuobyteVolumeSource rbd:@core.v1.RBDVolumeSource
 scaleIO:@core.v1.ScaleIOVolumeSource secret:@core.v1.SecretVolumeSource storageos:@core.v1.StorageOSVolumeSource
 vsphereVolume:@core.v1.VsphereVirtualDiskVolumeSource
core.v1.VolumeDevice devicePath!:s;e name!:s;e
core.v1.VolumeHealthCondition message:s;z reason!:s;e status!:s;e;g=v1.VolumeHealthStatusType
core.v1.VolumeHealthStatus healthConditions:[]@core.v1.VolumeHealthCondition;p=status;l=map/status/reason
 lastTransitionTime:t;e
core.v1.VolumeMount bindMountOptions:[]s;l=set mountPath!:s;e mountPropagation:s;g=v1.MountPropagationMode name!:s;e
 readOnly:b;z recursiveReadOnly:s;g=v1.RecursiveReadOnlyMode subPath:s;z subPathExpr:s;z
core.v1.VolumeMountStatus mountPath!:s;e name!:s;e readOnly:b;z recursiveReadOnly:s;g=v1.RecursiveReadOnlyMode
 volumeStatus:@core.v1.VolumeStatus
core.v1.VolumeNodeAffinity required:@core.v1.NodeSelector
core.v1.VolumeProjection clusterTrustBundle:@core.v1.ClusterTrustBundleProjection
 configMap:@core.v1.ConfigMapProjection downwardAPI:@core.v1.DownwardAPIProjection
 podCertificate:@core.v1.PodCertificateProjection secret:@core.v1.SecretProjection
 serviceAccountToken:@core.v1.ServiceAccountTokenProjection
core.v1.VolumeResourceRequirements limits:{}q requests:{}q
core.v1.VolumeStatus image:@core.v1.ImageVolumeStatus
core.v1.VsphereVirtualDiskVolumeSource fsType:s;z storagePolicyID:s;z storagePolicyName:s;z volumePath!:s;e
core.v1.WeightedPodAffinityTerm podAffinityTerm!:@core.v1.PodAffinityTerm;e weight!:i32;e
core.v1.WindowsSecurityContextOptions gmsaCredentialSpec:s gmsaCredentialSpecName:s hostProcess:b runAsUserName:s
discovery.v1.Endpoint addresses!:[]s;n;l=set conditions:@discovery.v1.EndpointConditions;e deprecatedTopology:{}s
 hints:@discovery.v1.EndpointHints hostname:s nodeName:s targetRef:@core.v1.ObjectReference zone:s
discovery.v1.EndpointConditions ready:b serving:b terminating:b
discovery.v1.EndpointHints forNodes:[]@discovery.v1.ForNode;l=atomic forZones:[]@discovery.v1.ForZone;l=atomic
discovery.v1.EndpointPort appProtocol:s name:s port:i32 protocol:s;g=v1.Protocol
discovery.v1.EndpointSlice addressType!:s;e;g=v1.AddressType apiVersion:s
 endpoints:[]@discovery.v1.Endpoint;n;l=atomic kind:s metadata:@meta.v1.ObjectMeta;e
 ports:[]@discovery.v1.EndpointPort;n;l=atomic
discovery.v1.ForNode name!:s;e
discovery.v1.ForZone name!:s;e
events.v1.Event action:s;z apiVersion:s deprecatedCount:i32;z deprecatedFirstTimestamp:t;e deprecatedLastTimestamp:t;e
 deprecatedSource:@core.v1.EventSource;e eventTime!:m;e kind:s metadata:@meta.v1.ObjectMeta;e note:s;z reason:s;z
 regarding:@core.v1.ObjectReference;e related:@core.v1.ObjectReference reportingController:s;z reportingInstance:s;z
 series:@events.v1.EventSeries type:s;z
events.v1.EventSeries count!:i32;e lastObservedTime!:m;e
meta.v1.Condition lastTransitionTime!:t;e message!:s;e observedGeneration:i64;z reason!:s;e
 status!:s;e;g=v1.ConditionStatus type!:s;e
meta.v1.DeleteOptions apiVersion:s dryRun:[]s;l=atomic gracePeriodSeconds:i64
 ignoreStoreReadErrorWithClusterBreakingPotential:b kind:s orphanDependents:b preconditions:@meta.v1.Preconditions
 propagationPolicy:s;g=v1.DeletionPropagation
meta.v1.FieldSelectorRequirement key!:s;e operator!:s;e;g=v1.FieldSelectorOperator values:[]s;l=atomic
meta.v1.LabelSelector matchExpressions:[]@meta.v1.LabelSelectorRequirement;l=atomic matchLabels:{}s
meta.v1.LabelSelectorRequirement key!:s;e operator!:s;e;g=v1.LabelSelectorOperator values:[]s;l=atomic
meta.v1.ManagedFieldsEntry apiVersion:s fieldsType:s;z fieldsV1:* manager:s;z
 operation:s;z;g=v1.ManagedFieldsOperationType subresource:s;z time:t
meta.v1.ObjectMeta annotations:{}s creationTimestamp:t deletionGracePeriodSeconds:i64 deletionTimestamp:t
 finalizers:[]s;p=;l=set generateName:s;z generation:i64;z labels:{}s
 managedFields:[]@meta.v1.ManagedFieldsEntry;l=atomic name:s;z namespace:s;z
 ownerReferences:[]@meta.v1.OwnerReference;p=uid;l=map/uid resourceVersion:s;z selfLink:s;z uid:s;z;g=types.UID
meta.v1.OwnerReference apiVersion!:s blockOwnerDeletion:b controller:b kind!:s name!:s;e uid!:s;e;g=types.UID
meta.v1.Preconditions resourceVersion:s uid:s;g=types.UID
networking.v1.HTTPIngressPath backend!:@networking.v1.IngressBackend;e path:s;z pathType!:s;n;g=v1.PathType
networking.v1.HTTPIngressRuleValue paths!:[]@networking.v1.HTTPIngressPath;n;l=atomic
networking.v1.IPAddress apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec!:@networking.v1.IPAddressSpec;e
networking.v1.IPAddressSpec parentRef!:@networking.v1.ParentReference
networking.v1.IPBlock cidr!:s;e except:[]s;l=atomic
networking.v1.Ingress apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@networking.v1.IngressSpec;e
 status:@networking.v1.IngressStatus;e
networking.v1.IngressBackend resource:@core.v1.TypedLocalObjectReference service:@networking.v1.IngressServiceBackend
networking.v1.IngressClass apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@networking.v1.IngressClassSpec;e
networking.v1.IngressClassParametersReference apiGroup:s kind!:s name!:s;e namespace:s scope:s;n
networking.v1.IngressClassSpec controller:s;z parameters:@networking.v1.IngressClassParametersReference
networking.v1.IngressLoadBalancerIngress hostname:s;z ip:s;z ports:[]@networking.v1.IngressPortStatus;l=atomic
networking.v1.IngressLoadBalancerStatus ingress:[]@networking.v1.IngressLoadBalancerIngress;l=atomic
networking.v1.IngressPortStatus error:s port!:i32;e protocol!:s;e;g=v1.Protocol
networking.v1.IngressRule host:s;z http:@networking.v1.HTTPIngressRuleValue
networking.v1.IngressServiceBackend name!:s;e port:@networking.v1.ServiceBackendPort;e
networking.v1.IngressSpec defaultBackend:@networking.v1.IngressBackend ingressClassName:s
 rules:[]@networking.v1.IngressRule;l=atomic tls:[]@networking.v1.IngressTLS;l=atomic
networking.v1.IngressStatus loadBalancer:@networking.v1.IngressLoadBalancerStatus;e
networking.v1.IngressTLS hosts:[]s;l=atomic secretName:s;z
networking.v1.NetworkPolicy apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@networking.v1.NetworkPolicySpec;e
networking.v1.NetworkPolicyEgressRule ports:[]@networking.v1.NetworkPolicyPort;l=atomic
 to:[]@networking.v1.NetworkPolicyPeer;l=atomic
networking.v1.NetworkPolicyIngressRule from:[]@networking.v1.NetworkPolicyPeer;l=atomic
 ports:[]@networking.v1.NetworkPolicyPort;l=atomic
networking.v1.NetworkPolicyPeer ipBlock:@networking.v1.IPBlock namespaceSelector:@meta.v1.LabelSelector
 podSelector:@meta.v1.LabelSelector
networking.v1.NetworkPolicyPort endPort:i32 port:x protocol:s;g=v1.Protocol
networking.v1.NetworkPolicySpec egress:[]@networking.v1.NetworkPolicyEgressRule;l=atomic
 ingress:[]@networking.v1.NetworkPolicyIngressRule;l=atomic podSelector:@meta.v1.LabelSelector;e
 policyTypes:[]s;g=v1.PolicyType;l=atomic
networking.v1.ParentReference group:s;z name!:s;z namespace:s;z resource!:s;z
networking.v1.ServiceBackendPort name:s;z number:i32;z
networking.v1.ServiceCIDR apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec:@networking.v1.ServiceCIDRSpec;e
 status:@networking.v1.ServiceCIDRStatus;e
networking.v1.ServiceCIDRSpec cidrs:[]s;l=atomic
networking.v1.ServiceCIDRStatus conditions:[]@meta.v1.Condition;p=type;l=map/type
node.v1.Overhead podFixed:{}q
node.v1.RuntimeClass apiVersion:s handler!:s;e kind:s metadata:@meta.v1.ObjectMeta;e overhead:@node.v1.Overhead
 scheduling:@node.v1.Scheduling
node.v1.Scheduling nodeSelector:{}s tolerations:[]@core.v1.Toleration;l=atomic
policy.v1.Eviction apiVersion:s deleteOptions:@meta.v1.DeleteOptions kind:s metadata:@meta.v1.ObjectMeta;e
policy.v1.PodDisruptionBudget apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec:@policy.v1.PodDisruptionBudgetSpec;e status:@policy.v1.PodDisruptionBudgetStatus;e
policy.v1.PodDisruptionBudgetSpec maxUnavailable:x minAvailable:x selector:@meta.v1.LabelSelector
 unhealthyPodEvictionPolicy:s;g=v1.UnhealthyPodEvictionPolicyType
policy.v1.PodDisruptionBudgetStatus conditions:[]@meta.v1.Condition;p=type;l=map/type currentHealthy:i32;e
 desiredHealthy:i32;e disruptedPods:{}t disruptionsAllowed:i32;e expectedPods:i32;e observedGeneration:i64;z
rbac.v1.AggregationRule clusterRoleSelectors:[]@meta.v1.LabelSelector;l=atomic
rbac.v1.ClusterRole aggregationRule:@rbac.v1.AggregationRule apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 rules:[]@rbac.v1.PolicyRule;n;l=atomic
rbac.v1.ClusterRoleBinding apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e roleRef!:@rbac.v1.RoleRef;e
 subjects:[]@rbac.v1.Subject;l=atomic
rbac.v1.PolicyRule apiGroups:[]s;l=atomic nonResourceURLs:[]s;l=atomic resourceNames:[]s;l=atomic
 resources:[]s;l=atomic verbs!:[]s;n;l=atomic
rbac.v1.Role apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e rules:[]@rbac.v1.PolicyRule;n;l=atomic
rbac.v1.RoleBinding apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e roleRef!:@rbac.v1.RoleRef;e
 subjects:[]@rbac.v1.Subject;l=atomic
rbac.v1.RoleRef apiGroup:s;e kind!:s name!:s;e
rbac.v1.Subject apiGroup:s;z kind!:s name!:s;e namespace:s;z
scheduling.v1.PriorityClass apiVersion:s description:s;z globalDefault:b;z kind:s metadata:@meta.v1.ObjectMeta;e
 preemptionPolicy:s;g=apiv1.PreemptionPolicy value:i32;e
scheduling.v1alpha3.TopologyConstraint key!:s
scheduling.v1alpha3.WorkloadPodGroupAllDisruptionMode
scheduling.v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
scheduling.v1alpha3.WorkloadPodGroupDisruptionMode all:@scheduling.v1alpha3.WorkloadPodGroupAllDisruptionMode
 single:@scheduling.v1alpha3.WorkloadPodGroupSingleDisruptionMode
scheduling.v1alpha3.WorkloadPodGroupGangSchedulingPolicy minCount:i32
scheduling.v1alpha3.WorkloadPodGroupResourceClaim name!:s resourceClaimName:s resourceClaimTemplateName:s
scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints topology:[]@scheduling.v1alpha3.TopologyConstraint;l=atomic
scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy basic:@scheduling.v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
 gang:@scheduling.v1alpha3.WorkloadPodGroupGangSchedulingPolicy
scheduling.v1alpha3.WorkloadPodGroupSingleDisruptionMode
storage.v1.CSIDriver apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec!:@storage.v1.CSIDriverSpec;e
storage.v1.CSIDriverSpec attachRequired:b fsGroupPolicy:s;g=v1.FSGroupPolicy nodeAllocatableUpdatePeriodSeconds:i64
 podInfoOnMount:b preventPodSchedulingIfMissing:b requiresRepublish:b seLinuxMount:b serviceAccountTokenInSecrets:b
 storageCapacity:b tokenRequests:[]@storage.v1.TokenRequest;l=atomic
 volumeLifecycleModes:[]s;g=v1.VolumeLifecycleMode;l=set
storage.v1.CSINode apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e spec!:@storage.v1.CSINodeSpec;e
 status:@storage.v1.CSINodeStatus;e
storage.v1.CSINodeDriver allocatable:@storage.v1.VolumeNodeResources name!:s;e nodeID!:s;e topologyKeys:[]s;n;l=atomic
storage.v1.CSINodeSpec drivers!:[]@storage.v1.CSINodeDriver;p=name;n;l=map/name
storage.v1.CSINodeStatus storageHealth:[]@storage.v1.StorageHealth;p=name;l=map/name
storage.v1.CSIStorageCapacity apiVersion:s capacity:q kind:s maximumVolumeSize:q metadata:@meta.v1.ObjectMeta;e
 nodeTopology:@meta.v1.LabelSelector storageClassName!:s;e
storage.v1.StorageClass allowVolumeExpansion:b allowedTopologies:[]@core.v1.TopologySelectorTerm;l=atomic apiVersion:s
 kind:s metadata:@meta.v1.ObjectMeta;e mountOptions:[]s;l=atomic parameters:{}s provisioner!:s;e
 reclaimPolicy:s;g=v1.PersistentVolumeReclaimPolicy volumeBindingMode:s;g=v1.VolumeBindingMode
storage.v1.StorageHealth healthConditions:[]@storage.v1.StorageHealthCondition;l=atomic name!:s;e
storage.v1.StorageHealthCondition accessMode:s;g=v1.PersistentVolumeAccessMode lastTransitionTime:t;e message:s;z
 reason!:s;e status!:s;e;g=v1.StorageHealthStatusType volumeMode:s;g=v1.PersistentVolumeMode
storage.v1.TokenRequest audience!:s;e expirationSeconds:i64
storage.v1.VolumeAttachment apiVersion:s kind:s metadata:@meta.v1.ObjectMeta;e
 spec!:@storage.v1.VolumeAttachmentSpec;e status:@storage.v1.VolumeAttachmentStatus;e
storage.v1.VolumeAttachmentSource inlineVolumeSpec:@core.v1.PersistentVolumeSpec persistentVolumeName:s
storage.v1.VolumeAttachmentSpec attacher!:s;e nodeName!:s;e source!:@storage.v1.VolumeAttachmentSource;e
storage.v1.VolumeAttachmentStatus attachError:@storage.v1.VolumeError attached!:b;e attachmentMetadata:{}s
 detachError:@storage.v1.VolumeError
storage.v1.VolumeAttributesClass apiVersion:s driverName!:s;e kind:s metadata:@meta.v1.ObjectMeta;e parameters:{}s
storage.v1.VolumeError errorCode:i32 message:s;z time:t;e
storage.v1.VolumeNodeResources count:i32
)",
  };
  return parts;
}
// clang-format on

}  // namespace kubexx::apiserver
