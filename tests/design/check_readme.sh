#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_readme.sh SOURCE_FOLDER: the listings of README and guides are samples or parts of tests, which are compiled and
# run; the measured numbers of the README are those of docs/benchmarks/.
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

# lines DOCUMENT FILE...: each line of the document's C++ is a line of one of the files, indentation apart.
lines() {
  local document=$1 unknown
  shift
  unknown=$(awk '/^```cpp$/ { inside = 1; next } /^```$/ { inside = 0 } inside && NF' "$document" | sed 's/^ *//' |
    grep -vxFf <(cat "$@" | sed 's/^ *//' | grep .) || true)
  [ -z "$unknown" ] || { printf '%s shows what is not in %s:\n%s\n' "$document" "$*" "$unknown" >&2; exit 1; }
  checked+=("$document")
}

checked=()
listing README.md samples/hello/main.cpp
listing docs/guides/workqueue.md samples/queue/main.cpp
lines README.md samples/hello/main.cpp tests/samples/configmap_sync_test.cpp
tests/design/check_numbers.pl >&2
lines docs/guides/workqueue.md samples/queue/main.cpp tests/samples/queue_guide_test.cpp
listing docs/guides/informer.md samples/pods-by-node/main.cpp
lines docs/guides/informer.md samples/pods-by-node/main.cpp tests/informer/typed_informer_test.cpp
lines docs/guides/embedding.md samples/service-lease/main.cpp
lines docs/guides/webhooks.md tests/samples/webhook_guide_test.cpp
lines docs/guides/client.md tests/apiserver/guide_test.cpp
lines docs/start/writing-an-operator.md samples/configmap-sync/*.?pp tests/samples/configmap_sync_test.cpp
# The page's CMakeLists.txt is what tests/consumer builds with.
diff <(awk '/^```cmake$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/start/writing-an-operator.md) \
  tests/consumer/operator/CMakeLists.txt >&2 ||
  { echo "docs/start/writing-an-operator.md does not show tests/consumer/operator/CMakeLists.txt as it is" >&2; exit 1; }
# So is its example.
[[ $(sed 1d samples/configmap-sync/example.yaml) == *"$(awk '/^```yaml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' \
  docs/start/writing-an-operator.md)"* ]] ||
  { echo "docs/start/writing-an-operator.md does not show samples/configmap-sync/example.yaml" >&2; exit 1; }
lines docs/reference/types.md tests/types/*_test.cpp
lines docs/reference/types-from-a-crd.md tests/tools/types_test.cpp
lines docs/guides/controller.md tests/samples/guide_test.cpp tests/testing/versions_guide_test.cpp
lines docs/guides/testing.md tests/samples/guide_test.cpp tests/samples/configmap_sync_test.cpp \
  tests/testing/doubles_guide_test.cpp

while read -r document; do
  [[ " ${checked[*]} " == *" $document "* ]] || { echo "$document: no test runs its listings" >&2; exit 1; }
done < <(grep -rlE '^```(cpp|c\+\+|C\+\+)' --include='*.md' --exclude-dir=build --exclude-dir=.git . | sed 's|^\./||')
