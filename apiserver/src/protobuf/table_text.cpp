// SPDX-License-Identifier: Apache-2.0
// Written by schemas/generate_protobuf.py, which explains the format. Do not edit.
#include "protobuf/table.hpp"

namespace kubexx::apiserver::protobuf {

// clang-format off
const std::initializer_list<std::string_view>& table_text()
{
  static const std::initializer_list<std::string_view> parts{
R"(%admissionregistration.v1 admissionregistration.k8s.io/v1
%apiextensions.v1 apiextensions.k8s.io/v1
%apps.v1 apps/v1
%authentication.v1 authentication.k8s.io/v1
%authorization.v1 authorization.k8s.io/v1
%autoscaling.v1 autoscaling/v1
%autoscaling.v2 autoscaling/v2
%batch.v1 batch/v1
%certificates.v1 certificates.k8s.io/v1
%coordination.v1 coordination.k8s.io/v1
%core.v1 v1
%discovery.v1 discovery.k8s.io/v1
%events.v1 events.k8s.io/v1
%flowcontrol.v1 flowcontrol.apiserver.k8s.io/v1
%meta.v1 meta.k8s.io/v1
%networking.v1 networking.k8s.io/v1
%node.v1 node.k8s.io/v1
%policy.v1 policy/v1
%rbac.v1 rbac.authorization.k8s.io/v1
%resource.v1 resource.k8s.io/v1
%scheduling.v1 scheduling.k8s.io/v1
%scheduling.v1alpha3 scheduling.k8s.io/v1alpha3
%storage.v1 storage.k8s.io/v1
%storagemigration.v1 storagemigration.k8s.io/v1
admissionregistration.v1.ApplyConfiguration 1:expression:s;e
admissionregistration.v1.AuditAnnotation 1:key:s 2:valueExpression:s
admissionregistration.v1.ExpressionWarning 2:fieldRef:s 3:warning:s
admissionregistration.v1.JSONPatch 1:expression:s;e
admissionregistration.v1.MatchCondition 1:name:s 2:expression:s
admissionregistration.v1.MatchResources 1:namespaceSelector:@meta.v1.LabelSelector;p;e
 2:objectSelector:@meta.v1.LabelSelector;p;e 3:resourceRules:[]@admissionregistration.v1.NamedRuleWithOperations;e
 4:excludeResourceRules:[]@admissionregistration.v1.NamedRuleWithOperations;e 7:matchPolicy:s;p;e
admissionregistration.v1.MutatingAdmissionPolicy! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@admissionregistration.v1.MutatingAdmissionPolicySpec;e
admissionregistration.v1.MutatingAdmissionPolicyBinding! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@admissionregistration.v1.MutatingAdmissionPolicyBindingSpec;e
admissionregistration.v1.MutatingAdmissionPolicyBindingSpec 1:policyName:s;e
 2:paramRef:@admissionregistration.v1.ParamRef;p;e 3:matchResources:@admissionregistration.v1.MatchResources;p;e
admissionregistration.v1.MutatingAdmissionPolicySpec 1:paramKind:@admissionregistration.v1.ParamKind;p;e
 2:matchConstraints:@admissionregistration.v1.MatchResources;p;e 3:variables:[]@admissionregistration.v1.Variable;e
 4:mutations:[]@admissionregistration.v1.Mutation;e 5:failurePolicy:s;p;e
 6:matchConditions:[]@admissionregistration.v1.MatchCondition;e 7:reinvocationPolicy:s;e
admissionregistration.v1.MutatingWebhook 1:name:s 2:clientConfig:@admissionregistration.v1.WebhookClientConfig
 3:rules:[]@admissionregistration.v1.RuleWithOperations;e 4:failurePolicy:s;p;e 9:matchPolicy:s;p;e
 5:namespaceSelector:@meta.v1.LabelSelector;p;e 11:objectSelector:@meta.v1.LabelSelector;p;e 6:sideEffects:s;p
 7:timeoutSeconds:i32;p;e 8:admissionReviewVersions:[]s 10:reinvocationPolicy:s;p;e
 12:matchConditions:[]@admissionregistration.v1.MatchCondition;e
admissionregistration.v1.MutatingWebhookConfiguration! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:webhooks:[]@admissionregistration.v1.MutatingWebhook;e
admissionregistration.v1.Mutation 2:patchType:s 3:applyConfiguration:@admissionregistration.v1.ApplyConfiguration;p;e
 4:jsonPatch:@admissionregistration.v1.JSONPatch;p;e;g=JSONPatch
admissionregistration.v1.NamedRuleWithOperations 1:resourceNames:[]s;e
 2:ruleWithOperations:@admissionregistration.v1.RuleWithOperations;i
admissionregistration.v1.ParamKind 1:apiVersion:s;e;g=APIVersion 2:kind:s;e
admissionregistration.v1.ParamRef 1:name:s;e 2:namespace:s;e 3:selector:@meta.v1.LabelSelector;p;e
 4:parameterNotFoundAction:s;p;e
admissionregistration.v1.Rule 1:apiGroups:[]s;e;g=APIGroups 2:apiVersions:[]s;e;g=APIVersions 3:resources:[]s;e
 4:scope:s;p;e
admissionregistration.v1.RuleWithOperations 1:operations:[]s;e 2:rule:@admissionregistration.v1.Rule;i
admissionregistration.v1.ServiceReference 1:namespace:s 2:name:s 3:path:s;p;e 4:port:i32;p;e
admissionregistration.v1.TypeChecking 1:expressionWarnings:[]@admissionregistration.v1.ExpressionWarning;e
admissionregistration.v1.ValidatingAdmissionPolicy! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@admissionregistration.v1.ValidatingAdmissionPolicySpec;e
 3:status:@admissionregistration.v1.ValidatingAdmissionPolicyStatus;e
admissionregistration.v1.ValidatingAdmissionPolicyBinding! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec;e
admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec 1:policyName:s;e
 2:paramRef:@admissionregistration.v1.ParamRef;p;e 3:matchResources:@admissionregistration.v1.MatchResources;p;e
 4:validationActions:[]s;e
admissionregistration.v1.ValidatingAdmissionPolicySpec 1:paramKind:@admissionregistration.v1.ParamKind;p;e
 2:matchConstraints:@admissionregistration.v1.MatchResources;p;e
 3:validations:[]@admissionregistration.v1.Validation;e 4:failurePolicy:s;p;e
 5:auditAnnotations:[]@admissionregistration.v1.AuditAnnotation;e
 6:matchConditions:[]@admissionregistration.v1.MatchCondition;e 7:variables:[]@admissionregistration.v1.Variable;e
admissionregistration.v1.ValidatingAdmissionPolicyStatus 1:observedGeneration:i64;e
 2:typeChecking:@admissionregistration.v1.TypeChecking;p;e 3:conditions:[]@meta.v1.Condition;e
admissionregistration.v1.ValidatingWebhook 1:name:s 2:clientConfig:@admissionregistration.v1.WebhookClientConfig
 3:rules:[]@admissionregistration.v1.RuleWithOperations;e 4:failurePolicy:s;p;e 9:matchPolicy:s;p;e
 5:namespaceSelector:@meta.v1.LabelSelector;p;e 10:objectSelector:@meta.v1.LabelSelector;p;e 6:sideEffects:s;p
 7:timeoutSeconds:i32;p;e 8:admissionReviewVersions:[]s
 11:matchConditions:[]@admissionregistration.v1.MatchCondition;e
admissionregistration.v1.ValidatingWebhookConfiguration! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:webhooks:[]@admissionregistration.v1.ValidatingWebhook;e
admissionregistration.v1.Validation 1:expression:s 2:message:s;e 3:reason:s;p;e 4:messageExpression:s;e
admissionregistration.v1.Variable 1:name:s 2:expression:s
admissionregistration.v1.WebhookClientConfig 3:url:s;p;e;g=URL
 1:service:@admissionregistration.v1.ServiceReference;p;e 2:caBundle:y;e;g=CABundle
apiextensions.v1.ConversionRequest 1:uid:s;g=UID 2:desiredAPIVersion:s 3:objects:[]r
apiextensions.v1.ConversionResponse 1:uid:s;g=UID 2:convertedObjects:[]r 3:result:@meta.v1.Status
apiextensions.v1.ConversionReview! 1:request:@apiextensions.v1.ConversionRequest;p;e
 2:response:@apiextensions.v1.ConversionResponse;p;e
apiextensions.v1.CustomResourceColumnDefinition 1:name:s 2:type:s 3:format:s;e 4:description:s;e 5:priority:i32;e
 6:jsonPath:s;g=JSONPath
apiextensions.v1.CustomResourceConversion 1:strategy:s 2:webhook:@apiextensions.v1.WebhookConversion;p;e
apiextensions.v1.CustomResourceDefinition! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@apiextensions.v1.CustomResourceDefinitionSpec 3:status:@apiextensions.v1.CustomResourceDefinitionStatus;e
apiextensions.v1.CustomResourceDefinitionCondition 1:type:s 2:status:s 3:lastTransitionTime:t;e 4:reason:s;e
 5:message:s;e 6:observedGeneration:i64;e
apiextensions.v1.CustomResourceDefinitionNames 1:plural:s 2:singular:s;e 3:shortNames:[]s;e 4:kind:s 5:listKind:s;e
 6:categories:[]s;e
apiextensions.v1.CustomResourceDefinitionSpec 1:group:s 3:names:@apiextensions.v1.CustomResourceDefinitionNames
 4:scope:s 7:versions:[]@apiextensions.v1.CustomResourceDefinitionVersion
 9:conversion:@apiextensions.v1.CustomResourceConversion;p;e 10:preserveUnknownFields:b;e
apiextensions.v1.CustomResourceDefinitionStatus 1:conditions:[]@apiextensions.v1.CustomResourceDefinitionCondition
 2:acceptedNames:@apiextensions.v1.CustomResourceDefinitionNames 3:storedVersions:[]s 4:observedGeneration:i64;e
apiextensions.v1.CustomResourceDefinitionVersion 1:name:s 2:served:b 3:storage:b 7:deprecated:b;e
 8:deprecationWarning:s;p;e 4:schema:@apiextensions.v1.CustomResourceValidation;p;e
 5:subresources:@apiextensions.v1.CustomResourceSubresources;p;e
 6:additionalPrinterColumns:[]@apiextensions.v1.CustomResourceColumnDefinition;e
 9:selectableFields:[]@apiextensions.v1.SelectableField;e
apiextensions.v1.CustomResourceSubresourceScale 1:specReplicasPath:s 2:statusReplicasPath:s 3:labelSelectorPath:s;p;e
apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceSubresources 1:status:@apiextensions.v1.CustomResourceSubresourceStatus;p;e
 2:scale:@apiextensions.v1.CustomResourceSubresourceScale;p;e
apiextensions.v1.CustomResourceValidation 1:openAPIV3Schema:@apiextensions.v1.JSONSchemaProps;p;e
apiextensions.v1.ExternalDocumentation 1:description:s;e 2:url:s;e;g=URL
apiextensions.v1.JSONSchemaProps 1:id:s;e;g=ID 2:$schema:s;e;g=Schema 3:$ref:s;p;e;g=Ref 4:description:s;e 5:type:s;e
 6:format:s;e 7:title:s;e 8:default:r;p;e 9:maximum:f;p;e 10:exclusiveMaximum:b;e 11:minimum:f;p;e
 12:exclusiveMinimum:b;e 13:maxLength:i64;p;e 14:minLength:i64;p;e 15:pattern:s;e 16:maxItems:i64;p;e
 17:minItems:i64;p;e 18:uniqueItems:b;e 19:multipleOf:f;p;e 20:enum:[]r;e 21:maxProperties:i64;p;e
 22:minProperties:i64;p;e 23:required:[]s;e 24:items:@apiextensions.v1.JSONSchemaPropsOrArray;p;e
 25:allOf:[]@apiextensions.v1.JSONSchemaProps;e 26:oneOf:[]@apiextensions.v1.JSONSchemaProps;e
 27:anyOf:[]@apiextensions.v1.JSONSchemaProps;e 28:not:@apiextensions.v1.JSONSchemaProps;p;e
 29:properties:{}@apiextensions.v1.JSONSchemaProps;e
 30:additionalProperties:@apiextensions.v1.JSONSchemaPropsOrBool;p;e
 31:patternProperties:{}@apiextensions.v1.JSONSchemaProps;e
 32:dependencies:{}@apiextensions.v1.JSONSchemaPropsOrStringArray;e
 33:additionalItems:@apiextensions.v1.JSONSchemaPropsOrBool;p;e 34:definitions:{}@apiextensions.v1.JSONSchemaProps;e
 35:externalDocs:@apiextensions.v1.ExternalDocumentation;p;e 36:example:r;p;e 37:nullable:b;e
 38:x-kubernetes-preserve-unknown-fields:b;p;e;g=XPreserveUnknownFields
 39:x-kubernetes-embedded-resource:b;e;g=XEmbeddedResource 40:x-kubernetes-int-or-string:b;e;g=XIntOrString
 41:x-kubernetes-list-map-keys:[]s;e;g=XListMapKeys 42:x-kubernetes-list-type:s;p;e;g=XListType
 43:x-kubernetes-map-type:s;p;e;g=XMapType
 44:x-kubernetes-validations:[]@apiextensions.v1.ValidationRule;e;g=XValidations
apiextensions.v1.JSONSchemaPropsOrArray 1:schema:@apiextensions.v1.JSONSchemaProps;p
 2:jSONSchemas:[]@apiextensions.v1.JSONSchemaProps
apiextensions.v1.JSONSchemaPropsOrBool 1:allows:b 2:schema:@apiextensions.v1.JSONSchemaProps;p
apiextensions.v1.JSONSchemaPropsOrStringArray 1:schema:@apiextensions.v1.JSONSchemaProps;p 2:property:[]s
apiextensions.v1.SelectableField 1:jsonPath:s;g=JSONPath
apiextensions.v1.ServiceReference 1:namespace:s 2:name:s 3:path:s;p;e 4:port:i32;p;e
apiextensions.v1.ValidationRule 1:rule:s 2:message:s;e 3:messageExpression:s;e 4:reason:s;p;e 5:fieldPath:s;e
 6:optionalOldSelf:b;p;e
apiextensions.v1.WebhookClientConfig 3:url:s;p;e;g=URL 1:service:@apiextensions.v1.ServiceReference;p;e
 2:caBundle:y;e;g=CABundle
apiextensions.v1.WebhookConversion 2:clientConfig:@apiextensions.v1.WebhookClientConfig;p;e
 3:conversionReviewVersions:[]s
apps.v1.ControllerRevision! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:data:r 3:revision:i64
apps.v1.DaemonSet! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@apps.v1.DaemonSetSpec;e
 3:status:@apps.v1.DaemonSetStatus;e
apps.v1.DaemonSetCondition 1:type:s 2:status:s 3:lastTransitionTime:t;e 4:reason:s;e 5:message:s;e
apps.v1.DaemonSetSpec 1:selector:@meta.v1.LabelSelector;p 2:template:@core.v1.PodTemplateSpec
 3:updateStrategy:@apps.v1.DaemonSetUpdateStrategy;e 4:minReadySeconds:i32;e 6:revisionHistoryLimit:i32;p;e
apps.v1.DaemonSetStatus 1:currentNumberScheduled:i32 2:numberMisscheduled:i32 3:desiredNumberScheduled:i32
 4:numberReady:i32 5:observedGeneration:i64;e 6:updatedNumberScheduled:i32;e 7:numberAvailable:i32;e
 8:numberUnavailable:i32;e 9:collisionCount:i32;p;e 10:conditions:[]@apps.v1.DaemonSetCondition;e
apps.v1.DaemonSetUpdateStrategy 1:type:s;e 2:rollingUpdate:@apps.v1.RollingUpdateDaemonSet;p;e
apps.v1.Deployment! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@apps.v1.DeploymentSpec;e
 3:status:@apps.v1.DeploymentStatus;e
apps.v1.DeploymentCondition 1:type:s 2:status:s 6:lastUpdateTime:t;e 7:lastTransitionTime:t;e 4:reason:s;e
 5:message:s;e
apps.v1.DeploymentSpec 1:replicas:i32;p;e 2:selector:@meta.v1.LabelSelector;p 3:template:@core.v1.PodTemplateSpec
 4:strategy:@apps.v1.DeploymentStrategy;e 5:minReadySeconds:i32;e 6:revisionHistoryLimit:i32;p;e 7:paused:b;e
 9:progressDeadlineSeconds:i32;p;e
apps.v1.DeploymentStatus 1:observedGeneration:i64;e 2:replicas:i32;e 3:updatedReplicas:i32;e 7:readyReplicas:i32;e
 4:availableReplicas:i32;e 5:unavailableReplicas:i32;e 9:terminatingReplicas:i32;p;e
 6:conditions:[]@apps.v1.DeploymentCondition;e 8:collisionCount:i32;p;e
apps.v1.DeploymentStrategy 1:type:s;e 2:rollingUpdate:@apps.v1.RollingUpdateDeployment;p;e
apps.v1.ReplicaSet! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@apps.v1.ReplicaSetSpec;e
 3:status:@apps.v1.ReplicaSetStatus;e
apps.v1.ReplicaSetCondition 1:type:s 2:status:s 3:lastTransitionTime:t;e 4:reason:s;e 5:message:s;e
apps.v1.ReplicaSetSpec 1:replicas:i32;p;e 4:minReadySeconds:i32;e 2:selector:@meta.v1.LabelSelector;p
 3:template:@core.v1.PodTemplateSpec;e
apps.v1.ReplicaSetStatus 1:replicas:i32 2:fullyLabeledReplicas:i32;e 4:readyReplicas:i32;e 5:availableReplicas:i32;e
 7:terminatingReplicas:i32;p;e 3:observedGeneration:i64;e 6:conditions:[]@apps.v1.ReplicaSetCondition;e
apps.v1.RollingUpdateDaemonSet 1:maxUnavailable:x;p;e 2:maxSurge:x;p;e
apps.v1.RollingUpdateDeployment 1:maxUnavailable:x;p;e 2:maxSurge:x;p;e
apps.v1.RollingUpdateStatefulSetStrategy 1:partition:i32;p;e 2:maxUnavailable:x;p;e
apps.v1.StatefulSet! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@apps.v1.StatefulSetSpec;e
 3:status:@apps.v1.StatefulSetStatus;e
apps.v1.StatefulSetCondition 1:type:s 2:status:s 3:lastTransitionTime:t;e 4:reason:s;e 5:message:s;e
apps.v1.StatefulSetOrdinals 1:start:i32
apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy 1:whenDeleted:s;e 2:whenScaled:s;e
)",
R"(apps.v1.StatefulSetSpec 1:replicas:i32;p;e 2:selector:@meta.v1.LabelSelector;p 3:template:@core.v1.PodTemplateSpec
 4:volumeClaimTemplates:[]@core.v1.PersistentVolumeClaim;e 5:serviceName:s 6:podManagementPolicy:s;e
 7:updateStrategy:@apps.v1.StatefulSetUpdateStrategy;e 8:revisionHistoryLimit:i32;p;e 9:minReadySeconds:i32;e
 10:persistentVolumeClaimRetentionPolicy:@apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy;p;e
 11:ordinals:@apps.v1.StatefulSetOrdinals;p;e
apps.v1.StatefulSetStatus 1:observedGeneration:i64;e 2:replicas:i32 3:readyReplicas:i32;e 4:currentReplicas:i32;e
 5:updatedReplicas:i32;e 6:currentRevision:s;e 7:updateRevision:s;e 9:collisionCount:i32;p;e
 10:conditions:[]@apps.v1.StatefulSetCondition;e 11:availableReplicas:i32
apps.v1.StatefulSetUpdateStrategy 1:type:s;e 2:rollingUpdate:@apps.v1.RollingUpdateStatefulSetStrategy;p;e
authentication.v1.AttestationValue[] 1:items:[]s
authentication.v1.BoundObjectReference 1:kind:s;e 2:apiVersion:s;e;g=APIVersion 3:name:s;e 4:uid:s;e;g=UID
authentication.v1.ExtraValue[] 1:items:[]s
authentication.v1.SelfSubjectReview! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:status:@authentication.v1.SelfSubjectReviewStatus;e
authentication.v1.SelfSubjectReviewStatus 1:userInfo:@authentication.v1.UserInfo;e
authentication.v1.TokenRequest! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@authentication.v1.TokenRequestSpec 3:status:@authentication.v1.TokenRequestStatus;e
authentication.v1.TokenRequestSpec 1:audiences:[]s 4:expirationSeconds:i64;p
 3:boundObjectRef:@authentication.v1.BoundObjectReference;p 5:attestations:{}@authentication.v1.AttestationValue;e
authentication.v1.TokenRequestStatus 1:token:s 2:expirationTimestamp:t
authentication.v1.TokenReview! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@authentication.v1.TokenReviewSpec
 3:status:@authentication.v1.TokenReviewStatus;e
authentication.v1.TokenReviewSpec 1:token:s;e 2:audiences:[]s;e
authentication.v1.TokenReviewStatus 1:authenticated:b;e 2:user:@authentication.v1.UserInfo;e 4:audiences:[]s;e
 3:error:s;e
authentication.v1.UserInfo 1:username:s;e 2:uid:s;e;g=UID 3:groups:[]s;e 4:extra:{}@authentication.v1.ExtraValue;e
authorization.v1.ExtraValue[] 1:items:[]s
authorization.v1.FieldSelectorAttributes 1:rawSelector:s;e 2:requirements:[]@meta.v1.FieldSelectorRequirement;e
authorization.v1.LabelSelectorAttributes 1:rawSelector:s;e 2:requirements:[]@meta.v1.LabelSelectorRequirement;e
authorization.v1.LocalSubjectAccessReview! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@authorization.v1.SubjectAccessReviewSpec 3:status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.NonResourceAttributes 1:path:s;e 2:verb:s;e
authorization.v1.NonResourceRule 1:verbs:[]s 2:nonResourceURLs:[]s;e
authorization.v1.ResourceAttributes 1:namespace:s;e 2:verb:s;e 3:group:s;e 4:version:s;e 5:resource:s;e
 6:subresource:s;e 7:name:s;e 8:fieldSelector:@authorization.v1.FieldSelectorAttributes;p;e
 9:labelSelector:@authorization.v1.LabelSelectorAttributes;p;e
authorization.v1.ResourceRule 1:verbs:[]s 2:apiGroups:[]s;e;g=APIGroups 3:resources:[]s;e 4:resourceNames:[]s;e
authorization.v1.SelfSubjectAccessReview! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@authorization.v1.SelfSubjectAccessReviewSpec 3:status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.SelfSubjectAccessReviewSpec 1:resourceAttributes:@authorization.v1.ResourceAttributes;p;e
 2:nonResourceAttributes:@authorization.v1.NonResourceAttributes;p;e
authorization.v1.SelfSubjectRulesReview! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@authorization.v1.SelfSubjectRulesReviewSpec 3:status:@authorization.v1.SubjectRulesReviewStatus;e
authorization.v1.SelfSubjectRulesReviewSpec 1:namespace:s;e
authorization.v1.SubjectAccessReview! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@authorization.v1.SubjectAccessReviewSpec 3:status:@authorization.v1.SubjectAccessReviewStatus;e
authorization.v1.SubjectAccessReviewSpec 1:resourceAttributes:@authorization.v1.ResourceAttributes;p;e
 2:nonResourceAttributes:@authorization.v1.NonResourceAttributes;p;e 3:user:s;e 4:groups:[]s;e
 5:extra:{}@authorization.v1.ExtraValue;e 6:uid:s;e;g=UID
authorization.v1.SubjectAccessReviewStatus 1:allowed:b 4:denied:b;e 2:reason:s;e 3:evaluationError:s;e
authorization.v1.SubjectRulesReviewStatus 1:resourceRules:[]@authorization.v1.ResourceRule
 2:nonResourceRules:[]@authorization.v1.NonResourceRule 3:incomplete:b 4:evaluationError:s;e
autoscaling.v1.CrossVersionObjectReference 1:kind:s 2:name:s 3:apiVersion:s;e;g=APIVersion
autoscaling.v1.HorizontalPodAutoscaler! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@autoscaling.v1.HorizontalPodAutoscalerSpec;e 3:status:@autoscaling.v1.HorizontalPodAutoscalerStatus;e
autoscaling.v1.HorizontalPodAutoscalerSpec 1:scaleTargetRef:@autoscaling.v1.CrossVersionObjectReference
 2:minReplicas:i32;p;e 3:maxReplicas:i32 4:targetCPUUtilizationPercentage:i32;p;e
autoscaling.v1.HorizontalPodAutoscalerStatus 1:observedGeneration:i64;p;e 2:lastScaleTime:t;p;e 3:currentReplicas:i32
 4:desiredReplicas:i32 5:currentCPUUtilizationPercentage:i32;p;e
autoscaling.v1.Scale! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@autoscaling.v1.ScaleSpec;e
 3:status:@autoscaling.v1.ScaleStatus;e
autoscaling.v1.ScaleSpec 1:replicas:i32;e
autoscaling.v1.ScaleStatus 1:replicas:i32 2:selector:s;e
autoscaling.v2.ContainerResourceMetricSource 1:name:s 2:target:@autoscaling.v2.MetricTarget 3:container:s
autoscaling.v2.ContainerResourceMetricStatus 1:name:s 2:current:@autoscaling.v2.MetricValueStatus 3:container:s
autoscaling.v2.CrossVersionObjectReference 1:kind:s 2:name:s 3:apiVersion:s;e;g=APIVersion
autoscaling.v2.ExternalMetricSource 1:metric:@autoscaling.v2.MetricIdentifier 2:target:@autoscaling.v2.MetricTarget
autoscaling.v2.ExternalMetricStatus 1:metric:@autoscaling.v2.MetricIdentifier
 2:current:@autoscaling.v2.MetricValueStatus
autoscaling.v2.HPAScalingPolicy 1:type:s 2:value:i32 3:periodSeconds:i32
autoscaling.v2.HPAScalingRules 3:stabilizationWindowSeconds:i32;p;e 1:selectPolicy:s;p;e
 2:policies:[]@autoscaling.v2.HPAScalingPolicy;e 4:tolerance:q;p;e
autoscaling.v2.HorizontalPodAutoscaler! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@autoscaling.v2.HorizontalPodAutoscalerSpec;e 3:status:@autoscaling.v2.HorizontalPodAutoscalerStatus;e
autoscaling.v2.HorizontalPodAutoscalerBehavior 1:scaleUp:@autoscaling.v2.HPAScalingRules;p;e
 2:scaleDown:@autoscaling.v2.HPAScalingRules;p;e
autoscaling.v2.HorizontalPodAutoscalerCondition 1:type:s 2:status:s 3:lastTransitionTime:t;e 4:reason:s;e
 5:message:s;e 6:observedGeneration:i64;p;e
autoscaling.v2.HorizontalPodAutoscalerSpec 1:scaleTargetRef:@autoscaling.v2.CrossVersionObjectReference
 2:minReplicas:i32;p;e 3:maxReplicas:i32 4:metrics:[]@autoscaling.v2.MetricSpec;e
 5:behavior:@autoscaling.v2.HorizontalPodAutoscalerBehavior;p;e
autoscaling.v2.HorizontalPodAutoscalerStatus 1:observedGeneration:i64;p;e 2:lastScaleTime:t;p;e
 3:currentReplicas:i32;e 4:desiredReplicas:i32 5:currentMetrics:[]@autoscaling.v2.MetricStatus
 6:conditions:[]@autoscaling.v2.HorizontalPodAutoscalerCondition;e
autoscaling.v2.MetricIdentifier 1:name:s 2:selector:@meta.v1.LabelSelector;p;e
autoscaling.v2.MetricSpec 1:type:s 2:object:@autoscaling.v2.ObjectMetricSource;p;e
 3:pods:@autoscaling.v2.PodsMetricSource;p;e 4:resource:@autoscaling.v2.ResourceMetricSource;p;e
 7:containerResource:@autoscaling.v2.ContainerResourceMetricSource;p;e
 5:external:@autoscaling.v2.ExternalMetricSource;p;e
autoscaling.v2.MetricStatus 1:type:s 2:object:@autoscaling.v2.ObjectMetricStatus;p;e
 3:pods:@autoscaling.v2.PodsMetricStatus;p;e 4:resource:@autoscaling.v2.ResourceMetricStatus;p;e
 7:containerResource:@autoscaling.v2.ContainerResourceMetricStatus;p;e
 5:external:@autoscaling.v2.ExternalMetricStatus;p;e
autoscaling.v2.MetricTarget 1:type:s 2:value:q;p;e 3:averageValue:q;p;e 4:averageUtilization:i32;p;e
autoscaling.v2.MetricValueStatus 1:value:q;p;e 2:averageValue:q;p;e 3:averageUtilization:i32;p;e
autoscaling.v2.ObjectMetricSource 1:describedObject:@autoscaling.v2.CrossVersionObjectReference
 2:target:@autoscaling.v2.MetricTarget 3:metric:@autoscaling.v2.MetricIdentifier
autoscaling.v2.ObjectMetricStatus 1:metric:@autoscaling.v2.MetricIdentifier
 2:current:@autoscaling.v2.MetricValueStatus 3:describedObject:@autoscaling.v2.CrossVersionObjectReference
autoscaling.v2.PodsMetricSource 1:metric:@autoscaling.v2.MetricIdentifier 2:target:@autoscaling.v2.MetricTarget
autoscaling.v2.PodsMetricStatus 1:metric:@autoscaling.v2.MetricIdentifier 2:current:@autoscaling.v2.MetricValueStatus
autoscaling.v2.ResourceMetricSource 1:name:s 2:target:@autoscaling.v2.MetricTarget
autoscaling.v2.ResourceMetricStatus 1:name:s 2:current:@autoscaling.v2.MetricValueStatus
batch.v1.CronJob! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@batch.v1.CronJobSpec;e
 3:status:@batch.v1.CronJobStatus;e
batch.v1.CronJobSpec 1:schedule:s 8:timeZone:s;p;e 2:startingDeadlineSeconds:i64;p;e 3:concurrencyPolicy:s;e
 4:suspend:b;p;e 5:jobTemplate:@batch.v1.JobTemplateSpec 6:successfulJobsHistoryLimit:i32;p;e
 7:failedJobsHistoryLimit:i32;p;e
batch.v1.CronJobStatus 1:active:[]@core.v1.ObjectReference;e 4:lastScheduleTime:t;p;e 5:lastSuccessfulTime:t;p;e
batch.v1.Job! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@batch.v1.JobSpec;e 3:status:@batch.v1.JobStatus;e
batch.v1.JobCondition 1:type:s 2:status:s 3:lastProbeTime:t;e 4:lastTransitionTime:t;e 5:reason:s;e 6:message:s;e
batch.v1.JobSchedulingConfiguration 1:schedulingPolicy:@scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy;p;e
 2:schedulingConstraints:@scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints;p;e
 3:disruptionMode:@scheduling.v1alpha3.WorkloadPodGroupDisruptionMode;p;e
 4:resourceClaims:[]@scheduling.v1alpha3.WorkloadPodGroupResourceClaim;e
batch.v1.JobSpec 1:parallelism:i32;p;e 2:completions:i32;p;e 3:activeDeadlineSeconds:i64;p;e
 11:podFailurePolicy:@batch.v1.PodFailurePolicy;p;e 16:successPolicy:@batch.v1.SuccessPolicy;p;e
 7:backoffLimit:i32;p;e 12:backoffLimitPerIndex:i32;p;e 13:maxFailedIndexes:i32;p;e
 4:selector:@meta.v1.LabelSelector;p;e 5:manualSelector:b;p;e 6:template:@core.v1.PodTemplateSpec
 8:ttlSecondsAfterFinished:i32;p;e;g=TTLSecondsAfterFinished 9:completionMode:s;p;e 10:suspend:b;p;e
 14:podReplacementPolicy:s;p;e 15:managedBy:s;p;e 17:scheduling:@batch.v1.JobSchedulingConfiguration;p;e
batch.v1.JobStatus 1:conditions:[]@batch.v1.JobCondition;e 2:startTime:t;p;e 3:completionTime:t;p;e 4:active:i32;e
 5:succeeded:i32;e 6:failed:i32;e 11:terminating:i32;p;e 7:completedIndexes:s;e 10:failedIndexes:s;p;e
 8:uncountedTerminatedPods:@batch.v1.UncountedTerminatedPods;p;e 9:ready:i32;p;e
batch.v1.JobTemplateSpec 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@batch.v1.JobSpec;e
batch.v1.PodFailurePolicy 1:rules:[]@batch.v1.PodFailurePolicyRule
batch.v1.PodFailurePolicyOnExitCodesRequirement 1:containerName:s;p;e 2:operator:s 3:values:[]i32
batch.v1.PodFailurePolicyOnPodConditionsPattern 1:type:s 2:status:s
batch.v1.PodFailurePolicyRule 1:action:s 2:onExitCodes:@batch.v1.PodFailurePolicyOnExitCodesRequirement;p;e
 3:onPodConditions:[]@batch.v1.PodFailurePolicyOnPodConditionsPattern;e
batch.v1.SuccessPolicy 1:rules:[]@batch.v1.SuccessPolicyRule
batch.v1.SuccessPolicyRule 1:succeededIndexes:s;p;e 2:succeededCount:i32;p;e
batch.v1.UncountedTerminatedPods 1:succeeded:[]s;e 2:failed:[]s;e
certificates.v1.CertificateSigningRequest! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@certificates.v1.CertificateSigningRequestSpec 3:status:@certificates.v1.CertificateSigningRequestStatus;e
certificates.v1.CertificateSigningRequestCondition 1:type:s 6:status:s 2:reason:s;e 3:message:s;e 4:lastUpdateTime:t;e
 5:lastTransitionTime:t;e
certificates.v1.CertificateSigningRequestSpec 1:request:y 7:signerName:s 8:expirationSeconds:i32;p;e 5:usages:[]s;e
 2:username:s;e 3:uid:s;e;g=UID 4:groups:[]s;e 6:extra:{}@certificates.v1.ExtraValue;e
certificates.v1.CertificateSigningRequestStatus 1:conditions:[]@certificates.v1.CertificateSigningRequestCondition;e
 2:certificate:y;e
certificates.v1.ClusterTrustBundle! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@certificates.v1.ClusterTrustBundleSpec
certificates.v1.ClusterTrustBundleSpec 1:signerName:s;e 2:trustBundle:s
certificates.v1.ExtraValue[] 1:items:[]s
certificates.v1.PodCertificateRequest! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@certificates.v1.PodCertificateRequestSpec 3:status:@certificates.v1.PodCertificateRequestStatus;e
certificates.v1.PodCertificateRequestSpec 1:signerName:s 2:podName:s 3:podUID:s 4:serviceAccountName:s
 5:serviceAccountUID:s 6:nodeName:s 7:nodeUID:s 8:maxExpirationSeconds:i32;p;e 12:stubPKCS10Request:y
 11:unverifiedUserAnnotations:{}s;e
certificates.v1.PodCertificateRequestStatus 1:conditions:[]@meta.v1.Condition;e 2:certificateChain:s;e
 4:notBefore:t;p;e 5:beginRefreshAt:t;p;e 6:notAfter:t;p;e
coordination.v1.Lease! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@coordination.v1.LeaseSpec;e
coordination.v1.LeaseSpec 1:holderIdentity:s;p;e 2:leaseDurationSeconds:i32;p;e 3:acquireTime:m;p;e 4:renewTime:m;p;e
 5:leaseTransitions:i32;p;e 6:strategy:s;p;e 7:preferredHolder:s;p;e
core.v1.AWSElasticBlockStoreVolumeSource 1:volumeID:s 2:fsType:s;e;g=FSType 3:partition:i32;e 4:readOnly:b;e
core.v1.Affinity 1:nodeAffinity:@core.v1.NodeAffinity;p;e 2:podAffinity:@core.v1.PodAffinity;p;e
 3:podAntiAffinity:@core.v1.PodAntiAffinity;p;e
core.v1.AppArmorProfile 1:type:s 2:localhostProfile:s;p;e
core.v1.AttachedVolume 1:name:s 2:devicePath:s
core.v1.AzureDiskVolumeSource 1:diskName:s 2:diskURI:s;g=DataDiskURI 3:cachingMode:s;p;e 4:fsType:s;p;e;g=FSType
 5:readOnly:b;p;e 6:kind:s;p;e
core.v1.AzureFilePersistentVolumeSource 1:secretName:s 2:shareName:s 3:readOnly:b;e 4:secretNamespace:s;p
core.v1.AzureFileVolumeSource 1:secretName:s 2:shareName:s 3:readOnly:b;e
)",
R"(core.v1.Binding! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:target:@core.v1.ObjectReference
core.v1.CSIPersistentVolumeSource 1:driver:s 2:volumeHandle:s 3:readOnly:b;e 4:fsType:s;e;g=FSType
 5:volumeAttributes:{}s;e 6:controllerPublishSecretRef:@core.v1.SecretReference;p;e
 7:nodeStageSecretRef:@core.v1.SecretReference;p;e 8:nodePublishSecretRef:@core.v1.SecretReference;p;e
 9:controllerExpandSecretRef:@core.v1.SecretReference;p;e 10:nodeExpandSecretRef:@core.v1.SecretReference;p;e
core.v1.CSIVolumeSource 1:driver:s 2:readOnly:b;p;e 3:fsType:s;p;e;g=FSType 4:volumeAttributes:{}s;e
 5:nodePublishSecretRef:@core.v1.LocalObjectReference;p;e
core.v1.Capabilities 1:add:[]s;e 2:drop:[]s;e
core.v1.CephFSPersistentVolumeSource 1:monitors:[]s 2:path:s;e 3:user:s;e 4:secretFile:s;e
 5:secretRef:@core.v1.SecretReference;p;e 6:readOnly:b;e
core.v1.CephFSVolumeSource 1:monitors:[]s 2:path:s;e 3:user:s;e 4:secretFile:s;e
 5:secretRef:@core.v1.LocalObjectReference;p;e 6:readOnly:b;e
core.v1.CinderPersistentVolumeSource 1:volumeID:s 2:fsType:s;e;g=FSType 3:readOnly:b;e
 4:secretRef:@core.v1.SecretReference;p;e
core.v1.CinderVolumeSource 1:volumeID:s 2:fsType:s;e;g=FSType 3:readOnly:b;e
 4:secretRef:@core.v1.LocalObjectReference;p;e
core.v1.ClientIPConfig 1:timeoutSeconds:i32;p;e
core.v1.ClusterTrustBundleProjection 1:name:s;p;e 2:signerName:s;p;e 3:labelSelector:@meta.v1.LabelSelector;p;e
 5:optional:b;p;e 4:path:s 6:user:i64;p;e
core.v1.ComponentCondition 1:type:s 2:status:s 3:message:s;e 4:error:s;e
core.v1.ComponentStatus! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:conditions:[]@core.v1.ComponentCondition;e
core.v1.ConfigMap! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 4:immutable:b;p;e 2:data:{}s;e 3:binaryData:{}y;e
core.v1.ConfigMapEnvSource 1:localObjectReference:@core.v1.LocalObjectReference;i 2:optional:b;p;e
core.v1.ConfigMapKeySelector 1:localObjectReference:@core.v1.LocalObjectReference;i 2:key:s 3:optional:b;p;e
core.v1.ConfigMapNodeConfigSource 1:namespace:s 2:name:s 3:uid:s;e;g=UID 4:resourceVersion:s;e 5:kubeletConfigKey:s
core.v1.ConfigMapProjection 1:localObjectReference:@core.v1.LocalObjectReference;i 2:items:[]@core.v1.KeyToPath;e
 4:optional:b;p;e
core.v1.ConfigMapVolumeSource 1:localObjectReference:@core.v1.LocalObjectReference;i 2:items:[]@core.v1.KeyToPath;e
 3:defaultMode:i32;p;e 4:optional:b;p;e 5:defaultUser:i64;p;e
core.v1.Container 1:name:s 2:image:s;e 3:command:[]s;e 4:args:[]s;e 5:workingDir:s;e
 6:ports:[]@core.v1.ContainerPort;e 19:envFrom:[]@core.v1.EnvFromSource;e 7:env:[]@core.v1.EnvVar;e
 8:resources:@core.v1.ResourceRequirements;e 23:resizePolicy:[]@core.v1.ContainerResizePolicy;e 24:restartPolicy:s;p;e
 25:restartPolicyRules:[]@core.v1.ContainerRestartRule;e 9:volumeMounts:[]@core.v1.VolumeMount;e
 21:volumeDevices:[]@core.v1.VolumeDevice;e 10:livenessProbe:@core.v1.Probe;p;e 11:readinessProbe:@core.v1.Probe;p;e
 22:startupProbe:@core.v1.Probe;p;e 12:lifecycle:@core.v1.Lifecycle;p;e 13:terminationMessagePath:s;e
 20:terminationMessagePolicy:s;e 14:imagePullPolicy:s;e 15:securityContext:@core.v1.SecurityContext;p;e 16:stdin:b;e
 17:stdinOnce:b;e 18:tty:b;e;g=TTY
core.v1.ContainerExtendedResourceRequest 1:containerName:s 2:resourceName:s 3:requestName:s
core.v1.ContainerImage 1:names:[]s 2:sizeBytes:i64;e
core.v1.ContainerPort 1:name:s;e 2:hostPort:i32;e 3:containerPort:i32 4:protocol:s;e 5:hostIP:s;e
core.v1.ContainerResizePolicy 1:resourceName:s 2:restartPolicy:s
core.v1.ContainerRestartRule 1:action:s;e 2:exitCodes:@core.v1.ContainerRestartRuleOnExitCodes;p;e
core.v1.ContainerRestartRuleOnExitCodes 1:operator:s;e 2:values:[]i32;e
core.v1.ContainerState 1:waiting:@core.v1.ContainerStateWaiting;p;e 2:running:@core.v1.ContainerStateRunning;p;e
 3:terminated:@core.v1.ContainerStateTerminated;p;e
core.v1.ContainerStateRunning 1:startedAt:t;e
core.v1.ContainerStateTerminated 1:exitCode:i32 2:signal:i32;e 3:reason:s;e 4:message:s;e 5:startedAt:t;e
 6:finishedAt:t;e 7:containerID:s;e
core.v1.ContainerStateWaiting 1:reason:s;e 2:message:s;e
core.v1.ContainerStatus 1:name:s 2:state:@core.v1.ContainerState;e
 3:lastState:@core.v1.ContainerState;e;g=LastTerminationState 4:ready:b 5:restartCount:i32 6:image:s 7:imageID:s
 8:containerID:s;e 9:started:b;p;e 10:allocatedResources:{}q;e 11:resources:@core.v1.ResourceRequirements;p;e
 12:volumeMounts:[]@core.v1.VolumeMountStatus;e 13:user:@core.v1.ContainerUser;p;e
 14:allocatedResourcesStatus:[]@core.v1.ResourceStatus;e 15:stopSignal:s;p;e
core.v1.ContainerUser 1:linux:@core.v1.LinuxContainerUser;p;e
core.v1.DaemonEndpoint 1:Port:i32
core.v1.DownwardAPIProjection 1:items:[]@core.v1.DownwardAPIVolumeFile;e
core.v1.DownwardAPIVolumeFile 1:path:s 2:fieldRef:@core.v1.ObjectFieldSelector;p;e
 3:resourceFieldRef:@core.v1.ResourceFieldSelector;p;e 4:mode:i32;p;e 5:user:i64;p;e
core.v1.DownwardAPIVolumeSource 1:items:[]@core.v1.DownwardAPIVolumeFile;e 2:defaultMode:i32;p;e 3:defaultUser:i64;p;e
core.v1.EmptyDirVolumeSource 1:medium:s;e 2:sizeLimit:q;p;e 3:mode:i32;p;e
core.v1.EndpointAddress 1:ip:s;g=IP 3:hostname:s;e 4:nodeName:s;p;e 2:targetRef:@core.v1.ObjectReference;p;e
core.v1.EndpointPort 1:name:s;e 2:port:i32 3:protocol:s;e 4:appProtocol:s;p;e
core.v1.EndpointSubset 1:addresses:[]@core.v1.EndpointAddress;e 2:notReadyAddresses:[]@core.v1.EndpointAddress;e
 3:ports:[]@core.v1.EndpointPort;e
core.v1.Endpoints! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:subsets:[]@core.v1.EndpointSubset;e
core.v1.EnvFromSource 1:prefix:s;e 2:configMapRef:@core.v1.ConfigMapEnvSource;p;e
 3:secretRef:@core.v1.SecretEnvSource;p;e
core.v1.EnvVar 1:name:s 2:value:s;e 3:valueFrom:@core.v1.EnvVarSource;p;e
core.v1.EnvVarSource 1:fieldRef:@core.v1.ObjectFieldSelector;p;e 2:resourceFieldRef:@core.v1.ResourceFieldSelector;p;e
 3:configMapKeyRef:@core.v1.ConfigMapKeySelector;p;e 4:secretKeyRef:@core.v1.SecretKeySelector;p;e
 5:fileKeyRef:@core.v1.FileKeySelector;p;e
core.v1.EphemeralContainer 1:ephemeralContainerCommon:@core.v1.EphemeralContainerCommon;i 2:targetContainerName:s;e
core.v1.EphemeralContainerCommon 1:name:s 2:image:s;e 3:command:[]s;e 4:args:[]s;e 5:workingDir:s;e
 6:ports:[]@core.v1.ContainerPort;e 19:envFrom:[]@core.v1.EnvFromSource;e 7:env:[]@core.v1.EnvVar;e
 8:resources:@core.v1.ResourceRequirements;e 23:resizePolicy:[]@core.v1.ContainerResizePolicy;e 24:restartPolicy:s;p;e
 25:restartPolicyRules:[]@core.v1.ContainerRestartRule;e 9:volumeMounts:[]@core.v1.VolumeMount;e
 21:volumeDevices:[]@core.v1.VolumeDevice;e 10:livenessProbe:@core.v1.Probe;p;e 11:readinessProbe:@core.v1.Probe;p;e
 22:startupProbe:@core.v1.Probe;p;e 12:lifecycle:@core.v1.Lifecycle;p;e 13:terminationMessagePath:s;e
 20:terminationMessagePolicy:s;e 14:imagePullPolicy:s;e 15:securityContext:@core.v1.SecurityContext;p;e 16:stdin:b;e
 17:stdinOnce:b;e 18:tty:b;e;g=TTY
core.v1.EphemeralVolumeSource 1:volumeClaimTemplate:@core.v1.PersistentVolumeClaimTemplate;p;e
core.v1.Event! 1:metadata:@meta.v1.ObjectMeta;g=ObjectMeta 2:involvedObject:@core.v1.ObjectReference 3:reason:s;e
 4:message:s;e 5:source:@core.v1.EventSource;e 6:firstTimestamp:t;e 7:lastTimestamp:t;e 8:count:i32;e 9:type:s;e
 10:eventTime:m;e 11:series:@core.v1.EventSeries;p;e 12:action:s;e 13:related:@core.v1.ObjectReference;p;e
 14:reportingComponent:s;g=ReportingController 15:reportingInstance:s
core.v1.EventSeries 1:count:i32;e 2:lastObservedTime:m;e
core.v1.EventSource 1:component:s;e 2:host:s;e
core.v1.EvictionResponder 1:name:s 2:priority:i32;p
core.v1.ExecAction 1:command:[]s;e
core.v1.FCVolumeSource 1:targetWWNs:[]s;e 2:lun:i32;p;e 3:fsType:s;e;g=FSType 4:readOnly:b;e 5:wwids:[]s;e;g=WWIDs
core.v1.FileKeySelector 1:volumeName:s 2:path:s 3:key:s 4:optional:b;p;e
core.v1.FlexPersistentVolumeSource 1:driver:s 2:fsType:s;e;g=FSType 3:secretRef:@core.v1.SecretReference;p;e
 4:readOnly:b;e 5:options:{}s;e
core.v1.FlexVolumeSource 1:driver:s 2:fsType:s;e;g=FSType 3:secretRef:@core.v1.LocalObjectReference;p;e 4:readOnly:b;e
 5:options:{}s;e
core.v1.FlockerVolumeSource 1:datasetName:s;e 2:datasetUUID:s;e
core.v1.GCEPersistentDiskVolumeSource 1:pdName:s;g=PDName 2:fsType:s;e;g=FSType 3:partition:i32;e 4:readOnly:b;e
core.v1.GRPCAction 1:port:i32 2:service:s;p 3:mode:s;p;e
core.v1.GitRepoVolumeSource 1:repository:s 2:revision:s;e 3:directory:s;e
core.v1.GlusterfsPersistentVolumeSource 1:endpoints:s;g=EndpointsName 2:path:s 3:readOnly:b;e
 4:endpointsNamespace:s;p;e
core.v1.GlusterfsVolumeSource 1:endpoints:s;g=EndpointsName 2:path:s 3:readOnly:b;e
core.v1.HTTPGetAction 1:path:s;e 2:port:x 3:host:s;e 4:scheme:s;e 5:httpHeaders:[]@core.v1.HTTPHeader;e;g=HTTPHeaders
 6:protocol:s;p;e
core.v1.HTTPHeader 1:name:s 2:value:s
core.v1.HostAlias 1:ip:s;g=IP 2:hostnames:[]s;e
core.v1.HostIP 1:ip:s;g=IP
core.v1.HostPathVolumeSource 1:path:s 2:type:s;p;e
core.v1.ISCSIPersistentVolumeSource 1:targetPortal:s 2:iqn:s;g=IQN 3:lun:i32 4:iscsiInterface:s;e;g=ISCSIInterface
 5:fsType:s;e;g=FSType 6:readOnly:b;e 7:portals:[]s;e 8:chapAuthDiscovery:b;e;g=DiscoveryCHAPAuth
 11:chapAuthSession:b;e;g=SessionCHAPAuth 10:secretRef:@core.v1.SecretReference;p;e 12:initiatorName:s;p;e
core.v1.ISCSIVolumeSource 1:targetPortal:s 2:iqn:s;g=IQN 3:lun:i32 4:iscsiInterface:s;e;g=ISCSIInterface
 5:fsType:s;e;g=FSType 6:readOnly:b;e 7:portals:[]s;e 8:chapAuthDiscovery:b;e;g=DiscoveryCHAPAuth
 11:chapAuthSession:b;e;g=SessionCHAPAuth 10:secretRef:@core.v1.LocalObjectReference;p;e 12:initiatorName:s;p;e
core.v1.ImageVolumeSource 1:reference:s;e 2:pullPolicy:s;e
core.v1.ImageVolumeStatus 1:imageRef:s;e
core.v1.KeyToPath 1:key:s 2:path:s 3:mode:i32;p;e 4:user:i64;p;e
core.v1.Lifecycle 1:postStart:@core.v1.LifecycleHandler;p;e 2:preStop:@core.v1.LifecycleHandler;p;e 3:stopSignal:s;p;e
core.v1.LifecycleHandler 1:exec:@core.v1.ExecAction;p;e 2:httpGet:@core.v1.HTTPGetAction;p;e;g=HTTPGet
 3:tcpSocket:@core.v1.TCPSocketAction;p;e;g=TCPSocket 4:sleep:@core.v1.SleepAction;p;e
core.v1.LimitRange! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@core.v1.LimitRangeSpec;e
core.v1.LimitRangeItem 1:type:s 2:max:{}q;e 3:min:{}q;e 4:default:{}q;e 5:defaultRequest:{}q;e
 6:maxLimitRequestRatio:{}q;e
core.v1.LimitRangeSpec 1:limits:[]@core.v1.LimitRangeItem
core.v1.LinuxContainerUser 1:uid:i64;g=UID 2:gid:i64;g=GID 3:supplementalGroups:[]i64;e
core.v1.LoadBalancerIngress 1:ip:s;e;g=IP 2:hostname:s;e 3:ipMode:s;p;e;g=IPMode 4:ports:[]@core.v1.PortStatus;e
core.v1.LoadBalancerStatus 1:ingress:[]@core.v1.LoadBalancerIngress;e
core.v1.LocalObjectReference 1:name:s;e
core.v1.LocalVolumeSource 1:path:s 2:fsType:s;p;e;g=FSType
core.v1.ModifyVolumeStatus 1:targetVolumeAttributesClassName:s;e 2:status:s
core.v1.NFSVolumeSource 1:server:s 2:path:s 3:readOnly:b;e
core.v1.Namespace! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@core.v1.NamespaceSpec;e
 3:status:@core.v1.NamespaceStatus;e
core.v1.NamespaceCondition 1:type:s 2:status:s 4:lastTransitionTime:t;e 5:reason:s;e 6:message:s;e
core.v1.NamespaceSpec 1:finalizers:[]s;e
core.v1.NamespaceStatus 1:phase:s;e 2:conditions:[]@core.v1.NamespaceCondition;e
core.v1.Node! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@core.v1.NodeSpec;e 3:status:@core.v1.NodeStatus;e
core.v1.NodeAddress 1:type:s 2:address:s
core.v1.NodeAffinity 1:requiredDuringSchedulingIgnoredDuringExecution:@core.v1.NodeSelector;p;e
 2:preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PreferredSchedulingTerm;e
core.v1.NodeAllocatableMappedResources 1:name:s 2:quantity:q;p
core.v1.NodeAllocatableOverheadResources 1:name:s 2:perPod:q;p;e 3:perContainer:q;p;e
core.v1.NodeAllocatableResourceClaimStatus 1:resourceClaimName:s 2:containers:[]s;e
 4:mapping:[]@core.v1.NodeAllocatableMappedResources;e 5:overhead:[]@core.v1.NodeAllocatableOverheadResources;e
core.v1.NodeCondition 1:type:s 2:status:s 3:lastHeartbeatTime:t;e 4:lastTransitionTime:t;e 5:reason:s;e 6:message:s;e
core.v1.NodeConfigSource 2:configMap:@core.v1.ConfigMapNodeConfigSource;p;e
core.v1.NodeConfigStatus 1:assigned:@core.v1.NodeConfigSource;p;e 2:active:@core.v1.NodeConfigSource;p;e
 3:lastKnownGood:@core.v1.NodeConfigSource;p;e 4:error:s;e
core.v1.NodeDaemonEndpoints 1:kubeletEndpoint:@core.v1.DaemonEndpoint;e
core.v1.NodeFeatures 1:supplementalGroupsPolicy:b;p;e
core.v1.NodePodPreemptionPolicy 1:disableResizePreemption:[]s;e
core.v1.NodeProxyOptions! 1:path:s;e
core.v1.NodeRuntimeHandler 1:name:s 2:features:@core.v1.NodeRuntimeHandlerFeatures;p;e
core.v1.NodeRuntimeHandlerFeatures 1:recursiveReadOnlyMounts:b;p;e 2:userNamespaces:b;p;e
core.v1.NodeSelector 1:nodeSelectorTerms:[]@core.v1.NodeSelectorTerm
core.v1.NodeSelectorRequirement 1:key:s 2:operator:s 3:values:[]s;e
core.v1.NodeSelectorTerm 1:matchExpressions:[]@core.v1.NodeSelectorRequirement;e
 2:matchFields:[]@core.v1.NodeSelectorRequirement;e
core.v1.NodeSpec 1:podCIDR:s;e 7:podCIDRs:[]s;e 3:providerID:s;e 4:unschedulable:b;e 5:taints:[]@core.v1.Taint;e
 6:configSource:@core.v1.NodeConfigSource;p;e 2:externalID:s;e;g=DoNotUseExternalID
 8:podPreemptionPolicy:@core.v1.NodePodPreemptionPolicy;p;e
core.v1.NodeStatus 1:capacity:{}q;e 2:allocatable:{}q;e 3:phase:s;e 4:conditions:[]@core.v1.NodeCondition;e
 5:addresses:[]@core.v1.NodeAddress;e 6:daemonEndpoints:@core.v1.NodeDaemonEndpoints;e
 7:nodeInfo:@core.v1.NodeSystemInfo;e 8:images:[]@core.v1.ContainerImage;e 9:volumesInUse:[]s;e
 10:volumesAttached:[]@core.v1.AttachedVolume;e 11:config:@core.v1.NodeConfigStatus;p;e
 12:runtimeHandlers:[]@core.v1.NodeRuntimeHandler;e 13:features:@core.v1.NodeFeatures;p;e 14:declaredFeatures:[]s;e
core.v1.NodeSwapStatus 1:capacity:i64;p;e
core.v1.NodeSystemInfo 1:machineID:s 2:systemUUID:s 3:bootID:s 4:kernelVersion:s 5:osImage:s;g=OSImage
 6:containerRuntimeVersion:s 7:kubeletVersion:s 8:kubeProxyVersion:s 9:operatingSystem:s 10:architecture:s
 11:swap:@core.v1.NodeSwapStatus;p;e 12:runningInUserNamespace:b;p;e
core.v1.ObjectFieldSelector 1:apiVersion:s;e;g=APIVersion 2:fieldPath:s
)",
R"(core.v1.ObjectReference 1:kind:s;e 2:namespace:s;e 3:name:s;e 4:uid:s;e;g=UID 5:apiVersion:s;e;g=APIVersion
 6:resourceVersion:s;e 7:fieldPath:s;e
