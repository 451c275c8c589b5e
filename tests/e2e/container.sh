#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# container.sh ROOT SERVICE_ACCOUNT HOSTNAME UID GID PROGRAM [ARG...]: does what a container runtime does for a Pod with
# a read-only root. Mounts SERVICE_ACCOUNT where the kubelet mounts it and makes all of ROOT read-only; then PROGRAM
# runs as process 1 of a PID namespace of its own, as that user, without capabilities and without a way to new ones. The
# network is the machine's. The caller gives namespaces (mount, uts, ipc, pid) and the environment.
set -eu
root=$1 service_account=$2 host=$3 user=$4 group=$5
shift 5
hostname "$host"
mount --bind "$root" "$root"
mounted=$root/var/run/secrets/kubernetes.io/serviceaccount
mkdir -p "$root/proc" "$root/dev" "$mounted"
mount -t tmpfs -o nosuid,noexec,mode=755,size=64k tmpfs "$root/dev"
for device in null zero full random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
for file in hosts resolv.conf; do
  : >"$root/etc/$file"
  mount --bind "/etc/$file" "$root/etc/$file"
  mount -o remount,bind,ro "$root/etc/$file"
done
mount --bind "$service_account" "$mounted"
mount -o remount,bind,ro "$mounted"
mount -o remount,ro "$root/dev"
mount -o remount,bind,ro "$root"
# As the runtime takes them from the image: its PATH, and the home of its user.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp HOSTNAME=$host
export PATH HOME HOSTNAME
exec setpriv --no-new-privs unshare --pid --fork --mount-proc --root="$root" --setgid="$group" --setuid="$user" "$@"
