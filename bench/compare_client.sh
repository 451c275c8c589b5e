#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare_client.sh BENCH_DIR [ROUNDS]: the client beside client-go (its dynamic client and its generated one) and
# kube-rs against one server of ours over TLS with a bearer token: GET one at a time and sixteen at a time, create, a
# list of 5 000 Pods of 4 761 bytes. Everything ROUNDS (5) times, in turn, as one table of medians. A peer whose tools
# (go, cargo) are not there is left out; both are built below BENCH_DIR. Run it on an idle machine.
set -euo pipefail
programs=$(realpath "$1") rounds=${2:-5}
cd "$(dirname "$0")"
peers=$programs/peers
mkdir -p "$peers"
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

clients=(kubexx)
if command -v go >/dev/null && (cd peers/client-go && go build -o "$peers/client-go" .); then
  clients+=(client-go)
else
  echo "compare_client.sh: no Go, so nothing to compare with client-go" >&2
fi
if command -v cargo >/dev/null &&
  (cd peers/kube-rs && cargo build --quiet --locked --release --target-dir "$peers/kube-rs-target"); then
  cp "$peers/kube-rs-target/release/client-bench" "$peers/kube-rs"
  clients+=(kube-rs)
else
  echo "compare_client.sh: no Cargo, so nothing to compare with kube-rs" >&2
fi

mkfifo "$results/end"
"$programs/client_bench_server" "$results/kubeconfig" <"$results/end" &
exec 3>"$results/end"
for ((i = 0; i < 300; i++)); do
  [ ! -e "$results/kubeconfig" ] || break
  sleep 0.1
done

# "CLIENT WORK PER_SECOND CPU P50 P99 PEAK"
measure() {
  local client=$1 work=$2 count=$3 program=$peers/$1
  [ "$client" != kubexx ] || program=$programs/client_bench
  echo "$client $work $("$program" "$results/kubeconfig" "$work" "$count")" >>"$results/all"
}
for ((round = 1; round <= rounds; round++)); do
  echo "round $round of $rounds" >&2
  for client in "${clients[@]}"; do
    measure "$client" get 5000
    measure "$client" typed-get 5000
    measure "$client" get16 1000
    measure "$client" create 2000
    measure "$client" list 4
    measure "$client" typed-list 4
  done
  measure kubexx blocking-get 5000
done
exec 3>&-
wait

awk "$(<median.awk)"'
  {
    key = $1 " " $2
    for (i = 3; i <= 7; i++) values[key, i] = values[key, i] " " $i
  }
  END {
    format = "%-13s %-10s %12s %10s %9s %9s %9s %8s %8s\n"
    printf format, "work", "client", "per second", "CPU us", "p50 us", "p99 us", "peak MB", "faster", "less CPU"
    works = split("get typed-get blocking-get get16 create list typed-list", work, " ")
    clients = split("kubexx client-go kube-rs", client, " ")
    for (w = 1; w <= works; w++)
      for (c = 1; c <= clients; c++) {
        key = client[c] " " work[w]
        if (!((key, 3) in values)) continue
        for (i = 3; i <= 7; i++) m[i] = median(values[key, i])
        if (c == 1) for (i = 3; i <= 4; i++) ours[i] = m[i]
        listed = work[w] ~ /list/
        printf format, work[w], client[c], sprintf("%.0f", m[3]), sprintf("%.1f", m[4]),
          listed ? "-" : sprintf("%.0f", m[5]), listed ? "-" : sprintf("%.0f", m[6]), sprintf("%.1f", m[7]),
          c == 1 ? "" : sprintf("%.2fx", ours[3] / m[3]), c == 1 ? "" : sprintf("%.2fx", m[4] / ours[4])
      }
  }' "$results/all"
