#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# growth.sh BENCH_DIR [WORK...]: how the embedded server's instructions grow with a request (apiserver_growth.cpp), counted
# by valgrind at SIZE (1000) and at four times that: 4 is in proportion, 16 quadratic. Fails when a work has more than
# MOST (5.5).
set -euo pipefail
program=$1/apiserver_growth size=${SIZE:-1000} most=${MOST:-5.5}
shift
[ $# -gt 0 ] || mapfile -t works < <("$program") && [ $# -eq 0 ] || works=("$@")
instructions() {
  valgrind --tool=callgrind --toggle-collect='*measured*' --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 |
    awk '/Collected/ { print $4 }'
}
failed=0
printf '%-20s %14s %14s %8s\n' work "at $size" "at $((4 * size))" growth
for work in "${works[@]}"; do
  small=$(instructions "$work" "$size") large=$(instructions "$work" $((4 * size)))
  growth=$(awk "BEGIN { printf \"%.2f\", $large / $small }")
  printf '%-20s %14s %14s %8s\n' "$work" "$small" "$large" "$growth"
  awk "BEGIN { exit !($growth > $most) }" && failed=1
done
exit $failed
