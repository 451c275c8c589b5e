#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
set -eu

usage() {
  cat <<'TEXT'
usage: image-root.sh [OPTION...] PROGRAM FOLDER

Creates a minimal root file system for PROGRAM in FOLDER. It contains the program without its symbols as
/usr/bin/NAME, the shared objects that it loads at their own paths, an /etc/passwd with the user 65532, the copyright
files of the Debian packages and the licences to which these refer, and an SBOM in SPDX 2.3, /usr/share/sbom/NAME.spdx.json. The same input gives the same
output. Needs the tools of dpkg and binutils.

  --name NAME            the name of the program in the SBOM and in the image (default: the file name of PROGRAM)
  --version VERSION      the version of the program
  --license EXPRESSION   the licence of the program, as an SPDX expression
  --map FILE             the linker's map (-Wl,-Map=FILE), to find the archives that are linked into the program and
                         their packages. Without it, the SBOM does not list static libraries
  --headers FILE         the output of `ninja -t deps`, to find the packages of the headers that the program includes.
                         Without it, the SBOM does not list header-only libraries
  --with NAME=VERSION[=LICENSE]
                         the entry in the SBOM for a library that dpkg does not know. Applies to archives and shared
                         objects whose names begin with libNAME. May be repeated
  --sysroot FOLDER       for a program of another architecture: the folder with its shared objects and the database of
                         dpkg. Without it, the script uses the packages of that architecture on this machine

SOURCE_DATE_EPOCH is the time in the SBOM (default: 0). STRIP is the command that removes symbols.
TEXT
}
fail() {
  echo "image-root: $*" >&2
  exit 1
}

name='' version='' license='' map='' headers='' with='' sysroot=''
while [ $# -gt 0 ]; do
  case $1 in
    --name) name=$2 ;;
    --version) version=$2 ;;
    --license) license=$2 ;;
    --map) map=$2 ;;
    --headers) headers=$2 ;;
    --with) with="$with $2" ;;
    --sysroot) sysroot=${2%/} ;;
    --help)
      usage
      exit
      ;;
    --*) fail "unknown option $1; --help lists the options" ;;
    *) break ;;
  esac
  shift
  [ $# -gt 0 ] || fail 'an option has no value; --help lists the options'
  shift
done
[ $# = 2 ] || {
  usage >&2
  exit 2
}
program=$1 folder=$2
: "${name:=$(basename "$program")}"
for file in "$program" ${map:+"$map"} ${headers:+"$headers"}; do
  [ -f "$file" ] || fail "the file $file does not exist"
done
[ -z "$sysroot" ] || sysroot=$(realpath "$sysroot")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

# --- the shared objects: lines "PATH IN THE IMAGE, tab, FILE HERE"

machine=$(readelf -h "$program" | sed -n 's/^ *Machine: *//p')
case $machine in
  *X86-64*) architecture=amd64 triplet=x86_64-linux-gnu ;;
  AArch64*) architecture=arm64 triplet=aarch64-linux-gnu ;;
  *) fail "$program is for an unsupported machine: $machine" ;;
esac
native=$(dpkg --print-architecture)

# found NAME: prints the path of a shared object in the loader's folders. For programs that this machine cannot run.
found() {
  for place in "/lib/$triplet" "/usr/lib/$triplet" /lib /usr/lib "/usr/$triplet/lib"; do
    if [ -f "$sysroot$place/$1" ]; then
      printf '%s\n' "$place/$1"
      return
    fi
  done
  fail "the shared object $1 was not found${sysroot:+ in $sysroot}: install its package for $architecture"
}
# add_needed FILE: adds the shared objects that FILE needs, recursively.
add_needed() {
  for needed in $(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    if ! grep -q "/$needed	" "$work/objects"; then
      place=$(found "$needed")
      printf '%s\t%s\n' "$place" "$sysroot$place" >>"$work/objects"
      add_needed "$sysroot$place"
    fi
  done
}
: >"$work/objects"
if [ -n "$sysroot" ] || [ "$architecture" != "$native" ]; then
  loader=$(readelf -l "$program" | sed -n 's/.*program interpreter: \(.*\)\]/\1/p')
  if [ -n "$loader" ]; then
    [ -f "$sysroot$loader" ] || fail "the loader $sysroot$loader does not exist: install libc6 for $architecture"
    printf '%s\t%s\n' "$loader" "$sysroot$loader" >>"$work/objects"
  fi
  add_needed "$program"
else
  ldd "$program" >"$work/ldd" 2>/dev/null || true
  missing=$(grep 'not found' "$work/ldd" || true)
  [ -z "$missing" ] || fail "the loader does not find every shared object of $program:
$missing"
  sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) .*/\1/p' "$work/ldd" | awk '{print $0 "\t" $0}' \
    >>"$work/objects"
