#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_files.sh SOURCE_FOLDER: the files of packaging/ name CMake options, modules, libraries, commands and files that
# exist, and the version of CMakeLists.txt. Nobody runs the vcpkg port and the Bazel module here; this is their test.
set -euo pipefail
cd "$1"
failed=0
wrong() { echo "$*"; failed=1; }
# same WHAT FOUND WANTED: two lists of lines.
same() {
  [ "$2" = "$3" ] || { wrong "$1 (<), but it should be (>):"; diff <(echo "$2") <(echo "$3") | grep '^[<>]' || true; }
}

rules=packaging/debian/rules control=packaging/debian/control
conan=packaging/conan/conanfile.py portfile=packaging/vcpkg/portfile.cmake manifest=packaging/vcpkg/vcpkg.json
bazel=packaging/bazel/BUILD.bazel

# Options.
known=$(sed -nE 's/^option\((\w+) .*/\1/p; s/^set\((\w+) .* CACHE .*/\1/p' CMakeLists.txt)
for file in "$rules" "$conan" "$portfile" "$bazel"; do
  named=$(grep -oE '\bKUBEXX_[A-Z_]+|-D[A-Za-z]\w*|^ *"[A-Z_]+": "|cache_variables\["\w+' "$file" |
    sed -E 's/^-D|^ *"|cache_variables\["//; s/": "$//' | sort -u)
  grep -qx KUBEXX_WERROR <<<"$named" || wrong "$file: this test finds no option in it"
  while read -r option; do
    case $option in
      BUILD_SHARED_LIBS | CMAKE_BUILD_TYPE | CMAKE_INSTALL_LIBDIR) ;;
      CMAKE_SKIP_INSTALL_RPATH) ;; # of CMake
      *) grep -qx -- "$option" <<<"$known" || wrong "$file: CMakeLists.txt has no option $option" ;;
    esac
  done <<<"$named"
done

# Modules and libraries.
modules=$(sed -nE 's/^kubexx_declare\((\w+).*/\1/p' cmake/KubexxModules.cmake | sort)
is_module() { grep -qx -- "$2" <<<"$modules" || wrong "$1: cmake/KubexxModules.cmake has no module $2"; }
features=$(sed -nE 's/^foreach\(module IN ITEMS (.*)\)$/\1/p' "$portfile" | tr ' ' '\n' | sort)
same "features of $manifest" "$(sed -nE 's/^    "(\w+)": \{$/\1/p' "$manifest" | sort)" "$features"
for module in $features $(grep -oE '"KUBEXX_MODULES": "[^"]*' "$bazel" | sed 's/.*"//' | tr ';' '\n' | sort -u); do
  is_module packaging "$module"
