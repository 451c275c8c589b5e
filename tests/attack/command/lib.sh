# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Starts a server and sets KUBECONFIG. PREFIX: where kubexx is installed. K: the command, kubexx or kubectl.
K=${K:-${PREFIX:?}/bin/kubexx}
D=$(mktemp -d)
export HOME=$D
"$PREFIX/bin/kubexx-apiserver" --kubeconfig-out "$D/kc" >/dev/null 2>&1 &
S=$!
trap 'kill $S; rm -rf "$D"' EXIT
while [ ! -e "$D/kc" ]; do sleep .05; done
export KUBECONFIG=$D/kc
bad=0
# shellcheck disable=SC2034  # of whoever sources this
check() { if [ "$1" = 0 ]; then echo "ok      $2"; else echo "BROKEN  $2"; bad=1; fi; }
cm() { printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c1}\ndata: {a: "%s"}\n' "$1"; }
