// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/client/client.hpp"

namespace kubexx::simulation {

/// Installs the definitions of Foo and Router.
void install_custom_resources(const Client& client);

}  // namespace kubexx::simulation
