// SPDX-License-Identifier: Apache-2.0
// Written by schemas/internal_types, which explains the format. Do not edit.
#include "validation/internal_types.hpp"

namespace kubexx::apiserver {

// clang-format off
const std::initializer_list<std::string_view>& internal_type_parts()
{
  static const std::initializer_list<std::string_view> parts{
R"(admissionregistration.AuditAnnotation Key=key:s ValueExpression=valueExpression:s
admissionregistration.ExpressionWarning FieldRef=fieldRef:s Warning=warning:s
admissionregistration.MatchCondition Name=name:s Expression=expression:s
admissionregistration.MatchResources NamespaceSelector=namespaceSelector:*@meta.v1.LabelSelector
 ObjectSelector=objectSelector:*@meta.v1.LabelSelector
 ResourceRules=resourceRules:[]@admissionregistration.NamedRuleWithOperations
 ExcludeResourceRules=excludeResourceRules:[]@admissionregistration.NamedRuleWithOperations MatchPolicy=matchPolicy:*s
admissionregistration.MutatingWebhook Name=name:s ClientConfig=clientConfig:@admissionregistration.WebhookClientConfig
 Rules=rules:[]@admissionregistration.RuleWithOperations FailurePolicy=failurePolicy:*s MatchPolicy=matchPolicy:*s
 NamespaceSelector=namespaceSelector:*@meta.v1.LabelSelector ObjectSelector=objectSelector:*@meta.v1.LabelSelector
 SideEffects=sideEffects:*s TimeoutSeconds=timeoutSeconds:*i AdmissionReviewVersions=admissionReviewVersions:[]s
 ReinvocationPolicy=reinvocationPolicy:*s MatchConditions=matchConditions:[]@admissionregistration.MatchCondition
admissionregistration.MutatingWebhookConfiguration name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Webhooks=webhooks:[]@admissionregistration.MutatingWebhook
admissionregistration.NamedRuleWithOperations ResourceNames=resourceNames:[]s
 RuleWithOperations=ruleWithOperations:@admissionregistration.RuleWithOperations
admissionregistration.ParamKind APIVersion=apiVersion:s Kind=kind:s
admissionregistration.ParamRef Name=name:s Namespace=namespace:s Selector=selector:*@meta.v1.LabelSelector
 ParameterNotFoundAction=parameterNotFoundAction:*s
admissionregistration.RuleWithOperations Operations=operations:[]s APIGroups=apiGroups:[]s APIVersions=apiVersions:[]s
 Resources=resources:[]s Scope=scope:*s
admissionregistration.ServiceReference Namespace=namespace:s Name=name:s Path=path:*s Port=port:i
admissionregistration.TypeChecking ExpressionWarnings=expressionWarnings:[]@admissionregistration.ExpressionWarning
admissionregistration.ValidatingAdmissionPolicy name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Spec=spec:@admissionregistration.ValidatingAdmissionPolicySpec
 Status=status:@admissionregistration.ValidatingAdmissionPolicyStatus
admissionregistration.ValidatingAdmissionPolicyBinding name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Spec=spec:@admissionregistration.ValidatingAdmissionPolicyBindingSpec
admissionregistration.ValidatingAdmissionPolicyBindingSpec PolicyName=policyName:s
 ParamRef=paramRef:*@admissionregistration.ParamRef
 MatchResources=matchResources:*@admissionregistration.MatchResources ValidationActions=validationActions:[]s
admissionregistration.ValidatingAdmissionPolicySpec ParamKind=paramKind:*@admissionregistration.ParamKind
 MatchConstraints=matchConstraints:*@admissionregistration.MatchResources
 Validations=validations:[]@admissionregistration.Validation FailurePolicy=failurePolicy:*s
 AuditAnnotations=auditAnnotations:[]@admissionregistration.AuditAnnotation
 MatchConditions=matchConditions:[]@admissionregistration.MatchCondition
 Variables=variables:[]@admissionregistration.Variable
admissionregistration.ValidatingAdmissionPolicyStatus ObservedGeneration=observedGeneration:i
 TypeChecking=typeChecking:*@admissionregistration.TypeChecking Conditions=conditions:[]@meta.v1.Condition
admissionregistration.ValidatingWebhook Name=name:s
 ClientConfig=clientConfig:@admissionregistration.WebhookClientConfig
 Rules=rules:[]@admissionregistration.RuleWithOperations FailurePolicy=failurePolicy:*s MatchPolicy=matchPolicy:*s
 NamespaceSelector=namespaceSelector:*@meta.v1.LabelSelector ObjectSelector=objectSelector:*@meta.v1.LabelSelector
 SideEffects=sideEffects:*s TimeoutSeconds=timeoutSeconds:*i AdmissionReviewVersions=admissionReviewVersions:[]s
 MatchConditions=matchConditions:[]@admissionregistration.MatchCondition
admissionregistration.ValidatingWebhookConfiguration name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Webhooks=webhooks:[]@admissionregistration.ValidatingWebhook
admissionregistration.Validation Expression=expression:s Message=message:s Reason=reason:*s
 MessageExpression=messageExpression:s
admissionregistration.Variable Name=name:s Expression=expression:s
admissionregistration.WebhookClientConfig URL=url:*s Service=service:*@admissionregistration.ServiceReference
 CABundle=caBundle:*s
apps.ControllerRevision name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Data=data:@runtime.RawExtension
 Revision=revision:i
apps.DaemonSet name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@apps.DaemonSetSpec
 Status=status:@apps.DaemonSetStatus
apps.DaemonSetCondition Type=type:s Status=status:s LastTransitionTime=lastTransitionTime:t Reason=reason:s
 Message=message:s
apps.DaemonSetSpec Selector=selector:*@meta.v1.LabelSelector Template=template:@core.PodTemplateSpec
 UpdateStrategy=updateStrategy:@apps.DaemonSetUpdateStrategy MinReadySeconds=minReadySeconds:i
 TemplateGeneration=templateGeneration:i RevisionHistoryLimit=revisionHistoryLimit:*i
apps.DaemonSetStatus CurrentNumberScheduled=currentNumberScheduled:i NumberMisscheduled=numberMisscheduled:i
 DesiredNumberScheduled=desiredNumberScheduled:i NumberReady=numberReady:i ObservedGeneration=observedGeneration:i
 UpdatedNumberScheduled=updatedNumberScheduled:i NumberAvailable=numberAvailable:i
 NumberUnavailable=numberUnavailable:i CollisionCount=collisionCount:*i
 Conditions=conditions:[]@apps.DaemonSetCondition
apps.DaemonSetUpdateStrategy Type=type:s RollingUpdate=rollingUpdate:*@apps.RollingUpdateDaemonSet
apps.Deployment name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@apps.DeploymentSpec
 Status=status:@apps.DeploymentStatus
apps.DeploymentCondition Type=type:s Status=status:s LastUpdateTime=lastUpdateTime:t
 LastTransitionTime=lastTransitionTime:t Reason=reason:s Message=message:s
apps.DeploymentSpec Replicas=replicas:i Selector=selector:*@meta.v1.LabelSelector
 Template=template:@core.PodTemplateSpec Strategy=strategy:@apps.DeploymentStrategy MinReadySeconds=minReadySeconds:i
 RevisionHistoryLimit=revisionHistoryLimit:*i Paused=paused:b RollbackTo=rollbackTo:*@apps.RollbackConfig
 ProgressDeadlineSeconds=progressDeadlineSeconds:*i
apps.DeploymentStatus ObservedGeneration=observedGeneration:i Replicas=replicas:i UpdatedReplicas=updatedReplicas:i
 ReadyReplicas=readyReplicas:i AvailableReplicas=availableReplicas:i UnavailableReplicas=unavailableReplicas:i
 TerminatingReplicas=terminatingReplicas:*i Conditions=conditions:[]@apps.DeploymentCondition
 CollisionCount=collisionCount:*i
apps.DeploymentStrategy Type=type:s RollingUpdate=rollingUpdate:*@apps.RollingUpdateDeployment
apps.ReplicaSet name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@apps.ReplicaSetSpec
 Status=status:@apps.ReplicaSetStatus
apps.ReplicaSetCondition Type=type:s Status=status:s LastTransitionTime=lastTransitionTime:t Reason=reason:s
 Message=message:s
apps.ReplicaSetSpec Replicas=replicas:i MinReadySeconds=minReadySeconds:i Selector=selector:*@meta.v1.LabelSelector
 Template=template:@core.PodTemplateSpec
apps.ReplicaSetStatus Replicas=replicas:i FullyLabeledReplicas=fullyLabeledReplicas:i ReadyReplicas=readyReplicas:i
 AvailableReplicas=availableReplicas:i TerminatingReplicas=terminatingReplicas:*i
 ObservedGeneration=observedGeneration:i Conditions=conditions:[]@apps.ReplicaSetCondition
apps.RollbackConfig Revision=revision:i
apps.RollingUpdateDaemonSet MaxUnavailable=maxUnavailable:x MaxSurge=maxSurge:x
apps.RollingUpdateDeployment MaxUnavailable=maxUnavailable:x MaxSurge=maxSurge:x
apps.RollingUpdateStatefulSetStrategy Partition=partition:i MaxUnavailable=maxUnavailable:*x
apps.StatefulSet name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@apps.StatefulSetSpec
 Status=status:@apps.StatefulSetStatus
apps.StatefulSetCondition Type=type:s Status=status:s LastTransitionTime=lastTransitionTime:t Reason=reason:s
 Message=message:s
apps.StatefulSetOrdinals Start=start:i
apps.StatefulSetPersistentVolumeClaimRetentionPolicy WhenDeleted=whenDeleted:s WhenScaled=whenScaled:s
apps.StatefulSetSpec Replicas=replicas:i Selector=selector:*@meta.v1.LabelSelector
 Template=template:@core.PodTemplateSpec VolumeClaimTemplates=volumeClaimTemplates:[]@core.PersistentVolumeClaim
 ServiceName=serviceName:s PodManagementPolicy=podManagementPolicy:s
 UpdateStrategy=updateStrategy:@apps.StatefulSetUpdateStrategy RevisionHistoryLimit=revisionHistoryLimit:*i
 MinReadySeconds=minReadySeconds:i
 PersistentVolumeClaimRetentionPolicy=persistentVolumeClaimRetentionPolicy:*@apps.StatefulSetPersistentVolumeClaimRetentionPolicy
 Ordinals=ordinals:*@apps.StatefulSetOrdinals
)",
R"(apps.StatefulSetStatus ObservedGeneration=observedGeneration:*i Replicas=replicas:i ReadyReplicas=readyReplicas:i
 CurrentReplicas=currentReplicas:i UpdatedReplicas=updatedReplicas:i CurrentRevision=currentRevision:s
 UpdateRevision=updateRevision:s CollisionCount=collisionCount:*i Conditions=conditions:[]@apps.StatefulSetCondition
 AvailableReplicas=availableReplicas:i
apps.StatefulSetUpdateStrategy Type=type:s RollingUpdate=rollingUpdate:*@apps.RollingUpdateStatefulSetStrategy
autoscaling.ContainerResourceMetricSource Name=name:s Container=container:s Target=target:@autoscaling.MetricTarget
autoscaling.ContainerResourceMetricStatus Name=name:s Container=container:s
 Current=current:@autoscaling.MetricValueStatus
autoscaling.CrossVersionObjectReference Kind=kind:s Name=name:s APIVersion=apiVersion:s
autoscaling.ExternalMetricSource Metric=metric:@autoscaling.MetricIdentifier Target=target:@autoscaling.MetricTarget
autoscaling.ExternalMetricStatus Metric=metric:@autoscaling.MetricIdentifier
 Current=current:@autoscaling.MetricValueStatus
autoscaling.HPAScalingPolicy Type=type:s Value=value:i PeriodSeconds=periodSeconds:i
autoscaling.HPAScalingRules StabilizationWindowSeconds=stabilizationWindowSeconds:*i SelectPolicy=selectPolicy:*s
 Policies=policies:[]@autoscaling.HPAScalingPolicy Tolerance=tolerance:*q
autoscaling.HorizontalPodAutoscaler name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Spec=spec:@autoscaling.HorizontalPodAutoscalerSpec Status=status:@autoscaling.HorizontalPodAutoscalerStatus
autoscaling.HorizontalPodAutoscalerBehavior ScaleUp=scaleUp:*@autoscaling.HPAScalingRules
 ScaleDown=scaleDown:*@autoscaling.HPAScalingRules
autoscaling.HorizontalPodAutoscalerCondition Type=type:s Status=status:s LastTransitionTime=lastTransitionTime:t
 Reason=reason:s Message=message:s ObservedGeneration=observedGeneration:*i
autoscaling.HorizontalPodAutoscalerSpec ScaleTargetRef=scaleTargetRef:@autoscaling.CrossVersionObjectReference
 MinReplicas=minReplicas:*i MaxReplicas=maxReplicas:i Metrics=metrics:[]@autoscaling.MetricSpec
 Behavior=behavior:*@autoscaling.HorizontalPodAutoscalerBehavior
autoscaling.HorizontalPodAutoscalerStatus ObservedGeneration=observedGeneration:*i LastScaleTime=lastScaleTime:*t
 CurrentReplicas=currentReplicas:i DesiredReplicas=desiredReplicas:i
 CurrentMetrics=currentMetrics:[]@autoscaling.MetricStatus
 Conditions=conditions:[]@autoscaling.HorizontalPodAutoscalerCondition
autoscaling.MetricIdentifier Name=name:s Selector=selector:*@meta.v1.LabelSelector
autoscaling.MetricSpec Type=type:s Object=object:*@autoscaling.ObjectMetricSource
 Pods=pods:*@autoscaling.PodsMetricSource Resource=resource:*@autoscaling.ResourceMetricSource
 ContainerResource=containerResource:*@autoscaling.ContainerResourceMetricSource
 External=external:*@autoscaling.ExternalMetricSource
autoscaling.MetricStatus Type=type:s Object=object:*@autoscaling.ObjectMetricStatus
 Pods=pods:*@autoscaling.PodsMetricStatus Resource=resource:*@autoscaling.ResourceMetricStatus
 ContainerResource=containerResource:*@autoscaling.ContainerResourceMetricStatus
 External=external:*@autoscaling.ExternalMetricStatus
autoscaling.MetricTarget Type=type:s Value=value:*q AverageValue=averageValue:*q
 AverageUtilization=averageUtilization:*i
autoscaling.MetricValueStatus Value=value:*q AverageValue=averageValue:*q AverageUtilization=averageUtilization:*i
autoscaling.ObjectMetricSource DescribedObject=describedObject:@autoscaling.CrossVersionObjectReference
 Target=target:@autoscaling.MetricTarget Metric=metric:@autoscaling.MetricIdentifier
autoscaling.ObjectMetricStatus Metric=metric:@autoscaling.MetricIdentifier
 Current=current:@autoscaling.MetricValueStatus
 DescribedObject=describedObject:@autoscaling.CrossVersionObjectReference
autoscaling.PodsMetricSource Metric=metric:@autoscaling.MetricIdentifier Target=target:@autoscaling.MetricTarget
autoscaling.PodsMetricStatus Metric=metric:@autoscaling.MetricIdentifier
 Current=current:@autoscaling.MetricValueStatus
autoscaling.ResourceMetricSource Name=name:s Target=target:@autoscaling.MetricTarget
autoscaling.ResourceMetricStatus Name=name:s Current=current:@autoscaling.MetricValueStatus
batch.CronJob name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@batch.CronJobSpec
 Status=status:@batch.CronJobStatus
batch.CronJobSpec Schedule=schedule:s TimeZone=timeZone:*s StartingDeadlineSeconds=startingDeadlineSeconds:*i
 ConcurrencyPolicy=concurrencyPolicy:s Suspend=suspend:*b JobTemplate=jobTemplate:@batch.JobTemplateSpec
 SuccessfulJobsHistoryLimit=successfulJobsHistoryLimit:*i FailedJobsHistoryLimit=failedJobsHistoryLimit:*i
batch.CronJobStatus Active=active:[]@core.ObjectReference LastScheduleTime=lastScheduleTime:*t
 LastSuccessfulTime=lastSuccessfulTime:*t
batch.Job name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@batch.JobSpec
 Status=status:@batch.JobStatus
batch.JobCondition Type=type:s Status=status:s LastProbeTime=lastProbeTime:t LastTransitionTime=lastTransitionTime:t
 Reason=reason:s Message=message:s
batch.JobSchedulingConfiguration SchedulingPolicy=schedulingPolicy:*@v1alpha3.WorkloadPodGroupSchedulingPolicy
 SchedulingConstraints=schedulingConstraints:*@v1alpha3.WorkloadPodGroupSchedulingConstraints
 DisruptionMode=disruptionMode:*@v1alpha3.WorkloadPodGroupDisruptionMode
 ResourceClaims=resourceClaims:[]@v1alpha3.WorkloadPodGroupResourceClaim
batch.JobSpec Parallelism=parallelism:*i Completions=completions:*i ActiveDeadlineSeconds=activeDeadlineSeconds:*i
 PodFailurePolicy=podFailurePolicy:*@batch.PodFailurePolicy SuccessPolicy=successPolicy:*@batch.SuccessPolicy
 BackoffLimit=backoffLimit:*i BackoffLimitPerIndex=backoffLimitPerIndex:*i MaxFailedIndexes=maxFailedIndexes:*i
 Selector=selector:*@meta.v1.LabelSelector ManualSelector=manualSelector:*b Template=template:@core.PodTemplateSpec
 TTLSecondsAfterFinished=ttlSecondsAfterFinished:*i CompletionMode=completionMode:*s Suspend=suspend:*b
 PodReplacementPolicy=podReplacementPolicy:*s ManagedBy=managedBy:*s
 Scheduling=scheduling:*@batch.JobSchedulingConfiguration
batch.JobStatus Conditions=conditions:[]@batch.JobCondition StartTime=startTime:*t CompletionTime=completionTime:*t
 Active=active:i Succeeded=succeeded:i Failed=failed:i Terminating=terminating:*i CompletedIndexes=completedIndexes:s
 FailedIndexes=failedIndexes:*s UncountedTerminatedPods=uncountedTerminatedPods:*@batch.UncountedTerminatedPods
 Ready=ready:*i
batch.JobTemplateSpec name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@batch.JobSpec
batch.PodFailurePolicy Rules=rules:[]@batch.PodFailurePolicyRule
batch.PodFailurePolicyOnExitCodesRequirement ContainerName=containerName:*s Operator=operator:s Values=values:[]i
batch.PodFailurePolicyOnPodConditionsPattern Type=type:s Status=status:s
batch.PodFailurePolicyRule Action=action:s OnExitCodes=onExitCodes:*@batch.PodFailurePolicyOnExitCodesRequirement
 OnPodConditions=onPodConditions:[]@batch.PodFailurePolicyOnPodConditionsPattern
batch.SuccessPolicy Rules=rules:[]@batch.SuccessPolicyRule
batch.SuccessPolicyRule SucceededIndexes=succeededIndexes:*s SucceededCount=succeededCount:*i
batch.UncountedTerminatedPods Succeeded=succeeded:[]s Failed=failed:[]s
certificates.CertificateSigningRequest name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Spec=spec:@certificates.CertificateSigningRequestSpec Status=status:@certificates.CertificateSigningRequestStatus
certificates.CertificateSigningRequestCondition Type=type:s Status=status:s Reason=reason:s Message=message:s
 LastUpdateTime=lastUpdateTime:t LastTransitionTime=lastTransitionTime:t
certificates.CertificateSigningRequestSpec Request=request:*s SignerName=signerName:s
 ExpirationSeconds=expirationSeconds:*i Usages=usages:[]s Username=username:s UID=uid:s Groups=groups:[]s
 Extra=extra:{}[]s
certificates.CertificateSigningRequestStatus Conditions=conditions:[]@certificates.CertificateSigningRequestCondition
 Certificate=certificate:*s
certificates.ClusterTrustBundle name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Spec=spec:@certificates.ClusterTrustBundleSpec
certificates.ClusterTrustBundleSpec SignerName=signerName:s TrustBundle=trustBundle:s
certificates.PodCertificateRequest name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Spec=spec:@certificates.PodCertificateRequestSpec Status=status:@certificates.PodCertificateRequestStatus
certificates.PodCertificateRequestSpec SignerName=signerName:s PodName=podName:s PodUID=podUID:s
 ServiceAccountName=serviceAccountName:s ServiceAccountUID=serviceAccountUID:s NodeName=nodeName:s NodeUID=nodeUID:s
 MaxExpirationSeconds=maxExpirationSeconds:*i PKIXPublicKey=pKIXPublicKey:*s ProofOfPossession=proofOfPossession:*s
 StubPKCS10Request=stubPKCS10Request:*s UnverifiedUserAnnotations=unverifiedUserAnnotations:{}s
certificates.PodCertificateRequestStatus Conditions=conditions:[]@meta.v1.Condition
 CertificateChain=certificateChain:s NotBefore=notBefore:*t BeginRefreshAt=beginRefreshAt:*t NotAfter=notAfter:*t
coordination.Lease name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@coordination.LeaseSpec
coordination.LeaseSpec HolderIdentity=holderIdentity:*s LeaseDurationSeconds=leaseDurationSeconds:*i
 AcquireTime=acquireTime:*t RenewTime=renewTime:*t LeaseTransitions=leaseTransitions:*i Strategy=strategy:*s
 PreferredHolder=preferredHolder:*s
)",
R"(core.AWSElasticBlockStoreVolumeSource VolumeID=volumeID:s FSType=fsType:s Partition=partition:i ReadOnly=readOnly:b
core.Affinity NodeAffinity=nodeAffinity:*@core.NodeAffinity PodAffinity=podAffinity:*@core.PodAffinity
 PodAntiAffinity=podAntiAffinity:*@core.PodAntiAffinity
core.AppArmorProfile Type=type:s LocalhostProfile=localhostProfile:*s
core.AttachedVolume Name=name:s DevicePath=devicePath:s
core.AzureDiskVolumeSource DiskName=diskName:s DataDiskURI=diskURI:s CachingMode=cachingMode:*s FSType=fsType:*s
 ReadOnly=readOnly:*b Kind=kind:*s
core.AzureFilePersistentVolumeSource SecretName=secretName:s ShareName=shareName:s ReadOnly=readOnly:b
 SecretNamespace=secretNamespace:*s
core.AzureFileVolumeSource SecretName=secretName:s ShareName=shareName:s ReadOnly=readOnly:b
core.CSIPersistentVolumeSource Driver=driver:s VolumeHandle=volumeHandle:s ReadOnly=readOnly:b FSType=fsType:s
 VolumeAttributes=volumeAttributes:{}s ControllerPublishSecretRef=controllerPublishSecretRef:*@core.SecretReference
 NodeStageSecretRef=nodeStageSecretRef:*@core.SecretReference
 NodePublishSecretRef=nodePublishSecretRef:*@core.SecretReference
 ControllerExpandSecretRef=controllerExpandSecretRef:*@core.SecretReference
 NodeExpandSecretRef=nodeExpandSecretRef:*@core.SecretReference
core.CSIVolumeSource Driver=driver:s ReadOnly=readOnly:*b FSType=fsType:*s VolumeAttributes=volumeAttributes:{}s
 NodePublishSecretRef=nodePublishSecretRef:*@core.LocalObjectReference
core.Capabilities Add=add:[]s Drop=drop:[]s
core.CephFSPersistentVolumeSource Monitors=monitors:[]s Path=path:s User=user:s SecretFile=secretFile:s
 SecretRef=secretRef:*@core.SecretReference ReadOnly=readOnly:b
core.CephFSVolumeSource Monitors=monitors:[]s Path=path:s User=user:s SecretFile=secretFile:s
 SecretRef=secretRef:*@core.LocalObjectReference ReadOnly=readOnly:b
core.CinderPersistentVolumeSource VolumeID=volumeID:s FSType=fsType:s ReadOnly=readOnly:b
 SecretRef=secretRef:*@core.SecretReference
core.CinderVolumeSource VolumeID=volumeID:s FSType=fsType:s ReadOnly=readOnly:b
 SecretRef=secretRef:*@core.LocalObjectReference
core.ClientIPConfig TimeoutSeconds=timeoutSeconds:*i
core.ClusterTrustBundleProjection Name=name:*s SignerName=signerName:*s
 LabelSelector=labelSelector:*@meta.v1.LabelSelector Optional=optional:*b Path=path:s User=user:*i
core.ConfigMap name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Immutable=immutable:*b Data=data:{}s
 BinaryData=binaryData:{}*s
core.ConfigMapEnvSource Name=name:s Optional=optional:*b
core.ConfigMapKeySelector Name=name:s Key=key:s Optional=optional:*b
core.ConfigMapNodeConfigSource Namespace=namespace:s Name=name:s UID=uid:s ResourceVersion=resourceVersion:s
 KubeletConfigKey=kubeletConfigKey:s
core.ConfigMapProjection Name=name:s Items=items:[]@core.KeyToPath Optional=optional:*b
core.ConfigMapVolumeSource Name=name:s Items=items:[]@core.KeyToPath DefaultMode=defaultMode:*i Optional=optional:*b
 DefaultUser=defaultUser:*i
core.Container Name=name:s Image=image:s Command=command:[]s Args=args:[]s WorkingDir=workingDir:s
 Ports=ports:[]@core.ContainerPort EnvFrom=envFrom:[]@core.EnvFromSource Env=env:[]@core.EnvVar
 Resources=resources:@core.ResourceRequirements ResizePolicy=resizePolicy:[]@core.ContainerResizePolicy
 RestartPolicy=restartPolicy:*s RestartPolicyRules=restartPolicyRules:[]@core.ContainerRestartRule
 VolumeMounts=volumeMounts:[]@core.VolumeMount VolumeDevices=volumeDevices:[]@core.VolumeDevice
 LivenessProbe=livenessProbe:*@core.Probe ReadinessProbe=readinessProbe:*@core.Probe
 StartupProbe=startupProbe:*@core.Probe Lifecycle=lifecycle:*@core.Lifecycle
 TerminationMessagePath=terminationMessagePath:s TerminationMessagePolicy=terminationMessagePolicy:s
 ImagePullPolicy=imagePullPolicy:s SecurityContext=securityContext:*@core.SecurityContext Stdin=stdin:b
 StdinOnce=stdinOnce:b TTY=tty:b
core.ContainerExtendedResourceRequest ContainerName=containerName:s ResourceName=resourceName:s
 RequestName=requestName:s
core.ContainerImage Names=names:[]s SizeBytes=sizeBytes:i
core.ContainerPort Name=name:s HostPort=hostPort:i ContainerPort=containerPort:i Protocol=protocol:s HostIP=hostIP:s
core.ContainerResizePolicy ResourceName=resourceName:s RestartPolicy=restartPolicy:s
core.ContainerRestartRule Action=action:s ExitCodes=exitCodes:*@core.ContainerRestartRuleOnExitCodes
core.ContainerRestartRuleOnExitCodes Operator=operator:s Values=values:[]i
core.ContainerState Waiting=waiting:*@core.ContainerStateWaiting Running=running:*@core.ContainerStateRunning
 Terminated=terminated:*@core.ContainerStateTerminated
core.ContainerStateRunning StartedAt=startedAt:t
core.ContainerStateTerminated ExitCode=exitCode:i Signal=signal:i Reason=reason:s Message=message:s
 StartedAt=startedAt:t FinishedAt=finishedAt:t ContainerID=containerID:s
core.ContainerStateWaiting Reason=reason:s Message=message:s
core.ContainerStatus Name=name:s State=state:@core.ContainerState LastTerminationState=lastState:@core.ContainerState
 Ready=ready:b RestartCount=restartCount:i Image=image:s ImageID=imageID:s ContainerID=containerID:s
 Started=started:*b AllocatedResources=allocatedResources:{}q Resources=resources:*@core.ResourceRequirements
 VolumeMounts=volumeMounts:[]@core.VolumeMountStatus User=user:*@core.ContainerUser
 AllocatedResourcesStatus=allocatedResourcesStatus:[]@core.ResourceStatus StopSignal=stopSignal:*s
core.ContainerUser Linux=linux:*@core.LinuxContainerUser
core.DaemonEndpoint Port=Port:i
core.DownwardAPIProjection Items=items:[]@core.DownwardAPIVolumeFile
core.DownwardAPIVolumeFile Path=path:s FieldRef=fieldRef:*@core.ObjectFieldSelector
 ResourceFieldRef=resourceFieldRef:*@core.ResourceFieldSelector Mode=mode:*i User=user:*i
core.DownwardAPIVolumeSource Items=items:[]@core.DownwardAPIVolumeFile DefaultMode=defaultMode:*i
 DefaultUser=defaultUser:*i
core.EmptyDirVolumeSource Medium=medium:s SizeLimit=sizeLimit:*q Mode=mode:*i
core.EndpointAddress IP=ip:s Hostname=hostname:s NodeName=nodeName:*s TargetRef=targetRef:*@core.ObjectReference
core.EndpointPort Name=name:s Port=port:i Protocol=protocol:s AppProtocol=appProtocol:*s
core.EndpointSubset Addresses=addresses:[]@core.EndpointAddress
 NotReadyAddresses=notReadyAddresses:[]@core.EndpointAddress Ports=ports:[]@core.EndpointPort
core.Endpoints name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Subsets=subsets:[]@core.EndpointSubset
core.EnvFromSource Prefix=prefix:s ConfigMapRef=configMapRef:*@core.ConfigMapEnvSource
 SecretRef=secretRef:*@core.SecretEnvSource
core.EnvVar Name=name:s Value=value:s ValueFrom=valueFrom:*@core.EnvVarSource
core.EnvVarSource FieldRef=fieldRef:*@core.ObjectFieldSelector
 ResourceFieldRef=resourceFieldRef:*@core.ResourceFieldSelector
 ConfigMapKeyRef=configMapKeyRef:*@core.ConfigMapKeySelector SecretKeyRef=secretKeyRef:*@core.SecretKeySelector
 FileKeyRef=fileKeyRef:*@core.FileKeySelector
core.EphemeralContainer Name=name:s Image=image:s Command=command:[]s Args=args:[]s WorkingDir=workingDir:s
 Ports=ports:[]@core.ContainerPort EnvFrom=envFrom:[]@core.EnvFromSource Env=env:[]@core.EnvVar
 Resources=resources:@core.ResourceRequirements ResizePolicy=resizePolicy:[]@core.ContainerResizePolicy
 RestartPolicy=restartPolicy:*s RestartPolicyRules=restartPolicyRules:[]@core.ContainerRestartRule
 VolumeMounts=volumeMounts:[]@core.VolumeMount VolumeDevices=volumeDevices:[]@core.VolumeDevice
 LivenessProbe=livenessProbe:*@core.Probe ReadinessProbe=readinessProbe:*@core.Probe
 StartupProbe=startupProbe:*@core.Probe Lifecycle=lifecycle:*@core.Lifecycle
 TerminationMessagePath=terminationMessagePath:s TerminationMessagePolicy=terminationMessagePolicy:s
 ImagePullPolicy=imagePullPolicy:s SecurityContext=securityContext:*@core.SecurityContext Stdin=stdin:b
 StdinOnce=stdinOnce:b TTY=tty:b TargetContainerName=targetContainerName:s
core.EphemeralVolumeSource VolumeClaimTemplate=volumeClaimTemplate:*@core.PersistentVolumeClaimTemplate
core.Event name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 InvolvedObject=involvedObject:@core.ObjectReference Reason=reason:s Message=message:s Source=source:@core.EventSource
 FirstTimestamp=firstTimestamp:t LastTimestamp=lastTimestamp:t Count=count:i Type=type:s EventTime=eventTime:t
 Series=series:*@core.EventSeries Action=action:s Related=related:*@core.ObjectReference
 ReportingController=reportingComponent:s ReportingInstance=reportingInstance:s
core.EventSeries Count=count:i LastObservedTime=lastObservedTime:t
core.EventSource Component=component:s Host=host:s
core.EvictionResponder Name=name:s Priority=priority:*i
core.ExecAction Command=command:[]s
core.FCVolumeSource TargetWWNs=targetWWNs:[]s Lun=lun:*i FSType=fsType:s ReadOnly=readOnly:b WWIDs=wwids:[]s
core.FileKeySelector VolumeName=volumeName:s Path=path:s Key=key:s Optional=optional:*b
core.FlexPersistentVolumeSource Driver=driver:s FSType=fsType:s SecretRef=secretRef:*@core.SecretReference
 ReadOnly=readOnly:b Options=options:{}s
core.FlexVolumeSource Driver=driver:s FSType=fsType:s SecretRef=secretRef:*@core.LocalObjectReference
 ReadOnly=readOnly:b Options=options:{}s
core.FlockerVolumeSource DatasetName=datasetName:s DatasetUUID=datasetUUID:s
core.GCEPersistentDiskVolumeSource PDName=pdName:s FSType=fsType:s Partition=partition:i ReadOnly=readOnly:b
core.GRPCAction Port=port:i Service=service:*s Mode=mode:*s
core.GitRepoVolumeSource Repository=repository:s Revision=revision:s Directory=directory:s
core.GlusterfsPersistentVolumeSource EndpointsName=endpoints:s Path=path:s ReadOnly=readOnly:b
 EndpointsNamespace=endpointsNamespace:*s
core.GlusterfsVolumeSource EndpointsName=endpoints:s Path=path:s ReadOnly=readOnly:b
core.HTTPGetAction Path=path:s Port=port:x Host=host:s Scheme=scheme:s HTTPHeaders=httpHeaders:[]@core.HTTPHeader
 Protocol=protocol:*s
core.HTTPHeader Name=name:s Value=value:s
core.HostAlias IP=ip:s Hostnames=hostnames:[]s
core.HostIP IP=ip:s
core.HostPathVolumeSource Path=path:s Type=type:*s
core.ISCSIPersistentVolumeSource TargetPortal=targetPortal:s IQN=iqn:s Lun=lun:i ISCSIInterface=iscsiInterface:s
 FSType=fsType:s ReadOnly=readOnly:b Portals=portals:[]s DiscoveryCHAPAuth=chapAuthDiscovery:b
 SessionCHAPAuth=chapAuthSession:b SecretRef=secretRef:*@core.SecretReference InitiatorName=initiatorName:*s
core.ISCSIVolumeSource TargetPortal=targetPortal:s IQN=iqn:s Lun=lun:i ISCSIInterface=iscsiInterface:s FSType=fsType:s
 ReadOnly=readOnly:b Portals=portals:[]s DiscoveryCHAPAuth=chapAuthDiscovery:b SessionCHAPAuth=chapAuthSession:b
 SecretRef=secretRef:*@core.LocalObjectReference InitiatorName=initiatorName:*s
core.ImageVolumeSource Reference=reference:s PullPolicy=pullPolicy:s
core.ImageVolumeStatus ImageRef=imageRef:s
core.KeyToPath Key=key:s Path=path:s Mode=mode:*i User=user:*i
core.Lifecycle PostStart=postStart:*@core.LifecycleHandler PreStop=preStop:*@core.LifecycleHandler
 StopSignal=stopSignal:*s
core.LifecycleHandler Exec=exec:*@core.ExecAction HTTPGet=httpGet:*@core.HTTPGetAction
 TCPSocket=tcpSocket:*@core.TCPSocketAction Sleep=sleep:*@core.SleepAction
core.LimitRange name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.LimitRangeSpec
core.LimitRangeItem Type=type:s Max=max:{}q Min=min:{}q Default=default:{}q DefaultRequest=defaultRequest:{}q
 MaxLimitRequestRatio=maxLimitRequestRatio:{}q
core.LimitRangeSpec Limits=limits:[]@core.LimitRangeItem
core.LinuxContainerUser UID=uid:i GID=gid:i SupplementalGroups=supplementalGroups:[]i
core.LoadBalancerIngress IP=ip:s Hostname=hostname:s IPMode=ipMode:*s Ports=ports:[]@core.PortStatus
core.LoadBalancerStatus Ingress=ingress:[]@core.LoadBalancerIngress
core.LocalObjectReference Name=name:s
core.LocalVolumeSource Path=path:s FSType=fsType:*s
)",
R"(core.ModifyVolumeStatus TargetVolumeAttributesClassName=targetVolumeAttributesClassName:s Status=status:s
core.NFSVolumeSource Server=server:s Path=path:s ReadOnly=readOnly:b
core.Namespace name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.NamespaceSpec
 Status=status:@core.NamespaceStatus
