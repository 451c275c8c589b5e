#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/builtin_merge_rules.cpp: how the lists of the built-in kinds merge, from a Kubernetes release.

generate.py api/openapi-spec/v3 > apimachinery/src/builtin_merge_rules.cpp

Taken are the kinds of stable versions that accept strategic merge patches, and of their types the members that have a
patch strategy or a merge key, and those that lead to such members. kubexx_merge_rules_test and, against a real server,
e2e_client_tests compare the result with what a server's OpenAPI documents say.
"""
import glob
import json
import re
import sys

STABLE = re.compile(r"v\d+$")
STRATEGIC = "application/strategic-merge-patch+json"


def target(schema):
    """The type of a member: its own or its elements'; "map of T" for a map of T."""
    if "allOf" in schema:
        schema = schema["allOf"][0]
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    for inner in ("items", "additionalProperties"):
        if isinstance(schema.get(inner), dict):
            found = target(schema[inner])
            return "map of " + found if found and inner == "additionalProperties" else found
    return None


def read(folder):
    types, strategic = {}, set()
    for file in sorted(glob.glob(folder + "/*.json")):
        document = json.load(open(file, encoding="utf-8"))
        types.update(document.get("components", {}).get("schemas", {}))
        for path in document.get("paths", {}).values():
            patch = path.get("patch", {})
            kind = patch.get("x-kubernetes-group-version-kind")
            if kind and STRATEGIC in patch.get("requestBody", {}).get("content", {}) and STABLE.match(kind["version"]):
                strategic.add((kind["group"], kind["version"], kind["kind"]))
    roots = {}
    for name, schema in types.items():
        for kind in schema.get("x-kubernetes-group-version-kind", []):
            key = (kind["group"], kind["version"], kind["kind"])
            if key in strategic and "metadata" in schema.get("properties", {}):
                roots[key] = name
    assert set(roots) == strategic
    return types, roots


def add_maps(types):
    """A type of its own for each map of a type: all its members have one schema, which "*" stands for."""
    for name in list(types):
        for schema in types[name].get("properties", {}).values():
            value = target(schema)
            if value and value.startswith("map of "):
                types[value] = {"properties": {"*": {"$ref": "/" + value[len("map of "):]}}}


def rule(schema):
    """Strategy, merge key, keys of a member; None when it has none of them."""
    strategies = set(filter(None, schema.get("x-kubernetes-patch-strategy", "").split(",")))
    key = schema.get("x-kubernetes-patch-merge-key", "")
    keys = schema.get("x-kubernetes-list-map-keys", []) or ([key] if key else [])
    if not strategies and not keys:
        return None
    strategy = "merge" if "merge" in strategies else "replace" if "replace" in strategies else "none"
    return strategy, "retainKeys" in strategies, key, keys


def short(name):
    return re.sub(r"^io\.k8s\.(api\.|apimachinery\.pkg\.apis\.|apiextensions-apiserver\.pkg\.apis\.|"
                  r"kube-aggregator\.pkg\.apis\.)?", "", name)


def main():
    types, roots = read(sys.argv[1])
    add_maps(types)
    leading = {name for name, schema in types.items() if any(map(rule, schema.get("properties", {}).values()))}
    while True:
        more = {name for name, schema in types.items()
                if name not in leading and any(target(p) in leading for p in schema.get("properties", {}).values())}
        if not more:
            break
        leading |= more
    reached, waiting = set(), list(roots.values())
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        waiting += [t for t in map(target, types[name].get("properties", {}).values()) if t in leading]
    names = sorted(reached, key=short)
    index = {name: number for number, name in enumerate(names)}
    members, ranges = [], []
    for name in names:
        first = len(members)
        for member, schema in sorted(types[name]["properties"].items()):
            value = target(schema)
            found = rule(schema)
            if found is None and value not in leading:
                continue
            strategy, retain, key, keys = found or ("none", False, "", [])
            assert len(keys) <= 4
            quoted = ", ".join(f'"{k}"' for k in keys)
            members.append(f'    {{"{member}", Strategy::{strategy}, {str(retain).lower()}, "{key}", {{{quoted}}}, '
                           f'{len(keys)}, {index[value] if value in leading else -1}}},')
        members[first] += f"  // {short(name)}: {index[name]}"
        ranges.append(f"    {{{first}, {len(members) - first}}},")
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by schemas/generate.py from Kubernetes 1.37.1. Do not edit.")
    print('#include "builtin_merge_rules.hpp"\n')
    print("namespace kubexx::detail {\n")
    print("namespace {\n")
    print("using Strategy = MergeSchema::Field::Strategy;\n")
    print("// clang-format off")
    print("constexpr MergeMember members[] = {")
    print("\n".join(members))
    print("};\n")
    print("constexpr MergeType types[] = {")
    print("\n".join(ranges))
    print("};\n")
    print("constexpr MergeKind kinds[] = {")
    for (group, version, kind), name in sorted(roots.items()):
        print(f'    {{"{group}", "{version}", "{kind}", {index[name]}}},')
    print("};")
    print("// clang-format on\n")
    print("}  // namespace\n")
    print(f"const MergeTables merge_tables{{members, types, kinds, {index[roots['', 'v1', 'ConfigMap']]}}};\n")
    print("}  // namespace kubexx::detail")


main()