fi
sort -u -o "$work/objects" "$work/objects"

# --- the root

mkdir -p "$folder/usr/bin" "$folder/etc" "$folder/tmp" "$folder/usr/share/sbom"
chmod 1777 "$folder/tmp"
strip=${STRIP:-strip}
if [ -z "${STRIP:-}" ] && [ "$architecture" != "$native" ]; then strip=$triplet-strip; fi
"$strip" -o "$folder/usr/bin/$name" "$program"
chmod 755 "$folder/usr/bin/$name"
while IFS='	' read -r place file; do
  mkdir -p "$folder$(dirname "$place")"
  cp -L "$file" "$folder$place"
done <"$work/objects"
# For programs that look up the name of their user.
echo 'nonroot:x:65532:65532:nonroot:/tmp:/sbin/nologin' >"$folder/etc/passwd"
echo 'nonroot:x:65532:' >"$folder/etc/group"

# --- the packages of the files: lines "RELATION, tab, PACKAGE, tab, PATH IN THE IMAGE OR NOTHING"

# owners ROOT: reads paths below ROOT and prints "PACKAGE, tab, PATH" for those that its dpkg knows. With a merged /usr,
# dpkg knows a file by only one of its two paths. Lines about diversions (libc6 of Debian 13) name no package of a file. If
# a sysroot is set, "@" marks packages of this machine.
owners() {
  while read -r path; do
    real=$(realpath -m "$1$path")
    real=${real#"$1"}
    for one in "$path" "/usr$path" "${path#/usr}" "$real" "${real#/usr}" "/usr$real"; do
      printf '%s\t%s\n' "$one" "$path"
    done
  done | awk '!seen[$0]++' >"$work/paths"
  mark=
  if [ -n "$sysroot" ] && [ -z "$1" ]; then mark=@; fi
  cut -f 1 "$work/paths" | sort -u | xargs -r -d '\n' dpkg-query --admindir="$1/var/lib/dpkg" -S -- 2>/dev/null |
    sed -n '/^diversion by /d; s/^\([^ ,]*\)[^/]*: \(\/.*\)/\2\t'$mark'\1/p' >"$work/owned"
  awk -F'\t' 'NR == FNR { owner[$1] = $2; next } ($1 in owner) && !done[$2]++ { print owner[$1] "\t" $2 }' \
    "$work/owned" "$work/paths"
}
# with_of PATH: prints the value of --with for PATH, or nothing.
with_of() {
  for one in $with; do
    case ${1##*/} in
      "lib${one%%=*}"[._-]*)
        printf '%s\n' "$one"
        return
        ;;
    esac
  done
}
# note RELATION FILE [ROOT]: prints the lines for the paths in FILE, which are below ROOT.
note() {
  owners "${3:-}" <"$2" >"$work/known"
  while IFS='	' read -r package path; do
    if [ "$1" = DYNAMIC_LINK ]; then printf '%s\t%s\t%s\n' "$1" "$package" "$path"; else printf '%s\t%s\t\n' "$1" "$package"; fi
  done <"$work/known"
  cut -f 2 "$work/known" | sort >"$work/known.paths"
  sort "$2" | comm -23 - "$work/known.paths" | while read -r path; do
    one=$(with_of "$path")
    if [ -z "$one" ] && [ "$1" != GENERATED_FROM ]; then
      one=$(basename "$path")
      one=${one#lib}
      one=${one%%.*}
      echo "image-root: dpkg does not know $path; name its library with --with $one=VERSION" >&2
    fi
    [ -n "$one" ] || continue
    if [ "$1" = DYNAMIC_LINK ]; then printf '%s\t=%s\t%s\n' "$1" "$one" "$path"; else printf '%s\t=%s\t\n' "$1" "$one"; fi
  done
}
cut -f 1 "$work/objects" >"$work/list"
note DYNAMIC_LINK "$work/list" "$sysroot" >"$work/uses"
# note_all RELATION: reads paths of this machine and of the sysroot. Those of the compiler are outside the sysroot.
note_all() {
  xargs -r -d '\n' realpath -m | sort -u >"$work/all"
  if [ -n "$sysroot" ]; then
    sed -n "s|^$sysroot/|/|p" "$work/all" >"$work/list"
    note "$1" "$work/list" "$sysroot"
  fi
  awk -v sysroot="$sysroot" 'sysroot == "" || index($0, sysroot "/") != 1' "$work/all" >"$work/list"
  note "$1" "$work/list"
}
if [ -n "$map" ]; then
  # Archives of which the program contains a member. Relative names belong to the build of the program.
  grep -oE '(^|[ 	])/[^ ()]+\.a\(' "$map" | sed 's/^[ 	]*//; s/($//' | sort -u | note_all STATIC_LINK >>"$work/uses"
fi
if [ -n "$headers" ]; then
  sed -n 's/^ \{4\}\(\/.*\)/\1/p' "$headers" | sort -u | note_all GENERATED_FROM >>"$work/uses"
fi
for one in $with; do printf 'STATIC_LINK\t=%s\t\n' "$one" >>"$work/uses"; done

# --- the packages: lines "ID, KEY, NAME, VERSION, ARCHITECTURE, SOURCE, SOURCE VERSION, HOME PAGE, LICENCE, COMMENT"

# licence_of PACKAGE SOURCE ROOT: prints an SPDX expression and a comment. The copyright file has the licence of most
# files ("Files: *"), with Debian's short name. The files of the compiler and the C library are not machine-readable.
licence_of() {
  case $2 in
    glibc)
      printf 'LGPL-2.1-or-later\tthe licence of the library; its copyright file has the licences of its parts\n'
      return
      ;;
    gcc-[0-9]*)
      printf 'GPL-3.0-or-later WITH GCC-exception-3.1\tthe licence of the runtime libraries\n'
      return
      ;;
  esac
  case $1 in
    linux-libc-dev*)
      printf 'GPL-2.0-only WITH Linux-syscall-note\tthe licence of the headers for programs\n'
      return
      ;;
  esac
  copyright=$3/usr/share/doc/$1/copyright
  [ -f "$copyright" ] || {
    printf 'NOASSERTION\tthe copyright file of the package was not found\n'
    return
  }
  awk '
    BEGIN {
      split("Apache-2.0 Apache-2.0 Expat MIT MIT MIT BSD-2-clause BSD-2-Clause BSD-3-clause BSD-3-Clause " \
            "BSD-3-Clause BSD-3-Clause BSD-3-google BSD-3-Clause BSL-1.0 BSL-1.0 Zlib Zlib zlib Zlib " \
            "GPL-2 GPL-2.0-only GPL-2+ GPL-2.0-or-later GPL-3 GPL-3.0-only GPL-3+ GPL-3.0-or-later " \
            "LGPL-2.1 LGPL-2.1-only LGPL-2.1+ LGPL-2.1-or-later LGPL-3 LGPL-3.0-only LGPL-3+ LGPL-3.0-or-later " \
            "ISC ISC MPL-2.0 MPL-2.0 and AND or OR", pair, " ")
      for (i = 1; i in pair; i += 2) spdx[pair[i]] = pair[i + 1]
    }
    # The licence with this text, or an empty text. Packages name these licences differently.
    function of_text(text) {
      if (text ~ /Permission is hereby granted, free of charge, to any person obtaining a copy/)
        return text ~ /Except as contained in this notice/ ? "" : "MIT"
      if (text ~ /Redistribution and use in source and binary forms/ && text !~ /advertising/)
        return text ~ /[Nn]either the names? of/ ? "BSD-3-Clause" : "BSD-2-Clause"
      return ""
    }
    /^Format:.*copyright-format/ { readable = 1 }
    /^Files: *\*[ \t]*$/ { all = 1 }
    /^[^ \t]/ { current = "" }
    /^License:/ {
      current = $0
      sub(/^License:[ \t]*/, "", current)
      sub(/[ \t]+$/, "", current)
      if (all && declared == "") declared = current
    }
    /^[ \t]/ && current != "" { sub(/^[ \t]+/, " "); text[current] = text[current] $0 }
    END {
      if (declared == "") { print "NOASSERTION\tthe copyright file is not machine-readable"; exit }
      comment = "in Debian: " declared
      count = split(declared, word, " ")
      for (i = 1; i <= count; ++i) {
        name = (word[i] in spdx) ? spdx[word[i]] : ""
        if (name == "" && (word[i] in text)) {
          name = of_text(text[word[i]])
          comment = comment "; identified by its text"
        }
        if (name == "") { print "NOASSERTION\tin Debian: " declared; exit }
        expression = expression (i > 1 ? " " : "") name
      }
      print expression "\t" comment
    }' "$copyright"
}
identifier() { printf '%s' "$1" | tr -c 'A-Za-z0-9.-' '-'; }
cut -f 2 "$work/uses" | sort -u | while read -r key; do
  case $key in
    =*)
      rest=${key#=}
      own_name=${rest%%=*}
      own_version=NOASSERTION own_license=NOASSERTION
      case $rest in *=*) rest=${rest#*=} own_version=${rest%%=*} ;; esac
      case $rest in *=*) [ "$own_version" = NOASSERTION ] || own_license=${rest#*=} ;; esac
      printf '%s\t%s\t%s\t%s\t-\t-\t-\t-\t%s\t-\n' "SPDXRef-Package-$(identifier "$own_name")" "$key" "$own_name" \
        "$own_version" "$own_license"
      ;;
    *)
      # shellcheck disable=SC2016  # dpkg expands it
      from=$sysroot
      case $key in @*) from='' ;; esac
      line=$(dpkg-query --admindir="$from/var/lib/dpkg" -W -f '${Package}\t${Version}\t${Architecture}\t${source:Package}\t${source:Version}\t${Homepage}' "${key#@}")
      package=$(printf '%s' "$line" | cut -f 1)
      printf '%s\t%s\t%s\t%s\n' "SPDXRef-Package-deb-$(identifier "$package")" "$key" "$line" \
        "$(licence_of "$package" "$(printf '%s' "$line" | cut -f 4)" "$from")"
      ;;
  esac
