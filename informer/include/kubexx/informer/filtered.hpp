// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "kubexx/informer/event.hpp"

namespace kubexx {

/// A handler that sees the objects that `selects` selects and no others: client-go's FilteringResourceEventHandler. An
/// object that becomes selected is added, one that no longer is, deleted in the last state that was selected. What
/// `selects` throws counts as thrown by the handler.
[[nodiscard]] EventHandler filtered(EventHandler handler, std::function<bool(const Object&)> selects);

}  // namespace kubexx
