#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_headers_alone.sh SOURCE_FOLDER COMPILER: each header of kubexx::types compiles alone.
set -euo pipefail
cd "$1"
failed=0
while read -r header; do
  "$2" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -x c++ -include "$header" -Itypes/include -Iapimachinery/include \
    -Ibase/include /dev/null || { echo "$header does not compile alone" >&2; failed=1; }
done < <(cd types/include && find . -name '*.hpp' | sed 's|^\./||' | sort)
exit "$failed"