done
same "libraries of $conan" "$(sed -nE '/^DEBIAN/,/^}/s/^    "([^"]*)": .*/\1/p' "$conan" | sort)" \
  "$(sed -nE 's/^kubexx_declare\(.* LIBRARIES (.*)\)$/\1/p' cmake/KubexxModules.cmake | tr ' ' '\n' | sort -u)"
# The libraries of the build, by their Debian packages.
while read -r package; do
  grep -qE "^ .*\b$package\b" "$control" || wrong "$control: the build does not depend on $package, which $conan names"
done < <(grep -oE '[a-z0-9.+-]+-dev' "$conan" | sort -u)

# The version.
version=$(packaging/version)
minor=${version%.*}
# version_in FILE PATTERN WANTED: every match of the extended regular expression, whose group is the version.
version_in() { same "version in $1" "$(sed -nE "s|.*$2.*|\\1|p" "$1" | sort -u)" "$3"; }
version_in "$manifest" '"version-semver": "([^"]*)"' "$version"
version_in packaging/bazel/MODULE.bazel '^    version = "([^"]*)"' "$version"
version_in "$bazel" '\.so\.([0-9.]+)"' "$minor"
same "version in $control" "$(sed -nE 's/^Package: libkubexx(-testing)?([0-9].*)$/\2/p' "$control" | sort -u)" "$minor"
same "version in packaging/debian/changelog" \
  "$(sed -nE '1s/^kubexx \(([0-9.]+)-.*/\1/p' packaging/debian/changelog)" "$version"
version_in packaging/README.md 'libkubexx([0-9.]+[0-9])`' "$minor"
for page in packaging/debian/*.1; do
  version_in "$page" '^\.TH .* "kubexx ([0-9.]+)" .*' "$minor"
done

# Files.
exists() { [ -e "$2" ] || compgen -G "$2" >/dev/null || wrong "$1: there is no $2"; }
packages=$(sed -n 's/^Package: //p' "$control")
for file in packaging/debian/*.install packaging/debian/*.manpages; do
  package=${file##*/} package=${package%.*}
  grep -qx -- "$package" <<<"$packages" || wrong "$file: $control has no package $package"
done
for package in $packages; do
  exists "$control" "packaging/debian/$package.install"
done
while read -r file; do exists packaging/debian/kubexx-tools.manpages "packaging/$file"; done \
  < <(grep -v '^#' packaging/debian/kubexx-tools.manpages)
while read -r file _; do exists packaging/debian/kubexx-doc.install "$file"; done \
  < <(grep -v '^#' packaging/debian/kubexx-doc.install)
tools=$(sed -nE 's/^add_executable\(([a-z-]+) .*/\1/p' tools/*/CMakeLists.txt | sort)
same "tools of packaging/debian/kubexx-tools.install" \
  "$(sed -n 's|^usr/bin/||p' packaging/debian/kubexx-tools.install | sort)" "$tools"
same "manual pages of packaging/debian/kubexx-tools.manpages" \
  "$(sed -n 's|^debian/\(.*\)\.1$|\1|p' packaging/debian/kubexx-tools.manpages | sort)" "$tools"
while read -r page; do exists packaging/debian "${page#/usr/share/doc/kubexx/}"; done \
  < <(grep -ohE '/usr/share/doc/kubexx/\S+' packaging/debian/*.1)
while read -r file; do exists "$portfile" "${file#*/}"; done < <(grep -oE '\$\{SOURCE_PATH\}/[^"]+' "$portfile")
while read -r file; do exists "$portfile" "packaging/vcpkg/${file#*/}"; done \
  < <(grep -oE '\$\{CMAKE_CURRENT_LIST_DIR\}/[^"]+' "$portfile")
sources=$(sed -n '/glob(\[/,/\])/s/^ *"\(.*\)",$/\1/p' "$bazel")
set -f
for pattern in $sources; do exists "$bazel" "${pattern%/\*\*}"; done
set +f
for module in $modules; do
  for entry in "$module"/*; do
    case ${entry##*/} in
      '*' | CMakeLists.txt | *.cmake | include | schemas | src) ;; # '*': it has no folder of its own
      *) wrong "$bazel: no pattern for $entry" ;;
    esac
  done
done
while read -r file; do
  [ -e "$file" ] || exists "$conan" "cmake/$file"
done < <(grep -oE 'copy\(self, "[A-Za-z.]+"|^TABLE = "[A-Za-z.]+"' "$conan" | sed 's/.* "\(.*\)"/\1/')
# Whatever looks like a path of this project.
while IFS=: read -r file name; do exists "$file" "$name"; done \
  < <(grep -roE '\b(cmake|packaging|tests|docs/[a-z]+)/[A-Za-z0-9_./-]*[A-Za-z0-9_]' --include='*' packaging |
    grep -vE ':(cmake/kubexx|packaging/(vcpkg|conan)-)' | sort -u)

# The manual page of kubexx lists its commands.
same "commands of packaging/debian/kubexx.1" \
  "$(sed -n '/^\.SH COMMANDS/,/^\.SH EXIT/s/^\.B //p' packaging/debian/kubexx.1 | sed 's/\\//g' | sort)" \
  "$(sed -nE 's/.*(commands\.add<\w+>|program\.add_command)\("([a-z-]+)".*/\2/p' tools/kubexx/*.cpp tools/kubexx/{scaffold,types}/*.cpp | sort)"
exit $failed
