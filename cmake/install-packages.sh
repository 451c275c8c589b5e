#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install-packages.sh GROUP...: installs the Debian or Ubuntu packages that the groups need and that are missing.
# Groups: build, test, deb, bench, lint, sanitizers, e2e, soak, site, headers. Silent and without apt when nothing is missing.
# KUBEXX_INSTALL=0 only says what is missing; KUBEXX_INSTALL=skip does not even look.
set -euo pipefail

say() { printf 'packages: %s\n' "$*" >&2; }

[ "${KUBEXX_INSTALL:-1}" != skip ] || exit 0
if ! command -v dpkg-query >/dev/null; then
  say "this is no Debian or Ubuntu, so nothing is installed here; CONTRIBUTING.md lists what the build needs"
  exit 0
fi

# Any Boost from 1.81 on will do. Debian 12's libboost-dev is 1.74, its 1.81 has a package of its own. Boost.URL is a
# library to link from 1.82 on.
boost_packages() {
  local version
  version=$(sed -n 's/^#define BOOST_VERSION \([0-9]*\).*/\1/p' /usr/include/boost/version.hpp 2>/dev/null || true)
  # shellcheck source=/dev/null
  . /etc/os-release
  if [ "${version:-0}" -lt 108100 ] && [ "${ID:-}${VERSION_ID:-}" = debian12 ]; then
    echo libboost1.81-dev
  elif [ "${version:-0}" -lt 108100 ]; then
    echo libboost-dev libboost-url-dev
  elif [ "$version" -ge 108200 ] && ! compgen -G '/usr/lib/*/libboost_url.so' >/dev/null; then
    echo libboost-url-dev
  fi
}
go_is_new_enough() {
  local minor
  minor=$(apt-cache policy golang-go | sed -n 's/^  Candidate: \([0-9]*:\)\{0,1\}1\.\([0-9]*\).*/\2/p')
  [ "${minor:-0}" -ge 21 ]
}

wanted=()
for group in "$@"; do
  case "$group" in
    build)
      wanted+=(g++ cmake ninja-build ccache libssl-dev nlohmann-json3-dev libyaml-cpp-dev prometheus-cpp-dev
        zlib1g-dev libzstd-dev libcli11-dev libre2-dev)
      # shellcheck disable=SC2207  # names without blanks
      wanted+=($(boost_packages))
      ;;
    test) wanted+=(libgtest-dev libgmock-dev openssl pkgconf) ;;
    deb) wanted+=(build-essential debhelper lintian) ;;
    bench) wanted+=(libbenchmark-dev liblz4-dev strace time valgrind) ;;
    lint) wanted+=(clang-19 clang-format-19 clang-tidy-19 shellcheck) ;;
    # mmdebstrap creates the Debian in which manifests/Dockerfile compiles. The other two check `kubexx new`.
    soak) wanted+=(mmdebstrap python3-yaml shellcheck) ;;
    # cmark-gfm parses the pages as GitHub does.
    site) wanted+=(doxygen doxygen-awesome-css cmark-gfm python3) ;;
    headers) wanted+=(python3-clang-19) ;;
    sanitizers) wanted+=(clang-19 lld-19 llvm-19 libclang-rt-19-dev) ;;
    e2e)
      # buildah packs the sample controller's image, podman runs it; the stand-in for the kubelet needs ip.
      wanted+=(openssl buildah podman python3 iproute2)
      # Go builds the real control plane. Debian 12's own is too old to fetch a newer one; then the tests say so.
      if ! command -v go >/dev/null && [ ! -x /usr/local/go/bin/go ] && [ -z "${KUBEBUILDER_ASSETS:-}" ] && go_is_new_enough
      then
        wanted+=(golang-go ca-certificates)
      fi
      ;;
    *)
      say "unknown group '$group'"
      exit 2
      ;;
  esac
done

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

command="apt-get install --no-install-recommends ${missing[*]}"
if [ "${KUBEXX_INSTALL:-1}" = 0 ]; then
  say "missing; run: $command"
  exit 1
fi
as_root=()
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    say "missing, and neither root nor sudo is here to install them; as root run: $command"
    exit 1
  fi
  as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
run_apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" \
    >>"$log" 2>&1
}
say "installing ${missing[*]}"
# --no-remove: never trade away a package of the user's, such as another Boost.
run_apt update || true # an unreachable extra source must not keep the others from serving
if ! run_apt install --no-install-recommends --no-remove "${missing[@]}"; then
  tail -n 15 "$log" >&2
  say "could not install them (the lines above say why); by hand: $command"
  exit 1
fi
