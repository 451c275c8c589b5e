#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_version.sh SOURCE_FOLDER: the version is that of project() in CMakeLists.txt; the few files that cannot read it
# there agree with it.
set -euo pipefail
cd "$1"

version=$(sed -n 's/^project(kubexx VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
minor=${version%.*}
failed=0
# agrees FILE PATTERN WANTED: every match of the extended regular expression PATTERN, whose group is the version, is WANTED.
agrees() {
  local found
  [ -e "$1" ] || { echo "$1: missing"; failed=1; return; }
  found=$(sed -nE "s|.*$2.*|\\1|p" "$1" | sort -u)
  [ "$found" = "$3" ] || { echo "$1: says '$found' where project() says $3"; failed=1; }
}
[ "$(sed -nE 's|^## ([0-9.]+).*|\1|p' CHANGELOG.md | head -1)" = "$version" ] || { echo "CHANGELOG.md: the first section is not $version"; failed=1; }
agrees manifests/kustomization.yaml 'newTag: ([0-9.]+)' "$version"
agrees manifests/chart/Chart.yaml 'ersion: ([0-9.]+)' "$version"
agrees manifests/Dockerfile 'sample-controller:([0-9.]+)' "$version"
agrees tests/consumer/CMakeLists.txt 'find_package\(kubexx ([0-9.]+)' "$minor"
agrees tests/consumer/operator/CMakeLists.txt 'find_package\(kubexx ([0-9.]+)' "$minor"
agrees tests/packages/components/CMakeLists.txt 'find_package\(kubexx ([0-9.]+)' "$minor"
exit $failed
