#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare_controller.sh BENCH_DIR [ROUNDS]: the sample controller beside the same one on client-go, on controller-runtime
# and on kube-rs, everything ROUNDS (3) times, in turn, as tables of medians:
#
#   wire     against one stub API server over TLS that measures them from outside (controller_server/), beside the least
#            that this work costs (peers/floor, in C, and the same on Asio)
#   cluster  on a real kube-apiserver with etcd, built once by tests/e2e/build-controlplane.sh, with 3 000 Foos, beside a
#            bare client that does the same writes (controller_cluster/)
#
# What they are made of remains in BENCH_DIR/controller_results and BENCH_DIR/cluster_results. A peer whose tools (go,
# cargo) are not there is left out; all are built below BENCH_DIR. PARTS=wire measures that alone, CLIENTS="kubexx floor"
# these alone; sample-go/upstream writes status and event at each sync, as kubernetes/sample-controller does, and only
# controller-runtime/event and kube-rs/event record the event that ours does.
# SAMPLE_CONTROLLER names another sample controller of ours than that of BENCH_DIR. Run it on an idle machine; where that
# is not to be had, QUIET=120 waits up to so many seconds before each run until the processors are idle.
set -euo pipefail
programs=$(realpath "$1") rounds=${2:-3} parts=${PARTS:-wire cluster}
wanted=${CLIENTS:-floor floor-asio kubexx sample-go sample-go/upstream controller-runtime controller-runtime/event kube-rs kube-rs/event}
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

# shellcheck source=/dev/null
. ./quiet.sh

say_round() { echo "$1: round $2 of $rounds, load $(cut -d' ' -f1 /proc/loadavg)" >&2; }

at_the_wire() {
  local round client measured calls
  for ((round = 1; round <= rounds; round++)); do
    say_round wire "$round"
    for client in "${clients[@]}"; do
      controller_command "$client" json
      wait_for_quiet
      if ! measured=$("$programs/controller_bench" "$folder" "${command[@]}" 2>"$folder/requests"); then
        tail -n 20 "$folder/requests" "$folder/log" >&2
        return 1
      fi
      calls=$("$programs/controller_bench" --system-calls "$folder" "${command[@]}" 2>/dev/null) || calls=
      echo "$client $measured $calls" >>"$folder/results"
    done
  done
  mv "$folder/results" "$programs/controller_results"
  ./controller_table.sh wire "$programs/controller_results"
}

on_a_cluster() {
  local round client assets measured
  if ! assets=$(../tests/e2e/build-controlplane.sh) ||
    ! (cd controller_cluster && go build -o "$programs/controller_cluster" .); then
    echo "compare_controller.sh: no control plane, so nothing is measured on one" >&2
    return 0
  fi
  for ((round = 1; round <= rounds; round++)); do
    say_round cluster "$round"
    for client in "${clients[@]}"; do
      controller_command "$client"
      wait_for_quiet
      measured=$("$programs/controller_cluster" "$assets" "$folder/plane" ../manifests/crd.yaml "${command[@]}")
      echo "$client $measured" >>"$folder/results"
    done
  done
  mv "$folder/results" "$programs/cluster_results"
  ./controller_table.sh cluster "$programs/cluster_results"
}

for part in $parts; do
  case $part in
    wire) at_the_wire ;;
    cluster) on_a_cluster ;;
  esac
done
