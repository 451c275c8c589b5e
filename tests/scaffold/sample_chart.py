#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sample_chart.py MANIFESTS PROGRAM HELM KUBECTL: the chart of the sample controller in MANIFESTS/chart has the same objects
as the kustomize folder MANIFESTS."""

import sys

from chart_values import bad_values_are_refused, every_value_is_documented, helm_finds_nothing
from rendered import Release, differ_only_at, objects_of, output_of, run

MANIFESTS, PROGRAM, HELM, KUBECTL = sys.argv[1:5]
CHART = MANIFESTS + "/chart"
NAME = "sample-controller"
POD = r"Deployment/sample-controller\.spec\.template\.spec\.containers\[0\]\."
# The arguments that only one of the two has. Each is the program's default.
ARGS = {"--leader-election-id=sample-controller", "--webhook-address=0", "--workers=2"}

# The paths at which `helm template` with default values may differ from `kubectl kustomize manifests`.
DIFFERENCES = [
    (r"Namespace/sample-controller$", "helm install --create-namespace makes it"),
    (r".*\.metadata\.labels\.(helm\.sh/chart|app\.kubernetes\.io/(managed-by|version))$", "only of a release"),
    (r".*\.(l|matchL)abels\.app\.kubernetes\.io/instance$", "the name of the release"),
    (r"CustomResourceDefinition/[^/]*\.metadata\.annotations\.helm\.sh/resource-policy$", "the value crds.keep"),
    (POD + "args$", "ARGS"),
    (POD + "imagePullPolicy$", "the default of Kubernetes, which the chart states"),
    (r"NetworkPolicy/sample-controller\.spec\.ingress\[[01]\]\.ports\[0\]\.port$", "numbers in the chart, names in the folder"),
]

release = Release(HELM, CHART, PROGRAM, NAME, NAME, [])
objects = release.objects
folder = objects_of(output_of(KUBECTL, "kustomize", MANIFESTS))
(container,) = folder[("Deployment", NAME, NAME)]["spec"]["template"]["spec"]["containers"]
assert set(release.args) ^ set(container["args"]) == ARGS, (release.args, container["args"])
for one in [*objects.values(), *folder.values()]:
    one.get("rules", []).sort(key=str)  # the order of a role's rules means nothing
differ_only_at(DIFFERENCES, objects, folder)
monitor = Release(HELM, CHART, PROGRAM, NAME, NAME, ["--set", "serviceMonitor.enabled=true,prometheusRule.enabled=true"])
assert {"ServiceMonitor", "PrometheusRule"} < monitor.kinds()
bad_values_are_refused(HELM, CHART)
for setting in "webhooks.enabled=true", "crds.byOperator=true":  # the program can do neither
    result = run(HELM, "template", NAME, CHART, "--set", setting)
    assert "/" + setting.split("=", maxsplit=1)[0].replace(".", "/") in result.stderr, setting
every_value_is_documented(CHART)
helm_finds_nothing(HELM, CHART)
print(f"{len(objects)} objects of the chart, {len(DIFFERENCES)} differences from the kustomize folder")
