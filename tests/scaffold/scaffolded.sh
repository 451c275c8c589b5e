#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scaffolded.sh KUBEXX TEMPLATES PROJECT FLAG…: makes a project anew with `kubexx new`.
set -euo pipefail
kubexx=$1 templates=$2 project=$3
shift 3
rm -rf "$project"
cd "$(dirname "$project")"
KUBEXX_TEMPLATES=$templates "$kubexx" new "$(basename "$project")" "$@" >/dev/null
