# SPDX-License-Identifier: Apache-2.0
"""Writes the library kubexx::types: a described struct for each type of the stable groups, in one header per kind.

A type that several kinds share, and each one below another header's types, has a header of its own; every other type is
in the header of the kind or the shared type that it belongs to (its dominator in the graph of references).
"""
import re
import textwrap

import crd_schemas
from kubernetes import PACKAGES, RELEASE

# Types that apimachinery has, or whose JSON is kept as it is.
KNOWN = {
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": ("ObjectMeta", "meta.hpp"),
    "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector": ("MetaLabelSelector", "meta.hpp"),
    "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement": ("LabelSelectorRequirement", "meta.hpp"),
    "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference": ("OwnerReference", "meta.hpp"),
    "io.k8s.apimachinery.pkg.apis.meta.v1.Condition": ("Condition", "condition.hpp"),
    "io.k8s.apimachinery.pkg.apis.meta.v1.Time": ("Time", "time.hpp"),
    "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": ("MicroTime", "time.hpp"),
    "io.k8s.apimachinery.pkg.apis.meta.v1.Duration": ("MetaDuration", "meta_duration.hpp"),
    "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": ("RawJson", "raw_json.hpp"),
    "io.k8s.apimachinery.pkg.runtime.RawExtension": ("RawJson", "raw_json.hpp"),
    "io.k8s.apimachinery.pkg.api.resource.Quantity": ("Quantity", "quantity.hpp"),
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": ("IntOrString", "int_or_string.hpp"),
    # Recursive, and a JSON Schema is better written as JSON.
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps": ("RawJson", "raw_json.hpp"),
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": ("RawJson", "raw_json.hpp"),
}
# Large parts of pod templates that get headers of their own.
HEADERS = ["Container", "Volume", "Affinity", "Probe", "SecurityContext", "EnvVar", "ResourceRequirements"]
# What was never served, or is deprecated and no object: not a kind to write.
NOT_KINDS = {"ComponentStatus", "DeleteOptions", "Status", "APIGroup", "APIGroupList", "APIResourceList", "APIVersions",
             "WatchEvent"}
ZERO = {"std::int32_t": " = 0", "std::int64_t": " = 0", "double": " = 0", "bool": " = false"}
STANDARD = (("std::array", "array"), ("std::int", "cstdint"), ("std::map", "map"), ("std::optional", "optional"),
            ("std::string", "string"), ("std::vector", "vector"))
KEYWORDS = set("""alignas alignof and asm auto bool break case catch char class concept const continue default delete do
double else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not
nullptr operator or private protected public register requires return short signed sizeof static struct switch template
this throw true try typedef typeid typename union unsigned using virtual void volatile while xor""".split())

# Macros of gcc and clang in the modes gnu++20 and gnu++23, the former of which is CMake's default.
GNU_MACROS = {"linux", "unix"}


def snake(name):
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def identifier(name):
    return name + "_" if name in KEYWORDS | GNU_MACROS else name


def comment(text, indent, most=300):
    """The first sentences of a description as a comment; no more than about `most` characters, if at least one fits."""
    text = re.sub(r"\s+", " ", re.sub(r"\.?\s*More info: *\S+", ".", text)).strip().replace("\\", "/")
    text = re.sub(r"\.\.(?!\.)", ".", text)
    sentences = re.split(r"(?<=[a-z0-9)\"'`][.:]) (?=[A-Z\"'`(-])", text)
    kept = sentences[0]
    for sentence in sentences[1:]:
        if len(kept) + len(sentence) > most:
            break
        kept += " " + sentence
    if len(kept) > 2 * most:
        kept = kept[:2 * most].rsplit(" ", 1)[0] + " …"
    prefix = indent + "/// "
    return textwrap.wrap(kept, 120, initial_indent=prefix, subsequent_indent=prefix, break_long_words=False,
                         break_on_hyphens=False) if kept else []


class Member:
    def __init__(self, json_name, cpp, description, omit_zero, keys, list_type):
        self.json, self.name, self.cpp = json_name, identifier(json_name), cpp
        self.description, self.omit_zero, self.keys, self.list_type = description, omit_zero, keys, list_type


