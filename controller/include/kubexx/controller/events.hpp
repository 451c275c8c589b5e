// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/controller/event_recorder.hpp. Removed in 0.4.
#include "kubexx/controller/event_recorder.hpp"
