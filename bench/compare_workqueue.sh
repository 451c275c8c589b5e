#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare_workqueue.sh BENCH_DIR [ROUNDS]: the queues' benchmarks in BENCH_DIR and those of their peers (client-go's
# queue, controller-runtime's priority queue, a timer queue in Go), one after the other, ROUNDS (5) times, as one table
# of medians: nanoseconds and allocations per item, how many times faster, and how many times faster it has to be (the
# figures of the project's goals). Without Go: our column alone. Run it on an idle machine: what else runs on the cores
# slows many threads more than many goroutines.
set -euo pipefail
programs=$(realpath "$1") rounds=${2:-5}
cd "$(dirname "$0")/peers"
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

peers=()
for name in workqueue priorityqueue delayqueue; do
  if command -v go >/dev/null && (cd $name && go test -c -o "$results/$name"); then
    peers+=("$results/$name")
  else
    echo "compare_workqueue.sh: no Go, so nothing to compare with peers/$name" >&2
  fi
done

# "NAME NANOSECONDS ALLOCATIONS" of each row of a Google Benchmark program.
ours() {
  "$programs/$1" --benchmark_format=csv --benchmark_min_time=0.3 2>/dev/null | awk -F, '
    /^name,/ { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); column[$i] = i } next }
    /^"/ { name = $1; gsub(/"|\/real_time/, "", name)
           print name, $column["per_item"] * 1e9, "allocs" in column ? $column["allocs"] : "-" }'
}
# The same of a Go program. Where an operation is not an item, the number of items is known.
theirs() {
  "$1" -test.run '^$' -test.bench . -test.benchtime 400ms | awk '
    BEGIN { items["AddAfter"] = 1000000; items["PriorityAddOnly"] = 10000; items["PriorityAddContended"] = 1000 }
    /^Benchmark.*\/op/ {
      name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name); value = $3; allocs = "-"
      for (i = 4; i < NF; i++) if ($(i + 1) == "allocs/op") allocs = $i
      whole = name in items ? items[name] : name ~ /FillThenDrain|PushAllTakeAll|AddOneByOne/ ? substr(name, index(name, "/") + 1) : 1
      rounds = int(($2 + whole - 1) / whole) * whole
      print name, value * $2 / rounds, allocs == "-" ? allocs : allocs * $2 / rounds
    }
    /B\/key/ { for (i = 2; i < NF; i++) if ($(i + 1) == "B/key") print "BytesPerDelayedKey", $i, "-" }'
}

for ((round = 1; round <= rounds; round++)); do
  echo "round $round of $rounds" >&2
  for program in workqueue_bench workqueue_controller_bench workqueue_asio_bench workqueue_priority_bench timer_queue_bench; do ours $program; done >>"$results/ours"
  for peer in ${peers[@]+"${peers[@]}"}; do theirs "$peer"; done >>"$results/theirs"
done
"$programs/workqueue_memory" | awk '/^worst/ { print "bytes_per_delayed_key", $2, "-" }' >>"$results/ours"
touch "$results/theirs"

# Which row is which, and how many times faster ours must be.
rows="add_get_done/10000 AddGetDone/10000 4
floor_of_add_get_done AddGetDone/10000 -
add_get_done/1000000 AddGetDone/1000000 -
fill_then_drain/10000 FillThenDrain/10000 -
fill_then_drain/1000000 FillThenDrain/1000000 9
producers_workers/4/4/1 ProducersWorkers/4/4 4
producers_workers/8/32/1 ProducersWorkers/8/32 5
producers_workers/8/32/16 ProducersWorkers/8/32 2
producers_coroutines/8/32/1 ProducersWorkers/8/32 5
producers_coroutines/8/32/16 ProducersWorkers/8/32 -
add_after/1000000 AddAfter 8
floor_of_add_after/1000000 AddAfter -
delayed_then_take DelayedThenTake 12
limiter_when_forget LimiterWhenForget 3
floor_of_limiter LimiterWhenForget -
default_limiter_when_forget DefaultLimiterWhenForget 6
bytes_per_delayed_key BytesPerDelayedKey -
request_add_get_done/0/0 RequestAddGetDone/0/0 -
request_add_get_done/1/1 RequestAddGetDone/1/1 4
three_clock_reads - -
waiting_coroutines/1 - -
waiting_coroutines/10000 - -
add_one_by_one/1000000 AddOneByOne/1000000 -
add_all/1000000 AddOneByOne/1000000 -
longest_hold/1000000 - -
priority_add_get_done/0 PriorityAddGetDone/0 -
priority_add_get_done/100 PriorityAddGetDone/100 -
priority_add_get_done/1000 PriorityAddGetDone/1000 -
priority_add_get_done/10000 PriorityAddGetDone/10000 -
priority_fill_then_drain/10000 PriorityFillThenDrain/10000 -
priority_fill_then_drain/1000000 PriorityFillThenDrain/1000000 -
priority_add_only PriorityAddOnly -
priority_add_contended PriorityAddContended -
priority_delayed_then_take PriorityDelayedThenTake -
push_take/0 PushTake/0 12
push_take/1000 PushTake/1000 12
push_take/10000 PushTake/10000 12
push_take/1000000 PushTake/1000000 12
push_cancel/0 PushCancel/0 -
push_cancel/1000000 PushCancel/1000000 -
push_all_take_all/10000 PushAllTakeAll/10000 -
push_all_take_all/1000000 PushAllTakeAll/1000000 -
push_take_threads/1/1 PushTakeThreads/1/1 -
push_take_threads/4/4 PushTakeThreads/4/4 -"
awk -v rows="$rows" "$(<../median.awk)"'
  { values[$1] = values[$1] " " $2; allocs[$1] = $3 }
  END {
    printf "%-30s %11s %7s %12s %7s %8s %6s\n", "work", "kubexx ns", "allocs", "peer ns", "allocs", "faster", "goal"
    count = split(rows, line, "\n")
    for (i = 1; i <= count; i++) {
      split(line[i], part, " ")
      mine = median(values[part[1]]); peer = median(values[part[2]])
      if (mine == 0) continue
      unit = part[1] ~ /^bytes/ ? " B" : ""
      printf "%-30s %9.1f%2s %7s %10s%2s %7s %8s %6s\n", part[1], mine, unit,
        allocs[part[1]] == "-" ? "-" : sprintf("%.2f", allocs[part[1]]), peer == 0 ? "-" : sprintf("%.1f", peer), unit,
        peer == 0 || allocs[part[2]] == "-" ? "-" : sprintf("%.2f", allocs[part[2]]),
        peer == 0 ? "-" : sprintf("%.1fx", peer / mine), part[3] == "-" ? "" : part[3] "x"
    }
  }' "$results/ours" "$results/theirs"
