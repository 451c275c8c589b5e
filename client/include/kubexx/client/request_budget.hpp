// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kubexx {

/// The rate limit of a client. By default there is none, because the server's priority and fairness knows its capacity
/// better than a client does (client-go's default of 5 per second is what its users complain about most). While the
/// server responds with 429, all requests of the client slow down together, instead of each one retrying by itself.
/// Requests wait in order of arrival. A watch waits only before a retry, as in client-go.
struct RequestBudget {
  /// Requests per second; 0: no limit. client-go's QPS.
  double per_second = 0;
  /// The largest burst of requests; 0: `per_second`, at least 1. client-go's Burst.
  std::uint32_t burst = 0;
  /// Adaptive rate limit. On a 429 with Retry-After, the rate is limited to half of the measured rate (minimum 5/s); it
  /// grows by 25 % for each second without another 429, and the limit ends above four times the measured rate. A 429
  /// that does not mean server load is ignored: that of an eviction (a PodDisruptionBudget), and a Status for a list or
  /// a watch while the watch cache of the resource is still filling, e.g. just after its CRD was created.
  bool adaptive = true;
};

}  // namespace kubexx
