#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_documents.sh SOURCE_FOLDER: docs/reference/headers.md has a row for every public header, once, and no other;
# every header that a page names exists, and every file and heading that it links to; docs/README.md lists every page;
# nothing cites a page that is not in the tree; and what a reader copies names the version that is built.
set -euo pipefail
cd "$1"
missing=0
# The pages in templates are those of other projects.
mapfile -t pages < <(find . -path ./build -prune -o -path ./.git -prune -o -path ./tools/kubexx/templates -prune -o -name '*.md' -print | sed 's|^\./||' | sort)

# The generated headers of types/ are named after their kinds; docs/reference/types.md says how.
public=$(find . -path './build' -prune -o -path './types' -prune -o \
  -path '*/include/kubexx*' -name '*.hpp' ! -path '*/detail/*' -print |
  sed 's|.*/include/||' | sort)
# shellcheck disable=SC2016  # the backquotes are those of the document
listed=$(sed -n 's/^| `\(kubexx[a-z0-9_/]*\.hpp\)` | .* |$/\1/p' docs/reference/headers.md | sort)
if ! difference=$(diff <(echo "$public") <(echo "$listed")); then
  echo "docs/reference/headers.md (>) has not each public header (<) once:" >&2
  grep '^[<>]' <<<"$difference" >&2
  missing=1
fi

# A name may leave out the first folders: `result.hpp`, `client/patch.hpp`, `tests/controller/harness.hpp`.
headers=$(find . -path './build' -prune -o -name '*.hpp' -print)
for document in "${pages[@]}"; do
  [ "$document" != CHANGELOG.md ] || continue  # which names headers that are gone
  while read -r name; do
    [[ $headers$'\n' == *"/$name"$'\n'* ]] || { echo "$document: no header $name" >&2; missing=1; }
    # A block without a language is a terminal session, in which a user's own headers may appear.
  done < <(awk '/^```/ { session = !inside && $0 == "```"; inside = !inside } !(inside && session)' "$document" |
    grep -oE '[A-Za-z0-9_./-]*[A-Za-z0-9_]\.hpp' | sed -E 's|^(\.\./)+||; s|^/||' | sort -u)
done

# Every sample has a page, and the table of all has a row for it.
for folder in samples/*/; do
  sample=$(basename "$folder")
  [ -e "${folder}README.md" ] || { echo "$folder has no README.md" >&2; missing=1; }
  grep -qE "^\| \[?${sample}[] ]" samples/README.md || { echo "samples/README.md has no row for $sample" >&2; missing=1; }
done

tests/design/check_links.pl "${pages[@]}" >&2 || missing=1

# A page that a comment or script names: docs/guides/client.md, docs/internals/design/0005-reading-own-writes.md. A
# design note may be named by its number.
while IFS=: read -r file line name; do
  [ -e "$name" ] || compgen -G "$name-*.md" >/dev/null || { echo "$file:$line: no page $name" >&2; missing=1; }
done < <(grep -rnoE '(^|[^/[:alnum:]._-])docs/[a-z][A-Za-z0-9_/.-]*[A-Za-z0-9]' --exclude-dir=build --exclude-dir=.git \
  --exclude-dir=types --include='*.hpp' --include='*.cpp' --include='*.md' --include='CMakeLists.txt' \
  --include='*.cmake' --include='*.sh' --include='*.pl' --include='*.yaml' --include=Makefile --include=run . |
  sed -E 's|^\./||; s|^([^:]*:[0-9]+:).?docs/|\1docs/|')

# The plots follow the colour scheme of the page: their head is that of bench/plot.awk, and they have only its colours.
for plot in docs/benchmarks/*.svg; do
  size=$(sed -n '1s/.*viewBox="0 0 \([0-9]*\) \([0-9]*\)".*/\1, \2/p' "$plot")
  head=$(awk "$(<bench/plot.awk) BEGIN { begin_plot($size) }")
  if [ "$(head -n "$(wc -l <<<"$head")" "$plot")" != "$head" ]; then
    echo "$plot does not begin with what bench/plot.awk prints" >&2
    missing=1
  fi
  while read -r colour; do
    [[ $head == *"[$colour]"* ]] || { echo "$plot: bench/plot.awk has no dark colour for $colour" >&2; missing=1; }
  done < <(sed '1,/<\/style>/d' "$plot" | grep -oE '(fill|stroke)="[^"]*"' | grep -v none | sort -u)
done

if grep -rnE 'DESIGN\.md|GOALS\.md' --include='*.hpp' --include='*.cpp' --include='*.md' --include='CMakeLists.txt' \
  --exclude-dir=build --exclude-dir=.git . >&2; then
  echo "cite docs/internals/design/, which is in the tree" >&2
  missing=1
fi

# tests/design/check_version.sh looks at the files that are built with.
version=$(sed -n 's/^project(kubexx VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
while IFS=: read -r file line text; do
  case $text in
    "find_package(kubexx ${version%.*}" | "sample-controller:$version") ;;
    *) echo "$file:$line: $text, but the version of CMakeLists.txt is $version" >&2; missing=1 ;;
  esac
done < <(grep -noE 'find_package\(kubexx [0-9.]+|sample-controller:[0-9.]+[0-9]' "${pages[@]/#CHANGELOG.md//dev/null}" tests/e2e/manifests_test.cpp)
while read -r file text; do
  grep -qF -- "$text" "$file" || { echo "$file: not \"$text\", the version of CMakeLists.txt" >&2; missing=1; }
done <<END
README.md find_package(kubexx ${version%.*} REQUIRED
docs/reference/packages.md find_package(kubexx ${version%.*} REQUIRED
docs/guides/deploying.md sample-controller:$version
tests/e2e/manifests_test.cpp sample-controller:$version
END
tests/design/check_architecture.pl >&2 || missing=1
tests/design/check_packages.pl >&2 || missing=1
exit $missing
