// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of resource.k8s.io in version v1.
#include "kubexx/types/resource/v1/device_class.hpp"
#include "kubexx/types/resource/v1/device_taint_rule.hpp"
#include "kubexx/types/resource/v1/resource_claim.hpp"
#include "kubexx/types/resource/v1/resource_claim_template.hpp"
#include "kubexx/types/resource/v1/resource_slice.hpp"
