#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints src/schema/builtin_schemas.cpp: the fields of the built-in kinds, from a Kubernetes release's swagger.json.

generate.py api/openapi-spec/swagger.json API APIMACHINERY APIEXTENSIONS AGGREGATOR

tools/openapi/generate.py calls it. The folders are those of the Go modules k8s.io/api, k8s.io/apimachinery,
k8s.io/apiextensions-apiserver and k8s.io/kube-aggregator of that release.

Only facts are taken: names, types, what is required, and how lists merge. One entry per type:

  TYPE field:CODE field!:CODE;p=KEY;l=map/KEY
  TYPE;m=atomic field:CODE;m=granular

Fields come in the order of the Go struct, which is that of Go's encoder.

`!` is required. CODE: s string, b boolean, i32, i64, f number, t time, m time in microseconds, y bytes, q quantity, x int or string, * anything,
@TYPE another type, []CODE a list, {}CODE a map. `p=KEY` merges by that key in a strategic merge patch (empty for a list
of scalars), `r` retains keys, `l=` is x-kubernetes-list-type with its keys, `m=` is x-kubernetes-map-type, `d=VALUE` is the default, in JSON. What Go makes of
its zero value: `z` does not write it (no pointer, omitempty), `e` writes it, `n` writes null; `g=TYPE` is the name of the Go
type where that is a named string or map; `i=STRUCT` is the struct that the field is inlined from, which Go's decoder names.
"""
import json
import re
import sys

from table_source import print_table

# The packages whose kinds are taken, every one of them; and the other types that requests carry.
PACKAGES = [
    "admissionregistration.v1", "apps.v1", "authentication.v1", "authorization.v1", "autoscaling.v1", "autoscaling.v2",
    "batch.v1", "certificates.v1", "coordination.v1", "core.v1", "discovery.v1", "events.v1", "flowcontrol.v1",
    "networking.v1", "node.v1", "policy.v1", "rbac.v1", "resource.v1", "scheduling.v1", "storage.v1", "storagemigration.v1",
]
OTHERS = [
    "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
    "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService",
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


def fields_of(structs, package, name, inlined=""):
    """The fields of a type, inlined ones too, with the names of the structs that these are inlined from."""
    for field, go_type, options, default in structs.get(package + "." + name, []):
        if "inline" in options or not field:
            yield from fields_of(structs, package, go_type.lstrip("*"), inlined + "." + go_type.lstrip("*"))
        else:
            yield field, go_type, options, default, inlined.lstrip(".")


def reflected(go_type, package):
    """A type as Go's reflection writes it: "map[v1.ResourceName]v1.ClaimResourceStatus"."""
    version = package.rsplit(".", 1)[1]
    text = re.sub(r"\b(?:metav1|corev1|apiv1)\.", "v1.", go_type).replace("[]byte", "[]uint8")
    return re.sub(r"(?<![\w.])([A-Z]\w*)", version + r".\1", text)


def zero_flag(go_type, options, code):
    """What Go writes for a field that is not set."""
    pointer = go_type.startswith("*")
    is_struct = code[0] == "@" or code in ("t", "m", "q", "x")
    if "omitzero" in options or code == "*":
        return ""
    if is_struct and not pointer:
        return ";e"  # omitempty does not apply to structs
    if "omitempty" in options:
        return ";z" if not pointer and code in ("s", "b", "i32", "i64", "y") else ""
    return ";n" if pointer or code.startswith(("[]", "{}")) or code == "y" else ";e"


def short(name):
    for long, brief in (("io.k8s.apimachinery.pkg.apis.meta.v1.", "meta.v1."),
                        ("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.", "apiextensions.v1."),
                        ("io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.", "apiregistration.v1."),
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


def map_type(schema):
    return ";m=" + schema["x-kubernetes-map-type"] if "x-kubernetes-map-type" in schema else ""


def entry(name, definition, wanted, structs):
    required = set(definition.get("required", []))
    package, kind = short(name).rsplit(".", 1)
    go = {field: rest for field, *rest in fields_of(structs, package, kind)}
    words = [short(name) + map_type(definition)]
    order = {field: index for index, field in enumerate(["kind", "apiVersion", *go])}
    properties = definition.get("properties", {})
    for field, schema in sorted(properties.items(), key=lambda item: (order.get(item[0], len(order)), item[0])):
        value = code(schema, wanted)
        word = field + ("!" if field in required else "") + ":" + value
        strategy = schema.get("x-kubernetes-patch-strategy", "").split(",")
        if "merge" in strategy:
            word += ";p=" + schema.get("x-kubernetes-patch-merge-key", "")
        if "retainKeys" in strategy:
            word += ";r"
        go_type, options, default, inlined = go.get(field, (None, [], None, ""))
        if go_type and not inlined.endswith("TypeMeta"):
            word += zero_flag(go_type, options, value)
            if default or (default is not None and go_type.startswith("*")):
                word += ";d=" + json.dumps(default)
            named = go_type.lstrip("*[]")
            if value.lstrip("[]") == "s" and named != "string" and "map" not in named:
                word += ";g=" + reflected(named, package)
            plain_map = "map[string]" + {"s": "string", "b": "bool"}.get(value[2:], "")
            if value.startswith("{}") and "@" not in value and go_type.lstrip("*") != plain_map:
                word += ";g=" + reflected(go_type.lstrip("*"), package)
            if inlined:
                word += ";i=" + inlined
        list_type = schema.get("x-kubernetes-list-type")
        if list_type:
            word += ";l=" + "/".join([list_type] + schema.get("x-kubernetes-list-map-keys", []))
        words.append(word + map_type(schema))
    return words


def entries_of(definitions, api, machinery, extensions, aggregator):
    """The words of each type that the server has, by its name in the document."""
    structs = go_structs({
        "meta.v1": [machinery + "/pkg/apis/meta/v1/types.go"],
        "apiextensions.v1": [extensions + "/pkg/apis/apiextensions/v1/types.go"],
        "apiregistration.v1": [aggregator + "/pkg/apis/apiregistration/v1/types.go"],
        **{package: [f"{api}/{package.replace('.', '/')}/types.go"] for package in PACKAGES},
    })
    kinds = [name for name, definition in definitions.items()
             if "x-kubernetes-group-version-kind" in definition and not name.endswith("List")
             and name.startswith("io.k8s.api.") and short(name).rsplit(".", 1)[0] in PACKAGES]
    wanted, entries = kinds + OTHERS, {}
    while wanted:
        name = wanted.pop()
        if name not in entries:
            entries[name] = entry(name, definitions[name], wanted, structs)
    return entries


def main():
    definitions = json.load(open(sys.argv[1], encoding="utf-8"))["definitions"]
    entries = entries_of(definitions, *sys.argv[2:])
    print_table(sorted(entries.values()), "generate.py", "schema/builtin_schemas.hpp", "kubexx::apiserver",
                "builtin_schema_text")


if __name__ == "__main__":
    main()
