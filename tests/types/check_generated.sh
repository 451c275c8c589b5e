#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_generated.sh SOURCE_FOLDER: no generated file was changed by hand, none is missing and none is too many, and the
# generators are those that made them. That the document is the same is check_document.sh's, which needs the document.
set -euo pipefail
cd "$1"
grep -v '^#' tools/openapi/GENERATED | sha256sum --check --strict --quiet || {
  echo "run tools/openapi/generate.py" >&2
  exit 1
}
difference=$(diff <(find types/include types/src -type f | sort) \
  <(sed -nE 's/^[0-9a-f]{64}  (types\/(include|src)\/.*)$/\1/p' tools/openapi/GENERATED | sort)) || {
  printf 'files of types/ (<) that tools/openapi/GENERATED (>) does not list, or the reverse:\n%s\n' "$difference" >&2
  exit 1
}
