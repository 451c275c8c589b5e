#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes everything that kubexx takes from a Kubernetes release: the server's tables, the merge rules, and kubexx::types.

tools/openapi/generate.py            writes the files, and tools/openapi/GENERATED with the checksums of all of them
tools/openapi/generate.py --check    says what would change, and fails then

The release is the one of kubernetes.py; its Go modules are fetched when they are missing.
"""
import hashlib
import os
import subprocess
import sys

import kubernetes
import typed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORD = "tools/openapi/GENERATED"
GENERATORS = ["apimachinery/schemas/generate.py", "tools/openapi/generate.py",
              "tools/openapi/kubernetes.py", "tools/openapi/typed.py"]


def script(path, *arguments):
    return subprocess.run([sys.executable, os.path.join(ROOT, path), *arguments], check=True, capture_output=True,
                          text=True).stdout


def make():
    folders = kubernetes.module_folders()
    release = kubernetes.Release(folders)
    files = dict(typed.Writer(typed.Model(release)).files)
    files["apimachinery/src/builtin_merge_rules.cpp"] = script(
        "apimachinery/schemas/generate.py", os.path.join(os.path.dirname(release.document), "v3"))
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