core.NamespaceCondition Type=type:s Status=status:s LastTransitionTime=lastTransitionTime:t Reason=reason:s
 Message=message:s
core.NamespaceSpec Finalizers=finalizers:[]s
core.NamespaceStatus Phase=phase:s Conditions=conditions:[]@core.NamespaceCondition
core.Node name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.NodeSpec
 Status=status:@core.NodeStatus
core.NodeAddress Type=type:s Address=address:s
core.NodeAffinity
 RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:*@core.NodeSelector
 PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]@core.PreferredSchedulingTerm
core.NodeAllocatableMappedResources Name=name:s Quantity=quantity:*q
core.NodeAllocatableOverheadResources Name=name:s PerPod=perPod:*q PerContainer=perContainer:*q
core.NodeAllocatableResourceClaimStatus ResourceClaimName=resourceClaimName:s Containers=containers:[]s
 Mapping=mapping:[]@core.NodeAllocatableMappedResources Overhead=overhead:[]@core.NodeAllocatableOverheadResources
core.NodeCondition Type=type:s Status=status:s LastHeartbeatTime=lastHeartbeatTime:t
 LastTransitionTime=lastTransitionTime:t Reason=reason:s Message=message:s
core.NodeConfigSource ConfigMap=configMap:*@core.ConfigMapNodeConfigSource
core.NodeConfigStatus Assigned=assigned:*@core.NodeConfigSource Active=active:*@core.NodeConfigSource
 LastKnownGood=lastKnownGood:*@core.NodeConfigSource Error=error:s
