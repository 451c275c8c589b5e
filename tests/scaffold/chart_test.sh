#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# chart_test.sh PROJECT PROGRAM [APISERVER]: prints the manifests of PROGRAM into the project, and runs chart.sh and, if there
# is a server, deploy.sh, with Helm and with the kubectl of the end-to-end tests. Both are built once. Exit status 77: they
# cannot be built here.
set -euo pipefail
cd "$(dirname "$0")"
project=$1 program=$2 server=${3:-}
helm=$(./build-helm.sh)
plane=$(../e2e/build-controlplane.sh)
prometheus=$(sh ../e2e/get-prometheus.sh) && export PROMTOOL=$prometheus/promtool
for mode in print copy; do
  cmake -DMODE=$mode "-DPROGRAM=$program" "-DNAME=$(basename "$project")" "-DPRINTED=$project/build/printed" \
    "-DCONFIG=$project/config/generated" "-DCHART=$project/chart" "-DRULES=$project/config/monitoring/rules.yaml" -P ../../cmake/print_manifests.cmake
done
KUBECTL=$plane/kubectl ./chart.sh "$project" "$helm" "$program"
[ -z "$server" ] || PATH=$plane:$PATH ./deploy.sh "$project" "$helm" "$server"
