// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/transport.hpp"
#include "kubexx/testing/trace.hpp"

namespace kubexx::testing {

/// How often each fault happens, as a probability per request (or per piece of a stream). Zero: never.
struct FaultRates {
  double refused = 0;            ///< the connection is refused: the server sees nothing
  double lost_response = 0;      ///< the server does the work, the answer is lost
  double conflict = 0;           ///< a PUT or PATCH is answered 409 without effect
  double too_many_requests = 0;  ///< 429 with Retry-After: 1
  double internal_error = 0;     ///< 500 without effect
  double watch_gone = 0;         ///< a watch is answered 410
  double watch_dropped = 0;      ///< per piece: a watch breaks off before the piece is delivered
  double watch_ended = 0;        ///< per piece: a watch ends in order before the piece is delivered
  double watch_delayed = 0;      ///< per piece: the piece, and all after it, come up to `longest_delay` later
  Duration longest_delay = std::chrono::seconds(3);
  /// Each way, to the server and back, takes up to this long. Other than zero, blocking verbs cannot be used.
  Duration longest_latency{};
};

/// Counts of what was injected and what went through. Shared with the transport; read when nothing runs.
struct FaultCounts {
  std::uint64_t requests = 0;
  std::uint64_t faults = 0;
};

/// Wraps `inner` and injects faults drawn from the runtime's Random; records every request, response and stream piece
/// in `trace` when given. Answers inline when `inner` does and there is no latency. `rates` and `counts` may be changed
/// and read between steps of a simulation, and outlive the transport.
[[nodiscard]] std::shared_ptr<Transport> make_fault_transport(Runtime runtime, std::shared_ptr<Transport> inner,
                                                              const FaultRates& rates, FaultCounts& counts,
                                                              Trace* trace = nullptr);

}  // namespace kubexx::testing
