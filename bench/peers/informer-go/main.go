// SPDX-License-Identifier: Apache-2.0

// informer-go CLIENT FOLDER WAY COUNT [EVENTS]: what bench/informer_bench.cpp does and prints, by an informer of client-go.
// CLIENT: dynamic, typed (JSON) or protobuf (typed too); "dynamic-stripped" and so on drop managedFields. "Kept" is what the garbage collector leaves of the heap; the
// resident memory is what remains when it has given back what it can.
//
// informer-go marshal: makes protobuf of the pod in JSON on standard input.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

const sentAnnotation = "bench.kubexx.dev/sent"

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func cpuTime() time.Duration {
	var all syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &all))
	return time.Duration(all.Utime.Nano() + all.Stime.Nano())
}

// A row of /proc/self/status in bytes: "VmRSS", "VmHWM".
func memoryRow(name string) float64 {
	status, err := os.Open("/proc/self/status")
	check(err)
	defer status.Close()
	for rows := bufio.NewScanner(status); rows.Scan(); {
		var kilobytes float64
		if n, _ := fmt.Sscanf(rows.Text(), name+": %f kB", &kilobytes); n == 1 {
			return 1024 * kilobytes
		}
	}
	log.Fatal("no row ", name)
	return 0
}

func resetPeakMemory() { check(os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)) }

type memory struct{ resident, heap float64 }

// What remains after the garbage collector.
func settledMemory() memory {
	time.Sleep(200 * time.Millisecond)
	runtime.GC()
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return memory{resident: memoryRow("VmRSS"), heap: float64(stats.HeapAlloc)}
}

// What the handler has seen.
type seen struct {
	added, updated, wanted atomic.Int64
	reached                chan struct{}
	timed                  atomic.Bool
	took                   []time.Duration
}

func sentAt(object any) int64 {
	var text string
	switch pod := object.(type) {
	case *corev1.Pod:
		text = pod.Annotations[sentAnnotation]
	case *unstructured.Unstructured:
		text, _, _ = unstructured.NestedString(pod.Object, "metadata", "annotations", sentAnnotation)
	}
	sent, err := strconv.ParseInt(text, 10, 64)
	check(err)
	return sent
}

func (s *seen) handler() cache.ResourceEventHandlerFuncs {
	count := func(number *atomic.Int64) {
		if number.Add(1) == s.wanted.Load() {
			s.reached <- struct{}{}
		}
	}
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { count(&s.added) },
		UpdateFunc: func(_, object any) {
			if s.timed.Load() {
				s.took = append(s.took, time.Duration(time.Now().UnixNano()-sentAt(object)))
			}
			count(&s.updated)
		},
	}
}

func newInformer(config *rest.Config, client string) cache.SharedIndexInformer {
	config.QPS = -1 // no limit by the client
	switch client {
	case "dynamic":
		factory := dynamicinformer.NewDynamicSharedInformerFactory(dynamic.NewForConfigOrDie(config), 0)
		return factory.ForResource(corev1.SchemeGroupVersion.WithResource("pods")).Informer()
	case "typed":
		config.ContentType = "application/json"
	case "protobuf":
		config.ContentType = "application/vnd.kubernetes.protobuf"
		config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	default:
		log.Fatal("no such client: ", client)
	}
	return informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(config), 0).Core().V1().Pods().Informer()
}

func dropManagedFields(object any) (any, error) {
	if pod, err := meta.Accessor(object); err == nil && pod.GetManagedFields() != nil {
		pod.SetManagedFields(nil)
	}
	return object, nil
}

type bench struct {
	folder   string
	count    int
	seen     *seen
	informer cache.SharedIndexInformer
	before   memory
}

func (b *bench) command(line string) {
	control, err := os.OpenFile(filepath.Join(b.folder, "control"), os.O_WRONLY, 0)
	check(err)
	_, err = control.WriteString(line + "\n")
	check(err)
	check(control.Close())
}

func (b *bench) perPod(value float64) float64 { return value / float64(b.count) }

// The most that was resident since the last reset, against what is kept; both without what was there before.
func (b *bench) peak(kept memory) float64 {
	return (memoryRow("VmHWM") - b.before.resident) / (kept.heap - b.before.heap)
}

func (b *bench) sync(stop <-chan struct{}) {
	b.before = settledMemory()
	resetPeakMemory()
	cpu, start := cpuTime(), time.Now()
	b.seen.wanted.Store(int64(b.count))
	_, err := b.informer.AddEventHandler(b.seen.handler())
	check(err)
	go b.informer.Run(stop)
	<-b.seen.reached
	wall, used := time.Since(start), cpuTime()-cpu
	kept := settledMemory()
	fmt.Printf("per_second=%.0f cpu_us=%.2f kept=%.0f rss=%.0f peak=%.3f", float64(b.count)/wall.Seconds(),
		b.perPod(used.Seconds()*1e6), b.perPod(kept.heap-b.before.heap), b.perPod(kept.resident-b.before.resident),
		b.peak(kept))
}

func (b *bench) untilUpdated(number int, line string) time.Duration {
	cpu := cpuTime()
	b.seen.wanted.Store(b.seen.updated.Load() + int64(number))
	b.command(line)
	<-b.seen.reached
	return cpuTime() - cpu
}

func (b *bench) events(events int) {
	b.seen.took = make([]time.Duration, 0, events)
	b.seen.timed.Store(true)
	used := b.untilUpdated(events, fmt.Sprint("events 1000 ", events))
	b.seen.timed.Store(false)
	took := b.seen.took
	slices.Sort(took)
	micros := func(share int) float64 { return float64(took[len(took)*share/100].Nanoseconds()) / 1000 }
	fmt.Printf(" p50_us=%.1f p99_us=%.1f event_us=%.2f", micros(50), micros(99), used.Seconds()*1e6/float64(events))
}

func (b *bench) relist(percent int) {
	settledMemory()
	resetPeakMemory()
	used := b.untilUpdated(b.count*percent/100, fmt.Sprint("expire ", percent))
	fmt.Printf(" relist%d_us=%.2f relist%d_peak=%.3f", percent, b.perPod(used.Seconds()*1e6), percent,
		b.peak(settledMemory()))
}

func marshal() {
	text, err := io.ReadAll(os.Stdin)
	check(err)
	var pod corev1.Pod
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	check(decoder.Decode(&pod))
	encoded, err := pod.Marshal()
	check(err)
	_, err = os.Stdout.Write(encoded)
	check(err)
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "marshal" {
		marshal()
		return
	}
	client, folder, way := os.Args[1], os.Args[2], os.Args[3]
	count, err := strconv.Atoi(os.Args[4])
	check(err)
	kubeconfig := "pages"
	if way == "whole" {
		kubeconfig = way
	}
	if way != "stream" {
		check(os.Setenv("KUBE_FEATURE_WatchListClient", "false"))
	}
	config, err := clientcmd.BuildConfigFromFlags("", filepath.Join(folder, kubeconfig))
	check(err)
	client, stripped := strings.CutSuffix(client, "-stripped")
	b := bench{folder: folder, count: count, seen: &seen{reached: make(chan struct{}, 1)}, informer: newInformer(config, client)}
	if stripped {
		check(b.informer.SetTransform(dropManagedFields))
	}
	stop := make(chan struct{})
	defer close(stop)
	b.sync(stop)
	if len(os.Args) > 5 {
		events, err := strconv.Atoi(os.Args[5])
		check(err)
		b.events(events)
		b.relist(5)
		b.relist(100)
	}
	fmt.Println()
}
