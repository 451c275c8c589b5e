# SPDX-License-Identifier: Apache-2.0
"""The values of a chart: the schema refuses bad ones, and each is explained where people look."""

import re

import yaml
from rendered import output_of, run


def bad_values_are_refused(helm, chart):
    for setting, complaint in {
        "replica=3": "'replica' not allowed", "image.tga=x": "'tga' not allowed", "replicas=two": "/replicas", "replicas=-1": "/replicas",
        "leaderElection=false": "/replicas", "leaderElection=yes": "/leaderElection", "serviceAccount.create=false": "/serviceAccount/name",
        "image.digest=latest": "/image/digest", "image.pullPolicy=Sometimes": "/image/pullPolicy", "image.tag=a b": "/image/tag",
        "image.repository=a@sha256:0": "/image/repository",
        "watchNamespaces={A}": "/watchNamespaces/0", "watchNamespaces={a,a}": "/watchNamespaces", "watchNamespaces=a": "/watchNamespaces",
        "metrics.port=8081": "/metrics/port", "metrics.port=70000": "/metrics/port", "crds.operator=true": "'operator' not allowed",
        "webhooks.certManager.issuerRef.kind=Issuer": "'name'", "fullnameOverride=" + "x" * 55: "/fullnameOverride",
        "nameOverride=A": "/nameOverride", "serviceMonitor.interval=often": "/serviceMonitor/interval", "prometheusRule.rules=x": "'rules' not allowed", "env[0].value=x": "/env/0",
        "topologySpreadConstraints[0].maxSkew=1": "/topologySpreadConstraints/0", "labels.a.b=c": "/labels/a", "args=x": "/args",
    }.items():
        result = run(helm, "template", "name", chart, "--set", setting)
        assert result.returncode != 0 and complaint in result.stderr, f"{setting}: {result.returncode} {result.stderr}"
    unchecked = run(helm, "template", "name", chart, "--skip-schema-validation", "--set", "leaderElection=false")
    assert "more than one replica needs leaderElection" in unchecked.stderr, unchecked.stderr


def leaves(node, schema, path=""):
    """The paths of all values, each with the line of its key."""
    for key, value in node.value:
        inner = schema["properties"][key.value]
        assert "properties" not in inner or inner["additionalProperties"] is False, path + key.value
        if "properties" in inner and value.value:
            yield from leaves(value, inner, f"{path}{key.value}.")
        else:
            yield path + key.value, key.start_mark.line


def every_value_is_documented(chart):
    with open(chart + "/values.yaml", encoding="utf-8") as file:
        text = file.read()
    with open(chart + "/README.md", encoding="utf-8") as file:
        rows = re.findall(r"^\| `([A-Za-z.]+)` \|", file.read(), re.MULTILINE)
    with open(chart + "/values.schema.json", encoding="utf-8") as file:
        lines = dict(leaves(yaml.compose(text), yaml.safe_load(file)))
    assert len(rows) == len(set(rows)) and set(rows) == set(lines), set(rows) ^ set(lines)
    for path, line in lines.items():
        assert text.splitlines()[line - 1].strip().startswith("#"), path


def helm_finds_nothing(helm, chart, *settings):
    output_of(helm, "lint", "--strict", chart)
    output_of(helm, "lint", "--strict", chart, "--set", ",".join(["webhooks.certManager.enabled=true,serviceMonitor.enabled=true,prometheusRule.enabled=true", *settings]))
    notes = output_of(helm, "install", "name", chart, "--namespace", "name", "--dry-run=client", "--set", "rbac.create=false,crds.enabled=false")
    assert "does not contain the roles" in notes and "does not contain the CRDs" in notes, notes
