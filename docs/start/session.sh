#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# session.sh BUILD_DIR: the session of docs/start/session.cast: the sample controller on the embedded API server, with kubectl.
# It types slowly enough to be read; PAUSE=0 does not. Recorded with
#   asciinema rec --cols 120 --rows 36 -c 'docs/start/session.sh build/release' docs/start/session.cast
set -euo pipefail
build=$(realpath "$1") pause=${PAUSE:-1}
cd "$(dirname "$0")/../.."
PATH=$build/tools/kubexx_apiserver:$build/tools/kubexx:$build/samples/sample-controller:$PATH
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$folder"' EXIT
export KUBECONFIG=$folder/kubeconfig

# Shows a command as if it were typed, and runs it.
type_and_run() {
  local at
  printf '\e[32m$\e[0m '
  for ((at = 0; at < ${#1}; at++)); do
    printf %s "${1:at:1}"
    [ "$pause" = 0 ] || sleep 0.02
  done
  echo
  eval "$1"
  [ "$pause" = 0 ] || sleep "$pause"
}
# Waits until what COMMAND prints has TEXT.
wait_for() {
  local try
  for ((try = 0; try < 100; try++)); do
    if eval "$1" 2>/dev/null | grep -q "$2"; then return; fi
    sleep 0.1
  done
  echo "session.sh: no \"$2\" in what \"$1\" prints" >&2
  exit 1
}

# shellcheck disable=SC2016  # evaluated when they are typed
session() {
  type_and_run 'kubexx-apiserver --simulate-controllers --kubeconfig-out $KUBECONFIG &'
  wait_for 'kubectl get --raw /readyz' ok
  type_and_run 'kubectl apply -f manifests/crd.yaml'
  wait_for 'kubectl api-resources' foos
  type_and_run 'sample-controller --metrics-address 0 --health-address 0 --debug-address 127.0.0.1:6060 &'
  wait_for 'kubexx why default/none' default/none
  type_and_run 'kubectl apply -f manifests/example-foo.yaml'
  wait_for 'kubectl get foo example-foo -o jsonpath={.status.availableReplicas}' 1
  type_and_run 'kubectl get foos,deployments,pods'
  type_and_run "kubectl patch foo example-foo --type merge -p '{\"spec\": {\"replicas\": 3}}'"
  wait_for 'kubectl get foo example-foo -o jsonpath={.status.availableReplicas}' 3
  type_and_run 'kubectl get deployment example-foo'
  type_and_run 'kubectl events --for foo/example-foo'
  type_and_run 'kubexx why default/example-foo'
  type_and_run 'kubectl delete foo example-foo'
  wait_for 'kubectl get pods 2>&1' 'No resources'
  type_and_run 'kubectl get deployments,pods'
  type_and_run 'kill %2; wait %2; echo "exit code $?"'
}
session
