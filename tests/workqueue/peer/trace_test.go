// SPDX-License-Identifier: Apache-2.0

// Package peer runs the same random operations on kubexx's queue (through workqueue-trace) and on client-go's, under
// virtual time, and compares every answer. Left out is what client-go gets wrong or leaves open: done of a key that is
// queued and not processing, and the order of delays that end at the same time.
//
//	WORKQUEUE_TRACE=build/release/tools/workqueue_trace/workqueue-trace go test -count=1 ./...
//
// WORKQUEUE_SEED names the first seed, WORKQUEUE_SEEDS their number.
package peer

import (
	"bufio"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
)

func setting(name string, otherwise int64) int64 {
	if value, err := strconv.ParseInt(os.Getenv(name), 10, 64); err == nil {
		return value
	}
	return otherwise
}

type step struct{ line, answer string }

// ours runs random operations on workqueue-trace and records its answers.
type ours struct {
	t          *testing.T
	in         io.Writer
	out        *bufio.Reader
	steps      []step
	now        int64           // ms
	processing map[string]bool // by our answers
	failures   map[string]uint
	ready      map[int64]bool // times at which some delay ends
}

func (o *ours) do(format string, arguments ...any) string {
	line := fmt.Sprintf(format, arguments...)
	fmt.Fprintln(o.in, line)
	answer, err := o.out.ReadString('\n')
	if err != nil {
		o.t.Fatalf("workqueue-trace ended at %q: %v", line, err)
	}
	answer = strings.TrimSpace(answer)
	o.steps = append(o.steps, step{line, answer})
	return answer
}

func (o *ours) free(delay int64) bool {
	if o.ready[o.now+delay] {
		return false
	}
	o.ready[o.now+delay] = true
	return true
}

func (o *ours) random(random *rand.Rand, keys int) {
	key := fmt.Sprintf("key-%d", random.Intn(keys))
	switch random.Intn(15) {
	case 0, 1, 2:
		o.do("add %s", key)
	case 3, 4, 5:
		if got := o.do("get"); got != "-" && got != "!" {
			o.processing[got] = true
		}
	case 6, 7:
		if o.processing[key] {
			delete(o.processing, key)
			o.do("done %s", key)
		}
	case 8, 9:
		if delay := int64(random.Intn(80) - 10); delay <= 0 || o.free(delay) {
			o.do("add_after %s %d", key, delay)
		}
	case 10:
		if delay := int64(5) << o.failures[key]; o.failures[key] < 17 && o.free(delay) {
			o.failures[key]++
			o.do("add_rate_limited %s", key)
		}
	case 11:
		delete(o.failures, key)
		o.do("forget %s", key)
	case 12:
		o.do("num_requeues %s", key)
	case 13:
		o.do("len")
	case 14:
		delay := int64(random.Intn(40))
		o.now += delay
		o.do("step %d", delay)
	}
}

func record(t *testing.T, seed int64, operations int) []step {
	program := os.Getenv("WORKQUEUE_TRACE")
	if program == "" {
		t.Skip("WORKQUEUE_TRACE does not name the program")
	}
	command := exec.Command(program)
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewSource(seed))
	o := &ours{t: t, in: in, out: bufio.NewReader(out), processing: map[string]bool{}, failures: map[string]uint{}, ready: map[int64]bool{}}
	keys := 2 + random.Intn(12)
	for index := range operations {
		if index == operations*4/5 {
			o.do("%s", []string{"shut_down", "drain_begin"}[random.Intn(2)])
		}
		if index%50 == 0 {
			o.do("shutting_down")
		}
		o.random(random, keys)
	}
	in.Close()
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	return o.steps
}

// theirs answers one line with client-go's queue, inside a bubble of virtual time.
func theirs(queue workqueue.TypedRateLimitingInterface[string], line string) string {
	words := strings.Fields(line)
	number := func(index int) time.Duration {
		value, _ := strconv.ParseInt(words[index], 10, 64)
		return time.Duration(value) * time.Millisecond
	}
	answer := "ok"
	switch words[0] {
	case "add":
		queue.Add(words[1])
	case "get":
		switch {
		case queue.Len() > 0:
			answer, _ = queue.Get()
		case queue.ShuttingDown():
			answer = "!"
		default:
			answer = "-"
		}
	case "done":
		queue.Done(words[1])
	case "add_after":
		queue.AddAfter(words[1], number(2))
	case "add_rate_limited":
		queue.AddRateLimited(words[1])
	case "forget":
		queue.Forget(words[1])
	case "num_requeues":
		answer = strconv.Itoa(queue.NumRequeues(words[1]))
	case "len":
		answer = strconv.Itoa(queue.Len())
	case "step":
		time.Sleep(number(1))
	case "shut_down":
		queue.ShutDown()
	case "drain_begin":
		go queue.ShutDownWithDrain()
	case "shutting_down":
		answer = strconv.FormatBool(queue.ShuttingDown())
	}
	synctest.Wait() // the queue's goroutine has done what there is to do
	return answer
}

func TestSameAnswers(t *testing.T) {
	first, seeds := setting("WORKQUEUE_SEED", 1), setting("WORKQUEUE_SEEDS", 200)
	compared := 0
	for seed := first; seed < first+seeds; seed++ {
		steps := record(t, seed, 1500)
		synctest.Test(t, func(t *testing.T) {
			queue := workqueue.NewTypedRateLimitingQueue(
				workqueue.NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, 1000*time.Second))
			defer queue.ShutDown()
			for index, step := range steps {
				if answer := theirs(queue, step.line); answer != step.answer {
					t.Fatalf("seed %d, operation %d, %q: client-go %q, kubexx %q", seed, index, step.line, answer, step.answer)
				}
			}
		})
		compared += len(steps)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d operations of %d seeds answered alike", compared, seeds)
}
