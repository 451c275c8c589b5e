#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# dist_test.sh SOURCE_FOLDER SCRATCH_FOLDER: `make dist` makes the same archive from a commit and from the unpacked
# archive, again and again; the archive configures and builds where git knows nothing of it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

fail() { echo "dist_test: $*" >&2; exit 1; }

# The scratch folder lies below a git checkout, which must not be asked: this git ends every build that tries.
mkdir no-git
printf '#!/bin/sh\necho "git was called: $*" >&2\nexit 1\n' >no-git/git
chmod +x no-git/git
without_git() { PATH=$scratch/no-git:$PATH "$@"; }

time=1700000000
"$here/tree" "$source" "$scratch/tree"
touch -d "@$time" tree/CMakeLists.txt
version=$(tree/packaging/version)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "packaging/version prints '$version'"
archive=$(without_git tree/packaging/dist)
[ "$archive" = "build/kubexx-$version.tar.gz" ] || fail "packaging/dist prints '$archive'"

tar -xzf "tree/$archive"
cd "kubexx-$version"
! find . -newermt "@$time" -type f | grep . || fail "these files are not as old as the commit"
(without_git packaging/dist) >/dev/null
cmp "$archive" "../tree/$archive" || fail "the unpacked archive makes another archive"
cd ..

if command -v git >/dev/null; then
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE=@$time GIT_COMMITTER_DATE=@$time
  git -C tree init -q
  git -C tree add --all
  git -C tree -c user.name=test -c user.email=test commit -q --message=test
  mv "tree/$archive" from-folder.tar.gz
  tree/packaging/dist >/dev/null
  if ! cmp "tree/$archive" from-folder.tar.gz; then
    diff <(tar -tvzf "tree/$archive") <(tar -tvzf from-folder.tar.gz) | head -20
    fail "a commit and a folder make different archives"
  fi
fi

cd "kubexx-$version"
without_git cmake --preset release -DKUBEXX_MODULES=workqueue -DKUBEXX_BUILD_TESTS=OFF -DKUBEXX_BUILD_TOOLS=OFF \
  >../configure.log 2>&1 || { cat ../configure.log; fail "the unpacked archive does not configure"; }
without_git cmake --build build/release -j 2 >../build.log 2>&1 ||
  { tail -40 ../build.log; fail "the unpacked archive does not build"; }
[ -s build/release/workqueue/libkubexx_workqueue.a ] || fail "there is no library"
rm -rf "$scratch"