core.NodeDaemonEndpoints KubeletEndpoint=kubeletEndpoint:@core.DaemonEndpoint
core.NodeFeatures SupplementalGroupsPolicy=supplementalGroupsPolicy:*b
core.NodePodPreemptionPolicy DisableResizePreemption=disableResizePreemption:[]s
core.NodeRuntimeHandler Name=name:s Features=features:*@core.NodeRuntimeHandlerFeatures
core.NodeRuntimeHandlerFeatures RecursiveReadOnlyMounts=recursiveReadOnlyMounts:*b UserNamespaces=userNamespaces:*b
core.NodeSelector NodeSelectorTerms=nodeSelectorTerms:[]@core.NodeSelectorTerm
core.NodeSelectorRequirement Key=key:s Operator=operator:s Values=values:[]s
core.NodeSelectorTerm MatchExpressions=matchExpressions:[]@core.NodeSelectorRequirement
 MatchFields=matchFields:[]@core.NodeSelectorRequirement
core.NodeSpec PodCIDRs=podCIDRs:[]s ProviderID=providerID:s Unschedulable=unschedulable:b Taints=taints:[]@core.Taint
 ConfigSource=configSource:*@core.NodeConfigSource DoNotUseExternalID=externalID:s
 PodPreemptionPolicy=podPreemptionPolicy:*@core.NodePodPreemptionPolicy
