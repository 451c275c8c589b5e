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
admissionregistration.v1.MatchCondition name!:s;e expression!:s;e
admissionregistration.v1.MatchResources;m=atomic namespaceSelector:@meta.v1.LabelSelector
 objectSelector:@meta.v1.LabelSelector resourceRules:[]@admissionregistration.v1.NamedRuleWithOperations;l=atomic
 excludeResourceRules:[]@admissionregistration.v1.NamedRuleWithOperations;l=atomic matchPolicy:s;g=v1.MatchPolicyType
admissionregistration.v1.MutatingAdmissionPolicy kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@admissionregistration.v1.MutatingAdmissionPolicySpec;e
admissionregistration.v1.MutatingAdmissionPolicyBinding kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@admissionregistration.v1.MutatingAdmissionPolicyBindingSpec;e
admissionregistration.v1.MutatingAdmissionPolicyBindingSpec policyName:s;z paramRef:@admissionregistration.v1.ParamRef
 matchResources:@admissionregistration.v1.MatchResources
admissionregistration.v1.MutatingAdmissionPolicySpec paramKind:@admissionregistration.v1.ParamKind
 matchConstraints:@admissionregistration.v1.MatchResources variables:[]@admissionregistration.v1.Variable;l=atomic
 mutations:[]@admissionregistration.v1.Mutation;l=atomic failurePolicy:s;g=v1.FailurePolicyType
 matchConditions:[]@admissionregistration.v1.MatchCondition;p=name;l=map/name
 reinvocationPolicy:s;z;g=v1.ReinvocationPolicyType
admissionregistration.v1.MutatingWebhook name!:s;e clientConfig!:@admissionregistration.v1.WebhookClientConfig;e
 rules:[]@admissionregistration.v1.RuleWithOperations;l=atomic failurePolicy:s;g=v1.FailurePolicyType
 matchPolicy:s;g=v1.MatchPolicyType namespaceSelector:@meta.v1.LabelSelector objectSelector:@meta.v1.LabelSelector
 sideEffects!:s;n;g=v1.SideEffectClass timeoutSeconds:i32 admissionReviewVersions!:[]s;n;l=atomic
 reinvocationPolicy:s;g=v1.ReinvocationPolicyType
 matchConditions:[]@admissionregistration.v1.MatchCondition;p=name;l=map/name
admissionregistration.v1.MutatingWebhookConfiguration kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 webhooks:[]@admissionregistration.v1.MutatingWebhook;p=name;l=map/name
admissionregistration.v1.Mutation patchType!:s;e;g=v1.PatchType
 applyConfiguration:@admissionregistration.v1.ApplyConfiguration jsonPatch:@admissionregistration.v1.JSONPatch
admissionregistration.v1.NamedRuleWithOperations;m=atomic resourceNames:[]s;l=atomic
 operations:[]s;g=v1.OperationType;i=RuleWithOperations;l=atomic apiGroups:[]s;i=RuleWithOperations.Rule;l=atomic
 apiVersions:[]s;i=RuleWithOperations.Rule;l=atomic resources:[]s;i=RuleWithOperations.Rule;l=atomic
 scope:s;g=v1.ScopeType;i=RuleWithOperations.Rule
admissionregistration.v1.ParamKind;m=atomic apiVersion:s;z kind:s;z
admissionregistration.v1.ParamRef;m=atomic name:s;z namespace:s;z selector:@meta.v1.LabelSelector
 parameterNotFoundAction:s;g=v1.ParameterNotFoundActionType
admissionregistration.v1.RuleWithOperations operations:[]s;g=v1.OperationType;l=atomic apiGroups:[]s;i=Rule;l=atomic
 apiVersions:[]s;i=Rule;l=atomic resources:[]s;i=Rule;l=atomic scope:s;g=v1.ScopeType;i=Rule
admissionregistration.v1.ServiceReference namespace!:s;e name!:s;e path:s port:i32
admissionregistration.v1.TypeChecking expressionWarnings:[]@admissionregistration.v1.ExpressionWarning;l=atomic
admissionregistration.v1.ValidatingAdmissionPolicy kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@admissionregistration.v1.ValidatingAdmissionPolicySpec;e
 status:@admissionregistration.v1.ValidatingAdmissionPolicyStatus;e
admissionregistration.v1.ValidatingAdmissionPolicyBinding kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec;e
admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec policyName!:s;z
 paramRef:@admissionregistration.v1.ParamRef matchResources:@admissionregistration.v1.MatchResources
 validationActions!:[]s;g=v1.ValidationAction;l=set
admissionregistration.v1.ValidatingAdmissionPolicySpec paramKind:@admissionregistration.v1.ParamKind
 matchConstraints:@admissionregistration.v1.MatchResources validations:[]@admissionregistration.v1.Validation;l=atomic
 failurePolicy:s;g=v1.FailurePolicyType auditAnnotations:[]@admissionregistration.v1.AuditAnnotation;l=atomic
 matchConditions:[]@admissionregistration.v1.MatchCondition;p=name;l=map/name
 variables:[]@admissionregistration.v1.Variable;p=name;l=map/name
admissionregistration.v1.ValidatingAdmissionPolicyStatus observedGeneration:i64;z
 typeChecking:@admissionregistration.v1.TypeChecking conditions:[]@meta.v1.Condition;l=map/type
admissionregistration.v1.ValidatingWebhook name!:s;e clientConfig!:@admissionregistration.v1.WebhookClientConfig;e
 rules:[]@admissionregistration.v1.RuleWithOperations;l=atomic failurePolicy:s;g=v1.FailurePolicyType
 matchPolicy:s;g=v1.MatchPolicyType namespaceSelector:@meta.v1.LabelSelector objectSelector:@meta.v1.LabelSelector
 sideEffects!:s;n;g=v1.SideEffectClass timeoutSeconds:i32 admissionReviewVersions!:[]s;n;l=atomic
 matchConditions:[]@admissionregistration.v1.MatchCondition;p=name;l=map/name
admissionregistration.v1.ValidatingWebhookConfiguration kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 webhooks:[]@admissionregistration.v1.ValidatingWebhook;p=name;l=map/name
admissionregistration.v1.Validation expression!:s;e message:s;z reason:s;g=v1.StatusReason messageExpression:s;z
admissionregistration.v1.Variable;m=atomic name!:s;e expression!:s;e
admissionregistration.v1.WebhookClientConfig url:s service:@admissionregistration.v1.ServiceReference caBundle:y;z
apiextensions.v1.CustomResourceColumnDefinition name!:s;e type!:s;e format:s;z description:s;z priority:i32;z
 jsonPath!:s;e
apiextensions.v1.CustomResourceConversion strategy!:s;e;g=v1.ConversionStrategyType
 webhook:@apiextensions.v1.WebhookConversion
apiextensions.v1.CustomResourceDefinition kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@apiextensions.v1.CustomResourceDefinitionSpec;e status:@apiextensions.v1.CustomResourceDefinitionStatus;e
apiextensions.v1.CustomResourceDefinitionCondition type!:s;e;g=v1.CustomResourceDefinitionConditionType
 status!:s;e;g=v1.ConditionStatus lastTransitionTime:t;e reason:s;z message:s;z observedGeneration:i64;z
apiextensions.v1.CustomResourceDefinitionNames plural!:s;e singular:s;z shortNames:[]s;l=atomic kind!:s;e listKind:s;z
 categories:[]s;l=atomic
apiextensions.v1.CustomResourceDefinitionSpec group!:s;e names!:@apiextensions.v1.CustomResourceDefinitionNames;e
 scope!:s;e;g=v1.ResourceScope versions!:[]@apiextensions.v1.CustomResourceDefinitionVersion;n;l=atomic
 conversion:@apiextensions.v1.CustomResourceConversion preserveUnknownFields:b;z
apiextensions.v1.CustomResourceDefinitionStatus
 conditions:[]@apiextensions.v1.CustomResourceDefinitionCondition;n;l=map/type
 acceptedNames:@apiextensions.v1.CustomResourceDefinitionNames;e storedVersions:[]s;n;l=atomic
 observedGeneration:i64;z
apiextensions.v1.CustomResourceDefinitionVersion name!:s;e served!:b;e storage!:b;e deprecated:b;z
 deprecationWarning:s schema:@apiextensions.v1.CustomResourceValidation
 subresources:@apiextensions.v1.CustomResourceSubresources
 additionalPrinterColumns:[]@apiextensions.v1.CustomResourceColumnDefinition;l=atomic
 selectableFields:[]@apiextensions.v1.SelectableField;l=atomic
apiextensions.v1.CustomResourceSubresourceScale specReplicasPath!:s;e statusReplicasPath!:s;e labelSelectorPath:s
apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceSubresources status:@apiextensions.v1.CustomResourceSubresourceStatus
 scale:@apiextensions.v1.CustomResourceSubresourceScale
apiextensions.v1.CustomResourceValidation openAPIV3Schema:*
apiextensions.v1.SelectableField jsonPath!:s;e
apiextensions.v1.ServiceReference namespace!:s;e name!:s;e path:s port:i32
apiextensions.v1.WebhookClientConfig url:s service:@apiextensions.v1.ServiceReference caBundle:y;z
apiextensions.v1.WebhookConversion clientConfig:@apiextensions.v1.WebhookClientConfig
 conversionReviewVersions!:[]s;n;l=atomic
apiregistration.v1.APIService kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@apiregistration.v1.APIServiceSpec;e status:@apiregistration.v1.APIServiceStatus;e
apiregistration.v1.APIServiceCondition type!:s;e;g=v1.APIServiceConditionType status!:s;e;g=v1.ConditionStatus
 lastTransitionTime:t;e reason:s;z message:s;z
apiregistration.v1.APIServiceSpec service:@apiregistration.v1.ServiceReference group:s;z version:s;z
 insecureSkipTLSVerify:b;z caBundle:y;z;l=atomic groupPriorityMinimum!:i32;e versionPriority!:i32;e
apiregistration.v1.APIServiceStatus conditions:[]@apiregistration.v1.APIServiceCondition;p=type;l=map/type
apiregistration.v1.ServiceReference namespace:s;z name:s;z port:i32
apps.v1.ControllerRevision kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e data!:* revision:i64;e
apps.v1.DaemonSet kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@apps.v1.DaemonSetSpec;e
 status:@apps.v1.DaemonSetStatus;e
apps.v1.DaemonSetCondition type:s;e;g=v1.DaemonSetConditionType status:s;e;g=v1.ConditionStatus lastTransitionTime:t;e
 reason:s;z message:s;z
apps.v1.DaemonSetSpec selector!:@meta.v1.LabelSelector;n template!:@core.v1.PodTemplateSpec;e
 updateStrategy:@apps.v1.DaemonSetUpdateStrategy;e minReadySeconds:i32;z revisionHistoryLimit:i32
apps.v1.DaemonSetStatus currentNumberScheduled!:i32;e numberMisscheduled!:i32;e desiredNumberScheduled!:i32;e
 numberReady!:i32;e observedGeneration:i64;z updatedNumberScheduled:i32;z numberAvailable:i32;z
 numberUnavailable:i32;z collisionCount:i32 conditions:[]@apps.v1.DaemonSetCondition;p=type;l=map/type
apps.v1.DaemonSetUpdateStrategy type:s;z;g=v1.DaemonSetUpdateStrategyType
 rollingUpdate:@apps.v1.RollingUpdateDaemonSet
apps.v1.Deployment kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@apps.v1.DeploymentSpec;e
 status:@apps.v1.DeploymentStatus;e
apps.v1.DeploymentCondition type:s;e;g=v1.DeploymentConditionType status:s;e;g=v1.ConditionStatus lastUpdateTime:t;e
 lastTransitionTime:t;e reason:s;z message:s;z
apps.v1.DeploymentSpec replicas:i32 selector!:@meta.v1.LabelSelector;n template!:@core.v1.PodTemplateSpec;e
 strategy:@apps.v1.DeploymentStrategy;r;e minReadySeconds:i32;z revisionHistoryLimit:i32 paused:b;z
 progressDeadlineSeconds:i32
apps.v1.DeploymentStatus observedGeneration:i64;z replicas:i32;z updatedReplicas:i32;z readyReplicas:i32;z
 availableReplicas:i32;z unavailableReplicas:i32;z terminatingReplicas:i32
 conditions:[]@apps.v1.DeploymentCondition;p=type;l=map/type collisionCount:i32
apps.v1.DeploymentStrategy type:s;z;g=v1.DeploymentStrategyType rollingUpdate:@apps.v1.RollingUpdateDeployment
apps.v1.ReplicaSet kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@apps.v1.ReplicaSetSpec;e
 status:@apps.v1.ReplicaSetStatus;e
