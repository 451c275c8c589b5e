// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of autoscaling in version v2.
#include "kubexx/types/autoscaling/v2/horizontal_pod_autoscaler.hpp"
