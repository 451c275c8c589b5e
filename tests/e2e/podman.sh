#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# podman.sh FOLDER SERVICE_ACCOUNT NAME UID GID [ARG...]: runs the image sample-controller of the storage in FOLDER by
# podman, with the entry point of the image and what manifests/deployment.yaml asks for: a read-only root, no
# capabilities and no way to new ones. The network is the machine's. The caller gives namespaces (mount and pid) and the
# environment. Neither limits nor control groups are podman's own, because a container may not be given more than this
# machine lets root have.
set -eu
folder=$1 service_account=$2 name=$3 user=$4 group=$5
shift 5
# crun refuses a machine that mounts the second version of control groups beside the first.
if mountpoint -q /sys/fs/cgroup/unified; then umount /sys/fs/cgroup/unified; fi
mount -t tmpfs -o mode=755,size=16m tmpfs /run  # podman's state, whose path may have 50 characters at most
limit() {
  sed -n "s/^$1 *[^ ]* *\([^ ]*\).*/\1/p" /proc/self/limits | sed 's/unlimited/-1/'
}
files=$(limit "Max open files") processes=$(limit "Max processes")
exec podman --root="$folder/storage" --runroot=/run/podman --storage-driver=vfs run --rm --pull=never \
  --cgroups=disabled --ulimit=nofile="$files:$files" --ulimit=nproc="$processes:$processes" --network=host \
  --hostname="$name" --name="$name" --read-only --read-only-tmpfs=false --cap-drop=all \
  --security-opt=no-new-privileges --user="$user:$group" --log-driver=none \
  --env=KUBERNETES_SERVICE_HOST --env=KUBERNETES_SERVICE_PORT \
  --volume="$service_account:/var/run/secrets/kubernetes.io/serviceaccount:ro" localhost/sample-controller "$@"
