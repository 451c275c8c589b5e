// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace kubexx {

/// Thrown by a read of a cache that does not know the result: its first list has not arrived, or its watch has ended.
/// (An empty result would mean that the object does not exist.) Let it leave the reconciler: the key is requeued when a
/// cache of the controller has synced, or after about ten seconds, and this does not count as a failure. The message
/// reports what the first list is waiting for.
class NotSynced : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

}  // namespace kubexx
