#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints src/columns/builtin_columns.cpp: the columns that `kubectl get` shows of the built-in kinds, from a release.

columns.py api/openapi-spec/swagger.json < COLUMNS

tools/openapi/generate.py calls it. COLUMNS is what the Go program of the folder columns/ prints. One line per kind and
version, then one per column: name, type, format, priority, description, separated by '|'. The two descriptions that
most kinds share are NAME and AGE there.
"""
import json
import sys

SKIPPED = {"apiregistration.k8s.io", "apiextensions.k8s.io", "resource.k8s.io", "flowcontrol.apiserver.k8s.io",
           "storagemigration.k8s.io"}
# Of these the server does not use the printers: pkg/registry/storage/csistoragecapacity has the default ones.
UNPRINTED = {("storage.k8s.io", "CSIStorageCapacity")}
NO_TABLES = {"ComponentStatus"}  # not served here


def listed_kinds(paths):
    """Group, version, kind and plural of what can be listed."""
    for path, methods in paths.items():
        get = methods.get("get", {})
        kind = get.get("x-kubernetes-group-version-kind")
        parts = path.strip("/").split("/")
        if get.get("x-kubernetes-action") == "list" and kind["version"] in ("v1", "v2") and "watch" not in parts:
            yield kind["group"], kind["version"], kind["kind"], parts[-1]


def main():
    columns = json.load(sys.stdin)
    paths = json.load(open(sys.argv[1], encoding="utf-8"))["paths"]
    common = {"NAME": next(c["description"] for c in columns["/Pod"] if c["name"] == "Name"),
              "AGE": next(c["description"] for c in columns["/Pod"] if c["name"] == "Age")}
    default = [{"name": "Name", "type": "string", "format": "name", "priority": 0, "description": common["NAME"]},
               {"name": "Created At", "type": "date", "format": "", "priority": 0, "description": common["AGE"]}]
    tables = {}
    for group, version, kind, plural in listed_kinds(paths):
        if group not in SKIPPED and kind not in NO_TABLES:
            printed = default if (group, kind) in UNPRINTED else columns.get(f"{group}/{kind}", default)
            tables[f"{group}/{version}/{plural}"] = printed
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by schemas/columns.py, which explains the format. Do not edit.")
    print('#include "columns/builtin_columns.hpp"\n')
    print("namespace kubexx::apiserver {\n")
    print("// clang-format off")
    print("const std::initializer_list<std::string_view>& builtin_column_text()\n{")
    print("  static const std::initializer_list<std::string_view> parts{")
    print("R\"~(" + "".join(f"={name}|{text}\n".replace("\n\n", "\\n\\n", 1) for name, text in common.items()) + ")~\",")
    for kind, table in sorted(tables.items()):
        lines = [kind]
        for column in table:
            description = column["description"]
            known = [name for name, text in common.items() if text == description]
            lines.append(" " + "|".join([column["name"], column["type"], column["format"], str(column["priority"]),
                                         known[0] if known else description.replace("\n", "\\n")]))
        print("R\"~(" + "\n".join(lines) + "\n)~\",")
    print("  };\n  return parts;\n}")
    print("// clang-format on\n")
    print("}  // namespace kubexx::apiserver")


main()
