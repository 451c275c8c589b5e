#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# session.sh BUILD_DIR: the session of docs/start/session.cast: the sample controller on the embedded API server, with kubectl.
# Recorded with
#   asciinema rec --cols 120 --rows 36 -c 'docs/start/session.sh build/release' docs/start/session.cast
set -euo pipefail
build=$(realpath "$1")
# shellcheck source=docs/start/typing.sh
. "$(dirname "$0")/typing.sh"
cd "$(dirname "$0")/../.."
PATH=$build/tools/kubexx_apiserver:$build/tools/kubexx:$build/samples/sample-controller:$PATH
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$folder"' EXIT
export KUBECONFIG=$folder/kubeconfig

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
