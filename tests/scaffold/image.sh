#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# image.sh PROJECT PREFIX: makes the image of PROJECT, a folder of `kubexx new`, with the kubexx that is installed in
# PREFIX: what is in it, its size, its user, its labels and the list of its parts; and its program runs with a read-only
# root, as a user without rights, against the embedded API server. Needs root and buildah. 77: this machine cannot.
# With KUBEXX_ARM64_PREFIX (and _SYSROOT; see scripts/image --help) also a manifest list of both platforms; with
# KUBEXX_PACKAGES also all of the Dockerfile, on a Debian 12 that mmdebstrap makes (minutes, and packages of Debian).
set -euo pipefail
top=$(realpath "$(dirname "$0")/../..")
project=$(realpath "$1") prefix=$(realpath "$2")
packages=${KUBEXX_PACKAGES:-}
unset KUBEXX_PACKAGES
name=$(sed -n 's/^project(\([a-z0-9-]*\) .*/\1/p' "$project/CMakeLists.txt")
export PATH=$prefix/bin:$PATH CMAKE_PREFIX_PATH=$prefix STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
export GIT_CEILING_DIRECTORIES=${project%/*} # not the repository of kubexx
fail() {
  echo "image: $*" >&2
  exit 1
}
step() { echo "=== image: $*"; }
if ! command -v buildah >/dev/null; then
  echo 'SKIPPED: there is no buildah; cmake/install-packages.sh e2e installs it'
  exit 77
fi
if [ "$(id -u)" != 0 ] || ! unshare --mount --uts --ipc --pid --fork true 2>/dev/null; then
  echo 'SKIPPED: to pack an image and to run it takes root that may make namespaces'
  exit 77
fi

# check_root ROOT [LIMIT]: nothing is in it that does not belong there, it is not larger, and it lists its parts.
check_root() {
  local root=$1 strange size limit=${2:-}
  (cd "$root" && find . ! -type d -printf '%10s %P\n' | sort -k 2)
  strange=$(find "$root" ! -type d -printf '%P\n' | grep -vE \
    "^(usr/bin/$name|etc/(passwd|group)|usr/share/sbom/$name\.spdx\.json|usr/share/doc/[a-z0-9.+-]+/copyright\.gz|usr/share/common-licenses/[A-Za-z0-9.-]+\.gz|(usr/)?lib(64|/[a-z0-9_]+-linux-gnu)?/[A-Za-z0-9_+-]+[0-9.-]*\.so(\.[0-9.]+)?)$" || true)
  [ -z "$strange" ] || fail "files that nobody asked for: $strange"
  [ -z "$(find "$root" -perm /7000 ! -path "$root/tmp")" ] || fail 'files with the rights of somebody else'
  [ -z "$(find "$root" -perm /022 ! -path "$root/tmp")" ] || fail 'files that everybody may write'
  size=$(find "$root" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
  echo "size: $size bytes"
  # Debian 13's libraries are larger: OpenSSL alone by 2 MB.
  if [ -z "$limit" ]; then
    limit=26000000
    if grep -q '^VERSION_ID="12"' /etc/os-release; then limit=21500000; fi
  fi
  [ "$size" -le "$limit" ] || fail "it is larger than $limit bytes"
  python3 "$top/tests/scaffold/check_sbom.py" "$root" "$name" || fail 'the list of its parts is wrong'
}

work=$(mktemp -d)
container='' server='' running=''
clean_up() {
  [ -z "$running" ] || kill "$running" 2>/dev/null || true
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  wait
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap clean_up EXIT
# Its own storage, so that nobody's images are touched.
export CONTAINERS_STORAGE_CONF=$work/storage.conf
printf '[storage]\ndriver = "vfs"\nrunroot = "%s/run"\ngraphroot = "%s/storage"\n' "$work" "$work" >"$CONTAINERS_STORAGE_CONF"
cd "$project"

step 'mistakes'
refused() {
  local text=$1 answer
  shift
  answer=$("$@" 2>&1) && fail "$*: was accepted"
  grep -qF -- "$text" <<<"$answer" || fail "$*: says $answer"
}
scripts/image --help | grep -q -- '--platform all' || fail '--help is incomplete'
refused 'usage: scripts/image' scripts/image
refused 'unknown platform mips' scripts/image a:1 --platform mips
refused 'unknown option --plaform' scripts/image a:1 --plaform arm64
refused 'neither a folder nor an archive' env KUBEXX_PACKAGES=/nowhere scripts/image a:1
refused 'has no libkubexx-dev_' env KUBEXX_PACKAGES="$work" scripts/image a:1
if [ "$(dpkg --print-architecture)" = amd64 ] && [ -z "${KUBEXX_ARM64_PREFIX:-}" ]; then
  refused 'apt-get install' scripts/image a:1 --platform arm64
fi

step 'the image'
export SOURCE_DATE_EPOCH=1700000000
image=localhost/$name:1.2.3
make image IMAGE="$image" IMAGE_LICENSES=MIT IMAGE_SOURCE=https://example.com/operator >"$work/log" 2>&1 || {
  cat "$work/log"
  fail 'make image failed'
}
! grep -q 'dpkg does not know' "$work/log" || fail "$(grep 'dpkg does not know' "$work/log")"
first=$(buildah images --no-trunc --quiet "$image")
IMAGE_LICENSES=MIT IMAGE_SOURCE=https://example.com/operator scripts/image "$image" >/dev/null 2>&1
[ "$(buildah images --no-trunc --quiet "$image")" = "$first" ] || fail 'the same sources give two different images'

step 'what it says of itself'
buildah inspect --type image "$image" >"$work/image.json"
python3 - "$work/image.json" "$name" <<'PYTHON'
import json, sys
image = json.load(open(sys.argv[1]))["OCIv1"]
config, name = image["config"], sys.argv[2]
labels = {key.rsplit("image.", 1)[1]: value for key, value in config["Labels"].items() if key.startswith("org.opencontainers")}
wanted = {"title": name, "version": "1.2.3", "licenses": "MIT", "source": "https://example.com/operator",
          "created": "2023-11-14T22:13:20Z", "base.name": "scratch"}
for key, value in wanted.items():
    assert labels.get(key) == value, f"the label {key} is {labels.get(key)}, not {value}"
assert {"description", "revision"} <= labels.keys(), f"labels are missing: {labels}"
assert config["User"] == "65532:65532", config["User"]
assert config["Entrypoint"] == [f"/usr/bin/{name}"] and not config.get("Cmd"), config
assert image["created"].startswith("2023-11-14T22:13:20"), image["created"]
PYTHON

step 'what it holds'
container=$(buildah from --pull-never "$image")
root=$(buildah mount "$container")
check_root "$root"

step 'it runs with a read-only root'
cmake --build build/release >/dev/null # config/generated, unless it is there
printf 'token-of-the-pod,system:serviceaccount:%s:%s,1,"system:serviceaccounts"\n' "$name" "$name" >"$work/tokens.csv"
kubexx-apiserver --kubeconfig-out "$work/kubeconfig" --authorization-mode RBAC --token-auth-file "$work/tokens.csv" \
  >"$work/server.log" 2>&1 &
server=$!
# shellcheck source=/dev/null
source "$top/tests/scaffold/eventually.sh"
eventually 30 test -s "$work/kubeconfig" || fail "the API server does not start: $(cat "$work/server.log")"
export KUBECONFIG=$work/kubeconfig
kubexx apply -f config/namespace.yaml -f config/generated/crds.yaml -f config/generated/rbac.yaml >/dev/null
mkdir "$work/account"
sed -n 's/^ *certificate-authority-data: *//p' "$work/kubeconfig" | base64 -d >"$work/account/ca.crt"
printf '%s' "$name" >"$work/account/namespace"
printf 'token-of-the-pod' >"$work/account/token"
chown -R 65532:65532 "$work/account"
address=$(sed -n 's|^ *server: https://||p' "$work/kubeconfig")
port=$((20000 + $$ % 10000))
env -i PATH="$PATH" KUBERNETES_SERVICE_HOST="${address%:*}" KUBERNETES_SERVICE_PORT="${address##*:}" \
  unshare --mount --uts --ipc --pid --fork --kill-child --propagation private \
  sh "$top/tests/e2e/container.sh" "$root" "$work/account" pod-1 65532 65532 "/usr/bin/$name" --log-format=json --leader-elect \
  --health-address="127.0.0.1:$port" --metrics-address=0 --webhook-address=0 >"$work/program.log" 2>&1 &
running=$!
eventually 30 curl -fs "http://127.0.0.1:$port/readyz" || fail "it is not ready: $(cat "$work/program.log")"
kubexx apply -f config/examples >/dev/null
plural=$(sed -n 's/^ *plural: //p' config/generated/crds.yaml | head -1)
is_ready() { kubexx get "$plural" example | grep -E '^example .*True' >/dev/null; }
eventually 30 is_ready || fail "the example is not reconciled: $(cat "$work/program.log")"
! grep -E '"(warn|warning|error)"' "$work/program.log" || fail 'it warns'

if [ -n "${KUBEXX_ARM64_PREFIX:-}" ]; then
  step 'amd64 and arm64 in a manifest list'
  scripts/image localhost/both:1 --platform all >"$work/log" 2>&1 || {
    cat "$work/log"
    fail 'scripts/image --platform all failed'
  }
  ! grep 'dpkg does not know' "$work/log" || fail 'parts without a package'
  platforms=$(buildah manifest inspect localhost/both:1 | sed -n 's/.*"architecture": "\(.*\)".*/\1/p' | sort | tr '\n' ' ')
  [ "$platforms" = 'amd64 arm64 ' ] || fail "the manifest list has $platforms"
  buildah rm "$container" >/dev/null
  container=$(buildah from --pull-never --arch arm64 localhost/both:1)
  root=$(buildah mount "$container")
  readelf -h "$root/usr/bin/$name" | grep -q AArch64 || fail 'the program for arm64 is for another machine'
  check_root "$root"
  # In its own root, as in a container: the loader and the libraries are those of the image.
  if command -v qemu-aarch64 >/dev/null; then
    qemu-aarch64 -L "$root" "$root/usr/bin/$name" --print-crd | diff config/generated/crds.yaml - >"$work/log" ||
      fail "the program for arm64 prints other CRDs: $(cat "$work/log")"
    echo 'the program for arm64 runs under qemu and prints the same CRDs'
  fi
fi

if [ -n "$packages" ]; then
  step 'all of the Dockerfile'
  mmdebstrap --variant=minbase --mode=root bookworm "$work/base.tar" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail 'mmdebstrap failed'
  }
  base=$(buildah from scratch)
  buildah add --quiet "$base" "$work/base.tar" / >/dev/null
  rm "$work/base.tar"
  buildah commit --quiet --rm "$base" debian-made-here >/dev/null
  KUBEXX_PACKAGES=$packages BASE=localhost/debian-made-here scripts/image localhost/packages:1 >"$work/log" 2>&1 || {
    cat "$work/log"
    fail 'the Dockerfile failed'
  }
  rm -rf packages
  buildah rm "$container" >/dev/null
  container=$(buildah from --pull-never localhost/packages:1)
  # With the shared library of the package, all of kubexx is in it.
  check_root "$(buildah mount "$container")" 26000000
fi
echo 'image: ok'