core.v1.PersistentVolume! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@core.v1.PersistentVolumeSpec;e
 3:status:@core.v1.PersistentVolumeStatus;e
core.v1.PersistentVolumeClaim! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@core.v1.PersistentVolumeClaimSpec;e 3:status:@core.v1.PersistentVolumeClaimStatus;e
core.v1.PersistentVolumeClaimCondition 1:type:s 2:status:s 3:lastProbeTime:t;e 4:lastTransitionTime:t;e 5:reason:s;e
 6:message:s;e
core.v1.PersistentVolumeClaimSpec 1:accessModes:[]s;e 4:selector:@meta.v1.LabelSelector;p;e
 2:resources:@core.v1.VolumeResourceRequirements;e 3:volumeName:s;e 5:storageClassName:s;p;e 6:volumeMode:s;p;e
 7:dataSource:@core.v1.TypedLocalObjectReference;p;e 8:dataSourceRef:@core.v1.TypedObjectReference;p;e
 9:volumeAttributesClassName:s;p;e
core.v1.PersistentVolumeClaimStatus 1:phase:s;e 2:accessModes:[]s;e 3:capacity:{}q;e
 4:conditions:[]@core.v1.PersistentVolumeClaimCondition;e 5:allocatedResources:{}q;e 7:allocatedResourceStatuses:{}s;e
 8:currentVolumeAttributesClassName:s;p;e 9:modifyVolumeStatus:@core.v1.ModifyVolumeStatus;p;e
 10:healthStatus:@core.v1.VolumeHealthStatus;p;e
