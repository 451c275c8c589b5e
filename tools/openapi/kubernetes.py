# SPDX-License-Identifier: Apache-2.0
"""What a Kubernetes release says of its built-in types: its OpenAPI document and the Go sources beside it."""
import hashlib
import json
import os
import re
import subprocess

RELEASE = "1.37.1"
MODULES = {
    "kubernetes": "k8s.io/kubernetes@v1.37.1",
    "api": "k8s.io/api@v0.37.1",
    "apimachinery": "k8s.io/apimachinery@v0.37.1",
    "apiextensions": "k8s.io/apiextensions-apiserver@v0.37.1",
    "aggregator": "k8s.io/kube-aggregator@v0.37.1",
}
DOCUMENT = "api/openapi-spec/swagger.json"

# The packages of the stable groups: folder of the header, C++ namespace, prefix in the document, Go sources.
PACKAGES = [(f"{group}/{version}", group + version, f"io.k8s.api.{group}.{version}.", "api", f"{group}/{version}")
            for group, version in (
                ("core", "v1"), ("apps", "v1"), ("batch", "v1"), ("autoscaling", "v1"), ("autoscaling", "v2"),
                ("policy", "v1"), ("networking", "v1"), ("rbac", "v1"), ("coordination", "v1"), ("events", "v1"),
                ("certificates", "v1"), ("storage", "v1"), ("scheduling", "v1"), ("discovery", "v1"),
                ("admissionregistration", "v1"), ("authentication", "v1"), ("authorization", "v1"), ("node", "v1"),
                ("flowcontrol", "v1"), ("resource", "v1"), ("storagemigration", "v1"))]
PACKAGES += [
    ("apiextensions/v1", "apiextensionsv1", "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.",
     "apiextensions", "pkg/apis/apiextensions/v1"),
    ("apiregistration/v1", "apiregistrationv1", "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.",
     "aggregator", "pkg/apis/apiregistration/v1"),
    ("meta/v1", "metav1", "io.k8s.apimachinery.pkg.apis.meta.v1.", "apimachinery", "pkg/apis/meta/v1"),
]
GO_PATHS = {"api": "k8s.io/api/", "apiextensions": "k8s.io/apiextensions-apiserver/",
            "apimachinery": "k8s.io/apimachinery/", "aggregator": "k8s.io/kube-aggregator/"}


def module_folders():
    """Where the Go modules lie; the Go command fetches what is missing, by the checksums of the public database."""
    folders = {}
    for name, module in MODULES.items():
        answer = subprocess.run(["go", "mod", "download", "-json", module], check=True, capture_output=True, text=True,
                                cwd=os.path.dirname(os.path.abspath(__file__)),
                                env={**os.environ, "GOFLAGS": "-mod=mod", "GO111MODULE": "on"})
        folders[name] = json.loads(answer.stdout)["Dir"]
    return folders


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


IMPORT = re.compile(r'^\s*(?:(\w+)\s+)?"(k8s\.io/[^"]+)"$', re.M)
STRUCT = re.compile(r"^type (\w+) struct ?\{(?:\n(.*?)^)?\}", re.M | re.S)
FIELD = re.compile(r'^\t(?:(\w+)[ \t]+)?([^\s`]+)[ \t]+`[^`]*json:"([^"]*)"', re.M)
NAMED = re.compile(r"((?:^//[^\n]*\n)*)^type (\w+) (=? ?)([\w.]+)$", re.M)
CONSTANT = re.compile(r'^\s*(?:const )?(\w+)\s+(\w+)\s*=\s*"([^"]*)"', re.M)
CONVERTED = re.compile(r'^\s*(?:const )?(\w+)\s*=\s*(\w+)\((?:"([^"]*)"|(?:\w+\.)?(\w+))\)', re.M)


class GoField:
    """A field of a Go struct: its JSON name, its type without the pointer, and how it is written."""

    def __init__(self, name, go_type, options, package):
        self.name = name
        self.pointer = go_type.startswith("*")
        self.go_type = go_type.lstrip("*")
        self.omit = "omitempty" in options or "omitzero" in options
        self.package = package


