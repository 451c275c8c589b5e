#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_readme.sh SOURCE_FOLDER: the README's operator is samples/hello/main.cpp, which is compiled and run.
set -euo pipefail
cd "$1"
diff <(awk '/^```cpp$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md) <(sed 1d samples/hello/main.cpp)
