#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build-go-tool.sh NAME PACKAGE: builds the Go program PACKAGE, a tool of the module in the folder NAME, once into the cache
# folder of the end-to-end tests, and prints the path of the program as the only line of standard output. Exit status 77:
# it cannot be built here; the reason is on standard error.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
name=$1 package=$2
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubexx
out=$cache/$name-$(cat "$here/$name/go.mod" "$here/$name/go.sum" | sha256sum | cut -c1-12)
if [ -x "$out" ]; then
  echo "$out"
  exit 0
fi
cannot() {
  echo "build-go-tool: $1; what needs $name is skipped" >&2
  exit 77
}
# GO names another command.
go=${GO:-go}
PATH=$PATH:/usr/local/go/bin
command -v "$go" >/dev/null 2>&1 || cannot "there is no go command; install Go 1.26 or newer (https://go.dev/dl)"
mkdir -p "$cache"
cd "$here/$name"
if ! "$go" list -deps "$package" >/dev/null 2>"$cache/$name-download.log"; then
  tail -n 5 "$cache/$name-download.log" >&2
  cannot "the Go modules of $name could not be fetched"
fi
echo "build-go-tool: building $out (once; some minutes)" >&2
CGO_ENABLED=0 nice "$go" build -trimpath -buildvcs=false -ldflags '-s -w' -o "$out.$$" "$package" >&2
mv "$out.$$" "$out"
echo "$out"
