#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build-oracle.sh NAME: builds the Go program in the folder NAME once, into a cache folder, and prints its path as the
# only line of standard output. Exit status 77: it cannot be built here; the reason is on standard error.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
name=$1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubexx
hash=$(cd "$here/$name" && cat go.mod go.sum ./*.go | sha256sum | cut -c1-12)
out=$cache/$name-$hash
if [ -x "$out" ]; then
  echo "$out"
  exit 0
fi
go=${GO:-go}
PATH=$PATH:/usr/local/go/bin
if ! command -v "$go" >/dev/null 2>&1; then
  echo "build-oracle: there is no go command; what needs $name is skipped" >&2
  exit 77
fi
mkdir -p "$cache"
if ! (cd "$here/$name" && CGO_ENABLED=0 nice "$go" build -trimpath -buildvcs=false -ldflags="-s -w" -o "$out.$$" .) >&2; then
  echo "build-oracle: $name cannot be built; what needs it is skipped" >&2
  exit 77
fi
mv "$out.$$" "$out"
echo "$out"
