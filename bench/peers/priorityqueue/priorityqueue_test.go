// SPDX-License-Identifier: Apache-2.0

// Package bench does with controller-runtime's priority queue what bench/workqueue_priority_bench.cpp does with ours.
package bench

import (
	"fmt"
	"testing"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

func makeKeys(count int) []string {
	keys := make([]string, count)
	for index := range keys {
		keys[index] = fmt.Sprintf("namespace-1/some-name-%08d", index)
	}
	return keys
}

func addAll(queue priorityqueue.PriorityQueue[string], keys []string) {
	for index, key := range keys {
		priority := index % 3
		queue.AddWithOpts(priorityqueue.AddOpts{Priority: &priority}, key)
	}
}

// All keys are added, then taken and done.
func BenchmarkPriorityFillThenDrain(b *testing.B) {
	for _, count := range []int{1_000, 10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			queue := priorityqueue.New[string]("")
			defer queue.ShutDown()
			keys := makeKeys(count)
			b.ReportAllocs()
			b.ResetTimer()
			for done := 0; done < b.N; done += count {
				addAll(queue, keys)
				for range keys {
					key, _, _ := queue.GetWithPriority()
					queue.Done(key)
				}
			}
		})
	}
}

// One key after the other, while so many others are held and queued again.
func BenchmarkPriorityAddGetDone(b *testing.B) {
	for _, held := range []int{0, 100, 1_000, 10_000} {
		b.Run(fmt.Sprint(held), func(b *testing.B) {
			queue := priorityqueue.New[string]("")
			defer queue.ShutDown()
			for index := range held {
				queue.Add(fmt.Sprint(index))
			}
			for range held {
				key, _, _ := queue.GetWithPriority()
				queue.Add(key)
			}
			keys := makeKeys(10_000)
			b.ReportAllocs()
			b.ResetTimer()
			for index := range b.N {
				queue.Add(keys[index%len(keys)])
				key, _, _ := queue.GetWithPriority()
				queue.Done(key)
			}
		})
	}
}

// Into a new queue each time.
func BenchmarkPriorityAddOnly(b *testing.B) {
	const count = 10_000
	keys := makeKeys(count)
	b.ReportAllocs()
	for done := 0; done < b.N; done += count {
		queue := priorityqueue.New[string]("")
		addAll(queue, keys)
		b.StopTimer()
		queue.ShutDown()
		b.StartTimer()
	}
}

// While another goroutine takes and gives back all the time.
func BenchmarkPriorityAddContended(b *testing.B) {
	const count = 1_000
	queue := priorityqueue.New[string]("")
	keys := makeKeys(count)
	go func() {
		for {
			key, _, shutdown := queue.GetWithPriority()
			if shutdown {
				return
			}
			queue.Done(key)
		}
	}()
	b.ReportAllocs()
	b.ResetTimer()
	for done := 0; done < b.N; done += count {
		addAll(queue, keys)
	}
	b.StopTimer()
	queue.ShutDown()
}

// A key is delayed by so little that it is due at once, and is taken.
func BenchmarkPriorityDelayedThenTake(b *testing.B) {
	queue := priorityqueue.New[string]("")
	defer queue.ShutDown()
	keys := makeKeys(10_000)
	b.ReportAllocs()
	b.ResetTimer()
	for index := range b.N {
		queue.AddWithOpts(priorityqueue.AddOpts{After: time.Nanosecond}, keys[index%len(keys)])
		key, _, _ := queue.GetWithPriority()
		queue.Done(key)
	}
}
