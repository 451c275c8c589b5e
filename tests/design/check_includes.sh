#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_includes.sh SOURCE_FOLDER: every #include of the modules keeps to modules.txt. Prints file:line of each that does not.
set -euo pipefail
cd "$1"

mapfile -d '' -t files < <(find base workqueue http apimachinery cel schema types client informer election controller apiserver testing \
  tools samples -type f \( -name '*.hpp' -o -name '*.cpp' \) -print0 | sort -z)

awk '
function fail(why) { printf "%s:%d: includes %s: %s\n", FILENAME, FNR, name, why; bad++ }
# The columns of modules.txt are separated by two or more blanks.
FNR == NR {
  if ($0 ~ /^#/ || $0 ~ /^[ \t]*$/) next
  count = split($0, column, /   */)
  if (count != 3) { printf "%s:%d: three columns are wanted\n", FILENAME, FNR; bad++; next }
  units[column[1]] = " " column[2] " "; libraries[column[1]] = column[3]
  next
}
FNR == 1 {
  checked++
  row = ""
  for (prefix in units) if (index(FILENAME, prefix) == 1 && length(prefix) > length(row)) row = prefix
  if (row == "") { printf "%s: no row of modules.txt covers this file\n", FILENAME; bad++ }
}
/^[ \t]*#[ \t]*include[ \t]*[<"]/ && row != "" {
  name = $0
  sub(/^[ \t]*#[ \t]*include[ \t]*[<"]/, "", name); sub(/[>"].*/, "", name)
  quoted = ($0 ~ /include[ \t]*"/)
  includes++
  if (name ~ /(^|\/)\.\.\//) { fail("a path that leaves its folder"); next }
  if (name ~ /^kubexx\//) {
    split(name, part, "/")
    sub(/\.hpp$/, "", part[2])                       # an umbrella header beside the folder
    unit = part[2] (name ~ /\/asio[^\/]*\.hpp$/ ? "_asio" : "")
    if (units[row] != " all " && index(units[row], " " unit " ") == 0)
      fail(row " may include kubexx units" units[row] "and not " unit)
    next
  }
  if (name == "regex") { fail("std::regex takes a stack frame for each character of what it reads"); next }
  if (quoted) next                                   # private to the module: no other module has its src/ in the path
  if (name ~ /^[a-z_0-9]+$/) next                    # the standard library
  if (libraries[row] == "all") next
  n = split(libraries[row], allowed, " ")
  for (i = 1; i <= n; i++) {
    if (index(name, allowed[i]) == 1) next
    if (allowed[i] == "posix" && name ~ /^((sys|netinet|arpa|net|linux)\/)?[a-z_0-9]+\.h$/) next
  }
  fail(row " may include the libraries " libraries[row])
}
END {
  if (includes == 0) { print "no #include was read: wrong folder?"; bad++ }
  printf "%d includes of %d files, %d not allowed\n", includes, checked, bad
  exit bad != 0
}' tests/design/modules.txt "${files[@]}"
