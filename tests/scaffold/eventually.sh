# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced. eventually SECONDS COMMAND…: repeats the command until it succeeds; false if that takes longer.
eventually() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.1
  done
}
