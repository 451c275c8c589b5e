# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# For the scripts that measure controllers. They declare $clients and $command, and set $programs, the folder of the benchmarks, and $ours, the sample
# controller; their working folder is bench/.

build_controller() {
  # shellcheck disable=SC2154  # $programs
  local peer=${1%%/*} peers=$programs/peers
  case $peer in
    kubexx) ;;
    floor) "${CC:-cc}" -O2 -o "$peers/floor" peers/floor/floor.c -lssl -lcrypto ;;
    floor-asio) "${CXX:-c++}" -std=c++20 -O2 -o "$peers/floor-asio" peers/floor/floor_asio.cpp -lssl -lcrypto ;;
    sample-go | controller-runtime)
      command -v go >/dev/null && (cd "peers/$peer" && go build -ldflags='-s -w' -o "$peers/$peer" .)
      ;;
    kube-rs)
      command -v cargo >/dev/null && (cd peers/sample-kube-rs &&
        cargo build --quiet --locked --release --target-dir "$peers/sample-kube-rs-target") &&
        cp "$peers/sample-kube-rs-target/release/sample-kube-rs" "$peers/kube-rs-controller"
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

# controller_command CLIENT[/VARIANT] [json]: sets $command. The stub server reads JSON alone, which Go has to be told.
controller_command() {
  local peer=${1%%/*} variant=()
  [[ $1 != */* ]] || variant=("${1#*/}")
  # shellcheck disable=SC2034,SC2154  # $command, $ours
  case $peer in
    kubexx) command=("$ours" --workers 4 --metrics-address 0 --health-address 0) ;;
    kube-rs) command=("$programs/peers/kube-rs-controller" "${variant[@]}") ;;
    floor | floor-asio) command=("$programs/peers/$peer") ;;
    *) command=("$programs/peers/$peer" "${@:2}" "${variant[@]}") ;;
  esac
}
