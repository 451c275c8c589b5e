#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# node_test.sh E2E: the stand-in for the kubelet (e2e-node) does what README.md says of it, on a real control plane. The
# folder E2E has e2e-plane, e2e-node and subject, the program of the containers. Needs root, buildah and iproute2. 77: this
# machine cannot.
set -euo pipefail
e2e=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
export STORAGE_DRIVER=vfs
for program in buildah ip; do
  command -v $program >/dev/null || {
    echo "SKIPPED: there is no $program; cmake/install-packages.sh e2e installs it"
    exit 77
  }
done
if [ "${2:-}" != inside ]; then
  if [ "$(id -u)" != 0 ] || ! unshare --mount --net --pid --fork true 2>/dev/null; then
    echo 'SKIPPED: to run containers takes root that may make namespaces'
    exit 77
  fi
  assets=$(sh "$here/build-controlplane.sh") || exit $?
  exec unshare --mount --net --pid --fork --kill-child --mount-proc env PATH="$assets:$PATH" "$0" "$e2e" inside
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "node_test: $*" >&2
  kubectl get pods --output yaml >&2 || true
  tail -n 20 "$work"/node.log "$work"/node/logs/*.log >&2 || true
  exit 1
}
step() { echo "=== node_test, after $SECONDS s: $*"; }
eventually() { # COMMAND…
  local end=$((SECONDS + 30))
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.1
  done
}
mkdir -p /run/netns
mount -t tmpfs tmpfs /run/netns
ip link set lo up
export CONTAINERS_STORAGE_CONF=$work/storage.conf
printf '[storage]\ndriver = "vfs"\nrunroot = "%s/run"\ngraphroot = "%s/storage"\n' "$work" "$work" >"$CONTAINERS_STORAGE_CONF"

container=$(buildah from scratch)
buildah copy --quiet "$container" "$e2e/subject" /usr/bin/subject >/dev/null
mkdir -p "$work/empty/etc"
buildah copy --quiet "$container" "$work/empty" / >/dev/null
buildah config --entrypoint '["/usr/bin/subject"]' --cmd 'of the image' --user 1234:1234 --env FROM_IMAGE=yes "$container"
buildah commit --quiet --rm "$container" subject >/dev/null
buildah push --quiet subject "oci:$work/layout:1" >/dev/null

"$e2e/e2e-plane" start "$work/plane/state.json" --pods
export KUBECONFIG=$work/plane/plane/admin.kubeconfig
port=$(sed -n 's|.*server: https://127.0.0.1:||p' "$KUBECONFIG")
"$e2e/e2e-node" --api-server "10.244.0.1:$port" --folder "$work/node" --image "example.com/subject:1=$work/layout" \
  --image "example.com/later:1=$work/later" --restart-backoff 1000 >"$work/node.log" 2>&1 &
node=$!
eventually kubectl get serviceaccount default || fail 'there is no ServiceAccount'

field() { kubectl get pod "$1" --output "jsonpath={$2}"; }
is() { [ "$(field "$1" "$2")" = "$3" ]; }                # POD FIELD VALUE
get() { curl --fail --silent --max-time 5 "http://$(field "$1" .status.podIP):8080$2"; } # POD TARGET
expect() {                                               # WHAT IS WANTED
  [ "$2" = "$3" ] || fail "$1: is \"$2\", not \"$3\""
}

step 'what a container sees'
kubectl create secret generic own --from-literal=key=secret >/dev/null
kubectl create configmap own --from-literal=key=configured --from-literal=other=more >/dev/null
kubectl apply -f - >/dev/null <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: sees, labels: {app: subject}}
spec:
  terminationGracePeriodSeconds: 10
  securityContext: {runAsNonRoot: true, runAsUser: 4321, runAsGroup: 4322}
  containers:
    - name: subject
      image: example.com/subject:1
      args: ["$(POD)", "$(UNKNOWN)", "$$(POD)"]
      securityContext: {readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
      env:
        - {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
        - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
        - {name: LABEL, valueFrom: {fieldRef: {fieldPath: "metadata.labels['app']"}}}
        - {name: SECRET, valueFrom: {secretKeyRef: {name: own, key: key}}}
        - {name: BOTH, value: "$(POD) and $(LABEL)"}
      volumeMounts:
        - {name: empty, mountPath: /work}
        - {name: secret, mountPath: /etc/own, readOnly: true}
        - {name: config, mountPath: /config}
      readinessProbe: {httpGet: {path: /ready, port: http}, periodSeconds: 1}
      ports: [{name: http, containerPort: 8080}]
  volumes:
    - {name: empty, emptyDir: {}}
    - {name: secret, secret: {secretName: own}}
    - {name: config, configMap: {name: own, items: [{key: key, path: chosen/file}]}}
YAML
kubectl wait --for=condition=Ready --timeout=30s pod/sees >/dev/null || fail 'sees is not ready'
account=/var/run/secrets/kubernetes.io/serviceaccount
expect 'user and rights' "$(get sees /id)" '4321 4322 0000000000000000 1'
expect 'a variable' "$(get sees '/env?IP')" "$(field sees .status.podIP)"
expect 'a variable of others' "$(get sees '/env?BOTH')" 'sees and subject'
expect 'a variable of a Secret' "$(get sees '/env?SECRET')" secret
expect 'a variable of the image' "$(get sees '/env?FROM_IMAGE')" yes
expect 'the API server' "$(get sees '/env?KUBERNETES_SERVICE_HOST'):$(get sees '/env?KUBERNETES_SERVICE_PORT')" "10.244.0.1:$port"
expect 'a Secret' "$(get sees '/file?/etc/own/key')" secret
expect 'a ConfigMap' "$(get sees '/file?/config/chosen/file')" configured
! get sees '/file?/config/other' || fail 'a key that was not chosen is there'
expect 'the namespace' "$(get sees "/file?$account/namespace")" default
expect 'the authority' "$(get sees "/file?$account/ca.crt")" "$(cat "$work/plane/plane/ca.crt")"
expect 'the root' "$(get sees '/write?/new')" 'Read-only file system'
expect 'a Secret, written' "$(get sees '/write?/etc/own/key')" 'Read-only file system'
expect 'an emptyDir' "$(get sees '/write?/work/new')" written
# shellcheck disable=SC2016  # as the container has them
grep -qx 'started with: sees $(UNKNOWN) $(POD)' "$work/node/logs/default_sees_subject.log" || fail 'wrong arguments'
token=$(get sees "/file?$account/token")
who=$(kubectl --token "$token" --kubeconfig /dev/null --server "https://127.0.0.1:$port" \
  --certificate-authority "$work/plane/plane/ca.crt" auth whoami --output 'jsonpath={.status.userInfo.username}')
expect 'the token' "$who" system:serviceaccount:default:default

step 'readiness, and SIGTERM'
kubectl expose pod sees --port 80 --target-port 8080 --name sees >/dev/null
endpoint_is() {
  [ "$(kubectl get endpointslices --selector kubernetes.io/service-name=sees --output 'jsonpath={.items[0].endpoints[0].conditions.ready}')" = "$1" ]
}
eventually endpoint_is true || fail 'the EndpointSlice does not have the Pod'
get sees /ready/off >/dev/null
eventually endpoint_is false || fail 'a Pod that is not ready is in the EndpointSlice'
get sees /ready/on >/dev/null
eventually endpoint_is true || fail 'the Pod does not come back'
begun=$SECONDS
kubectl delete pod sees --timeout 30s >/dev/null || fail 'sees does not end'
[ $((SECONDS - begun)) -lt 8 ] || fail 'SIGTERM was not sent'
no_network() { [ -z "$(ls /run/netns)" ]; }
eventually no_network || fail 'its network is left'

step 'liveness, back-off, and SIGKILL'
kubectl apply -f - >/dev/null <<'YAML'
apiVersion: v1
kind: Pod
metadata: {name: lives}
spec:
  terminationGracePeriodSeconds: 2
  containers:
    - name: subject
      image: example.com/subject:1
      args: [--ignore-term]
      startupProbe: {httpGet: {path: /live, port: 8080}, periodSeconds: 1}
      livenessProbe: {httpGet: {path: /live, port: 8080}, periodSeconds: 1, failureThreshold: 2}
YAML
kubectl wait --for=condition=Ready --timeout=30s pod/lives >/dev/null || fail 'lives is not ready'
expect 'the user of the image' "$(get lives /id)" '1234 1234 0000000000000000 1'
get lives /live/off >/dev/null
eventually is lives '.status.containerStatuses[0].restartCount' 1 || fail 'a container that is not live was not restarted'
expect 'how it ended' "$(field lives '.status.containerStatuses[0].lastState.terminated.exitCode')" 137
eventually is lives '.status.conditions[?(@.type=="Ready")].status' True || fail 'lives does not come back'
get lives '/exit?3' >/dev/null || true
eventually is lives '.status.containerStatuses[0].state.waiting.reason' CrashLoopBackOff || fail 'there is no back-off'
eventually is lives '.status.containerStatuses[0].restartCount' 2 || fail 'a container that ended was not restarted'
expect 'how it ended' "$(field lives '.status.containerStatuses[0].lastState.terminated.exitCode')" 3
eventually is lives '.status.conditions[?(@.type=="Ready")].status' True || fail 'lives does not come back again'
begun=$SECONDS
kubectl delete pod lives --timeout 30s >/dev/null || fail 'lives does not end'
[ $((SECONDS - begun)) -ge 2 ] || fail 'it was killed before the grace period had passed'

step 'what cannot run'
pod() { # NAME SPEC
  printf 'apiVersion: v1\nkind: Pod\nmetadata: {name: %s}\nspec: %s\n' "$1" "$2" | kubectl apply -f - >/dev/null
}
pod pulls '{containers: [{name: a, image: "example.com/other:1"}]}'
pod pushed '{containers: [{name: a, image: "example.com/later:1"}]}'
pod inits '{initContainers: [{name: i, image: "example.com/subject:1"}], containers: [{name: a, image: "example.com/subject:1"}]}'
pod root '{securityContext: {runAsNonRoot: true, runAsUser: 0}, containers: [{name: a, image: "example.com/subject:1"}]}'
pod waits '{containers: [{name: a, image: "example.com/subject:1", volumeMounts: [{name: s, mountPath: /s}]}], volumes: [{name: s, secret: {secretName: later}}]}'
pod once '{restartPolicy: Never, containers: [{name: a, image: "example.com/subject:1", command: [/usr/bin/nothing]}]}'
reason='.status.containerStatuses[0].state.waiting.reason' message='.status.containerStatuses[0].state.waiting.message'
eventually is pulls "$reason" ErrImagePull || fail 'pulls'
eventually is pulls "$message" 'this node has no image example.com/other:1' || fail 'pulls'
eventually is pushed "$reason" ErrImagePull || fail 'pushed'
buildah push --quiet subject "oci:$work/later:1" >/dev/null
kubectl wait --for=condition=Ready --timeout=30s pod/pushed >/dev/null || fail 'an image that is pushed later is not pulled'
eventually is inits "$message" 'this node does not know init containers' || fail 'inits'
eventually is waits "$message" 'there is no Secret later' || fail 'waits'
kubectl create secret generic later --from-literal=key=now >/dev/null
kubectl wait --for=condition=Ready --timeout=30s pod/waits >/dev/null || fail 'waits does not see its Secret'
eventually is once .status.phase Failed || fail 'once has not failed'
expect 'its code' "$(field once '.status.containerStatuses[0].state.terminated.exitCode')" 127
eventually is root "$message" 'runAsNonRoot is set, and the image would run as root' || fail 'root'
kubectl delete pods --all --timeout 60s >/dev/null || fail 'Pods are left'
eventually no_network || fail 'networks are left'

step 'the end of the node'
pod last '{containers: [{name: a, image: "example.com/subject:1"}]}'
eventually is last '.status.containerStatuses[0].ready' true || fail 'last'
kill "$node"
wait "$node" || fail "the node ended with $?"
! pgrep -x subject || fail 'a program is left'
no_network || fail 'networks are left'
echo "node_test: ok, after $SECONDS s"
