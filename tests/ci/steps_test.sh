#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# steps_test.sh STEPS: runs .ci/steps.sh over a ctest of scripts in a scratch folder, and checks what it calls red.
set -euo pipefail

steps=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# new_run: an empty build folder; NAME's script in it says what the test does.
new_run() {
  rm -rf build
  mkdir -p build/fake
}

# ctest_test NAME LABELS SCRIPT: `first_time` is true once, for each NAME.
ctest_test() {
  local tries=build/tries-${1//\//.} script=build/fake/${1//\//.}.sh
  # shellcheck disable=SC2016  # for the script
  printf 'first_time() { echo x >>"%s"; [ "$(wc -l <"%s")" = 1 ]; }\n%s\n' "$scratch/$tries" "$scratch/$tries" "$3" >"$script"
  {
    printf 'add_test([=[%s]=] "/bin/bash" "%s")\n' "$1" "$scratch/$script"
    [ -z "$2" ] || printf 'set_tests_properties([=[%s]=] PROPERTIES LABELS "%s")\n' "$1" "$2"
  } >>build/fake/CTestTestfile.cmake
}

# judge COMMAND...: one step with these tests, by default ctest's run of them; leaves $output and $status.
judge() {
  [ $# -gt 0 ] || set -- ctest --test-dir build/fake --output-on-failure --output-junit junit.xml --output-log build/fake/ctest.log
  status=0
  # shellcheck disable=SC2016  # for the inner shell
  output=$(env -u ASAN_OPTIONS -u LSAN_OPTIONS -u TSAN_OPTIONS -u UBSAN_OPTIONS \
    bash -uo pipefail -c 'source "$1"; shift; step build/fake/junit.xml "$@"; finish 0' judge "$steps" "$@" 2>&1) || status=$?
}

case_name=
fail() {
  printf '%s: %s; status %s, output:\n%s\n' "$case_name" "$1" "$status" "$output" >&2
  exit 1
}
is_green() { [ "$status" = 0 ] || fail 'should be green'; }
is_red() { [ "$status" != 0 ] || fail 'should be red'; }
says() { grep -qF -- "$1" <<<"$output" || fail "should say '$1'"; }
says_not() { ! grep -qF -- "$1" <<<"$output" || fail "should not say '$1'"; }
ends_with() { [ "$(tail -n 1 <<<"$output")" = "$1" ] || fail "should end with '$1'"; }
runs() { [ "$(wc -l <"build/tries-${1//\//.}")" = "$2" ] || fail "$1 should run $2 times"; }

late='if first_time; then echo "the server was not ready: <&>"; exit 1; fi'

case_name='all pass'
new_run
ctest_test A.Passes '' true
ctest_test B.Passes 'e2e;processes' true
judge
is_green
ends_with '2 passed, 0 failed'
says_not 'second try'

case_name='an in-process test that would pass the second time'
new_run
ctest_test A.Passes '' true
ctest_test B.IsUnlucky 'concurrent' "$late"
judge
is_red
runs B.IsUnlucky 1
says 'B.IsUnlucky is not labelled processes'
says 'the server was not ready: <&>'
ends_with '1 passed, 1 failed'

case_name='a test of several processes that is late once'
new_run
ctest_test A.Passes '' 'first_time || exit 1'
ctest_test 'B.IsLate/with [odd] (name)' 'e2e;processes' "$late"
judge
is_green
runs A.Passes 1
runs 'B.IsLate/with [odd] (name)' 2
says '=== passed at the second try: B.IsLate/with [odd] (name)'
[ "$(sed -n '/=== passed at the second try/,$p' <<<"$output" | grep -c 'the server was not ready: <&>')" = 1 ] ||
  fail 'should print the first output at the end'
says 'ctest says: Failed'
ends_with '2 passed, 0 failed'

case_name='a test of several processes that fails twice'
new_run
ctest_test A.IsBroken processes 'echo broken; exit 1'
judge
is_red
says 'second try: A.IsBroken'
says_not 'passed at the second try: A.IsBroken'
ends_with '0 passed, 1 failed'

case_name='a test that fails twice, and whose number has shifted meanwhile'
new_run
{
  printf 'if(EXISTS "%s")\n  add_test(Z.IsNew "/bin/true")\nendif()\n' "$scratch/build/tries-B.IsBroken"
} >build/fake/CTestTestfile.cmake
ctest_test A.Passes processes true
ctest_test B.IsBroken processes 'first_time; exit 1'
judge
is_red
runs B.IsBroken 2

case_name='an in-process test beside one of several processes'
new_run
ctest_test A.IsUnlucky '' "$late"
ctest_test B.IsLate processes "$late"
judge
is_red
runs B.IsLate 1

case_name='two late tests'
new_run
ctest_test A.IsLate processes "$late"
ctest_test B.IsLate processes "$late"
judge
is_green
says 'passed at the second try: A.IsLate'
says 'passed at the second try: B.IsLate'

case_name='three late tests'
new_run
for name in A B C; do ctest_test $name.IsLate processes "$late"; done
judge
is_red
runs A.IsLate 1
says 'more than 2 tests'
ends_with '0 passed, 3 failed'

case_name='a third late test in a later step'
new_run
ctest_test A.IsLate processes "$late"
ctest_test B.IsLate processes "$late"
# shellcheck disable=SC2016  # for the inner shell
output=$(bash -uo pipefail -c 'source "$1"
  run() { step build/fake/junit.xml ctest --test-dir build/fake --output-junit junit.xml --output-log build/fake/ctest.log; }
  run; rm build/tries-B.IsLate; run; finish 0' judge "$steps" 2>&1) && status=0 || status=$?
is_red
says 'more than 2 tests'
says 'passed at the second try: A.IsLate'
ends_with '3 passed, 1 failed'

# What a sanitizer's runtime does with log_path, which the step hands to every process below it.
reporting() {
  cat >"$scratch/build/report.sh" <<'REPORT'
options=${1}_OPTIONS
path=${!options#*log_path=\'}
echo 'WARNING: data race' >"${path%%\'*}.$$"
REPORT
  echo "bash '$scratch/build/report.sh' $1"
}
for sanitizer in ASAN LSAN TSAN UBSAN; do
  case_name="a report of $sanitizer in a child whose output the test swallows"
  new_run
  ctest_test A.Swallows processes "$(reporting $sanitizer) >/dev/null 2>&1 || true"
  judge
  is_red
  says 'WARNING: data race'
  says 'a sanitizer reported something'
done

case_name='a report of a child at the second try'
new_run
ctest_test A.IsLate processes "$late; $(reporting TSAN)"
judge
is_red
runs A.IsLate 2
says 'WARNING: data race'

case_name='a report of a child of a test that fails'
new_run
ctest_test A.IsLate processes "$(reporting TSAN); $late"
judge
is_red
runs A.IsLate 1

case_name='a report in the output of a test that passes'
new_run
ctest_test A.Prints '' 'echo "==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x1"'
judge
is_red
says 'a sanitizer reported something'

case_name='a skipped test'
new_run
ctest_test A.Skips '' 'exit 77'
echo 'set_tests_properties(A.Skips PROPERTIES SKIP_RETURN_CODE 77)' >>build/fake/CTestTestfile.cmake
judge
is_red
says 'it skipped tests'
ends_with '0 passed, 0 failed, 1 skipped'

case_name='a command that dies before its tests'
new_run
ctest_test A.IsLate processes "$late"
judge false
is_red
ends_with '0 passed, 0 failed'

echo 'all cases judged as they should be'
