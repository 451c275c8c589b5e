# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# For the scripts that measure controllers. They declare $clients and $command, and set $programs, the folder of the benchmarks, and $ours, the sample
# controller; their working folder is bench/.

build_controller() {
  # shellcheck disable=SC2154  # $programs
  case $1 in
    kubexx) ;;
    floor) "${CC:-cc}" -O2 -o "$programs/peers/floor" peers/floor/floor.c -lssl -lcrypto ;;
    sample-go* | controller-runtime)
      command -v go >/dev/null && (cd "peers/${1%/*}" && go build -ldflags='-s -w' -o "$programs/peers/${1%/*}" .)
      ;;
    kube-rs)
      command -v cargo >/dev/null && (cd peers/sample-kube-rs &&
        cargo build --quiet --locked --release --target-dir "$programs/peers/sample-kube-rs-target") &&
        cp "$programs/peers/sample-kube-rs-target/release/sample-kube-rs" "$programs/peers/sample-kube-rs"
      ;;
    *) false ;;
  esac
}

# build_controllers CLIENT...: builds them and lists in $clients those that can be run.
build_controllers() {
  mkdir -p "$programs/peers"
  local client
  for client; do
    if build_controller "$client"; then
      clients+=("$client")
    else
      echo "${0##*/}: $client cannot be built, so nothing to compare with it" >&2
    fi
  done
}

# controller_command CLIENT [json]: sets $command. The stub server reads JSON alone, which Go has to be told.
controller_command() {
  # shellcheck disable=SC2034,SC2154  # $command, $ours
  case $1 in
    kubexx) command=("$ours" --workers 4 --metrics-address 0 --health-address 0) ;;
    kube-rs) command=("$programs/peers/sample-kube-rs") ;;
    floor) command=("$programs/peers/floor") ;;
    sample-go/upstream) command=("$programs/peers/sample-go" "${@:2}" upstream) ;;
    *) command=("$programs/peers/$1" "${@:2}") ;;
  esac
}