done >"$work/packages"
# Drops the headers of libraries that are also linked.
awk -F'\t' '
  NR == FNR { source[$2] = ($6 == "-") ? $2 : $6; next }
  $1 != "GENERATED_FROM" { linked[source[$2]] = 1 }
  { line[++count] = $0; how[count] = $1; from[count] = source[$2] }
  END { for (i = 1; i <= count; ++i) if (how[i] != "GENERATED_FROM" || !(from[i] in linked)) print line[i] }
' "$work/packages" "$work/uses" | sort -u >"$work/kept"
mv "$work/kept" "$work/uses"
awk -F'\t' 'NR == FNR { used[$2] = 1; next } $2 in used' "$work/uses" "$work/packages" | sort -u >"$work/kept"
mv "$work/kept" "$work/packages"
# The copyright files, because most licences require a copy with the program. That of Boost has two megabytes, so the
# image has only the text of the licence.
: >"$work/passed"
cut -f 2,3,6,9 "$work/packages" | while IFS='	' read -r key package source declared; do
  copyright=$sysroot/usr/share/doc/$package/copyright
  case $key in @*) copyright=/usr/share/doc/$package/copyright ;; esac
  if [ "$source" != - ] && [ -f "$copyright" ] && ! grep -qxF "$source" "$work/passed"; then
    printf '%s\n' "$source" >>"$work/passed" # all packages of a source have the same file
    mkdir -p "$folder/usr/share/doc/$package"
    if [ "$declared" = BSL-1.0 ]; then
      awk -v RS= '/^License: BSL-1\.0[ \t]*\n/' "$copyright"
    else
      cat "$copyright"
    fi | gzip -9nc >"$folder/usr/share/doc/$package/copyright.gz"
  fi
