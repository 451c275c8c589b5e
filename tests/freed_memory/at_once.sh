#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# at_once.sh LIBRARY RUNS PROGRAM [ARGUMENT...]: runs PROGRAM, a test program, RUNS times, eight at once, each in a folder
# of its own, with LIBRARY (freed_memory) looking after blocks of some sizes, which take turns. Prints what a run that
# failed has printed, and ends with 1 then.
set -euo pipefail
library=$1 runs=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

one() {
  local number=$1 sizes=(17-32 33-48 49-64 65-80 81-112 113-192)
  shift
  mkdir "$folder/$number"
  cd "$folder/$number"
  ulimit -c 0
  if env LD_PRELOAD="$library" FREED_MEMORY="${sizes[number % ${#sizes[@]}]}" "$@" >"../$number.log" 2>&1; then
    mv "../$number.log" "../$number.passed"
  fi
}
export -f one
export folder library
seq "$runs" | xargs -P 8 -I '{}' bash -c 'one "$@"' at_once '{}' "$@"
for log in "$folder"/*.log; do
  [ ! -e "$log" ] || grep -aE -A40 '^freed_memory:|Failure$|FAILED|what\(\)' "$log" | head -80 || tail -20 "$log"
done
passed=$(find "$folder" -name '*.passed' | wc -l)
echo "$passed of $runs runs passed"
[ "$passed" = "$runs" ]
