#pragma once

#include <kubexx/controller.hpp>

namespace @SPACE@ {

/// Sets defaults of each @KIND@ and validates it before the API server stores it.
void add_@FILE@_webhooks(kubexx::Manager& manager);

}  // namespace @SPACE@
