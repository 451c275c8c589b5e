#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare_informer.sh BENCH_DIR [ROUNDS] [COUNT]: our informer beside client-go's (dynamic, typed, protobuf) and
# kube-rs's reflector (dynamic, typed) against one stub API server over TLS: COUNT (20 000) pods, first listed over the
# watch, in pages and as a whole; then EVENTS (5 000) changes at 1 000 a second, a full relist of which one pod in twenty
# has changed, and one of which all have; at last the first list of five times as many. Everything ROUNDS (3) times, in
# turn, as tables of medians; what they are made of remains in BENCH_DIR/informer_results. A peer whose tools (go, cargo)
# are not there is left out; both are built below BENCH_DIR. CLIENTS="kubexx client-go/dynamic-stripped" runs these
# alone; stripped is a peer that drops managedFields, as ours does; kubexx/compressed
# is ours with InformerOptions::compressed. Run it on an idle machine with 8 GB of memory.
set -euo pipefail
programs=$(realpath "$1") rounds=${2:-3} count=${3:-20000} events=${EVENTS:-5000}
wanted=${CLIENTS:-kubexx kubexx/compressed client-go/dynamic client-go/typed client-go/protobuf kube-rs/dynamic kube-rs/typed}
cd "$(dirname "$0")"
# shellcheck source=/dev/null
. informer_server/server.sh
peers=$programs/peers
mkdir -p "$peers"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
results=$folder/results

clients=() pod=()
take() {
  local client
  for client in $wanted; do [[ $client != "$1"* ]] || clients+=("$client"); done
}
take kubexx
if [[ $wanted != *client-go* ]]; then
  :
elif command -v go >/dev/null && (cd peers/informer-go && go build -o "$peers/informer-go" .); then
  take client-go
  "$programs/informer_bench_server" template | "$peers/informer-go" marshal >"$folder/pod"
  pod=("$folder/pod")
else
  echo "compare_informer.sh: no Go, so nothing to compare with client-go" >&2
fi
if [[ $wanted != *kube-rs* ]]; then
  :
elif command -v cargo >/dev/null &&
  (cd peers/kube-rs && cargo build --quiet --locked --release --target-dir "$peers/kube-rs-target"); then
  take kube-rs
  cp "$peers/kube-rs-target/release/informer-bench" "$peers/informer-rs"
else
  echo "compare_informer.sh: no Cargo, so nothing to compare with kube-rs" >&2
fi

# "COUNT CLIENT WAY NAME=VALUE …"
measure() {
  local client=$1 way=$2 program=("$programs/informer_bench")
  shift 2
  case $client in
    reader | reader/store)
      local with=()
      [ "$client" = reader ] || with=(store)
      echo "$1 $client $way $("$programs/watch_reader" "$folder/server" "$@" ${with[@]+"${with[@]}"} 2>&1 >/dev/null)" >>"$results"
      return
      ;;
    kubexx/compressed)
      echo "$1 $client $way $(timeout 600 "${program[@]}" "$folder/server" "$way-compressed" "$@")" >>"$results"
      return
      ;;
    client-go/*) program=("$peers/informer-go" "${client#*/}") ;;
    kube-rs/*) program=("$peers/informer-rs" "${client#*/}") ;;
  esac
  echo "$1 $client $way $(timeout 600 "${program[@]}" "$folder/server" "$way" "$@")" >>"$results"
}
start_server "$folder/server" "$count" ${pod[@]+"${pod[@]}"}
for ((round = 1; round <= rounds; round++)); do
  echo "round $round of $rounds" >&2
  for client in "${clients[@]}"; do
    for way in stream pages whole; do
      measure "$client" "$way" "$count" "$events"
      [ "$client" != kubexx ] || {
        measure reader - "$count" "$events"
        measure reader/store - "$count" "$events"
      }
    done
  done
done
stop_server
start_server "$folder/server" $((5 * count)) ${pod[@]+"${pod[@]}"}
for ((round = 1; round <= rounds; round++)); do
  echo "round $round of $rounds with $((5 * count))" >&2
  for client in "${clients[@]}"; do measure "$client" stream $((5 * count)); done
  if [[ ${clients[0]} == kubexx ]]; then
    for way in pages whole; do measure kubexx "$way" $((5 * count)); done
  fi
done
stop_server
mv "$results" "$programs/informer_results"
./informer_tables.sh "$programs/informer_results"
