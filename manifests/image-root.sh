#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# image-root.sh PROGRAM FOLDER: fills FOLDER with a root file system that can run PROGRAM (as /usr/bin/<name>) and
# nothing else: the program without its symbols, and the closure of its shared objects at their own paths.
set -eu
program=$1
folder=$2
mkdir -p "$folder/usr/bin" "$folder/etc" "$folder/tmp"
chmod 1777 "$folder/tmp"
strip -o "$folder/usr/bin/$(basename "$program")" "$program"
missing=$(ldd "$program" | grep 'not found' || true)
if [ -n "$missing" ]; then
  echo "image-root: the loader does not find every shared object of $program:" >&2
  echo "$missing" >&2
  exit 1
fi
ldd "$program" | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) .*/\1/p' | sort -u |
  while read -r object; do
    cp --parents -L "$object" "$folder/"
  done
# Names for the numeric user, for programs that ask.
echo 'nonroot:x:65532:65532:nonroot:/tmp:/sbin/nologin' >"$folder/etc/passwd"
echo 'nonroot:x:65532:' >"$folder/etc/group"
