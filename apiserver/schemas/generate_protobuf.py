#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints src/protobuf/table_text.cpp: how the built-in kinds are written in protobuf, from a release's Go modules.

generate_protobuf.py API APIMACHINERY APIEXTENSIONS

tools/openapi/generate.py calls it. The arguments are the folders of the Go modules k8s.io/api, k8s.io/apimachinery and k8s.io/apiextensions-apiserver.
Numbers and types come from the generated.proto files; JSON names, and what Go omits, from the tags of the Go structs.

  %PACKAGE API-VERSION          the API version of the kinds of a package
  MESSAGE NUMBER:NAME:CODE;FLAGS

A message that is a kind ends in `!`. CODE: s string, b boolean, i32, i64, f double, y bytes, t Time, m MicroTime,
d Duration, q Quantity, x IntOrString, r raw JSON, @MESSAGE, []CODE a list, {}CODE a map with strings as keys. FLAGS:
p pointer (a zero value is written), e omitempty, o omitzero, i inline, g=NAME the Go name where it is not the JSON name
with a capital letter.
"""
import glob
import re
import sys

from table_source import print_table

GROUPS = ["admissionregistration/v1", "apps/v1", "authentication/v1", "authorization/v1", "autoscaling/v1",
          "autoscaling/v2", "batch/v1", "certificates/v1", "coordination/v1", "core/v1", "discovery/v1", "events/v1",
          "flowcontrol/v1", "networking/v1", "node/v1", "policy/v1", "rbac/v1", "resource/v1", "scheduling/v1",
          "storage/v1", "storagemigration/v1"]
REFERRED = ["scheduling/v1alpha3"]  # whose kinds are left out
LONG = {"k8s.io.apimachinery.pkg.apis.": "", "k8s.io.apiextensions_apiserver.pkg.apis.": "", "k8s.io.api.": ""}
SCALARS = {"string": "s", "bool": "b", "int32": "i32", "int64": "i64", "double": "f", "bytes": "y"}
SPECIAL = {"meta.v1.Time": "t", "meta.v1.MicroTime": "m", "meta.v1.Duration": "d", "meta.v1.FieldsV1": "r",
           "k8s.io.apimachinery.pkg.api.resource.Quantity": "q", "k8s.io.apimachinery.pkg.util.intstr.IntOrString": "x",
           "k8s.io.apimachinery.pkg.runtime.RawExtension": "r", "apiextensions.v1.JSON": "r"}
OPTIONS = ["CreateOptions", "DeleteOptions", "GetOptions", "ListOptions", "PatchOptions", "Status", "UpdateOptions"]

MESSAGE = re.compile(r"^message (\w+) \{\n(.*?)^\}", re.M | re.S)
PROTO_FIELD = re.compile(r"^  (?:(optional|repeated) ([\w.]+)|map<string, ([\w.]+)>) (\w+) = (\d+);", re.M)
STRUCT = re.compile(r"^type (\w+) struct \{\n(.*?)^\}", re.M | re.S)
SLICE = re.compile(r"^type (\w+) \[\]", re.M)
GO_FIELD = re.compile(r'^\t(?:(\w+) +)?([\w.*\[\]]+) +`([^`]*)`', re.M)


def short(name):
    for long, brief in LONG.items():
        if name.startswith(long):
            return brief + name[len(long):]
    return name


def go_fields(folder):
    """For each struct of a package: its fields by protobuf number, and whether it is a kind. And the named slices."""
    structs, slices = {}, set()
    for file in glob.glob(folder + "/*.go"):
        if file.endswith(("_test.go", "generated.pb.go")) or "/zz_" in file:
            continue
        text = open(file, encoding="utf-8").read()
        slices.update(SLICE.findall(text))
        for name, body in STRUCT.findall(text):
            fields, kind = {}, False
            for go_name, go_type, tags in GO_FIELD.findall(body):
                tag = dict(re.findall(r'(\w+):"([^"]*)"', tags))
                kind = kind or not go_name and go_type.endswith("TypeMeta")
                if "," in tag.get("protobuf", ""):
                    json_name, *options = tag.get("json", "").split(",")
                    if not go_name and not json_name:
                        options.append("inline")  # as encoding/json sees an embedded struct without a name
                    fields[int(tag["protobuf"].split(",")[1])] = (
                        go_name or go_type.lstrip("*").split(".")[-1], go_type, json_name, options)
            structs[name] = (fields, kind)
    return structs, slices


def main():
    api, machinery, extensions = sys.argv[1:]
    folders = [f"{api}/{group}" for group in GROUPS + REFERRED]
    folders += [machinery + "/pkg/apis/meta/v1", extensions + "/pkg/apis/apiextensions/v1"]
    messages, versions, kinds = {}, {}, []
    for folder in folders:
        proto = open(folder + "/generated.proto", encoding="utf-8").read()
        package = re.search(r"^package ([\w.]+);", proto, re.M).group(1)
        structs, slices = go_fields(folder)
        group = re.search(r'GroupName = "([^"]*)"', open(folder + "/register.go", encoding="utf-8").read()).group(1)
        versions[short(package)] = (group + "/" if group else "") + package.rsplit(".", 1)[1]
        for name, body in MESSAGE.findall(proto):
            full = short(package + "." + name)
            fields, kind = structs.get(name, ({}, False))
            is_list = kind and name.endswith("List")
            words = []
            for _, of, map_of, field, number in PROTO_FIELD.findall(body):
                label = "{}" if map_of else "[]" if "repeated " + of + " " + field + " " in body else ""
                of = map_of or of
                if of in SCALARS:
                    code = SCALARS[of]
                else:
                    of = short(of[1:] if of.startswith(".") else package + "." + of)
                    code = SPECIAL.get(of) or "@" + of
                go_name, go_type, json_name, options = fields.get(int(number), (None, "", "", []))
                if json_name == "-":
                    continue
                inline = "inline" in options
                json_name = json_name or field
                flags = []
                if go_type.startswith("*"):
                    flags.append("p")
                for option, flag in (("omitempty", "e"), ("omitzero", "o")):
                    if option in options:
                        flags.append(flag)
                if inline:
                    flags.append("i")
                if go_name and go_name != json_name[0].upper() + json_name[1:]:
                    flags.append("g=" + go_name)
                words.append((f"{number}:{json_name}:{label}{code}" + (";" + ";".join(flags) if flags else ""),
                              of if code.startswith("@") else None))
            wanted = kind and not is_list and "alpha" not in full and (not full.startswith("meta.v1.") or name in OPTIONS)
            messages[full] = (wanted, name in slices, words)
            if wanted:
                kinds.append(full)
    todo, done = kinds, {}
    while todo:
        name = todo.pop()
        if name in done:
            continue
        wanted, is_slice, words = messages[name]
        done[name] = [name + ("!" if wanted else "") + ("[]" if is_slice else "")] + [word for word, _ in words]
        todo += [of for _, of in words if of]
    entries = [[f"%{package}", version] for package, version in versions.items()]
    print_table(sorted(entries) + sorted(done.values()), "generate_protobuf.py", "protobuf/table.hpp",
                "kubexx::apiserver::protobuf", "table_text")

main()
