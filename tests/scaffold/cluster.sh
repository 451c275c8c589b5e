#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cluster.sh PROJECT PREFIX E2E: PROJECT, a folder of `kubexx new --webhook` with the kind Backup, on a real control plane
# whose Pods run (e2e-plane --pods and e2e-node in the folder E2E): deployed from config with its image, its webhooks deny,
# it reconciles, a rollout under load loses no request, and after undeploy nothing is left but CRDs and objects; then the
# same by its chart, when there is Helm (build-helm.sh). kubexx is installed in PREFIX. Needs root, buildah and iproute2. 77: this machine cannot.
# All of it runs in namespaces of its own, for networks and processes, which end with this script.
set -euo pipefail
top=$(realpath "$(dirname "$0")/../..")
project=$(realpath "$1") prefix=$(realpath "$2") e2e=$(realpath "$3")
export PATH=$prefix/bin:$PATH CMAKE_PREFIX_PATH=$prefix STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
for program in buildah ip; do
  command -v $program >/dev/null || {
    echo "SKIPPED: there is no $program; cmake/install-packages.sh e2e installs it"
    exit 77
  }
done
if [ "${4:-}" != inside ]; then
  if [ "$(id -u)" != 0 ] || ! unshare --mount --net --pid --fork true 2>/dev/null; then
    echo 'SKIPPED: to run containers takes root that may make namespaces'
    exit 77
  fi
  # The programs of the control plane are built with the network that is missing below.
  assets=$(sh "$top/tests/e2e/build-controlplane.sh") || exit $?
  helm=$(sh "$top/tests/scaffold/build-helm.sh") || helm=''
  exec unshare --mount --net --pid --fork --kill-child --mount-proc env PATH="$assets:$PATH" HELM="$helm" "$0" "$project" \
    "$prefix" "$e2e" inside
fi

