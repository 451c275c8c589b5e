#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sample_chart_test.sh MANIFESTS PROGRAM APISERVER: the chart of the sample controller against its kustomize folder, and
# installed in the embedded API server, in which the program does its work with the roles of the chart. Exit status 77:
# Helm or kubectl cannot be built here.
set -euo pipefail
cd "$(dirname "$0")"
manifests=$1 program=$2 server=$3
helm=$(./build-helm.sh)
plane=$(../e2e/build-controlplane.sh)
python3 -c 'import yaml' 2>/dev/null || {
  echo "sample_chart_test.sh: python3-yaml is not installed" >&2
  exit 77
}
python3 -B sample_chart.py "$manifests" "$program" "$helm" "$plane/kubectl"

work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$work"' EXIT
export KUBECONFIG=$work/kubeconfig HELM_CACHE_HOME=$work HELM_CONFIG_HOME=$work HELM_DATA_HOME=$work
PATH=$plane:$PATH
fail() {
  echo "sample_chart_test.sh: $*" >&2
  cat "$work"/*.log >&2
  exit 1
}
eventually() {
  local try
  for ((try = 0; try < 300; try++)); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.1
  done
  return 1
}
account=system:serviceaccount:sample-controller:sample-controller
printf 'token-of-the-pod,%s,1,"system:serviceaccounts"\nadmin,admin,2,"system:masters"\n' "$account" >"$work/tokens.csv"
"$server" --kubeconfig-out "$KUBECONFIG" --simulate-controllers --authorization-mode RBAC --token-auth-file "$work/tokens.csv" \
  >"$work/server.log" 2>&1 &
eventually test -s "$KUBECONFIG" || fail 'the API server does not start'
"$helm" install sample-controller "$manifests/chart" --namespace sample-controller --create-namespace --wait --timeout 60s \
  >"$work/install.log" 2>&1 || fail 'helm install failed'
kubectl get deployment sample-controller --namespace sample-controller | grep -q 2/2 || fail 'there are not two Pods'

kubectl config set-credentials pod --token token-of-the-pod >/dev/null
kubectl config set-context pod --cluster "$(kubectl config view --output 'jsonpath={.clusters[0].name}')" --user pod >/dev/null
mapfile -t arguments < <(kubectl get deployment sample-controller --namespace sample-controller --output \
  'jsonpath={range .spec.template.spec.containers[0].args[*]}{@}{"\n"}{end}')
"$program" "${arguments[@]}" --context pod --leader-election-namespace sample-controller --health-address=0 --metrics-address=0 \
  >"$work/program.log" 2>&1 &
kubectl apply -f "$manifests/example-foo.yaml" >/dev/null
available() { [ "$(kubectl get foo example-foo --output 'jsonpath={.status.availableReplicas}')" = 1 ]; }
eventually available || fail 'the example is not reconciled'
! grep -iE '"level":"(warn|warning|error)"' "$work/program.log" || fail 'the program warns'
kill %2
wait %2 || fail 'the program ends with a failure'
"$helm" uninstall sample-controller --namespace sample-controller --wait >"$work/uninstall.log" 2>&1 || fail 'helm uninstall failed'
kubectl get deployments,leases,clusterroles,clusterrolebindings --all-namespaces --output name >"$work/left"
! grep sample-controller "$work/left" || fail 'helm uninstall has left objects'
kubectl get foo example-foo >/dev/null || fail 'the Foo is gone'
echo 'the chart of the sample controller: ok'
