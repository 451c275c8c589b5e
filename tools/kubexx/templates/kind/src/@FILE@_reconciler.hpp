#pragma once

#include <kubexx/controller.hpp>

namespace @SPACE@ {

/// Keeps `copies` ConfigMaps with the text of each @KIND@.
void add_@FILE@_controller(kubexx::Manager& manager);

}  // namespace @SPACE@
