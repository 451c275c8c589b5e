// SPDX-License-Identifier: Apache-2.0

// Package bench does with client-go's work queue what bench/workqueue_bench.cpp does with ours. One operation of a
// benchmark is one item in both.
package bench

import (
	"fmt"
	"math"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/client-go/util/workqueue"
)

func makeKeys(count int) []string {
	keys := make([]string, count)
	for index := range keys {
		keys[index] = fmt.Sprintf("namespace-1/some-name-%08d", index)
	}
	return keys
}

func BenchmarkAddGetDone(b *testing.B) {
	for _, count := range []int{1_000, 10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			queue := workqueue.NewTyped[string]()
			defer queue.ShutDown()
			keys := makeKeys(count)
			b.ReportAllocs()
			b.ResetTimer()
			for index := range b.N {
				queue.Add(keys[index%count])
				key, _ := queue.Get()
				queue.Done(key)
			}
		})
	}
}

// request is what controller-runtime's queues hold: reconcile.Request.
type request struct{ Namespace, Name string }

func makeRequests(count int) []request {
	requests := make([]request, count)
	for index, key := range makeKeys(count) {
		namespace, name, _ := strings.Cut(key, "/")
		requests[index] = request{namespace, name}
	}
	return requests
}

// series is a counter, gauge or histogram made of atomics, with a bucket that is looked for, as Prometheus' are.
type series struct {
	value   atomic.Uint64
	counts  [11]atomic.Uint64
	buckets []float64
}

func (s *series) Inc()        { s.value.Add(1) }
func (s *series) Dec()        { s.value.Add(^uint64(0)) }
func (s *series) Set(float64) { s.value.Add(1) }
func (s *series) Observe(value float64) {
	s.counts[sort.SearchFloat64s(s.buckets, value)].Add(1)
	for {
		old := s.value.Load()
		if s.value.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+value)) {
			return
		}
	}
}

type provider struct{}

func newSeries() *series {
	return &series{buckets: []float64{1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10}}
}
func (provider) NewDepthMetric(string) workqueue.GaugeMetric            { return newSeries() }
func (provider) NewAddsMetric(string) workqueue.CounterMetric           { return newSeries() }
func (provider) NewLatencyMetric(string) workqueue.HistogramMetric      { return newSeries() }
func (provider) NewWorkDurationMetric(string) workqueue.HistogramMetric { return newSeries() }
func (provider) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return newSeries()
}
func (provider) NewLongestRunningProcessorSecondsMetric(string) workqueue.SettableGaugeMetric {
	return newSeries()
}
func (provider) NewRetriesMetric(string) workqueue.CounterMetric { return newSeries() }

// As a controller uses it: add, get, forget and done of a request, with metrics or without, and with a key that is
// delayed by an hour or without.
func BenchmarkRequestAddGetDone(b *testing.B) {
	for _, with := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		b.Run(fmt.Sprintf("%d/%d", with[0], with[1]), func(b *testing.B) {
			config := workqueue.TypedRateLimitingQueueConfig[request]{}
			if with[0] == 1 {
				config.Name = "controller"
				config.MetricsProvider = provider{}
			}
			queue := workqueue.NewTypedRateLimitingQueueWithConfig(
				workqueue.DefaultTypedControllerRateLimiter[request](), config)
			defer queue.ShutDown()
			keys := makeRequests(10_000)
			if with[1] == 1 {
				queue.AddAfter(request{"delayed", "0"}, time.Hour)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for index := range b.N {
				queue.Add(keys[index%len(keys)])
				key, _ := queue.Get()
				queue.Forget(key)
				queue.Done(key)
			}
		})
	}
}

// An informer's list: every key is added to a queue that knows none. Taking them is not measured.
func BenchmarkAddOneByOne(b *testing.B) {
	for _, count := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			queue := workqueue.NewTyped[request]()
			defer queue.ShutDown()
			keys := makeRequests(count)
			b.ReportAllocs()
			b.ResetTimer()
			for done := 0; done < b.N; done += count {
				for _, key := range keys {
					queue.Add(key)
				}
				b.StopTimer()
				for range keys {
					key, _ := queue.Get()
					queue.Done(key)
				}
				b.StartTimer()
			}
		})
	}
}

