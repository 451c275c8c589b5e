#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# informer_cpu_split.sh BENCH_DIR [COUNT]: what the CPU of our informer's first list of COUNT (100 000) pods is spent on,
# by perf (Debian's linux-perf): microseconds per pod and percent, and how many bytes of JSON are taken in for the CPU
# that is left when TLS, or TLS and the kernel, are taken away. A sample belongs to the innermost of its frames that
# one of the parts below names, so memory that is allocated, copied or freed belongs to whoever asked for it.
set -euo pipefail
programs=$(realpath "$1") count=${2:-100000}
cd "$(dirname "$0")"
# shellcheck source=/dev/null
. informer_server/server.sh
command -v perf >/dev/null || { echo "informer_cpu_split.sh: no perf (apt-get install linux-perf)" >&2; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

bytes=$("$programs/informer_bench_server" template | wc -c)
start_server "$folder/server" "$count"
for way in stream pages whole; do
  perf record -q -F 1999 --call-graph dwarf,8192 -o "$folder/$way" \
    "$programs/informer_bench" "$folder/server" $way "$count" >"$folder/$way.cpu" || {
    echo "informer_cpu_split.sh: perf may not record here" >&2
    stop_server
    exit 0
  }
  perf script -i "$folder/$way" --no-inline -F ip,sym,dso >"$folder/$way.samples" 2>/dev/null
done
stop_server

for way in stream pages whole; do
  awk -v way=$way -v bytes="$bytes" -v cpu="$(grep -o 'cpu_us=[0-9.]*' "$folder/$way.cpu" | cut -d= -f2)" '
    function part_of(frame) {
      if (frame ~ /exc_page_fault/) return "page faults"
      if (frame ~ /\(\[kernel/) return "system calls: socket, epoll, wake-ups"
      if (frame ~ /libssl|libcrypto/) return "TLS"
      if (frame ~ /JsonScanner|plain_run|scan_object|scan_list/) return "JSON: validating and finding the header"
      if (frame ~ /make_object|ObjectAccess|kubexx::Object::|ObjectBuilder/) return "objects: made, and freed"
      if (frame ~ /WatchDecoder|ListDecoder/) return "splitting into events or items"
      if (frame ~ /HandlerQueue|handler_queue|EventHandler/) return "handlers"
      if (frame ~ /IndexedStore|kubexx::Reflector|kubexx::SharedInformer|ReflectorSink/) return "storing"
      if (frame ~ /beast|Parser|ClientConnection|ConnectionPool|PieceReader|HttpWatchStream|HttpListStream|TlsStream|BodyStream/)
        return "HTTP: chunks, pieces"
      if (frame ~ /boost::asio/) return "Asio"
      return ""
    }
    # main() sets up, waits and frees: it is no part of the first list.
    function count_sample() { if (frames && !outside) { total++; parts[part == "" ? "other" : part]++ } frames = outside = 0; part = "" }
    NF == 0 { count_sample(); next }
    {
      frames++
      if ($2 == "main") outside = 1
      # The frames of the kernel come before the one that says why it was entered.
      if (part == "" || (part ~ /^system/ && /exc_page_fault/)) part = part_of($0)
    }
    END {
      count_sample()
      printf "%s: %.1f us per pod\n", way, cpu
      for (name in parts) printf "  %5.2f us %5.1f %%  %s\n", cpu * parts[name] / total, 100 * parts[name] / total, name | "sort -rn"
      close("sort -rn")
      tls = parts["TLS"]
      kernel = parts["page faults"] + parts["system calls: socket, epoll, wake-ups"]
      printf "  ingest beyond TLS: %.2f GB/s, without the part of the kernel %.2f GB/s\n",
        bytes / cpu * total / (total - tls) / 1000, bytes / cpu * total / (total - tls - kernel) / 1000
    }' "$folder/$way.samples"
done
