// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/base/console_log.hpp. Removed in 0.5.
#include "kubexx/base/console_log.hpp"
