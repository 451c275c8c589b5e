// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/client/request_budget.hpp. Removed in 0.4.
#include "kubexx/client/request_budget.hpp"
