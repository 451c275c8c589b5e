# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# For the scripts that are recorded: they type slowly enough to be read; PAUSE=0 does not.
pause=${PAUSE:-1}

# Shows a command as if it were typed, and runs it. Returns its exit status.
type_and_run() {
  local at status=0
  printf '\e[32m$\e[0m '
  for ((at = 0; at < ${#1}; at++)); do
    printf %s "${1:at:1}"
    [ "$pause" = 0 ] || sleep 0.02
  done
  echo
  eval "$1" || status=$?
  [ "$pause" = 0 ] || sleep "$pause"
  return $status
}
# Waits until what COMMAND prints has TEXT.
wait_for() {
  local try
  for ((try = 0; try < 600; try++)); do
    if eval "$1" 2>/dev/null | grep -q "$2"; then return; fi
    sleep 0.1
  done
  echo "${0##*/}: no \"$2\" in what \"$1\" prints" >&2
  exit 1
}
