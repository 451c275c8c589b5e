// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kubexx {

/// How many requests a client may send. There is no limit by default: priority and fairness in the server knows better
/// than a client what it can take (users of client-go complain most about its default of 5 per second). While the
/// server answers 429, all requests of the client slow down together, instead of each one retrying by itself. Requests
/// wait in the order in which they came. A watch waits only to be tried again, as in client-go.
struct RequestBudget {
  /// Requests per second; 0: no limit. client-go's QPS.
  double per_second = 0;
  /// The largest burst of requests; 0: as many as `per_second`, at least one. client-go's Burst.
  std::uint32_t burst = 0;
  /// After a 429 that asks for patience (Retry-After) half of the rate that was seen, never less than five per second;
  /// a quarter more for each second without another, until the old rate is far behind. Not after a 429 that says
  /// nothing of the server's load: that of an eviction, about one Pod's disruption budget, and the Status that a list
  /// or a watch is answered with while the resource's cache still fills, as just after its CRD was made.
  bool adaptive = true;
};

}  // namespace kubexx
