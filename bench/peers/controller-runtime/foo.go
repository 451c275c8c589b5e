// SPDX-License-Identifier: Apache-2.0

package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var fooVersion = schema.GroupVersion{Group: "samplecontroller.k8s.io", Version: "v1alpha1"}

type FooSpec struct {
	DeploymentName string `json:"deploymentName"`
	Replicas       *int32 `json:"replicas,omitempty"`
}

type FooStatus struct {
	AvailableReplicas int32 `json:"availableReplicas"`
}

type Foo struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              FooSpec   `json:"spec"`
	Status            FooStatus `json:"status,omitempty"`
}

type FooList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata"`
	Items           []Foo `json:"items"`
}

func (f *Foo) DeepCopy() *Foo {
	copied := *f
	f.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	if f.Spec.Replicas != nil {
		replicas := *f.Spec.Replicas
		copied.Spec.Replicas = &replicas
	}
	return &copied
}

func (f *Foo) DeepCopyObject() runtime.Object { return f.DeepCopy() }

func (l *FooList) DeepCopyObject() runtime.Object {
	copied := *l
	l.ListMeta.DeepCopyInto(&copied.ListMeta)
	copied.Items = make([]Foo, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopy()
	}
	return &copied
}

func addFoo(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(fooVersion, &Foo{}, &FooList{})
	metav1.AddToGroupVersion(scheme, fooVersion)
	return nil
}
