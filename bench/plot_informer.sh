#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# plot_informer.sh BENCH_DIR > docs/benchmarks/informer-cost.svg: what compare_informer.sh has measured last, medians: how fast the
# first list is, the memory that is kept and needed on the way, and how long an event takes to the handler.
set -euo pipefail
results=$(realpath "$1")/informer_results
cd "$(dirname "$0")"
awk "$(<median.awk) $(<plot.awk)"'
  function m(client, way, name) { return (client, way, name) in values ? median(values[client, way, name]) : 0 }
  function log_x(left, value, low, decades) { return left + (log(value / low) / log(10)) * 250 / decades }
  function bar(x, y, width, colour, opacity) {
    printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"11\" fill=\"%s\" fill-opacity=\"%s\"/>\n", x, y, width, colour, opacity
  }
  function text(x, y, anchor, what, size) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>\n", x, y, anchor, size, what
  }
  function grid(x, label) {
    printf "<path d=\"M%.1f 58V%d\" stroke=\"#ddd\"/>\n", x, bottom
    text(x, bottom + 15, "middle", label, 11)
  }
  # A bar from the panel`s left edge on a logarithmic scale, and its value.
  function log_bar(left, y, value, low, decades, colour) {
    bar(left, y, log_x(left, value, low, decades) - left, colour, 1)
    text(log_x(left, value, low, decades) + 3, y + 9, "start", sprintf("%.0f", value), 9)
  }
  # What is kept; lighter: the peak of the first list; lightest: that of a full relist.
  function memory_bar(left, y, client, way, kept, first, again) {
    kept = m(client, way, "kept") / 1000
    first = kept * m(client, way, "peak"); again = kept * m(client, way, "relist100_peak")
    bar(left, y, again * 2.5, colour[way], 0.3); bar(left, y, first * 2.5, colour[way], 0.5); bar(left, y, kept * 2.5, colour[way], 1)
    text(left + (again > first ? again : first) * 2.5 + 3, y + 9, "start", sprintf("%.1f / %.1f / %.1f", kept, first, again), 9)
  }
  NR == 1 { count = $1 }
  $1 == count { for (i = 4; i <= NF; i++) { split($i, part, "="); values[$2, $3, part[1]] = values[$2, $3, part[1]] " " part[2] } }
  END {
    clients = split("kubexx client-go/protobuf client-go/typed client-go/dynamic kube-rs/typed kube-rs/dynamic", client, " ")
    ways = split("stream pages whole", way, " ")
    colour["stream"] = "#1b6ca8"; colour["pages"] = "#2a9d4a"; colour["whole"] = "#8a4fbf"
    bottom = 68 + clients * 48
    begin_plot(1100, bottom + 50)
    text(130, 24, "start", "First list of " count " pods: pods per second", 13)
    text(445, 24, "start", "kB per pod: kept / peak of first list / of full relist", 13)
    text(790, 24, "start", "Event to handler: median, microseconds", 13)
    for (power = 3; power <= 5; power++) grid(log_x(130, 10 ^ power, 1000, 2.2), 10 ^ power)
    for (kb = 0; kb <= 100; kb += 20) grid(445 + kb * 2.5, kb)
    for (power = 1; power <= 3; power++) grid(log_x(790, 10 ^ power, 10, 2), 10 ^ power)
    for (c = 1; c <= clients; c++) {
      y = 64 + (c - 1) * 48
      text(122, y + 22, "end", client[c], 12)
      for (w = 1; w <= ways; w++) {
        if (m(client[c], way[w], "per_second") == 0) continue
        log_bar(130, y + (w - 1) * 12, m(client[c], way[w], "per_second"), 1000, 2.2, colour[way[w]])
        memory_bar(445, y + (w - 1) * 12, client[c], way[w])
        if (m(client[c], way[w], "p50_us") > 0) log_bar(790, y + (w - 1) * 12, m(client[c], way[w], "p50_us"), 10, 2, colour[way[w]])
      }
    }
    reader = m("reader", "-", "p50_us")
    if (reader > 0) {
      x = log_x(790, reader, 10, 2)
      printf "<path d=\"M%.1f 50V%d\" stroke=\"#c33\" stroke-dasharray=\"4 3\"/>\n", x, bottom
      text(x + 4, 52, "start", sprintf("a bare TLS reader: %.0f", reader), 11)
    }
    label["stream"] = "streaming list"; label["pages"] = "pages of 500"; label["whole"] = "one answer"
    for (w = 1; w <= ways; w++) {
      bar(130 + (w - 1) * 130, bottom + 29, 11, colour[way[w]], 1)
      text(146 + (w - 1) * 130, bottom + 39, "start", label[way[w]], 12)
    }
    print "</svg>"
  }' "$results"
