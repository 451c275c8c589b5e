# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by cluster.sh and tests/release/prove: a real control plane whose Pods run (e2e-plane --pods and e2e-node), and
# what is checked there of a project of `kubexx new --webhook` with the kind Backup. All of it runs in namespaces for
# networks, mounts and processes that the script has entered with enter_namespaces, and ends with the script.
# $top is the folder of kubexx, $work an empty one (set in the namespaces).
: "${top:?}" "${work=}"

# needs PROGRAM…: ends with 77 if one of them is missing, or if this machine does not let this user make namespaces.
needs() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || {
      echo "SKIPPED: there is no $program; cmake/install-packages.sh e2e installs it"
      exit 77
    }
  done
  if [ "$(id -u)" != 0 ] || ! unshare --mount --net --pid --fork true 2>/dev/null; then
    echo 'SKIPPED: to run containers takes root that may make namespaces'
    exit 77
  fi
}
# enter_namespaces SCRIPT ARGUMENT…: becomes the script, in namespaces of its own. kubectl is in its PATH, and $HELM is Helm,
# or empty if Helm cannot be built. Both are built with the network that is missing afterwards.
enter_namespaces() {
  local assets helm
  assets=$(sh "$top/tests/e2e/build-controlplane.sh") || exit $?
  helm=$(sh "$top/tests/scaffold/build-helm.sh") || helm=''
  exec unshare --mount --net --pid --fork --kill-child --mount-proc env PATH="$assets:$PATH" HELM="$helm" "$@"
}

fail() {
  echo "${0##*/}: $*" >&2
  tail -n 20 "$work"/node/logs/*.log "$work"/node.log >&2 2>/dev/null || true
  exit 1
}
# shellcheck source=/dev/null
source "$top/tests/scaffold/eventually.sh"

# start_cluster E2E IMAGE=LAYOUT…: the control plane and the node, with programs of the folder E2E. Sets $KUBECONFIG and $port.
start_cluster() {
  local e2e=$1 image images=()
  shift
  for image in "$@"; do images+=(--image "$image"); done
  mkdir -p /run/netns
  mount -t tmpfs tmpfs /run/netns
  ip link set lo up
  "$e2e/e2e-plane" start "$work/plane/state.json" --pods || fail 'the control plane does not start'
  export KUBECONFIG=$work/plane/plane/admin.kubeconfig
  port=$(sed -n 's|.*server: https://127.0.0.1:||p' "$KUBECONFIG")
  "$e2e/e2e-node" --api-server "10.244.0.1:$port" --folder "$work/node" "${images[@]}" --restart-backoff 500 \
    >"$work/node.log" 2>&1 &
  eventually 20 kubectl wait --for=condition=Ready --timeout=1s node/stand-in || fail 'the node is not ready'
  eventually 20 kubectl get serviceaccount default || fail 'there is no ServiceAccount'
}
# Every object of the cluster but events, as lines "KIND NAMESPACE NAME".
everything() {
  local kinds
  kinds=$(kubectl api-resources --verbs=list --output name 2>/dev/null | grep -vE '^events(\.|$)' | paste -sd,)
  kubectl get "$kinds" --all-namespaces --no-headers --output custom-columns=K:kind,NS:metadata.namespace,N:metadata.name \
    2>/dev/null | awk '{ print $1, $2, $3 }' | LC_ALL=C sort -u
}
# Writes it to $work/before, when the new cluster has made all that it makes on its own.
remember_everything() {
  # shellcheck disable=SC2317  # eventually calls it
  settled() {
    everything >"$work/before"
    sleep 1
    everything | diff "$work/before" -
  }
  eventually 30 settled || fail 'the new cluster does not settle'
}
# What the CRD of a project adds to a cluster.
lines_of_crds() {
  local group version
  group=$(text_of group) version=$(text_of version)
  printf 'CustomResourceDefinition <none> backups.%s\nAPIService <none> %s.%s\n' "$group" "$version" "$group"
}
# only_added: reads lines of everything(); only they are there in addition to $work/before.
only_added() {
  LC_ALL=C sort -u "$work/before" - >"$work/expected"
  # shellcheck disable=SC2317  # eventually calls it
  same() { diff "$work/expected" <(everything) >"$work/left"; }
  eventually 60 same || fail "left behind (>) or gone (<): $(cat "$work/left")"
  [ -z "$(ls /run/netns)" ] || fail "networks of Pods are left: $(ls /run/netns)"
  ! pgrep -x "${name:0:15}" || fail 'a program is left'
}

# use_project FOLDER: sets $project and $name.
use_project() {
  project=$1
  name=$(sed -n 's/^project(\([a-z0-9-]*\) .*/\1/p' "$project/CMakeLists.txt")
}
text_of() { sed -n "s/^ *\"$1\": \"\(.*\)\",*/\1/p" "$project/kubexx.json" | tail -n 1; } # MEMBER of its kind
object() {                                                                               # METADATA TEXT [MEMBER]
  printf 'apiVersion: %s/%s\nkind: Backup\nmetadata: {%s}\nspec: {text: "%s"%s}\n' "$(text_of group)" \
    "$(text_of version)" "$1" "$2" "${3:+, $3}"
}
backup() { object "name: $1, namespace: default" "${@:2}"; } # NAME TEXT [MEMBER]
denies() {
  local answer
  # The API server learns of the endpoints a moment after the Pods are ready.
  asked() { backup good hello | kubectl create --dry-run=server -f -; }
  eventually 10 asked || fail "the webhooks do not answer: $(asked 2>&1)"
  answer=$(backup bad 'a\tb' | kubectl create -f - 2>&1) && fail 'a tab is accepted'
  grep -q 'use spaces instead of tabs' <<<"$answer" || fail "the webhook says: $answer"
}
reconciles() { # NAME [MEMBER [TEXT]]: an object that is made
  backup "$1" hello "${2:-}" | kubectl create -f - >/dev/null
  kubectl wait --for=condition=Ready --timeout=20s "backup/$1" >/dev/null || fail "$1 is not reconciled"
  [ "$(kubectl get configmap "$1-backup-1" --output 'jsonpath={.data.text}')" = "${3:-hello}" ] ||
    fail "the copy of $1 is $(kubectl get configmap "$1-backup-1" --output 'jsonpath={.data}')"
}

