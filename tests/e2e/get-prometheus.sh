#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the folder that has prometheus and promtool, as the only line of standard output: that of the installed ones,
# else a cache folder into which the programs of Debian's package are unpacked. The package is not installed, because it
# would start a server on this machine. Exit status 77: they cannot be had here (the reason is on standard error).
set -eu

if command -v prometheus >/dev/null 2>&1 && command -v promtool >/dev/null 2>&1; then
  dirname "$(command -v prometheus)"
  exit 0
fi
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubexx
out=$cache/prometheus

# The folder gets its name when it is complete.
if [ -d "$out" ]; then
  echo "$out"
  exit 0
fi

cannot() {
  echo "get-prometheus: $1; the tests that need Prometheus are skipped" >&2
  exit 77
}
command -v apt-get >/dev/null 2>&1 || cannot "neither prometheus and promtool are installed nor is this a Debian"

mkdir -p "$cache"
part=$(mktemp -d "$cache/prometheus.XXXXXX")
trap 'rm -rf "$part"' EXIT
cd "$part"
# Debian 13 has promtool in a package of its own.
packages=prometheus
fetch() {
  # shellcheck disable=SC2086  # names without blanks
  apt-get -q download $packages >>log 2>&1
}
! apt-cache show promtool >/dev/null 2>&1 || packages='prometheus promtool'
if ! fetch; then
  # Package lists that are old or were never fetched; only root may fetch them.
  apt-get -q update >>log 2>&1 || true
  ! apt-cache show promtool >/dev/null 2>&1 || packages='prometheus promtool'
  fetch || {
    tail -n 5 log >&2
    cannot "Debian's package prometheus cannot be fetched (the lines above say why; as root: apt-get install prometheus)"
  }
fi
for package in ./*.deb; do dpkg-deb -x "$package" unpacked; done
mkdir programs
mv unpacked/usr/bin/prometheus unpacked/usr/bin/promtool programs
mv -T programs "$out" 2>/dev/null || [ -d "$out" ] # another one may have been faster
echo "$out"
