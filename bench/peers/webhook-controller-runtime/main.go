// SPDX-License-Identifier: Apache-2.0

// webhook-controller-runtime FOLDER PORT: the webhook of compare_webhooks.sh on controller-runtime, as its builtins example
// writes one: an admission.Handler that decodes a Pod, changes it and returns the difference. A Defaulter cannot warn.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

type podAnnotator struct {
	decoder admission.Decoder
}

func (a *podAnnotator) Handle(_ context.Context, request admission.Request) admission.Response {
	pod := &corev1.Pod{}
	if err := a.decoder.Decode(request, pod); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if pod.Spec.HostNetwork {
		return admission.Denied("spec.hostNetwork: must be false")
	}
	if pod.Spec.ServiceAccountName == "" {
		return admission.Denied("spec.serviceAccountName: must be set")
	}
	if pod.Labels == nil {
		pod.Labels = map[string]string{}
	}
	pod.Labels["bench.kubexx.dev/checked"] = "true"
	container := &pod.Spec.Containers[0]
	container.Env = append(container.Env, corev1.EnvVar{Name: "BENCH_CHECKED", Value: "true"})
	changed, err := json.Marshal(pod)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, changed).
		WithWarnings("spec.containers[0].env: BENCH_CHECKED was added")
}

func run() error {
	if len(os.Args) != 3 {
		return errors.New("usage: webhook-controller-runtime FOLDER PORT")
	}
	port, err := strconv.Atoi(os.Args[2])
	if err != nil {
		return err
	}
	ctrl.SetLogger(zap.New())
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: port, CertDir: os.Args[1]})
	annotator := &podAnnotator{decoder: admission.NewDecoder(clientgoscheme.Scheme)}
	server.Register("/mutate--v1-pod", &webhook.Admission{Handler: annotator})
	return server.Start(ctrl.SetupSignalHandler())
}

func main() {
	if err := run(); err != nil {
		ctrl.Log.Error(err, "webhook-controller-runtime")
		os.Exit(1)
	}
}
