#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# controller_table.sh RESULTS: the table of compare_controller.sh from what it has measured, medians; behind each figure
# its ratio to the floor's.
set -euo pipefail
results=$(realpath "$1")
cd "$(dirname "$0")"
awk "$(<median.awk)"'
  function row(title, name, format, c, text, floor) {
    printf "%-34s", title
    floor = median(values["floor", name])
    for (c = 1; c <= clients; c++) {
      text = "-"
      if ((client[c], name) in values) {
        text = sprintf(format, median(values[client[c], name]))
        if (floor > 0 && client[c] != "floor") text = text sprintf(" %5.1fx", median(values[client[c], name]) / floor)
      }
      printf " %18s", text
    }
    printf "\n"
  }
  {
    if (!($1 in seen)) { seen[$1]; client[++clients] = $1 }
    for (i = 2; i <= NF; i++) { split($i, part, "="); values[$1, part[1]] = values[$1, part[1]] " " part[2] }
  }
  END {
    printf "%-34s", ""
    for (c = 1; c <= clients; c++) printf " %18s", client[c]
    printf "\n"
    row("exec to first write, ms", "first_write_ms", "%.1f")
    row("event to write, paced, p50 us", "paced_p50_us", "%.0f")
    row("event to write, paced, p99 us", "paced_p99_us", "%.0f")
    row("CPU per paced event, us", "paced_cpu_us", "%.0f")
    row("requests per paced event", "paced_requests", "%.2f")
    row("burst: CPU per Foo, us", "burst_cpu_us", "%.1f")
    row("burst: Foos per second", "burst_per_second", "%.0f")
    row("burst: requests per Foo", "burst_requests", "%.2f")
    row("burst: system calls per Foo", "system_calls", "%.1f")
    row("burst: CPU of the stub per Foo, us", "burst_server_us", "%.1f")
    row("RSS at start, MB", "start_rss_mb", "%.1f")
    row("RSS with 3 500 pairs, MB", "end_rss_mb", "%.1f")
  }' "$results"
