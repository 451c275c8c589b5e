# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced: wait_for_quiet waits up to QUIET seconds (default 0) until nine tenths of the processors were idle for one.

# The idle and all time of all processors so far.
processor_times() { awk 'NR == 1 { for (i = 2; i <= 9; i++) all += $i; print $5 + $6, all }' /proc/stat; }

wait_for_quiet() {
  local end=$((SECONDS + ${QUIET:-0})) before after
  while ((SECONDS < end)); do
    read -ra before < <(processor_times)
    sleep 1
    read -ra after < <(processor_times)
    (((after[0] - before[0]) * 10 < (after[1] - before[1]) * 9)) || return 0
  done
  [ -z "${QUIET:-}" ] || echo "$(basename "$0"): not quiet; what follows is worth less" >&2
}
