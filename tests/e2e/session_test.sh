#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# session_test.sh BUILD_DIR: plays docs/start/session.sh, and looks for what a reader of its recording sees.
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")"
assets=$(./build-controlplane.sh)
shown=$(PATH=$assets:$PATH PAUSE=0 ../../docs/start/session.sh "$build" 2>&1)
while read -r line; do
  grep -qE -- "$line" <<<"$shown" || { printf '%s\n\nno line like: %s\n' "$shown" "$line" >&2; exit 1; }
done <<'END'
^foo.samplecontroller.k8s.io/example-foo +example-foo +1 +1 
^deployment.apps/example-foo +1/1 +1 +1 
^pod/example-foo-[a-z0-9]+-[a-z0-9]+ +1/1 +Running 
^example-foo +3/3 +3 +3 
Normal +Synced +Foo/example-foo +Foo synced successfully
patch deployments.apps default/example-foo: 200 after .*, changes /spec/replicas
^No resources found in default namespace.
controller stopped controller=foo
^exit code 0
END
