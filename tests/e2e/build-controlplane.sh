#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the real control plane of the end-to-end tests (etcd, kube-apiserver, kube-controller-manager of controlplane/,
# kubectl 1.32 of kubectl/) once into a cache folder, and prints that folder as the only line of standard output.
# The folder has the layout of KUBEBUILDER_ASSETS. Exit status 77: it cannot be built here (the reason is on standard
# error), so what needs it is skipped. `--path` prints the folder and builds nothing. `--kubernetes 1.36` before it means
# that version, of controlplane/kubernetes-1.36.mod, in a folder of its own; KUBEBUILDER_ASSETS is not asked for it.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
recipe=1 # to be raised when what is built changes but no file of the modules does
modules=go
if [ "${1:-}" = --kubernetes ]; then
  modules=kubernetes-$2
  shift 2
  if [ ! -f "$here/controlplane/$modules.mod" ]; then
    echo "build-controlplane: there is no $here/controlplane/$modules.mod" >&2
    exit 2
  fi
fi
hash=$(cd "$here" && { echo "$recipe" && cat "controlplane/$modules.mod" "controlplane/$modules.sum" controlplane/main.go kubectl/go.mod \
  kubectl/go.sum kubectl/main.go; } | sha256sum | cut -c1-12)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubexx
out=$cache/controlplane-$hash
if [ "${1:-}" = --path ]; then
  echo "$out"
  exit 0
fi

if [ -n "${KUBEBUILDER_ASSETS:-}" ] && [ "$modules" = go ]; then
  echo "$KUBEBUILDER_ASSETS"
  exit 0
fi

# The folder gets its name when it is complete.
if [ -d "$out" ]; then
  echo "$out"
  exit 0
fi

cannot() {
  echo "build-controlplane: $1; the end-to-end tests that need a real control plane are skipped" >&2
  exit 77
}

# GO names another command.
go=${GO:-go}
PATH=$PATH:/usr/local/go/bin
command -v "$go" >/dev/null 2>&1 || cannot "there is no go command; install Go 1.26 or newer (https://go.dev/dl)"
# Go 1.21 and newer fetch the toolchain that go.mod asks for; an older one cannot read the file.
version=$("$go" env GOVERSION 2>/dev/null || true)
minor=$(echo "$version" | sed -n 's/^go1\.\([0-9]*\).*/\1/p')
if [ -n "$minor" ] && [ "$minor" -lt 21 ]; then
  cannot "$version is too old; install Go 1.26 or newer (https://go.dev/dl)"
fi

mkdir -p "$cache"
exec 9>"$cache/controlplane.lock"
if command -v flock >/dev/null 2>&1; then
  flock 9
  if [ -d "$out" ]; then
    echo "$out"
    exit 0
  fi
fi

# Each module's value of the Go flag -mod stays at its default: go.sum decides what is accepted.
for module in "controlplane/$modules.mod" kubectl/go.mod; do
  if ! (cd "$here/${module%/*}" && "$go" list -modfile="${module#*/}" -deps . >/dev/null 2>"$cache/download.log"); then
    tail -n 5 "$cache/download.log" >&2
    cannot "the Go modules of $module could not be fetched ($version)"
  fi
done

work=$cache/building-$hash.$$
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir -p "$work"
kubernetes=$(sed -n 's/^\tk8s.io\/kubernetes v//p' "$here/controlplane/$modules.mod")
echo "build-controlplane: building Kubernetes $kubernetes and kubectl 1.32 into $out (once; some minutes)" >&2
ld="-s -w -X k8s.io/component-base/version"
export CGO_ENABLED=0
(cd "$here/kubectl" && nice "$go" build -trimpath -buildvcs=false -o "$work/kubectl" \
  -ldflags "$ld.gitVersion=v1.32.13 -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=32" .) >&2
(cd "$here/controlplane" && nice "$go" build -trimpath -buildvcs=false -o "$work/controlplane" \
  -modfile="$modules.mod" -ldflags "$ld.gitVersion=v$kubernetes -X k8s.io/component-base/version.gitMajor=1 \
    -X k8s.io/component-base/version.gitMinor=$(echo "$kubernetes" | cut -d. -f2)" .) >&2
for name in etcd kube-apiserver kube-controller-manager; do
  ln -s controlplane "$work/$name"
done
mv "$work" "$out"
echo "$out"