core.v1.PersistentVolumeClaimTemplate 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@core.v1.PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource 1:claimName:s 2:readOnly:b;e
core.v1.PersistentVolumeSource 1:gcePersistentDisk:@core.v1.GCEPersistentDiskVolumeSource;p;e;g=GCEPersistentDisk
 2:awsElasticBlockStore:@core.v1.AWSElasticBlockStoreVolumeSource;p;e;g=AWSElasticBlockStore
 3:hostPath:@core.v1.HostPathVolumeSource;p;e 4:glusterfs:@core.v1.GlusterfsPersistentVolumeSource;p;e
 5:nfs:@core.v1.NFSVolumeSource;p;e;g=NFS 6:rbd:@core.v1.RBDPersistentVolumeSource;p;e;g=RBD
 7:iscsi:@core.v1.ISCSIPersistentVolumeSource;p;e;g=ISCSI 8:cinder:@core.v1.CinderPersistentVolumeSource;p;e
 9:cephfs:@core.v1.CephFSPersistentVolumeSource;p;e;g=CephFS 10:fc:@core.v1.FCVolumeSource;p;e;g=FC
 11:flocker:@core.v1.FlockerVolumeSource;p;e 12:flexVolume:@core.v1.FlexPersistentVolumeSource;p;e
 13:azureFile:@core.v1.AzureFilePersistentVolumeSource;p;e
 14:vsphereVolume:@core.v1.VsphereVirtualDiskVolumeSource;p;e 15:quobyte:@core.v1.QuobyteVolumeSource;p;e
 16:azureDisk:@core.v1.AzureDiskVolumeSource;p;e 17:photonPersistentDisk:@core.v1.PhotonPersistentDiskVolumeSource;p;e
 18:portworxVolume:@core.v1.PortworxVolumeSource;p;e 19:scaleIO:@core.v1.ScaleIOPersistentVolumeSource;p;e
 20:local:@core.v1.LocalVolumeSource;p;e 21:storageos:@core.v1.StorageOSPersistentVolumeSource;p;e;g=StorageOS
 22:csi:@core.v1.CSIPersistentVolumeSource;p;e;g=CSI
