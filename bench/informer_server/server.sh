# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# For scripts that measure informers; they set $programs, the folder of the benchmarks.

# start_server FOLDER COUNT [POD]: informer_bench_server in a new FOLDER; returns when it is ready. One at a time: its
# standard input is descriptor 3.
start_server() {
  rm -rf "$1"
  mkdir "$1"
  mkfifo "$1/end"
  # shellcheck disable=SC2154  # $programs
  "$programs/informer_bench_server" "$@" <"$1/end" &
  exec 3>"$1/end"
  local i
  for ((i = 0; i < 300; i++)); do
    [ ! -e "$1/pages" ] || return 0
    sleep 0.1
  done
  echo "informer_bench_server did not start" >&2
  return 1
}

stop_server() {
  exec 3>&-
  wait
}
