#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sample_cost.sh [BUILD [ROUNDS]]: what the samples of kubexx inside a service cost, as a table for
# docs/guides/embedding.md: lines without blanks and comments, seconds of CPU to compile the one unit (CXX, default g++;
# -O1, the median of ROUNDS, 5), size of the program (--gc-sections, stripped), and the shared libraries that it loads
# besides those of the compiler. In parentheses: what a new user had for such programs before there were samples.
# Installs BUILD (build/release, after `make build`) into a temporary folder and uses it by pkg-config.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release} rounds=${2:-5} cxx=${CXX:-g++}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --install "$build" --prefix "$folder/prefix" >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$folder/prefix" -name kubexx-base.pc)")
export PKG_CONFIG_PATH

# sample, its pkg-config packages, and lines, CPU and MB of the new user
samples='service-lease|kubexx-election|101|3.7|2.3
endpoint-cache|kubexx-informer|156|4.3|2.0
hot-reload|kubexx-informer|34|2.2|2.0
authenticator|kubexx-client kubexx-types libcrypto|123|4.1|1.4
own-pod|kubexx-controller|37|4.3|1.9
queue|kubexx-workqueue|142|2.9|0.16
cache-expiry|kubexx-workqueue|–|–|–'

echo '| Sample | Lines | CPU to compile, s | Size, MB | Shared libraries besides those of g++ |'
echo '|---|---|---|---|---|'
while IFS='|' read -r sample packages old_lines old_cpu old_size; do
  unit=samples/$sample/main.cpp
  # shellcheck disable=SC2086  # words
  flags=$(pkg-config --cflags $packages) libs=$(pkg-config --libs $packages)
  cpu=$(for ((round = 0; round < rounds; round++)); do
    # shellcheck disable=SC2086  # words
    /usr/bin/time -f '%U %S' "$cxx" -std=c++20 -O1 -ffunction-sections -fdata-sections $flags -c "$unit" \
      -o "$folder/unit.o" 2>"$folder/time" || { cat "$folder/time" >&2; exit 1; }
    tail -1 "$folder/time" | awk '{ print $1 + $2 }'
  done | sort -n | awk '{ cpu[NR] = $1 } END { printf "%.1f", cpu[int((NR + 1) / 2)] }')
  # shellcheck disable=SC2086  # words
  "$cxx" -Wl,--gc-sections -s "$folder/unit.o" -o "$folder/program" $libs
  lines=$(cat samples/"$sample"/*.[ch]pp | grep -cvE '^[[:space:]]*(//|$)')
  size=$(stat -c %s "$folder/program" | awk '{ printf $1 < 1e6 ? "%.2f" : "%.1f", $1 / 1e6 }')
  libraries=$(ldd "$folder/program" | sed -n 's/^[[:space:]]*lib\([^.]*\)\.so[^=]*=>.*/\1/p' |
    grep -vxE 'c|m|stdc\+\+|gcc_s|pthread' | sort | paste -sd, | sed 's/,/, /g' || true)
  printf '| %s | %s (%s) | %s (%s) | %s (%s) | %s |\n' "$sample" "$lines" "$old_lines" "$cpu" "$old_cpu" "$size" \
    "$old_size" "${libraries:-none}"
done <<<"$samples"