apps.v1.ReplicaSetCondition type:s;e;g=v1.ReplicaSetConditionType status:s;e;g=v1.ConditionStatus
 lastTransitionTime:t;e reason:s;z message:s;z
apps.v1.ReplicaSetSpec replicas:i32 minReadySeconds:i32;z selector!:@meta.v1.LabelSelector;n
 template:@core.v1.PodTemplateSpec;e
apps.v1.ReplicaSetStatus replicas!:i32;e fullyLabeledReplicas:i32;z readyReplicas:i32;z availableReplicas:i32;z
 terminatingReplicas:i32 observedGeneration:i64;z conditions:[]@apps.v1.ReplicaSetCondition;p=type;l=map/type
apps.v1.RollingUpdateDaemonSet maxUnavailable:x maxSurge:x
apps.v1.RollingUpdateDeployment maxUnavailable:x maxSurge:x
apps.v1.RollingUpdateStatefulSetStrategy partition:i32 maxUnavailable:x
apps.v1.StatefulSet kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@apps.v1.StatefulSetSpec;e
 status:@apps.v1.StatefulSetStatus;e
apps.v1.StatefulSetCondition type:s;e;g=v1.StatefulSetConditionType status:s;e;g=v1.ConditionStatus
 lastTransitionTime:t;e reason:s;z message:s;z
apps.v1.StatefulSetOrdinals start:i32;e
apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:s;z;g=v1.PersistentVolumeClaimRetentionPolicyType
 whenScaled:s;z;g=v1.PersistentVolumeClaimRetentionPolicyType
apps.v1.StatefulSetSpec replicas:i32 selector!:@meta.v1.LabelSelector;n template!:@core.v1.PodTemplateSpec;e
 volumeClaimTemplates:[]@core.v1.PersistentVolumeClaim;l=atomic serviceName:s;e
 podManagementPolicy:s;z;g=v1.PodManagementPolicyType updateStrategy:@apps.v1.StatefulSetUpdateStrategy;e
 revisionHistoryLimit:i32 minReadySeconds:i32;z
 persistentVolumeClaimRetentionPolicy:@apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy
 ordinals:@apps.v1.StatefulSetOrdinals
apps.v1.StatefulSetStatus observedGeneration:i64;z replicas!:i32;e readyReplicas:i32;z currentReplicas:i32;z
 updatedReplicas:i32;z currentRevision:s;z updateRevision:s;z collisionCount:i32
 conditions:[]@apps.v1.StatefulSetCondition;p=type;l=map/type availableReplicas:i32;e
apps.v1.StatefulSetUpdateStrategy type:s;z;g=v1.StatefulSetUpdateStrategyType
 rollingUpdate:@apps.v1.RollingUpdateStatefulSetStrategy
authentication.v1.BoundObjectReference kind:s;z apiVersion:s;z name:s;z uid:s;z;g=types.UID
authentication.v1.SelfSubjectReview kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 status:@authentication.v1.SelfSubjectReviewStatus;e
authentication.v1.SelfSubjectReviewStatus userInfo:@authentication.v1.UserInfo;e
authentication.v1.TokenRequest kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@authentication.v1.TokenRequestSpec;e status:@authentication.v1.TokenRequestStatus;e
authentication.v1.TokenRequestSpec audiences:[]s;n;l=atomic expirationSeconds:i64;n
 boundObjectRef:@authentication.v1.BoundObjectReference;n attestations:{}[]s;g=map[string]v1.AttestationValue
authentication.v1.TokenRequestStatus token:s;e expirationTimestamp:t;e
authentication.v1.TokenReview kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authentication.v1.TokenReviewSpec;e status:@authentication.v1.TokenReviewStatus;e
)",
R"(authentication.v1.TokenReviewSpec token!:s;z audiences:[]s;l=atomic
authentication.v1.TokenReviewStatus authenticated:b;z user:@authentication.v1.UserInfo;e audiences:[]s;l=atomic
 error:s;z
authentication.v1.UserInfo username:s;z uid:s;z groups:[]s;l=atomic extra:{}[]s;g=map[string]v1.ExtraValue
authorization.v1.FieldSelectorAttributes rawSelector:s;z requirements:[]@meta.v1.FieldSelectorRequirement;l=atomic
authorization.v1.LabelSelectorAttributes rawSelector:s;z requirements:[]@meta.v1.LabelSelectorRequirement;l=atomic
authorization.v1.LocalSubjectAccessReview kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authorization.v1.SubjectAccessReviewSpec;e status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.NonResourceAttributes path:s;z verb:s;z
authorization.v1.NonResourceRule verbs!:[]s;n;l=atomic nonResourceURLs:[]s;l=atomic
authorization.v1.ResourceAttributes namespace:s;z verb:s;z group:s;z version:s;z resource:s;z subresource:s;z name:s;z
 fieldSelector:@authorization.v1.FieldSelectorAttributes labelSelector:@authorization.v1.LabelSelectorAttributes
authorization.v1.ResourceRule verbs!:[]s;n;l=atomic apiGroups:[]s;l=atomic resources:[]s;l=atomic
 resourceNames:[]s;l=atomic
authorization.v1.SelfSubjectAccessReview kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authorization.v1.SelfSubjectAccessReviewSpec;e status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.SelfSubjectAccessReviewSpec resourceAttributes:@authorization.v1.ResourceAttributes
 nonResourceAttributes:@authorization.v1.NonResourceAttributes
authorization.v1.SelfSubjectRulesReview kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authorization.v1.SelfSubjectRulesReviewSpec;e status:@authorization.v1.SubjectRulesReviewStatus;e
authorization.v1.SelfSubjectRulesReviewSpec namespace:s;z
authorization.v1.SubjectAccessReview kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@authorization.v1.SubjectAccessReviewSpec;e status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.SubjectAccessReviewSpec resourceAttributes:@authorization.v1.ResourceAttributes
 nonResourceAttributes:@authorization.v1.NonResourceAttributes user:s;z groups:[]s;l=atomic
 extra:{}[]s;g=map[string]v1.ExtraValue uid:s;z
authorization.v1.SubjectAccessReviewStatus allowed!:b;e denied:b;z reason:s;z evaluationError:s;z
authorization.v1.SubjectRulesReviewStatus resourceRules!:[]@authorization.v1.ResourceRule;n;l=atomic
 nonResourceRules!:[]@authorization.v1.NonResourceRule;n;l=atomic incomplete!:b;e evaluationError:s;z
autoscaling.v1.CrossVersionObjectReference;m=atomic kind!:s;e name!:s;e apiVersion:s;z
autoscaling.v1.HorizontalPodAutoscaler kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@autoscaling.v1.HorizontalPodAutoscalerSpec;e status:@autoscaling.v1.HorizontalPodAutoscalerStatus;e
autoscaling.v1.HorizontalPodAutoscalerSpec scaleTargetRef!:@autoscaling.v1.CrossVersionObjectReference;e
 minReplicas:i32 maxReplicas!:i32;e targetCPUUtilizationPercentage:i32
autoscaling.v1.HorizontalPodAutoscalerStatus observedGeneration:i64 lastScaleTime:t currentReplicas!:i32;e
 desiredReplicas!:i32;e currentCPUUtilizationPercentage:i32
autoscaling.v1.Scale kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@autoscaling.v1.ScaleSpec;e
 status:@autoscaling.v1.ScaleStatus;e
autoscaling.v1.ScaleSpec replicas:i32;z
autoscaling.v1.ScaleStatus replicas!:i32;e selector:s;z
autoscaling.v2.ContainerResourceMetricSource name!:s;e;g=v1.ResourceName target!:@autoscaling.v2.MetricTarget;e
 container!:s;e
autoscaling.v2.ContainerResourceMetricStatus name!:s;e;g=v1.ResourceName current!:@autoscaling.v2.MetricValueStatus;e
 container!:s;e
autoscaling.v2.CrossVersionObjectReference kind!:s;e name!:s;e apiVersion:s;z
autoscaling.v2.ExternalMetricSource metric!:@autoscaling.v2.MetricIdentifier;e target!:@autoscaling.v2.MetricTarget;e
autoscaling.v2.ExternalMetricStatus metric!:@autoscaling.v2.MetricIdentifier;e
 current!:@autoscaling.v2.MetricValueStatus;e
autoscaling.v2.HPAScalingPolicy type!:s;e;g=v2.HPAScalingPolicyType value!:i32;e periodSeconds!:i32;e
autoscaling.v2.HPAScalingRules stabilizationWindowSeconds:i32 selectPolicy:s;g=v2.ScalingPolicySelect
 policies:[]@autoscaling.v2.HPAScalingPolicy;l=atomic tolerance:q
autoscaling.v2.HorizontalPodAutoscaler kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@autoscaling.v2.HorizontalPodAutoscalerSpec;e status:@autoscaling.v2.HorizontalPodAutoscalerStatus;e
autoscaling.v2.HorizontalPodAutoscalerBehavior scaleUp:@autoscaling.v2.HPAScalingRules
 scaleDown:@autoscaling.v2.HPAScalingRules
autoscaling.v2.HorizontalPodAutoscalerCondition type!:s;e;g=v2.HorizontalPodAutoscalerConditionType
 status!:s;e;g=v1.ConditionStatus lastTransitionTime:t;e reason:s;z message:s;z observedGeneration:i64
autoscaling.v2.HorizontalPodAutoscalerSpec scaleTargetRef!:@autoscaling.v2.CrossVersionObjectReference;e
 minReplicas:i32 maxReplicas!:i32;e metrics:[]@autoscaling.v2.MetricSpec;l=atomic
 behavior:@autoscaling.v2.HorizontalPodAutoscalerBehavior
autoscaling.v2.HorizontalPodAutoscalerStatus observedGeneration:i64 lastScaleTime:t currentReplicas:i32;z
 desiredReplicas!:i32;e currentMetrics:[]@autoscaling.v2.MetricStatus;n;l=atomic
 conditions:[]@autoscaling.v2.HorizontalPodAutoscalerCondition;p=type;l=map/type
autoscaling.v2.MetricIdentifier name!:s;e selector:@meta.v1.LabelSelector
autoscaling.v2.MetricSpec type!:s;e;g=v2.MetricSourceType object:@autoscaling.v2.ObjectMetricSource
 pods:@autoscaling.v2.PodsMetricSource resource:@autoscaling.v2.ResourceMetricSource
 containerResource:@autoscaling.v2.ContainerResourceMetricSource external:@autoscaling.v2.ExternalMetricSource
autoscaling.v2.MetricStatus type!:s;e;g=v2.MetricSourceType object:@autoscaling.v2.ObjectMetricStatus
 pods:@autoscaling.v2.PodsMetricStatus resource:@autoscaling.v2.ResourceMetricStatus
 containerResource:@autoscaling.v2.ContainerResourceMetricStatus external:@autoscaling.v2.ExternalMetricStatus
autoscaling.v2.MetricTarget type!:s;e;g=v2.MetricTargetType value:q averageValue:q averageUtilization:i32
autoscaling.v2.MetricValueStatus value:q averageValue:q averageUtilization:i32
autoscaling.v2.ObjectMetricSource describedObject!:@autoscaling.v2.CrossVersionObjectReference;e
 target!:@autoscaling.v2.MetricTarget;e metric!:@autoscaling.v2.MetricIdentifier;e
autoscaling.v2.ObjectMetricStatus metric!:@autoscaling.v2.MetricIdentifier;e
 current!:@autoscaling.v2.MetricValueStatus;e describedObject!:@autoscaling.v2.CrossVersionObjectReference;e
autoscaling.v2.PodsMetricSource metric!:@autoscaling.v2.MetricIdentifier;e target!:@autoscaling.v2.MetricTarget;e
autoscaling.v2.PodsMetricStatus metric!:@autoscaling.v2.MetricIdentifier;e
 current!:@autoscaling.v2.MetricValueStatus;e
autoscaling.v2.ResourceMetricSource name!:s;e;g=v1.ResourceName target!:@autoscaling.v2.MetricTarget;e
autoscaling.v2.ResourceMetricStatus name!:s;e;g=v1.ResourceName current!:@autoscaling.v2.MetricValueStatus;e
batch.v1.CronJob kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@batch.v1.CronJobSpec;e
 status:@batch.v1.CronJobStatus;e
batch.v1.CronJobSpec schedule!:s;e timeZone:s startingDeadlineSeconds:i64 concurrencyPolicy:s;z;g=v1.ConcurrencyPolicy
 suspend:b jobTemplate!:@batch.v1.JobTemplateSpec;e successfulJobsHistoryLimit:i32 failedJobsHistoryLimit:i32