class GoPackage:
    """The structs, named types and constants of one package."""

    def __init__(self, folder):
        self.structs, self.named, self.enums, self.imports = {}, {}, {}, {}
        constants = []
        self.constants = {}
        for file in sorted(os.listdir(folder)):
            if not file.endswith(".go") or file.endswith("_test.go") or file.startswith("zz_") or ".pb." in file:
                continue
            text = open(os.path.join(folder, file), encoding="utf-8").read()
            for alias, path in IMPORT.findall(text):
                self.imports[alias or path.rsplit("/", 1)[1]] = path
            for name, body in STRUCT.findall(text):
                self.structs[name] = [(tag.split(",")[0], go_type, tag.split(",")[1:])
                                      for _, go_type, tag in FIELD.findall(body)]
            for comment, name, alias, base in NAMED.findall(text):
                self.named[name] = base
                if not alias.strip() and re.search(r"^// \+enum\b", comment, re.M):
                    self.enums[name] = (plain_comment(comment), [])
            constants += [(name, kind, value, None) for name, kind, value in CONSTANT.findall(text)]
            constants += [(name, kind, value, other) for name, kind, value, other in CONVERTED.findall(text)]
        self.converted = [(name, kind, other) for name, kind, _, other in constants if other]
        for name, kind, value, other in constants:
            if not other:
                self.constants[name] = value
                self.add_constant(name, kind, value)

    def add_constant(self, name, kind, value):
        if kind in self.enums and value not in [v for _, v in self.enums[kind][1]]:
            self.enums[kind][1].append((name, value))


def plain_comment(comment):
    lines = [line[2:].strip() for line in comment.splitlines()]
    return " ".join(line for line in lines if line and not line.startswith(("+", "---", "TODO")))


class Release:
    """All of it. Packages are named as C++ namespaces are: corev1."""

    def __init__(self, folders):
        self.document = os.path.join(folders["kubernetes"], DOCUMENT)
        swagger = json.load(open(self.document, encoding="utf-8"))
        self.definitions, self.paths = swagger["definitions"], swagger["paths"]
        self.go, self.go_names = {}, {}
        for _, namespace, _, module, source in PACKAGES:
            self.go[namespace] = GoPackage(os.path.join(folders[module], source))
            self.go_names[GO_PATHS[module] + source] = namespace

        known = {name: value for package in self.go.values() for name, value in package.constants.items()}
        for package in self.go.values():
            for name, kind, other in package.converted:
                if other in known:
                    package.add_constant(name, kind, known[other])

    def fields(self, namespace, name):
        """The fields of a struct in the order of its source, those of embedded structs in their place."""
        found = []
        for field, go_type, options in self.go[namespace].structs[name]:
            if "inline" in options or field == "":
                found += self.embedded(namespace, go_type)
            elif field != "-":
                found.append(GoField(field, go_type, options, namespace))
        return found

    def embedded(self, namespace, go_type):
        package, name = self.resolve(namespace, go_type.lstrip("*"))
        return self.fields(package, name) if package and name in self.go[package].structs else []

    def resolve(self, namespace, go_type):
        """Package and name of a Go type; the package is None for one that is not read. Aliases are followed."""
        if "." in go_type:
            alias, name = go_type.split(".")
            namespace = self.go_names.get(self.go[namespace].imports.get(alias))
        else:
            name = go_type
        for _ in range(8):
            base = self.go[namespace].named.get(name) if namespace else None
            if not base or name in self.go[namespace].enums or base not in self.go[namespace].named:
                break
            name = base
        return namespace, name

    def served_kinds(self):
        """For each kind: its plural, whether it is namespaced, and its subresources."""
        kinds = {}
        for path, methods in self.paths.items():
            parts = path.strip("/").split("/")
            for method in methods.values():
                kind = isinstance(method, dict) and method.get("x-kubernetes-group-version-kind")
                if not kind:
                    continue
                rest = parts[2:] if parts[0] == "api" else parts[3:]
                if rest[:1] == ["watch"]:
                    continue
                namespaced = rest[:2] == ["namespaces", "{namespace}"] and len(rest) > 2
                rest = rest[2:] if namespaced else rest
                entry = kinds.setdefault((kind["group"], kind["version"], kind["kind"]),
                                         {"plural": "", "namespaced": False, "subresources": set(), "below": ""})
                if len(rest) <= 2:
                    entry["plural"] = rest[0]
                    entry["namespaced"] |= namespaced
                else:
                    entry["subresources"].add(rest[2])
                    if not entry["below"]:
                        entry["below"], entry["in_namespace"] = rest[0], namespaced
        return kinds
