// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/transport.hpp"
#include "kubexx/testing/fault_plan.hpp"
#include "kubexx/testing/stale_lists.hpp"
#include "kubexx/testing/trace.hpp"

namespace kubexx::testing {

/// The faults that can happen to a request or to a chunk of a watch.
enum class FaultKind : std::size_t {
  // Requests.
  refused,               ///< the connection is refused: the server sees nothing
  lost_request,          ///< the connection breaks after the request was written, before the server acts
  lost_response,         ///< the server acts; the connection breaks before its response arrives
  hang,                  ///< no response until the caller's deadline: the server sees nothing
  hang_after_commit,     ///< the server acts; no response arrives before the caller's deadline
  conflict,              ///< a PUT or PATCH gets 409 and has no effect
  too_many_requests,     ///< 429 with Retry-After: 1
  internal_error,        ///< 500; the request has no effect
  stale_list,            ///< a list that allows an older version gets one
  list_gone,             ///< a list with a resource version or a continue token gets 410
  crash_before_request,  ///< the process dies before it sends a write
  crash_after_commit,    ///< the server performs a write; the process dies before the response arrives
  // Watches.
  watch_gone,        ///< the watch gets 410
  watch_broken,      ///< breaks off before the chunk is delivered
  watch_cut,         ///< breaks off within the chunk, usually within a line
  watch_split,       ///< the chunk arrives as two, usually split within a line
  watch_duplicated,  ///< the chunk arrives twice
  watch_ended,       ///< ends cleanly before the chunk is delivered
  watch_delayed,     ///< this and all later chunks arrive late
  watch_silent,      ///< the peer is gone without closing: nothing arrives after that
};
/// The number of kinds.
inline constexpr std::size_t kFaultKinds = static_cast<std::size_t>(FaultKind::watch_silent) + 1;

/// As in Fault::what, e.g. "lost response".
[[nodiscard]] std::string_view name_of(FaultKind kind) noexcept;
[[nodiscard]] std::optional<FaultKind> fault_kind_named(std::string_view name) noexcept;

/// The probability of each fault, per request or per chunk of a watch. Zero: never. At most one fault happens at a
/// request, so the sum of the request rates should stay well below 1.
struct FaultRates {
  std::array<double, kFaultKinds> of{};
  Duration longest_delay = std::chrono::seconds(3);     ///< of watch_delayed
  Duration longest_restart = std::chrono::seconds(10);  ///< of a process after a crash
  /// Each way, to the server and back, takes up to this long. Unless it is zero, blocking verbs cannot be used.
  Duration longest_latency{};

  double& operator[](FaultKind kind) { return of.at(static_cast<std::size_t>(kind)); }
  double operator[](FaultKind kind) const { return of.at(static_cast<std::size_t>(kind)); }
};

/// Counters of the fault transports of one simulation.
struct Traffic {
  std::uint64_t requests = 0;
  std::uint64_t writes = 0;           ///< requests other than GET
  std::uint64_t streaming_lists = 0;  ///< watches with sendInitialEvents that got a response
  std::uint64_t later_pages = 0;      ///< lists with a continue token
  std::size_t in_flight = 0;          ///< requests that have not ended; an open watch counts as ended
  std::size_t writes_in_flight = 0;   ///< those other than GET
  std::string last_write;             ///< "process METHOD path"
};

/// The state that the fault transports of one simulation share. Must outlive them. May be read and changed between
/// steps of the simulation.
struct Faults {
  Faults(FaultPlan given, Trace* where) : plan(std::move(given)), trace(where) {}
  FaultPlan plan;
  FaultRates rates;
  Traffic traffic;
  StaleLists lists;
  Trace* trace;  ///< null, or records every request, response, stream chunk and fault
};

/// The network between one simulated process and a server.
class FaultTransport : public Transport {
public:
  /// Cuts off the process, as if it had died: its later requests are lost, and it receives no further responses.
  virtual void cut() noexcept = 0;
};

/// Wraps `inner`. `process` names the process in fault lists and traces. `on_crash` is called from within an exchange
/// when a fault kills the process, with the delay until its restart; the transport has already cut itself off. Without
/// `on_crash` no crash is drawn.
[[nodiscard]] std::shared_ptr<FaultTransport> make_fault_transport(Runtime runtime, std::shared_ptr<Transport> inner,
                                                                   Faults& faults, std::string process,
                                                                   std::function<void(Duration)> on_crash);

}  // namespace kubexx::testing