batch.v1.CronJobStatus active:[]@core.v1.ObjectReference;l=atomic lastScheduleTime:t lastSuccessfulTime:t
batch.v1.Job kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@batch.v1.JobSpec;e status:@batch.v1.JobStatus;e
batch.v1.JobCondition type!:s;e;g=v1.JobConditionType status!:s;e;g=v1.ConditionStatus lastProbeTime:t;e
 lastTransitionTime:t;e reason:s;z message:s;z
batch.v1.JobSchedulingConfiguration schedulingPolicy:@scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy
 schedulingConstraints:@scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints
 disruptionMode:@scheduling.v1alpha3.WorkloadPodGroupDisruptionMode
 resourceClaims:[]@scheduling.v1alpha3.WorkloadPodGroupResourceClaim;p=name;l=map/name
batch.v1.JobSpec parallelism:i32 completions:i32 activeDeadlineSeconds:i64 podFailurePolicy:@batch.v1.PodFailurePolicy
 successPolicy:@batch.v1.SuccessPolicy backoffLimit:i32 backoffLimitPerIndex:i32 maxFailedIndexes:i32
 selector:@meta.v1.LabelSelector manualSelector:b template!:@core.v1.PodTemplateSpec;e ttlSecondsAfterFinished:i32
 completionMode:s;g=v1.CompletionMode suspend:b podReplacementPolicy:s;g=v1.PodReplacementPolicy managedBy:s
 scheduling:@batch.v1.JobSchedulingConfiguration
batch.v1.JobStatus conditions:[]@batch.v1.JobCondition;p=type;l=atomic startTime:t completionTime:t active:i32;z
 succeeded:i32;z failed:i32;z terminating:i32 completedIndexes:s;z failedIndexes:s
 uncountedTerminatedPods:@batch.v1.UncountedTerminatedPods ready:i32
batch.v1.JobTemplateSpec metadata:@meta.v1.ObjectMeta;e spec:@batch.v1.JobSpec;e
batch.v1.PodFailurePolicy rules!:[]@batch.v1.PodFailurePolicyRule;n;l=atomic
batch.v1.PodFailurePolicyOnExitCodesRequirement containerName:s operator!:s;e;g=v1.PodFailurePolicyOnExitCodesOperator
 values!:[]i32;n;l=set
batch.v1.PodFailurePolicyOnPodConditionsPattern type!:s;e;g=v1.PodConditionType status:s;e;g=v1.ConditionStatus
batch.v1.PodFailurePolicyRule action!:s;e;g=v1.PodFailurePolicyAction
 onExitCodes:@batch.v1.PodFailurePolicyOnExitCodesRequirement
 onPodConditions:[]@batch.v1.PodFailurePolicyOnPodConditionsPattern;l=atomic
batch.v1.SuccessPolicy rules!:[]@batch.v1.SuccessPolicyRule;n;l=atomic
batch.v1.SuccessPolicyRule succeededIndexes:s succeededCount:i32
batch.v1.UncountedTerminatedPods succeeded:[]s;g=types.UID;l=set failed:[]s;g=types.UID;l=set
certificates.v1.CertificateSigningRequest kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@certificates.v1.CertificateSigningRequestSpec;e status:@certificates.v1.CertificateSigningRequestStatus;e
certificates.v1.CertificateSigningRequestCondition type!:s;e;g=v1.RequestConditionType
 status!:s;e;g=v1.ConditionStatus reason:s;z message:s;z lastUpdateTime:t;e lastTransitionTime:t;e
certificates.v1.CertificateSigningRequestSpec request!:y;n signerName!:s;e expirationSeconds:i32
 usages:[]s;g=v1.KeyUsage;l=atomic username:s;z uid:s;z groups:[]s;l=atomic extra:{}[]s;g=map[string]v1.ExtraValue
certificates.v1.CertificateSigningRequestStatus
 conditions:[]@certificates.v1.CertificateSigningRequestCondition;l=map/type certificate:y;z
certificates.v1.ClusterTrustBundle kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@certificates.v1.ClusterTrustBundleSpec;e
certificates.v1.ClusterTrustBundleSpec signerName:s;z trustBundle!:s;e
certificates.v1.PodCertificateRequest kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@certificates.v1.PodCertificateRequestSpec;e status:@certificates.v1.PodCertificateRequestStatus;e
certificates.v1.PodCertificateRequestSpec signerName!:s;e podName!:s;e podUID!:s;e;g=types.UID serviceAccountName!:s;e
 serviceAccountUID!:s;e;g=types.UID nodeName!:s;e;g=types.NodeName nodeUID!:s;e;g=types.UID
 maxExpirationSeconds:i32;d=86400 stubPKCS10Request!:y;n unverifiedUserAnnotations:{}s
certificates.v1.PodCertificateRequestStatus conditions:[]@meta.v1.Condition;p=type;l=map/type certificateChain:s;z
 notBefore:t beginRefreshAt:t notAfter:t
coordination.v1.Lease kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@coordination.v1.LeaseSpec;e
coordination.v1.LeaseSpec holderIdentity:s leaseDurationSeconds:i32 acquireTime:m renewTime:m leaseTransitions:i32
 strategy:s;g=v1.CoordinatedLeaseStrategy preferredHolder:s
core.v1.AWSElasticBlockStoreVolumeSource volumeID!:s;e fsType:s;z partition:i32;z readOnly:b;z
core.v1.Affinity nodeAffinity:@core.v1.NodeAffinity podAffinity:@core.v1.PodAffinity
 podAntiAffinity:@core.v1.PodAntiAffinity
core.v1.AppArmorProfile type!:s;e;g=v1.AppArmorProfileType localhostProfile:s
core.v1.AttachedVolume name!:s;e;g=v1.UniqueVolumeName devicePath!:s;e
core.v1.AzureDiskVolumeSource diskName!:s;e diskURI!:s;e cachingMode:s;d="ReadWrite";g=v1.AzureDataDiskCachingMode
 fsType:s;d="ext4" readOnly:b;d=false kind:s;d="Shared";g=v1.AzureDataDiskKind
core.v1.AzureFilePersistentVolumeSource secretName!:s;e shareName!:s;e readOnly:b;z secretNamespace:s;n
core.v1.AzureFileVolumeSource secretName!:s;e shareName!:s;e readOnly:b;z
core.v1.Binding kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e target!:@core.v1.ObjectReference;e
core.v1.CSIPersistentVolumeSource driver!:s;e volumeHandle!:s;e readOnly:b;z fsType:s;z volumeAttributes:{}s
 controllerPublishSecretRef:@core.v1.SecretReference nodeStageSecretRef:@core.v1.SecretReference
 nodePublishSecretRef:@core.v1.SecretReference controllerExpandSecretRef:@core.v1.SecretReference
 nodeExpandSecretRef:@core.v1.SecretReference
core.v1.CSIVolumeSource driver!:s;e readOnly:b fsType:s volumeAttributes:{}s
 nodePublishSecretRef:@core.v1.LocalObjectReference
core.v1.Capabilities add:[]s;g=v1.Capability;l=atomic drop:[]s;g=v1.Capability;l=atomic
core.v1.CephFSPersistentVolumeSource monitors!:[]s;n;l=atomic path:s;z user:s;z secretFile:s;z
 secretRef:@core.v1.SecretReference readOnly:b;z
core.v1.CephFSVolumeSource monitors!:[]s;n;l=atomic path:s;z user:s;z secretFile:s;z
 secretRef:@core.v1.LocalObjectReference readOnly:b;z
core.v1.CinderPersistentVolumeSource volumeID!:s;e fsType:s;z readOnly:b;z secretRef:@core.v1.SecretReference
core.v1.CinderVolumeSource volumeID!:s;e fsType:s;z readOnly:b;z secretRef:@core.v1.LocalObjectReference
core.v1.ClientIPConfig timeoutSeconds:i32
core.v1.ClusterTrustBundleProjection name:s signerName:s labelSelector:@meta.v1.LabelSelector optional:b path!:s;e
 user:i64
core.v1.ComponentCondition type!:s;e;g=v1.ComponentConditionType status!:s;e;g=v1.ConditionStatus message:s;z
 error:s;z
core.v1.ComponentStatus kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 conditions:[]@core.v1.ComponentCondition;p=type;l=map/type
)",
R"(core.v1.ConfigMap kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e immutable:b data:{}s
 binaryData:{}y;g=map[string][]uint8
core.v1.ConfigMapEnvSource name:s;z;i=LocalObjectReference optional:b
core.v1.ConfigMapKeySelector;m=atomic name:s;z;i=LocalObjectReference key!:s;e optional:b
core.v1.ConfigMapNodeConfigSource namespace!:s;e name!:s;e uid:s;z;g=types.UID resourceVersion:s;z
 kubeletConfigKey!:s;e
core.v1.ConfigMapProjection name:s;z;i=LocalObjectReference items:[]@core.v1.KeyToPath;l=atomic optional:b
core.v1.ConfigMapVolumeSource name:s;z;i=LocalObjectReference items:[]@core.v1.KeyToPath;l=atomic defaultMode:i32
 optional:b defaultUser:i64
core.v1.Container name!:s;e image:s;z command:[]s;l=atomic args:[]s;l=atomic workingDir:s;z
 ports:[]@core.v1.ContainerPort;p=containerPort;l=map/containerPort/protocol envFrom:[]@core.v1.EnvFromSource;l=atomic
 env:[]@core.v1.EnvVar;p=name;l=map/name resources:@core.v1.ResourceRequirements;e
 resizePolicy:[]@core.v1.ContainerResizePolicy;l=atomic restartPolicy:s;g=v1.ContainerRestartPolicy
 restartPolicyRules:[]@core.v1.ContainerRestartRule;l=atomic
 volumeMounts:[]@core.v1.VolumeMount;p=mountPath;l=map/mountPath
 volumeDevices:[]@core.v1.VolumeDevice;p=devicePath;l=map/devicePath livenessProbe:@core.v1.Probe
 readinessProbe:@core.v1.Probe startupProbe:@core.v1.Probe lifecycle:@core.v1.Lifecycle terminationMessagePath:s;z
 terminationMessagePolicy:s;z;g=v1.TerminationMessagePolicy imagePullPolicy:s;z;g=v1.PullPolicy
 securityContext:@core.v1.SecurityContext stdin:b;z stdinOnce:b;z tty:b;z
core.v1.ContainerExtendedResourceRequest containerName!:s;e resourceName!:s;e requestName!:s;e
core.v1.ContainerImage names:[]s;n;l=atomic sizeBytes:i64;z
core.v1.ContainerPort name:s;z hostPort:i32;z containerPort!:i32;e protocol:s;z;d="TCP";g=v1.Protocol hostIP:s;z
core.v1.ContainerResizePolicy resourceName!:s;e;g=v1.ResourceName restartPolicy!:s;e;g=v1.ResourceResizeRestartPolicy
core.v1.ContainerRestartRule action!:s;z;g=v1.ContainerRestartRuleAction
 exitCodes:@core.v1.ContainerRestartRuleOnExitCodes
core.v1.ContainerRestartRuleOnExitCodes operator!:s;z;g=v1.ContainerRestartRuleOnExitCodesOperator values:[]i32;l=set
core.v1.ContainerState waiting:@core.v1.ContainerStateWaiting running:@core.v1.ContainerStateRunning
 terminated:@core.v1.ContainerStateTerminated
core.v1.ContainerStateRunning startedAt:t;e
core.v1.ContainerStateTerminated exitCode!:i32;e signal:i32;z reason:s;z message:s;z startedAt:t;e finishedAt:t;e
 containerID:s;z
core.v1.ContainerStateWaiting reason:s;z message:s;z
core.v1.ContainerStatus name!:s;e state:@core.v1.ContainerState;e lastState:@core.v1.ContainerState;e ready!:b;e
 restartCount!:i32;e image!:s;e imageID!:s;e containerID:s;z started:b allocatedResources:{}q;g=v1.ResourceList
 resources:@core.v1.ResourceRequirements volumeMounts:[]@core.v1.VolumeMountStatus;p=mountPath;l=map/mountPath
 user:@core.v1.ContainerUser allocatedResourcesStatus:[]@core.v1.ResourceStatus;p=name;l=map/name
 stopSignal:s;g=v1.Signal
core.v1.ContainerUser linux:@core.v1.LinuxContainerUser
core.v1.DaemonEndpoint Port!:i32;e
core.v1.DownwardAPIProjection items:[]@core.v1.DownwardAPIVolumeFile;l=atomic
core.v1.DownwardAPIVolumeFile path!:s;e fieldRef:@core.v1.ObjectFieldSelector
 resourceFieldRef:@core.v1.ResourceFieldSelector mode:i32 user:i64
