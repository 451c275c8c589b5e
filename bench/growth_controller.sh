#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# growth_controller.sh BENCH_DIR [ROUNDS] > docs/benchmarks/controller-growth.svg: what one Foo costs the sample controller
# in bursts of 100, 10 000 and 100 000, with one io thread and with two, and with kube-rs beside them where it has been
# built: CPU, and memory per pair of Foo and Deployment. Medians of ROUNDS (3), which standard error has as a table.
set -euo pipefail
programs=$(realpath "$1") rounds=${2:-3}
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=/dev/null
. ./quiet.sh

declare -A command=(
  [one]="$programs/sample-controller/sample-controller --workers 4 --metrics-address 0 --health-address 0"
  [two]="$programs/two_threads_controller --workers 4 --metrics-address 0 --health-address 0"
)
clients=(one two)
if [ -x "$programs/peers/kube-rs-controller" ]; then
  command[rust]="$programs/peers/kube-rs-controller event" clients+=(rust)
fi
for ((round = 1; round <= rounds; round++)); do
  for foos in 100 10000 100000; do
    for client in "${clients[@]}"; do
      wait_for_quiet
      # shellcheck disable=SC2086  # a command line
      measured=$("$programs/controller_bench" --burst "$foos" "$folder" ${command[$client]} 2>/dev/null)
      echo "$client $foos $measured" >>"$folder/results"
      echo "round $round of $rounds: $client $foos $measured" >&2
    done
  done
done

# NAME FOOS CPU KB RATE, medians.
awk '
  { name = $1 " " $2; for (i = 3; i <= NF; i++) { split($i, part, "="); value[part[1]] = part[2] }
    runs[name]++
    cpu[name, runs[name]] = value["burst_cpu_us"]; rate[name, runs[name]] = value["burst_per_second"]
    kb[name, runs[name]] = (value["end_rss_mb"] - value["start_rss_mb"]) * 1000 / $2 }
  function median(of, name,    n, i, j, swap, list) {
    n = runs[name]; for (i = 1; i <= n; i++) list[i] = of[name, i]
    for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j - 1] > list[j]; j--) {
      swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap }
    return list[int((n + 1) / 2)] }
  END { for (name in runs) printf "%s %.1f %.2f %.0f\n", name, median(cpu, name), median(kb, name), median(rate, name) }
' "$folder/results" | sort -k1,1 -k2,2n >"$folder/medians"
{ echo "client foos cpu_us kb_per_pair foos_per_second"; cat "$folder/medians"; } | column -t >&2

awk "$(<plot.awk)"'
  function x(foos) { return 70 + (log(foos) / log(10) - 2) * 180 }
  function y(us) { return 330 - us / most * 270 }
  function line(name, text, colour, place,    i, path) {
    if (!(name in count)) return
    for (i = 1; i <= count[name]; i++) {
      path = path (i == 1 ? "M" : "L") x(foos[name, i]) " " y(cpu[name, i])
      printf "<circle cx=\"%d\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s, %d Foos: %.0f µs, %d Foos/s, %.1f kB per pair</title></circle>\n",
        x(foos[name, i]), y(cpu[name, i]), colour, text, foos[name, i], cpu[name, i], rate[name, i], kb[name, i]
    }
    printf "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", path, colour
    printf "<text x=\"90\" y=\"%d\" fill=\"%s\">%s (%.1f kB per pair at 10⁵)</text>\n", 78 + 18 * place, colour, text, kb[name, count[name]]
  }
  { count[$1]++; foos[$1, count[$1]] = $2; cpu[$1, count[$1]] = $3; kb[$1, count[$1]] = $4; rate[$1, count[$1]] = $5
    if ($3 > most) most = $3 }
  END {
    step = most > 400 ? 100 : 50
    most = (int(most / step) + 1) * step
    begin_plot(760, 380)
    for (power = 2; power <= 5; power++)
      printf "<path d=\"M%d 60V330\" stroke=\"#ddd\"/><text x=\"%d\" y=\"348\" text-anchor=\"middle\">10<tspan dy=\"-4\" font-size=\"9\">%d</tspan></text>\n",
        x(10 ^ power), x(10 ^ power), power
    for (us = 0; us <= most; us += step)
      printf "<path d=\"M70 %.1fH610\" stroke=\"#ddd\"/><text x=\"64\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n", y(us), y(us) + 4, us
    print "<text x=\"340\" y=\"368\" text-anchor=\"middle\">Foos in one burst</text>"
    print "<text x=\"70\" y=\"40\">CPU per Foo, µs</text>"
    line("one", "kubexx, one io thread", "#1b6ca8", 0)
    line("two", "kubexx, two io threads", "#2a9d4a", 1)
    line("rust", "kube-rs, with the event", "#b5651d", 2)
    print "</svg>"
  }' "$folder/medians"
