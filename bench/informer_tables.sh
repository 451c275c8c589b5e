#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# informer_tables.sh RESULTS: the tables of compare_informer.sh from what it has measured, medians. "faster" and "less
# CPU" are the row's figure beside that of client-go/dynamic listing in the same way.
set -euo pipefail
results=$(realpath "$1")
cd "$(dirname "$0")"
awk "$(<median.awk)"'
  function has(count, client, way, name) { return (count, client, way, name) in values }
  function m(count, client, way, name) { return has(count, client, way, name) ? median(values[count, client, way, name]) : 0 }
  function ratio(a, b) { return a > 0 && b > 0 ? sprintf("%.2fx", a / b) : "-" }
  function number(format, n, c, w, name) { return has(n, c, w, name) ? sprintf(format, m(n, c, w, name)) : "-" }
  function sync_row(n, c, w) {
    printf "%-7s %-26s %8.0f %8.1f %8.0f %8s %8s %6s %8s %9s\n", w, c, m(n, c, w, "per_second"), m(n, c, w, "cpu_us"),
      m(n, c, w, "kept"), stripped && c !~ /^reader/ ? sprintf("%.0f", m(n, c, w, "kept") - stripped) : "-",
      number("%.0f", n, c, w, "rss"), number("%.2f", n, c, w, "peak"), ratio(m(n, c, w, "per_second"), m(n, base, w, "per_second")),
      ratio(m(n, base, w, "cpu_us"), m(n, c, w, "cpu_us"))
  }
  function event_row(n, c, w) {
    printf "%-7s %-26s %8.0f %8.0f %8.1f %8s\n", w, c, m(n, c, w, "p50_us"), m(n, c, w, "p99_us"), m(n, c, w, "event_us"),
      ratio(m(n, c, w, "p50_us"), m(n, "reader", "-", "p50_us"))
  }
  function relist_row(n, c, w) {
    printf "%-7s %-26s %8.1f %8.2f %8.1f %8.2f\n", w, c, m(n, c, w, "relist5_us"), m(n, c, w, "relist5_peak"),
      m(n, c, w, "relist100_us"), m(n, c, w, "relist100_peak")
  }
  function rows(n, table, name, i, j) {
    for (i = 1; i <= ways; i++)
      for (j = 1; j <= clients; j++) {
        if (!has(n, client[j], way[i], name)) continue
        if (table == "sync") sync_row(n, client[j], way[i])
        if (table == "events") event_row(n, client[j], way[i])
        if (table == "relist") relist_row(n, client[j], way[i])
      }
  }
  {
    if (!($1 in seen)) { seen[$1]; count[++counts] = $1 }
    if (!($2 in seen)) { seen[$2]; client[++clients] = $2 }
    for (i = 4; i <= NF; i++) { split($i, part, "="); values[$1, $2, $3, part[1]] = values[$1, $2, $3, part[1]] " " part[2] }
  }
  END {
    base = "client-go/dynamic"
    ways = split("stream pages whole -", way, " ")
    stripped = m(count[1], "kubexx", "stream", "bytes")
    for (i = 1; i <= counts; i++) {
      printf "%sfirst list of %d pods; bytes per pod\n", i == 1 ? "" : "\n", count[i]
      printf "%-7s %-26s %8s %8s %8s %8s %8s %6s %8s %9s\n", "way", "client", "per s", "CPU us", "kept", "beyond", "rss", "peak", "faster", "less CPU"
      rows(count[i], "sync", "per_second")
    }
    printf "\n%s\n", "1 000 events per second, from the write of the server to the handler"
    printf "%-7s %-26s %8s %8s %8s %8s\n", "way", "client", "p50 us", "p99 us", "CPU us", "reader"
    rows(count[1], "events", "p50_us")
    printf "\nfull relist, 5 %% changed, 100 %% changed; CPU per pod\n"
    printf "%-7s %-26s %8s %8s %8s %8s\n", "way", "client", "CPU us", "peak", "CPU us", "peak"
    rows(count[1], "relist", "relist5_us")
  }' "$results"
