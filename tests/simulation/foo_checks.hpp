// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/client/client.hpp"

namespace kubexx::simulation {

/// What is wrong with Foos and Deployments on the server, once the operator has done its work; empty when nothing is:
/// every Foo has its Deployment, owned by it, with its replicas, and has that one's status; no Deployment is left over.
[[nodiscard]] std::string wrong_with_foos(const Client& client);

}  // namespace kubexx::simulation
