# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced: bare Debian systems. `run_in` runs a command in a clone of this checkout inside a system made by debootstrap,
# which holds a minimal system, make, git and ca-certificates; `fresh_root` and `in_root` are its two halves. Needs root;
# $top and $out are set. CCACHE_DIR: a compiler cache that the systems use; they have none of their own.
: "${top:?}" "${out:?}"

# The package source and its settings are those of this machine, which may know a mirror or a proxy.
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
[ -n "$mirror" ] || mirror=$(awk '/^deb /{print $2; exit}' /etc/apt/sources.list 2>/dev/null)
[ -n "$mirror" ] || mirror=http://deb.debian.org/debian

base_of() {  # SUITE: prints the folder of a bare system, made once for all scripts
  local suite=$1 base=$top/build/roots/$1.base
  if [ ! -f "$base/made" ]; then
    command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap >/dev/null; } || return 1
    rm -rf --one-file-system "$base"
    mkdir -p "${base%/*}"
    debootstrap --variant=minbase --include=make,git,ca-certificates "$suite" "$base" "$mirror" >"$out/$suite.debootstrap.log" 2>&1 || {
      tail -5 "$out/$suite.debootstrap.log" >&2
      return 1
    }
    # Debian 13's debootstrap leaves /proc mounted.
    ! mountpoint -q "$base/proc" || umount "$base/proc" || return 1
    # Settings that belong to packages of this machine stay here: dpkg would ask about them, or they call programs.
    local file
    for file in /etc/apt/apt.conf.d/*; do
      dpkg -S "$file" >/dev/null 2>&1 || cp "$file" "$base/etc/apt/apt.conf.d/"
    done
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

fresh_root() {  # SUITE NAME: sets $root, a fresh copy of the bare system
  local base
  base=$(base_of "$1") || return 1
  root=$top/build/roots/$1.$2
  rm -rf --one-file-system "$root"
  cp -ax "$base" "$root"
}

# in_root COMMAND LOG: in $root/root/project, with /proc, /dev and the cache, which are mounted for the command only. The
# root is a mount of its own, as buildah needs it.
in_root() {
  mkdir -p "$root/root/project" "$root/root/.cache/ccache"
  # shellcheck disable=SC2016  # the inner shell has the arguments
  unshare --mount bash -c 'mount --bind "$1" "$1" && mount --bind /proc "$1/proc" && mount --bind /dev "$1/dev" &&
      { [ -z "$3" ] || mount --bind "$3" "$1/root/.cache/ccache"; } &&
      exec chroot "$1" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -c "cd /root/project && $2"' \
    - "$root" "$1" "${CCACHE_DIR:-}" >"$2" 2>&1
}

run_in() {  # SUITE COMMAND LOG: in a fresh copy of the bare system, which is removed
  local root code=0
  fresh_root "$1" "run.$BASHPID" || return 1
  git clone -q "$top" "$root/root/project" || return 1
  in_root "$2" "$3" || code=$?
  rm -rf --one-file-system "$root"
  return $code
}
