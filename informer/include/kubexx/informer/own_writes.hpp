// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/informer/read_your_writes.hpp. Removed in 0.4.
#include "kubexx/informer/read_your_writes.hpp"
