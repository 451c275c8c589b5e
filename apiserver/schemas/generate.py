#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/schema/builtin_schemas.cpp: the fields of the built-in kinds, from a Kubernetes release's swagger.json.

generate.py api/openapi-spec/swagger.json API APIMACHINERY > apiserver/src/schema/builtin_schemas.cpp

API and APIMACHINERY are the folders of the Go modules k8s.io/api and k8s.io/apimachinery of that release.

Only facts are taken: names, types, what is required, and how lists merge. One entry per type:

  TYPE field:CODE field!:CODE;p=KEY;l=map/KEY

`!` is required. CODE: s string, b boolean, i32, i64, f number, t time, m time in microseconds, y bytes, q quantity, x int or string, * anything,
@TYPE another type, []CODE a list, {}CODE a map. `p=KEY` merges by that key in a strategic merge patch (empty for a list
of scalars), `r` retains keys, `l=` is x-kubernetes-list-type with its keys, `d=VALUE` is the default, in JSON. What Go makes of
its zero value: `z` does not write it (no pointer, omitempty), `e` writes it, `n` writes null; `g=TYPE` is the name of the Go
type where that is a named string.
"""
import json
import re
import sys

from table_source import print_table

# The packages whose kinds are taken, every one of them; and the other types that requests carry.
PACKAGES = [
    "admissionregistration.v1", "apps.v1", "authentication.v1", "authorization.v1", "autoscaling.v1", "autoscaling.v2",
    "batch.v1", "certificates.v1", "coordination.v1", "core.v1", "discovery.v1", "events.v1", "networking.v1", "node.v1",
    "policy.v1", "rbac.v1", "scheduling.v1", "storage.v1",
]
OTHERS = [
    "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
]
ANYTHING = {"JSONSchemaProps", "JSON", "FieldsV1", "RawExtension"}


STRUCT = re.compile(r"^type (\w+) struct \{\n(.*?)^\}", re.M | re.S)
FIELD = re.compile(r'^\t(?:(\w+) +)?(\S+) +`[^`]*json:"([^"]*)"')
DEFAULT = re.compile(r"^\t// \+default=(.*)$")
CONSTANT = re.compile(r'^\t(\w+) +\w* *= "([^"]*)"', re.M)


def read_fields(body, constants):
    """The fields of a struct, as (JSON name, Go type, options, default)."""
    fields, default = [], None
    for line in body.splitlines():
        mark, field = DEFAULT.match(line), FIELD.match(line)
        if mark:
            text = mark[1]
            default = constants[text[4:-1]] if text.startswith("ref(") else json.loads(text)
        elif field:
            parts = field[3].split(",")
            fields.append((parts[0], field[2], parts[1:], default))
        if not line.startswith("\t//"):
            default = None
    return fields


def go_structs(folders):
    """For each type of the packages: its fields."""
    structs = {}
    for package, files in folders.items():
        for file in files:
            text = open(file, encoding="utf-8").read()
            constants = dict(CONSTANT.findall(text))
            for name, body in STRUCT.findall(text):
                structs[package + "." + name] = read_fields(body, constants)
    return structs


def fields_of(structs, package, name):
    """The fields of a type, inlined ones too."""
    for field, go_type, options, default in structs.get(package + "." + name, []):
        if "inline" in options or not field:
            yield from fields_of(structs, package, go_type.lstrip("*"))
        else:
            yield field, go_type, options, default


def zero_flag(go_type, options, code):
    """What Go writes for a field that is not set."""
    pointer = go_type.startswith("*")
    is_struct = code[0] == "@" or code in ("t", "m", "q", "x")
    if "omitzero" in options or code == "*":
        return ""
    if is_struct and not pointer:
        return ";e"  # omitempty does not apply to structs
    if "omitempty" in options:
        return ";z" if not pointer and code in ("s", "b", "i32", "i64") else ""
    return ";n" if pointer or code.startswith(("[]", "{}")) or code == "y" else ";e"


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
    go = {field: rest for field, *rest in fields_of(structs, package, kind)}
    words = [short(name)]
    for field, schema in sorted(definition.get("properties", {}).items()):
        value = code(schema, wanted)
        word = field + ("!" if field in required else "") + ":" + value
        strategy = schema.get("x-kubernetes-patch-strategy", "").split(",")
        if "merge" in strategy:
            word += ";p=" + schema.get("x-kubernetes-patch-merge-key", "")
        if "retainKeys" in strategy:
            word += ";r"
        if field in go and field not in ("apiVersion", "kind"):
            go_type, options, default = go[field]
            word += zero_flag(go_type, options, value)
            if default or (default is not None and go_type.startswith("*")):
                word += ";d=" + json.dumps(default)
            named = go_type.lstrip("*[]")
            if value.lstrip("[]") == "s" and named != "string" and "map" not in named:
                word += ";g=" + (named if "." in named else "v1." + named)
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
        **{package: [f"{api}/{package.replace('.', '/')}/types.go"] for package in PACKAGES},
    })
    kinds = [name for name, definition in definitions.items()
             if "x-kubernetes-group-version-kind" in definition and not name.endswith("List")
             and name.startswith("io.k8s.api.") and short(name).rsplit(".", 1)[0] in PACKAGES]
    wanted, done, entries = kinds + OTHERS, set(), []
    while wanted:
        name = wanted.pop()
        if name in done:
            continue
        done.add(name)
        entries.append(entry(name, definitions[name], wanted, structs))
    print_table(sorted(entries), "generate.py", "schema/builtin_schemas.hpp", "kubexx::apiserver", "builtin_schema_text")

main()