core.v1.PersistentVolumeSpec 1:capacity:{}q;e 2:persistentVolumeSource:@core.v1.PersistentVolumeSource;i
 3:accessModes:[]s;e 4:claimRef:@core.v1.ObjectReference;p;e 5:persistentVolumeReclaimPolicy:s;e
 6:storageClassName:s;e 7:mountOptions:[]s;e 8:volumeMode:s;p;e 9:nodeAffinity:@core.v1.VolumeNodeAffinity;p;e
 10:volumeAttributesClassName:s;p;e
core.v1.PersistentVolumeStatus 1:phase:s;e 2:message:s;e 3:reason:s;e 4:lastPhaseTransitionTime:t;p;e
core.v1.PhotonPersistentDiskVolumeSource 1:pdID:s 2:fsType:s;e;g=FSType
core.v1.Pod! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@core.v1.PodSpec;e 3:status:@core.v1.PodStatus;e
core.v1.PodAffinity 1:requiredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PodAffinityTerm;e
 2:preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.WeightedPodAffinityTerm;e
core.v1.PodAffinityTerm 1:labelSelector:@meta.v1.LabelSelector;p;e 2:namespaces:[]s;e 3:topologyKey:s
 4:namespaceSelector:@meta.v1.LabelSelector;p;e 5:matchLabelKeys:[]s;e 6:mismatchLabelKeys:[]s;e
