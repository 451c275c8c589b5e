#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# document_informer.sh BENCH_DIR: puts what compare_informer.sh has measured last, and informer_cpu_split.sh now, into
# docs/benchmarks/informer-cost.md, in place of its listings that begin in the same way, and draws docs/benchmarks/informer-cost.svg.
set -euo pipefail
programs=$(realpath "$1")
cd "$(dirname "$0")/.."
document=docs/benchmarks/informer-cost.md
listings=$(mktemp -d)
trap 'rm -rf "$listings"' EXIT
bench/informer_tables.sh "$programs/informer_results" >"$listings/first"
bench/informer_cpu_split.sh "$programs" >"$listings/stream:"
bench/plot_informer.sh "$programs" >docs/benchmarks/informer-cost.svg
# The file of a listing is named after its first word.
awk -v folder="$listings" '
  /^```/ { fenced = !fenced; begins = fenced; replaced = 0; print; next }
  begins {
    begins = 0
    file = folder "/" $1
    while ((getline line <file) > 0) { print line; replaced = 1 }
  }
  !replaced
' "$document" >"$listings/document"
cp "$listings/document" "$document"
