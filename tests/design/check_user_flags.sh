#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_user_flags.sh SOURCE_FOLDER COMPILER: our public headers with flags that ours is not built with. All compile in
# gnu++20, which CMake chooses unless a project says otherwise, and in which `linux` and `unix` are macros. Without
# run-time type information, and with another JSON_DIAGNOSTICS, a program would crash: the one is refused by the
# compiler, the other by the linker, because it asks for another function.
set -euo pipefail
cd "$1"
compiler=("$2" -std=gnu++20 -w)
for folder in */include; do compiler+=("-I$folder"); done

for folder in */include; do (cd "$folder" && find . -name '*.hpp' | sed 's|^\./||'); done | sort |
  sed 's|.*|#include "&"|' | "${compiler[@]}" -fsyntax-only -DBOOST_ASIO_SEPARATE_COMPILATION -x c++ -

complaint=$("${compiler[@]}" -fno-rtti -fsyntax-only -x c++ - 2>&1 <<< '#include "kubexx/base/asio.hpp"' || true)
grep -q 'compile without -fno-rtti' <<< "$complaint" || {
  printf 'base/asio.hpp compiles without run-time type information, or says something else:\n%s\n' "$complaint" >&2
  exit 1
}

missing_function() {
  "${compiler[@]}" "$@" -S -o - -x c++ - <<< '#include <nlohmann/json.hpp>
#include "kubexx/apimachinery/object.hpp"
nlohmann::json tree(const kubexx::Object& object) { return object.json(); }' | grep -o '_ZNK6kubexx6Object[0-9]*parse_into[^ ]*' | sort -u
}
if [ "$(missing_function)" = "$(missing_function -DJSON_DIAGNOSTICS=1)" ]; then
  echo "a program with JSON_DIAGNOSTICS links with a library without it" >&2
  exit 1
fi
