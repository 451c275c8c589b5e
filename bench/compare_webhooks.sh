#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare_webhooks.sh BENCH_DIR [ROUNDS]: one mutating webhook for Pods beside the same one on controller-runtime and on
# kube-rs, and beside the least that a webhook costs (peers/webhook-floor, in C), called by one client over TLS as
# kube-apiserver calls it (webhook_client/): everything ROUNDS (3) times, in turn, as a table of medians.
#
# What it is made of remains in BENCH_DIR/webhook_results. A peer whose tools (go, cargo) are not there is left out; all
# are built below BENCH_DIR. SERVERS="kubexx floor" measures these alone. kube-rs writes its patch by hand, as its
# example does; kube-rs/diff changes the typed Pod and sends the difference, as kubexx and controller-runtime do.
# INSTRUCTIONS=1 counts the instructions per request with valgrind in place of all else, without controller-runtime,
# which does not run below it. Run it on an idle machine; where that is not to be had, QUIET=120 waits up to so many
# seconds before each run until the processors are idle.
set -euo pipefail
programs=$(realpath "$1") rounds=${2:-3}
wanted=${SERVERS:-floor kubexx controller-runtime kube-rs kube-rs/diff}
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=/dev/null
. ./quiet.sh

# In $built: the program of a server.
build_server() {
  local peers=$programs/peers
  built=$peers/webhook-${1%%/*}
  case ${1%%/*} in
    kubexx) built=$programs/webhook_server ;;
    floor) "${CC:-cc}" -O2 -o "$built" peers/webhook-floor/webhook_floor.c -lssl -lcrypto ;;
    controller-runtime)
      command -v go >/dev/null && (cd peers/webhook-controller-runtime && go build -ldflags='-s -w' -o "$built" .)
      ;;
    kube-rs)
      command -v cargo >/dev/null && (cd peers/webhook-kube-rs &&
        cargo build --quiet --locked --release --target-dir "$peers/webhook-kube-rs-target") &&
        cp "$peers/webhook-kube-rs-target/release/webhook-kube-rs" "$built"
      ;;
    *) false ;;
  esac
}

# In $command: how a server is started; the client adds its folder and port.
server_command() {
  command=("${program[$1]}")
  [[ $1 != */* ]] || command+=("${1#*/}")
}

instructions_of() { sed -n 's/^summary: //p' "$1"; }

# The difference between two runs leaves out the start, and what only the first requests cost.
count_instructions() {
  local server=$1 few=200 many=1200 requests
  for requests in $few $many; do
    "$programs/webhook_bench" --requests "$requests" "$folder" valgrind --tool=callgrind \
      --callgrind-out-file="$folder/callgrind.$requests" "${command[@]}"
  done
  echo "$server: $((($(instructions_of "$folder/callgrind.$many") - $(instructions_of "$folder/callgrind.$few")) / (many - few)))" \
    "instructions per request"
}

mkdir -p "$programs/peers"
declare -A program
servers=()
for server in $wanted; do
  if build_server "$server"; then
    program[$server]=$built
    servers+=("$server")
  else
    echo "compare_webhooks.sh: $server cannot be built, so nothing to compare with it" >&2
  fi
done

if [ -n "${INSTRUCTIONS:-}" ]; then
  for server in "${servers[@]}"; do
    [ "$server" != controller-runtime ] || continue
    server_command "$server"
    count_instructions "$server"
  done
  exit
fi

for ((round = 1; round <= rounds; round++)); do
  echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)" >&2
  for server in "${servers[@]}"; do
    server_command "$server"
    wait_for_quiet
    if ! measured=$("$programs/webhook_bench" "$folder" "${command[@]}"); then
      tail -n 20 "$folder/log" >&2
      exit 1
    fi
    echo "$server $measured" >>"$folder/results"
  done
done
mv "$folder/results" "$programs/webhook_results"
./webhook_table.sh "$programs/webhook_results"
