#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_document.sh SOURCE_FOLDER: what is generated is what the release says now. Needs Python and Go, whose module proxy
# has the release; 77 without one of them.
set -euo pipefail
for tool in python3 go; do
  command -v "$tool" >/dev/null || { echo "check_document: there is no $tool" >&2; exit 77; }
done
exec "$1/tools/openapi/generate.py" --check
