#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_unused_modules.sh NM PROGRAM MODULE...: the program has no symbol of these modules, which it does not use.
set -euo pipefail
nm=$1 program=$2
shift 2

symbols=$("$nm" -C "$program")
# Else it is stripped, or not ours.
own=$(grep -c 'kubexx::' <<<"$symbols" || true)
[ "$own" -gt 1000 ] || { echo "$program has only $own symbols of kubexx"; exit 1; }
failed=0
for module in "$@"; do
  if found=$(grep -m 5 "kubexx::$module::" <<<"$symbols"); then
    printf '%s has symbols of %s:\n%s\n' "$program" "$module" "$found"
    failed=1
  fi
done
echo "$own symbols of kubexx read"
exit $failed