fail() {
  echo "cluster: $*" >&2
  tail -n 20 "$work"/node/logs/*.log "$work"/node.log >&2 || true
  exit 1
}
begun=$SECONDS
step() { echo "=== cluster, after $((SECONDS - begun)) s: $*"; }
eventually() { # SECONDS COMMAND…
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p /run/netns
mount -t tmpfs tmpfs /run/netns
ip link set lo up
export CONTAINERS_STORAGE_CONF=$work/storage.conf
printf '[storage]\ndriver = "vfs"\nrunroot = "%s/run"\ngraphroot = "%s/storage"\n' "$work" "$work" >"$CONTAINERS_STORAGE_CONF"
cd "$project"
name=$(sed -n 's/^project(\([a-z0-9-]*\) .*/\1/p' CMakeLists.txt)

step 'the image'
image=registry.example.com/$name:0.1.0
scripts/image "$image" >"$work/image.log" 2>&1 || fail "$(cat "$work/image.log")"
buildah push --quiet "$image" "oci:$work/layout:0.1.0" >/dev/null
cmake --build build/release >/dev/null # config/generated, unless it is there

step 'the control plane and the node'
"$e2e/e2e-plane" start "$work/plane/state.json" --pods || fail 'the control plane does not start'
export KUBECONFIG=$work/plane/plane/admin.kubeconfig
port=$(sed -n 's|.*server: https://127.0.0.1:||p' "$KUBECONFIG")
"$e2e/e2e-node" --api-server "10.244.0.1:$port" --folder "$work/node" --image "$image=$work/layout" \
  --restart-backoff 500 >"$work/node.log" 2>&1 &
eventually 20 kubectl wait --for=condition=Ready --timeout=1s node/stand-in || fail 'the node is not ready'
eventually 20 kubectl get serviceaccount default || fail 'there is no ServiceAccount'
everything() {
  kubectl get deployments,replicasets,pods,services,endpointslices,secrets,configmaps,leases,serviceaccounts,roles,rolebindings,poddisruptionbudgets,networkpolicies \
    --all-namespaces --no-headers --output custom-columns=K:kind,NS:metadata.namespace,N:metadata.name
  kubectl get namespaces,clusterroles,clusterrolebindings,validatingwebhookconfigurations,mutatingwebhookconfigurations --output name
}
everything | sort >"$work/before"

backup() { # NAME TEXT
  printf 'apiVersion: backups.example.com/v1alpha1\nkind: Backup\nmetadata: {name: %s, namespace: default}\nspec: {text: "%s"}\n' "$1" "$2"
}
works() { # NAME: of the object that is made
  local answer
  # The API server learns of the endpoints a moment after the Pods are ready.
  asked() { backup "$1" hello | kubectl create --dry-run=server -f -; }
  eventually 10 asked "$1" || fail "the webhooks do not answer: $(asked "$1" 2>&1)"
  answer=$(backup bad 'a\tb' | kubectl create -f - 2>&1) && fail 'a tab is accepted'
  grep -q 'use spaces instead of tabs' <<<"$answer" || fail "the webhook says: $answer"
  backup "$1" hello | kubectl create -f - >/dev/null
  kubectl wait --for=condition=Ready --timeout=20s "backup/$1" >/dev/null || fail "$1 is not reconciled"
  kubectl get configmap "$1-1" >/dev/null
}
# Creations that store nothing, one after the other without a pause: each asks both webhooks.
printf 'apiVersion: backups.example.com/v1alpha1\nkind: Backup\nmetadata: {generateName: load-}\nspec: {text: hello}\n' \
  >"$work/load.yaml"
printf 'Authorization: Bearer %s\nContent-Type: application/yaml\n' "$(sed -n 's/^ *token: //p' "$KUBECONFIG")" >"$work/headers"
load() { # NUMBER
  local code
  while [ -f "$work/load" ]; do
    code=$(curl --silent --output "$work/answer-$1" --write-out '%{http_code}' --cacert "$work/plane/plane/ca.crt" \
      --header "@$work/headers" --data-binary "@$work/load.yaml" \
      "https://127.0.0.1:$port/apis/backups.example.com/v1alpha1/namespaces/default/backups?dryRun=All") || true
    echo "$code" >>"$work/load-$1.log"
    [ "$code" = 201 ] || cat "$work/answer-$1" >>"$work/lost"
  done
}
pods=2
# under_load COMMAND: creations all the time, from before it until no other Pod is left; none is lost.
under_load() {
  local one loads=() asked
  rm -f "$work"/load-*.log
  touch "$work/load"
  for one in 1 2 3 4; do
    load $one &
    loads+=($!)
  done
  sleep 1
  "$1"
  all_pods() { [ "$(kubectl get pods --namespace "$name" --no-headers | wc -l)" = "$pods" ]; }
  eventually 60 all_pods || fail 'the old Pods do not end'
  rm "$work/load"
  wait "${loads[@]}"
  asked=$(cat "$work"/load-*.log | wc -l)
  [ ! -s "$work/lost" ] || fail "of $asked creations some were lost: $(head -c 2000 "$work/lost")"
  echo "$asked creations, none was lost"
  [ "$asked" -ge 100 ] || fail 'that is no load'
}
rollout() {
  local one
  kubectl rollout restart "deployment/$name" --namespace "$name" >/dev/null
  for one in 1 2 3 4 5; do backup "during-$one" hello | kubectl create -f - >/dev/null || fail "during-$one is lost"; done
  kubectl rollout status "deployment/$name" --namespace "$name" --timeout 90s >/dev/null || fail 'the rollout does not end'
}
nothing_left() {
  same() { diff "$work/before" <(everything | sort) >"$work/left"; }
  eventually 60 same || fail "left behind: $(cat "$work/left")"
  [ -z "$(ls /run/netns)" ] || fail "networks of Pods are left: $(ls /run/netns)"
  ! pgrep -x "${name:0:15}" || fail 'a program is left'
}

step 'deploy'
WAIT=60s scripts/deploy "$image" >"$work/deploy.log" 2>&1 || fail "$(cat "$work/deploy.log")"
kubectl get pods --namespace "$name" --output wide
[ "$(kubectl get pods --namespace "$name" --output 'jsonpath={.items[*].status.phase}')" = 'Running Running' ] || fail 'not two Pods run'

step 'the webhook denies, and the reconciler works'
works good

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
under_load rollout
kubectl wait --for=condition=Ready --timeout=60s backups --all >/dev/null || fail 'not every object was reconciled'

step 'undeploy'
kubectl delete backups --all >/dev/null
scripts/undeploy >"$work/undeploy.log" 2>&1 || fail "$(cat "$work/undeploy.log")"
nothing_left

if [ -n "${HELM:-}" ]; then
  export HELM_CACHE_HOME=$work HELM_CONFIG_HOME=$work HELM_DATA_HOME=$work
  step 'the chart'
  values=(--namespace "$name" --set "image.repository=${image%:*}" --set "image.tag=${image##*:}" --wait --timeout 90s)
  "$HELM" install "$name" chart --create-namespace --take-ownership "${values[@]}" >"$work/helm.log" 2>&1 ||
    fail "$(cat "$work/helm.log")"
  works chart
  step 'an upgrade under load'
  upgrade() {
    "$HELM" upgrade "$name" chart "${values[@]}" --set replicas=3 --set 'args={--log-format=json,-v}' >"$work/helm.log" 2>&1 ||
      fail "$(cat "$work/helm.log")"
  }
  pods=3
  under_load upgrade
  step 'uninstall'
  kubectl delete backups --all >/dev/null
  "$HELM" uninstall "$name" --namespace "$name" --wait --timeout 90s >"$work/helm.log" 2>&1 || fail "$(cat "$work/helm.log")"
  kubectl delete namespace "$name" >/dev/null
  nothing_left
fi
echo "cluster: ok, after $((SECONDS - begun)) s"
