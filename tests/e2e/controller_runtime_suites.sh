#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# controller_runtime_suites.sh [--json] KUBEXX_APISERVER|ASSETS FOLDER [SUITE...]: controller-runtime's own tests that want
# an API server, unchanged: its envtest starts a kubexx-apiserver for each suite, by the names of kube-apiserver and etcd
# (kubexx-apiserver --envtest-assets). With a folder of KUBEBUILDER_ASSETS instead of the program, the same against a real
# control plane. The clients send protobuf where they can, or JSON alone with --json, for which one line of the
# module's copy is changed. The module comes from the Go proxy; what is built remains in FOLDER. Prints how many specs
# passed, per suite and in total, and fails when one did not. Some specs start kubectl: that of the assets, or of PATH.
set -euo pipefail
bodies=protobuf
if [ "$1" = --json ]; then
  bodies=json
  shift
fi
server=$(realpath "$1") folder=$2
shift 2
suites=("$@")
[ "${#suites[@]}" -gt 0 ] || suites=(builder cache client client/apiutil client/config cluster controller
  controller/controllerutil envtest handler internal/controller internal/recorder internal/testing/controlplane manager
  manager/internal/integration metrics/filters reconcile source webhook webhook/conversion)
version=v0.25.2
# Downloads an older kube-apiserver from the internet, and tests the client with that.
skip=/aggregatedDiscovery=false
mkdir -p "$folder"
folder=$(realpath "$folder")
module=$folder/module-$bodies
if [ ! -d "$module" ]; then
  source=$(cd "$folder" && GOFLAGS=-mod=mod go mod download -json "sigs.k8s.io/controller-runtime@$version" |
    sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')
  cp -r "$source" "$module.new"
  chmod -R u+w "$module.new"
  # A module of the proxy has lost its executable bits.
  chmod +x "$module.new"/pkg/internal/testing/controlplane/testdata/*.sh
  if [ "$bodies" = json ]; then
    sed -i 's/if protobufScheme.Recognizes(gvk) {/if false {/' "$module.new/pkg/client/apiutil/apimachinery.go"
    grep -q 'if false {' "$module.new/pkg/client/apiutil/apimachinery.go"
  fi
  mv "$module.new" "$module"
fi
assets=$server
if [ ! -d "$server" ]; then
  assets=$folder/assets
  "$server" --envtest-assets "$assets" >"$folder/assets.log"
  kubectl=${KUBEBUILDER_ASSETS:+$KUBEBUILDER_ASSETS/kubectl}
  kubectl=${kubectl:-$(command -v kubectl || find "${XDG_CACHE_HOME:-$HOME/.cache}/kubexx" -path '*/controlplane-*/kubectl' 2>/dev/null | head -n 1)}
  [ -z "$kubectl" ] || ln -sf "$kubectl" "$assets/kubectl"
fi

failed=0 total=0
for suite in "${suites[@]}"; do
  name=${suite//\//-}-$bodies
  log=$folder/$name.log
  (cd "$module" && go test -c -o "$folder/$name.test" "./pkg/$suite")
  if ! (cd "$module/pkg/$suite" && unset USE_EXISTING_CLUSTER && KUBEBUILDER_ASSETS=$assets timeout 300 \
    "$folder/$name.test" -test.v -test.skip "$skip" -ginkgo.no-color -ginkgo.timeout=280s >"$log" 2>&1); then
    failed=1
    echo "$suite: a test failed, see $log"
  fi
  # Ginkgo counts its specs; what is no spec is counted by its line of go test, but for the one that runs the specs.
  counts=$(sed -n 's/^.* \([0-9]*\) Passed | \([0-9]*\) Failed | \([0-9]*\) Pending | .*$/\1 \2 \3/p' "$log" | tail -n 1)
  read -r passed lost pending <<<"${counts:-0 0 0}"
  if [ "$passed" -eq 0 ] && [ "$lost" -eq 0 ]; then
    passed=$(grep -cE '^ +--- PASS' "$log" || true)
    lost=$(grep -cE '^ +--- FAIL' "$log" || true)
  fi
  total=$((total + passed))
  echo "$suite: $passed passed, $lost failed, $pending pending upstream"
done
echo "total ($bodies bodies): $total passed"
exit "$failed"
