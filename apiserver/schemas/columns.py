#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/kinds/builtin_columns.cpp: the columns that `kubectl get` shows of the built-in kinds, asked of a real server.

columns.py https://127.0.0.1:6443 TOKEN > apiserver/src/kinds/builtin_columns.cpp

One line per kind and version, then one per column: name, type, format, priority, description, separated by '|'. The two
descriptions that most kinds share are NAME and AGE there.
"""
import json
import ssl
import sys
import urllib.request

SKIPPED = {"apiregistration.k8s.io", "apiextensions.k8s.io", "resource.k8s.io", "flowcontrol.apiserver.k8s.io",
           "storagemigration.k8s.io"}
server, token = sys.argv[1:]
context = ssl._create_unverified_context()


def get(path, accept="application/json"):
    request = urllib.request.Request(server + path, headers={"Authorization": "Bearer " + token, "Accept": accept})
    return json.load(urllib.request.urlopen(request, context=context))


def columns_of(path):
    table = get(path + "?limit=1", "application/json;as=Table;v=v1;g=meta.k8s.io")
    return [(c["name"], c["type"], c["format"], str(c["priority"]), c["description"]) for c in table["columnDefinitions"]]


def main():
    paths = ["/api/v1"]
    for group in get("/apis")["groups"]:
        if group["name"] not in SKIPPED:
            paths += ["/apis/" + v["groupVersion"] for v in group["versions"] if v["version"] in ("v1", "v2")]
    tables = {}
    for path in paths:
        for resource in get(path)["resources"]:
            if "list" in resource["verbs"] and "/" not in resource["name"] and resource["name"] != "componentstatuses":
                tables[path.replace("/apis/", "").replace("/api/", "/") + "/" + resource["name"]] = \
                    columns_of(path + "/" + resource["name"])
    common = {"NAME": next(c[4] for c in tables["/v1/pods"] if c[0] == "Name"),
              "AGE": next(c[4] for c in tables["/v1/pods"] if c[0] == "Age")}
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by schemas/columns.py, which explains the format. Do not edit.")
    print('#include "kinds/builtin_columns.hpp"\n')
    print("namespace kubexx::apiserver {\n")
    print("// clang-format off")
    print("const std::initializer_list<std::string_view>& builtin_column_text()\n{")
    print("  static const std::initializer_list<std::string_view> parts{")
    print("R\"~(" + "".join(f"={name}|{text}\n".replace("\n\n", "\\n\\n", 1) for name, text in common.items()) + ")~\",")
    for kind, columns in sorted(tables.items()):
        lines = [kind]
        for *facts, description in columns:
            known = [name for name, text in common.items() if text == description]
            lines.append(" " + "|".join(facts + [known[0] if known else description.replace("\n", "\\n")]))
        print("R\"~(" + "\n".join(lines) + "\n)~\",")
    print("  };\n  return parts;\n}")
    print("// clang-format on\n")
    print("}  // namespace kubexx::apiserver")


main()
