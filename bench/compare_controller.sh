#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare_controller.sh BENCH_DIR [ROUNDS]: the sample controller beside the same one on client-go, on controller-runtime
# and on kube-rs, and beside the least that its work costs (peers/floor, in C), against one stub API server over TLS that
# measures them from outside (controller_server/controller_bench.cpp). Everything ROUNDS (3) times, in turn, as a table
# of medians; what it is made of remains in BENCH_DIR/controller_results. A peer whose tools (go, cargo) are not there
# is left out; all are built below BENCH_DIR. CLIENTS="kubexx floor" runs these alone; sample-go/upstream writes status
# and event at each sync, as kubernetes/sample-controller does. SAMPLE_CONTROLLER is another sample controller of ours
# than that of BENCH_DIR. Run it on an idle machine.
set -euo pipefail
programs=$(realpath "$1") rounds=${2:-3}
wanted=${CLIENTS:-floor kubexx sample-go sample-go/upstream controller-runtime kube-rs}
ours=${SAMPLE_CONTROLLER:-$programs/sample-controller/sample-controller}
[ -x "$ours" ] || ours=$programs/../samples/sample-controller/sample-controller
ours=$(realpath "$ours")
cd "$(dirname "$0")"
# shellcheck source=/dev/null
. peers/controllers.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

clients=() command=()
# shellcheck disable=SC2086  # a list of names without blanks
build_controllers $wanted
for ((round = 1; round <= rounds; round++)); do
  echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)" >&2
  for client in "${clients[@]}"; do
    controller_command "$client" json
    measured=$("$programs/controller_bench" "$folder" "${command[@]}" 2>"$folder/requests") ||
      { cat "$folder/requests" "$folder/log" >&2; exit 1; }
    calls=$("$programs/controller_bench" --system-calls "$folder" "${command[@]}" 2>/dev/null) || calls=
    echo "$client $measured $calls" >>"$folder/results"
  done
done
mv "$folder/results" "$programs/controller_results"
./controller_table.sh "$programs/controller_results"
