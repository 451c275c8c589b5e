#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_test_table.sh SOURCE_FOLDER: every test that a document names exists, and every benchmark that a tests/*/TESTS.md
# names. Tests are written `Suite.Name`, benchmarks `name/` with the slash that their arguments follow. In a table whose
# last column is headed "Test", each row names one.
set -euo pipefail
cd "$1"
missing=0

tests=$(find tests -name '*.cpp' -exec cat {} + | tr '\n' ' ' |
  grep -oE '\b(TYPED_)?TEST(_F|_P)?\( *[A-Za-z0-9_]+, *[A-Za-z0-9_]+\)' |
  sed -E 's/.*\( *([A-Za-z0-9_]+), *([A-Za-z0-9_]+)\)/\1.\2/' | sort -u)
benchmarks=$(grep -ohE 'BENCHMARK(_CAPTURE)?\([A-Za-z0-9_]+' bench/*.cpp | sed 's/.*(//' | sort -u)

# named DOCUMENT: the tests that it names, one a line.
named() {
  # shellcheck disable=SC2016  # the backquotes are those of the document
  grep -oE '`[A-Z][A-Za-z0-9]+\.[A-Z0-9][A-Za-z0-9_]+`' "$1" | tr -d '`' | sort -u || true
}

# check DOCUMENT: what it names exists.
check() {
  local document=$1 name row
  for name in $(named "$document"); do
    grep -qxF "$name" <<<"$tests" || { echo "$document: no test $name" >&2; missing=1; }
  done
  while read -r row; do
    echo "$document: a row names no test: $row" >&2
    missing=1
  done < <(awk '
    !/^\|/ { wanted = 0; next }
    /^\|.*\| *Test *\|$/ { wanted = 1; next }
    wanted && !/^\|[-|]*$/ { count = split($0, cell, "|"); if (cell[count - 1] !~ /`[A-Z][A-Za-z0-9]+\.[A-Z0-9]/) print }
  ' "$document")
}

# Here a test is named wherever one is meant, and benchmarks are.
tables=(tests/*/TESTS.md)
[ "${#tables[@]}" -ge 4 ] || { echo "tests/*/TESTS.md are only: ${tables[*]}" >&2; missing=1; }
for document in "${tables[@]}"; do
  check "$document"
  [ "$(named "$document" | wc -l)" -gt 30 ] || { echo "$document names hardly any test: has its form changed?" >&2; missing=1; }
  # shellcheck disable=SC2016
  for name in $(grep -oE '`[a-z][a-z0-9_]+/`' "$document" | tr -d '`/' | sort -u); do
    grep -qxF "$name" <<<"$benchmarks" || { echo "$document: no benchmark $name" >&2; missing=1; }
  done
done
while read -r document; do check "$document"; done < <(find ./*.md docs -name '*.md' | sort)
exit $missing
