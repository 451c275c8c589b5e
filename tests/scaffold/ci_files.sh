#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ci_files.sh PROJECT: the CI files of a project of `kubexx new`: actionlint checks the workflow for GitHub, and its
# schema the file for GitLab. tests/scaffold/run runs their commands. Exit status 77: a tool cannot be had here.
set -euo pipefail
cd "$(dirname "$0")"
project=$1
actionlint=$(./build-go-tool.sh actionlint github.com/rhysd/actionlint/cmd/actionlint)
schema=$(./get-check-jsonschema.sh)
github=$project/.github/workflows/ci.yaml gitlab=$project/.gitlab-ci.yml
check_github() { "$actionlint" -shellcheck "$(command -v shellcheck)" -- "$1"; }
check_gitlab() { "$schema" --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$1"; }
check_github "$github"
check_gitlab "$gitlab"

# Whether mistakes would be found.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
broken() { # CHECK FILE EXPRESSION
  sed "$3" "$2" >"$work/broken.yaml"
  ! diff -q "$2" "$work/broken.yaml" >/dev/null || { echo "ci_files: nothing to break: $3" >&2 && exit 1; }
  ! "$1" "$work/broken.yaml" >/dev/null 2>&1 || { echo "ci_files: a mistake is not found: $3" >&2 && exit 1; }
}
broken check_github "$github" 's/runs-on/run-on/'
broken check_github "$github" 's/vars\.KUBEXX/var.KUBEXX/'
broken check_github "$github" 's/contents: read/contents: all/'
broken check_gitlab "$gitlab" 's/^  script:/  scripts:/'
broken check_gitlab "$gitlab" 's/timeout: .*/timeout: [20]/'
echo 'the CI files: ok'
