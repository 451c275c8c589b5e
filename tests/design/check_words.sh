#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_words.sh SOURCE_FOLDER: the sentences of public headers and pages follow docs/reference/glossary.md, "Sentences".
# The headers of types/ are generated and have the sentences of Kubernetes.
set -euo pipefail
cd "$1"
mapfile -t texts < <(
  find base workqueue http apimachinery cel schema client informer election controller apiserver testing \
    -path '*/include/*' -name '*.hpp' ! -path '*/detail/*'
  find README.md CONTRIBUTING.md SECURITY.md docs samples -name '*.md' ! -path '*/design/*'
)
exec perl tests/design/check_words.pl tests/design/allowed_words.txt "${texts[@]}"
