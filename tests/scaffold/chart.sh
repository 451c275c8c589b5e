#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# chart.sh PROJECT HELM [PROGRAM]: checks the chart, the kustomize folder and the scripts of a project that `kubexx new
# --webhook` has made and whose manifests are printed. PROGRAM is PROJECT/build/dev/NAME if it is not given. KUBECTL is
# kubectl, and PROMTOOL, if it is set, promtool. Exit status 77: Helm or python3-yaml is missing.
set -euo pipefail
cd "$(dirname "$0")"
project=$1 helm=$2
name=$(sed -n 's/^name: //p' "$project/chart/Chart.yaml")
program=${3:-$project/build/dev/$name}
python3 -c 'import yaml' 2>/dev/null || {
  echo "chart.sh: python3-yaml is not installed" >&2
  exit 77
}
shellcheck "$project"/scripts/*
PYTHONDONTWRITEBYTECODE=1 python3 chart.py "$project" "$program" "$helm" "${KUBECTL:-kubectl}"
