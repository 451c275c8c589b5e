#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_readme.sh SOURCE_FOLDER: the listings of README and guides are samples, which are compiled and run.
set -euo pipefail
cd "$1"

# listing DOCUMENT SAMPLE: all C++ of the document that lies between ```cpp with the sample's first comment and ``` .
listing() {
  local first
  first=$(sed -n 2p "$2")
  diff <(awk -v first="$first" '
    /^```cpp$/ { getline; inside = $0 == first }
    /^```$/ { inside = 0 }
    inside' "$1") <(sed 1d "$2") || { echo "$1 does not show $2 as it is" >&2; exit 1; }
}

listing README.md samples/hello/main.cpp
listing docs/workqueue.md samples/queue/main.cpp
