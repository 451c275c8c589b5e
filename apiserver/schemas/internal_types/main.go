// SPDX-License-Identifier: Apache-2.0

// Command internal_types writes src/validation/internal_types.cpp: the fields of the internal Go types that messages show.
// They have no JSON names, so encoding/json writes them by their Go names, all of them, in the order of the struct.
//
//	go run . > ../../src/validation/internal_types.cpp
//
// One entry per type: TYPE GoName=jsonName:CODE. CODE: s string, i number, b boolean, q quantity, x int or string, t time,
// * a pointer, [] a list, {} a map, @TYPE another type. `?` behind the name: left out when it has its zero value, as types
// of apimachinery say with omitempty.
package main

import (
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"
	"unicode"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	"k8s.io/kubernetes/pkg/apis/apps"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/certificates"
	"k8s.io/kubernetes/pkg/apis/coordination"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/discovery"
	"k8s.io/kubernetes/pkg/apis/networking"
	"k8s.io/kubernetes/pkg/apis/node"
	"k8s.io/kubernetes/pkg/apis/policy"
	"k8s.io/kubernetes/pkg/apis/rbac"
	"k8s.io/kubernetes/pkg/apis/scheduling"
	"k8s.io/kubernetes/pkg/apis/storage"
)

var entries = map[string]string{}

func nameOf(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	last := parts[len(parts)-1]
	if last == "v1" {
		last = parts[len(parts)-2] + ".v1"
	}
	return last + "." + t.Name()
}

func lowered(name string) string {
	runes := []rune(name)
	runes[0] = unicode.ToLower(runes[0])
	return string(runes)
}

func code(t, external reflect.Type) string {
	for external != nil && t.Kind() != reflect.Pointer && external.Kind() == reflect.Pointer {
		external = external.Elem()
	}
	element := func() reflect.Type {
		if external != nil && external.Kind() == t.Kind() {
			return external.Elem()
		}
		return nil
	}
	switch t.Name() {
	case "Quantity":
		return "q"
	case "IntOrString":
		return "x"
	case "Time", "MicroTime":
		return "t"
	}
	switch t.Kind() {
	case reflect.Pointer:
		inner := element()
		if inner == nil {
			inner = external
		}
		return "*" + code(t.Elem(), inner)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "*s" // of bytes that are not there Go writes null
		}
		return "[]" + code(t.Elem(), element())
	case reflect.Map:
		return "{}" + code(t.Elem(), element())
	case reflect.String:
		return "s"
	case reflect.Bool:
		return "b"
	case reflect.Struct:
		note(t, external)
		return "@" + nameOf(t)
	case reflect.Interface:
		return "s"
	default:
		return "i"
	}
}

// Names the JSON fields of what is below prefix.
func fields(t, external reflect.Type, prefix string) []string {
	all := []string{}
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		if !field.IsExported() {
			continue
		}
		tag := field.Tag.Get("json")
		var other *reflect.StructField
		if external != nil && external.Kind() == reflect.Struct {
			if found, has := external.FieldByName(field.Name); has {
				other = &found
			}
		}
		if field.Anonymous && strings.Split(tag, ",")[0] == "" && field.Type.Name() != "TypeMeta" {
			inner := field.Type
			matched := external
			if other != nil {
				matched = other.Type
			}
			if tag == "" && field.Type.Name() == "ObjectMeta" {
				all = append(all, fields(inner, inner, "metadata.")...)
			} else {
				all = append(all, fields(inner, matched, prefix)...)
			}
			continue
		}
		if field.Type.Name() == "TypeMeta" || field.Type.Name() == "FieldsV1" {
			continue
		}
		name := field.Name
		if tag != "" {
			name = strings.Split(tag, ",")[0]
		}
		if strings.Contains(tag, "omit") {
			name += "?"
		}
		json := lowered(field.Name)
		var matched reflect.Type
		if other != nil {
			matched = other.Type
			if own := strings.Split(other.Tag.Get("json"), ",")[0]; own != "" {
				json = own
			}
		}
		all = append(all, name+"="+prefix+json+":"+code(field.Type, matched))
	}
	return all
}

