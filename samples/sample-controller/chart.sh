#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# chart.sh write|check KUBEXX TEMPLATES PROGRAM VERSION: writes manifests/chart, the Helm chart of the sample controller,
# or fails if it is out of date. It is the chart of a project of `kubexx new`, with the names of the sample.
# shellcheck disable=SC2016  # Markdown
set -euo pipefail
mode=$1 kubexx=$(realpath "$2") templates=$(realpath "$3") program=$(realpath "$4") version=$5
top=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# replace FILE OLD NEW
replace() {
  local text
  text=$(<"$chart/$1")
  [[ $text == *"$2"* ]] || {
    echo "chart.sh: the chart of kubexx new has changed: $1 no longer contains: $2" >&2
    exit 1
  }
  printf '%s\n' "${text//"$2"/"$3"}" >"$chart/$1"
}

cd "$work"
# `kubexx new` rejects groups of k8s.io.
KUBEXX_TEMPLATES=$templates "$kubexx" new sample-controller --group samplecontroller.example.com --kind Foo >/dev/null
chart=$work/sample-controller/chart
for mode_of_printing in print copy; do
  cmake -DMODE=$mode_of_printing "-DPROGRAM=$program" -DNAME=sample-controller "-DPRINTED=$work/printed" \
    "-DCONFIG=$work/config" "-DCHART=$chart" "-DRULES=$work/sample-controller/config/monitoring/rules.yaml" \
    -P "$top/cmake/print_manifests.cmake" >/dev/null
done
replace Chart.yaml 'an operator for the API group samplecontroller.example.com' 'the sample controller of kubexx'
replace Chart.yaml 'ersion: 0.1.0' "ersion: $version"
replace templates/NOTES.txt samplecontroller.example.com samplecontroller.k8s.io
replace values.yaml localhost/sample-controller kubexx/sample-controller
# The sample has no webhooks.
replace values.yaml $'webhooks:\n  # Serve the webhooks, if the program has any\n  enabled: true' \
  $'webhooks:\n  # Serve the webhooks, if the program has any; the sample controller has none\n  enabled: false'
replace README.md '| `webhooks.enabled` | `true` | Serve the webhooks, if the program has any |' \
  '| `webhooks.enabled` | `false` | Serve the webhooks, if the program has any; the sample controller has none |'
# It is built without kubexx::schema, which would apply the CRDs.
replace values.schema.json '"byOperator": {"type": "boolean"}' '"byOperator": {"const": false}'
replace values.yaml '# The program applies its CRDs at startup, instead of the chart. This gives it permissions for CRDs.' \
  '# The program applies its CRDs at startup, instead of the chart. The sample controller cannot do this.'
replace README.md '| The program applies its CRDs at startup, instead of the chart |' \
  '| The program applies its CRDs at startup, instead of the chart. The sample controller cannot do this |'
replace README.md $'\nWith `crds.byOperator=true`, the program applies its CRDs at startup, and refuses changes that break stored objects.\n' ''
replace README.md $'. So does an upgrade to\n`crds.enabled=false` or `crds.byOperator=true`.' $'. So does an upgrade to\n`crds.enabled=false`.'
replace README.md 'an operator for the kinds of the API group `samplecontroller.example.com`' \
  'the sample controller of kubexx. It is an example for charts of operators'
replace README.md 'sample-controller chart --namespace' 'sample-controller manifests/chart --namespace'
replace README.md '`scripts/deploy` and `kubectl apply -k config` install the same objects without Helm.' \
  '`kubectl apply -k manifests` installs the same objects without Helm, except for the Lease. Delete them before you
install the chart: the selector of a Deployment is immutable, and that of the chart also has the name of the release.

This chart is that of `kubexx new`, with the names of the sample controller. `samples/sample-controller/chart.sh` writes
it, and a test fails if it is out of date.'
replace README.md '| `localhost/sample-controller` |' '| `kubexx/sample-controller` |'
replace README.md $'The program prints the files\n`templates/generated-*.yaml`: to change them, change the program and run `make generate`, which also copies\n`config/monitoring/rules.yaml` to `generated-rules.yaml`.' \
  $'The program prints the files\n`templates/generated-*.yaml`.'
replace README.md $'left\nor that `scripts/deploy` has created.' $'left\nor that `kubectl apply -k manifests` has created.'
replace templates/prometheusrule.yaml ': run make generate' ''
replace values.yaml 'the alerts of config/monitoring/rules.yaml' 'the alerts of generated-rules.yaml'

if [ "$mode" = write ]; then
  rm -rf "$top/manifests/chart"
  cp -r "$chart" "$top/manifests/chart"
elif ! diff -r "$top/manifests/chart" "$chart"; then
  echo 'manifests/chart (<) is out of date: build the target sample-controller_update_chart' >&2
  exit 1
fi
