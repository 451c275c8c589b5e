// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/client/client.hpp"

namespace kubexx {

/// `client` on `runtime`, with connections, credentials and a request budget of its own: nothing that the other sends
/// delays its requests. Interceptors are shared, and so is the transport of a client that was made over one. The
/// runtime has the same clock.
[[nodiscard]] Client with_own_connections(const Client& client, Runtime runtime);

}  // namespace kubexx
