// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/client/load_config.hpp. Removed in 0.4.
#include "kubexx/client/load_config.hpp"
