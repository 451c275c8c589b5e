// SPDX-License-Identifier: Apache-2.0

// controller_cluster ASSETS FOLDER CRD PROGRAM [ARGUMENT]...: what the controller of Foos costs that PROGRAM is, on a real
// kube-apiserver with etcd (both of ASSETS), which are started for it alone. The program finds it by KUBECONFIG; its log
// and the servers' are in FOLDER. There are 3 000 Foos before it starts. A bare client, which is this program, does the
// same writes before on the same server. Of a program named floor, which only creates, cold and latency are measured.
//
//	cold     from fork until each Foo has its Deployment, as a watch sees it
//	latency  one Foo at a time: from the call that creates it until its Deployment is seen
//	scale    all Foos are patched by four clients, until each Deployment has followed
//	restart  it is stopped, one Foo is patched, it is started: from fork until that Foo's Deployment has followed
//	idle     10 s in which nothing happens
//
// CPU is the kernel's run time of all threads. Requests are those of the audit log, which has the controller's alone.
// Prints one line of NAME=VALUE.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const (
	foos     = 3000
	probes   = 100
	writers  = 4
	patience = 3 * time.Minute
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// The children end with the thread that has started them.
func init() { runtime.LockOSThread() }

// A process that this program has started.
type process struct {
	command *exec.Cmd
	ended   chan struct{}
}

func start(logFile string, environment []string, arguments ...string) *process {
	output, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	check(err)
	defer output.Close()
	command := exec.Command(arguments[0], arguments[1:]...)
	command.Env = append(os.Environ(), environment...)
	command.Stdout, command.Stderr = output, output
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	check(command.Start())
	p := &process{command, make(chan struct{})}
	go func() {
		_ = command.Wait()
		close(p.ended)
	}()
	return p
}

func (p *process) stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(10 * time.Second):
		_ = p.command.Process.Kill()
		<-p.ended
	}
}

// Of all its threads, also those that have ended.
func (p *process) cpu() time.Duration {
	const processClock = 2
	clock := int32(^p.command.Process.Pid<<3 | processClock)
	var now syscall.Timespec
	_, _, failure := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&now)), 0)
	if failure != 0 {
		log.Fatal("a program has ended: ", p.command.Path)
	}
	return time.Duration(now.Nano())
}

// In MB of 10^6 bytes.
func (p *process) resident() float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	check(err)
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	check(err)
	return kilobytes * 1024 / 1e6
}

type run struct {
	plane   *plane
	api     *api
	seen    *seen
	command []string
}

func (r *run) startController() *process {
	return start(filepath.Join(r.plane.folder, "log"), []string{"KUBECONFIG=" + r.plane.controllerConfig}, r.command...)
}

func (r *run) requests() int {
	lines, err := os.ReadFile(r.plane.audit)
	check(err)
	return bytes.Count(lines, []byte{'\n'})
}

// Until the controller has asked for nothing for a second.
func (r *run) waitForSilence() {
	for before := -1; ; {
		now := r.requests()
		if now == before {
			return
		}
		before = now
		time.Sleep(time.Second)
	}
}

// A phase of the controller's work: how long it took, CPU and requests.
func (r *run) measure(name string, p *process, work func()) {
	cpu, server, requests, begin := p.cpu(), r.plane.apiserver.cpu(), r.requests(), time.Now()
	work()
	wall := time.Since(begin)
	r.waitForSilence()
	fmt.Printf(" %s_s=%.2f %s_cpu_s=%.3f %s_requests=%d %s_server_s=%.2f %s_rss_mb=%.1f", name, wall.Seconds(), name,
		(p.cpu() - cpu).Seconds(), name, r.requests()-requests, name, (r.plane.apiserver.cpu() - server).Seconds(), name,
		p.resident())
}

func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2].Microseconds())
}

// The bare client: the Deployment and the event of each Foo, by four writers.
func (r *run) bareWrites() {
	begin := time.Now()
	r.api.each(foos, writers, func(i int) {
		name := "foo-" + strconv.Itoa(i)
		r.api.call("POST", deploymentsOf("bare"), deployment("bare", name, ""))
		r.api.call("POST", eventsOf("bare"), event("bare", name))
	})
	fmt.Printf("bare_s=%.2f", time.Since(begin).Seconds())
	r.api.call("DELETE", deploymentsOf("bare"), "")
	r.seen.wait("bare", 0, 1)
}

