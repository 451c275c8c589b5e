#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_sbom.py ROOT NAME: ROOT is the root of an image, which says in usr/share/sbom/NAME.spdx.json what it is made of.
That file has what SPDX 2.3 requires, its references lead somewhere, its checksums are those of the files, and each file
and each shared object that a program loads is in it. The licence of each package is known, and its text is in the image.
Prints the packages."""
import hashlib
import json
import os
import re
import sys

root, name = sys.argv[1:]
own = f"usr/share/sbom/{name}.spdx.json"
failures = []


def check(condition, text):
    if not condition:
        failures.append(text)


def required(element, *members):
    for member in members:
        check(element.get(member) not in (None, "", []), f"{element.get('SPDXID', 'the document')} lacks {member}")


with open(os.path.join(root, own), encoding="utf-8") as file:
    document = json.load(file)
required(document, "spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages")
check(document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0", "wrong version or licence")
check(re.fullmatch(r"https?://[^#]+", document["documentNamespace"]), "the namespace is no address without a fragment")
check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"]), "the time is not in UTC")
check(all(re.match("(Tool|Person|Organization): ", one) for one in document["creationInfo"]["creators"]), "creators")

packages = {one["SPDXID"]: one for one in document["packages"]}
files = {one["SPDXID"]: one for one in document["files"]}
known = {"SPDXRef-DOCUMENT", *packages, *files}
check(len(known) == 1 + len(document["packages"]) + len(document["files"]), "an identifier occurs twice")
contained = {}
for one in document["relationships"]:
    for end in ("spdxElementId", "relatedSpdxElement"):
        check(one[end] in known, f"{one} leads nowhere")
    if one["relationshipType"] == "CONTAINS":
        contained.setdefault(one["spdxElementId"], []).append(one["relatedSpdxElement"])
check([one for one in document["relationships"] if one["relationshipType"] == "DESCRIBES"
       and one["spdxElementId"] == "SPDXRef-DOCUMENT"], "the document describes nothing")
for identifier, package in packages.items():
    required(package, "SPDXID", "name", "versionInfo", "downloadLocation", "licenseDeclared", "licenseConcluded", "copyrightText")
    check(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", identifier), f"{identifier} is no identifier")
    sums = sorted(files[one]["checksums"][0]["checksumValue"] for one in contained.get(identifier, []))
    check(package["filesAnalyzed"] == bool(sums), f"{identifier}: filesAnalyzed is wrong")
    if sums:
        code = hashlib.sha1("".join(sums).encode()).hexdigest()
        check(package["packageVerificationCode"]["packageVerificationCodeValue"] == code, f"{identifier}: its code is wrong")
    if identifier.startswith("SPDXRef-Package-deb-"):
        purl = package["externalRefs"][0]["referenceLocator"]
        check(re.fullmatch(r"pkg:deb/[a-z]+/[a-z0-9.%B-]+@[A-Za-z0-9.:~%-]+\?arch=\w+(&distro=[a-z]+-\d+)?&upstream=[a-z0-9.%B-]+",
                           purl), f"{purl} is no address of a Debian package")

# The copyright file of one of the packages of each source, and the texts that such files only name.
linked = {one["relatedSpdxElement"]: one["relationshipType"] for one in document["relationships"]}
sources = {}
for identifier, package in packages.items():
    licence = package["licenseDeclared"]
    if identifier != "SPDXRef-OperatingSystem" and package["name"] != name:
        check(licence != "NOASSERTION", f"the licence of {package['name']} is unknown: {package.get('licenseComments')}")
    if identifier.startswith("SPDXRef-Package-deb-"):
        path = f"usr/share/doc/{package['name']}/copyright.gz"
        sources.setdefault(package["sourceInfo"], []).append(os.path.exists(os.path.join(root, path)))
    if " OR " in licence or (" WITH " in licence and linked.get(identifier) != "DYNAMIC_LINK"):
        continue
    for text, pattern in {"Apache-2.0": r"\bApache-2\.0\b", "GPL-2": r"\bGPL-2\.0", "GPL-3": r"\bGPL-3\.0", "LGPL-2.1": r"LGPL-2\.1"}.items():
        if re.search(pattern, licence):
            path = f"usr/share/common-licenses/{text}.gz"
            check(os.path.exists(os.path.join(root, path)), f"{package['name']} has the licence {licence}, and {path} is missing")
for source, found in sources.items():
    check(any(found), f"no copyright file of a package: {source}")

listed = {}
for file in files.values():
    required(file, "SPDXID", "fileName", "checksums")
    listed[file["fileName"]] = {one["algorithm"]: one["checksumValue"] for one in file["checksums"]}
for folder, _, names in os.walk(root):
    for one in names:
        path = os.path.relpath(os.path.join(folder, one), root)
        if path == own:
            continue
        sums = listed.pop("./" + path, None)
        check(sums, f"{path} is not listed")
        if not sums:
            continue
        with open(os.path.join(root, path), "rb") as file:
            data = file.read()
        check(sums["SHA1"] == hashlib.sha1(data).hexdigest(), f"{path}: its SHA1 is wrong")
        check(sums["SHA256"] == hashlib.sha256(data).hexdigest(), f"{path}: its SHA256 is wrong")
        if ".so" in path:
            holders = [packages[p]["name"] for p, inside in contained.items() for f in inside if files[f]["fileName"] == "./" + path]
            check(len(holders) == 1 and holders != [name], f"{path} is of {holders}, not of a package")
check(not listed, f"listed, but not there: {sorted(listed)}")

for package in document["packages"]:
    print(f"  {package['name']} {package['versionInfo']}  {package['licenseDeclared']}")
for text in failures:
    print(f"check_sbom: {text}", file=sys.stderr)
sys.exit(1 if failures else 0)
