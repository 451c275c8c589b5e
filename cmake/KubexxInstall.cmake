# SPDX-License-Identifier: Apache-2.0
# Installs every module with its headers, and the package files.
include_guard(GLOBAL)