func note(t, external reflect.Type) {
	name := nameOf(t)
	if _, known := entries[name]; known {
		return
	}
	entries[name] = ""
	entries[name] = strings.Join(fields(t, external, ""), " ")
}

func main() {
	pairs := [][2]any{
		{core.PodSpec{}, corev1.PodSpec{}},
		{core.PodTemplateSpec{}, corev1.PodTemplateSpec{}},
		{core.PersistentVolumeClaimSpec{}, corev1.PersistentVolumeClaimSpec{}},
		{core.PersistentVolumeClaim{}, corev1.PersistentVolumeClaim{}},
		{core.PersistentVolumeSpec{}, corev1.PersistentVolumeSpec{}},
		{core.PersistentVolumeSource{}, corev1.PersistentVolumeSource{}},
		{core.ServiceSpec{}, corev1.ServiceSpec{}},
		{core.NodeSpec{}, corev1.NodeSpec{}},
		{core.EndpointAddress{}, corev1.EndpointAddress{}},
		{core.LimitRangeItem{}, corev1.LimitRangeItem{}},
		{core.ResourceQuotaSpec{}, corev1.ResourceQuotaSpec{}},
		{apps.DeploymentStrategy{}, appsv1.DeploymentStrategy{}},
		{apps.DaemonSetUpdateStrategy{}, appsv1.DaemonSetUpdateStrategy{}},
		{apps.StatefulSetUpdateStrategy{}, appsv1.StatefulSetUpdateStrategy{}},
		{apps.StatefulSetSpec{}, appsv1.StatefulSetSpec{}},
		{batch.JobSpec{}, batchv1.JobSpec{}},
		{networking.IngressClassSpec{}, networkingv1.IngressClassSpec{}},
		{networking.IngressSpec{}, networkingv1.IngressSpec{}},
		{networking.NetworkPolicySpec{}, networkingv1.NetworkPolicySpec{}},
		{networking.IPAddressSpec{}, networkingv1.IPAddressSpec{}},
		{policy.PodDisruptionBudgetSpec{}, policyv1.PodDisruptionBudgetSpec{}},
		{rbac.RoleRef{}, rbacv1.RoleRef{}},
		{storage.CSIDriverSpec{}, storagev1.CSIDriverSpec{}},
		{storage.CSINodeSpec{}, storagev1.CSINodeSpec{}},
		{storage.VolumeAttachmentSpec{}, storagev1.VolumeAttachmentSpec{}},
		{core.Pod{}, corev1.Pod{}},
		{core.PodTemplate{}, corev1.PodTemplate{}},
		{core.ReplicationController{}, corev1.ReplicationController{}},
		{core.Service{}, corev1.Service{}},
		{core.Endpoints{}, corev1.Endpoints{}},
		{core.LimitRange{}, corev1.LimitRange{}},
		{core.Namespace{}, corev1.Namespace{}},
		{core.Node{}, corev1.Node{}},
		{core.PersistentVolume{}, corev1.PersistentVolume{}},
		{core.ResourceQuota{}, corev1.ResourceQuota{}},
		{core.Secret{}, corev1.Secret{}},
		{core.ConfigMap{}, corev1.ConfigMap{}},
		{core.ServiceAccount{}, corev1.ServiceAccount{}},
		{core.Event{}, corev1.Event{}},
		{apps.Deployment{}, appsv1.Deployment{}},
		{apps.ReplicaSet{}, appsv1.ReplicaSet{}},
		{apps.DaemonSet{}, appsv1.DaemonSet{}},
		{apps.StatefulSet{}, appsv1.StatefulSet{}},
		{apps.ControllerRevision{}, appsv1.ControllerRevision{}},
		{batch.Job{}, batchv1.Job{}},
		{batch.CronJob{}, batchv1.CronJob{}},
		{autoscaling.HorizontalPodAutoscaler{}, autoscalingv2.HorizontalPodAutoscaler{}},
		{policy.PodDisruptionBudget{}, policyv1.PodDisruptionBudget{}},
		{networking.Ingress{}, networkingv1.Ingress{}},
		{networking.IngressClass{}, networkingv1.IngressClass{}},
		{networking.NetworkPolicy{}, networkingv1.NetworkPolicy{}},
		{networking.IPAddress{}, networkingv1.IPAddress{}},
		{networking.ServiceCIDR{}, networkingv1.ServiceCIDR{}},
		{rbac.Role{}, rbacv1.Role{}},
		{rbac.ClusterRole{}, rbacv1.ClusterRole{}},
		{rbac.RoleBinding{}, rbacv1.RoleBinding{}},
		{rbac.ClusterRoleBinding{}, rbacv1.ClusterRoleBinding{}},
		{storage.StorageClass{}, storagev1.StorageClass{}},
		{storage.CSIDriver{}, storagev1.CSIDriver{}},
		{storage.CSINode{}, storagev1.CSINode{}},
		{storage.CSIStorageCapacity{}, storagev1.CSIStorageCapacity{}},
		{storage.VolumeAttachment{}, storagev1.VolumeAttachment{}},
		{storage.VolumeAttributesClass{}, storagev1.VolumeAttributesClass{}},
		{coordination.Lease{}, coordinationv1.Lease{}},
		{discovery.EndpointSlice{}, discoveryv1.EndpointSlice{}},
		{node.RuntimeClass{}, nodev1.RuntimeClass{}},
		{scheduling.PriorityClass{}, schedulingv1.PriorityClass{}},
		{certificates.CertificateSigningRequest{}, certificatesv1.CertificateSigningRequest{}},
		{certificates.ClusterTrustBundle{}, certificatesv1.ClusterTrustBundle{}},
		{certificates.PodCertificateRequest{}, certificatesv1.PodCertificateRequest{}},
		{admissionregistration.ValidatingWebhookConfiguration{}, admissionregistrationv1.ValidatingWebhookConfiguration{}},
		{admissionregistration.MutatingWebhookConfiguration{}, admissionregistrationv1.MutatingWebhookConfiguration{}},
		{admissionregistration.ValidatingAdmissionPolicy{}, admissionregistrationv1.ValidatingAdmissionPolicy{}},
		{admissionregistration.ValidatingAdmissionPolicyBinding{}, admissionregistrationv1.ValidatingAdmissionPolicyBinding{}},
		{metav1.ObjectMeta{}, metav1.ObjectMeta{}},
	}
	for _, pair := range pairs {
		note(reflect.TypeOf(pair[0]), reflect.TypeOf(pair[1]))
	}
	names := []string{}
	for name := range entries {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Fprintln(os.Stderr, len(names), "types")
	fmt.Print(`// SPDX-License-Identifier: Apache-2.0
// Written by schemas/internal_types, which explains the format. Do not edit.
#include "validation/internal_types.hpp"

namespace kubexx::apiserver {

// clang-format off
const std::initializer_list<std::string_view>& internal_type_parts()
{
  static const std::initializer_list<std::string_view> parts{
`)
	size := 0
	fmt.Print("R\"(")
	for _, name := range names {
		text := name
		line := len(name)
		for _, field := range strings.Fields(entries[name]) {
			if line+len(field) > 117 {
				text += "\n"
				line = 0
			}
			text += " " + field
			line += len(field) + 1
		}
		if size+len(text) > 14000 {
			fmt.Print(")\",\nR\"(")
			size = 0
		}
		fmt.Println(text)
		size += len(text)
	}
	fmt.Print(`)",
  };
  return parts;
}
// clang-format on

}  // namespace kubexx::apiserver
`)
}
