// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of rbac.authorization.k8s.io in version v1.
#include "kubexx/types/rbac/v1/cluster_role.hpp"
#include "kubexx/types/rbac/v1/cluster_role_binding.hpp"
#include "kubexx/types/rbac/v1/role.hpp"
#include "kubexx/types/rbac/v1/role_binding.hpp"
