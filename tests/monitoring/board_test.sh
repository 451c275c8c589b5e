#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# board_test.sh: the board has the members that Grafana's types have, and no others.
set -euo pipefail
cd "$(dirname "$0")/.."
checker=$(sh e2e/build-oracle.sh board_types)
board=../tools/kubexx/templates/project/config/monitoring/dashboard.json
"$checker" "$board"

# Whether it would find a mistake.
wrong=$(mktemp)
trap 'rm -f "$wrong"' EXIT
sed '0,/"legendFormat"/s//"legendFormt"/' "$board" >"$wrong"
! "$checker" "$wrong" 2>/dev/null || {
  echo 'board_test: an unknown member is not found' >&2
  exit 1
}
