// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <kubexx/controller.hpp>

namespace configmap_sync {

struct SyncOptions {
  /// Writes copies by server-side apply instead of create and patch.
  bool server_side_apply = false;
};

/// Keeps the copies that each ConfigMapSync asks for equal to their source, and deletes those that it asks for no more.
/// A ConfigMap of a target's name that the ConfigMapSync does not own is left alone. While a source is in use it has
/// the label example.com/in-use.
kubexx::Controller add_sync_controller(kubexx::Manager& manager, SyncOptions options = {});

}  // namespace configmap_sync
