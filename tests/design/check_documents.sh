#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_documents.sh SOURCE_FOLDER: docs/headers.md has a row for every public header, once, and no other; every header
# that a document names exists, and every file that it links to; nothing cites a page that is not in the tree; and what
# a reader copies names the version that is built.
set -euo pipefail
cd "$1"
missing=0

# The generated headers of types/ are named after their kinds; docs/types.md says how.
public=$(find . -path './build' -prune -o -path './types' -prune -o \
  -path '*/include/kubexx*' -name '*.hpp' ! -path '*/detail/*' -print |
  sed 's|.*/include/||' | sort)
# shellcheck disable=SC2016  # the backquotes are those of the document
listed=$(sed -n 's/^| `\(kubexx[a-z0-9_/]*\.hpp\)` | .* |$/\1/p' docs/headers.md | sort)
if ! difference=$(diff <(echo "$public") <(echo "$listed")); then
  echo "docs/headers.md (>) has not each public header (<) once:" >&2
  grep '^[<>]' <<<"$difference" >&2
  missing=1
fi

# A name may leave out the first folders: `result.hpp`, `client/patch.hpp`, `tests/controller/harness.hpp`.
headers=$(find . -path './build' -prune -o -name '*.hpp' -print)
for document in README.md CONTRIBUTING.md docs/*.md docs/design/*.md samples/*.md samples/*/*.md tests/*/*.md; do
  while read -r name; do
    [[ $headers$'\n' == *"/$name"$'\n'* ]] || { echo "$document: no header $name" >&2; missing=1; }
  done < <(grep -oE '[A-Za-z0-9_./-]*[A-Za-z0-9_]\.hpp' "$document" | sed -E 's|^(\.\./)+||; s|^/||' | sort -u)
done

# Every sample has a page, and the table of all has a row for it.
for folder in samples/*/; do
  sample=$(basename "$folder")
  [ -e "${folder}README.md" ] || { echo "$folder has no README.md" >&2; missing=1; }
  grep -qE "^\| \[?${sample}[] ]" samples/README.md || { echo "samples/README.md has no row for $sample" >&2; missing=1; }
done

while read -r document link; do
  [ -e "$(dirname "$document")/$link" ] || { echo "$document: nothing at $link" >&2; missing=1; }
done < <(awk '
  FNR == 1 { code = 0 }
  /^```/ { code = !code }
  !code {
    for (line = $0; match(line, /\]\([^)#:]+[)#]/); line = substr(line, RSTART + RLENGTH))
      print FILENAME, substr(line, RSTART + 2, RLENGTH - 3)
  }' ./*.md docs/*.md docs/design/*.md samples/*.md samples/*/*.md tests/*/*.md)

if grep -rnE 'DESIGN\.md|GOALS\.md' --include='*.hpp' --include='*.cpp' --include='*.md' --include='CMakeLists.txt' \
  --exclude-dir=build --exclude-dir=.git . >&2; then
  echo "cite docs/design/, which is in the tree" >&2
  missing=1
fi

version=$(sed -n 's/^project(kubexx VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
while read -r file text; do
  grep -qF -- "$text" "$file" || { echo "$file: not \"$text\", the version of CMakeLists.txt" >&2; missing=1; }
done <<EOF
CHANGELOG.md ## $version
README.md find_package(kubexx ${version%.*} REQUIRED)
tests/consumer/operator/CMakeLists.txt find_package(kubexx ${version%.*} REQUIRED)
tests/consumer/CMakeLists.txt find_package(kubexx ${version%.*} REQUIRED)
docs/deploying.md sample-controller:$version
manifests/Dockerfile sample-controller:$version
manifests/kustomization.yaml newTag: $version
tests/e2e/manifests_test.cpp sample-controller:$version
EOF
exit $missing
