# SPDX-License-Identifier: Apache-2.0
"""Writes the structural schemas of the structs of kubexx::types, without descriptions, for CRDs that contain them.

A schema refers to another struct by its name below namespace kubexx: {"$ref": "corev1::Container"}.
"""
import json
import os
import re

import typed
from kubernetes import PACKAGES

INT_OR_STRING = {"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": True}
ANYTHING = {"x-kubernetes-preserve-unknown-fields": True}
# A schema for each C++ type that is no struct of kubexx::types; the others of apimachinery are references too.
KNOWN = {
    "Time": {"type": "string", "format": "date-time"},
    "MicroTime": {"type": "string", "format": "date-time"},
    "MetaDuration": {"type": "string"},
    "RawJson": ANYTHING,
    "IntOrString": INT_OR_STRING,
    "Quantity": {**INT_OR_STRING, "pattern": r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|"
                                             r"([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"},
}
# What a CRD may say of a built-in type; the rest is for clients (patch strategies) or for people.
KEPT = ["type", "format", "required", "default", "enum", "nullable", "x-kubernetes-list-type",
        "x-kubernetes-list-map-keys", "x-kubernetes-map-type"]


def defaults(document):
    """The defaults that Go's sources state: definition → member → value. The document has one for each required member
    too, the zero value of its type."""
    found = {}
    folder = os.path.join(os.path.dirname(document), "v3")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            schemas = json.load(file).get("components", {}).get("schemas", {})
        for definition, schema in schemas.items():
            for member, value in schema.get("properties", {}).items():
                stated = value.get("default") == "" and member not in schema.get("required", [])
                if stated or value.get("default", {}) not in ("", {}, [], 0, False):
                    found.setdefault(definition, {})[member] = value["default"]
    return found


class Schemas:
    def __init__(self, model):
        self.model = model
        self.defaults = defaults(model.release.document)
        self.inside = []  # the definitions that `inline` is in

    def reference(self, name):
        if name in typed.KNOWN:
            cpp = typed.KNOWN[name][0]
            return KNOWN.get(cpp, {"$ref": cpp})
        for _, namespace, prefix, *_ in PACKAGES:
            short = name[len(prefix):]
            if name.startswith(prefix) and (namespace, short) in self.model.types:
                return {"$ref": f"{namespace}::{short}"}
        definition = self.model.release.definitions.get(name, {})
        if "properties" in definition and name not in self.inside:
            return self.inline(name, definition)  # not stable yet, hence no struct of kubexx::types
        return ANYTHING

    def inline(self, name, definition):
        self.inside.append(name)
        schema = self.value({key: value for key, value in definition.items() if key != "properties"})
        schema["properties"] = {member: self.value(value) for member, value in definition["properties"].items()}
        self.inside.pop()
        schema.pop(*ANYTHING, None)
        return schema

    def value(self, schema):
        if "allOf" in schema:
            schema = {**schema, **schema["allOf"][0]}
        if "$ref" in schema:
            return self.reference(schema["$ref"].rsplit("/", 1)[1])
        kept = {key: schema[key] for key in KEPT if key in schema}
        if "items" in schema:
            kept["items"] = self.value(schema["items"])
        if "additionalProperties" in schema:
            kept["additionalProperties"] = self.value(schema["additionalProperties"])
        if kept == {"type": "object"}:
            return {**kept, **ANYTHING}
        return kept

    def struct(self, struct):
        prefix = next(p for _, n, p, *_ in PACKAGES if n == struct.namespace)
        definition = self.model.release.definitions[prefix + struct.name]
        schema = {key: definition[key] for key in KEPT if key in definition}
        schema.setdefault("type", "object")
        members = {}
        for name, value in definition.get("properties", {}).items():
            members[name] = self.value(value)
            default = self.defaults.get(prefix + struct.name, {}).get(name)
            if default is not None and "$ref" not in members[name]:
                members[name] = {**members[name], "default": default}
        if members:
            schema["properties"] = members
        return schema

    def source(self, origin):
        lines = ["// SPDX-License-Identifier: Apache-2.0", origin, '#include "kubexx/types/crd_schemas.hpp"', "",
                 "#include <algorithm>", "#include <array>", "", "namespace kubexx {", "", "namespace {", "",
                 "struct BuiltinSchema {", "  std::string_view type, json;", "};", "", "// clang-format off",
                 "constexpr BuiltinSchema builtin_schemas[] = {"]
        texts = {}
        for struct in self.model.types.values():
            if isinstance(struct, typed.Struct):
                name = f"{struct.namespace}::{struct.name}"
                texts[name] = json.dumps(self.struct(struct), separators=(",", ":"), sort_keys=True)
        for name in sorted(texts):
            assert ')json"' not in texts[name]
            lines.append(f'  {{"{name}", R"json({texts[name]})json"}},')
        lines += ["};", "// clang-format on", "", "}  // namespace", "",
                  "std::string_view builtin_schema(std::string_view type) noexcept", "{",
                  "  const auto* const found = std::lower_bound(std::begin(builtin_schemas), std::end(builtin_schemas), type,",
                  "                                             [](const BuiltinSchema& one, std::string_view wanted) { return one.type < wanted; });",
                  "  return found != std::end(builtin_schemas) && found->type == type ? found->json : std::string_view();",
                  "}", "", "}  // namespace kubexx"]
        return "\n".join(lines) + "\n"

    @staticmethod
    def header(origin):
        return f"""// SPDX-License-Identifier: Apache-2.0
{origin}
#pragma once

#include <string_view>

namespace kubexx {{

/// Returns the schema of a struct of kubexx::types, "corev1::PodTemplateSpec", as JSON text without descriptions;
/// empty: there is none. For CRDs with such members: `schema::crds<CronJob>(builtin_schema)`. Only a program that names
/// this function links the schemas.
[[nodiscard]] std::string_view builtin_schema(std::string_view type) noexcept;

}}  // namespace kubexx
"""
