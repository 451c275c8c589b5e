#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds Helm once and prints its path, as build-go-tool.sh does.
exec "$(dirname "$0")/build-go-tool.sh" helm helm.sh/helm/v4/cmd/helm