core.NodeStatus Capacity=capacity:{}q Allocatable=allocatable:{}q Phase=phase:s
 Conditions=conditions:[]@core.NodeCondition Addresses=addresses:[]@core.NodeAddress
 DaemonEndpoints=daemonEndpoints:@core.NodeDaemonEndpoints NodeInfo=nodeInfo:@core.NodeSystemInfo
 Images=images:[]@core.ContainerImage VolumesInUse=volumesInUse:[]s
 VolumesAttached=volumesAttached:[]@core.AttachedVolume Config=config:*@core.NodeConfigStatus
 RuntimeHandlers=runtimeHandlers:[]@core.NodeRuntimeHandler Features=features:*@core.NodeFeatures
 DeclaredFeatures=declaredFeatures:[]s
core.NodeSwapStatus Capacity=capacity:*i
core.NodeSystemInfo MachineID=machineID:s SystemUUID=systemUUID:s BootID=bootID:s KernelVersion=kernelVersion:s
 OSImage=osImage:s ContainerRuntimeVersion=containerRuntimeVersion:s KubeletVersion=kubeletVersion:s
 KubeProxyVersion=kubeProxyVersion:s OperatingSystem=operatingSystem:s Architecture=architecture:s
 Swap=swap:*@core.NodeSwapStatus RunningInUserNamespace=runningInUserNamespace:*b
