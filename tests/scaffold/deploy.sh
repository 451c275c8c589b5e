#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deploy.sh PROJECT HELM APISERVER: scripts/deploy and scripts/undeploy of a project, and its chart by Helm, against the
# embedded API server. The PATH has kubectl.
set -euo pipefail
project=$1 helm=$2 server=$3
name=$(sed -n 's/^name: //p' "$project/chart/Chart.yaml")
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$work"' EXIT
fail() {
  echo "deploy.sh: $*" >&2
  cat "$work/output" >&2
  exit 1
}
expect() { grep -qF -- "$1" "$work/output" || fail "no line has: $1"; }
served() {  # FLAGS…: another server, which has nothing yet
  kill "$(jobs -p)" 2>/dev/null || true
  wait
  rm -f "$work/kubeconfig"
  "$server" --kubeconfig-out "$work/kubeconfig" "$@" >/dev/null 2>&1 &
  until [ -s "$work/kubeconfig" ]; do
    kill -0 $! || fail "the server has ended"
    sleep 0.1
  done
}
export KUBECONFIG=$work/kubeconfig HELM_CACHE_HOME=$work HELM_CONFIG_HOME=$work HELM_DATA_HOME=$work
what=deployments,pods,services,secrets,leases,poddisruptionbudgets,networkpolicies,configmaps,serviceaccounts,roles,rolebindings
left() {
  kubectl get $what --namespace "$name" --output name
  kubectl get clusterroles,clusterrolebindings,mutatingwebhookconfigurations,validatingwebhookconfigurations --output name
}

served --simulate-controllers
left >"$work/before"
cd "$project"
mv config/generated "$work/generated"
scripts/deploy "localhost/$name:7" >"$work/output" 2>&1 && fail 'there is nothing to deploy'
expect 'run make generate'
mv "$work/generated" config/generated
scripts/deploy "localhost/$name:7" >"$work/output" 2>&1 || fail 'scripts/deploy failed'
expect "deployment \"$name\" successfully rolled out"
image=$(kubectl get deployment "$name" --namespace "$name" --output 'jsonpath={.spec.template.spec.containers[0].image}')
[ "$image" = "localhost/$name:7" ] || fail "the image is $image"
scripts/deploy "localhost/$name:7" >"$work/output" 2>&1 || fail 'scripts/deploy failed again'
expect 'kubectl rollout restart'
scripts/deploy --cert-manager "localhost/$name:7" >"$work/output" 2>&1 && fail 'there is no cert-manager'
expect 'cert-manager is not installed'
# The webhooks, behind which there is no program here, are in the way of the object as they would be after undeploy.
kubectl delete mutatingwebhookconfiguration,validatingwebhookconfiguration "$name" >/dev/null
kubectl apply --namespace "$name" -f config/examples >/dev/null
scripts/undeploy >"$work/output" 2>&1 || fail 'scripts/undeploy failed'
expect "left: the namespace $name"
kubectl delete --namespace "$name" -f config/examples >/dev/null
scripts/undeploy >"$work/output" 2>&1 || fail 'scripts/undeploy failed again'
expect "namespace \"$name\" deleted"
expect 'and 0 objects'
left 2>&1 | diff "$work/before" - >"$work/output" || fail 'scripts/undeploy has left something'
scripts/undeploy >"$work/output" 2>&1 || fail 'scripts/undeploy failed where there is nothing'

# Helm takes the CRDs that undeploy has left.
"$helm" install "$name" chart --namespace "$name" --create-namespace --wait --timeout 60s --take-ownership \
  >"$work/output" 2>&1 || fail 'helm install failed'
"$helm" install second chart --namespace "$name" --wait --timeout 60s --set crds.enabled=false >"$work/output" 2>&1 ||
  fail 'a second release in the namespace failed'
"$helm" upgrade "$name" chart --namespace "$name" --wait --timeout 60s --set replicas=3,webhooks.enabled=false \
  >"$work/output" 2>&1 || fail 'helm upgrade failed'
kubectl get deployments --namespace "$name" >"$work/output"
expect '3/3'
expect '2/2'
"$helm" uninstall second --namespace "$name" >"$work/output" 2>&1 || fail 'helm uninstall failed'
"$helm" uninstall "$name" --namespace "$name" --wait >"$work/output" 2>&1 || fail 'helm uninstall failed'
expect '[CustomResourceDefinition]'
left 2>&1 | diff "$work/before" - >"$work/output" || fail 'helm uninstall has left something'
kubectl get crds --output name >"$work/output"
expect customresourcedefinition

# Helm takes over what scripts/deploy has installed.
served --simulate-controllers
scripts/deploy "localhost/$name:7" >"$work/output" 2>&1 || fail 'scripts/deploy failed'
"$helm" install "$name" chart --namespace "$name" --wait --timeout 60s >"$work/output" 2>&1 && fail 'Helm owns the objects'
"$helm" install "$name" chart --namespace "$name" --wait --timeout 60s --take-ownership --force-conflicts \
  >"$work/output" 2>&1 || fail 'helm install did not take over'
"$helm" uninstall "$name" --namespace "$name" --wait >"$work/output" 2>&1 || fail 'helm uninstall failed'
left 2>&1 | diff "$work/before" - >"$work/output" || fail 'helm uninstall has left something'

# Pods that cannot be made: the reason is named.
served
WAIT=2s scripts/deploy "localhost/$name:7" >"$work/output" 2>&1 && fail 'nothing makes pods here'
expect "$name is not ready"
kubectl patch deployment "$name" --namespace "$name" --subresource status --patch \
  '{"status":{"conditions":[{"type":"ReplicaFailure","status":"True","reason":"FailedCreate","message":"too many pods"}]}}' >/dev/null
kubectl apply -f - >/dev/null <<YAML
apiVersion: v1
kind: Pod
metadata:
  name: pulls
  namespace: $name
  labels: {app.kubernetes.io/name: $name, app.kubernetes.io/instance: $name}
spec:
  securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
  containers:
    - {name: c, image: x, securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}}
YAML
kubectl patch pod pulls --namespace "$name" --subresource status --patch '{"status":{"containerStatuses":[{"name":"c","image":"x",
  "imageID":"","ready":false,"restartCount":0,"state":{"waiting":{"reason":"ErrImagePull","message":"no such image"}}}]}}' >/dev/null
WAIT=2s scripts/deploy "localhost/$name:7" >"$work/output" 2>&1 && fail 'nothing makes pods here'
expect 'cannot create pods: too many pods'
expect 'ErrImagePull: no such image'
expect "The nodes cannot pull the image localhost/$name:7"
echo "scripts/deploy, scripts/undeploy and Helm's install, upgrade and uninstall: passed"
