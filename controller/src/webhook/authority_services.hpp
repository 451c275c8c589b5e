// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "kubexx/client/client.hpp"
#include "kubexx/http/tls.hpp"

namespace kubexx::detail {

/// What a webhook authority works with. The clients belong to the same runtime.
struct AuthorityServices {
  Client client;         ///< works on every replica
  Client leader_client;  ///< refuses to send while this replica does not lead
  std::function<bool()> leads;
  std::function<void(const TlsServerConfig&)> serve;  ///< uses a new certificate; throws if it cannot
};

}  // namespace kubexx::detail