core.v1.DownwardAPIVolumeSource items:[]@core.v1.DownwardAPIVolumeFile;l=atomic defaultMode:i32 defaultUser:i64
core.v1.EmptyDirVolumeSource medium:s;z;g=v1.StorageMedium sizeLimit:q mode:i32
core.v1.EndpointAddress;m=atomic ip!:s;e hostname:s;z nodeName:s targetRef:@core.v1.ObjectReference
core.v1.EndpointPort;m=atomic name:s;z port!:i32;e protocol:s;z;g=v1.Protocol appProtocol:s
core.v1.EndpointSubset addresses:[]@core.v1.EndpointAddress;l=atomic
 notReadyAddresses:[]@core.v1.EndpointAddress;l=atomic ports:[]@core.v1.EndpointPort;l=atomic
core.v1.Endpoints kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e subsets:[]@core.v1.EndpointSubset;l=atomic
core.v1.EnvFromSource prefix:s;z configMapRef:@core.v1.ConfigMapEnvSource secretRef:@core.v1.SecretEnvSource
core.v1.EnvVar name!:s;e value:s;z valueFrom:@core.v1.EnvVarSource
core.v1.EnvVarSource fieldRef:@core.v1.ObjectFieldSelector resourceFieldRef:@core.v1.ResourceFieldSelector
 configMapKeyRef:@core.v1.ConfigMapKeySelector secretKeyRef:@core.v1.SecretKeySelector
 fileKeyRef:@core.v1.FileKeySelector
core.v1.EphemeralContainer name!:s;e;i=EphemeralContainerCommon image:s;z;i=EphemeralContainerCommon
 command:[]s;i=EphemeralContainerCommon;l=atomic args:[]s;i=EphemeralContainerCommon;l=atomic
 workingDir:s;z;i=EphemeralContainerCommon
 ports:[]@core.v1.ContainerPort;p=containerPort;i=EphemeralContainerCommon;l=map/containerPort/protocol
 envFrom:[]@core.v1.EnvFromSource;i=EphemeralContainerCommon;l=atomic
 env:[]@core.v1.EnvVar;p=name;i=EphemeralContainerCommon;l=map/name
 resources:@core.v1.ResourceRequirements;e;i=EphemeralContainerCommon
 resizePolicy:[]@core.v1.ContainerResizePolicy;i=EphemeralContainerCommon;l=atomic
 restartPolicy:s;g=v1.ContainerRestartPolicy;i=EphemeralContainerCommon
 restartPolicyRules:[]@core.v1.ContainerRestartRule;i=EphemeralContainerCommon;l=atomic
 volumeMounts:[]@core.v1.VolumeMount;p=mountPath;i=EphemeralContainerCommon;l=map/mountPath
 volumeDevices:[]@core.v1.VolumeDevice;p=devicePath;i=EphemeralContainerCommon;l=map/devicePath
 livenessProbe:@core.v1.Probe;i=EphemeralContainerCommon readinessProbe:@core.v1.Probe;i=EphemeralContainerCommon
 startupProbe:@core.v1.Probe;i=EphemeralContainerCommon lifecycle:@core.v1.Lifecycle;i=EphemeralContainerCommon
 terminationMessagePath:s;z;i=EphemeralContainerCommon
 terminationMessagePolicy:s;z;g=v1.TerminationMessagePolicy;i=EphemeralContainerCommon
 imagePullPolicy:s;z;g=v1.PullPolicy;i=EphemeralContainerCommon
 securityContext:@core.v1.SecurityContext;i=EphemeralContainerCommon stdin:b;z;i=EphemeralContainerCommon
 stdinOnce:b;z;i=EphemeralContainerCommon tty:b;z;i=EphemeralContainerCommon targetContainerName:s;z
core.v1.EphemeralVolumeSource volumeClaimTemplate:@core.v1.PersistentVolumeClaimTemplate
core.v1.Event kind:s apiVersion:s metadata!:@meta.v1.ObjectMeta;e involvedObject!:@core.v1.ObjectReference;e
 reason:s;z message:s;z source:@core.v1.EventSource;e firstTimestamp:t;e lastTimestamp:t;e count:i32;z type:s;z
 eventTime:m;e series:@core.v1.EventSeries action:s;z related:@core.v1.ObjectReference reportingComponent:s;e
 reportingInstance:s;e
core.v1.EventSeries count:i32;z lastObservedTime:m;e
core.v1.EventSource component:s;z host:s;z
core.v1.EvictionResponder;m=atomic name!:s;e priority!:i32;n
core.v1.ExecAction command:[]s;l=atomic
core.v1.FCVolumeSource targetWWNs:[]s;l=atomic lun:i32 fsType:s;z readOnly:b;z wwids:[]s;l=atomic
core.v1.FileKeySelector;m=atomic volumeName!:s;e path!:s;e key!:s;e optional:b;d=false
core.v1.FlexPersistentVolumeSource driver!:s;e fsType:s;z secretRef:@core.v1.SecretReference readOnly:b;z options:{}s
core.v1.FlexVolumeSource driver!:s;e fsType:s;z secretRef:@core.v1.LocalObjectReference readOnly:b;z options:{}s
core.v1.FlockerVolumeSource datasetName:s;z datasetUUID:s;z
core.v1.GCEPersistentDiskVolumeSource pdName!:s;e fsType:s;z partition:i32;z readOnly:b;z
core.v1.GRPCAction port!:i32;e service:s;n;d="" mode:s;g=v1.GRPCProbeMode
core.v1.GitRepoVolumeSource repository!:s;e revision:s;z directory:s;z
core.v1.GlusterfsPersistentVolumeSource endpoints!:s;e path!:s;e readOnly:b;z endpointsNamespace:s
core.v1.GlusterfsVolumeSource endpoints!:s;e path!:s;e readOnly:b;z
core.v1.HTTPGetAction path:s;z port!:x;e host:s;z scheme:s;z;g=v1.URIScheme httpHeaders:[]@core.v1.HTTPHeader;l=atomic
 protocol:s;g=v1.HTTPProtocol
core.v1.HTTPHeader name!:s;e value!:s;e
core.v1.HostAlias ip!:s;e hostnames:[]s;l=atomic
core.v1.HostIP ip!:s;e
core.v1.HostPathVolumeSource path!:s;e type:s;g=v1.HostPathType
core.v1.ISCSIPersistentVolumeSource targetPortal!:s;e iqn!:s;e lun!:i32;e iscsiInterface:s;z;d="default" fsType:s;z
 readOnly:b;z portals:[]s;l=atomic chapAuthDiscovery:b;z chapAuthSession:b;z secretRef:@core.v1.SecretReference
 initiatorName:s
core.v1.ISCSIVolumeSource targetPortal!:s;e iqn!:s;e lun!:i32;e iscsiInterface:s;z;d="default" fsType:s;z readOnly:b;z
 portals:[]s;l=atomic chapAuthDiscovery:b;z chapAuthSession:b;z secretRef:@core.v1.LocalObjectReference
 initiatorName:s
core.v1.ImageVolumeSource reference:s;z pullPolicy:s;z;g=v1.PullPolicy
core.v1.ImageVolumeStatus imageRef!:s;z
core.v1.KeyToPath key!:s;e path!:s;e mode:i32 user:i64
core.v1.Lifecycle postStart:@core.v1.LifecycleHandler preStop:@core.v1.LifecycleHandler stopSignal:s;g=v1.Signal
core.v1.LifecycleHandler exec:@core.v1.ExecAction httpGet:@core.v1.HTTPGetAction tcpSocket:@core.v1.TCPSocketAction
 sleep:@core.v1.SleepAction
core.v1.LimitRange kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.LimitRangeSpec;e
core.v1.LimitRangeItem type!:s;e;g=v1.LimitType max:{}q;g=v1.ResourceList min:{}q;g=v1.ResourceList
 default:{}q;g=v1.ResourceList defaultRequest:{}q;g=v1.ResourceList maxLimitRequestRatio:{}q;g=v1.ResourceList
core.v1.LimitRangeSpec limits!:[]@core.v1.LimitRangeItem;n;l=atomic
core.v1.LinuxContainerUser uid!:i64;e gid!:i64;e supplementalGroups:[]i64;l=atomic
core.v1.LoadBalancerIngress ip:s;z hostname:s;z ipMode:s;g=v1.LoadBalancerIPMode ports:[]@core.v1.PortStatus;l=atomic
core.v1.LoadBalancerStatus ingress:[]@core.v1.LoadBalancerIngress;l=atomic
core.v1.LocalObjectReference;m=atomic name:s;z
core.v1.LocalVolumeSource path!:s;e fsType:s
core.v1.ModifyVolumeStatus targetVolumeAttributesClassName:s;z
 status!:s;e;g=v1.PersistentVolumeClaimModifyVolumeStatus
core.v1.NFSVolumeSource server!:s;e path!:s;e readOnly:b;z
core.v1.Namespace kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.NamespaceSpec;e
 status:@core.v1.NamespaceStatus;e
core.v1.NamespaceCondition type!:s;e;g=v1.NamespaceConditionType status!:s;e;g=v1.ConditionStatus
 lastTransitionTime:t;e reason:s;z message:s;z
core.v1.NamespaceSpec finalizers:[]s;g=v1.FinalizerName;l=atomic
core.v1.NamespaceStatus phase:s;z;g=v1.NamespacePhase conditions:[]@core.v1.NamespaceCondition;p=type;l=map/type
core.v1.Node kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.NodeSpec;e status:@core.v1.NodeStatus;e
core.v1.NodeAddress type!:s;e;g=v1.NodeAddressType address!:s;e
core.v1.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution:@core.v1.NodeSelector
 preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PreferredSchedulingTerm;l=atomic
core.v1.NodeAllocatableMappedResources name!:s;e;g=v1.ResourceName quantity!:q;n
core.v1.NodeAllocatableOverheadResources name!:s;e;g=v1.ResourceName perPod:q perContainer:q
core.v1.NodeAllocatableResourceClaimStatus resourceClaimName!:s;e containers:[]s;l=set
 mapping:[]@core.v1.NodeAllocatableMappedResources;p=name;l=map/name
 overhead:[]@core.v1.NodeAllocatableOverheadResources;p=name;l=map/name
core.v1.NodeCondition type!:s;e;g=v1.NodeConditionType status!:s;e;g=v1.ConditionStatus lastHeartbeatTime:t;e
 lastTransitionTime:t;e reason:s;z message:s;z
core.v1.NodeConfigSource configMap:@core.v1.ConfigMapNodeConfigSource
core.v1.NodeConfigStatus assigned:@core.v1.NodeConfigSource active:@core.v1.NodeConfigSource
 lastKnownGood:@core.v1.NodeConfigSource error:s;z
core.v1.NodeDaemonEndpoints kubeletEndpoint:@core.v1.DaemonEndpoint;e
core.v1.NodeFeatures supplementalGroupsPolicy:b
core.v1.NodePodPreemptionPolicy disableResizePreemption:[]s;l=set
core.v1.NodeRuntimeHandler name:s;e features:@core.v1.NodeRuntimeHandlerFeatures
core.v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:b userNamespaces:b
core.v1.NodeSelector;m=atomic nodeSelectorTerms!:[]@core.v1.NodeSelectorTerm;n;l=atomic
core.v1.NodeSelectorRequirement key!:s;e operator!:s;e;g=v1.NodeSelectorOperator values:[]s;l=atomic
core.v1.NodeSelectorTerm;m=atomic matchExpressions:[]@core.v1.NodeSelectorRequirement;l=atomic
 matchFields:[]@core.v1.NodeSelectorRequirement;l=atomic
core.v1.NodeSpec podCIDR:s;z podCIDRs:[]s;p=;l=set providerID:s;z unschedulable:b;z taints:[]@core.v1.Taint;l=atomic
 configSource:@core.v1.NodeConfigSource externalID:s;z podPreemptionPolicy:@core.v1.NodePodPreemptionPolicy
core.v1.NodeStatus capacity:{}q;g=v1.ResourceList allocatable:{}q;g=v1.ResourceList phase:s;z;g=v1.NodePhase
 conditions:[]@core.v1.NodeCondition;p=type;l=map/type addresses:[]@core.v1.NodeAddress;p=type;l=map/type
 daemonEndpoints:@core.v1.NodeDaemonEndpoints;e nodeInfo:@core.v1.NodeSystemInfo;e
 images:[]@core.v1.ContainerImage;l=atomic volumesInUse:[]s;g=v1.UniqueVolumeName;l=atomic
 volumesAttached:[]@core.v1.AttachedVolume;l=atomic config:@core.v1.NodeConfigStatus
 runtimeHandlers:[]@core.v1.NodeRuntimeHandler;l=atomic features:@core.v1.NodeFeatures declaredFeatures:[]s;l=atomic
