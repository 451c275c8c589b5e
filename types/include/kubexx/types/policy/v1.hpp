// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of policy in version v1.
#include "kubexx/types/policy/v1/eviction.hpp"
#include "kubexx/types/policy/v1/pod_disruption_budget.hpp"
