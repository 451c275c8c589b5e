// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/informer/event_handler.hpp. Removed in 0.4.
#include "kubexx/informer/event_handler.hpp"