class Struct:
    def __init__(self, namespace, name):
        self.namespace, self.name = namespace, name
        self.members, self.uses, self.known, self.description = [], [], set(), ""
        self.resource = None

    @property
    def key(self):
        return self.namespace, self.name


class Enum:
    def __init__(self, namespace, name, description, constants):
        self.namespace, self.name, self.description = namespace, name, description
        self.constants = constants
        self.uses, self.known, self.resource = [], set(), None

    @property
    def key(self):
        return self.namespace, self.name


def constant_name(enum, go_name, value):
    """The value itself when it is a name; else what Go calls it, without the type."""
    name = value
    if not re.fullmatch(r"[A-Za-z]\w*", value):
        name = go_name
        for part in (enum, enum.replace("Type", "")):
            if name.startswith(part) and name[len(part):]:
                name = name[len(part):]
    if name.startswith("SIG") or name == "NULL":  # <csignal> has macros of these names
        name += "_"
    return identifier(name)


class Model:
    """All types with their members, and the header that each belongs to."""

    def __init__(self, release):
        self.release, self.types = release, {}
        self.folders = {namespace: folder for folder, namespace, *_ in PACKAGES}
        served = release.served_kinds()
        self.kinds = []
        for folder, namespace, prefix, *_ in PACKAGES:
            for name, definition in sorted(release.definitions.items()):
                short = name[len(prefix):]
                marks = definition.get("x-kubernetes-group-version-kind", [])
                if not name.startswith(prefix) or "." in short or len(marks) != 1 or short in NOT_KINDS:
                    continue
                mark = (marks[0]["group"], marks[0]["version"], marks[0]["kind"])
                if "metadata" not in definition["properties"] or "items" in definition["properties"]:
                    continue
                struct = self.struct(namespace, short)
                struct.resource = mark, served[mark]
                self.kinds.append(struct.key)
        self.place()

    def struct(self, namespace, name):
        if (namespace, name) in self.types:
            return self.types[namespace, name]
        prefix = next(p for _, n, p, *_ in PACKAGES if n == namespace)
        definition = self.release.definitions[prefix + name]
        struct = self.types[namespace, name] = Struct(namespace, name)
        struct.description = definition.get("description", "")
        properties = definition.get("properties", {})
        fields = self.release.fields(namespace, name)
        assert {f.name for f in fields} == set(properties), (name, {f.name for f in fields} ^ set(properties))
        kind = "x-kubernetes-group-version-kind" in definition and name not in NOT_KINDS
        for field in fields:
            if kind and field.name in ("apiVersion", "kind"):
                continue
            schema = properties[field.name]
            cpp = self.cpp(schema, field.go_type, field.package, struct)
            plain = cpp
            if field.pointer and cpp != "RawJson" and not cpp.startswith(("std::vector", "std::map")) and \
                    not self.is_enum(cpp, namespace):
                cpp = f"std::optional<{cpp}>"
            omit_zero = field.omit and not field.pointer and (plain in ZERO or plain in ("IntOrString", "Quantity"))
            keys = schema.get("x-kubernetes-list-map-keys", [])
            if not keys and "merge" in schema.get("x-kubernetes-patch-strategy", "") and schema.get("x-kubernetes-patch-merge-key"):
                keys = [schema["x-kubernetes-patch-merge-key"]]
            struct.members.append(Member(field.name, cpp, schema.get("description", ""), omit_zero, keys,
                                         schema.get("x-kubernetes-list-type")))
        return struct

    def is_enum(self, cpp, namespace):
        space, _, name = cpp.rpartition("::")
        return isinstance(self.types.get((space or namespace, name)), Enum)

    def cpp(self, schema, go_type, package, user):
        """The C++ type of a schema; notes in `user` what it needs."""
        if "allOf" in schema:
            schema = {**schema, **schema["allOf"][0]}
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name in KNOWN:
                user.known.add(KNOWN[name][1])
                return KNOWN[name][0]
            if re.search(r"\.v\d+(alpha|beta)\d+\.", name):  # not stable yet: kept as it is
                user.known.add("raw_json.hpp")
                return "RawJson"
            namespace = next((n for _, n, p, *_ in PACKAGES if name.startswith(p) and "." not in name[len(p):]), None)
            assert namespace, f"{user.name} needs {name}, which is in no package that is read"
            struct = self.struct(namespace, name.rsplit(".", 1)[1])
            return self.use(struct, user)
        kind = schema.get("type")
        go_type = go_type.lstrip("*")
        _, resolved = self.release.resolve(package, go_type) if re.fullmatch(r"[\w.]+", go_type) else (None, None)
        if kind == "array":
            inner = re.sub(r"^\[\]", "", go_type) if go_type.startswith("[]") else self.named(package, go_type, "[]")
            return f"std::vector<{self.cpp(schema['items'], inner, package, user)}>"
        if kind == "object" and "additionalProperties" in schema:
            inner = go_type.split("]", 1)[1] if go_type.startswith("map[") else ""
            return f"std::map<std::string, {self.cpp(schema['additionalProperties'], inner, package, user)}>"
        if kind == "integer":
            return "std::int64_t" if schema.get("format") == "int64" else "std::int32_t"
        if kind == "string":
            if schema.get("format") == "byte":
                user.known.add("bytes.hpp")
                return "Bytes"
            return self.string(go_type, package, user)
        assert kind in ("boolean", "number"), (user.name, schema)
        return "bool" if kind == "boolean" else "double"

    def named(self, package, go_type, start):
        return ""

    def string(self, go_type, package, user):
        if not re.fullmatch(r"[\w.]+", go_type):
            return "std::string"
        namespace, name = self.release.resolve(package, go_type)
        if not namespace or name not in self.release.go[namespace].enums:
            return "std::string"
        if (namespace, name) not in self.types:
            description, constants = self.release.go[namespace].enums[name]
            named = [(constant_name(name, go, value), value) for go, value in constants]
            assert len({n for n, _ in named}) == len(named), named
            self.types[namespace, name] = Enum(namespace, name, description, named)
        return self.use(self.types[namespace, name], user)

    def use(self, found, user):
        if found.key not in user.uses:
            user.uses.append(found.key)
        return found.name if found.namespace == user.namespace else f"{found.namespace}::{found.name}"

    def place(self):
        """self.owner: for each type, the type after which its header is named."""
        owners = set(self.kinds) | {("corev1", name) for name in HEADERS}
        order = self.topological(self.types)
        users = {key: [other for other in self.types if key in self.types[other].uses] for key in self.types}
        while True:
            owner = {}
            for key in reversed(order):  # users first
                above = {owner[user] for user in users[key]}
                owner[key] = key if key in owners or len(above) != 1 else above.pop()
            # What another header needs is the head of its own.
            more = {key for key in self.types for user in users[key] if owner[user] != owner[key] and owner[key] != key}
            if not more:
                break
            owners |= more
        self.owner = owner
        self.headers = {}
        for key in order:
            self.headers.setdefault(owner[key], []).append(key)

    def topological(self, keys):
        """What is used before what uses it."""
        done, order = set(), []
        keys = set(keys)

        def visit(key, depth=0):
            assert depth < 60, f"{key} is recursive"
            if key in done:
                return
            for used in self.types[key].uses:
                if used in keys:
                    visit(used, depth + 1)
            done.add(key)
            order.append(key)
        for key in sorted(keys):
            visit(key)
        return order

    def path(self, head):
        return f"kubexx/types/{self.folders[head[0]]}/{snake(head[1])}.hpp"


