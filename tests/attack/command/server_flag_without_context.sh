#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --server and --token with a kubeconfig that says nothing, as in CI jobs: the flags are enough, as for kubectl.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
bad=${bad:-0}
url=$(sed -n 's/.*server: //p' "$KUBECONFIG")
printf 'apiVersion: v1\nkind: Config\n' >"$D/empty"
for file in /dev/null "$D/empty"; do
  out=$(KUBECONFIG=$file "$K" --server "$url" --insecure-skip-tls-verify --token x get cm 2>&1)
  case "$out" in *kubeconfig* | *context*) false ;; esac
  check $? "KUBECONFIG=$file --server: $out"
done
exit "$bad"
