#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints src/access/bootstrap_table.cpp: the roles and bindings of a new cluster, from a release.

bootstrap_roles.py < ROLES

tools/openapi/generate.py calls it. ROLES is what the Go program of the folder bootstrap_roles/ prints.

One line per object in the order of creation, then one per rule:

 ClusterRole NAME [LABEL=VALUE] [<LABEL=VALUE]     the second selects what is aggregated
 Role NAME NAMESPACE
 ClusterRoleBinding NAME KIND/ROLE SUBJECT...      a subject is KIND/NAME, or ServiceAccount/NAMESPACE/NAME
 RoleBinding NAME NAMESPACE KIND/ROLE SUBJECT...
  VERBS|API GROUPS|RESOURCES|NAMES|URLS            lists with commas; the core group is "core"

What is not said is the same for all: the label kubernetes.io/bootstrapping and the annotation for updates. The comparison
with a real server in tests/e2e fails when the table is not that of its version.
"""
import json
import sys

GROUP = "rbac.authorization.k8s.io"


def labels_of(item):
    labels = dict(item["metadata"]["labels"])
    assert labels.pop("kubernetes.io/bootstrapping") == "rbac-defaults"
    assert item["metadata"]["annotations"] == {"rbac.authorization.kubernetes.io/autoupdate": "true"}
    return [f"{key}={value}" for key, value in labels.items()]


def selects(item):
    rule = item.get("aggregationRule")
    if rule is None:
        return []
    (selector,) = rule["clusterRoleSelectors"]
    ((key, value),) = selector["matchLabels"].items()
    return [f"<{key}={value}"]


def rule_line(rule):
    groups = [group or "core" for group in rule.get("apiGroups", [])]
    lists = [rule["verbs"], groups, rule.get("resources", []), rule.get("resourceNames", []),
             rule.get("nonResourceURLs", [])]
    return " " + "|".join(",".join(one) for one in lists)


def subject(one):
    if one["kind"] == "ServiceAccount":
        return f"ServiceAccount/{one['namespace']}/{one['name']}"
    assert one["apiGroup"] == GROUP
    return f"{one['kind']}/{one['name']}"


def lines(objects):
    for entry in objects:
        kind, item = entry["Kind"], entry["Object"]
        meta = item["metadata"]
        words = [kind, meta["name"]] + [meta[member] for member in ("namespace",) if member in meta]
        if kind.endswith("Binding"):
            assert not labels_of(item)
            words += [f"{item['roleRef']['kind']}/{item['roleRef']['name']}"]
            yield " ".join(words + [subject(one) for one in item.get("subjects") or []])
            continue
        yield " ".join(words + labels_of(item) + selects(item))
        yield from map(rule_line, item["rules"] or [])


def main():
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by schemas/bootstrap_roles.py, which explains the format. Do not edit.")
    print('#include "access/bootstrap.hpp"\n')
    print("namespace kubexx::apiserver {\n")
    print("// clang-format off")
    print('const std::string_view bootstrap_table = R"~(' + "\n".join(lines(json.load(sys.stdin))))
    print(')~";')
    print("// clang-format on\n")
    print("}  // namespace kubexx::apiserver")


main()
