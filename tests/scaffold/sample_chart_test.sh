#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sample_chart_test.sh MANIFESTS PROGRAM APISERVER: the chart of the sample controller against its kustomize folder, and
# installed in the embedded API server, in which the program works with the arguments and the roles of the chart. Exit
# status 77: Helm or kubectl cannot be built here.
set -euo pipefail
cd "$(dirname "$0")"
manifests=$1 program=$2 server=$3 name=sample-controller
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
# shellcheck source=/dev/null
source ./eventually.sh
install() {
  "$helm" install $name "$manifests/chart" --namespace $name --create-namespace --wait --timeout 60s "$@" >"$work/install.log" 2>&1
}
uninstall() {
  "$helm" uninstall $name --namespace $name --wait >"$work/uninstall.log" 2>&1 || fail 'helm uninstall failed'
  kubectl get deployments,serviceaccounts,roles,rolebindings,leases,networkpolicies,poddisruptionbudgets,clusterroles,clusterrolebindings \
    --all-namespaces --output name >"$work/left.log"
  ! grep $name "$work/left.log" || fail 'helm uninstall has left objects'
  kubectl get foo example-foo >/dev/null || fail 'helm uninstall has deleted the Foo'
}

printf 'token-of-the-pod,system:serviceaccount:%s:%s,1,"system:serviceaccounts"\nadmin,admin,2,"system:masters"\n' $name $name \
  >"$work/tokens.csv"
"$server" --kubeconfig-out "$KUBECONFIG" --simulate-controllers --authorization-mode RBAC --token-auth-file "$work/tokens.csv" \
  >"$work/server.log" 2>&1 &
eventually 30 test -s "$KUBECONFIG" || fail 'the API server does not start'
install || fail 'helm install failed'
kubectl get deployment $name --namespace $name | grep -q 2/2 || fail 'there are not two Pods'

kubectl config set-credentials pod --token token-of-the-pod >/dev/null
kubectl config set-context pod --cluster "$(kubectl config view --output 'jsonpath={.clusters[0].name}')" --user pod >/dev/null
# With no ports of this machine.
mapfile -t arguments < <(kubectl get deployment $name --namespace $name --output \
  'jsonpath={range .spec.template.spec.containers[0].args[*]}{@}{"\n"}{end}' | sed 's/-address=.*/-address=0/')
"$program" "${arguments[@]}" --context pod --leader-election-namespace $name >"$work/program.log" 2>&1 &
pod=$!
kubectl apply -f "$manifests/example-foo.yaml" >/dev/null
available() { [ "$(kubectl get foo example-foo --output 'jsonpath={.status.availableReplicas}')" = 1 ]; }
eventually 30 available || fail 'the example is not reconciled'
kill $pod
wait $pod || fail 'the program ends with a failure'
! grep -iE '"level":"(warn|warning|error)"' "$work/program.log" || fail 'the program warns'
uninstall

# From the kustomize folder to the chart, as its README says.
kubectl apply -k "$manifests" >/dev/null
! install || fail 'Helm installs the chart over the objects of the kustomize folder'
kubectl delete deployment $name --namespace $name >/dev/null
install --take-ownership --force-conflicts || fail 'helm install --take-ownership failed'
kubectl get deployment $name --namespace $name | grep -q 2/2 || fail 'there are not two Pods'
uninstall
echo 'the chart of the sample controller: ok'
