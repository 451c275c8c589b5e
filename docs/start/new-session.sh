#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# new-session.sh PREFIX: the session of docs/start/new-session.cast: a project of `kubexx new` with the kubexx that is
# installed in PREFIX, its tests, the operator on the embedded API server, and its image (needs buildah). Recorded with
#   asciinema rec --cols 120 --rows 36 -i 2 -c 'docs/start/new-session.sh PREFIX' docs/start/new-session.cast
set -euo pipefail
command -v buildah >/dev/null || {
  echo 'SKIPPED: there is no buildah'
  exit 77
}
prefix=$(realpath "$1")
# shellcheck source=docs/start/typing.sh
. "$(dirname "$0")/typing.sh"
export PATH=$prefix/bin:$PATH CMAKE_PREFIX_PATH=$prefix
folder=$(mktemp -d)
# Its own storage, so that nobody's images are touched.
export CONTAINERS_STORAGE_CONF=$folder/storage.conf STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
printf '[storage]\ndriver = "vfs"\nrunroot = "%s/run"\ngraphroot = "%s/storage"\n' "$folder" "$folder" >"$CONTAINERS_STORAGE_CONF"
cd "$folder"
running=''
stop() {
  [ -z "$running" ] || kill -TERM -- "-$running" 2>/dev/null || true
  wait
  cd /
  rm -rf "$folder"
}
trap stop EXIT

# shellcheck disable=SC2016  # evaluated when they are typed
session() {
  type_and_run 'kubexx new backup-operator --group backups.example.com --kind Backup --webhook'
  type_and_run 'cd backup-operator'
  type_and_run 'make test'
  set -m
  type_and_run 'make run >run.log 2>&1 &'
  running=$!
  set +m
  wait_for 'cat run.log' 'Ctrl-C stops the operator'
  type_and_run 'export KUBECONFIG=$PWD/build/kubeconfig'
  wait_for 'kubexx get backups example' '^example .*True'
  type_and_run 'kubexx get backups,configmaps'
  printf 'apiVersion: backups.example.com/v1alpha1\nkind: Backup\nmetadata: {name: bad}\nspec: {text: "a\\tb"}\n' >bad.yaml
  type_and_run 'cat bad.yaml'
  if type_and_run 'kubexx apply -f bad.yaml'; then
    echo 'new-session.sh: the webhook allows bad.yaml' >&2
    exit 1
  fi
  type_and_run 'kubexx patch backup example --type merge -p '"'"'{"spec": {"copies": 3}}'"'"
  wait_for 'kubexx get backups example' '^example  *3 .*True'
  type_and_run 'kubexx get configmaps'
  type_and_run 'kubexx why default/example'
  type_and_run 'kill %1'
  wait "$running" || true
  running=''
  type_and_run 'make image IMAGE=registry.example.com/backup-operator:0.1.0 >image.log 2>&1 && tail -1 image.log'
  type_and_run 'buildah images'
  type_and_run 'find build/image/*/root -type f -printf "%s %P\n" | sort -rn | head'
}
session
