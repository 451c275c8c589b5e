#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cluster.sh PROJECT PREFIX E2E: PROJECT, a folder of `kubexx new --webhook` with the kind Backup, on a real control plane
# whose Pods run (e2e-plane --pods and e2e-node in the folder E2E): deployed from config with its image, its webhooks deny,
# it reconciles, a rollout under load loses no request, and after undeploy nothing is left but CRDs and objects; then the
# same by its chart, when there is Helm (build-helm.sh). kubexx is installed in PREFIX. Needs root, buildah and iproute2. 77: this machine cannot.
# All of it runs in namespaces of its own, for networks and processes, which end with this script.
set -euo pipefail
top=$(realpath "$(dirname "$0")/../..")
project='' name='' # use_project sets them
# shellcheck source=/dev/null
source "$top/tests/scaffold/cluster_parts.sh"
prefix=$(realpath "$2") e2e=$(realpath "$3")
use_project "$(realpath "$1")"
export PATH=$prefix/bin:$PATH CMAKE_PREFIX_PATH=$prefix STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
if [ "${4:-}" != inside ]; then
  needs buildah ip
  enter_namespaces "$0" "$project" "$prefix" "$e2e" inside
fi

begun=$SECONDS
step() { echo "=== cluster, after $((SECONDS - begun)) s: $*"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CONTAINERS_STORAGE_CONF=$work/storage.conf
printf '[storage]\ndriver = "vfs"\nrunroot = "%s/run"\ngraphroot = "%s/storage"\n' "$work" "$work" >"$CONTAINERS_STORAGE_CONF"
cd "$project"

step 'the image'
image=registry.example.com/$name:0.1.0
scripts/image "$image" >"$work/image.log" 2>&1 || fail "$(cat "$work/image.log")"
buildah push --quiet "$image" "oci:$work/layout:0.1.0" >/dev/null
cmake --build build/release >/dev/null # config/generated, unless it is there

step 'the control plane and the node'
start_cluster "$e2e" "$image=$work/layout"
remember_everything

rollout() {
  kubectl rollout restart "deployment/$name" --namespace "$name" >/dev/null
  kubectl rollout status "deployment/$name" --namespace "$name" --timeout 90s >/dev/null || fail 'the rollout does not end'
}

step 'deploy'
WAIT=60s scripts/deploy "$image" >"$work/deploy.log" 2>&1 || fail "$(cat "$work/deploy.log")"
kubectl get pods --namespace "$name" --output wide
[ "$(kubectl get pods --namespace "$name" --output 'jsonpath={.items[*].status.phase}')" = 'Running Running' ] || fail 'not two Pods run'

step 'the webhook denies, and the reconciler works'
denies
reconciles good

step 'a container that dies is started again'
pod=$(kubectl get pods --namespace "$name" --output 'jsonpath={.items[0].metadata.name}')
address=$(kubectl get pod "$pod" --namespace "$name" --output 'jsonpath={.status.podIP}')
# The program of that Pod: the one whose network has its address.
for process in $(pgrep -x "${name:0:15}"); do
  ! nsenter --target "$process" --net ip address show dev eth0 | grep -q "inet $address/" || kill -KILL "$process"
done
restarts() { [ "$(kubectl get pod "$pod" --namespace "$name" --output 'jsonpath={.status.containerStatuses[0].restartCount}')" = 1 ]; }
eventually 20 restarts || fail "$pod was not restarted"
eventually 20 kubectl wait --for=condition=Ready --timeout=1s "pod/$pod" --namespace "$name" || fail "$pod is not ready again"

step 'a rollout under load'
under_load 2 rollout

step 'undeploy'
kubectl delete backups --all >/dev/null
scripts/undeploy >"$work/undeploy.log" 2>&1 || fail "$(cat "$work/undeploy.log")"
lines_of_crds | only_added

if [ -n "${HELM:-}" ]; then
  export HELM_CACHE_HOME=$work HELM_CONFIG_HOME=$work HELM_DATA_HOME=$work
  step 'the chart'
  values=(--namespace "$name" --set "image.repository=${image%:*}" --set "image.tag=${image##*:}" --wait --timeout 90s)
  "$HELM" install "$name" chart --create-namespace --take-ownership "${values[@]}" >"$work/helm.log" 2>&1 ||
    fail "$(cat "$work/helm.log")"
  denies
  reconciles chart
  step 'an upgrade under load'
  upgrade() {
    "$HELM" upgrade "$name" chart "${values[@]}" --set replicas=3 --set 'args={--log-format=json,-v}' >"$work/helm.log" 2>&1 ||
      fail "$(cat "$work/helm.log")"
  }
  under_load 3 upgrade
  step 'uninstall'
  kubectl delete backups --all >/dev/null
  "$HELM" uninstall "$name" --namespace "$name" --wait --timeout 90s >"$work/helm.log" 2>&1 || fail "$(cat "$work/helm.log")"
  kubectl delete namespace "$name" >/dev/null
  lines_of_crds | only_added
fi
echo "cluster: ok, after $((SECONDS - begun)) s"
