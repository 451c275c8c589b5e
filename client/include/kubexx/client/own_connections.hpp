// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/client/client.hpp"

namespace kubexx {

/// A copy of `client` on `runtime`, with its own connections, credentials and request budget, so that requests of
/// `client` do not delay its requests. Interceptors are shared, and so is the transport of a client that was
/// constructed with one. `runtime` must have the same clock.
[[nodiscard]] Client with_own_connections(const Client& client, Runtime runtime);

}  // namespace kubexx
