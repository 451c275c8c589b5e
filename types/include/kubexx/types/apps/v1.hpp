// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of apps in version v1.
#include "kubexx/types/apps/v1/controller_revision.hpp"
#include "kubexx/types/apps/v1/daemon_set.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"
#include "kubexx/types/apps/v1/replica_set.hpp"
#include "kubexx/types/apps/v1/stateful_set.hpp"
