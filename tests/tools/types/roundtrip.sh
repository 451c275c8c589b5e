#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# roundtrip.sh KUBEXX COMPILER FLAGS MAIN LIBRARIES [FOLDER]: for each CRD in FOLDER (*.yaml; by default that of the
# environment variable KUBEXX_CRDS) writes its structs, compiles them and compares their CRD with the file. FORM=sources
# takes the structs with source files, JOBS=2 compiles two CRDs at once. Prints a line for each CRD that is not the same,
# then the count. Fails for any of them; ends with 77 without a folder.
set -u
export KUBEXX=$1 COMPILER=$2 FLAGS=$3 MAIN=$4 LIBRARIES=$5 FORM=${FORM:-described}
folder=${6:-${KUBEXX_CRDS:-}}
if [ ! -d "$folder" ]; then
  echo "no folder of CRDs: set KUBEXX_CRDS"
  exit 77
fi
WORK=$(mktemp -d)
export WORK
trap 'rm -rf "$WORK"' EXIT

one() {
  local crd=$1 name into header
  name=$(basename "$crd" .yaml)
  into=$WORK/$name
  local options=()
  [ "$FORM" = sources ] && options+=(--sources)
  if ! "$KUBEXX" types -f "$crd" --cpp-namespace made --output "$into" "${options[@]}" > /dev/null 2> "$into.log"; then
    echo "REFUSED $name: $(tail -1 "$into.log")"
    return
  fi
  {
    for header in "$into"/*.hpp; do echo "#include \"$header\""; done
    echo '#include "kubexx/apimachinery/described_kind.hpp"'
    echo 'std::vector<kubexx::DescribedKind> described() { return {'
    for header in "$into"/*.hpp; do
      # The kind is the last struct of a header.
      echo "kubexx::described_kind<$(sed -n 's/^namespace \(.*\) {$/\1/p' "$header")::$(sed -n 's/^struct \(.*\) {$/\1/p' "$header" | tail -1)>(),"
    done
    echo '}; }'
  } > "$into/unit.cpp"
  # shellcheck disable=SC2086
  if ! $COMPILER $FLAGS -O0 "$into"/*.cpp "$MAIN" $LIBRARIES -o "$into/program" 2> "$into.log"; then
    echo "DOES NOT COMPILE $name: $(grep -m 1 error "$into.log")"
  elif "$into/program" "$crd" > "$into.log"; then
    echo "same $name"
  else
    echo "DIFFERS $name: $(head -5 "$into.log")"
  fi
  rm -rf "$into"
}
export -f one

# shellcheck disable=SC2016  # the inner shell expands it
printf '%s\0' "$folder"/*.yaml | xargs -0 -P "${JOBS:-1}" -I{} bash -c 'one "$1"' one {} > "$WORK/result"
grep -v '^same ' "$WORK/result"
count=$(grep -c '^same ' "$WORK/result")
all=$(find "$folder" -name '*.yaml' | wc -l)
echo "$count of $all CRDs come back the same"
[ "$count" = "$all" ]
