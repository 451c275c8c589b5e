// SPDX-License-Identifier: Apache-2.0

// client-bench KUBECONFIG WORK COUNT: what bench/client_bench.cpp does, by client-go. WORK may begin with "typed-": by
// the generated clientset instead of the dynamic client.
// Prints: per second, CPU in microseconds per item, latency p50 and p99 in microseconds, peak RSS in MB.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func usage() (time.Duration, float64) {
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &all); err != nil {
		log.Fatal(err)
	}
	return time.Duration(all.Utime.Nano() + all.Stime.Nano()), float64(all.Maxrss) / 1024
}

// A client reduced to what is measured.
type verbs struct {
	get    func() error
	create func() error
	list   func() (int, error)
}

func verbsOf[One, All any](
	get func() (One, error), create func(One) (One, error), list func() (All, error), count func(All) int,
) verbs {
	sample, err := get()
	if err != nil {
		log.Fatal(err)
	}
	return verbs{
		get:    func() error { _, err := get(); return err },
		create: func() error { _, err := create(sample); return err },
		list: func() (int, error) {
			all, err := list()
			if err != nil {
				return 0, err
			}
			return count(all), nil
		},
	}
}

func dynamicVerbs(client dynamic.Interface) verbs {
	pods := client.Resource(corev1.SchemeGroupVersion.WithResource("pods")).Namespace("default")
	ctx := context.Background()
	type one = *unstructured.Unstructured
	type all = *unstructured.UnstructuredList
	return verbsOf(
		func() (one, error) { return pods.Get(ctx, "pod-0", metav1.GetOptions{}) },
		func(pod one) (one, error) { return pods.Create(ctx, pod, metav1.CreateOptions{}) },
		func() (all, error) { return pods.List(ctx, metav1.ListOptions{}) },
		func(list all) int { return len(list.Items) })
}

func typedVerbs(client kubernetes.Interface) verbs {
	pods := client.CoreV1().Pods("default")
	ctx := context.Background()
	return verbsOf(
		func() (*corev1.Pod, error) { return pods.Get(ctx, "pod-0", metav1.GetOptions{}) },
		func(pod *corev1.Pod) (*corev1.Pod, error) { return pods.Create(ctx, pod, metav1.CreateOptions{}) },
		func() (*corev1.PodList, error) { return pods.List(ctx, metav1.ListOptions{}) },
		func(list *corev1.PodList) int { return len(list.Items) })
}

// One after the other; how long each took.
func calls(call func() error, count int) []time.Duration {
	took := make([]time.Duration, 0, count)
	for range count {
		start := time.Now()
		if err := call(); err != nil {
			log.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	return took
}

func main() {
	work := os.Args[2]
	count, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	config.QPS = -1 // no limit by the client
	var client verbs
	if typed, found := strings.CutPrefix(work, "typed-"); found {
		work = typed
		config.ContentType = "application/json"
		client = typedVerbs(kubernetes.NewForConfigOrDie(config))
	} else {
		client = dynamicVerbs(dynamic.NewForConfigOrDie(config))
	}
	calls(client.get, 100)

	cpu, _ := usage()
	start := time.Now()
	var took []time.Duration
	items := count
	switch work {
	case "get":
		took = calls(client.get, count)
	case "create":
		took = calls(client.create, count)
	case "get16":
		items = 16 * count
		var group sync.WaitGroup
		var mutex sync.Mutex
		for range 16 {
			group.Add(1)
			go func() {
				defer group.Done()
				mine := calls(client.get, count)
				mutex.Lock()
				defer mutex.Unlock()
				took = append(took, mine...)
			}()
		}
		group.Wait()
	case "list":
		items = 0
		for range count {
			some, err := client.list()
			if err != nil {
				log.Fatal(err)
			}
			items += some
		}
	default:
		log.Fatal("no such work: ", work)
	}
	wall := time.Since(start)
	after, peak := usage()
	slices.Sort(took)
	at := func(share float64) float64 {
		if len(took) == 0 {
			return 0
		}
		return float64(took[int(float64(len(took))*share)].Nanoseconds()) / 1000
	}
	fmt.Printf("%.1f %.2f %.1f %.1f %.1f\n", float64(items)/wall.Seconds(),
		float64((after-cpu).Nanoseconds())/1000/float64(items), at(0.5), at(0.99), peak)
}
