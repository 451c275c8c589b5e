// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of flowcontrol.apiserver.k8s.io in version v1.
#include "kubexx/types/flowcontrol/v1/flow_schema.hpp"
#include "kubexx/types/flowcontrol/v1/priority_level_configuration.hpp"
