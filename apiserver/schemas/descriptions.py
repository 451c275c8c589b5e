#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints src/serve/builtin_description_bytes.cpp: what the OpenAPI documents of a release say of the built-in types beside
the facts of builtin_schemas.cpp.

descriptions.py api/openapi-spec/swagger.json API APIMACHINERY APIEXTENSIONS KUBERNETES

tools/openapi/generate.py calls it. The first four arguments are those of generate.py, the last is the folder of the
module k8s.io/kubernetes, in which a generated file has what enumerated strings may be: the document is made without it.

These entries, sorted, each of a key and a text that end in a zero byte, all of it compressed as zlib does:

  TYPE             the description of a type
  TYPE.FIELD       of a field
  TYPE.FIELD enum  the values of a field, or of the elements of a list or map, one a line
  TYPE.FIELD ref   the type of the same, where the table has "anything"
"""
import json
import re
import sys
import zlib

from generate import ANYTHING, entries_of, short

# Types that are values of their own in the table.
VALUES = ["io.k8s.apimachinery.pkg.api.resource.Quantity", "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
          "io.k8s.apimachinery.pkg.apis.meta.v1.Time", "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime"]
GENERATED = "pkg/generated/openapi/zz_generated.openapi.go"
FUNCTION = re.compile(r"^func schema_(?:k8sio_api|pkg_apis)_(\w+)_(v\w+?)_(\w+)\(ref .*?^}", re.M | re.S)
PROPERTY = re.compile(r'^\t{5}"([^"]+)": {\n(.*?)^\t{5}},', re.M | re.S)
DESCRIPTION = re.compile(r'^\t{7}Description: +(".*"),$', re.M)
ENUM = re.compile(r"^\t+Enum: +\[\]interface{}{(.*)},$", re.M)


def brief(name):
    return short(name).removeprefix("io.k8s.")


def enumerations(kubernetes):
    """For each field with enumerated values: its description and the values."""
    found = {}
    text = open(f"{kubernetes}/{GENERATED}", encoding="utf-8").read()
    for function in FUNCTION.finditer(text):
        for field, body in PROPERTY.findall(function[0]):
            values = ENUM.search(body)
            if values:
                key = f"{function[1]}.{function[2]}.{function[3]}.{field}"
                found[key] = (json.loads(DESCRIPTION.search(body)[1]), json.loads(f"[{values[1]}]"))
    return found


def anything(schema):
    """The type that a field or its elements refer to, where that is one without a table."""
    for inner in (schema, schema.get("items", {}), schema.get("additionalProperties", {})):
        name = inner.get("$ref", "").rsplit("/", 1)[-1]
        if name.rsplit(".", 1)[-1] in ANYTHING:
            return name
    return None


def main():
    *arguments, kubernetes = sys.argv[1:]
    definitions = json.load(open(arguments[0], encoding="utf-8"))["definitions"]
    enums, texts = enumerations(kubernetes), {}
    assert len(enums) > 100
    for name in VALUES + list(entries_of(definitions, *arguments[1:])):
        texts[brief(name)] = definitions[name].get("description", "")
        for field, schema in definitions[name].get("properties", {}).items():
            key = f"{brief(name)}.{field}"
            texts[key] = schema.get("description", "")
            if key in enums:
                texts[key] = enums[key][0]
                texts[key + " enum"] = "\n".join(enums[key][1])
            other = anything(schema)
            if other:
                texts[key + " ref"] = brief(other)
                texts[brief(other)] = definitions[other].get("description", "")
    plain = "".join(f"{key}\0{text}\0" for key, text in sorted(texts.items()) if text).encode()
    packed = zlib.compress(plain, 9)
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by schemas/descriptions.py, which explains the format. Do not edit.")
    print('#include "serve/builtin_descriptions.hpp"\n')
    print("namespace kubexx::apiserver {\n")
    print("namespace {\n")
    print("// clang-format off")
    print("constexpr unsigned char bytes[] = {")
    for at in range(0, len(packed), 32):
        print("".join(f"{byte}," for byte in packed[at:at + 32]))
    print("};")
    print("// clang-format on\n")
    print("}  // namespace\n")
    print(f"const PackedDescriptions packed_descriptions{{bytes, {len(plain)}}};\n")
    print("}  // namespace kubexx::apiserver")


main()
