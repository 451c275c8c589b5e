#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh VALUES_PEER: compares quantities, times, durations and selectors with upstream's, answer by answer. Exit
# status 77 when there is no Go, or when the program was not built (ctest builds nothing).
set -euo pipefail
if [ ! -x "$1" ]; then
  echo "skipped: $1 is not there, build the target apimachinery-values-peer"
  exit 77
fi
if ! command -v go >/dev/null; then
  echo "skipped: Go is not installed"
  exit 77
fi
VALUES_PEER=$1 exec go test -C "$(dirname "$0")" -count=1 -v ./...
