// SPDX-License-Identifier: Apache-2.0

// Package bench does what bench/timer_queue_bench.cpp does with the delay queue that one writes in Go: a heap under a
// mutex, a goroutine with a timer that moves what is due into a channel. One operation of a benchmark is one value in
// both.
package bench

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

type item struct {
	value uint64
	at    time.Time
	order uint64
	index int // in the heap; -1 when it is not there
}

type items []*item

func (q items) Len() int { return len(q) }
func (q items) Less(i, j int) bool {
	if !q[i].at.Equal(q[j].at) {
		return q[i].at.Before(q[j].at)
	}
	return q[i].order < q[j].order
}
func (q items) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q *items) Push(x any) {
	it := x.(*item)
	it.index = len(*q)
	*q = append(*q, it)
}
func (q *items) Pop() any {
	old := *q
	last := old[len(old)-1]
	old[len(old)-1] = nil
	last.index = -1
	*q = old[:len(old)-1]
	return last
}

type delayQueue struct {
	mu    sync.Mutex
	heap  items
	order uint64
	wake  chan struct{} // the first time became earlier
	out   chan uint64   // what is due
	stop  chan struct{}
}

func newDelayQueue() *delayQueue {
	q := &delayQueue{wake: make(chan struct{}, 1), out: make(chan uint64), stop: make(chan struct{})}
	go q.loop()
	return q
}

func (q *delayQueue) Push(value uint64, delay time.Duration) *item {
	it := &item{value: value, at: time.Now().Add(delay)}
	q.mu.Lock()
	q.order++
	it.order = q.order
	heap.Push(&q.heap, it)
	first := it.index == 0
	q.mu.Unlock()
	if first {
		select {
		case q.wake <- struct{}{}:
		default:
		}
	}
	return it
}

func (q *delayQueue) Cancel(it *item) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if it.index < 0 {
		return false
	}
	heap.Remove(&q.heap, it.index)
	return true
}

func (q *delayQueue) Take() uint64 { return <-q.out }

func (q *delayQueue) loop() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		q.mu.Lock()
		wait := time.Hour
		var due *item
		if len(q.heap) > 0 {
			if wait = time.Until(q.heap[0].at); wait <= 0 {
				due = heap.Pop(&q.heap).(*item)
			}
		}
		q.mu.Unlock()
		if due != nil {
			select {
			case q.out <- due.value:
			case <-q.stop:
				return
			}
			continue
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-q.wake:
		case <-q.stop:
			return
		}
	}
}

// So many values that are due an hour from now and later.
func filled(count int) *delayQueue {
	q := newDelayQueue()
	random := rand.New(rand.NewPCG(1, 1))
	for range count {
		q.Push(0, time.Hour+time.Duration(random.Int64N(int64(time.Hour))))
	}
	return q
}

func BenchmarkPushTake(b *testing.B) {
	for _, pending := range []int{0, 1000, 10_000, 1_000_000} {
		b.Run(fmt.Sprint(pending), func(b *testing.B) {
			q := filled(pending)
			defer close(q.stop)
			b.ReportAllocs()
			b.ResetTimer()
			for index := range b.N {
				q.Push(uint64(index), 1)
				q.Take()
			}
		})
	}
}

func BenchmarkPushCancel(b *testing.B) {
	for _, pending := range []int{0, 1_000_000} {
		b.Run(fmt.Sprint(pending), func(b *testing.B) {
			q := filled(pending)
			defer close(q.stop)
			handles := make([]*item, 1000)
			for index := range handles {
				handles[index] = q.Push(0, 30*time.Second)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for index := range b.N {
				oldest := index % len(handles)
				q.Cancel(handles[oldest])
				handles[oldest] = q.Push(0, 30*time.Second)
			}
		})
	}
}

func BenchmarkPushAllTakeAll(b *testing.B) {
	for _, count := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			q := newDelayQueue()
			defer close(q.stop)
			random := rand.New(rand.NewPCG(1, 1))
			delays := make([]time.Duration, count)
			for index := range delays {
				delays[index] = -time.Duration(random.Int64N(int64(time.Second)))
			}
			b.ReportAllocs()
			b.ResetTimer()
			for done := 0; done < b.N; done += count {
				for _, delay := range delays {
					q.Push(0, delay)
				}
				for range delays {
					q.Take()
				}
			}
		})
	}
}

func BenchmarkPushTakeThreads(b *testing.B) {
	for _, size := range [][2]int{{1, 1}, {4, 4}} {
		b.Run(fmt.Sprintf("%d/%d", size[0], size[1]), func(b *testing.B) {
			q := newDelayQueue()
			defer close(q.stop)
			per := b.N/(size[0]*size[1]) + 1 // of each pusher for each taker
			b.ReportAllocs()
			b.ResetTimer()
			var all sync.WaitGroup
			for range size[0] {
				all.Go(func() {
					for index := range per * size[1] {
						q.Push(uint64(index), 1)
					}
				})
			}
			for range size[1] {
				all.Go(func() {
					for range per * size[0] {
						q.Take()
					}
				})
			}
			all.Wait()
		})
	}
}