done
# Long licences, to which the copyright files refer. A licence with an exception is only needed for a shared object, and
# none if there is a choice.
common=$sysroot/usr/share/common-licenses
[ -d "$common" ] || common=/usr/share/common-licenses
{
  printf '%s\n' "$license"
  awk -F'\t' 'FILENAME ~ /uses$/ { if ($1 == "DYNAMIC_LINK") shared[$2] = 1; next }
    $9 !~ / OR / && ($9 !~ / WITH / || ($2 in shared)) { print $9 }' "$work/uses" "$work/packages"
} | tr '() ' '\n' | sed -n 's/^\(Apache-2\.0\|MPL-2\.0\)$/\1/p; s/^\(L\{0,1\}GPL-[0-9.]*\)-\(only\|or-later\)$/\1/p' |
  sed 's/\.0$//; s/^Apache-2$/Apache-2.0/; s/^MPL-2$/MPL-2.0/' | sort -u | while read -r text; do
  if [ -f "$common/$text" ]; then
    mkdir -p "$folder/usr/share/common-licenses"
    gzip -9nc "$common/$text" >"$folder/usr/share/common-licenses/$text.gz"
  else
    echo "image-root: $common/$text does not exist: the image lacks the text of this licence" >&2
  fi
done

# --- the files: lines "PATH, SHA1, SHA256, KEY OF THE PACKAGE"

