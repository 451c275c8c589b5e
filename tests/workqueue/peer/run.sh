#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh WORKQUEUE_TRACE: compares the queue with client-go's, answer by answer. Exit status 77 when there is no Go, or
# when the program was not built (ctest builds nothing).
set -euo pipefail
if [ ! -x "$1" ]; then
  echo "skipped: $1 is not there, build the target workqueue-trace"
  exit 77
fi
if ! command -v go >/dev/null; then
  echo "skipped: Go is not installed"
  exit 77
fi
WORKQUEUE_TRACE=$1 exec go test -C "$(dirname "$0")" -count=1 -v ./...
