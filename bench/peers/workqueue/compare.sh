#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare.sh WORKQUEUE_BENCH [ROUNDS]: our queue and client-go's, one after the other, ROUNDS (3) times; the best round of
# each counts. One table: nanoseconds per item, allocations per item, how many times faster.
set -euo pipefail
bench=$(realpath "$1") rounds=${2:-3}
cd "$(dirname "$0")"
if ! command -v go >/dev/null; then
  echo "compare.sh: Go is not installed, so there is nothing to compare with" >&2
  exit 77
fi
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
go test -c -o "$results/peer"
for ((round = 1; round <= rounds; round++)); do
  "$bench" --benchmark_format=csv --benchmark_min_time=0.5 2>/dev/null >>"$results/ours"
  "$results/peer" -test.run '^$' -test.bench . -test.benchtime 500ms >>"$results/theirs"
done

awk '
function least(best, row, value) { if (!(row in best) || value < best[row]) best[row] = value }
BEGIN {
  count = split("add_get_done/1000 AddGetDone/1000 add_get_done/10000 AddGetDone/10000 add_get_done/1000000 AddGetDone/1000000" \
    " fill_then_drain/10000 FillThenDrain/10000 fill_then_drain/1000000 FillThenDrain/1000000" \
    " producers_workers/4/4 ProducersWorkers/4/4 producers_workers/8/32 ProducersWorkers/8/32" \
    " add_after/1000000 AddAfter delayed_then_take DelayedThenTake limiter_when_forget LimiterWhenForget", pair, " ")
}
FNR == NR {
  if (/^name,/) { n = split($0, head, ","); for (i = 1; i <= n; i++) { gsub(/"/, "", head[i]); column[head[i]] = i } next }
  if ($0 !~ /^"/) next
  split($0, field, ","); name = field[1]; gsub(/"|\/real_time/, "", name)
  least(ours, name, field[column["per_item"]] * 1e9); allocs[name] = field[column["allocs"]]
  next
}
/^Benchmark.*ns\/op/ {
  name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name)
  value = $3; if (name == "AddAfter") value = $3 * $2 / (int(($2 + 999999) / 1000000) * 1000000)
  if (name ~ /^FillThenDrain/) { split(name, part, "/"); value = $3 * $2 / (int(($2 + part[2] - 1) / part[2]) * part[2]) }
  least(theirs, name, value)
  for (i = 4; i < NF; i++) if ($(i + 1) == "allocs/op") their_allocs[name] = $i
}
END {
  printf "%-34s %12s %8s %12s %8s %8s\n", "work", "kubexx ns", "allocs", "client-go ns", "allocs", "faster"
  for (i = 1; i < count; i += 2)
    printf "%-34s %12.1f %8.2f %12.1f %8s %7.1fx\n", pair[i], ours[pair[i]], allocs[pair[i]], theirs[pair[i + 1]],
      their_allocs[pair[i + 1]], theirs[pair[i + 1]] / ours[pair[i]]
}' FS='[ \t]+' "$results/ours" "$results/theirs"