core.v1.PodAntiAffinity 1:requiredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PodAffinityTerm;e
 2:preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.WeightedPodAffinityTerm;e
core.v1.PodAttachOptions! 1:stdin:b;e 2:stdout:b;e 3:stderr:b;e 4:tty:b;e;g=TTY 5:container:s;e
core.v1.PodCertificateProjection 1:signerName:s;e 2:keyType:s;e 3:maxExpirationSeconds:i32;p;e
 4:credentialBundlePath:s;e 5:keyPath:s;e 6:certificateChainPath:s;e 7:userAnnotations:{}s;e 8:user:i64;p;e
core.v1.PodCondition 1:type:s 7:observedGeneration:i64;e 2:status:s 3:lastProbeTime:t;e 4:lastTransitionTime:t;e
 5:reason:s;e 6:message:s;e
core.v1.PodDNSConfig 1:nameservers:[]s;e 2:searches:[]s;e 3:options:[]@core.v1.PodDNSConfigOption;e
core.v1.PodDNSConfigOption 1:name:s;e 2:value:s;p;e
core.v1.PodExecOptions! 1:stdin:b;e 2:stdout:b;e 3:stderr:b;e 4:tty:b;e;g=TTY 5:container:s;e 6:command:[]s
core.v1.PodExtendedResourceClaimStatus 1:requestMappings:[]@core.v1.ContainerExtendedResourceRequest
 2:resourceClaimName:s
core.v1.PodIP 1:ip:s;g=IP
core.v1.PodLogOptions! 1:container:s;e 2:follow:b;e 3:previous:b;e 4:sinceSeconds:i64;p;e 5:sinceTime:t;p;e
 6:timestamps:b;e 7:tailLines:i64;p;e 8:limitBytes:i64;p;e 9:insecureSkipTLSVerifyBackend:b;e 10:stream:s;p;e
core.v1.PodOS 1:name:s
core.v1.PodPortForwardOptions! 1:ports:[]i32;e
core.v1.PodProxyOptions! 1:path:s;e
core.v1.PodReadinessGate 1:conditionType:s
core.v1.PodResourceClaim 1:name:s 3:resourceClaimName:s;p;e 4:resourceClaimTemplateName:s;p;e
core.v1.PodResourceClaimStatus 1:name:s 2:resourceClaimName:s;p;e
core.v1.PodSchedulingGate 1:name:s
core.v1.PodSchedulingGroup 1:podGroupName:s;p;e
core.v1.PodSecurityContext 1:seLinuxOptions:@core.v1.SELinuxOptions;p;e;g=SELinuxOptions
 8:windowsOptions:@core.v1.WindowsSecurityContextOptions;p;e 2:runAsUser:i64;p;e 6:runAsGroup:i64;p;e
 3:runAsNonRoot:b;p;e 4:supplementalGroups:[]i64;e 12:supplementalGroupsPolicy:s;p;e 5:fsGroup:i64;p;e;g=FSGroup
 7:sysctls:[]@core.v1.Sysctl;e 9:fsGroupChangePolicy:s;p;e;g=FSGroupChangePolicy
 10:seccompProfile:@core.v1.SeccompProfile;p;e 11:appArmorProfile:@core.v1.AppArmorProfile;p;e
 13:seLinuxChangePolicy:s;p;e;g=SELinuxChangePolicy
core.v1.PodSpec 1:volumes:[]@core.v1.Volume;e 20:initContainers:[]@core.v1.Container;e
 2:containers:[]@core.v1.Container 34:ephemeralContainers:[]@core.v1.EphemeralContainer;e 3:restartPolicy:s;e
 4:terminationGracePeriodSeconds:i64;p;e 5:activeDeadlineSeconds:i64;p;e 6:dnsPolicy:s;e;g=DNSPolicy
 7:nodeSelector:{}s;e 8:serviceAccountName:s;e 9:serviceAccount:s;e;g=DeprecatedServiceAccount
 21:automountServiceAccountToken:b;p;e 10:nodeName:s;e 11:hostNetwork:b;e 12:hostPID:b;e 13:hostIPC:b;e
 27:shareProcessNamespace:b;p;e 14:securityContext:@core.v1.PodSecurityContext;p;e
 15:imagePullSecrets:[]@core.v1.LocalObjectReference;e 16:hostname:s;e 17:subdomain:s;e
 18:affinity:@core.v1.Affinity;p;e 19:schedulerName:s;e 22:tolerations:[]@core.v1.Toleration;e
 23:hostAliases:[]@core.v1.HostAlias;e 24:priorityClassName:s;e 25:priority:i32;p;e
 26:dnsConfig:@core.v1.PodDNSConfig;p;e;g=DNSConfig 28:readinessGates:[]@core.v1.PodReadinessGate;e
 29:runtimeClassName:s;p;e 30:enableServiceLinks:b;p;e 31:preemptionPolicy:s;p;e 32:overhead:{}q;e
 33:topologySpreadConstraints:[]@core.v1.TopologySpreadConstraint;e 35:setHostnameAsFQDN:b;p;e
 36:os:@core.v1.PodOS;p;e;g=OS 37:hostUsers:b;p;e 38:schedulingGates:[]@core.v1.PodSchedulingGate;e
 39:resourceClaims:[]@core.v1.PodResourceClaim;e 40:resources:@core.v1.ResourceRequirements;p;e
 41:hostnameOverride:s;p;e 43:schedulingGroup:@core.v1.PodSchedulingGroup;p;e
 44:evictionResponders:[]@core.v1.EvictionResponder;e
core.v1.PodStatus 17:observedGeneration:i64;e 1:phase:s;e 2:conditions:[]@core.v1.PodCondition;e 3:message:s;e
 4:reason:s;e 11:nominatedNodeName:s;e 5:hostIP:s;e 16:hostIPs:[]@core.v1.HostIP;e 6:podIP:s;e
 12:podIPs:[]@core.v1.PodIP;e 7:startTime:t;p;e 10:initContainerStatuses:[]@core.v1.ContainerStatus;e
 8:containerStatuses:[]@core.v1.ContainerStatus;e 9:qosClass:s;e;g=QOSClass
 13:ephemeralContainerStatuses:[]@core.v1.ContainerStatus;e 14:resize:s;e
 15:resourceClaimStatuses:[]@core.v1.PodResourceClaimStatus;e
 18:extendedResourceClaimStatus:@core.v1.PodExtendedResourceClaimStatus;p;e 19:allocatedResources:{}q;e
 20:resources:@core.v1.ResourceRequirements;p;e
 21:nodeAllocatableResourceClaimStatuses:[]@core.v1.NodeAllocatableResourceClaimStatus;e
 22:volumeHealth:[]@core.v1.PodVolumeHealth;e
core.v1.PodTemplate! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:template:@core.v1.PodTemplateSpec;e
core.v1.PodTemplateSpec 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@core.v1.PodSpec;e
core.v1.PodVolumeHealth 1:name:s 2:healthConditions:[]@core.v1.VolumeHealthCondition;e 3:lastTransitionTime:t;e
core.v1.PortStatus 1:port:i32 2:protocol:s 3:error:s;p;e
core.v1.PortworxVolumeSource 1:volumeID:s 2:fsType:s;e;g=FSType 3:readOnly:b;e
core.v1.PreferredSchedulingTerm 1:weight:i32 2:preference:@core.v1.NodeSelectorTerm
core.v1.Probe 1:handler:@core.v1.ProbeHandler;i;g=ProbeHandler 2:initialDelaySeconds:i32;e 3:timeoutSeconds:i32;e
 4:periodSeconds:i32;e 5:successThreshold:i32;e 6:failureThreshold:i32;e 7:terminationGracePeriodSeconds:i64;p;e
core.v1.ProbeHandler 1:exec:@core.v1.ExecAction;p;e 2:httpGet:@core.v1.HTTPGetAction;p;e;g=HTTPGet
 3:tcpSocket:@core.v1.TCPSocketAction;p;e;g=TCPSocket 4:grpc:@core.v1.GRPCAction;p;e;g=GRPC
