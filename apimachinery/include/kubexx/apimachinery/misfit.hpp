// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/apimachinery/unreadable_object.hpp. Removed in 0.4.
#include "kubexx/apimachinery/unreadable_object.hpp"
