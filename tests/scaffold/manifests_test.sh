#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# manifests_test.sh CMAKE_FOLDER FOLDER: kubexx_manifests for two programs of a project, which are scripts here. Stale
# files, failing programs and programs that print other text are found.
set -euo pipefail
modules=$(realpath "$1")
rm -rf "$2"
# shellcheck disable=SC2016  # no variable
project='a project (1) [x] $y'
mkdir -p "$2/$project"
cd "$2/$project"

fail() {
  echo "manifests: $*" >&2
  cat log >&2
  exit 1
}
# program NAME [COMMAND]: an operator with a ClusterRole and no webhooks, which runs COMMAND first.
program() {
  cat >"$1" <<SCRIPT
#!/bin/sh
${2:-:}
case \$1 in
  --print-crd) printf -- '---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: $1s.example.com\n' ;;
  --print-rbac) printf 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: $1\n' ;;
esac
SCRIPT
  chmod +x "$1"
}
program east
program west
cat >CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(two LANGUAGES NONE)
include("$modules/KubexxManifests.cmake")
enable_testing()
foreach(name east west)
  add_executable(\${name} IMPORTED)
  set_target_properties(\${name} PROPERTIES IMPORTED_LOCATION "\${CMAKE_CURRENT_SOURCE_DIR}/\${name}")
  kubexx_manifests(\${name} CONFIG config/\${name} CHART chart-\${name})
endforeach()
CMAKE
build() { cmake --build build "$@" >log 2>&1; }
check() { ctest --test-dir build "$@" >log 2>&1; }
cmake -S . -B build -G Ninja -DKUBEXX_PROGRAM=/bin/true >log 2>&1 || fail 'the project cannot be configured'
build || fail 'the first build failed'
check || fail 'the new files are stale'
for file in config/east/crds.yaml config/west/rbac.yaml chart-east/templates/generated-rbac.yaml; do
  [ -f $file ] || fail "the first build did not create $file"
done

sed -i 's/ClusterRole/Role/' east
sed -i 's/wests.example.com/wests.example.org/' west
build || fail 'the build of a changed program failed'
! check --output-on-failure || fail 'stale files are not found'
for file in config/east/rbac.yaml config/west/crds.yaml; do
  grep -qF "$file differs" log || fail "not reported: $file"
done
build --target east_generate || fail 'the target of a program failed'
grep -q 'kind: Role' config/east/rbac.yaml || fail 'the files of east are not written'
! grep -q example.org config/west/crds.yaml || fail 'the files of west are written by the target of east'
build --target generate || fail 'the target generate failed'
check || fail 'generated files are stale'

program east 'echo cannot read the schedule >&2; exit 3'
! build || fail 'a failing program is not found'
grep -q 'cannot read the schedule' log || fail 'the error of the program is not shown'
program east 'echo Starting version 2'
! build || fail 'other text in the output is not found'
tr -s ' \n' ' ' <log | grep -qF 'begins with other text than manifests: "Starting version 2"' || fail 'the text is not shown'
! grep -q Starting config/east/*.yaml || fail 'the text is in a manifest'