core.v1.ProjectedVolumeSource 1:sources:[]@core.v1.VolumeProjection 2:defaultMode:i32;p;e 3:defaultUser:i64;p;e
core.v1.QuobyteVolumeSource 1:registry:s 2:volume:s 3:readOnly:b;e 4:user:s;e 5:group:s;e 6:tenant:s;e
core.v1.RBDPersistentVolumeSource 1:monitors:[]s;g=CephMonitors 2:image:s;g=RBDImage 3:fsType:s;e;g=FSType
 4:pool:s;e;g=RBDPool 5:user:s;e;g=RadosUser 6:keyring:s;e 7:secretRef:@core.v1.SecretReference;p;e 8:readOnly:b;e
core.v1.RBDVolumeSource 1:monitors:[]s;g=CephMonitors 2:image:s;g=RBDImage 3:fsType:s;e;g=FSType 4:pool:s;e;g=RBDPool
 5:user:s;e;g=RadosUser 6:keyring:s;e 7:secretRef:@core.v1.LocalObjectReference;p;e 8:readOnly:b;e
core.v1.RangeAllocation! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:range:s 3:data:y
core.v1.ReplicationController! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@core.v1.ReplicationControllerSpec;e 3:status:@core.v1.ReplicationControllerStatus;e
core.v1.ReplicationControllerCondition 1:type:s 2:status:s 3:lastTransitionTime:t;e 4:reason:s;e 5:message:s;e
core.v1.ReplicationControllerSpec 1:replicas:i32;p;e 4:minReadySeconds:i32;e 2:selector:{}s;e
 3:template:@core.v1.PodTemplateSpec;p;e
core.v1.ReplicationControllerStatus 1:replicas:i32 2:fullyLabeledReplicas:i32;e 4:readyReplicas:i32;e
 5:availableReplicas:i32;e 3:observedGeneration:i64;e 6:conditions:[]@core.v1.ReplicationControllerCondition;e
core.v1.ResourceClaim 1:name:s 2:request:s;e
core.v1.ResourceFieldSelector 1:containerName:s;e 2:resource:s 3:divisor:q;e
core.v1.ResourceHealth 1:resourceID:s 2:health:s;e 6:message:s;p;e
core.v1.ResourceQuota! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@core.v1.ResourceQuotaSpec;e
 3:status:@core.v1.ResourceQuotaStatus;e
core.v1.ResourceQuotaSpec 1:hard:{}q;e 2:scopes:[]s;e 3:scopeSelector:@core.v1.ScopeSelector;p;e
core.v1.ResourceQuotaStatus 1:hard:{}q;e 2:used:{}q;e
core.v1.ResourceRequirements 1:limits:{}q;e 2:requests:{}q;e 3:claims:[]@core.v1.ResourceClaim;e
core.v1.ResourceStatus 1:name:s 2:resources:[]@core.v1.ResourceHealth;e
core.v1.SELinuxOptions 1:user:s;e 2:role:s;e 3:type:s;e 4:level:s;e
core.v1.ScaleIOPersistentVolumeSource 1:gateway:s 2:system:s 3:secretRef:@core.v1.SecretReference;p
 4:sslEnabled:b;e;g=SSLEnabled 5:protectionDomain:s;e 6:storagePool:s;e 7:storageMode:s;e 8:volumeName:s;e
 9:fsType:s;e;g=FSType 10:readOnly:b;e
core.v1.ScaleIOVolumeSource 1:gateway:s 2:system:s 3:secretRef:@core.v1.LocalObjectReference;p
 4:sslEnabled:b;e;g=SSLEnabled 5:protectionDomain:s;e 6:storagePool:s;e 7:storageMode:s;e 8:volumeName:s;e
 9:fsType:s;e;g=FSType 10:readOnly:b;e
core.v1.ScopeSelector 1:matchExpressions:[]@core.v1.ScopedResourceSelectorRequirement;e
core.v1.ScopedResourceSelectorRequirement 1:scopeName:s 2:operator:s 3:values:[]s;e
core.v1.SeccompProfile 1:type:s 2:localhostProfile:s;p;e
core.v1.Secret! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 5:immutable:b;p;e 2:data:{}y;e 4:stringData:{}s;e
 3:type:s;e
core.v1.SecretEnvSource 1:localObjectReference:@core.v1.LocalObjectReference;i 2:optional:b;p;e
core.v1.SecretKeySelector 1:localObjectReference:@core.v1.LocalObjectReference;i 2:key:s 3:optional:b;p;e
core.v1.SecretProjection 1:localObjectReference:@core.v1.LocalObjectReference;i 2:items:[]@core.v1.KeyToPath;e
 4:optional:b;p;e
core.v1.SecretReference 1:name:s;e 2:namespace:s;e
core.v1.SecretVolumeSource 1:secretName:s;e 2:items:[]@core.v1.KeyToPath;e 3:defaultMode:i32;p;e 4:optional:b;p;e
 5:defaultUser:i64;p;e
core.v1.SecurityContext 1:capabilities:@core.v1.Capabilities;p;e 2:privileged:b;p;e
 3:seLinuxOptions:@core.v1.SELinuxOptions;p;e;g=SELinuxOptions
 10:windowsOptions:@core.v1.WindowsSecurityContextOptions;p;e 4:runAsUser:i64;p;e 8:runAsGroup:i64;p;e
 5:runAsNonRoot:b;p;e 6:readOnlyRootFilesystem:b;p;e 7:allowPrivilegeEscalation:b;p;e 9:procMount:s;p;e
 11:seccompProfile:@core.v1.SeccompProfile;p;e 12:appArmorProfile:@core.v1.AppArmorProfile;p;e
core.v1.SerializedReference! 1:reference:@core.v1.ObjectReference;e
core.v1.Service! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@core.v1.ServiceSpec;e
 3:status:@core.v1.ServiceStatus;e
core.v1.ServiceAccount! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:secrets:[]@core.v1.ObjectReference;e
 3:imagePullSecrets:[]@core.v1.LocalObjectReference;e 4:automountServiceAccountToken:b;p;e
core.v1.ServiceAccountTokenProjection 1:audience:s;e 2:expirationSeconds:i64;p;e 3:path:s 4:user:i64;p;e
core.v1.ServicePort 1:name:s;e 2:protocol:s;e 6:appProtocol:s;p;e 3:port:i32 4:targetPort:x;e 5:nodePort:i32;e
core.v1.ServiceProxyOptions! 1:path:s;e
)",
R"(core.v1.ServiceSpec 1:ports:[]@core.v1.ServicePort;e 2:selector:{}s;e 3:clusterIP:s;e 18:clusterIPs:[]s;e 4:type:s;e
 5:externalIPs:[]s;e 7:sessionAffinity:s;e 8:loadBalancerIP:s;e 9:loadBalancerSourceRanges:[]s;e 10:externalName:s;e
 11:externalTrafficPolicy:s;e 12:healthCheckNodePort:i32;e 13:publishNotReadyAddresses:b;e
 14:sessionAffinityConfig:@core.v1.SessionAffinityConfig;p;e 19:ipFamilies:[]s;e;g=IPFamilies
 17:ipFamilyPolicy:s;p;e;g=IPFamilyPolicy 20:allocateLoadBalancerNodePorts:b;p;e 21:loadBalancerClass:s;p;e
 22:internalTrafficPolicy:s;p;e 23:trafficDistribution:s;p;e
core.v1.ServiceStatus 1:loadBalancer:@core.v1.LoadBalancerStatus;e 2:conditions:[]@meta.v1.Condition;e
core.v1.SessionAffinityConfig 1:clientIP:@core.v1.ClientIPConfig;p;e
core.v1.SleepAction 1:seconds:i64
core.v1.StorageOSPersistentVolumeSource 1:volumeName:s;e 2:volumeNamespace:s;e 3:fsType:s;e;g=FSType 4:readOnly:b;e
 5:secretRef:@core.v1.ObjectReference;p;e
core.v1.StorageOSVolumeSource 1:volumeName:s;e 2:volumeNamespace:s;e 3:fsType:s;e;g=FSType 4:readOnly:b;e
 5:secretRef:@core.v1.LocalObjectReference;p;e
core.v1.Sysctl 1:name:s 2:value:s
core.v1.TCPSocketAction 1:port:x 2:host:s;e
core.v1.Taint 1:key:s 2:value:s;e 3:effect:s 4:timeAdded:t;p;e
core.v1.Toleration 1:key:s;e 2:operator:s;e 3:value:s;e 4:effect:s;e 5:tolerationSeconds:i64;p;e
core.v1.TopologySelectorLabelRequirement 1:key:s 2:values:[]s
core.v1.TopologySelectorTerm 1:matchLabelExpressions:[]@core.v1.TopologySelectorLabelRequirement;e
core.v1.TopologySpreadConstraint 1:maxSkew:i32 2:topologyKey:s 3:whenUnsatisfiable:s
 4:labelSelector:@meta.v1.LabelSelector;p;e 5:minDomains:i32;p;e 6:nodeAffinityPolicy:s;p;e 7:nodeTaintsPolicy:s;p;e
 8:matchLabelKeys:[]s;e
core.v1.TypedLocalObjectReference 1:apiGroup:s;p;g=APIGroup 2:kind:s 3:name:s
core.v1.TypedObjectReference 1:apiGroup:s;p;g=APIGroup 2:kind:s 3:name:s 4:namespace:s;p;e
core.v1.Volume 1:name:s 2:volumeSource:@core.v1.VolumeSource;i
core.v1.VolumeDevice 1:name:s 2:devicePath:s
core.v1.VolumeHealthCondition 1:status:s 2:reason:s 3:message:s;e
core.v1.VolumeHealthStatus 1:healthConditions:[]@core.v1.VolumeHealthCondition;e 2:lastTransitionTime:t;e
core.v1.VolumeMount 1:name:s 2:readOnly:b;e 7:recursiveReadOnly:s;p;e 3:mountPath:s 4:subPath:s;e
 5:mountPropagation:s;p;e 6:subPathExpr:s;e 8:bindMountOptions:[]s;e
core.v1.VolumeMountStatus 1:name:s 2:mountPath:s 3:readOnly:b;e 4:recursiveReadOnly:s;p;e
 5:volumeStatus:@core.v1.VolumeStatus;p;e
core.v1.VolumeNodeAffinity 1:required:@core.v1.NodeSelector;p;e
core.v1.VolumeProjection 1:secret:@core.v1.SecretProjection;p;e 2:downwardAPI:@core.v1.DownwardAPIProjection;p;e
 3:configMap:@core.v1.ConfigMapProjection;p;e 4:serviceAccountToken:@core.v1.ServiceAccountTokenProjection;p;e
 5:clusterTrustBundle:@core.v1.ClusterTrustBundleProjection;p;e 6:podCertificate:@core.v1.PodCertificateProjection;p;e
core.v1.VolumeResourceRequirements 1:limits:{}q;e 2:requests:{}q;e
core.v1.VolumeSource 1:hostPath:@core.v1.HostPathVolumeSource;p;e 2:emptyDir:@core.v1.EmptyDirVolumeSource;p;e
 3:gcePersistentDisk:@core.v1.GCEPersistentDiskVolumeSource;p;e;g=GCEPersistentDisk
 4:awsElasticBlockStore:@core.v1.AWSElasticBlockStoreVolumeSource;p;e;g=AWSElasticBlockStore
 5:gitRepo:@core.v1.GitRepoVolumeSource;p;e 6:secret:@core.v1.SecretVolumeSource;p;e
 7:nfs:@core.v1.NFSVolumeSource;p;e;g=NFS 8:iscsi:@core.v1.ISCSIVolumeSource;p;e;g=ISCSI
 9:glusterfs:@core.v1.GlusterfsVolumeSource;p;e
 10:persistentVolumeClaim:@core.v1.PersistentVolumeClaimVolumeSource;p;e 11:rbd:@core.v1.RBDVolumeSource;p;e;g=RBD
 12:flexVolume:@core.v1.FlexVolumeSource;p;e 13:cinder:@core.v1.CinderVolumeSource;p;e
 14:cephfs:@core.v1.CephFSVolumeSource;p;e;g=CephFS 15:flocker:@core.v1.FlockerVolumeSource;p;e
 16:downwardAPI:@core.v1.DownwardAPIVolumeSource;p;e 17:fc:@core.v1.FCVolumeSource;p;e;g=FC
 18:azureFile:@core.v1.AzureFileVolumeSource;p;e 19:configMap:@core.v1.ConfigMapVolumeSource;p;e
 20:vsphereVolume:@core.v1.VsphereVirtualDiskVolumeSource;p;e 21:quobyte:@core.v1.QuobyteVolumeSource;p;e
 22:azureDisk:@core.v1.AzureDiskVolumeSource;p;e 23:photonPersistentDisk:@core.v1.PhotonPersistentDiskVolumeSource;p;e
 26:projected:@core.v1.ProjectedVolumeSource;p;e 24:portworxVolume:@core.v1.PortworxVolumeSource;p;e
 25:scaleIO:@core.v1.ScaleIOVolumeSource;p;e 27:storageos:@core.v1.StorageOSVolumeSource;p;e;g=StorageOS
 28:csi:@core.v1.CSIVolumeSource;p;e;g=CSI 29:ephemeral:@core.v1.EphemeralVolumeSource;p;e
 30:image:@core.v1.ImageVolumeSource;p;e
core.v1.VolumeStatus 1:image:@core.v1.ImageVolumeStatus;p;e
core.v1.VsphereVirtualDiskVolumeSource 1:volumePath:s 2:fsType:s;e;g=FSType 3:storagePolicyName:s;e
 4:storagePolicyID:s;e
core.v1.WeightedPodAffinityTerm 1:weight:i32 2:podAffinityTerm:@core.v1.PodAffinityTerm
core.v1.WindowsSecurityContextOptions 1:gmsaCredentialSpecName:s;p;e;g=GMSACredentialSpecName
 2:gmsaCredentialSpec:s;p;e;g=GMSACredentialSpec 3:runAsUserName:s;p;e 4:hostProcess:b;p;e
discovery.v1.Endpoint 1:addresses:[]s 2:conditions:@discovery.v1.EndpointConditions;e 3:hostname:s;p;e
 4:targetRef:@core.v1.ObjectReference;p;e 5:deprecatedTopology:{}s;e 6:nodeName:s;p;e 7:zone:s;p;e
 8:hints:@discovery.v1.EndpointHints;p;e
