#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/schema/builtin_schemas.cpp: the fields of the built-in kinds, from a Kubernetes release's swagger.json.

generate.py api/openapi-spec/swagger.json API APIMACHINERY > apiserver/src/schema/builtin_schemas.cpp

API and APIMACHINERY are the folders of the Go modules k8s.io/api and k8s.io/apimachinery of that release.

Only facts are taken: names, types, what is required, and how lists merge. One entry per type:

  TYPE field:CODE field!:CODE;p=KEY;l=map/KEY

`!` is required. CODE: s string, b boolean, i32, i64, f number, t time, m time in microseconds, y bytes, q quantity, x int or string, * anything,
@TYPE another type, []CODE a list, {}CODE a map. `p=KEY` merges by that key in a strategic merge patch (empty for a list
of scalars), `r` retains keys, `l=` is x-kubernetes-list-type with its keys, `z` is a field whose zero value Go does not
write (no pointer, omitempty).
"""
import json
import re
import sys

KINDS = [
    "io.k8s.api.core.v1.Namespace", "io.k8s.api.core.v1.Pod", "io.k8s.api.core.v1.ConfigMap",
    "io.k8s.api.core.v1.Secret", "io.k8s.api.core.v1.Service", "io.k8s.api.core.v1.ServiceAccount",
    "io.k8s.api.core.v1.Event", "io.k8s.api.events.v1.Event", "io.k8s.api.apps.v1.Deployment",
    "io.k8s.api.apps.v1.ReplicaSet", "io.k8s.api.coordination.v1.Lease", "io.k8s.api.rbac.v1.Role",
    "io.k8s.api.rbac.v1.RoleBinding", "io.k8s.api.rbac.v1.ClusterRole", "io.k8s.api.rbac.v1.ClusterRoleBinding",
    "io.k8s.api.policy.v1.PodDisruptionBudget", "io.k8s.api.networking.v1.NetworkPolicy",
    "io.k8s.api.autoscaling.v1.Scale", "io.k8s.api.authentication.v1.TokenRequest",
    "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
]
ANYTHING = {"JSONSchemaProps", "JSON", "FieldsV1", "RawExtension"}


STRUCT = re.compile(r"^type (\w+) struct \{\n(.*?)^\}", re.M | re.S)
FIELD = re.compile(r'^\t(?:(\w+) +)?(\S+) +`[^`]*json:"([^"]*)"', re.M)


def go_structs(folders):
    """For each type of the packages: its fields, as (JSON name, Go type, options)."""
    structs = {}
    for package, files in folders.items():
        for file in files:
            for name, body in STRUCT.findall(open(file, encoding="utf-8").read()):
                fields = []
                for _, go_type, tag in FIELD.findall(body):
                    parts = tag.split(",")
                    fields.append((parts[0], go_type, parts[1:]))
                structs[package + "." + name] = fields
    return structs


def droppable(structs, package, name):
    """The JSON names of the fields of a type that Go omits when they have their zero value."""
    found = set()
    for field, go_type, options in structs.get(package + "." + name, []):
        if "inline" in options:
            found |= droppable(structs, package, go_type.lstrip("*"))
        elif "omitempty" in options and not go_type.startswith(("*", "[", "map")):
            found.add(field)
    return found


def short(name):
    for long, brief in (("io.k8s.apimachinery.pkg.apis.meta.v1.", "meta.v1."),
                        ("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.", "apiextensions.v1."),
                        ("io.k8s.api.", "")):
        if name.startswith(long):
            return brief + name[len(long):]
    return name


def code(schema, wanted):
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        last = name.rsplit(".", 1)[1]
        simple = {"Quantity": "q", "IntOrString": "x", "Time": "t", "MicroTime": "m"}.get(last)
        if simple or last in ANYTHING:
            return simple or "*"
        wanted.append(name)
        return "@" + short(name)
    kind = schema.get("type")
    if kind == "array":
        return "[]" + code(schema["items"], wanted)
    if kind == "object":
        return "{}" + code(schema["additionalProperties"], wanted) if "additionalProperties" in schema else "*"
    if kind == "integer":
        return "i64" if schema.get("format") == "int64" else "i32"
    if kind == "string":
        return "y" if schema.get("format") == "byte" else "s"
    return {"boolean": "b", "number": "f"}.get(kind, "*")


def entry(name, definition, wanted, structs):
    required = set(definition.get("required", []))
    package, kind = short(name).rsplit(".", 1)
    drop = droppable(structs, package, kind)
    words = [short(name)]
    for field, schema in sorted(definition.get("properties", {}).items()):
        word = field + ("!" if field in required else "") + ":" + code(schema, wanted)
        strategy = schema.get("x-kubernetes-patch-strategy", "").split(",")
        if "merge" in strategy:
            word += ";p=" + schema.get("x-kubernetes-patch-merge-key", "")
        if "retainKeys" in strategy:
            word += ";r"
        if field in drop and word.split(":", 1)[1].split(";")[0] in ("s", "b", "i32", "i64"):
            word += ";z"
        list_type = schema.get("x-kubernetes-list-type")
        if list_type:
            word += ";l=" + "/".join([list_type] + schema.get("x-kubernetes-list-map-keys", []))
        words.append(word)
    return words


def main():
    definitions = json.load(open(sys.argv[1], encoding="utf-8"))["definitions"]
    api, machinery = sys.argv[2:]
    structs = go_structs({
        "meta.v1": [machinery + "/pkg/apis/meta/v1/types.go"],
        **{f"{group}.v1": [f"{api}/{group}/v1/types.go"]
           for group in ("apps", "autoscaling", "coordination", "core", "events", "networking", "policy", "rbac")},
    })
    wanted, done, entries = list(KINDS), set(), []
    while wanted:
        name = wanted.pop()
        if name in done:
            continue
        done.add(name)
        entries.append(entry(name, definitions[name], wanted, structs))
    parts, size = [[]], 0
    for words in sorted(entries):
        lines, line = [], ""
        for word in words:
            if line and len(line) + len(word) + 1 > 118:
                lines.append(line)
                line = ""
            line += (" " if line or lines else "") + word
        lines.append(line)
        text = "\n".join(lines) + "\n"
        if size + len(text) > 14000:
            parts.append([])
            size = 0
        parts[-1].append(text)
        size += len(text)
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by schemas/generate.py, which explains the format. Do not edit.")
    print('#include "builtin_schemas.hpp"\n')
    print("namespace kubexx::apiserver {\n")
    print("// clang-format off")
    print("const std::initializer_list<std::string_view>& builtin_schema_text()\n{")
    print("  static const std::initializer_list<std::string_view> parts{")
    for part in parts:
        print('R"(' + "".join(part) + ')",')
    print("  };\n  return parts;\n}")
    print("// clang-format on\n")
    print("}  // namespace kubexx::apiserver")


main()
