#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# chart.sh write|check KUBEXX TEMPLATES PROGRAM VERSION: writes manifests/chart, the Helm chart of the sample controller,
# or fails if it is out of date. It is the chart that `kubexx new` writes, with the output of PROGRAM and the changes below.
# shellcheck disable=SC2016  # Markdown
set -euo pipefail
mode=$1 kubexx=$(realpath "$2") templates=$(realpath "$3") program=$(realpath "$4") version=$5
top=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/sample-controller chart=$work/sample-controller/chart

cd "$work"
# `kubexx new` refuses groups of k8s.io.
KUBEXX_TEMPLATES=$templates "$kubexx" new sample-controller --group samplecontroller.example.com --kind Foo >/dev/null
for step in print copy; do
  cmake -DMODE=$step "-DPROGRAM=$program" -DNAME=sample-controller "-DPRINTED=$work/printed" "-DCONFIG=$work/config" \
    "-DCHART=$chart" "-DRULES=$project/config/monitoring/rules.yaml" -P "$top/cmake/print_manifests.cmake" >/dev/null
done

# replace OLD NEW: in all files of the chart.
replace() {
  local file text found=''
  while read -r file; do
    text=$(<"$file")
    [[ $text == *"$1"* ]] || continue
    printf '%s\n' "${text//"$1"/"$2"}" >"$file"
    found=yes
  done < <(find "$chart" -type f)
  [ "$found" ] || {
    echo "chart.sh: the chart of kubexx new no longer contains: $1" >&2
    exit 1
  }
}
replace samplecontroller.example.com samplecontroller.k8s.io
replace localhost/sample-controller kubexx/sample-controller
replace 'ersion: 0.1.0' "ersion: $version"
# The program has no webhooks, and it is built without kubexx::schema, which would apply the CRDs.
replace $'if the program has any\n  enabled: true' $'if the program has any\n  enabled: false'
replace '| `webhooks.enabled` | `true` |' '| `webhooks.enabled` | `false` |'
replace '"enabled": {"type": "boolean"},
        "certManager"' '"enabled": {"const": false},
        "certManager"'
replace '"byOperator": {"type": "boolean"}' '"byOperator": {"const": false}'
replace '{{- if not .Values.webhooks.enabled }}

The webhooks are off (webhooks.enabled=false). The API server stores objects without their defaulting and validation.
{{- end }}
' ''
# The folders and the scripts of a project of `kubexx new`.
replace 'sample-controller chart --namespace' 'sample-controller manifests/chart --namespace'
replace '`scripts/deploy` and `kubectl apply -k config` install the same objects without Helm. To change from them to the chart,
add `--take-ownership` to the command, and with Helm 4 also `--force-conflicts`.' \
  '`kubectl apply -k manifests` installs the same objects without Helm. To change from it to the chart,
delete the Deployment, whose selector is immutable, and add `--take-ownership` to the command, with Helm 4 also
`--force-conflicts`.

`samples/sample-controller/chart.sh` writes this chart. It is the chart of `kubexx new`. The sample controller has no
webhooks and cannot apply its CRDs, so `webhooks.enabled` and `crds.byOperator` must be `false`.'
replace ': to change them, change the program and run `make generate`, which also copies
`config/monitoring/rules.yaml` to `generated-rules.yaml`.' .
replace 'that `scripts/deploy` has created' 'that `kubectl apply -k manifests` has created'
replace '`crds.enabled=false` or `crds.byOperator=true`.

With `crds.byOperator=true`, the program applies its CRDs at startup, and refuses changes that break stored objects.' \
  '`crds.enabled=false`.'
replace ': run make generate' ''
replace 'the alerts of config/monitoring/rules.yaml' 'the alerts of generated-rules.yaml'
replace 'scripts/prometheus-rule prints it as' 'The chart renders it as'

if [ "$mode" = write ]; then
  rm -rf "$top/manifests/chart"
  cp -r "$chart" "$top/manifests/chart"
elif ! diff -r "$top/manifests/chart" "$chart"; then
  echo 'manifests/chart (<) is out of date: build the target sample-controller_update_chart' >&2
  exit 1
fi