discovery.v1.EndpointConditions 1:ready:b;p;e 2:serving:b;p;e 3:terminating:b;p;e
discovery.v1.EndpointHints 1:forZones:[]@discovery.v1.ForZone;e 2:forNodes:[]@discovery.v1.ForNode;e
discovery.v1.EndpointPort 1:name:s;p;e 2:protocol:s;p;e 3:port:i32;p;e 4:appProtocol:s;p;e
discovery.v1.EndpointSlice! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 4:addressType:s
 2:endpoints:[]@discovery.v1.Endpoint 3:ports:[]@discovery.v1.EndpointPort
discovery.v1.ForNode 1:name:s
discovery.v1.ForZone 1:name:s
events.v1.Event! 1:metadata:@meta.v1.ObjectMeta;g=ObjectMeta 2:eventTime:m 3:series:@events.v1.EventSeries;p;e
 4:reportingController:s;e 5:reportingInstance:s;e 6:action:s;e 7:reason:s;e 8:regarding:@core.v1.ObjectReference;e
 9:related:@core.v1.ObjectReference;p;e 10:note:s;e 11:type:s;e 12:deprecatedSource:@core.v1.EventSource;e
 13:deprecatedFirstTimestamp:t;e 14:deprecatedLastTimestamp:t;e 15:deprecatedCount:i32;e
events.v1.EventSeries 1:count:i32 2:lastObservedTime:m
flowcontrol.v1.ExemptPriorityLevelConfiguration 1:nominalConcurrencyShares:i32;p;e 2:lendablePercent:i32;p;e
flowcontrol.v1.FlowDistinguisherMethod 1:type:s
flowcontrol.v1.FlowSchema! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@flowcontrol.v1.FlowSchemaSpec;e
 3:status:@flowcontrol.v1.FlowSchemaStatus;e
flowcontrol.v1.FlowSchemaCondition 1:type:s;e 2:status:s;e 3:lastTransitionTime:t;e 4:reason:s;e 5:message:s;e
flowcontrol.v1.FlowSchemaSpec 1:priorityLevelConfiguration:@flowcontrol.v1.PriorityLevelConfigurationReference
 2:matchingPrecedence:i32 3:distinguisherMethod:@flowcontrol.v1.FlowDistinguisherMethod;p;e
 4:rules:[]@flowcontrol.v1.PolicyRulesWithSubjects;e
flowcontrol.v1.FlowSchemaStatus 1:conditions:[]@flowcontrol.v1.FlowSchemaCondition;e
flowcontrol.v1.GroupSubject 1:name:s
flowcontrol.v1.LimitResponse 1:type:s 2:queuing:@flowcontrol.v1.QueuingConfiguration;p;e
flowcontrol.v1.LimitedPriorityLevelConfiguration 1:nominalConcurrencyShares:i32;p
 2:limitResponse:@flowcontrol.v1.LimitResponse;e 3:lendablePercent:i32;p;e 4:borrowingLimitPercent:i32;p;e
flowcontrol.v1.NonResourcePolicyRule 1:verbs:[]s 6:nonResourceURLs:[]s
flowcontrol.v1.PolicyRulesWithSubjects 1:subjects:[]@flowcontrol.v1.Subject
 2:resourceRules:[]@flowcontrol.v1.ResourcePolicyRule;e 3:nonResourceRules:[]@flowcontrol.v1.NonResourcePolicyRule;e
flowcontrol.v1.PriorityLevelConfiguration! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@flowcontrol.v1.PriorityLevelConfigurationSpec;e 3:status:@flowcontrol.v1.PriorityLevelConfigurationStatus;e
flowcontrol.v1.PriorityLevelConfigurationCondition 1:type:s;e 2:status:s;e 3:lastTransitionTime:t;e 4:reason:s;e
 5:message:s;e
flowcontrol.v1.PriorityLevelConfigurationReference 1:name:s
flowcontrol.v1.PriorityLevelConfigurationSpec 1:type:s 2:limited:@flowcontrol.v1.LimitedPriorityLevelConfiguration;p;e
 3:exempt:@flowcontrol.v1.ExemptPriorityLevelConfiguration;p;e
flowcontrol.v1.PriorityLevelConfigurationStatus 1:conditions:[]@flowcontrol.v1.PriorityLevelConfigurationCondition;e
flowcontrol.v1.QueuingConfiguration 1:queues:i32 2:handSize:i32 3:queueLengthLimit:i32
flowcontrol.v1.ResourcePolicyRule 1:verbs:[]s 2:apiGroups:[]s;g=APIGroups 3:resources:[]s 4:clusterScope:b;e
 5:namespaces:[]s
flowcontrol.v1.ServiceAccountSubject 1:namespace:s 2:name:s
flowcontrol.v1.Subject 1:kind:s 2:user:@flowcontrol.v1.UserSubject;p;e 3:group:@flowcontrol.v1.GroupSubject;p;e
 4:serviceAccount:@flowcontrol.v1.ServiceAccountSubject;p;e
flowcontrol.v1.UserSubject 1:name:s
meta.v1.Condition 1:type:s 2:status:s 3:observedGeneration:i64;e 4:lastTransitionTime:t 5:reason:s 6:message:s
meta.v1.CreateOptions! 1:dryRun:[]s;e 3:fieldManager:s;e 4:fieldValidation:s;e
meta.v1.DeleteOptions! 1:gracePeriodSeconds:i64;p;e 2:preconditions:@meta.v1.Preconditions;p;e
 3:orphanDependents:b;p;e 4:propagationPolicy:s;p;e 5:dryRun:[]s;e
 6:ignoreStoreReadErrorWithClusterBreakingPotential:b;p;e
meta.v1.FieldSelectorRequirement 1:key:s 2:operator:s 3:values:[]s;e
meta.v1.GetOptions! 1:resourceVersion:s;e
meta.v1.GroupResource 1:group:s 2:resource:s
meta.v1.LabelSelector 1:matchLabels:{}s;e 2:matchExpressions:[]@meta.v1.LabelSelectorRequirement;e
meta.v1.LabelSelectorRequirement 1:key:s 2:operator:s 3:values:[]s;e
meta.v1.ListMeta 1:selfLink:s;e 2:resourceVersion:s;e 3:continue:s;e 4:remainingItemCount:i64;p;e
 5:shardInfo:@meta.v1.ShardInfo;p;e
meta.v1.ListOptions! 1:labelSelector:s;e 2:fieldSelector:s;e 3:watch:b;e 9:allowWatchBookmarks:b;e
 4:resourceVersion:s;e 10:resourceVersionMatch:s;e 5:timeoutSeconds:i64;p;e 7:limit:i64;e 8:continue:s;e
 11:sendInitialEvents:b;p;e 15:shardSelector:s;e
meta.v1.ManagedFieldsEntry 1:manager:s;e 2:operation:s;e 3:apiVersion:s;e;g=APIVersion 4:time:t;p;e 6:fieldsType:s;e
 7:fieldsV1:r;p;e 8:subresource:s;e
meta.v1.ObjectMeta 1:name:s;e 2:generateName:s;e 3:namespace:s;e 4:selfLink:s;e 5:uid:s;e;g=UID 6:resourceVersion:s;e
 7:generation:i64;e 8:creationTimestamp:t;e;o 9:deletionTimestamp:t;p;e 10:deletionGracePeriodSeconds:i64;p;e
 11:labels:{}s;e 12:annotations:{}s;e 13:ownerReferences:[]@meta.v1.OwnerReference;e 14:finalizers:[]s;e
 17:managedFields:[]@meta.v1.ManagedFieldsEntry;e
meta.v1.OwnerReference 5:apiVersion:s;g=APIVersion 1:kind:s 3:name:s 4:uid:s;g=UID 6:controller:b;p;e
 7:blockOwnerDeletion:b;p;e
meta.v1.PatchOptions! 1:dryRun:[]s;e 2:force:b;p;e 3:fieldManager:s;e 4:fieldValidation:s;e
meta.v1.Preconditions 1:uid:s;p;e;g=UID 2:resourceVersion:s;p;e
meta.v1.ShardInfo 1:selector:s
meta.v1.Status! 1:metadata:@meta.v1.ListMeta;e;g=ListMeta 2:status:s;e 3:message:s;e 4:reason:s;e
 5:details:@meta.v1.StatusDetails;p;e 6:code:i32;e
meta.v1.StatusCause 1:reason:s;e;g=Type 2:message:s;e 3:field:s;e
meta.v1.StatusDetails 1:name:s;e 2:group:s;e 3:kind:s;e 6:uid:s;e;g=UID 4:causes:[]@meta.v1.StatusCause;e
 5:retryAfterSeconds:i32;e
meta.v1.UpdateOptions! 1:dryRun:[]s;e 2:fieldManager:s;e 3:fieldValidation:s;e
networking.v1.HTTPIngressPath 1:path:s;e 3:pathType:s;p 2:backend:@networking.v1.IngressBackend
networking.v1.HTTPIngressRuleValue 1:paths:[]@networking.v1.HTTPIngressPath
networking.v1.IPAddress! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@networking.v1.IPAddressSpec;e
networking.v1.IPAddressSpec 1:parentRef:@networking.v1.ParentReference;p;e
networking.v1.IPBlock 1:cidr:s;g=CIDR 2:except:[]s;e
networking.v1.Ingress! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@networking.v1.IngressSpec;e
 3:status:@networking.v1.IngressStatus;e
networking.v1.IngressBackend 4:service:@networking.v1.IngressServiceBackend;p;e
 3:resource:@core.v1.TypedLocalObjectReference;p;e
networking.v1.IngressClass! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@networking.v1.IngressClassSpec;e
networking.v1.IngressClassParametersReference 1:apiGroup:s;p;e;g=APIGroup 2:kind:s 3:name:s 4:scope:s;p
 5:namespace:s;p;e
networking.v1.IngressClassSpec 1:controller:s;e 2:parameters:@networking.v1.IngressClassParametersReference;p;e
networking.v1.IngressLoadBalancerIngress 1:ip:s;e;g=IP 2:hostname:s;e 4:ports:[]@networking.v1.IngressPortStatus;e
networking.v1.IngressLoadBalancerStatus 1:ingress:[]@networking.v1.IngressLoadBalancerIngress;e
networking.v1.IngressPortStatus 1:port:i32 2:protocol:s 3:error:s;p;e
networking.v1.IngressRule 1:host:s;e 2:ingressRuleValue:@networking.v1.IngressRuleValue;i
networking.v1.IngressRuleValue 1:http:@networking.v1.HTTPIngressRuleValue;p;e;g=HTTP
networking.v1.IngressServiceBackend 1:name:s 2:port:@networking.v1.ServiceBackendPort;e
networking.v1.IngressSpec 4:ingressClassName:s;p;e 1:defaultBackend:@networking.v1.IngressBackend;p;e
 2:tls:[]@networking.v1.IngressTLS;e;g=TLS 3:rules:[]@networking.v1.IngressRule;e
networking.v1.IngressStatus 1:loadBalancer:@networking.v1.IngressLoadBalancerStatus;e
networking.v1.IngressTLS 1:hosts:[]s;e 2:secretName:s;e
networking.v1.NetworkPolicy! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@networking.v1.NetworkPolicySpec;e
networking.v1.NetworkPolicyEgressRule 1:ports:[]@networking.v1.NetworkPolicyPort;e
 2:to:[]@networking.v1.NetworkPolicyPeer;e
networking.v1.NetworkPolicyIngressRule 1:ports:[]@networking.v1.NetworkPolicyPort;e
 2:from:[]@networking.v1.NetworkPolicyPeer;e
networking.v1.NetworkPolicyPeer 1:podSelector:@meta.v1.LabelSelector;p;e
 2:namespaceSelector:@meta.v1.LabelSelector;p;e 3:ipBlock:@networking.v1.IPBlock;p;e;g=IPBlock
networking.v1.NetworkPolicyPort 1:protocol:s;p;e 2:port:x;p;e 3:endPort:i32;p;e
networking.v1.NetworkPolicySpec 1:podSelector:@meta.v1.LabelSelector
 2:ingress:[]@networking.v1.NetworkPolicyIngressRule;e 3:egress:[]@networking.v1.NetworkPolicyEgressRule;e
 4:policyTypes:[]s;e
networking.v1.ParentReference 1:group:s;e 2:resource:s;e 3:namespace:s;e 4:name:s;e
networking.v1.ServiceBackendPort 1:name:s;e 2:number:i32;e
)",
R"(networking.v1.ServiceCIDR! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@networking.v1.ServiceCIDRSpec;e
 3:status:@networking.v1.ServiceCIDRStatus;e
networking.v1.ServiceCIDRSpec 1:cidrs:[]s;e;g=CIDRs
networking.v1.ServiceCIDRStatus 1:conditions:[]@meta.v1.Condition;e
node.v1.Overhead 1:podFixed:{}q;e
node.v1.RuntimeClass! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:handler:s 3:overhead:@node.v1.Overhead;p;e
 4:scheduling:@node.v1.Scheduling;p;e
node.v1.Scheduling 1:nodeSelector:{}s;e 2:tolerations:[]@core.v1.Toleration;e
policy.v1.Eviction! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:deleteOptions:@meta.v1.DeleteOptions;p;e
policy.v1.PodDisruptionBudget! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@policy.v1.PodDisruptionBudgetSpec;e 3:status:@policy.v1.PodDisruptionBudgetStatus;e
policy.v1.PodDisruptionBudgetSpec 1:minAvailable:x;p;e 2:selector:@meta.v1.LabelSelector;p;e 3:maxUnavailable:x;p;e
 4:unhealthyPodEvictionPolicy:s;p;e
policy.v1.PodDisruptionBudgetStatus 1:observedGeneration:i64;e 2:disruptedPods:{}t;e 3:disruptionsAllowed:i32
 4:currentHealthy:i32 5:desiredHealthy:i32 6:expectedPods:i32 7:conditions:[]@meta.v1.Condition;e
rbac.v1.AggregationRule 1:clusterRoleSelectors:[]@meta.v1.LabelSelector;e
rbac.v1.ClusterRole! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:rules:[]@rbac.v1.PolicyRule
 3:aggregationRule:@rbac.v1.AggregationRule;p;e
rbac.v1.ClusterRoleBinding! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:subjects:[]@rbac.v1.Subject;e
 3:roleRef:@rbac.v1.RoleRef
