#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes everything that kubexx takes from a Kubernetes release: the server's tables, the merge rules, and kubexx::types.

tools/openapi/generate.py            writes the files, and tools/openapi/GENERATED with the checksums of all of them
tools/openapi/generate.py --check    says what would change, and fails then

The release is the one of kubernetes.py; its Go modules are fetched when they are missing. Two small Go programs ask the
release's own packages for what no document says. The first run compiles these for some minutes. Exit status 77: the
modules cannot be had.
"""
import hashlib
import os
import re
import subprocess
import sys
import zlib

import kubernetes
import typed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORD = "tools/openapi/GENERATED"
GENERATORS = ["apimachinery/schemas/generate.py", "apiserver/schemas/bootstrap_roles.py",
              "apiserver/schemas/columns.py", "apiserver/schemas/descriptions.py",
              "apiserver/schemas/generate.py", "apiserver/schemas/generate_protobuf.py",
              "apiserver/schemas/table_source.py", "tools/openapi/crd_schemas.py", "tools/openapi/generate.py", "tools/openapi/kubernetes.py",
              "tools/openapi/typed.py"]
PROGRAMS = ["apiserver/schemas/bootstrap_roles", "apiserver/schemas/columns", "apiserver/schemas/empty_objects",
            "apiserver/schemas/internal_types"]
GENERATORS += [f"{program}/{file}" for program in PROGRAMS for file in ("go.mod", "go.sum", "main.go")]
# Compressed: another zlib may write other bytes for the same text.
PACKED = "apiserver/src/serve/builtin_description_bytes.cpp"


def script(path, *arguments, given=None):
    return subprocess.run([sys.executable, os.path.join(ROOT, path), *arguments], check=True, stdout=subprocess.PIPE,
                          text=True, input=given).stdout


def go_program(path):
    """What it prints. Its go.mod names the release, and the flags are those of the end-to-end tests' kube-apiserver, so
    that both share what the Go command has compiled."""
    folder = os.path.join(ROOT, path)
    required = open(os.path.join(folder, "go.mod"), encoding="utf-8").read()
    for module in kubernetes.MODULES.values():
        name, version = module.split("@")
        for line in re.findall(rf"^\s*{re.escape(name)} .*$", required, re.M):
            if not re.search(rf" {re.escape(version)}\b| v0\.0\.0\b", line):  # the latter is replaced in that file
                sys.exit(f"{path}/go.mod has another release: {line.strip()}")
    return subprocess.run(["go", "run", "-trimpath", "-buildvcs=false", "."], check=True, stdout=subprocess.PIPE,
                          text=True, cwd=folder).stdout


def present_if_same(path, text):
    """The file as it is, if it has the same text before compression."""
    full = os.path.join(ROOT, path)
    now = open(full, encoding="utf-8").read() if os.path.exists(full) else ""
    return now if unpacked(now) == unpacked(text) else text


def unpacked(source):
    head, _, rest = source.partition("bytes[] = {\n")
    numbers, _, tail = rest.partition("};")
    try:
        plain = zlib.decompress(bytes(int(number) for number in numbers.replace("\n", "").split(",") if number))
    except (ValueError, zlib.error):
        return None
    return head, plain, tail


def server_tables(release, folders):
    api, machinery = folders["api"], folders["apimachinery"]
    extensions, aggregator = folders["apiextensions"], folders["aggregator"]
    return {
        "apiserver/src/schema/builtin_schemas.cpp": script(
            "apiserver/schemas/generate.py", release.document, api, machinery, extensions, aggregator),
        "apiserver/src/protobuf/table_text.cpp": script(
            "apiserver/schemas/generate_protobuf.py", api, machinery, extensions),
        "apiserver/src/columns/builtin_columns.cpp": script(
            "apiserver/schemas/columns.py", release.document, given=go_program("apiserver/schemas/columns")),
        "apiserver/src/access/bootstrap_table.cpp": script(
            "apiserver/schemas/bootstrap_roles.py", given=go_program("apiserver/schemas/bootstrap_roles")),
        "apiserver/src/apply/empty_objects.cpp": go_program("apiserver/schemas/empty_objects"),
        "apiserver/src/validation/internal_types.cpp": go_program("apiserver/schemas/internal_types"),
        PACKED: present_if_same(PACKED, script(
            "apiserver/schemas/descriptions.py", release.document, api, machinery, extensions, aggregator,
            folders["kubernetes"])),
    }


def make():
    try:
        folders = kubernetes.module_folders()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"generate.py: the Go modules of the release cannot be had: {error}", file=sys.stderr)
        sys.exit(77)
    release = kubernetes.Release(folders)
    files = dict(typed.Writer(typed.Model(release)).files)
    files["apimachinery/src/builtin_merge_rules.cpp"] = script(
        "apimachinery/schemas/generate.py", os.path.join(os.path.dirname(release.document), "v3"))
    files.update(server_tables(release, folders))
    lines = [f"# Written by tools/openapi/generate.py: sha256 of what was read, then of each file that it wrote.",
             f"# {kubernetes.sha256(release.document)}  {kubernetes.MODULES['kubernetes']}/{kubernetes.DOCUMENT}"]
    lines += [f"{kubernetes.sha256(os.path.join(ROOT, path))}  {path}" for path in GENERATORS]
    lines += [f"{hashlib.sha256(text.encode()).hexdigest()}  {path}" for path, text in sorted(files.items())]
    files[RECORD] = "\n".join(lines) + "\n"
    return files


def present():
    """The files of the folders that hold generated ones alone."""
    found = set()
    for folder in ("types/include", "types/src"):
        for where, _, names in os.walk(os.path.join(ROOT, folder)):
            found |= {os.path.relpath(os.path.join(where, name), ROOT) for name in names}
    return found


def main():
    check = sys.argv[1:] == ["--check"]
    files = make()
    stale = sorted(present() - set(files))
    changed = []
    for path, text in sorted(files.items()):
        full = os.path.join(ROOT, path)
        if os.path.exists(full) and open(full, encoding="utf-8").read() == text:
            continue
        changed.append(path)
        if not check:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
    for path in stale if not check else []:
        os.remove(os.path.join(ROOT, path))
    if not check:
        print(f"{len(files)} files, {len(changed)} of them changed, {len(stale)} removed")
        return 0
    for path in changed + stale:
        print(f"{path} is not what tools/openapi/generate.py makes", file=sys.stderr)
    return 1 if changed or stale else 0


sys.exit(main())