core.v1.NodeSwapStatus capacity:i64
core.v1.NodeSystemInfo machineID!:s;e systemUUID!:s;e bootID!:s;e kernelVersion!:s;e osImage!:s;e
 containerRuntimeVersion!:s;e kubeletVersion!:s;e kubeProxyVersion!:s;e operatingSystem!:s;e architecture!:s;e
 swap:@core.v1.NodeSwapStatus runningInUserNamespace:b
core.v1.ObjectFieldSelector;m=atomic apiVersion:s;z fieldPath!:s;e
core.v1.ObjectReference;m=atomic kind:s;z namespace:s;z name:s;z uid:s;z;g=types.UID apiVersion:s;z
 resourceVersion:s;z fieldPath:s;z
core.v1.PersistentVolume kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.PersistentVolumeSpec;e
 status:@core.v1.PersistentVolumeStatus;e
core.v1.PersistentVolumeClaim kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@core.v1.PersistentVolumeClaimSpec;e status:@core.v1.PersistentVolumeClaimStatus;e
core.v1.PersistentVolumeClaimCondition type!:s;e;g=v1.PersistentVolumeClaimConditionType
 status!:s;e;g=v1.ConditionStatus lastProbeTime:t;e lastTransitionTime:t;e reason:s;z message:s;z
)",
R"(core.v1.PersistentVolumeClaimSpec accessModes:[]s;g=v1.PersistentVolumeAccessMode;l=atomic
 selector:@meta.v1.LabelSelector resources:@core.v1.VolumeResourceRequirements;e volumeName:s;z storageClassName:s
 volumeMode:s;g=v1.PersistentVolumeMode dataSource:@core.v1.TypedLocalObjectReference
 dataSourceRef:@core.v1.TypedObjectReference volumeAttributesClassName:s
core.v1.PersistentVolumeClaimStatus phase:s;z;g=v1.PersistentVolumeClaimPhase
 accessModes:[]s;g=v1.PersistentVolumeAccessMode;l=atomic capacity:{}q;g=v1.ResourceList
 conditions:[]@core.v1.PersistentVolumeClaimCondition;p=type;l=map/type allocatedResources:{}q;g=v1.ResourceList
 allocatedResourceStatuses:{}s;g=map[v1.ResourceName]v1.ClaimResourceStatus;m=granular
 currentVolumeAttributesClassName:s modifyVolumeStatus:@core.v1.ModifyVolumeStatus
 healthStatus:@core.v1.VolumeHealthStatus
core.v1.PersistentVolumeClaimTemplate metadata:@meta.v1.ObjectMeta;e spec!:@core.v1.PersistentVolumeClaimSpec;e
core.v1.PersistentVolumeClaimVolumeSource claimName!:s;e readOnly:b;z
core.v1.PersistentVolumeSpec capacity:{}q;g=v1.ResourceList
 gcePersistentDisk:@core.v1.GCEPersistentDiskVolumeSource;i=PersistentVolumeSource
 awsElasticBlockStore:@core.v1.AWSElasticBlockStoreVolumeSource;i=PersistentVolumeSource
 hostPath:@core.v1.HostPathVolumeSource;i=PersistentVolumeSource
 glusterfs:@core.v1.GlusterfsPersistentVolumeSource;i=PersistentVolumeSource
 nfs:@core.v1.NFSVolumeSource;i=PersistentVolumeSource rbd:@core.v1.RBDPersistentVolumeSource;i=PersistentVolumeSource
 iscsi:@core.v1.ISCSIPersistentVolumeSource;i=PersistentVolumeSource
 cinder:@core.v1.CinderPersistentVolumeSource;i=PersistentVolumeSource
 cephfs:@core.v1.CephFSPersistentVolumeSource;i=PersistentVolumeSource
 fc:@core.v1.FCVolumeSource;i=PersistentVolumeSource flocker:@core.v1.FlockerVolumeSource;i=PersistentVolumeSource
 flexVolume:@core.v1.FlexPersistentVolumeSource;i=PersistentVolumeSource
 azureFile:@core.v1.AzureFilePersistentVolumeSource;i=PersistentVolumeSource
 vsphereVolume:@core.v1.VsphereVirtualDiskVolumeSource;i=PersistentVolumeSource
 quobyte:@core.v1.QuobyteVolumeSource;i=PersistentVolumeSource
 azureDisk:@core.v1.AzureDiskVolumeSource;i=PersistentVolumeSource
 photonPersistentDisk:@core.v1.PhotonPersistentDiskVolumeSource;i=PersistentVolumeSource
 portworxVolume:@core.v1.PortworxVolumeSource;i=PersistentVolumeSource
 scaleIO:@core.v1.ScaleIOPersistentVolumeSource;i=PersistentVolumeSource
 local:@core.v1.LocalVolumeSource;i=PersistentVolumeSource
 storageos:@core.v1.StorageOSPersistentVolumeSource;i=PersistentVolumeSource
 csi:@core.v1.CSIPersistentVolumeSource;i=PersistentVolumeSource
 accessModes:[]s;g=v1.PersistentVolumeAccessMode;l=atomic claimRef:@core.v1.ObjectReference;m=granular
 persistentVolumeReclaimPolicy:s;z;g=v1.PersistentVolumeReclaimPolicy storageClassName:s;z mountOptions:[]s;l=atomic
 volumeMode:s;g=v1.PersistentVolumeMode nodeAffinity:@core.v1.VolumeNodeAffinity volumeAttributesClassName:s
core.v1.PersistentVolumeStatus phase:s;z;g=v1.PersistentVolumePhase message:s;z reason:s;z lastPhaseTransitionTime:t
core.v1.PhotonPersistentDiskVolumeSource pdID!:s;e fsType:s;z
core.v1.Pod kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.PodSpec;e status:@core.v1.PodStatus;e
core.v1.PodAffinity requiredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PodAffinityTerm;l=atomic
 preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.WeightedPodAffinityTerm;l=atomic
core.v1.PodAffinityTerm labelSelector:@meta.v1.LabelSelector namespaces:[]s;l=atomic topologyKey!:s;e
 namespaceSelector:@meta.v1.LabelSelector matchLabelKeys:[]s;l=atomic mismatchLabelKeys:[]s;l=atomic
core.v1.PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PodAffinityTerm;l=atomic
 preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.WeightedPodAffinityTerm;l=atomic
core.v1.PodCertificateProjection signerName!:s;z keyType!:s;z maxExpirationSeconds:i32 credentialBundlePath:s;z
 keyPath:s;z certificateChainPath:s;z userAnnotations:{}s user:i64
core.v1.PodCondition type!:s;e;g=v1.PodConditionType observedGeneration:i64;z status!:s;e;g=v1.ConditionStatus
 lastProbeTime:t;e lastTransitionTime:t;e reason:s;z message:s;z
core.v1.PodDNSConfig nameservers:[]s;l=atomic searches:[]s;l=atomic options:[]@core.v1.PodDNSConfigOption;l=atomic
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
core.v1.PodSecurityContext seLinuxOptions:@core.v1.SELinuxOptions
 windowsOptions:@core.v1.WindowsSecurityContextOptions runAsUser:i64 runAsGroup:i64 runAsNonRoot:b
 supplementalGroups:[]i64;l=atomic supplementalGroupsPolicy:s;g=v1.SupplementalGroupsPolicy fsGroup:i64
 sysctls:[]@core.v1.Sysctl;l=atomic fsGroupChangePolicy:s;g=v1.PodFSGroupChangePolicy
 seccompProfile:@core.v1.SeccompProfile appArmorProfile:@core.v1.AppArmorProfile
 seLinuxChangePolicy:s;g=v1.PodSELinuxChangePolicy
core.v1.PodSpec volumes:[]@core.v1.Volume;p=name;r;l=map/name initContainers:[]@core.v1.Container;p=name;l=map/name
 containers!:[]@core.v1.Container;p=name;n;l=map/name
 ephemeralContainers:[]@core.v1.EphemeralContainer;p=name;l=map/name restartPolicy:s;z;g=v1.RestartPolicy
 terminationGracePeriodSeconds:i64 activeDeadlineSeconds:i64 dnsPolicy:s;z;g=v1.DNSPolicy nodeSelector:{}s;m=atomic
 serviceAccountName:s;z serviceAccount:s;z automountServiceAccountToken:b nodeName:s;z hostNetwork:b;z hostPID:b;z
 hostIPC:b;z shareProcessNamespace:b securityContext:@core.v1.PodSecurityContext
 imagePullSecrets:[]@core.v1.LocalObjectReference;p=name;l=map/name hostname:s;z subdomain:s;z
 affinity:@core.v1.Affinity schedulerName:s;z tolerations:[]@core.v1.Toleration;l=atomic
 hostAliases:[]@core.v1.HostAlias;p=ip;l=map/ip priorityClassName:s;z priority:i32 dnsConfig:@core.v1.PodDNSConfig
 readinessGates:[]@core.v1.PodReadinessGate;l=atomic runtimeClassName:s enableServiceLinks:b
 preemptionPolicy:s;g=v1.PreemptionPolicy overhead:{}q;g=v1.ResourceList
 topologySpreadConstraints:[]@core.v1.TopologySpreadConstraint;p=topologyKey;l=map/topologyKey/whenUnsatisfiable
 setHostnameAsFQDN:b os:@core.v1.PodOS hostUsers:b schedulingGates:[]@core.v1.PodSchedulingGate;p=name;l=map/name
 resourceClaims:[]@core.v1.PodResourceClaim;p=name;r;l=map/name resources:@core.v1.ResourceRequirements
 hostnameOverride:s schedulingGroup:@core.v1.PodSchedulingGroup
 evictionResponders:[]@core.v1.EvictionResponder;p=name;l=map/name
core.v1.PodStatus observedGeneration:i64;z phase:s;z;g=v1.PodPhase
 conditions:[]@core.v1.PodCondition;p=type;l=map/type message:s;z reason:s;z nominatedNodeName:s;z hostIP:s;z
 hostIPs:[]@core.v1.HostIP;p=ip;l=atomic podIP:s;z podIPs:[]@core.v1.PodIP;p=ip;l=map/ip startTime:t
 initContainerStatuses:[]@core.v1.ContainerStatus;l=atomic containerStatuses:[]@core.v1.ContainerStatus;l=atomic
 qosClass:s;z;g=v1.PodQOSClass ephemeralContainerStatuses:[]@core.v1.ContainerStatus;l=atomic
 resize:s;z;g=v1.PodResizeStatus resourceClaimStatuses:[]@core.v1.PodResourceClaimStatus;p=name;r;l=map/name
 extendedResourceClaimStatus:@core.v1.PodExtendedResourceClaimStatus allocatedResources:{}q;g=v1.ResourceList
 resources:@core.v1.ResourceRequirements
 nodeAllocatableResourceClaimStatuses:[]@core.v1.NodeAllocatableResourceClaimStatus;p=resourceClaimName;l=map/resourceClaimName
 volumeHealth:[]@core.v1.PodVolumeHealth;l=map/name
core.v1.PodTemplate kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e template:@core.v1.PodTemplateSpec;e
core.v1.PodTemplateSpec metadata:@meta.v1.ObjectMeta;e spec:@core.v1.PodSpec;e
core.v1.PodVolumeHealth name!:s;e healthConditions:[]@core.v1.VolumeHealthCondition;p=status;l=map/status/reason
 lastTransitionTime:t;e
core.v1.PortStatus port!:i32;e protocol!:s;e;g=v1.Protocol error:s
core.v1.PortworxVolumeSource volumeID!:s;e fsType:s;z readOnly:b;z
core.v1.PreferredSchedulingTerm weight!:i32;e preference!:@core.v1.NodeSelectorTerm;e
core.v1.Probe exec:@core.v1.ExecAction;i=ProbeHandler httpGet:@core.v1.HTTPGetAction;i=ProbeHandler
 tcpSocket:@core.v1.TCPSocketAction;i=ProbeHandler grpc:@core.v1.GRPCAction;i=ProbeHandler initialDelaySeconds:i32;z
 timeoutSeconds:i32;z periodSeconds:i32;z successThreshold:i32;z failureThreshold:i32;z
 terminationGracePeriodSeconds:i64