// A Foo at a time. The bare client creates the Deployment as soon as its watch has the Foo; then, withEvent, the event.
func (r *run) latency(namespace string) float64 {
	times := make([]time.Duration, 0, probes)
	for i := range probes {
		name := "probe-" + strconv.Itoa(i)
		there := r.seen.expect(namespace + "/" + name)
		begin := time.Now()
		r.api.call("POST", foosOf(namespace), foo(namespace, name))
		<-there
		times = append(times, time.Since(begin))
	}
	return median(times)
}

func (r *run) bareLatency(name string, withEvent bool) {
	stop := r.api.watch(fooPath, func(kind string, object item) {
		if kind == "ADDED" && object.Metadata.Namespace == "bare" {
			r.api.call("POST", deploymentsOf("bare"), deployment("bare", object.Metadata.Name, object.Metadata.UID))
			if withEvent {
				r.api.call("POST", eventsOf("bare"), event("bare", object.Metadata.Name))
			}
		}
	})
	fmt.Printf(" %s=%.0f", name, r.latency("bare"))
	stop()
	r.api.call("DELETE", deploymentsOf("bare"), "")
	r.api.call("DELETE", foosOf("bare"), "")
	r.seen.wait("bare", 0, 1)
}

func main() {
	if len(os.Args) < 5 {
		log.Fatal("usage: controller_cluster ASSETS FOLDER CRD PROGRAM [ARGUMENT]...")
	}
	plane := startPlane(os.Args[1], os.Args[2], os.Args[3])
	defer plane.stop()
	r := &run{plane: plane, api: plane.api, seen: newSeen(), command: os.Args[4:]}
	defer r.api.watch(deploymentPath, r.seen.deployment)()
	r.api.each(foos, 2*writers, func(i int) {
		r.api.call("POST", foosOf("default"), foo("default", "foo-"+strconv.Itoa(i)))
	})
	r.bareWrites()
	r.bareLatency("bare_latency_us", false)
	r.bareLatency("bare_event_latency_us", true)

	before := plane.apiserver.cpu()
	var controller *process
	begin := time.Now()
	controller = r.startController()
	r.seen.wait("default", foos, 1)
	wall := time.Since(begin)
	r.waitForSilence()
	fmt.Printf(" cold_s=%.2f cold_cpu_s=%.3f cold_requests=%d cold_server_s=%.2f cold_rss_mb=%.1f", wall.Seconds(),
		controller.cpu().Seconds(), r.requests(), (plane.apiserver.cpu() - before).Seconds(), controller.resident())
	fmt.Printf(" latency_us=%.0f", r.latency("default"))
	if createsOnly := filepath.Base(r.command[0]) == "floor"; createsOnly {
		fmt.Println()
		controller.stop()
		return
	}
	r.waitForSilence()
	r.measure("scale", controller, func() {
		begin := time.Now()
		r.api.each(foos, writers, func(i int) {
			r.api.call("PATCH", foosOf("default")+"/foo-"+strconv.Itoa(i), `{"spec":{"replicas":2}}`)
		})
		fmt.Printf(" patched_s=%.2f", time.Since(begin).Seconds())
		r.seen.wait("default", foos, 2)
	})

	controller.stop()
	r.api.call("PATCH", foosOf("default")+"/foo-0", `{"spec":{"replicas":3}}`)
	begin = time.Now()
	controller = r.startController()
	r.seen.wait("default", 1, 3)
	fmt.Printf(" restart_ms=%.0f", float64(time.Since(begin).Microseconds())/1000)
	r.waitForSilence()
	idle := controller.cpu()
	time.Sleep(10 * time.Second)
	fmt.Printf(" idle_cpu_ms=%.1f", float64((controller.cpu()-idle).Microseconds())/1000)
	fmt.Printf(" server_s=%.2f\n", (plane.apiserver.cpu() - before).Seconds())
	controller.stop()
}
