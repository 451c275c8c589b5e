// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/client/client.hpp"
#include "router_operator.hpp"

namespace kubexx::simulation {

/// What is wrong with Routers, their tables and backends on the server, once the operator has done its work; empty when
/// nothing is. `log` tells why a Router does not know its backends: a key that was lost, or an event that never came.
[[nodiscard]] std::string wrong_with_routers(const Client& client, const MapperLog& log);

}  // namespace kubexx::simulation
