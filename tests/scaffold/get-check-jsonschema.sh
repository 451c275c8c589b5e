#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs check-jsonschema, which contains the JSON schemas of GitLab and GitHub, from PyPI once into a cache folder, and
# prints the path of the program as the only line of standard output. Exit status 77: it cannot be installed here; the reason
# is on standard error.
set -eu
version=0.39.0
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubexx
out=$cache/check-jsonschema-$version
if [ ! -d "$out" ]; then
  mkdir -p "$cache"
  # The programs of a virtual environment contain its path, so it cannot be renamed.
  if ! { python3 -m venv "$out" && "$out/bin/pip" install --quiet "check-jsonschema==$version"; } >"$cache/check-jsonschema.log" 2>&1; then
    rm -rf "$out"
    tail -n 5 "$cache/check-jsonschema.log" >&2
    echo 'get-check-jsonschema: check-jsonschema cannot be installed (the lines above say why); what needs it is skipped' >&2
    exit 77
  fi
fi
echo "$out/bin/check-jsonschema"
