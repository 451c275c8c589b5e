#pragma once

#include <kubexx/controller.hpp>

namespace @SPACE@ {

/// Completes and checks each @KIND@ before the API server stores it.
void add_@FILE@_webhooks(kubexx::Manager& manager);

}  // namespace @SPACE@