core.v1.ProjectedVolumeSource sources:[]@core.v1.VolumeProjection;n;l=atomic defaultMode:i32 defaultUser:i64
core.v1.QuobyteVolumeSource registry!:s;e volume!:s;e readOnly:b;z user:s;z group:s;z tenant:s;z
core.v1.RBDPersistentVolumeSource monitors!:[]s;n;l=atomic image!:s;e fsType:s;z pool:s;z;d="rbd" user:s;z;d="admin"
 keyring:s;z;d="/etc/ceph/keyring" secretRef:@core.v1.SecretReference readOnly:b;z
core.v1.RBDVolumeSource monitors!:[]s;n;l=atomic image!:s;e fsType:s;z pool:s;z;d="rbd" user:s;z;d="admin"
 keyring:s;z;d="/etc/ceph/keyring" secretRef:@core.v1.LocalObjectReference readOnly:b;z
core.v1.ReplicationController kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@core.v1.ReplicationControllerSpec;e status:@core.v1.ReplicationControllerStatus;e
core.v1.ReplicationControllerCondition type!:s;e;g=v1.ReplicationControllerConditionType
 status!:s;e;g=v1.ConditionStatus lastTransitionTime:t;e reason:s;z message:s;z
core.v1.ReplicationControllerSpec replicas:i32;d=1 minReadySeconds:i32;z selector:{}s;m=atomic
 template:@core.v1.PodTemplateSpec
core.v1.ReplicationControllerStatus replicas!:i32;e fullyLabeledReplicas:i32;z readyReplicas:i32;z
 availableReplicas:i32;z observedGeneration:i64;z
 conditions:[]@core.v1.ReplicationControllerCondition;p=type;l=map/type
core.v1.ResourceClaim name!:s;e request:s;z
core.v1.ResourceFieldSelector;m=atomic containerName:s;z resource!:s;e divisor:q;e
core.v1.ResourceHealth resourceID!:s;e;g=v1.ResourceID health:s;z;g=v1.ResourceHealthStatus message:s
core.v1.ResourceQuota kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.ResourceQuotaSpec;e
 status:@core.v1.ResourceQuotaStatus;e
core.v1.ResourceQuotaSpec hard:{}q;g=v1.ResourceList scopes:[]s;g=v1.ResourceQuotaScope;l=atomic
 scopeSelector:@core.v1.ScopeSelector
core.v1.ResourceQuotaStatus hard:{}q;g=v1.ResourceList used:{}q;g=v1.ResourceList
core.v1.ResourceRequirements limits:{}q;g=v1.ResourceList requests:{}q;g=v1.ResourceList
 claims:[]@core.v1.ResourceClaim;l=map/name
core.v1.ResourceStatus name!:s;e;g=v1.ResourceName resources:[]@core.v1.ResourceHealth;l=map/resourceID
core.v1.SELinuxOptions user:s;z role:s;z type:s;z level:s;z
core.v1.ScaleIOPersistentVolumeSource gateway!:s;e system!:s;e secretRef!:@core.v1.SecretReference;n sslEnabled:b;z
 protectionDomain:s;z storagePool:s;z storageMode:s;z;d="ThinProvisioned" volumeName:s;z fsType:s;z;d="xfs"
 readOnly:b;z
core.v1.ScaleIOVolumeSource gateway!:s;e system!:s;e secretRef!:@core.v1.LocalObjectReference;n sslEnabled:b;z
 protectionDomain:s;z storagePool:s;z storageMode:s;z;d="ThinProvisioned" volumeName:s;z fsType:s;z;d="xfs"
 readOnly:b;z
core.v1.ScopeSelector;m=atomic matchExpressions:[]@core.v1.ScopedResourceSelectorRequirement;l=atomic
core.v1.ScopedResourceSelectorRequirement scopeName!:s;e;g=v1.ResourceQuotaScope
 operator!:s;e;g=v1.ScopeSelectorOperator values:[]s;l=atomic
core.v1.SeccompProfile type!:s;e;g=v1.SeccompProfileType localhostProfile:s
core.v1.Secret kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e immutable:b data:{}y;g=map[string][]uint8
 stringData:{}s type:s;z;g=v1.SecretType
core.v1.SecretEnvSource name:s;z;i=LocalObjectReference optional:b
core.v1.SecretKeySelector;m=atomic name:s;z;i=LocalObjectReference key!:s;e optional:b
core.v1.SecretProjection name:s;z;i=LocalObjectReference items:[]@core.v1.KeyToPath;l=atomic optional:b
core.v1.SecretReference;m=atomic name:s;z namespace:s;z
core.v1.SecretVolumeSource secretName:s;z items:[]@core.v1.KeyToPath;l=atomic defaultMode:i32 optional:b
 defaultUser:i64
core.v1.SecurityContext capabilities:@core.v1.Capabilities privileged:b seLinuxOptions:@core.v1.SELinuxOptions
 windowsOptions:@core.v1.WindowsSecurityContextOptions runAsUser:i64 runAsGroup:i64 runAsNonRoot:b
 readOnlyRootFilesystem:b allowPrivilegeEscalation:b procMount:s;g=v1.ProcMountType
 seccompProfile:@core.v1.SeccompProfile appArmorProfile:@core.v1.AppArmorProfile
core.v1.Service kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@core.v1.ServiceSpec;e
 status:@core.v1.ServiceStatus;e
core.v1.ServiceAccount kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 secrets:[]@core.v1.ObjectReference;p=name;l=map/name imagePullSecrets:[]@core.v1.LocalObjectReference;l=atomic
 automountServiceAccountToken:b
core.v1.ServiceAccountTokenProjection audience:s;z expirationSeconds:i64 path!:s;e user:i64
core.v1.ServicePort name:s;z protocol:s;z;d="TCP";g=v1.Protocol appProtocol:s port!:i32;e targetPort:x;e
 nodePort:i32;z
core.v1.ServiceSpec ports:[]@core.v1.ServicePort;p=port;l=map/port/protocol selector:{}s;m=atomic clusterIP:s;z
 clusterIPs:[]s;l=atomic type:s;z;g=v1.ServiceType externalIPs:[]s;l=atomic sessionAffinity:s;z;g=v1.ServiceAffinity
 loadBalancerIP:s;z loadBalancerSourceRanges:[]s;l=atomic externalName:s;z
 externalTrafficPolicy:s;z;g=v1.ServiceExternalTrafficPolicy healthCheckNodePort:i32;z publishNotReadyAddresses:b;z
 sessionAffinityConfig:@core.v1.SessionAffinityConfig ipFamilies:[]s;g=v1.IPFamily;l=atomic
 ipFamilyPolicy:s;g=v1.IPFamilyPolicy allocateLoadBalancerNodePorts:b loadBalancerClass:s
 internalTrafficPolicy:s;g=v1.ServiceInternalTrafficPolicy trafficDistribution:s
core.v1.ServiceStatus loadBalancer:@core.v1.LoadBalancerStatus;e conditions:[]@meta.v1.Condition;p=type;l=map/type
)",
R"(core.v1.SessionAffinityConfig clientIP:@core.v1.ClientIPConfig
core.v1.SleepAction seconds!:i64;e
core.v1.StorageOSPersistentVolumeSource volumeName:s;z volumeNamespace:s;z fsType:s;z readOnly:b;z
 secretRef:@core.v1.ObjectReference
core.v1.StorageOSVolumeSource volumeName:s;z volumeNamespace:s;z fsType:s;z readOnly:b;z
 secretRef:@core.v1.LocalObjectReference
core.v1.Sysctl name!:s;e value!:s;e
core.v1.TCPSocketAction port!:x;e host:s;z
core.v1.Taint key!:s;e value:s;z effect!:s;e;g=v1.TaintEffect timeAdded:t
core.v1.Toleration key:s;z operator:s;z;g=v1.TolerationOperator value:s;z effect:s;z;g=v1.TaintEffect
 tolerationSeconds:i64
core.v1.TopologySelectorLabelRequirement key!:s;e values!:[]s;n;l=atomic
core.v1.TopologySelectorTerm;m=atomic matchLabelExpressions:[]@core.v1.TopologySelectorLabelRequirement;l=atomic
core.v1.TopologySpreadConstraint maxSkew!:i32;e topologyKey!:s;e
 whenUnsatisfiable!:s;e;g=v1.UnsatisfiableConstraintAction labelSelector:@meta.v1.LabelSelector minDomains:i32
 nodeAffinityPolicy:s;g=v1.NodeInclusionPolicy nodeTaintsPolicy:s;g=v1.NodeInclusionPolicy matchLabelKeys:[]s;l=atomic
core.v1.TypedLocalObjectReference;m=atomic apiGroup:s;n kind!:s;e name!:s;e
core.v1.TypedObjectReference apiGroup:s;n kind!:s;e name!:s;e namespace:s
core.v1.Volume name!:s;e hostPath:@core.v1.HostPathVolumeSource;i=VolumeSource
 emptyDir:@core.v1.EmptyDirVolumeSource;i=VolumeSource
 gcePersistentDisk:@core.v1.GCEPersistentDiskVolumeSource;i=VolumeSource
 awsElasticBlockStore:@core.v1.AWSElasticBlockStoreVolumeSource;i=VolumeSource
 gitRepo:@core.v1.GitRepoVolumeSource;i=VolumeSource secret:@core.v1.SecretVolumeSource;i=VolumeSource
 nfs:@core.v1.NFSVolumeSource;i=VolumeSource iscsi:@core.v1.ISCSIVolumeSource;i=VolumeSource
 glusterfs:@core.v1.GlusterfsVolumeSource;i=VolumeSource
 persistentVolumeClaim:@core.v1.PersistentVolumeClaimVolumeSource;i=VolumeSource
 rbd:@core.v1.RBDVolumeSource;i=VolumeSource flexVolume:@core.v1.FlexVolumeSource;i=VolumeSource
 cinder:@core.v1.CinderVolumeSource;i=VolumeSource cephfs:@core.v1.CephFSVolumeSource;i=VolumeSource
 flocker:@core.v1.FlockerVolumeSource;i=VolumeSource downwardAPI:@core.v1.DownwardAPIVolumeSource;i=VolumeSource
 fc:@core.v1.FCVolumeSource;i=VolumeSource azureFile:@core.v1.AzureFileVolumeSource;i=VolumeSource
 configMap:@core.v1.ConfigMapVolumeSource;i=VolumeSource
 vsphereVolume:@core.v1.VsphereVirtualDiskVolumeSource;i=VolumeSource
 quobyte:@core.v1.QuobyteVolumeSource;i=VolumeSource azureDisk:@core.v1.AzureDiskVolumeSource;i=VolumeSource
 photonPersistentDisk:@core.v1.PhotonPersistentDiskVolumeSource;i=VolumeSource
 projected:@core.v1.ProjectedVolumeSource;i=VolumeSource portworxVolume:@core.v1.PortworxVolumeSource;i=VolumeSource
 scaleIO:@core.v1.ScaleIOVolumeSource;i=VolumeSource storageos:@core.v1.StorageOSVolumeSource;i=VolumeSource
 csi:@core.v1.CSIVolumeSource;i=VolumeSource ephemeral:@core.v1.EphemeralVolumeSource;i=VolumeSource
 image:@core.v1.ImageVolumeSource;i=VolumeSource
core.v1.VolumeDevice name!:s;e devicePath!:s;e
core.v1.VolumeHealthCondition status!:s;e;g=v1.VolumeHealthStatusType reason!:s;e message:s;z
core.v1.VolumeHealthStatus healthConditions:[]@core.v1.VolumeHealthCondition;p=status;l=map/status/reason
 lastTransitionTime:t;e
core.v1.VolumeMount name!:s;e readOnly:b;z recursiveReadOnly:s;g=v1.RecursiveReadOnlyMode mountPath!:s;e subPath:s;z
 mountPropagation:s;g=v1.MountPropagationMode subPathExpr:s;z bindMountOptions:[]s;l=set
core.v1.VolumeMountStatus name!:s;e mountPath!:s;e readOnly:b;z recursiveReadOnly:s;g=v1.RecursiveReadOnlyMode
 volumeStatus:@core.v1.VolumeStatus
core.v1.VolumeNodeAffinity required:@core.v1.NodeSelector
core.v1.VolumeProjection secret:@core.v1.SecretProjection downwardAPI:@core.v1.DownwardAPIProjection
 configMap:@core.v1.ConfigMapProjection serviceAccountToken:@core.v1.ServiceAccountTokenProjection
 clusterTrustBundle:@core.v1.ClusterTrustBundleProjection podCertificate:@core.v1.PodCertificateProjection