rbac.v1.PolicyRule 1:verbs:[]s 2:apiGroups:[]s;e;g=APIGroups 3:resources:[]s;e 4:resourceNames:[]s;e
 5:nonResourceURLs:[]s;e
rbac.v1.Role! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:rules:[]@rbac.v1.PolicyRule
rbac.v1.RoleBinding! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:subjects:[]@rbac.v1.Subject;e
 3:roleRef:@rbac.v1.RoleRef
rbac.v1.RoleRef 1:apiGroup:s;g=APIGroup 2:kind:s 3:name:s
rbac.v1.Subject 1:kind:s 2:apiGroup:s;e;g=APIGroup 3:name:s 4:namespace:s;e
resource.v1.AllocatedDeviceStatus 1:driver:s 2:pool:s 3:device:s 7:shareID:s;p;e 4:conditions:[]@meta.v1.Condition
 5:data:r;p;e 6:networkData:@resource.v1.NetworkDeviceData;p;e
resource.v1.AllocationResult 1:devices:@resource.v1.DeviceAllocationResult;e 3:nodeSelector:@core.v1.NodeSelector;p;e
 5:allocationTimestamp:t;p;e
resource.v1.CELDeviceSelector 1:expression:s
resource.v1.CapacityRequestPolicy 1:default:q;p 3:validValues:[]q;e
 4:validRange:@resource.v1.CapacityRequestPolicyRange;p;e
resource.v1.CapacityRequestPolicyRange 1:min:q;p;e 2:max:q;p;e 3:step:q;p;e
resource.v1.CapacityRequirements 1:requests:{}q;e
resource.v1.Counter 1:value:q
resource.v1.CounterSet 1:name:s 2:counters:{}@resource.v1.Counter;e
resource.v1.Device 1:name:s 2:attributes:{}@resource.v1.DeviceAttribute;e 3:capacity:{}@resource.v1.DeviceCapacity;e
 4:consumesCounters:[]@resource.v1.DeviceCounterConsumption;e 5:nodeName:s;p;e
 6:nodeSelector:@core.v1.NodeSelector;p;e 7:allNodes:b;p;e 8:taints:[]@resource.v1.DeviceTaint;e 9:bindsToNode:b;p;e
 10:bindingConditions:[]s;e 11:bindingFailureConditions:[]s;e 12:allowMultipleAllocations:b;p;e
 14:nodeAllocatableResources:{}@resource.v1.NodeAllocatableResource;e
resource.v1.DeviceAllocationConfiguration 1:source:s 2:requests:[]s;e
 3:deviceConfiguration:@resource.v1.DeviceConfiguration;i
resource.v1.DeviceAllocationResult 1:results:[]@resource.v1.DeviceRequestAllocationResult;e
 2:config:[]@resource.v1.DeviceAllocationConfiguration;e
resource.v1.DeviceAttribute 2:int:i64;p;e;g=IntValue 3:bool:b;p;e;g=BoolValue 4:string:s;p;e;g=StringValue
 5:version:s;p;e;g=VersionValue 6:ints:[]i64;e;g=IntValues 7:bools:[]b;e;g=BoolValues 8:strings:[]s;e;g=StringValues
 9:versions:[]s;e;g=VersionValues
resource.v1.DeviceCapacity 1:value:q 2:requestPolicy:@resource.v1.CapacityRequestPolicy;p;e
resource.v1.DeviceClaim 1:requests:[]@resource.v1.DeviceRequest 2:constraints:[]@resource.v1.DeviceConstraint;e
 3:config:[]@resource.v1.DeviceClaimConfiguration;e
resource.v1.DeviceClaimConfiguration 1:requests:[]s;e 2:deviceConfiguration:@resource.v1.DeviceConfiguration;i
resource.v1.DeviceClass! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@resource.v1.DeviceClassSpec
resource.v1.DeviceClassConfiguration 1:deviceConfiguration:@resource.v1.DeviceConfiguration;i
resource.v1.DeviceClassSpec 1:selectors:[]@resource.v1.DeviceSelector;e
 2:config:[]@resource.v1.DeviceClassConfiguration;e 4:extendedResourceName:s;p;e
resource.v1.DeviceConfiguration 1:opaque:@resource.v1.OpaqueDeviceConfiguration;p;e
resource.v1.DeviceConstraint 1:requests:[]s;e 2:matchAttribute:s;p;e 3:distinctAttribute:s;p;e
resource.v1.DeviceCounterConsumption 1:counterSet:s 2:counters:{}@resource.v1.Counter;e 3:compatibilityGroups:[]s;e
resource.v1.DeviceDerivedAttribute 1:name:s 2:expression:s
resource.v1.DeviceRequest 1:name:s 2:exactly:@resource.v1.ExactDeviceRequest;p;e
 3:firstAvailable:[]@resource.v1.DeviceSubRequest;e
resource.v1.DeviceRequestAllocationResult 1:request:s 2:driver:s 3:pool:s 4:device:s 5:adminAccess:b;p;e
 6:tolerations:[]@resource.v1.DeviceToleration;e 7:bindingConditions:[]s;e 8:bindingFailureConditions:[]s;e
 9:shareID:s;p;e 10:consumedCapacity:{}q;e 11:skipNodeOperations:[]s;e
resource.v1.DeviceSelector 1:cel:@resource.v1.CELDeviceSelector;p;e;g=CEL
resource.v1.DeviceSubRequest 1:name:s 2:deviceClassName:s 3:selectors:[]@resource.v1.DeviceSelector;e
 4:allocationMode:s;e 5:count:i64;e 6:tolerations:[]@resource.v1.DeviceToleration;e
 7:capacity:@resource.v1.CapacityRequirements;p;e 8:derivedAttributes:[]@resource.v1.DeviceDerivedAttribute;e
resource.v1.DeviceTaint 1:key:s 2:value:s;e 3:effect:s 4:timeAdded:t;p;e
resource.v1.DeviceTaintRule! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@resource.v1.DeviceTaintRuleSpec
 3:status:@resource.v1.DeviceTaintRuleStatus;e
resource.v1.DeviceTaintRuleSpec 1:deviceSelector:@resource.v1.DeviceTaintSelector;p;e
 2:taint:@resource.v1.DeviceTaint;e
resource.v1.DeviceTaintRuleStatus 1:conditions:[]@meta.v1.Condition;e
resource.v1.DeviceTaintSelector 2:driver:s;p;e 3:pool:s;p;e 4:device:s;p;e
resource.v1.DeviceToleration 1:key:s;e 2:operator:s;e 3:value:s;e 4:effect:s;e 5:tolerationSeconds:i64;p;e
resource.v1.ExactDeviceRequest 1:deviceClassName:s 2:selectors:[]@resource.v1.DeviceSelector;e 3:allocationMode:s;e
 4:count:i64;e 5:adminAccess:b;p;e 6:tolerations:[]@resource.v1.DeviceToleration;e
 7:capacity:@resource.v1.CapacityRequirements;p;e 8:derivedAttributes:[]@resource.v1.DeviceDerivedAttribute;e
resource.v1.NetworkDeviceData 1:interfaceName:s;e 2:ips:[]s;e;g=IPs 3:hardwareAddress:s;e
resource.v1.NodeAllocatableMapping 1:capacityKey:s;p;e 2:capacityMultiplier:q;p;e 3:deviceMultiplier:q;p;e
resource.v1.NodeAllocatableOverhead 1:perPod:q;p;e 2:perContainer:q;p;e
resource.v1.NodeAllocatableResource 3:mapping:@resource.v1.NodeAllocatableMapping;p;e
 4:overhead:@resource.v1.NodeAllocatableOverhead;p;e
resource.v1.OpaqueDeviceConfiguration 1:driver:s 2:parameters:r
resource.v1.ResourceClaim! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@resource.v1.ResourceClaimSpec
 3:status:@resource.v1.ResourceClaimStatus;e
resource.v1.ResourceClaimConsumerReference 1:apiGroup:s;e;g=APIGroup 3:resource:s 4:name:s 5:uid:s;g=UID
resource.v1.ResourceClaimSpec 1:devices:@resource.v1.DeviceClaim
resource.v1.ResourceClaimStatus 1:allocation:@resource.v1.AllocationResult;p;e
 2:reservedFor:[]@resource.v1.ResourceClaimConsumerReference;e 4:devices:[]@resource.v1.AllocatedDeviceStatus;e
resource.v1.ResourceClaimTemplate! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@resource.v1.ResourceClaimTemplateSpec
resource.v1.ResourceClaimTemplateSpec 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@resource.v1.ResourceClaimSpec
resource.v1.ResourcePool 1:name:s 2:generation:i64 3:resourceSliceCount:i64
resource.v1.ResourceSlice! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@resource.v1.ResourceSliceSpec
resource.v1.ResourceSliceSpec 1:driver:s 2:pool:@resource.v1.ResourcePool 3:nodeName:s;p;e
 4:nodeSelector:@core.v1.NodeSelector;p;e 5:allNodes:b;p;e 6:devices:[]@resource.v1.Device;e
 7:perDeviceNodeSelection:b;p;e 8:sharedCounters:[]@resource.v1.CounterSet;e 9:partitionTypeAttribute:s;p;e
 10:skipNodeOperations:[]s;e
scheduling.v1.PriorityClass! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:value:i32 3:globalDefault:b;e
 4:description:s;e 5:preemptionPolicy:s;p;e
scheduling.v1alpha3.TopologyConstraint 1:key:s
scheduling.v1alpha3.WorkloadPodGroupAllDisruptionMode
scheduling.v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
scheduling.v1alpha3.WorkloadPodGroupDisruptionMode
 1:single:@scheduling.v1alpha3.WorkloadPodGroupSingleDisruptionMode;p;e
 2:all:@scheduling.v1alpha3.WorkloadPodGroupAllDisruptionMode;p;e
scheduling.v1alpha3.WorkloadPodGroupGangSchedulingPolicy 1:minCount:i32;p;e
scheduling.v1alpha3.WorkloadPodGroupResourceClaim 1:name:s 2:resourceClaimName:s;p;e 3:resourceClaimTemplateName:s;p;e
scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints 1:topology:[]@scheduling.v1alpha3.TopologyConstraint;e
scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy
 1:basic:@scheduling.v1alpha3.WorkloadPodGroupBasicSchedulingPolicy;p;e
 2:gang:@scheduling.v1alpha3.WorkloadPodGroupGangSchedulingPolicy;p;e
scheduling.v1alpha3.WorkloadPodGroupSingleDisruptionMode
storage.v1.CSIDriver! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@storage.v1.CSIDriverSpec
storage.v1.CSIDriverSpec 1:attachRequired:b;p;e 2:podInfoOnMount:b;p;e 3:volumeLifecycleModes:[]s;e
 4:storageCapacity:b;p;e 5:fsGroupPolicy:s;p;e;g=FSGroupPolicy 6:tokenRequests:[]@storage.v1.TokenRequest;e
 7:requiresRepublish:b;p;e 8:seLinuxMount:b;p;e;g=SELinuxMount 9:nodeAllocatableUpdatePeriodSeconds:i64;p;e
 10:serviceAccountTokenInSecrets:b;p;e 11:preventPodSchedulingIfMissing:b;p;e
storage.v1.CSINode! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@storage.v1.CSINodeSpec
 3:status:@storage.v1.CSINodeStatus;e
storage.v1.CSINodeDriver 1:name:s 2:nodeID:s 3:topologyKeys:[]s 4:allocatable:@storage.v1.VolumeNodeResources;p;e
storage.v1.CSINodeSpec 1:drivers:[]@storage.v1.CSINodeDriver
storage.v1.CSINodeStatus 1:storageHealth:[]@storage.v1.StorageHealth;e
storage.v1.CSIStorageCapacity! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:nodeTopology:@meta.v1.LabelSelector;p;e
 3:storageClassName:s 4:capacity:q;p;e 5:maximumVolumeSize:q;p;e
storage.v1.StorageClass! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:provisioner:s 3:parameters:{}s;e
 4:reclaimPolicy:s;p;e 5:mountOptions:[]s;e 6:allowVolumeExpansion:b;p;e 7:volumeBindingMode:s;p;e
 8:allowedTopologies:[]@core.v1.TopologySelectorTerm;e
storage.v1.StorageHealth 1:name:s 2:healthConditions:[]@storage.v1.StorageHealthCondition;e
storage.v1.StorageHealthCondition 1:status:s 2:reason:s 3:message:s;e 4:accessMode:s;p;e 5:volumeMode:s;p;e
 6:lastTransitionTime:t;e
storage.v1.TokenRequest 1:audience:s 2:expirationSeconds:i64;p;e
storage.v1.VolumeAttachment! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:spec:@storage.v1.VolumeAttachmentSpec
 3:status:@storage.v1.VolumeAttachmentStatus;e
storage.v1.VolumeAttachmentSource 1:persistentVolumeName:s;p;e 2:inlineVolumeSpec:@core.v1.PersistentVolumeSpec;p;e
storage.v1.VolumeAttachmentSpec 1:attacher:s 2:source:@storage.v1.VolumeAttachmentSource 3:nodeName:s
storage.v1.VolumeAttachmentStatus 1:attached:b 2:attachmentMetadata:{}s;e 3:attachError:@storage.v1.VolumeError;p;e
 4:detachError:@storage.v1.VolumeError;p;e
storage.v1.VolumeAttributesClass! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta 2:driverName:s 3:parameters:{}s;e
storage.v1.VolumeError 1:time:t;e 2:message:s;e 3:errorCode:i32;p;e
storage.v1.VolumeNodeResources 1:count:i32;p;e
storagemigration.v1.StorageVersionMigration! 1:metadata:@meta.v1.ObjectMeta;e;g=ObjectMeta
 2:spec:@storagemigration.v1.StorageVersionMigrationSpec;e
 3:status:@storagemigration.v1.StorageVersionMigrationStatus;e
storagemigration.v1.StorageVersionMigrationSpec 1:resource:@meta.v1.GroupResource
storagemigration.v1.StorageVersionMigrationStatus 1:conditions:[]@meta.v1.Condition;e 2:resourceVersion:s;e
)",
  };
  return parts;
}
// clang-format on

}  // namespace kubexx::apiserver::protobuf
