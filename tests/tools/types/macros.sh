#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# macros.sh COMPILER SOURCE_FOLDER KUBEXX: no constant that `kubexx types` writes is a macro of a header that a program of
# kubexx includes.
set -euo pipefail
compiler=$1 source=$2 kubexx=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
includes=()
for module in base workqueue http apimachinery cel schema types client informer election controller testing; do
  includes+=("-I$source/$module/include")
done
cat >"$folder/all.cpp" <<END
#include "kubexx/apimachinery/compiled_struct.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/schema/typed_schema.hpp"
END
"$compiler" -std=c++20 "${includes[@]}" -dM -E "$folder/all.cpp" |
  awk '$2 !~ /\(/ && $2 ~ /^[A-Za-z]/ { print $2 }' | sort -u >"$folder/macros"
{
  cat <<END
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: backups.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {plural: backups, kind: Backup}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              macro:
                type: string
                enum:
END
  sed 's/.*/                - "&"/' "$folder/macros"
} >"$folder/crd.yaml"
"$kubexx" types -f "$folder/crd.yaml" >"$folder/backup.hpp" 2>/dev/null
# static constexpr Name NAME{"TEXT"};
sed -nE 's/^ *static constexpr Name ([A-Za-z0-9_]+)\{.*/\1/p' "$folder/backup.hpp" | sort -u >"$folder/names"
count=$(wc -l <"$folder/names")
[ "$count" -ge 1000 ] || { echo "only $count constants: does the header look otherwise?" >&2; exit 1; }
if comm -12 "$folder/macros" "$folder/names" | grep . >&2; then
  echo "these are macros: add them to tools/kubexx/types/reserved_names.cpp" >&2
  exit 1
fi
