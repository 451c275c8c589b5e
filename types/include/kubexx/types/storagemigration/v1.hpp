// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of storagemigration.k8s.io in version v1.
#include "kubexx/types/storagemigration/v1/storage_version_migration.hpp"
