#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_locale.sh SOURCE_FOLDER: no module reads or writes numbers by functions that obey the locale of the program
# (std::from_chars and std::to_chars do not). Prints file:line of each that does.
set -euo pipefail
cd "$1"

calls='\<(strto(d|f|ld)|(std::)?sto(d|f|ld)|atof|[a-z]*scanf|setlocale|uselocale) *\('
formats='printf *\(.*"[^"]*%[-+ #0-9.*]*[aefgAEFG]'
folders=(base workqueue http apimachinery cel schema client informer election controller apiserver testing tools)

# A comment may name them.
if grep -rnE --include='*.hpp' --include='*.cpp' -e "$calls" -e "$formats" "${folders[@]}" | grep -vE '^[^:]*:[0-9]+: *//'; then
  echo "these obey the locale: use std::from_chars and std::to_chars"
  exit 1
fi
files=$(find "${folders[@]}" -name '*.cpp' | wc -l)
echo "$files sources read"
[ "$files" -gt 100 ]