func BenchmarkFillThenDrain(b *testing.B) {
	for _, count := range []int{1_000, 10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			queue := workqueue.NewTyped[string]()
			defer queue.ShutDown()
			keys := makeKeys(count)
			b.ReportAllocs()
			b.ResetTimer()
			for done := 0; done < b.N; done += count {
				for _, key := range keys {
					queue.Add(key)
				}
				for range keys {
					key, _ := queue.Get()
					queue.Done(key)
				}
			}
		})
	}
}

// Producers add 10 000 keys in rounds; every worker gets, forgets and is done. The next round begins when every key of
// the last one is done, so that nobody saves work by adding a key that is still queued.
func BenchmarkProducersWorkers(b *testing.B) {
	for _, size := range [][2]int{{4, 4}, {8, 32}} {
		b.Run(fmt.Sprintf("%d/%d", size[0], size[1]), func(b *testing.B) {
			queue := workqueue.NewTypedRateLimitingQueue(
				workqueue.NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, 1000*time.Second))
			keys := makeKeys(10_000)
			var finished atomic.Int64
			roundDone := make(chan struct{}, 1)
			var workers sync.WaitGroup
			for range size[1] {
				workers.Add(1)
				go func() {
					defer workers.Done()
					for {
						key, shutdown := queue.Get()
						if shutdown {
							return
						}
						queue.Forget(key)
						last := finished.Add(1)%int64(len(keys)) == 0
						queue.Done(key)
						if last {
							roundDone <- struct{}{}
						}
					}
				}()
			}
			b.ReportAllocs()
			b.ResetTimer()
			for done := 0; done < b.N; done += len(keys) {
				for producer := range size[0] {
					go func() {
						for index := producer; index < len(keys); index += size[0] {
							queue.Add(keys[index])
						}
					}()
				}
				<-roundDone
			}
			b.StopTimer()
			queue.ShutDown()
			workers.Wait()
		})
	}
}

func BenchmarkAddAfter(b *testing.B) {
	const count = 1_000_000
	keys := makeKeys(count)
	b.ReportAllocs()
	for done := 0; done < b.N; done += count {
		queue := workqueue.NewTypedDelayingQueue[string]()
		for _, key := range keys {
			queue.AddAfter(key, time.Hour)
		}
		queue.ShutDown()
	}
}

// A key is delayed by so little that it is due at once, and is taken.
func BenchmarkDelayedThenTake(b *testing.B) {
	queue := workqueue.NewTypedDelayingQueue[string]()
	defer queue.ShutDown()
	keys := makeKeys(10_000)
	b.ReportAllocs()
	b.ResetTimer()
	for index := range b.N {
		queue.AddAfter(keys[index%len(keys)], 1)
		key, _ := queue.Get()
		queue.Done(key)
	}
}

func BenchmarkLimiterWhenForget(b *testing.B) {
	whenForget(b, workqueue.NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, 1000*time.Second))
}

func BenchmarkDefaultLimiterWhenForget(b *testing.B) {
	whenForget(b, workqueue.DefaultTypedControllerRateLimiter[string]())
}

func whenForget(b *testing.B, limiter workqueue.TypedRateLimiter[string]) {
	keys := makeKeys(10_000)
	b.ReportAllocs()
	b.ResetTimer()
	for index := range b.N {
		limiter.When(keys[index%len(keys)])
		limiter.Forget(keys[index%len(keys)])
	}
}

// Heap bytes that a delayed key keeps, beyond the key itself.
func BenchmarkRetainedPerDelayedKey(b *testing.B) {
	const count = 1_000_000
	keys := makeKeys(count)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	queue := workqueue.NewTypedDelayingQueue[string]()
	for _, key := range keys {
		queue.AddAfter(key, time.Hour)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/count, "B/key")
	queue.ShutDown()
	runtime.KeepAlive(keys)
}