rm -f "$folder/usr/share/sbom/$name.spdx.json"
(cd "$folder" && find . -type f | sort) | while read -r path; do
  printf '%s\t%s\t%s\n' "${path#.}" "$(sha1sum <"$folder/$path" | cut -c 1-40)" "$(sha256sum <"$folder/$path" | cut -c 1-64)"
done >"$work/sums"
awk -F'\t' '
  FILENAME ~ /packages$/ { if ($6 != "-") doc["/usr/share/doc/" $3 "/copyright.gz"] = $2; next }
  FILENAME ~ /uses$/ { if ($3 != "") of[$3] = $2; next }
  { print $0 "\t" (($1 in of) ? of[$1] : ($1 in doc) ? doc[$1] : "-") }
' "$work/packages" "$work/uses" "$work/sums" >"$work/files"
# SPDX 2.3, 7.9: the SHA1 of the sorted SHA1s of a package's files.
{
  echo -
  cut -f 2 "$work/packages"
} | while read -r key; do
  awk -F'\t' -v key="$key" '$4 == key { print $2 }' "$work/files" | sort | tr -d '\n' >"$work/code"
  [ ! -s "$work/code" ] || printf '%s\t%s\n' "$key" "$(sha1sum <"$work/code" | cut -c 1-40)"
done >"$work/codes"

# --- the SBOM