core.v1.VolumeResourceRequirements limits:{}q;g=v1.ResourceList requests:{}q;g=v1.ResourceList
core.v1.VolumeStatus image:@core.v1.ImageVolumeStatus
core.v1.VsphereVirtualDiskVolumeSource volumePath!:s;e fsType:s;z storagePolicyName:s;z storagePolicyID:s;z
core.v1.WeightedPodAffinityTerm weight!:i32;e podAffinityTerm!:@core.v1.PodAffinityTerm;e
core.v1.WindowsSecurityContextOptions gmsaCredentialSpecName:s gmsaCredentialSpec:s runAsUserName:s hostProcess:b
discovery.v1.Endpoint addresses!:[]s;n;l=set conditions:@discovery.v1.EndpointConditions;e hostname:s
 targetRef:@core.v1.ObjectReference deprecatedTopology:{}s nodeName:s zone:s hints:@discovery.v1.EndpointHints
discovery.v1.EndpointConditions ready:b serving:b terminating:b
discovery.v1.EndpointHints forZones:[]@discovery.v1.ForZone;l=atomic forNodes:[]@discovery.v1.ForNode;l=atomic
discovery.v1.EndpointPort;m=atomic name:s protocol:s;g=v1.Protocol port:i32 appProtocol:s
discovery.v1.EndpointSlice kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e addressType!:s;e;g=v1.AddressType
 endpoints:[]@discovery.v1.Endpoint;n;l=atomic ports:[]@discovery.v1.EndpointPort;n;l=atomic
discovery.v1.ForNode name!:s;e
discovery.v1.ForZone name!:s;e
events.v1.Event kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e eventTime!:m;e series:@events.v1.EventSeries
 reportingController:s;z reportingInstance:s;z action:s;z reason:s;z regarding:@core.v1.ObjectReference;e
 related:@core.v1.ObjectReference note:s;z type:s;z deprecatedSource:@core.v1.EventSource;e
 deprecatedFirstTimestamp:t;e deprecatedLastTimestamp:t;e deprecatedCount:i32;z
events.v1.EventSeries count!:i32;e lastObservedTime!:m;e
flowcontrol.v1.ExemptPriorityLevelConfiguration nominalConcurrencyShares:i32 lendablePercent:i32
flowcontrol.v1.FlowDistinguisherMethod type!:s;e;g=v1.FlowDistinguisherMethodType
flowcontrol.v1.FlowSchema kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@flowcontrol.v1.FlowSchemaSpec;e
 status:@flowcontrol.v1.FlowSchemaStatus;e
flowcontrol.v1.FlowSchemaCondition type!:s;z;g=v1.FlowSchemaConditionType status:s;z;g=v1.ConditionStatus
 lastTransitionTime:t;e reason:s;z message:s;z
flowcontrol.v1.FlowSchemaSpec priorityLevelConfiguration!:@flowcontrol.v1.PriorityLevelConfigurationReference;e
 matchingPrecedence:i32;e distinguisherMethod:@flowcontrol.v1.FlowDistinguisherMethod
 rules:[]@flowcontrol.v1.PolicyRulesWithSubjects;l=atomic
flowcontrol.v1.FlowSchemaStatus conditions:[]@flowcontrol.v1.FlowSchemaCondition;p=type;l=map/type
flowcontrol.v1.GroupSubject name!:s;e
flowcontrol.v1.LimitResponse type!:s;e;g=v1.LimitResponseType queuing:@flowcontrol.v1.QueuingConfiguration
flowcontrol.v1.LimitedPriorityLevelConfiguration nominalConcurrencyShares:i32;n
 limitResponse!:@flowcontrol.v1.LimitResponse;e lendablePercent:i32 borrowingLimitPercent:i32
flowcontrol.v1.NonResourcePolicyRule verbs!:[]s;n;l=set nonResourceURLs!:[]s;n;l=set
flowcontrol.v1.PolicyRulesWithSubjects subjects!:[]@flowcontrol.v1.Subject;n;l=atomic
 resourceRules:[]@flowcontrol.v1.ResourcePolicyRule;l=atomic
 nonResourceRules:[]@flowcontrol.v1.NonResourcePolicyRule;l=atomic
flowcontrol.v1.PriorityLevelConfiguration kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@flowcontrol.v1.PriorityLevelConfigurationSpec;e status:@flowcontrol.v1.PriorityLevelConfigurationStatus;e
flowcontrol.v1.PriorityLevelConfigurationCondition type!:s;z;g=v1.PriorityLevelConfigurationConditionType
 status:s;z;g=v1.ConditionStatus lastTransitionTime:t;e reason:s;z message:s;z
flowcontrol.v1.PriorityLevelConfigurationReference name!:s;e
flowcontrol.v1.PriorityLevelConfigurationSpec type!:s;e;g=v1.PriorityLevelEnablement
 limited:@flowcontrol.v1.LimitedPriorityLevelConfiguration exempt:@flowcontrol.v1.ExemptPriorityLevelConfiguration
flowcontrol.v1.PriorityLevelConfigurationStatus
 conditions:[]@flowcontrol.v1.PriorityLevelConfigurationCondition;p=type;l=map/type
flowcontrol.v1.QueuingConfiguration queues:i32;e handSize:i32;e queueLengthLimit:i32;e
flowcontrol.v1.ResourcePolicyRule verbs!:[]s;n;l=set apiGroups!:[]s;n;l=set resources!:[]s;n;l=set clusterScope:b;z
 namespaces:[]s;n;l=set
flowcontrol.v1.ServiceAccountSubject namespace!:s;e name!:s;e
flowcontrol.v1.Subject kind!:s;e;g=v1.SubjectKind user:@flowcontrol.v1.UserSubject group:@flowcontrol.v1.GroupSubject
 serviceAccount:@flowcontrol.v1.ServiceAccountSubject
flowcontrol.v1.UserSubject name!:s;e
meta.v1.Condition type!:s;e status!:s;e;g=v1.ConditionStatus observedGeneration:i64;z lastTransitionTime!:t;e
 reason!:s;e message!:s;e
meta.v1.DeleteOptions kind:s apiVersion:s gracePeriodSeconds:i64 preconditions:@meta.v1.Preconditions
 orphanDependents:b propagationPolicy:s;g=v1.DeletionPropagation dryRun:[]s;l=atomic
 ignoreStoreReadErrorWithClusterBreakingPotential:b
meta.v1.FieldSelectorRequirement key!:s;e operator!:s;e;g=v1.FieldSelectorOperator values:[]s;l=atomic
meta.v1.GroupResource group!:s resource!:s
meta.v1.LabelSelector;m=atomic matchLabels:{}s matchExpressions:[]@meta.v1.LabelSelectorRequirement;l=atomic
meta.v1.LabelSelectorRequirement key!:s;e operator!:s;e;g=v1.LabelSelectorOperator values:[]s;l=atomic
meta.v1.ManagedFieldsEntry manager:s;z operation:s;z;g=v1.ManagedFieldsOperationType apiVersion:s;z time:t
 fieldsType:s;z fieldsV1:* subresource:s;z
meta.v1.ObjectMeta name:s;z generateName:s;z namespace:s;z selfLink:s;z uid:s;z;g=types.UID resourceVersion:s;z
 generation:i64;z creationTimestamp:t deletionTimestamp:t deletionGracePeriodSeconds:i64 labels:{}s annotations:{}s
 ownerReferences:[]@meta.v1.OwnerReference;p=uid;l=map/uid finalizers:[]s;p=;l=set
 managedFields:[]@meta.v1.ManagedFieldsEntry;l=atomic
meta.v1.OwnerReference;m=atomic apiVersion!:s;e kind!:s;e name!:s;e uid!:s;e;g=types.UID controller:b
 blockOwnerDeletion:b
meta.v1.Preconditions uid:s;g=types.UID resourceVersion:s
networking.v1.HTTPIngressPath path:s;z pathType!:s;n;g=v1.PathType backend!:@networking.v1.IngressBackend;e
networking.v1.HTTPIngressRuleValue paths!:[]@networking.v1.HTTPIngressPath;n;l=atomic
networking.v1.IPAddress kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@networking.v1.IPAddressSpec;e
networking.v1.IPAddressSpec parentRef!:@networking.v1.ParentReference
networking.v1.IPBlock cidr!:s;e except:[]s;l=atomic
networking.v1.Ingress kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@networking.v1.IngressSpec;e
 status:@networking.v1.IngressStatus;e
networking.v1.IngressBackend service:@networking.v1.IngressServiceBackend resource:@core.v1.TypedLocalObjectReference
networking.v1.IngressClass kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@networking.v1.IngressClassSpec;e
networking.v1.IngressClassParametersReference apiGroup:s kind!:s;e name!:s;e scope:s;n namespace:s
networking.v1.IngressClassSpec controller:s;z parameters:@networking.v1.IngressClassParametersReference
networking.v1.IngressLoadBalancerIngress ip:s;z hostname:s;z ports:[]@networking.v1.IngressPortStatus;l=atomic
networking.v1.IngressLoadBalancerStatus ingress:[]@networking.v1.IngressLoadBalancerIngress;l=atomic
networking.v1.IngressPortStatus port!:i32;e protocol!:s;e;g=v1.Protocol error:s
networking.v1.IngressRule host:s;z http:@networking.v1.HTTPIngressRuleValue;i=IngressRuleValue
networking.v1.IngressServiceBackend name!:s;e port:@networking.v1.ServiceBackendPort;e
networking.v1.IngressSpec ingressClassName:s defaultBackend:@networking.v1.IngressBackend
 tls:[]@networking.v1.IngressTLS;l=atomic rules:[]@networking.v1.IngressRule;l=atomic
networking.v1.IngressStatus loadBalancer:@networking.v1.IngressLoadBalancerStatus;e
networking.v1.IngressTLS hosts:[]s;l=atomic secretName:s;z
networking.v1.NetworkPolicy kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@networking.v1.NetworkPolicySpec;e
networking.v1.NetworkPolicyEgressRule ports:[]@networking.v1.NetworkPolicyPort;l=atomic
 to:[]@networking.v1.NetworkPolicyPeer;l=atomic
networking.v1.NetworkPolicyIngressRule ports:[]@networking.v1.NetworkPolicyPort;l=atomic
 from:[]@networking.v1.NetworkPolicyPeer;l=atomic
networking.v1.NetworkPolicyPeer podSelector:@meta.v1.LabelSelector namespaceSelector:@meta.v1.LabelSelector
 ipBlock:@networking.v1.IPBlock
networking.v1.NetworkPolicyPort protocol:s;g=v1.Protocol port:x endPort:i32
networking.v1.NetworkPolicySpec podSelector:@meta.v1.LabelSelector;e
 ingress:[]@networking.v1.NetworkPolicyIngressRule;l=atomic egress:[]@networking.v1.NetworkPolicyEgressRule;l=atomic
 policyTypes:[]s;g=v1.PolicyType;l=atomic
networking.v1.ParentReference group:s;z resource!:s;z namespace:s;z name!:s;z
networking.v1.ServiceBackendPort;m=atomic name:s;z number:i32;z
networking.v1.ServiceCIDR kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@networking.v1.ServiceCIDRSpec;e
 status:@networking.v1.ServiceCIDRStatus;e
networking.v1.ServiceCIDRSpec cidrs:[]s;l=atomic
networking.v1.ServiceCIDRStatus conditions:[]@meta.v1.Condition;p=type;l=map/type
node.v1.Overhead podFixed:{}q;g=v1.ResourceList
node.v1.RuntimeClass kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e handler!:s;e overhead:@node.v1.Overhead
 scheduling:@node.v1.Scheduling
node.v1.Scheduling nodeSelector:{}s;m=atomic tolerations:[]@core.v1.Toleration;l=atomic
policy.v1.Eviction kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e deleteOptions:@meta.v1.DeleteOptions
policy.v1.PodDisruptionBudget kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@policy.v1.PodDisruptionBudgetSpec;e status:@policy.v1.PodDisruptionBudgetStatus;e
policy.v1.PodDisruptionBudgetSpec minAvailable:x selector:@meta.v1.LabelSelector maxUnavailable:x
 unhealthyPodEvictionPolicy:s;g=v1.UnhealthyPodEvictionPolicyType
policy.v1.PodDisruptionBudgetStatus observedGeneration:i64;z disruptedPods:{}t;g=map[string]v1.Time
 disruptionsAllowed:i32;e currentHealthy:i32;e desiredHealthy:i32;e expectedPods:i32;e
 conditions:[]@meta.v1.Condition;p=type;l=map/type
rbac.v1.AggregationRule clusterRoleSelectors:[]@meta.v1.LabelSelector;l=atomic
)",
R"(rbac.v1.ClusterRole kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e rules:[]@rbac.v1.PolicyRule;n;l=atomic
 aggregationRule:@rbac.v1.AggregationRule
rbac.v1.ClusterRoleBinding kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e subjects:[]@rbac.v1.Subject;l=atomic
 roleRef!:@rbac.v1.RoleRef;e
