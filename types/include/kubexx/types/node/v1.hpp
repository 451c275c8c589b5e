// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of node.k8s.io in version v1.
#include "kubexx/types/node/v1/runtime_class.hpp"
