// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	fooPath        = "/apis/samplecontroller.k8s.io/v1alpha1/foos"
	deploymentPath = "/apis/apps/v1/deployments"
)

func foosOf(namespace string) string {
	return "/apis/samplecontroller.k8s.io/v1alpha1/namespaces/" + namespace + "/foos"
}
func deploymentsOf(namespace string) string {
	return "/apis/apps/v1/namespaces/" + namespace + "/deployments"
}
func eventsOf(namespace string) string {
	return "/apis/events.k8s.io/v1/namespaces/" + namespace + "/events"
}

func foo(namespace, name string) string {
	return fmt.Sprintf(`{"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{"name":%q,`+
		`"namespace":%q},"spec":{"deploymentName":%q,"replicas":1}}`, name, namespace, name)
}

func deployment(namespace, name, owner string) string {
	references := ""
	if owner != "" {
		references = fmt.Sprintf(`,"ownerReferences":[{"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo",`+
			`"name":%q,"uid":%q,"controller":true,"blockOwnerDeletion":true}]`, name, owner)
	}
	return fmt.Sprintf(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":%q,"namespace":%q%s},"spec":{`+
		`"replicas":1,"selector":{"matchLabels":{"app":"nginx","controller":%q}},"template":{"metadata":{"labels":{`+
		`"app":"nginx","controller":%q}},"spec":{"containers":[{"name":"nginx","image":"nginx:latest"}]}}}}`,
		name, namespace, references, name, name)
}

func event(namespace, name string) string {
	return fmt.Sprintf(`{"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"%s.1","namespace":%q},`+
		`"eventTime":%q,"reportingController":"bare","reportingInstance":"bare","action":"Synced","reason":"Synced",`+
		`"regarding":{"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","name":%q,"namespace":%q},`+
		`"note":"Foo synced successfully","type":"Normal"}`,
		name, namespace, time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"), name, namespace)
}

// A bare client.
type api struct {
	url    string
	client *http.Client
}

func (a *api) open(ctx context.Context, contentType, method, path, body string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, a.url+path, strings.NewReader(body))
	check(err)
	request.Header.Set("Authorization", "Bearer loader-token")
	if body != "" {
		request.Header.Set("Content-Type", contentType)
	}
	return a.client.Do(request)
}

func (a *api) try(contentType, method, path, body string) (int, string) {
	response, err := a.open(context.Background(), contentType, method, path, body)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

func (a *api) callAs(contentType, method, path, body string) {
	if code, text := a.try(contentType, method, path, body); code < 200 || code > 299 {
		log.Fatalf("%s %s: %d %s", method, path, code, text)
	}
}

func (a *api) call(method, path, body string) {
	if method == "PATCH" {
		a.callAs("application/merge-patch+json", method, path, body)
		return
	}
	a.callAs("application/json", method, path, body)
}

// So many calls of work by so many goroutines.
func (a *api) each(count, goroutines int, work func(int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	all.Wait()
}

type item struct {
	Metadata struct {
		Name, Namespace, UID, ResourceVersion string
	}
	Spec struct {
		Replicas int
	}
}

// From now on. Returns when it is established; what it returns ends it.
func (a *api) watch(path string, handle func(kind string, object item)) context.CancelFunc {
	_, text := a.try("application/json", "GET", path+"?limit=1", "")
	var list item
	check(json.Unmarshal([]byte(text), &list))
	ctx, cancel := context.WithCancel(context.Background())
	response, err := a.open(ctx, "application/json", "GET",
		path+"?watch=true&timeoutSeconds=3000&resourceVersion="+list.Metadata.ResourceVersion, "")
	check(err)
	go func() {
		defer response.Body.Close()
		lines := bufio.NewReader(response.Body)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				if ctx.Err() == nil {
					log.Fatal("the watch of ", path, " ended: ", err)
				}
				return
			}
			var event struct {
				Type   string
				Object item
			}
			check(json.Unmarshal(line, &event))
			handle(event.Type, event.Object)
		}
	}()
	return cancel
}

// What a watch of the Deployments has seen.
type seen struct {
	mutex    sync.Mutex
	changed  *sync.Cond
	replicas map[string]int         // by namespace/name
	numbers  map[string]map[int]int // by namespace: how many have that number of replicas
	expected map[string]chan struct{}
}

func newSeen() *seen {
	s := &seen{replicas: map[string]int{}, numbers: map[string]map[int]int{}, expected: map[string]chan struct{}{}}
	s.changed = sync.NewCond(&s.mutex)
	return s
}

func (s *seen) deployment(kind string, object item) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	namespace := object.Metadata.Namespace
	key := namespace + "/" + object.Metadata.Name
	if s.numbers[namespace] == nil {
		s.numbers[namespace] = map[int]int{}
	}
	if before, known := s.replicas[key]; known {
		s.numbers[namespace][before]--
	}
	delete(s.replicas, key)
	if kind != "DELETED" {
		s.replicas[key] = object.Spec.Replicas
		s.numbers[namespace][object.Spec.Replicas]++
	}
	if waiting, ok := s.expected[key]; ok {
		close(waiting)
		delete(s.expected, key)
	}
	s.changed.Broadcast()
}

// A channel that is closed when that Deployment is seen.
func (s *seen) expect(key string) <-chan struct{} {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	there := make(chan struct{})
	s.expected[key] = there
	return there
}

// Until the namespace has so many Deployments with that number of replicas.
func (s *seen) wait(namespace string, count, replicas int) {
	timeout := time.AfterFunc(patience, func() { log.Fatal("the controller does not converge") })
	defer timeout.Stop()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for s.numbers[namespace][replicas] != count {
		s.changed.Wait()
	}
}
