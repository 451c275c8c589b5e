#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_test_table.sh SOURCE_FOLDER: every test and benchmark that docs/workqueue-tests.md names exists. Tests are
# written `Suite.Name`, benchmarks `name/` with the slash that their arguments follow.
set -euo pipefail
cd "$1"
table=docs/workqueue-tests.md
missing=0

tests=$(cat tests/workqueue/*.cpp | tr -d '\n' | grep -oE 'TEST(_F|_P)?\([A-Za-z0-9_]+, *[A-Za-z0-9_]+\)' |
  sed -E 's/TEST(_F|_P)?\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+)\)/\2.\3/' | sort -u)
benchmarks=$(grep -ohE 'BENCHMARK(_CAPTURE)?\([A-Za-z0-9_]+' bench/*.cpp | sed 's/.*(//' | sort -u)

# shellcheck disable=SC2016  # the backquotes are those of the document
named=$(grep -oE '`[A-Z][A-Za-z0-9]+\.[A-Z0-9][A-Za-z0-9_]+`' "$table" | tr -d '`' | sort -u)
[ "$(wc -l <<<"$named")" -gt 40 ] || { echo "$table names hardly any test: has its form changed?" >&2; exit 1; }
for name in $named; do
  grep -qxF "$name" <<<"$tests" || { echo "$table: no test $name" >&2; missing=1; }
done
# shellcheck disable=SC2016
for name in $(grep -oE '`[a-z][a-z0-9_]+/`' "$table" | tr -d '`/' | sort -u); do
  grep -qxF "$name" <<<"$benchmarks" || { echo "$table: no benchmark $name" >&2; missing=1; }
done
exit $missing