rbac.v1.PolicyRule verbs!:[]s;n;l=atomic apiGroups:[]s;l=atomic resources:[]s;l=atomic resourceNames:[]s;l=atomic
 nonResourceURLs:[]s;l=atomic
rbac.v1.Role kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e rules:[]@rbac.v1.PolicyRule;n;l=atomic
rbac.v1.RoleBinding kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e subjects:[]@rbac.v1.Subject;l=atomic
 roleRef!:@rbac.v1.RoleRef;e
rbac.v1.RoleRef;m=atomic apiGroup:s;e kind!:s;e name!:s;e
rbac.v1.Subject;m=atomic kind!:s;e apiGroup:s;z name!:s;e namespace:s;z
resource.v1.AllocatedDeviceStatus driver!:s;e pool!:s;e device!:s;e shareID:s
 conditions:[]@meta.v1.Condition;n;l=map/type data:* networkData:@resource.v1.NetworkDeviceData
resource.v1.AllocationResult devices:@resource.v1.DeviceAllocationResult;e nodeSelector:@core.v1.NodeSelector
 allocationTimestamp:t
resource.v1.CELDeviceSelector expression!:s;e
resource.v1.CapacityRequestPolicy default:q;n validValues:[]q;l=atomic
 validRange:@resource.v1.CapacityRequestPolicyRange
resource.v1.CapacityRequestPolicyRange min!:q max:q step:q
resource.v1.CapacityRequirements requests:{}q;g=map[v1.QualifiedName]resource.Quantity
resource.v1.Counter value!:q;e
resource.v1.CounterSet name!:s;e counters!:{}@resource.v1.Counter
resource.v1.Device name!:s;e attributes:{}@resource.v1.DeviceAttribute capacity:{}@resource.v1.DeviceCapacity
 consumesCounters:[]@resource.v1.DeviceCounterConsumption;l=atomic nodeName:s nodeSelector:@core.v1.NodeSelector
 allNodes:b taints:[]@resource.v1.DeviceTaint;l=atomic bindsToNode:b bindingConditions:[]s;l=atomic
 bindingFailureConditions:[]s;l=atomic allowMultipleAllocations:b
 nodeAllocatableResources:{}@resource.v1.NodeAllocatableResource
resource.v1.DeviceAllocationConfiguration source!:s;e;g=v1.AllocationConfigSource requests:[]s;l=atomic
 opaque:@resource.v1.OpaqueDeviceConfiguration;i=DeviceConfiguration
resource.v1.DeviceAllocationResult results:[]@resource.v1.DeviceRequestAllocationResult;l=atomic
 config:[]@resource.v1.DeviceAllocationConfiguration;l=atomic
resource.v1.DeviceAttribute int:i64 bool:b string:s version:s ints:[]i64;l=atomic bools:[]b;l=atomic
 strings:[]s;l=atomic versions:[]s;l=atomic
resource.v1.DeviceCapacity value!:q;e requestPolicy:@resource.v1.CapacityRequestPolicy
resource.v1.DeviceClaim requests:[]@resource.v1.DeviceRequest;n;l=atomic
 constraints:[]@resource.v1.DeviceConstraint;l=atomic config:[]@resource.v1.DeviceClaimConfiguration;l=atomic
resource.v1.DeviceClaimConfiguration requests:[]s;l=atomic
 opaque:@resource.v1.OpaqueDeviceConfiguration;i=DeviceConfiguration
resource.v1.DeviceClass kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@resource.v1.DeviceClassSpec;e
resource.v1.DeviceClassConfiguration opaque:@resource.v1.OpaqueDeviceConfiguration;i=DeviceConfiguration
resource.v1.DeviceClassSpec selectors:[]@resource.v1.DeviceSelector;l=atomic
 config:[]@resource.v1.DeviceClassConfiguration;l=atomic extendedResourceName:s
resource.v1.DeviceConstraint requests:[]s;l=atomic matchAttribute:s;g=v1.FullyQualifiedName
 distinctAttribute:s;g=v1.FullyQualifiedName
resource.v1.DeviceCounterConsumption counterSet!:s;e counters!:{}@resource.v1.Counter compatibilityGroups:[]s;l=atomic
resource.v1.DeviceDerivedAttribute name!:s;e;g=v1.FullyQualifiedName expression!:s;e
resource.v1.DeviceRequest name!:s;e exactly:@resource.v1.ExactDeviceRequest
 firstAvailable:[]@resource.v1.DeviceSubRequest;l=atomic
resource.v1.DeviceRequestAllocationResult request!:s;e driver!:s;e pool!:s;e device!:s;e adminAccess:b
 tolerations:[]@resource.v1.DeviceToleration;l=atomic bindingConditions:[]s;l=atomic
 bindingFailureConditions:[]s;l=atomic shareID:s;g=types.UID
 consumedCapacity:{}q;g=map[v1.QualifiedName]resource.Quantity skipNodeOperations:[]s;g=v1.SkipNodeOperation;l=set
resource.v1.DeviceSelector cel:@resource.v1.CELDeviceSelector
resource.v1.DeviceSubRequest name!:s;e deviceClassName!:s;e selectors:[]@resource.v1.DeviceSelector;l=atomic
 allocationMode:s;z;g=v1.DeviceAllocationMode count:i64;z tolerations:[]@resource.v1.DeviceToleration;l=atomic
 capacity:@resource.v1.CapacityRequirements derivedAttributes:[]@resource.v1.DeviceDerivedAttribute;l=atomic
resource.v1.DeviceTaint key!:s;e value:s;z effect!:s;e;g=v1.DeviceTaintEffect timeAdded:t
resource.v1.DeviceTaintRule kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@resource.v1.DeviceTaintRuleSpec;e status:@resource.v1.DeviceTaintRuleStatus;e
resource.v1.DeviceTaintRuleSpec deviceSelector:@resource.v1.DeviceTaintSelector taint!:@resource.v1.DeviceTaint;e
resource.v1.DeviceTaintRuleStatus conditions:[]@meta.v1.Condition;p=type;l=map/type
resource.v1.DeviceTaintSelector driver:s pool:s device:s
resource.v1.DeviceToleration key:s;z operator:s;z;d="Equal";g=v1.DeviceTolerationOperator value:s;z
 effect:s;z;g=v1.DeviceTaintEffect tolerationSeconds:i64
resource.v1.ExactDeviceRequest deviceClassName!:s;e selectors:[]@resource.v1.DeviceSelector;l=atomic
 allocationMode:s;z;g=v1.DeviceAllocationMode count:i64;z adminAccess:b
 tolerations:[]@resource.v1.DeviceToleration;l=atomic capacity:@resource.v1.CapacityRequirements
 derivedAttributes:[]@resource.v1.DeviceDerivedAttribute;l=atomic
resource.v1.NetworkDeviceData interfaceName:s;z ips:[]s;l=atomic hardwareAddress:s;z
resource.v1.NodeAllocatableMapping capacityKey:s;g=v1.QualifiedName capacityMultiplier:q deviceMultiplier:q
resource.v1.NodeAllocatableOverhead perPod:q perContainer:q
resource.v1.NodeAllocatableResource mapping:@resource.v1.NodeAllocatableMapping
 overhead:@resource.v1.NodeAllocatableOverhead
resource.v1.OpaqueDeviceConfiguration driver!:s;e parameters!:*
resource.v1.ResourceClaim kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec:@resource.v1.ResourceClaimSpec;e
 status:@resource.v1.ResourceClaimStatus;e
resource.v1.ResourceClaimConsumerReference apiGroup:s;z resource!:s;e name!:s;e uid!:s;e;g=types.UID
resource.v1.ResourceClaimSpec devices:@resource.v1.DeviceClaim;e
resource.v1.ResourceClaimStatus allocation:@resource.v1.AllocationResult
 reservedFor:[]@resource.v1.ResourceClaimConsumerReference;p=uid;l=map/uid
 devices:[]@resource.v1.AllocatedDeviceStatus;l=map/driver/device/pool/shareID
resource.v1.ResourceClaimTemplate kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@resource.v1.ResourceClaimTemplateSpec;e
resource.v1.ResourceClaimTemplateSpec metadata:@meta.v1.ObjectMeta;e spec:@resource.v1.ResourceClaimSpec;e
resource.v1.ResourcePool name!:s;e generation!:i64;e resourceSliceCount!:i64;e
resource.v1.ResourceSlice kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@resource.v1.ResourceSliceSpec;e
resource.v1.ResourceSliceSpec driver!:s;e pool!:@resource.v1.ResourcePool;e nodeName:s
 nodeSelector:@core.v1.NodeSelector allNodes:b devices:[]@resource.v1.Device;l=atomic perDeviceNodeSelection:b
 sharedCounters:[]@resource.v1.CounterSet;l=atomic partitionTypeAttribute:s;g=v1.FullyQualifiedName
 skipNodeOperations:[]s;g=v1.SkipNodeOperation;l=set
scheduling.v1.PriorityClass kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e value:i32;e globalDefault:b;z
 description:s;z preemptionPolicy:s;g=v1.PreemptionPolicy
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
storage.v1.CSIDriver kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@storage.v1.CSIDriverSpec;e
storage.v1.CSIDriverSpec attachRequired:b podInfoOnMount:b volumeLifecycleModes:[]s;g=v1.VolumeLifecycleMode;l=set
 storageCapacity:b fsGroupPolicy:s;g=v1.FSGroupPolicy tokenRequests:[]@storage.v1.TokenRequest;l=atomic
 requiresRepublish:b seLinuxMount:b nodeAllocatableUpdatePeriodSeconds:i64 serviceAccountTokenInSecrets:b
 preventPodSchedulingIfMissing:b
storage.v1.CSINode kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e spec!:@storage.v1.CSINodeSpec;e
 status:@storage.v1.CSINodeStatus;e
storage.v1.CSINodeDriver name!:s;e nodeID!:s;e topologyKeys:[]s;n;l=atomic allocatable:@storage.v1.VolumeNodeResources
storage.v1.CSINodeSpec drivers!:[]@storage.v1.CSINodeDriver;p=name;n;l=map/name
storage.v1.CSINodeStatus storageHealth:[]@storage.v1.StorageHealth;p=name;l=map/name
storage.v1.CSIStorageCapacity kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e nodeTopology:@meta.v1.LabelSelector
 storageClassName!:s;e capacity:q maximumVolumeSize:q
storage.v1.StorageClass kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e provisioner!:s;e parameters:{}s
 reclaimPolicy:s;g=v1.PersistentVolumeReclaimPolicy mountOptions:[]s;l=atomic allowVolumeExpansion:b
 volumeBindingMode:s;g=v1.VolumeBindingMode allowedTopologies:[]@core.v1.TopologySelectorTerm;l=atomic
storage.v1.StorageHealth name!:s;e healthConditions:[]@storage.v1.StorageHealthCondition;l=atomic
storage.v1.StorageHealthCondition status!:s;e;g=v1.StorageHealthStatusType reason!:s;e message:s;z
 accessMode:s;g=v1.PersistentVolumeAccessMode volumeMode:s;g=v1.PersistentVolumeMode lastTransitionTime:t;e
storage.v1.TokenRequest audience!:s;e expirationSeconds:i64
storage.v1.VolumeAttachment kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec!:@storage.v1.VolumeAttachmentSpec;e status:@storage.v1.VolumeAttachmentStatus;e
storage.v1.VolumeAttachmentSource persistentVolumeName:s inlineVolumeSpec:@core.v1.PersistentVolumeSpec
storage.v1.VolumeAttachmentSpec attacher!:s;e source!:@storage.v1.VolumeAttachmentSource;e nodeName!:s;e
storage.v1.VolumeAttachmentStatus attached!:b;e attachmentMetadata:{}s attachError:@storage.v1.VolumeError
 detachError:@storage.v1.VolumeError
storage.v1.VolumeAttributesClass kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e driverName!:s;e parameters:{}s
storage.v1.VolumeError time:t;e message:s;z errorCode:i32
storage.v1.VolumeNodeResources count:i32
storagemigration.v1.StorageVersionMigration kind:s apiVersion:s metadata:@meta.v1.ObjectMeta;e
 spec:@storagemigration.v1.StorageVersionMigrationSpec;e status:@storagemigration.v1.StorageVersionMigrationStatus;e
storagemigration.v1.StorageVersionMigrationSpec resource!:@meta.v1.GroupResource;e
storagemigration.v1.StorageVersionMigrationStatus conditions:[]@meta.v1.Condition;p=type;l=map/type
 resourceVersion:s;z
)",
  };
  return parts;
}
// clang-format on

}  // namespace kubexx::apiserver
