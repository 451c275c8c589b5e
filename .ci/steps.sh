#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What .ci/run is made of: `step` runs one command and judges its tests, `finish` prints the sums. Sourced in the folder
# that holds build/. Tested by tests/ci/steps_test.sh.
#
# A test that fails is red at once: what runs in one process under a ManualClock or a fixed seed fails for a reason. Only
# a test that is labelled `processes`, because it runs several real programs, may be late on a busy machine: it gets a
# second try, at most $retry_limit tests of the whole run do, and the first failure is printed at the end. A sanitizer's
# report is red wherever it was written: in a test's output, or by a child process whose output the test swallows.

limit=${limit:-$((75 * 60))}
retry_limit=2
passed=0 failed=0 skipped=0
retried=() # names; the first failures lie in $first_failures, numbered from 0

reports=$PWD/build/ci/sanitizer-reports
first_failures=$PWD/build/ci/first-failures
rm -rf "$reports" "$first_failures"
mkdir -p "$reports" "$first_failures"
for sanitizer in ASAN LSAN TSAN UBSAN; do
  options=${sanitizer}_OPTIONS
  export "$options=${!options:+${!options}:}log_path='$reports/report':log_exe_name=1"
done

finish() {
  local i
  for i in "${!retried[@]}"; do
    printf '\n=== passed at the second try: %s\n' "${retried[i]}"
    cat "$first_failures/$i"
  done
  local line="$passed passed, $failed failed"
  [ "$skipped" = 0 ] || line="$line, $skipped skipped"
  echo "$line"
  exit "$1"
}

# An attribute of the JUnit file's head, which ctest spreads over lines.
attribute() { sed -n "s/^[[:space:]]*$2=\"\([0-9]*\)\".*/\1/p;/^[[:space:]]*>/q" "$1"; }

# Adds the counts of one ctest run; a step that dies before its tests leaves no file.
count() {
  local all bad skip
  [ -s "$1" ] || return 0
  all=$(attribute "$1" tests) bad=$(attribute "$1" failures)
  skip=$(($(attribute "$1" skipped) + $(attribute "$1" disabled)))
  passed=$((passed + all - bad - skip)) failed=$((failed + bad)) skipped=$((skipped + skip))
}

# first_failure BUILD NAME: why a test failed the first time, and its output. The name is handed to awk in the
# environment, which leaves it as it is.
first_failure() {
  cat "$1"/ctest*.log 2>/dev/null |
    NAME=" $2 " awk 'index($0, ENVIRON["NAME"]) && sub(/^.*\*\*\*/, "") { print "ctest says: " $0 }'
  NAME=$2 awk '/^[0-9]+\/[0-9]+ Testing: / { name = $0; sub(/^[^:]*: /, "", name); inside = (name == ENVIRON["NAME"]) }
    inside' "$1/first-run.log"
}

# second_try BUILD: runs the tests that failed again, where all of them may have a second try; false: some failed for
# good.
second_try() {
  local build=$1 names=() name may_retry
  [ -s "$build/Testing/Temporary/LastTestsFailed.log" ] || return 1
  mapfile -t names < <(sed 's/^[0-9]*://' "$build/Testing/Temporary/LastTestsFailed.log")
  may_retry=$(ctest --test-dir "$build" -N -L '^processes$' -FA . 2>/dev/null | sed -n 's/^ *Test *#[0-9]*: //p')
  for name in "${names[@]}"; do
    grep -qxF -- "$name" <<<"$may_retry" || {
      echo "=== no second try: $name is not labelled processes"
      return 1
    }
  done
  [ $((${#retried[@]} + ${#names[@]})) -le $retry_limit ] || {
    echo "=== no second try: more than $retry_limit tests of this run failed: ${retried[*]} ${names[*]}"
    return 1
  }
  echo "=== second try: ${names[*]}"
  # By their names: --rerun-failed goes by numbers, and these shift when tests are discovered anew.
  local pattern
  pattern=$(printf '%s\n' "${names[@]}" | sed 's/[][().*+?^$|\\]/\\&/g' | paste -sd '|')
  timeout --kill-after=20 $((limit - SECONDS)) ctest --test-dir "$build" -R "^($pattern)\$" --output-on-failure || return 1
  for name in "${names[@]}"; do
    grep -qF -- "Testing: $name" "$build/Testing/Temporary/LastTest.log" || {
      echo "=== the second try did not run $name"
      return 1
    }
  done
  for name in "${names[@]}"; do
    first_failure "$build" "$name" >"$first_failures/${#retried[@]}"
    retried+=("$name")
  done
  passed=$((passed + ${#names[@]})) failed=$((failed - ${#names[@]}))
}

# sanitizer_reported LOG...: prints what sanitizers reported, in files of their own or in a log; false: nothing.
sanitizer_reported() {
  local found=1 file
  for file in "$reports"/*; do
    [ -e "$file" ] || continue
    printf '=== %s\n' "${file##*/}"
    cat "$file"
    found=0
  done
  for file in "$@"; do
    ! grep -sE -m 5 '^(==[0-9]+==)?(ERROR|WARNING): (Address|Leak|Thread)Sanitizer|: runtime error: ' "$file" || found=0
  done
  return $found
}

# step JUNIT COMMAND...: JUNIT is the file in a build folder that the command's ctest writes, or empty.
step() {
  local junit=$1 build=${1%/*} begin=$SECONDS status=0 outcome='done'
  shift
  printf '\n=== %s\n' "$*"
  if [ -n "$junit" ]; then
    rm -rf "$junit" "$build"/{ctest*,first-run}.log "$build/Testing"
  fi
  timeout --kill-after=20 $((limit - SECONDS)) "$@" || status=$?
  if [ -n "$junit" ]; then
    count "$junit"
    cp "$build/Testing/Temporary/LastTest.log" "$build/first-run.log" 2>/dev/null # ctest writes it anew each time
  fi
  if [ $status != 0 ] && [ -s "$junit" ] && ! sanitizer_reported "$build/first-run.log" >/dev/null; then
    ! second_try "$build" || status=0
  fi
  if sanitizer_reported "$build"/{first-run,Testing/Temporary/LastTest}.log; then
    outcome='FAILED: a sanitizer reported something (above)'
  elif [ $status != 0 ]; then
    outcome="FAILED (exit status $status)"
  elif [ "$skipped" != 0 ]; then
    outcome='FAILED: it skipped tests'
  fi
  printf '=== %s: %s after %d.%d minutes\n' "$*" "$outcome" $(((SECONDS - begin) / 60)) $(((SECONDS - begin) % 60 / 6))
  [ $SECONDS -lt "$limit" ] || echo "=== the whole run may take $((limit / 60)) minutes"
  [ "$outcome" = 'done' ] || finish 1
}