core.ObjectFieldSelector APIVersion=apiVersion:s FieldPath=fieldPath:s
core.ObjectReference Kind=kind:s Namespace=namespace:s Name=name:s UID=uid:s APIVersion=apiVersion:s
 ResourceVersion=resourceVersion:s FieldPath=fieldPath:s
core.PersistentVolume name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.PersistentVolumeSpec
 Status=status:@core.PersistentVolumeStatus
core.PersistentVolumeClaim name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.PersistentVolumeClaimSpec
 Status=status:@core.PersistentVolumeClaimStatus
core.PersistentVolumeClaimCondition Type=type:s Status=status:s LastProbeTime=lastProbeTime:t
 LastTransitionTime=lastTransitionTime:t Reason=reason:s Message=message:s
core.PersistentVolumeClaimSpec AccessModes=accessModes:[]s Selector=selector:*@meta.v1.LabelSelector
 Resources=resources:@core.VolumeResourceRequirements VolumeName=volumeName:s StorageClassName=storageClassName:*s
 VolumeMode=volumeMode:*s DataSource=dataSource:*@core.TypedLocalObjectReference
 DataSourceRef=dataSourceRef:*@core.TypedObjectReference VolumeAttributesClassName=volumeAttributesClassName:*s
core.PersistentVolumeClaimStatus Phase=phase:s AccessModes=accessModes:[]s Capacity=capacity:{}q
 Conditions=conditions:[]@core.PersistentVolumeClaimCondition AllocatedResources=allocatedResources:{}q
 AllocatedResourceStatuses=allocatedResourceStatuses:{}s
 CurrentVolumeAttributesClassName=currentVolumeAttributesClassName:*s
 ModifyVolumeStatus=modifyVolumeStatus:*@core.ModifyVolumeStatus HealthStatus=healthStatus:*@core.VolumeHealthStatus
core.PersistentVolumeClaimTemplate name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 Spec=spec:@core.PersistentVolumeClaimSpec
core.PersistentVolumeClaimVolumeSource ClaimName=claimName:s ReadOnly=readOnly:b
core.PersistentVolumeSource GCEPersistentDisk=gcePersistentDisk:*@core.GCEPersistentDiskVolumeSource
 AWSElasticBlockStore=awsElasticBlockStore:*@core.AWSElasticBlockStoreVolumeSource
 HostPath=hostPath:*@core.HostPathVolumeSource Glusterfs=glusterfs:*@core.GlusterfsPersistentVolumeSource
 NFS=nfs:*@core.NFSVolumeSource RBD=rbd:*@core.RBDPersistentVolumeSource
 ISCSI=iscsi:*@core.ISCSIPersistentVolumeSource Cinder=cinder:*@core.CinderPersistentVolumeSource
 CephFS=cephfs:*@core.CephFSPersistentVolumeSource FC=fc:*@core.FCVolumeSource
 Flocker=flocker:*@core.FlockerVolumeSource FlexVolume=flexVolume:*@core.FlexPersistentVolumeSource
 AzureFile=azureFile:*@core.AzureFilePersistentVolumeSource
 VsphereVolume=vsphereVolume:*@core.VsphereVirtualDiskVolumeSource Quobyte=quobyte:*@core.QuobyteVolumeSource
 AzureDisk=azureDisk:*@core.AzureDiskVolumeSource
 PhotonPersistentDisk=photonPersistentDisk:*@core.PhotonPersistentDiskVolumeSource
 PortworxVolume=portworxVolume:*@core.PortworxVolumeSource ScaleIO=scaleIO:*@core.ScaleIOPersistentVolumeSource
 Local=local:*@core.LocalVolumeSource StorageOS=storageos:*@core.StorageOSPersistentVolumeSource
 CSI=csi:*@core.CSIPersistentVolumeSource
core.PersistentVolumeSpec Capacity=capacity:{}q
 GCEPersistentDisk=gcePersistentDisk:*@core.GCEPersistentDiskVolumeSource
 AWSElasticBlockStore=awsElasticBlockStore:*@core.AWSElasticBlockStoreVolumeSource
 HostPath=hostPath:*@core.HostPathVolumeSource Glusterfs=glusterfs:*@core.GlusterfsPersistentVolumeSource
 NFS=nfs:*@core.NFSVolumeSource RBD=rbd:*@core.RBDPersistentVolumeSource
 ISCSI=iscsi:*@core.ISCSIPersistentVolumeSource Cinder=cinder:*@core.CinderPersistentVolumeSource
 CephFS=cephfs:*@core.CephFSPersistentVolumeSource FC=fc:*@core.FCVolumeSource
 Flocker=flocker:*@core.FlockerVolumeSource FlexVolume=flexVolume:*@core.FlexPersistentVolumeSource
 AzureFile=azureFile:*@core.AzureFilePersistentVolumeSource
 VsphereVolume=vsphereVolume:*@core.VsphereVirtualDiskVolumeSource Quobyte=quobyte:*@core.QuobyteVolumeSource
 AzureDisk=azureDisk:*@core.AzureDiskVolumeSource
 PhotonPersistentDisk=photonPersistentDisk:*@core.PhotonPersistentDiskVolumeSource
 PortworxVolume=portworxVolume:*@core.PortworxVolumeSource ScaleIO=scaleIO:*@core.ScaleIOPersistentVolumeSource
 Local=local:*@core.LocalVolumeSource StorageOS=storageos:*@core.StorageOSPersistentVolumeSource
 CSI=csi:*@core.CSIPersistentVolumeSource AccessModes=accessModes:[]s ClaimRef=claimRef:*@core.ObjectReference
 PersistentVolumeReclaimPolicy=persistentVolumeReclaimPolicy:s StorageClassName=storageClassName:s
 MountOptions=mountOptions:[]s VolumeMode=volumeMode:*s NodeAffinity=nodeAffinity:*@core.VolumeNodeAffinity
 VolumeAttributesClassName=volumeAttributesClassName:*s
core.PersistentVolumeStatus Phase=phase:s Message=message:s Reason=reason:s
 LastPhaseTransitionTime=lastPhaseTransitionTime:*t
core.PhotonPersistentDiskVolumeSource PdID=pdID:s FSType=fsType:s
core.Pod name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.PodSpec
 Status=status:@core.PodStatus
core.PodAffinity
 RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:[]@core.PodAffinityTerm
 PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]@core.WeightedPodAffinityTerm
core.PodAffinityTerm LabelSelector=labelSelector:*@meta.v1.LabelSelector Namespaces=namespaces:[]s
 TopologyKey=topologyKey:s NamespaceSelector=namespaceSelector:*@meta.v1.LabelSelector
 MatchLabelKeys=matchLabelKeys:[]s MismatchLabelKeys=mismatchLabelKeys:[]s
core.PodAntiAffinity
 RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:[]@core.PodAffinityTerm
 PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]@core.WeightedPodAffinityTerm
core.PodCertificateProjection SignerName=signerName:s KeyType=keyType:s MaxExpirationSeconds=maxExpirationSeconds:*i
 CredentialBundlePath=credentialBundlePath:s KeyPath=keyPath:s CertificateChainPath=certificateChainPath:s
 UserAnnotations=userAnnotations:{}s User=user:*i
core.PodCondition Type=type:s ObservedGeneration=observedGeneration:i Status=status:s LastProbeTime=lastProbeTime:t
 LastTransitionTime=lastTransitionTime:t Reason=reason:s Message=message:s
core.PodDNSConfig Nameservers=nameservers:[]s Searches=searches:[]s Options=options:[]@core.PodDNSConfigOption
core.PodDNSConfigOption Name=name:s Value=value:*s
core.PodExtendedResourceClaimStatus RequestMappings=requestMappings:[]@core.ContainerExtendedResourceRequest
 ResourceClaimName=resourceClaimName:s
core.PodIP IP=ip:s
core.PodOS Name=name:s
core.PodReadinessGate ConditionType=conditionType:s
core.PodResourceClaim Name=name:s ResourceClaimName=resourceClaimName:*s
 ResourceClaimTemplateName=resourceClaimTemplateName:*s
core.PodResourceClaimStatus Name=name:s ResourceClaimName=resourceClaimName:*s
core.PodSchedulingGate Name=name:s
core.PodSchedulingGroup PodGroupName=podGroupName:*s
)",
R"(core.PodSecurityContext SELinuxOptions=seLinuxOptions:*@core.SELinuxOptions
 WindowsOptions=windowsOptions:*@core.WindowsSecurityContextOptions RunAsUser=runAsUser:*i RunAsGroup=runAsGroup:*i
 RunAsNonRoot=runAsNonRoot:*b SupplementalGroups=supplementalGroups:[]i
 SupplementalGroupsPolicy=supplementalGroupsPolicy:*s FSGroup=fsGroup:*i Sysctls=sysctls:[]@core.Sysctl
 FSGroupChangePolicy=fsGroupChangePolicy:*s SeccompProfile=seccompProfile:*@core.SeccompProfile
 AppArmorProfile=appArmorProfile:*@core.AppArmorProfile SELinuxChangePolicy=seLinuxChangePolicy:*s
