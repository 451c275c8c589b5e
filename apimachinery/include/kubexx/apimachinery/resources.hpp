// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/apimachinery/well_known_resources.hpp. Removed in 0.4.
#include "kubexx/apimachinery/well_known_resources.hpp"
