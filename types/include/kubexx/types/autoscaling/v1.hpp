// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of autoscaling in version v1.
#include "kubexx/types/autoscaling/v1/horizontal_pod_autoscaler.hpp"
#include "kubexx/types/autoscaling/v1/scale.hpp"
