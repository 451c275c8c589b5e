// SPDX-License-Identifier: Apache-2.0

// sample-go [json] [upstream]: the controller of samples/sample-controller on client-go, as kubernetes/sample-controller
// is made: typed informers, a rate-limited queue, four workers, an event recorder. It writes what ours writes. With
// "upstream" it does what that program does at each sync: it writes the status and records an event even when nothing
// has changed. With "json" it asks for and sends no protobuf. The cluster is that of KUBECONFIG.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

const workers = 4

type controller struct {
	always      bool
	clients     kubernetes.Interface
	fooClient   *rest.RESTClient
	foos        cache.SharedIndexInformer
	deployments appslisters.DeploymentLister
	queue       workqueue.TypedRateLimitingInterface[cache.ObjectName]
	events      record.EventRecorder
}

func check(err error) {
	if err != nil {
		klog.ErrorS(err, "cannot run")
		os.Exit(1)
	}
}

func (c *controller) enqueue(object any) {
	if name, err := cache.ObjectToName(object); err == nil {
		c.queue.Add(name)
	}
}

// The Foo that owns the Deployment.
func (c *controller) enqueueOwner(object any) {
	if gone, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = gone.Obj
	}
	deployment, ok := object.(metav1.Object)
	if !ok {
		return
	}
	if owner := metav1.GetControllerOf(deployment); owner != nil && owner.Kind == "Foo" {
		c.queue.Add(cache.NewObjectName(deployment.GetNamespace(), owner.Name))
	}
}

func (c *controller) work(ctx context.Context) {
	for {
		name, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.sync(ctx, name); err != nil {
			klog.ErrorS(err, "will be tried again", "foo", name)
			c.queue.AddRateLimited(name)
		} else {
			c.queue.Forget(name)
		}
		c.queue.Done(name)
	}
}

func wantedDeployment(foo *Foo) *appsv1.Deployment {
	labels := map[string]string{"app": "nginx", "controller": foo.Name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{
			Name:            foo.Spec.DeploymentName,
			Namespace:       foo.Namespace,
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(foo, fooVersion.WithKind("Foo"))},
		},
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

func (c *controller) sync(ctx context.Context, name cache.ObjectName) error {
	object, there, err := c.foos.GetStore().GetByKey(name.String())
	if err != nil || !there {
		return err
	}
	foo := object.(*Foo)
	if foo.DeletionTimestamp != nil || foo.Spec.DeploymentName == "" {
		return nil
	}
	changed := c.always
	deployment, err := c.deployments.Deployments(foo.Namespace).Get(foo.Spec.DeploymentName)
	if apierrors.IsNotFound(err) {
		deployment, err = c.clients.AppsV1().Deployments(foo.Namespace).Create(ctx, wantedDeployment(foo), metav1.CreateOptions{})
		if err == nil {
			klog.InfoS("created the Deployment", "deployment", deployment.Name)
			changed = true
		}
	}
	if err != nil {
		return err
	}
	if !metav1.IsControlledBy(deployment, foo) {
		message := fmt.Sprintf("Resource %q already exists and is not managed by Foo", deployment.Name)
		c.events.Event(foo, corev1.EventTypeWarning, "ErrResourceExists", message)
		return fmt.Errorf("%s", message)
	}
	if foo.Spec.Replicas != nil && (deployment.Spec.Replicas == nil || *foo.Spec.Replicas != *deployment.Spec.Replicas) {
		wanted := deployment.DeepCopy()
		wanted.Spec.Replicas = foo.Spec.Replicas
		deployment, err = c.clients.AppsV1().Deployments(foo.Namespace).Update(ctx, wanted, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		changed = true
	}
	if c.always || foo.Status.AvailableReplicas != deployment.Status.AvailableReplicas {
		reported := foo.DeepCopy()
		reported.Status.AvailableReplicas = deployment.Status.AvailableReplicas
		err = c.fooClient.Put().Namespace(foo.Namespace).Resource("foos").Name(foo.Name).SubResource("status").
			Body(reported).Do(ctx).Error()
		if err != nil {
			return err
		}
		changed = true
	}
	if changed {
		c.events.Event(foo, corev1.EventTypeNormal, "Synced", "Foo synced successfully")
	}
	return nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	check(err)
	config.QPS = -1 // no limit by the client
	if slices.Contains(os.Args, "json") {
		config.ContentType = runtime.ContentTypeJSON
	}
	check(addFoo(scheme.Scheme))
	clients, err := kubernetes.NewForConfig(config)
	check(err)
	foos, err := fooClient(config, scheme.Scheme)
	check(err)

	factory := informers.NewSharedInformerFactory(clients, 0)
	deployments := factory.Apps().V1().Deployments()
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: clients.CoreV1().Events("")})
	c := &controller{
		always:    slices.Contains(os.Args, "upstream"),
		clients:   clients,
		fooClient: foos,
		foos: cache.NewSharedIndexInformer(cache.NewListWatchFromClient(foos, "foos", metav1.NamespaceAll, fields.Everything()),
			&Foo{}, 0, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}),
		deployments: deployments.Lister(),
		queue: workqueue.NewTypedRateLimitingQueue(
			workqueue.NewTypedItemExponentialFailureRateLimiter[cache.ObjectName](5*time.Millisecond, 1000*time.Second)),
		events: broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "sample-controller"}),
	}
	_, err = c.foos.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, object any) { c.enqueue(object) },
	})
	check(err)
	_, err = deployments.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: c.enqueueOwner,
		UpdateFunc: func(before, now any) {
			if before.(*appsv1.Deployment).ResourceVersion != now.(*appsv1.Deployment).ResourceVersion {
				c.enqueueOwner(now)
			}
		},
		DeleteFunc: c.enqueueOwner,
	})
	check(err)

	factory.Start(ctx.Done())
	go c.foos.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.foos.HasSynced, deployments.Informer().HasSynced) {
		return
	}
	for range workers {
		go c.work(ctx)
	}
	<-ctx.Done()
	c.queue.ShutDown()
}
