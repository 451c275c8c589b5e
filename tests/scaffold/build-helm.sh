#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds Helm (the Go module helm/) once into the cache folder of the end-to-end tests, and prints the path of the program
# as the only line of standard output. Exit status 77: it cannot be built here; the reason is on standard error.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubexx
out=$cache/helm-$(cat "$here/helm/go.mod" "$here/helm/go.sum" | sha256sum | cut -c1-12)
if [ -x "$out" ]; then
  echo "$out"
  exit 0
fi
cannot() {
  echo "build-helm: $1; what needs Helm is skipped" >&2
  exit 77
}
# GO names another command.
go=${GO:-go}
PATH=$PATH:/usr/local/go/bin
command -v "$go" >/dev/null 2>&1 || cannot "there is no go command; install Go 1.26 or newer (https://go.dev/dl)"
mkdir -p "$cache"
cd "$here/helm"
if ! "$go" list -deps helm.sh/helm/v4/cmd/helm >/dev/null 2>"$cache/helm-download.log"; then
  tail -n 5 "$cache/helm-download.log" >&2
  cannot "the Go modules of Helm could not be fetched"
fi
echo "build-helm: building $out (once; some minutes)" >&2
CGO_ENABLED=0 nice "$go" build -trimpath -buildvcs=false -ldflags '-s -w' -o "$out.$$" helm.sh/helm/v4/cmd/helm >&2
mv "$out.$$" "$out"
echo "$out"