core.PodSpec Volumes=volumes:[]@core.Volume InitContainers=initContainers:[]@core.Container
 Containers=containers:[]@core.Container EphemeralContainers=ephemeralContainers:[]@core.EphemeralContainer
 RestartPolicy=restartPolicy:s TerminationGracePeriodSeconds=terminationGracePeriodSeconds:*i
 ActiveDeadlineSeconds=activeDeadlineSeconds:*i DNSPolicy=dnsPolicy:s NodeSelector=nodeSelector:{}s
 ServiceAccountName=serviceAccountName:s DeprecatedServiceAccount=serviceAccount:s
 AutomountServiceAccountToken=automountServiceAccountToken:*b NodeName=nodeName:s HostNetwork=hostNetwork:b
 HostPID=hostPID:b HostIPC=hostIPC:b ShareProcessNamespace=shareProcessNamespace:*b
 SecurityContext=securityContext:*@core.PodSecurityContext
 ImagePullSecrets=imagePullSecrets:[]@core.LocalObjectReference Hostname=hostname:s Subdomain=subdomain:s
 Affinity=affinity:*@core.Affinity SchedulerName=schedulerName:s Tolerations=tolerations:[]@core.Toleration
 HostAliases=hostAliases:[]@core.HostAlias PriorityClassName=priorityClassName:s Priority=priority:*i
 DNSConfig=dnsConfig:*@core.PodDNSConfig ReadinessGates=readinessGates:[]@core.PodReadinessGate
 RuntimeClassName=runtimeClassName:*s EnableServiceLinks=enableServiceLinks:*b PreemptionPolicy=preemptionPolicy:*s
 Overhead=overhead:{}q TopologySpreadConstraints=topologySpreadConstraints:[]@core.TopologySpreadConstraint
 SetHostnameAsFQDN=setHostnameAsFQDN:*b OS=os:*@core.PodOS HostUsers=hostUsers:*b
 SchedulingGates=schedulingGates:[]@core.PodSchedulingGate ResourceClaims=resourceClaims:[]@core.PodResourceClaim
 Resources=resources:*@core.ResourceRequirements HostnameOverride=hostnameOverride:*s
 SchedulingGroup=schedulingGroup:*@core.PodSchedulingGroup
 EvictionResponders=evictionResponders:[]@core.EvictionResponder
core.PodStatus ObservedGeneration=observedGeneration:i Phase=phase:s Conditions=conditions:[]@core.PodCondition
 Message=message:s Reason=reason:s NominatedNodeName=nominatedNodeName:s HostIP=hostIP:s
 HostIPs=hostIPs:[]@core.HostIP PodIP=podIP:s PodIPs=podIPs:[]@core.PodIP StartTime=startTime:*t
 InitContainerStatuses=initContainerStatuses:[]@core.ContainerStatus
 ContainerStatuses=containerStatuses:[]@core.ContainerStatus QOSClass=qosClass:s
 EphemeralContainerStatuses=ephemeralContainerStatuses:[]@core.ContainerStatus Resize=resize:s
 ResourceClaimStatuses=resourceClaimStatuses:[]@core.PodResourceClaimStatus
 ExtendedResourceClaimStatus=extendedResourceClaimStatus:*@core.PodExtendedResourceClaimStatus
 AllocatedResources=allocatedResources:{}q Resources=resources:*@core.ResourceRequirements
 NodeAllocatableResourceClaimStatuses=nodeAllocatableResourceClaimStatuses:[]@core.NodeAllocatableResourceClaimStatus
 VolumeHealth=volumeHealth:[]@core.PodVolumeHealth
core.PodTemplate name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Template=template:@core.PodTemplateSpec
core.PodTemplateSpec name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.PodSpec
core.PodVolumeHealth Name=name:s HealthConditions=healthConditions:[]@core.VolumeHealthCondition
 LastTransitionTime=lastTransitionTime:t
core.PortStatus Port=port:i Protocol=protocol:s Error=error:*s
core.PortworxVolumeSource VolumeID=volumeID:s FSType=fsType:s ReadOnly=readOnly:b
core.PreferredSchedulingTerm Weight=weight:i Preference=preference:@core.NodeSelectorTerm
core.Probe Exec=exec:*@core.ExecAction HTTPGet=httpGet:*@core.HTTPGetAction TCPSocket=tcpSocket:*@core.TCPSocketAction
 GRPC=grpc:*@core.GRPCAction InitialDelaySeconds=initialDelaySeconds:i TimeoutSeconds=timeoutSeconds:i
 PeriodSeconds=periodSeconds:i SuccessThreshold=successThreshold:i FailureThreshold=failureThreshold:i
 TerminationGracePeriodSeconds=terminationGracePeriodSeconds:*i
core.ProjectedVolumeSource Sources=sources:[]@core.VolumeProjection DefaultMode=defaultMode:*i
 DefaultUser=defaultUser:*i
core.QuobyteVolumeSource Registry=registry:s Volume=volume:s ReadOnly=readOnly:b User=user:s Group=group:s
 Tenant=tenant:s
core.RBDPersistentVolumeSource CephMonitors=monitors:[]s RBDImage=image:s FSType=fsType:s RBDPool=pool:s
 RadosUser=user:s Keyring=keyring:s SecretRef=secretRef:*@core.SecretReference ReadOnly=readOnly:b
core.RBDVolumeSource CephMonitors=monitors:[]s RBDImage=image:s FSType=fsType:s RBDPool=pool:s RadosUser=user:s
 Keyring=keyring:s SecretRef=secretRef:*@core.LocalObjectReference ReadOnly=readOnly:b
core.ReplicationController name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.ReplicationControllerSpec
 Status=status:@core.ReplicationControllerStatus
core.ReplicationControllerCondition Type=type:s Status=status:s LastTransitionTime=lastTransitionTime:t
 Reason=reason:s Message=message:s
core.ReplicationControllerSpec Replicas=replicas:*i MinReadySeconds=minReadySeconds:i Selector=selector:{}s
 Template=template:*@core.PodTemplateSpec
core.ReplicationControllerStatus Replicas=replicas:i FullyLabeledReplicas=fullyLabeledReplicas:i
 ReadyReplicas=readyReplicas:i AvailableReplicas=availableReplicas:i ObservedGeneration=observedGeneration:i
 Conditions=conditions:[]@core.ReplicationControllerCondition
core.ResourceClaim Name=name:s Request=request:s
core.ResourceFieldSelector ContainerName=containerName:s Resource=resource:s Divisor=divisor:q
core.ResourceHealth ResourceID=resourceID:s Health=health:s Message=message:*s
core.ResourceQuota name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.ResourceQuotaSpec
 Status=status:@core.ResourceQuotaStatus
core.ResourceQuotaSpec Hard=hard:{}q Scopes=scopes:[]s ScopeSelector=scopeSelector:*@core.ScopeSelector
core.ResourceQuotaStatus Hard=hard:{}q Used=used:{}q
core.ResourceRequirements Limits=limits:{}q Requests=requests:{}q Claims=claims:[]@core.ResourceClaim
core.ResourceStatus Name=name:s Resources=resources:[]@core.ResourceHealth
core.SELinuxOptions User=user:s Role=role:s Type=type:s Level=level:s
core.ScaleIOPersistentVolumeSource Gateway=gateway:s System=system:s SecretRef=secretRef:*@core.SecretReference
 SSLEnabled=sslEnabled:b ProtectionDomain=protectionDomain:s StoragePool=storagePool:s StorageMode=storageMode:s
 VolumeName=volumeName:s FSType=fsType:s ReadOnly=readOnly:b
core.ScaleIOVolumeSource Gateway=gateway:s System=system:s SecretRef=secretRef:*@core.LocalObjectReference
 SSLEnabled=sslEnabled:b ProtectionDomain=protectionDomain:s StoragePool=storagePool:s StorageMode=storageMode:s
 VolumeName=volumeName:s FSType=fsType:s ReadOnly=readOnly:b
core.ScopeSelector MatchExpressions=matchExpressions:[]@core.ScopedResourceSelectorRequirement
core.ScopedResourceSelectorRequirement ScopeName=scopeName:s Operator=operator:s Values=values:[]s
core.SeccompProfile Type=type:s LocalhostProfile=localhostProfile:*s
core.Secret name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Immutable=immutable:*b Data=data:{}*s Type=type:s
core.SecretEnvSource Name=name:s Optional=optional:*b
core.SecretKeySelector Name=name:s Key=key:s Optional=optional:*b
core.SecretProjection Name=name:s Items=items:[]@core.KeyToPath Optional=optional:*b
core.SecretReference Name=name:s Namespace=namespace:s
core.SecretVolumeSource SecretName=secretName:s Items=items:[]@core.KeyToPath DefaultMode=defaultMode:*i
 Optional=optional:*b DefaultUser=defaultUser:*i
core.SecurityContext Capabilities=capabilities:*@core.Capabilities Privileged=privileged:*b
 SELinuxOptions=seLinuxOptions:*@core.SELinuxOptions
 WindowsOptions=windowsOptions:*@core.WindowsSecurityContextOptions RunAsUser=runAsUser:*i RunAsGroup=runAsGroup:*i
 RunAsNonRoot=runAsNonRoot:*b ReadOnlyRootFilesystem=readOnlyRootFilesystem:*b
 AllowPrivilegeEscalation=allowPrivilegeEscalation:*b ProcMount=procMount:*s
 SeccompProfile=seccompProfile:*@core.SeccompProfile AppArmorProfile=appArmorProfile:*@core.AppArmorProfile
core.Service name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@core.ServiceSpec
 Status=status:@core.ServiceStatus
core.ServiceAccount name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Secrets=secrets:[]@core.ObjectReference
 ImagePullSecrets=imagePullSecrets:[]@core.LocalObjectReference
 AutomountServiceAccountToken=automountServiceAccountToken:*b
core.ServiceAccountTokenProjection Audience=audience:s ExpirationSeconds=expirationSeconds:*i Path=path:s User=user:*i
core.ServicePort Name=name:s Protocol=protocol:s AppProtocol=appProtocol:*s Port=port:i TargetPort=targetPort:x
 NodePort=nodePort:i
core.ServiceSpec Ports=ports:[]@core.ServicePort Selector=selector:{}s ClusterIP=clusterIP:s ClusterIPs=clusterIPs:[]s
 Type=type:s ExternalIPs=externalIPs:[]s SessionAffinity=sessionAffinity:s LoadBalancerIP=loadBalancerIP:s
 LoadBalancerSourceRanges=loadBalancerSourceRanges:[]s ExternalName=externalName:s
 ExternalTrafficPolicy=externalTrafficPolicy:s HealthCheckNodePort=healthCheckNodePort:i
 PublishNotReadyAddresses=publishNotReadyAddresses:b
 SessionAffinityConfig=sessionAffinityConfig:*@core.SessionAffinityConfig IPFamilies=ipFamilies:[]s
 IPFamilyPolicy=ipFamilyPolicy:*s AllocateLoadBalancerNodePorts=allocateLoadBalancerNodePorts:*b
 LoadBalancerClass=loadBalancerClass:*s InternalTrafficPolicy=internalTrafficPolicy:*s
 TrafficDistribution=trafficDistribution:*s
