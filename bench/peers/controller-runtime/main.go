// SPDX-License-Identifier: Apache-2.0

// controller-runtime [json] [event]: the controller of samples/sample-controller on controller-runtime, with four
// workers. Only with "event" it records one, as ours does. With "json" it asks for and sends no protobuf. The cluster is
// that of KUBECONFIG.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/recorder"
)

const workers = 4

type reconciler struct {
	client.Client
	scheme *runtime.Scheme
	events recorder.EventRecorder // nil: none
}

func check(err error) {
	if err != nil {
		klog.ErrorS(err, "cannot run")
		os.Exit(1)
	}
}

func wantedDeployment(foo *Foo) *appsv1.Deployment {
	labels := map[string]string{"app": "nginx", "controller": foo.Name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: foo.Spec.DeploymentName, Namespace: foo.Namespace},
		Spec: appsv1.DeploymentSpec{
			Replicas: foo.Spec.Replicas,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "nginx", Image: "nginx:latest"}}},
			},
		},
	}
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var foo Foo
	if err := r.Get(ctx, request.NamespacedName, &foo); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if foo.DeletionTimestamp != nil || foo.Spec.DeploymentName == "" {
		return ctrl.Result{}, nil
	}
	changed := false
	deployment := &appsv1.Deployment{}
	err := r.Get(ctx, client.ObjectKey{Namespace: foo.Namespace, Name: foo.Spec.DeploymentName}, deployment)
	if apierrors.IsNotFound(err) {
		deployment = wantedDeployment(&foo)
		if err := ctrl.SetControllerReference(&foo, deployment, r.scheme); err != nil {
			return ctrl.Result{}, err
		}
		if err := r.Create(ctx, deployment); err != nil {
			return ctrl.Result{}, err
		}
		changed = true
		log.FromContext(ctx).Info("created the Deployment", "deployment", deployment.Name)
	} else if err != nil {
		return ctrl.Result{}, err
	}
	if !metav1.IsControlledBy(deployment, &foo) {
		return ctrl.Result{}, fmt.Errorf("the Deployment %q is not this Foo's", deployment.Name)
	}
	if foo.Spec.Replicas != nil && (deployment.Spec.Replicas == nil || *foo.Spec.Replicas != *deployment.Spec.Replicas) {
		before := deployment.DeepCopy()
		deployment.Spec.Replicas = foo.Spec.Replicas
		if err := r.Patch(ctx, deployment, client.MergeFrom(before)); err != nil {
			return ctrl.Result{}, err
		}
		changed = true
	}
	if foo.Status.AvailableReplicas != deployment.Status.AvailableReplicas {
		before := foo.DeepCopy()
		foo.Status.AvailableReplicas = deployment.Status.AvailableReplicas
		if err := r.Status().Patch(ctx, &foo, client.MergeFrom(before)); err != nil {
			return ctrl.Result{}, err
		}
		changed = true
	}
	if changed && r.events != nil {
		r.events.Eventf(&foo, nil, corev1.EventTypeNormal, "Synced", "Reconcile", "Foo synced successfully")
	}
	return ctrl.Result{}, nil
}

func main() {
	ctrl.SetLogger(klog.Background())
	config, err := ctrl.GetConfig()
	check(err)
	config.QPS = -1 // no limit by the client
	if slices.Contains(os.Args, "json") {
		config.ContentType = runtime.ContentTypeJSON
	}
	check(addFoo(scheme.Scheme))
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Metrics:                server.Options{BindAddress: "0"},
		HealthProbeBindAddress: "0",
	})
	check(err)
	mine := &reconciler{Client: manager.GetClient(), scheme: manager.GetScheme()}
	if slices.Contains(os.Args, "event") {
		mine.events = manager.GetEventRecorder("sample-controller")
	}
	check(ctrl.NewControllerManagedBy(manager).For(&Foo{}).Owns(&appsv1.Deployment{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(mine))
	check(manager.Start(ctrl.SetupSignalHandler()))
}