release() { sed -n "s/^$1=\"\\{0,1\\}\\([^\"]*\\)\"\\{0,1\\}$/\\1/p" "$sysroot/etc/os-release" 2>/dev/null || true; }
system=$(release ID) system_version=$(release VERSION_ID)
kind=
if [ -n "$map" ]; then kind=', archives (from the map of the linker)'; fi
if [ -n "$headers" ]; then kind="$kind, headers (from the dependencies of the compiler)"; fi
awk -F'\t' -v OFS= -v name="$name" -v version="${version:-NOASSERTION}" -v license="${license:-NOASSERTION}" \
  -v architecture="$architecture" -v distribution="${system:-debian}" -v release="${system_version:-NOASSERTION}" \
  -v created="$(date -u -d "@${SOURCE_DATE_EPOCH:-0}" +%Y-%m-%dT%H:%M:%SZ)" \
  -v digest="$(cat "$work/packages" "$work/files" | sha256sum | cut -c 1-32)" \
  -v comment="Packages from dpkg, for: shared objects of the program$kind. Libraries inside of these are not listed." '
  function text(value) { gsub(/\\/, "\\\\", value); gsub(/"/, "\\\"", value); return "\"" value "\"" }
  function member(key, value) { return text(key) ": " text(value) }
  function url(value) { gsub(/%/, "%25", value); gsub(/\+/, "%2B", value); return value }
  function package_begin(id, name, version, license, about) {
    return "    {" member("SPDXID", id) ", " member("name", name) ", " member("versionInfo", version) ",\n      " \
      member("supplier", about) ", " member("downloadLocation", "NOASSERTION") ", " \
      member("copyrightText", "NOASSERTION") ",\n      " member("licenseConcluded", "NOASSERTION") ", " \
      member("licenseDeclared", license)
  }
  function files(key) {
    if (!(key in code)) return ",\n      \"filesAnalyzed\": false"
    return ",\n      \"filesAnalyzed\": true, \"packageVerificationCode\": {" \
      member("packageVerificationCodeValue", code[key]) "}"
  }
  function relate(from, how, to) {
    related = related (related == "" ? "" : ",\n") "    {" member("spdxElementId", from) ", " \
      member("relationshipType", how) ", " member("relatedSpdxElement", to) "}"
  }
  FILENAME ~ /codes$/ { code[$1] = $2; next }
  FILENAME ~ /packages$/ {
    id[$2] = $1
    if ($6 == "-") {
      one = package_begin($1, $3, $4, $9, "NOASSERTION") ", " member("primaryPackagePurpose", "LIBRARY") files($2) "}"
    } else {
      one = package_begin($1, $3, $4, $9, "Organization: " toupper(substr(distribution, 1, 1)) substr(distribution, 2))
      if ($8 != "") one = one ",\n      " member("homepage", $8)
      one = one ",\n      " member("licenseComments", $10) ",\n      " \
        member("sourceInfo", "built package from: " $6 " " $7) ", " member("primaryPackagePurpose", "LIBRARY") \
        files($2) ",\n      \"externalRefs\": [{" member("referenceCategory", "PACKAGE-MANAGER") ", " \
        member("referenceType", "purl") ", " member("referenceLocator", "pkg:deb/" distribution "/" url($3) "@" url($4) \
        "?arch=" $5 (release == "NOASSERTION" ? "" : "&distro=" distribution "-" release) "&upstream=" url($6)) "}]}"
    }
    packages = packages ",\n" one
    next
  }
  FILENAME ~ /uses$/ {
    if (!related_to[$1 $2]++) uses[++count] = $1 "\t" $2
    next
  }
  {
    number = sprintf("SPDXRef-File-%03d", FNR)
    type = ($1 ~ /\.so|\/bin\//) ? "BINARY" : ($1 ~ /\.gz$/) ? "ARCHIVE" : "TEXT"
    listed = listed (listed == "" ? "" : ",\n") "    {" member("SPDXID", number) ", " member("fileName", "." $1) \
      ", \"fileTypes\": [\"" type "\"],\n      \"checksums\": [{" member("algorithm", "SHA1") ", " \
      member("checksumValue", $2) "},\n        {" member("algorithm", "SHA256") ", " member("checksumValue", $3) "}],\n      " \
      member("licenseConcluded", "NOASSERTION") ", " member("copyrightText", "NOASSERTION") "}"
    holder[FNR] = $4
    held[FNR] = number
    total = FNR
  }
  END {
    self = "SPDXRef-Package-program"
    relate("SPDXRef-DOCUMENT", "DESCRIBES", self)
    for (i = 1; i <= count; ++i) { split(uses[i], part, "\t"); relate(self, part[1], id[part[2]]) }
    for (i = 1; i <= total; ++i) relate(holder[i] == "-" ? self : id[holder[i]], "CONTAINS", held[i])
    print "{\n  " member("spdxVersion", "SPDX-2.3") ",\n  " member("dataLicense", "CC0-1.0") ",\n  " \
      member("SPDXID", "SPDXRef-DOCUMENT") ",\n  " member("name", name) ",\n  " \
      member("documentNamespace", "https://kubexx.dev/spdx/" name "-" digest) ",\n  " member("comment", comment) ",\n  " \
      "\"creationInfo\": {" member("created", created) ", \"creators\": [" text("Tool: kubexx-image-root") "]},"
    print "  \"packages\": ["
    print package_begin(self, name, version, license, "NOASSERTION"), ", ", member("primaryPackagePurpose", "APPLICATION"), \
      files("-"), "},"
    print package_begin("SPDXRef-OperatingSystem", distribution, release, "NOASSERTION", "NOASSERTION"), ", ", \
      member("primaryPackagePurpose", "OPERATING-SYSTEM"), ", \"filesAnalyzed\": false}", packages
    print "  ],\n  \"files\": [\n" listed "\n  ],\n  \"relationships\": [\n" related "\n  ]\n}"
  }
' "$work/codes" "$work/packages" "$work/uses" "$work/files" >"$folder/usr/share/sbom/$name.spdx.json"