core.ServiceStatus LoadBalancer=loadBalancer:@core.LoadBalancerStatus Conditions=conditions:[]@meta.v1.Condition
core.SessionAffinityConfig ClientIP=clientIP:*@core.ClientIPConfig
core.SleepAction Seconds=seconds:i
)",
R"(core.StorageOSPersistentVolumeSource VolumeName=volumeName:s VolumeNamespace=volumeNamespace:s FSType=fsType:s
 ReadOnly=readOnly:b SecretRef=secretRef:*@core.ObjectReference
core.StorageOSVolumeSource VolumeName=volumeName:s VolumeNamespace=volumeNamespace:s FSType=fsType:s
 ReadOnly=readOnly:b SecretRef=secretRef:*@core.LocalObjectReference
core.Sysctl Name=name:s Value=value:s
core.TCPSocketAction Port=port:x Host=host:s
core.Taint Key=key:s Value=value:s Effect=effect:s TimeAdded=timeAdded:*t
core.Toleration Key=key:s Operator=operator:s Value=value:s Effect=effect:s TolerationSeconds=tolerationSeconds:*i
core.TopologySelectorLabelRequirement Key=key:s Values=values:[]s
core.TopologySelectorTerm MatchLabelExpressions=matchLabelExpressions:[]@core.TopologySelectorLabelRequirement
core.TopologySpreadConstraint MaxSkew=maxSkew:i TopologyKey=topologyKey:s WhenUnsatisfiable=whenUnsatisfiable:s
 LabelSelector=labelSelector:*@meta.v1.LabelSelector MinDomains=minDomains:*i NodeAffinityPolicy=nodeAffinityPolicy:*s
 NodeTaintsPolicy=nodeTaintsPolicy:*s MatchLabelKeys=matchLabelKeys:[]s
core.TypedLocalObjectReference APIGroup=apiGroup:*s Kind=kind:s Name=name:s
core.TypedObjectReference APIGroup=apiGroup:*s Kind=kind:s Name=name:s Namespace=namespace:*s
core.Volume Name=name:s HostPath=hostPath:*@core.HostPathVolumeSource EmptyDir=emptyDir:*@core.EmptyDirVolumeSource
 GCEPersistentDisk=gcePersistentDisk:*@core.GCEPersistentDiskVolumeSource
 AWSElasticBlockStore=awsElasticBlockStore:*@core.AWSElasticBlockStoreVolumeSource
 GitRepo=gitRepo:*@core.GitRepoVolumeSource Secret=secret:*@core.SecretVolumeSource NFS=nfs:*@core.NFSVolumeSource
 ISCSI=iscsi:*@core.ISCSIVolumeSource Glusterfs=glusterfs:*@core.GlusterfsVolumeSource
 PersistentVolumeClaim=persistentVolumeClaim:*@core.PersistentVolumeClaimVolumeSource RBD=rbd:*@core.RBDVolumeSource
 FlexVolume=flexVolume:*@core.FlexVolumeSource Cinder=cinder:*@core.CinderVolumeSource
 CephFS=cephfs:*@core.CephFSVolumeSource Flocker=flocker:*@core.FlockerVolumeSource
 DownwardAPI=downwardAPI:*@core.DownwardAPIVolumeSource FC=fc:*@core.FCVolumeSource
 AzureFile=azureFile:*@core.AzureFileVolumeSource ConfigMap=configMap:*@core.ConfigMapVolumeSource
 VsphereVolume=vsphereVolume:*@core.VsphereVirtualDiskVolumeSource Quobyte=quobyte:*@core.QuobyteVolumeSource
 AzureDisk=azureDisk:*@core.AzureDiskVolumeSource
 PhotonPersistentDisk=photonPersistentDisk:*@core.PhotonPersistentDiskVolumeSource
 Projected=projected:*@core.ProjectedVolumeSource PortworxVolume=portworxVolume:*@core.PortworxVolumeSource
 ScaleIO=scaleIO:*@core.ScaleIOVolumeSource StorageOS=storageos:*@core.StorageOSVolumeSource
 CSI=csi:*@core.CSIVolumeSource Ephemeral=ephemeral:*@core.EphemeralVolumeSource Image=image:*@core.ImageVolumeSource
core.VolumeDevice Name=name:s DevicePath=devicePath:s
core.VolumeHealthCondition Status=status:s Reason=reason:s Message=message:s
core.VolumeHealthStatus HealthConditions=healthConditions:[]@core.VolumeHealthCondition
 LastTransitionTime=lastTransitionTime:t
core.VolumeMount Name=name:s ReadOnly=readOnly:b RecursiveReadOnly=recursiveReadOnly:*s MountPath=mountPath:s
 SubPath=subPath:s MountPropagation=mountPropagation:*s SubPathExpr=subPathExpr:s
 BindMountOptions=bindMountOptions:[]s
core.VolumeMountStatus Name=name:s MountPath=mountPath:s ReadOnly=readOnly:b RecursiveReadOnly=recursiveReadOnly:*s
 VolumeStatus=volumeStatus:*@core.VolumeStatus
core.VolumeNodeAffinity Required=required:*@core.NodeSelector
core.VolumeProjection Secret=secret:*@core.SecretProjection DownwardAPI=downwardAPI:*@core.DownwardAPIProjection
 ConfigMap=configMap:*@core.ConfigMapProjection
 ServiceAccountToken=serviceAccountToken:*@core.ServiceAccountTokenProjection
 ClusterTrustBundle=clusterTrustBundle:*@core.ClusterTrustBundleProjection
 PodCertificate=podCertificate:*@core.PodCertificateProjection
core.VolumeResourceRequirements Limits=limits:{}q Requests=requests:{}q
core.VolumeStatus Image=image:*@core.ImageVolumeStatus
core.VsphereVirtualDiskVolumeSource VolumePath=volumePath:s FSType=fsType:s StoragePolicyName=storagePolicyName:s
 StoragePolicyID=storagePolicyID:s
core.WeightedPodAffinityTerm Weight=weight:i PodAffinityTerm=podAffinityTerm:@core.PodAffinityTerm
core.WindowsSecurityContextOptions GMSACredentialSpecName=gmsaCredentialSpecName:*s
 GMSACredentialSpec=gmsaCredentialSpec:*s RunAsUserName=runAsUserName:*s HostProcess=hostProcess:*b
discovery.Endpoint Addresses=addresses:[]s Conditions=conditions:@discovery.EndpointConditions Hostname=hostname:*s
 TargetRef=targetRef:*@core.ObjectReference DeprecatedTopology=deprecatedTopology:{}s NodeName=nodeName:*s
 Zone=zone:*s Hints=hints:*@discovery.EndpointHints
discovery.EndpointConditions Ready=ready:*b Serving=serving:*b Terminating=terminating:*b
discovery.EndpointHints ForZones=forZones:[]@discovery.ForZone ForNodes=forNodes:[]@discovery.ForNode
discovery.EndpointPort Name=name:*s Protocol=protocol:*s Port=port:*i AppProtocol=appProtocol:*s
discovery.EndpointSlice name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry AddressType=addressType:s
 Endpoints=endpoints:[]@discovery.Endpoint Ports=ports:[]@discovery.EndpointPort
discovery.ForNode Name=name:s
discovery.ForZone Name=name:s
meta.v1.Condition type=type:s status=status:s observedGeneration?=observedGeneration:i
 lastTransitionTime=lastTransitionTime:t reason=reason:s message=message:s
meta.v1.FieldsV1 -=-:*s
meta.v1.LabelSelector matchLabels?=matchLabels:{}s
 matchExpressions?=matchExpressions:[]@meta.v1.LabelSelectorRequirement
meta.v1.LabelSelectorRequirement key=key:s operator=operator:s values?=values:[]s
meta.v1.ManagedFieldsEntry manager?=manager:s operation?=operation:s apiVersion?=apiVersion:s time?=time:*t
 fieldsType?=fieldsType:s fieldsV1?=fieldsV1:*@meta.v1.FieldsV1 subresource?=subresource:s
meta.v1.ObjectMeta name?=name:s generateName?=generateName:s namespace?=namespace:s selfLink?=selfLink:s uid?=uid:s
 resourceVersion?=resourceVersion:s generation?=generation:i creationTimestamp?=creationTimestamp:t
 deletionTimestamp?=deletionTimestamp:*t deletionGracePeriodSeconds?=deletionGracePeriodSeconds:*i labels?=labels:{}s
 annotations?=annotations:{}s ownerReferences?=ownerReferences:[]@meta.v1.OwnerReference finalizers?=finalizers:[]s
 managedFields?=managedFields:[]@meta.v1.ManagedFieldsEntry
meta.v1.OwnerReference apiVersion=apiVersion:s kind=kind:s name=name:s uid=uid:s controller?=controller:*b
 blockOwnerDeletion?=blockOwnerDeletion:*b
networking.HTTPIngressPath Path=path:s PathType=pathType:*s Backend=backend:@networking.IngressBackend
networking.HTTPIngressRuleValue Paths=paths:[]@networking.HTTPIngressPath
networking.IPAddress name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@networking.IPAddressSpec
networking.IPAddressSpec ParentRef=parentRef:*@networking.ParentReference
networking.IPBlock CIDR=cidr:s Except=except:[]s
networking.Ingress name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@networking.IngressSpec
 Status=status:@networking.IngressStatus
networking.IngressBackend Service=service:*@networking.IngressServiceBackend
 Resource=resource:*@core.TypedLocalObjectReference
networking.IngressClass name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@networking.IngressClassSpec
networking.IngressClassParametersReference APIGroup=apiGroup:*s Kind=kind:s Name=name:s Scope=scope:*s
 Namespace=namespace:*s