class Writer:
    """The files of a model: path → text."""

    def __init__(self, model):
        self.model, self.files = model, {}
        for head in sorted(model.headers):
            self.header(head)
            self.source(head)
        schemas = crd_schemas.Schemas(model)
        self.files["types/include/kubexx/types/crd_schemas.hpp"] = schemas.header(self.origin())
        self.files["types/src/crd_schemas.cpp"] = schemas.source(self.origin())
        self.collections()

    def namespaces(self, keys, emit):
        """Text of the types, each in its namespace."""
        lines, inside = [], None
        for key in keys:
            if key[0] != inside:
                if inside:
                    lines += ["", f"}}  // namespace kubexx::{inside}"]
                lines += ["", f"namespace kubexx::{key[0]} {{"]
                inside = key[0]
            lines += [""] + emit(self.model.types[key])
        return lines + ["", f"}}  // namespace kubexx::{inside}"]

    def header(self, head):
        model = self.model
        keys = model.headers[head]
        body = self.namespaces(keys, lambda t: self.enum(t) if isinstance(t, Enum) else self.struct(t))
        text = "\n".join(body)
        includes = {f"kubexx/apimachinery/{known}" for key in keys for known in model.types[key].known}
        includes |= {model.path(model.owner[used]) for key in keys for used in model.types[key].uses
                     if model.owner[used] != head}
        if any(isinstance(model.types[key], Struct) for key in keys):
            includes.add("kubexx/apimachinery/compiled.hpp")
        if any(isinstance(model.types[key], Enum) for key in keys):
            includes.add("kubexx/apimachinery/open_enum.hpp")
        if "ResourceInfo" in text:
            includes.add("kubexx/apimachinery/resource.hpp")
        standard = [name for use, name in STANDARD if use in text]
        if "BOOST_DESCRIBE_STRUCT" in text:
            standard.append("boost/describe/class.hpp")
        lines = ["// SPDX-License-Identifier: Apache-2.0", self.origin(), "#pragma once", ""]
        lines += [f"#include <{name}>" for name in sorted(standard)]
        lines += ([""] if standard else []) + [f'#include "{name}"' for name in sorted(includes)]
        self.files["types/include/" + model.path(head)] = "\n".join(lines + body) + "\n"

    def origin(self):
        return f"// Written by tools/openapi/generate.py from Kubernetes {RELEASE}, whose descriptions these are. Do not edit."

    def enum(self, enum):
        lines = comment(enum.description, "")
        lines += [f"struct {enum.name} : OpenEnum<{enum.name}> {{", "  using OpenEnum::OpenEnum;"]
        words = ", ".join(f'{name}{{"{value}"}}'.replace(" ", "\0") for name, value in enum.constants)
        wrapped = textwrap.wrap("static constexpr Name " + words + ";", 120, initial_indent="  ", subsequent_indent="      ",
                                break_long_words=False, break_on_hyphens=False)
        return lines + [line.replace("\0", " ") for line in wrapped] + ["};"]

    def struct(self, struct):
        lines = comment(struct.description, "")
        lines.append(f"struct {struct.name} {{")
        if struct.resource:
            (group, version, kind), served = struct.resource
            extra = ""
            namespaced = served["namespaced"] if served["plural"] else served.get("in_namespace", True)
            no_status = "status" not in served["subresources"] and any(m.json == "status" for m in struct.members)
            if not namespaced or no_status:
                extra = ", Scope::namespaced" if namespaced else ", Scope::cluster"
            if no_status:
                extra += ", false"
            plural = served["plural"] or kind.lower() + "s"
            lines.append(f'  static constexpr ResourceInfo kubexx_resource{{"{group}", "{version}", "{kind}", "{plural}"{extra}}};')
        for member in struct.members:
            description = member.description
            if member.json == "metadata" and struct.resource:
                description = ""
            if member.keys:
                description += (" " if description else "") + "Merged by " + " and ".join(member.keys) + "."
            lines += self.member_comment(description, member)
            lines.append(f"  {member.cpp} {member.name}{ZERO.get(member.cpp, '{}')};")
        if struct.members:
            lines.append("")
        lines += [f"  friend bool operator==(const {struct.name}&, const {struct.name}&);", "};"]
        names = ", ".join(member.name for member in struct.members)
        lines += textwrap.wrap(f"BOOST_DESCRIBE_STRUCT({struct.name}, (), ({names}))", 120, subsequent_indent="    ",
                               break_long_words=False)
        return lines + [f"KUBEXX_COMPILED({struct.name})"]

    @staticmethod
    def member_comment(description, member):
        if not member.keys:
            return comment(description, "  ")
        text, _, keys = description.rpartition("Merged by ")
        lines = comment(text, "  ")
        if lines and len(lines[-1]) + len(keys) + 11 <= 120:
            lines[-1] += " Merged by " + keys
            return lines
        return lines + ["  /// Merged by " + keys]

    def merge_keys(self):
        """The name of a constant for each set of keys that lists are merged by."""
        keys = sorted({tuple(m.keys) for t in self.model.types.values() if isinstance(t, Struct) for m in t.members if m.keys})
        return {k: "by_" + "_and_".join(snake(word) for word in k) for k in keys}

    def merge_key_header(self):
        lines = ["// SPDX-License-Identifier: Apache-2.0", self.origin(), "#pragma once", "",
                 '#include "kubexx/apimachinery/detail/compiled_table.hpp"', "",
                 "/// What lists are merged by. One header for all units, so that several of them can be compiled as one.",
                 "namespace kubexx {", "", "// clang-format off"]
        for words, name in self.merge_keys().items():
            quoted = ", ".join(f'"{word}"' for word in words)
            lines.append(f"constexpr std::string_view {name}_names[] = {{{quoted}}};")
            lines.append(f"constexpr detail::FieldMore {name}{{.accessor = nullptr, .merge_keys = {name}_names}};")
        self.files["types/src/merge_keys.hpp"] = "\n".join(lines + ["// clang-format on", "", "}  // namespace kubexx"]) + "\n"

    def source(self, head):
        model = self.model
        structs = [key for key in model.headers[head] if isinstance(model.types[key], Struct)]
        if not structs:
            return
        names = self.merge_keys()
        merged = any(m.keys for key in structs for m in model.types[key].members)
        lines = ["// SPDX-License-Identifier: Apache-2.0", self.origin(), f'#include "{model.path(head)}"', "",
                 '#include "kubexx/apimachinery/detail/compiled_table.hpp"']
        lines += ['#include "merge_keys.hpp"'] if merged else []

        def table(struct):
            fields = []
            for m in struct.members:
                if m.keys:
                    fields.append(f'KUBEXX_FIELD_MORE({m.name}, "{m.json}", {names[tuple(m.keys)]})')
                elif m.omit_zero or m.name != m.json:
                    fields.append(f'KUBEXX_FIELD_AS({m.name}, "{m.json}", {str(m.omit_zero).lower()})')
                else:
                    fields.append(f"KUBEXX_FIELD({m.name})")
            if not fields:
                return [f"KUBEXX_EMPTY_TABLE({struct.name})"]
            return textwrap.wrap(f"KUBEXX_TABLE({struct.name}, " + ", ".join(f.replace(" ", "\0") for f in fields) + ")", 120,
                                 subsequent_indent="             ", break_long_words=False, break_on_hyphens=False)
        body = [line.replace("\0", " ") for line in self.namespaces(structs, table)]
        lines += body
        self.files["types/src/" + model.path(head)[len("kubexx/types/"):-len(".hpp")] + ".cpp"] = "\n".join(lines) + "\n"

    def collections(self):
        model = self.model
        by_folder = {}
        for key in model.kinds:
            by_folder.setdefault(model.folders[key[0]], []).append(key)
        for folder, keys in sorted(by_folder.items()):
            group = model.types[keys[0]].resource[0][0] or "the core group"
            lines = ["// SPDX-License-Identifier: Apache-2.0", self.origin(), "#pragma once", "",
                     f"/// All kinds of {group} in version {folder.split('/')[1]}."]
            lines += [f'#include "{model.path(key)}"' for key in sorted(keys, key=model.path)]
            self.files[f"types/include/kubexx/types/{folder}.hpp"] = "\n".join(lines) + "\n"
        lines = ["// SPDX-License-Identifier: Apache-2.0", self.origin(), "#pragma once", "", "/// All kinds."]
        lines += [f'#include "kubexx/types/{folder}.hpp"' for folder in sorted(by_folder)]
        self.files["types/include/kubexx/types/all.hpp"] = "\n".join(lines) + "\n"
        self.merge_key_header()
        sources = sorted(file[len("types/"):] for file in self.files if re.match(r"types/src/.*\.cpp$", file))
        kinds = {"src/" + model.path(key)[len("kubexx/types/"):-len(".hpp")] + ".cpp" for key in model.kinds}
        lines = ["# SPDX-License-Identifier: Apache-2.0", self.origin().replace("//", "#", 1),
                 "set(kubexx_types_shared"] + [f"  {s}" for s in sources if s not in kinds] + [")"]
        lines += ["set(kubexx_types_kinds"] + [f"  {s}" for s in sources if s in kinds] + [")"]
        self.files["types/sources.cmake"] = "\n".join(lines) + "\n"
        lines = ["// SPDX-License-Identifier: Apache-2.0", self.origin(), "// Included with KIND(namespace, name, header) defined."]
        lines += [f'KIND({n}, {k})' for n, k in model.kinds]
        self.files["tests/types/every_kind.inc"] = "\n".join(lines) + "\n"