# Creations without a pause, one after the other; they store nothing, and each asks both webhooks.
load() { # NUMBER
  local code
  while [ -f "$work/load" ]; do
    code=$(curl --silent --output "$work/answer-$1" --write-out '%{http_code}' --cacert "$work/plane/plane/ca.crt" \
      --header "@$work/headers" --data-binary "@$work/load.yaml" \
      "https://127.0.0.1:$port/apis/$(text_of group)/$(text_of version)/namespaces/default/backups?dryRun=All") || true
    echo "$code" >>"$work/load-$1.log"
    [ "$code" = 201 ] || cat "$work/answer-$1" >>"$work/lost"
  done
}
# Creations that store an object, three a second at most.
stored_load() { # PREFIX
  local number=0
  while [ -f "$work/load" ]; do
    number=$((number + 1))
    if backup "$1-$number" hello | kubectl create -f - >/dev/null 2>"$work/answer"; then
      echo "$1-$number" >>"$work/stored"
    else
      cat "$work/answer" >>"$work/lost"
    fi
    sleep 0.3
  done
}
# under_load PODS COMMAND: creations all the time, from before it until no more Pods are left; none is lost, and each object
# is reconciled.
under_load() {
  local number loads=() asked stored
  rm -f "$work"/load-*.log "$work/stored" "$work/lost"
  object 'generateName: load-' hello >"$work/load.yaml"
  printf 'Authorization: Bearer %s\nContent-Type: application/yaml\n' "$(sed -n 's/^ *token: //p' "$KUBECONFIG")" \
    >"$work/headers"
  touch "$work/load"
  for number in 1 2 3 4; do
    load $number &
    loads+=($!)
  done
  stored_load "during-$RANDOM" &
  loads+=($!)
  sleep 1
  "$2"
  # shellcheck disable=SC2317  # eventually calls it
  all_pods() { [ "$(kubectl get pods --namespace "$name" --no-headers | wc -l)" = "$1" ]; }
  eventually 60 all_pods "$1" || fail 'the old Pods do not end'
  rm "$work/load"
  wait "${loads[@]}"
  asked=$(cat "$work"/load-*.log | wc -l) stored=$(wc -l <"$work/stored")
  [ ! -s "$work/lost" ] || fail "of $asked creations some were lost: $(head -c 2000 "$work/lost")"
  if [ "$asked" -lt 100 ] || [ "$stored" -lt 5 ]; then fail "too few creations: $asked dry runs and $stored objects"; fi
  sed 's|^|backup/|' "$work/stored" | xargs kubectl wait --for=condition=Ready --timeout=60s >/dev/null ||
    fail 'not every object was reconciled'
  sed 's/$/-backup-1/' "$work/stored" | xargs kubectl get configmap --output name >/dev/null || fail 'an object has no copy'
  echo "$asked creations and $stored stored objects, none was lost"
}
