# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced: bare Debian systems. `run_in` runs a command in a clone of this checkout inside a system made by debootstrap,
# which holds a minimal system, make, git and ca-certificates. Needs root; $top and $out are set.
: "${top:?}" "${out:?}"

# The package source and its settings are those of this machine, which may know a mirror or a proxy.
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
[ -n "$mirror" ] || mirror=$(awk '/^deb /{print $2; exit}' /etc/apt/sources.list 2>/dev/null)
[ -n "$mirror" ] || mirror=http://deb.debian.org/debian

base_of() {  # SUITE: prints the folder of a bare system, made once for all scripts
  local suite=$1 base=$top/build/roots/$1.base
  if [ ! -f "$base/made" ]; then
    command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap >/dev/null; } || return 1
    rm -rf "$base"
    mkdir -p "${base%/*}"
    debootstrap --variant=minbase --include=make,git,ca-certificates "$suite" "$base" "$mirror" >"$out/$suite.debootstrap.log" 2>&1 || {
      tail -5 "$out/$suite.debootstrap.log" >&2
      return 1
    }
    cp -r /etc/apt/apt.conf.d/. "$base/etc/apt/apt.conf.d/"
    [ ! -d /etc/apt/auth.conf.d ] || cp -r /etc/apt/auth.conf.d/. "$base/etc/apt/auth.conf.d/"
    # clang 16 and 19 of Debian 12 are in its security and update suites.
    [ "$suite" != bookworm ] || [ ! -f /etc/apt/sources.list.d/debian.sources ] || {
      rm -f "$base/etc/apt/sources.list"
      cp /etc/apt/sources.list.d/debian.sources "$base/etc/apt/sources.list.d/"
    }
    cp -r /usr/share/keyrings/. "$base/usr/share/keyrings/"
    cp -r /etc/ssl/certs/. "$base/etc/ssl/certs/"
    cp /etc/resolv.conf /etc/hosts "$base/etc/"
    touch "$base/made"
  fi
  echo "$base"
}

run_in() {  # SUITE COMMAND LOG: in a fresh copy of the bare system
  local suite=$1 command=$2 log=$3 root base code
  base=$(base_of "$suite") || return 1
  root=$(mktemp -d "$top/build/roots/$suite.XXXXXX")
  cp -a "$base/." "$root"
  git clone -q "$top" "$root/root/project" || return 1
  mount --bind /proc "$root/proc" && mount --bind /dev "$root/dev" || return 1
  chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -c "cd /root/project && $command" >"$log" 2>&1
  code=$?
  umount "$root/proc" "$root/dev"
  rm -rf "$root"
  return $code
}