networking.IngressClassSpec Controller=controller:s Parameters=parameters:*@networking.IngressClassParametersReference
networking.IngressLoadBalancerIngress IP=ip:s Hostname=hostname:s Ports=ports:[]@networking.IngressPortStatus
networking.IngressLoadBalancerStatus Ingress=ingress:[]@networking.IngressLoadBalancerIngress
networking.IngressPortStatus Port=port:i Protocol=protocol:s Error=error:*s
networking.IngressRule Host=host:s HTTP=http:*@networking.HTTPIngressRuleValue
networking.IngressServiceBackend Name=name:s Port=port:@networking.ServiceBackendPort
networking.IngressSpec IngressClassName=ingressClassName:*s DefaultBackend=defaultBackend:*@networking.IngressBackend
 TLS=tls:[]@networking.IngressTLS Rules=rules:[]@networking.IngressRule
networking.IngressStatus LoadBalancer=loadBalancer:@networking.IngressLoadBalancerStatus
networking.IngressTLS Hosts=hosts:[]s SecretName=secretName:s
networking.NetworkPolicy name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@networking.NetworkPolicySpec
networking.NetworkPolicyEgressRule Ports=ports:[]@networking.NetworkPolicyPort To=to:[]@networking.NetworkPolicyPeer
networking.NetworkPolicyIngressRule Ports=ports:[]@networking.NetworkPolicyPort
 From=from:[]@networking.NetworkPolicyPeer
networking.NetworkPolicyPeer PodSelector=podSelector:*@meta.v1.LabelSelector
 NamespaceSelector=namespaceSelector:*@meta.v1.LabelSelector IPBlock=ipBlock:*@networking.IPBlock
networking.NetworkPolicyPort Protocol=protocol:*s Port=port:*x EndPort=endPort:*i
networking.NetworkPolicySpec PodSelector=podSelector:@meta.v1.LabelSelector
 Ingress=ingress:[]@networking.NetworkPolicyIngressRule Egress=egress:[]@networking.NetworkPolicyEgressRule
 PolicyTypes=policyTypes:[]s
networking.ParentReference Group=group:s Resource=resource:s Namespace=namespace:s Name=name:s
networking.ServiceBackendPort Name=name:s Number=number:i
networking.ServiceCIDR name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@networking.ServiceCIDRSpec
 Status=status:@networking.ServiceCIDRStatus
networking.ServiceCIDRSpec CIDRs=cidrs:[]s
networking.ServiceCIDRStatus Conditions=conditions:[]@meta.v1.Condition
node.Overhead PodFixed=podFixed:{}q
node.RuntimeClass name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Handler=handler:s
 Overhead=overhead:*@node.Overhead Scheduling=scheduling:*@node.Scheduling
node.Scheduling NodeSelector=nodeSelector:{}s Tolerations=tolerations:[]@core.Toleration
)",
R"(policy.PodDisruptionBudget name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@policy.PodDisruptionBudgetSpec
 Status=status:@policy.PodDisruptionBudgetStatus
policy.PodDisruptionBudgetSpec MinAvailable=minAvailable:*x Selector=selector:*@meta.v1.LabelSelector
 MaxUnavailable=maxUnavailable:*x UnhealthyPodEvictionPolicy=unhealthyPodEvictionPolicy:*s
policy.PodDisruptionBudgetStatus ObservedGeneration=observedGeneration:i DisruptedPods=disruptedPods:{}t
 DisruptionsAllowed=disruptionsAllowed:i CurrentHealthy=currentHealthy:i DesiredHealthy=desiredHealthy:i
 ExpectedPods=expectedPods:i Conditions=conditions:[]@meta.v1.Condition
rbac.AggregationRule ClusterRoleSelectors=clusterRoleSelectors:[]@meta.v1.LabelSelector
rbac.ClusterRole name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Rules=rules:[]@rbac.PolicyRule
 AggregationRule=aggregationRule:*@rbac.AggregationRule
rbac.ClusterRoleBinding name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Subjects=subjects:[]@rbac.Subject
 RoleRef=roleRef:@rbac.RoleRef
rbac.PolicyRule Verbs=verbs:[]s APIGroups=apiGroups:[]s Resources=resources:[]s ResourceNames=resourceNames:[]s
 NonResourceURLs=nonResourceURLs:[]s
rbac.Role name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Rules=rules:[]@rbac.PolicyRule
rbac.RoleBinding name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Subjects=subjects:[]@rbac.Subject
 RoleRef=roleRef:@rbac.RoleRef
rbac.RoleRef APIGroup=apiGroup:s Kind=kind:s Name=name:s
rbac.Subject Kind=kind:s APIGroup=apiGroup:s Name=name:s Namespace=namespace:s
runtime.RawExtension -=-:*s -=-:s
scheduling.PriorityClass name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Value=value:i GlobalDefault=globalDefault:b
 Description=description:s PreemptionPolicy=preemptionPolicy:*s
storage.CSIDriver name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@storage.CSIDriverSpec
storage.CSIDriverSpec AttachRequired=attachRequired:*b PodInfoOnMount=podInfoOnMount:*b
 VolumeLifecycleModes=volumeLifecycleModes:[]s StorageCapacity=storageCapacity:*b FSGroupPolicy=fsGroupPolicy:*s
 TokenRequests=tokenRequests:[]@storage.TokenRequest RequiresRepublish=requiresRepublish:*b
 SELinuxMount=seLinuxMount:*b NodeAllocatableUpdatePeriodSeconds=nodeAllocatableUpdatePeriodSeconds:*i
 ServiceAccountTokenInSecrets=serviceAccountTokenInSecrets:*b
 PreventPodSchedulingIfMissing=preventPodSchedulingIfMissing:*b
storage.CSINode name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@storage.CSINodeSpec
 Status=status:@storage.CSINodeStatus
storage.CSINodeDriver Name=name:s NodeID=nodeID:s TopologyKeys=topologyKeys:[]s
 Allocatable=allocatable:*@storage.VolumeNodeResources
storage.CSINodeSpec Drivers=drivers:[]@storage.CSINodeDriver
storage.CSINodeStatus StorageHealth=storageHealth:[]@storage.StorageHealth
storage.CSIStorageCapacity name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry NodeTopology=nodeTopology:*@meta.v1.LabelSelector
 StorageClassName=storageClassName:s Capacity=capacity:*q MaximumVolumeSize=maximumVolumeSize:*q
storage.StorageClass name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Provisioner=provisioner:s
 Parameters=parameters:{}s ReclaimPolicy=reclaimPolicy:*s MountOptions=mountOptions:[]s
 AllowVolumeExpansion=allowVolumeExpansion:*b VolumeBindingMode=volumeBindingMode:*s
 AllowedTopologies=allowedTopologies:[]@core.TopologySelectorTerm
storage.StorageHealth Name=name:s HealthConditions=healthConditions:[]@storage.StorageHealthCondition
storage.StorageHealthCondition Status=status:s Reason=reason:s Message=message:s AccessMode=accessMode:*s
 VolumeMode=volumeMode:*s LastTransitionTime=lastTransitionTime:t
storage.TokenRequest Audience=audience:s ExpirationSeconds=expirationSeconds:*i
storage.VolumeAttachment name?=metadata.name:s generateName?=metadata.generateName:s namespace?=metadata.namespace:s
 selfLink?=metadata.selfLink:s uid?=metadata.uid:s resourceVersion?=metadata.resourceVersion:s
 generation?=metadata.generation:i creationTimestamp?=metadata.creationTimestamp:t
 deletionTimestamp?=metadata.deletionTimestamp:*t deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i
 labels?=metadata.labels:{}s annotations?=metadata.annotations:{}s
 ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference finalizers?=metadata.finalizers:[]s
 managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry Spec=spec:@storage.VolumeAttachmentSpec
 Status=status:@storage.VolumeAttachmentStatus
storage.VolumeAttachmentSource PersistentVolumeName=persistentVolumeName:*s
 InlineVolumeSpec=inlineVolumeSpec:*@core.PersistentVolumeSpec
storage.VolumeAttachmentSpec Attacher=attacher:s Source=source:@storage.VolumeAttachmentSource NodeName=nodeName:s
storage.VolumeAttachmentStatus Attached=attached:b AttachmentMetadata=attachmentMetadata:{}s
 AttachError=attachError:*@storage.VolumeError DetachError=detachError:*@storage.VolumeError
storage.VolumeAttributesClass name?=metadata.name:s generateName?=metadata.generateName:s
 namespace?=metadata.namespace:s selfLink?=metadata.selfLink:s uid?=metadata.uid:s
 resourceVersion?=metadata.resourceVersion:s generation?=metadata.generation:i
 creationTimestamp?=metadata.creationTimestamp:t deletionTimestamp?=metadata.deletionTimestamp:*t
 deletionGracePeriodSeconds?=metadata.deletionGracePeriodSeconds:*i labels?=metadata.labels:{}s
 annotations?=metadata.annotations:{}s ownerReferences?=metadata.ownerReferences:[]@meta.v1.OwnerReference
 finalizers?=metadata.finalizers:[]s managedFields?=metadata.managedFields:[]@meta.v1.ManagedFieldsEntry
 DriverName=driverName:s Parameters=parameters:{}s
storage.VolumeError Time=time:t Message=message:s ErrorCode=errorCode:*i
storage.VolumeNodeResources Count=count:*i
v1alpha3.TopologyConstraint key=key:s
v1alpha3.WorkloadPodGroupAllDisruptionMode
v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
v1alpha3.WorkloadPodGroupDisruptionMode single?=single:*@v1alpha3.WorkloadPodGroupSingleDisruptionMode
 all?=all:*@v1alpha3.WorkloadPodGroupAllDisruptionMode
v1alpha3.WorkloadPodGroupGangSchedulingPolicy minCount?=minCount:*i
v1alpha3.WorkloadPodGroupResourceClaim name=name:s resourceClaimName?=resourceClaimName:*s
 resourceClaimTemplateName?=resourceClaimTemplateName:*s
v1alpha3.WorkloadPodGroupSchedulingConstraints topology?=topology:[]@v1alpha3.TopologyConstraint
v1alpha3.WorkloadPodGroupSchedulingPolicy basic?=basic:*@v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
 gang?=gang:*@v1alpha3.WorkloadPodGroupGangSchedulingPolicy
v1alpha3.WorkloadPodGroupSingleDisruptionMode
)",
  };
  return parts;
}
// clang-format on

}  // namespace kubexx::apiserver
