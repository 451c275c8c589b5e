#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# controller_runtime_suites.sh KUBEXX_APISERVER FOLDER [SUITE...]: controller-runtime's own tests (client, cache and builder
# unless SUITEs are named), each against a kubexx-apiserver of its own, with the protobuf bodies that they send by
# default. The module comes from the Go proxy; what is built remains in FOLDER. Prints how many specs passed, and fails
# when one did not. kubectl of KUBEBUILDER_ASSETS is what some specs start.
set -euo pipefail
server=$(realpath "$1") folder=$2
shift 2
suites=("$@")
[ "${#suites[@]}" -gt 0 ] || suites=(client cache builder)
version=v0.25.2
mkdir -p "$folder"
folder=$(realpath "$folder")
if [ ! -d "$folder/module" ]; then
  source=$(cd "$folder" && GOFLAGS=-mod=mod go mod download -json "sigs.k8s.io/controller-runtime@$version" |
    sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')
  cp -r "$source" "$folder/module"
  chmod -R u+w "$folder/module"
fi

failed=0
for suite in "${suites[@]}"; do
  (cd "$folder/module" && go test -c -o "$folder/$suite.test" "./pkg/$suite")
  kubeconfig=$folder/$suite.kubeconfig
  rm -f "$kubeconfig"
  "$server" --kubeconfig-out "$kubeconfig" >"$folder/$suite.server" 2>&1 &
  running=$!
  trap 'kill "$running" 2>/dev/null || true' EXIT
  until [ -s "$kubeconfig" ]; do
    kill -0 "$running"
    sleep 0.1
  done
  if ! (cd "$folder/module/pkg/$suite" && USE_EXISTING_CLUSTER=true KUBECONFIG=$kubeconfig timeout 300 \
    "$folder/$suite.test" -ginkgo.no-color -ginkgo.timeout=280s >"$folder/$suite.log" 2>&1); then
    failed=1
  fi
  kill "$running"
  wait "$running" || true
  echo "$suite: $(grep -E 'Passed \|' "$folder/$suite.log" | tail -n 1 || echo "ended early, see $folder/$suite.log")"
done
exit "$failed"
