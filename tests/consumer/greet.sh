#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# greet.sh APISERVER OPERATOR GREETED: the operator works against the embedded server and shuts down cleanly.
set -euo pipefail
apiserver=$1 operator=$2 greeted=$3

folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
export KUBECONFIG=$folder/kubeconfig

"$apiserver" --port 0 --kubeconfig-out "$KUBECONFIG" &
until [ -s "$KUBECONFIG" ]; do
  kill -0 $! # fails when the server has ended
  sleep 0.05
done

"$operator" --metrics-address=0 --health-address=0 &
operator_pid=$!
"$greeted"
kill -TERM "$operator_pid"
wait "$operator_pid" # fails unless the operator ends with 0
