// SPDX-License-Identifier: Apache-2.0

// Package bench does with client-go's work queue what bench/workqueue_bench.cpp does with ours. One operation of a
// benchmark is one item in both.
package bench

import (
	"fmt"
	"runtime"
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
