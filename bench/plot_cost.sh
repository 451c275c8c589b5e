#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# plot_cost.sh BENCH_DIR > docs/benchmarks/workqueue-cost.svg: nanoseconds per key of the queue from a thousand to a million keys, the
# median of five runs each, with client-go's beside them when Go is here.
set -euo pipefail
programs=$(realpath "$1")
cd "$(dirname "$0")/peers/workqueue"
points=$(mktemp)
trap 'rm -f "$points"' EXIT

"$programs/workqueue_bench" --benchmark_format=csv --benchmark_min_time=0.2 --benchmark_repetitions=5 \
  --benchmark_filter='^(add_get_done|fill_then_drain|add_after)/' 2>/dev/null | awk -F, '
    /^name,/ { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); column[$i] = i } next }
    /_median"/ { name = $1; gsub(/"|\/real_time_median/, "", name); split(name, part, "/")
                 print part[1], part[2], $column["per_item"] * 1e9 }' >"$points"
if command -v go >/dev/null; then
  go test -run '^$' -bench '^Benchmark(AddGetDone|FillThenDrain)$' -benchtime 300ms -count 5 | awk '
    /ns\/op/ { name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name); split(name, part, "/")
               whole = part[1] == "FillThenDrain" ? part[2] : 1
               value = $3 * $2 / (int(($2 + whole - 1) / whole) * whole)
               all[name] = all[name] " " value }
    END { for (name in all) { n = split(all[name], list, " ")
            for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j - 1] + 0 > list[j] + 0; j--) {
              swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap }
            split(name, part, "/"); print part[1], part[2], list[int((n + 1) / 2)] } }' >>"$points"
fi

sort -k1,1 -k2,2n "$points" | awk "$(<../../plot.awk)"'
  function x(keys) { return 70 + (log(keys) / log(10) - 3) * 150 }
  function y(ns) { return 330 - (log(ns) / log(10) - 1) * 140 }
  BEGIN {
    label["add_get_done"] = "add, get, done, one key after the other"; colour["add_get_done"] = "#1b6ca8"
    label["fill_then_drain"] = "add all, then get and done all"; colour["fill_then_drain"] = "#2a9d4a"
    label["add_after"] = "add_after of an hour, into a new queue"; colour["add_after"] = "#8a4fbf"
    label["AddGetDone"] = "client-go: add, get, done"; colour["AddGetDone"] = "#1b6ca8"
    label["FillThenDrain"] = "client-go: add all, then get and done all"; colour["FillThenDrain"] = "#2a9d4a"
    begin_plot(860, 380)
    for (power = 3; power <= 6; power++) {
      printf "<path d=\"M%d 50V330\" stroke=\"#ddd\"/><text x=\"%d\" y=\"348\" text-anchor=\"middle\">10<tspan dy=\"-4\" font-size=\"9\">%d</tspan></text>\n", x(10 ^ power), x(10 ^ power), power
    }
    for (ns = 10; ns <= 1000; ns *= 10)
      printf "<path d=\"M70 %.1fH520\" stroke=\"#ddd\"/><text x=\"62\" y=\"%.1f\" text-anchor=\"end\">%d ns</text>\n", y(ns), y(ns) + 4, ns
    print "<text x=\"295\" y=\"370\" text-anchor=\"middle\">keys</text><text x=\"70\" y=\"30\">Nanoseconds per key</text>"
  }
  $1 != last { if (last) print "\"/>"; last = $1
               printf "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s</text>\n", 530, 70 + 22 * row++, colour[$1], (label[$1] ~ /^client-go/ ? "- - " : "— ") label[$1]
               printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"", colour[$1], label[$1] ~ /^client-go/ ? " stroke-dasharray=\"6 4\"" : "" }
  { printf "%.1f,%.1f ", x($2), y($3); table = table sprintf("%s %d keys: %.1f ns\n", $1, $2, $3) }
  END { print "\"/>"; print "<!--\n" table "-->"; print "</svg>" }'
