#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# webhook_table.sh RESULTS: the table of compare_webhooks.sh from what it has measured, medians, and their ratios to the
# floor's.
set -euo pipefail
results=$(realpath "$1")
cd "$(dirname "$0")"
awk "$(<median.awk)"'
  function row(title, name, format, c, text, base) {
    printf "%-38s", title
    base = median(values["floor", name])
    for (c = 1; c <= servers; c++) {
      text = sprintf(format, median(values[server[c], name]))
      if (server[c] != "floor" && base > 0) text = text sprintf(" %5.1fx", median(values[server[c], name]) / base)
      printf " %19s", text
    }
    printf "\n"
  }
  {
    if (!($1 in seen)) { seen[$1]; server[++servers] = $1 }
    for (i = 2; i <= NF; i++) { split($i, one, "="); values[$1, one[1]] = values[$1, one[1]] " " one[2] }
  }
  END {
    printf "%-38s", "webhook"
    for (c = 1; c <= servers; c++) printf " %19s", server[c]
    printf "\n"
    for (phase = 1; phase <= 2; phase++) {
      name = phase == 1 ? "one" : "many"
      flight = phase == 1 ? "1 in flight" : "64 in flight"
      row(flight ": requests per second", name "_per_second", "%.0f")
      row(flight ": p50, us", name "_p50_us", "%.0f")
      row(flight ": p99, us", name "_p99_us", "%.0f")
      row(flight ": CPU per request, us", name "_cpu_us", "%.1f")
      row(flight ": CPU of the client, us", name "_client_us", "%.1f")
      row(flight ": RSS, MB", name "_rss_mb", "%.1f")
    }
    row("RSS at start, MB", "start_rss_mb", "%.1f")
  }' "$results"
