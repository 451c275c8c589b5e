// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace kubexx {

/// Thrown when a cache is asked before it knows the answer: its first list has not come, or its watch has ended. An
/// empty answer would mean that there is no such object. Let it leave the reconciler: the key comes back when a cache
/// of the controller has synced, and after ten seconds at the latest, which counts as no failure. The message says what
/// keeps the watch from its first list.
class NotSynced : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

}  // namespace kubexx
