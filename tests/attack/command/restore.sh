#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# get -o yaml > backup; delete; apply -f backup: "created", as kubectl, whose create clears metadata.resourceVersion.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
bad=${bad:-0}
cm 1 | "$K" apply -f - >/dev/null
"$K" get cm c1 -o yaml >"$D/backup.yaml"
"$K" delete cm c1 >/dev/null
out=$("$K" apply -f "$D/backup.yaml" 2>&1)
check $? "restore: $out"
exit "$bad"
