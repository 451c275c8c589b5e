#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh BUILD_FOLDER JOBS: clang-format, shellcheck and clang-tidy (all of clang 19) on our sources. BUILD_FOLDER is
# configured and has the compile commands. A unit that was clean is not read again until it, a header of ours that it
# reaches, its compile command, the checks or the tool change; the record is below ~/.cache/kubexx (KUBEXX_CACHE_DIR).
# Units with the same compile command are read eight at once, in a quarter of the time; if that finds something, or if
# they cannot be one unit, each is read by itself.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 jobs=$2

folders=(base workqueue http apimachinery cel schema client informer election controller apiserver testing tools samples tests bench)
# The templates are not valid C++ until `kubexx new` fills them.
mapfile -t sources < <(find "${folders[@]}" -path tools/kubexx/templates -prune -o -type f \( -name '*.cpp' -o -name '*.hpp' \) -print | sort)
mapfile -t scripts < <(find .ci bench cmake manifests packaging samples tests tools -type f -print0 | sort -z |
  xargs -0 awk 'FNR == 1 && /^#!.*[\/ ](ba)?sh$/ { print FILENAME } { nextfile }')

echo "clang-format: ${#sources[@]} files"
clang-format-19 --dry-run -Werror "${sources[@]}"

echo "shellcheck: ${#scripts[@]} files"
shellcheck "${scripts[@]}"

cache=${KUBEXX_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/kubexx}/lint
mkdir -p "$cache"
find "$cache" -type f -mtime +30 -delete
base=$({
  clang-tidy-19 --version
  cat .clang-tidy /usr/include/boost/version.hpp
} 2>/dev/null | sha256sum)

# "unit<TAB>command<TAB>file file …": each unit with the headers of ours that it reaches, found by name.
closures() {
  sed -n 's/^ *"command": "\(.*\)",$/C\t\1/p; s/^ *"file": "\(.*\)",\{0,1\}$/F\t\1/p' "$build/compile_commands.json" |
    awk -F '\t' -v root="$PWD/" '
      FNR == NR { if ($1 == "C") command = $2; else { gsub(root, "", command); sub(root, "", $2); commands[$2] = command }; next }
      { file = FILENAME; files[file] = 1 }
      /^[ \t]*#[ \t]*include[ \t]*"/ { name = $0; sub(/^[^"]*"/, "", name); sub(/".*/, "", name); named[file] = named[file] " " name }
      END {
        for (file in files) { base = file; sub(/.*\//, "", base); key = file; if (!sub(/^.*\/include\//, "", key)) key = base; where[key] = where[key] " " file }
        for (unit in commands) if (unit in files) {
          split("", seen); count = 1; todo[1] = unit; seen[unit] = 1; line = unit
          for (at = 1; at <= count; at++) {
            n = split(named[todo[at]], names, " ")
            for (i = 1; i <= n; i++) {
              key = names[i]; if (!(key in where)) sub(/.*\//, "", key)
              m = split(where[key], hits, " ")
              for (j = 1; j <= m; j++) if (!(hits[j] in seen)) { seen[hits[j]] = 1; todo[++count] = hits[j]; line = line " " hits[j] }
            }
          }
          print unit "\t" commands[unit] "\t" line
        }
      }' - "${sources[@]}" | sort
}

stale=() units=0
while IFS=$'\t' read -r unit command reached; do
  # The product alone: with the tests it takes three times as long, more than a change's check may.
  case $unit in tests/* | bench/*) continue ;; esac
  units=$((units + 1))
  # shellcheck disable=SC2086  # a list of names without blanks
  key=$({
    echo "$base $command"
    cat $reached
  } | sha256sum | cut -c1-40)
  [ -e "$cache/$key" ] || stale+=("$unit" "$cache/$key")
done < <(closures)
[ "$units" -gt 0 ] || {
  echo "lint: $build/compile_commands.json names none of our units" >&2
  exit 1
}

echo "clang-tidy: $units units, $((units - ${#stale[@]} / 2)) of them unchanged since they were clean"
check_one() {
  local output
  if output=$(clang-tidy-19 -p "$1" --quiet "$2" 2>&1); then
    : >"$3"
    echo "  $2"
  else
    printf '%s\n' "$output" | grep -vE '^[0-9]+ warnings? (generated|treated)|^Suppressed|^Use -header' >&2
    return 1
  fi
}
# check_batch BUILD FOLDER UNIT KEY UNIT KEY …: FOLDER/batch.cpp includes the units and has a compile command there.
check_batch() {
  local build=$1 folder=$2 failed=0
  shift 2
  if [ $# -gt 2 ] && clang-tidy-19 -p "$folder" --quiet --checks=-bugprone-suspicious-include \
    --header-filter="^$PWD/[a-z]+/" "$folder/batch.cpp" >/dev/null 2>&1; then
    while [ $# -gt 0 ]; do
      : >"$2"
      echo "  $1"
      shift 2
    done
    return 0
  fi
  while [ $# -gt 0 ]; do
    check_one "$build" "$1" "$2" || failed=1
    shift 2
  done
  return $failed
}
export -f check_one check_batch

# make_batches BUILD UNIT KEY …: a folder for each batch, and its line for check_batch on standard output.
make_batches() {
  python3 - "$@" <<'END'
import json, os, re, shlex, shutil, sys

build, rest = sys.argv[1], sys.argv[2:]
root = os.getcwd()
commands = {}
for entry in json.load(open(f"{build}/compile_commands.json")):
    unit = os.path.relpath(entry["file"], root)
    commands[unit] = re.sub(r" -o \S+", "", entry["command"]).replace(entry["file"], "@")
groups = {}
for unit, key in zip(rest[::2], rest[1::2]):
    groups.setdefault(commands[unit], []).append((unit, key))
shutil.rmtree(f"{build}/batches", ignore_errors=True)
number = 0
for command, units in groups.items():
    for at in range(0, len(units), 8):
        batch = units[at:at + 8]
        number += 1
        folder = os.path.abspath(f"{build}/batches/{number}")
        os.makedirs(folder)
        with open(f"{folder}/batch.cpp", "w") as file:
            file.writelines(f'#include "{root}/{unit}"\n' for unit, _ in batch)
        with open(f"{folder}/compile_commands.json", "w") as file:
            json.dump([{"directory": os.path.abspath(build), "file": f"{folder}/batch.cpp",
                        "command": command.replace("@", f"{folder}/batch.cpp")}], file)
        print(shlex.join([folder, *(part for unit in batch for part in unit)]))
END
}
if [ ${#stale[@]} -gt 0 ]; then
  make_batches "$build" "${stale[@]}" | xargs -d '\n' -P "$jobs" -I '{}' bash -c "check_batch '$build' {}"
fi
echo "lint: clean"
