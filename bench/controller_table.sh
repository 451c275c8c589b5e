#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# controller_table.sh wire|cluster RESULTS: a table of compare_controller.sh from what it has measured, medians. Behind a
# figure of the wire is its ratio to the floor's; behind a time on the cluster that to the bare client's in the same run.
set -euo pipefail
part=$1 results=$(realpath "$2")
cd "$(dirname "$0")"
awk -v part="$part" "$(<median.awk)"'
  function short(name) { sub(/^controller-runtime/, "ctrl-runtime", name); sub(/upstream$/, "up", name); sub(/^ctrl-runtime.event/, "ctrl-rt/event", name); return name }
  function figure(client, name) { return median(values[client, name]) }
  # base: the name of what a run has to be compared with; "floor": the other client of that name.
  function row(title, name, format, base, c, text, over) {
    printf "%-38s", title
    for (c = 1; c <= clients; c++) {
      text = "-"
      if ((client[c], name) in values) {
        text = sprintf(format, figure(client[c], name))
        over = base == "floor" ? client[c] == base ? 0 : figure(base, name) : base != "" ? 1 : 0
        if (base != "" && base != "floor") text = text sprintf(" %5.2fx", median(ratios(client[c], name, base)))
        else if (over > 0) text = text sprintf(" %5.1fx", figure(client[c], name) / over)
      }
      printf " %16s", text
    }
    printf "\n"
  }
  function ratios(client, name, base, n, i, a, b, list) {
    n = split(values[client, name], a, " ")
    split(values[client, base], b, " ")
    for (i = 1; i <= n; i++) list = list " " a[i] / b[i]
    return list
  }
  {
    if (!($1 in seen)) { seen[$1]; client[++clients] = $1 }
    for (i = 2; i <= NF; i++) { split($i, one, "="); values[$1, one[1]] = values[$1, one[1]] " " one[2] }
  }
  END {
    printf "%-38s", part
    for (c = 1; c <= clients; c++) printf " %16s", short(client[c])
    printf "\n"
    if (part == "wire") {
      row("exec to first write, ms", "first_write_ms", "%.1f", "floor")
      row("event to write, paced, p50 us", "paced_p50_us", "%.0f", "floor")
      row("event to write, paced, p99 us", "paced_p99_us", "%.0f", "floor")
      row("CPU per paced event, us", "paced_cpu_us", "%.0f", "floor")
      row("requests per paced event", "paced_requests", "%.2f", "")
      row("burst: CPU per Foo, us", "burst_cpu_us", "%.1f", "floor")
      row("burst: Foos per second", "burst_per_second", "%.0f", "floor")
      row("burst: requests per Foo", "burst_requests", "%.2f", "")
      row("burst: system calls per Foo", "system_calls", "%.1f", "floor")
      row("burst: CPU of the stub per Foo, us", "burst_server_us", "%.1f", "floor")
      row("RSS at start, MB", "start_rss_mb", "%.1f", "floor")
      row("RSS with 3 500 pairs, MB", "end_rss_mb", "%.1f", "floor")
    } else {
      row("bare client: the same writes, s", "bare_s", "%.2f", "")
      row("cold: wall, s; beside the bare client", "cold_s", "%.2f", "bare_s")
      row("cold: CPU, s", "cold_cpu_s", "%.2f", "")
      row("cold: requests", "cold_requests", "%.0f", "")
      row("cold: RSS, MB", "cold_rss_mb", "%.1f", "")
      row("cold: CPU of kube-apiserver, s", "cold_server_s", "%.1f", "")
      row("scale: all patched after, s", "patched_s", "%.2f", "")
      row("scale: wall, s", "scale_s", "%.2f", "patched_s")
      row("scale: CPU, s", "scale_cpu_s", "%.2f", "")
      row("scale: requests", "scale_requests", "%.0f", "")
      row("bare client: create to Deployment, us", "bare_latency_us", "%.0f", "")
      row("bare client with event: the same, us", "bare_event_latency_us", "%.0f", "")
      row("create to Deployment, p50 us", "latency_us", "%.0f", "bare_latency_us")
      row("the same beside the floor there", "latency_us", "%.0f", "floor")
      row("restart to one change repaired, ms", "restart_ms", "%.0f", "")
      row("idle: CPU in 10 s, ms", "idle_cpu_ms", "%.1f", "")
      row("CPU of kube-apiserver, all of it, s", "server_s", "%.1f", "")
    }
  }' "$results"
