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

/// What can go wrong with a request, or with a piece of a watch.
enum class FaultKind : std::size_t {
  // Requests.
  refused,               ///< the connection is refused: the server sees nothing
  lost_request,          ///< the connection breaks after the request was written and before the server acted
  lost_response,         ///< the server acts, and the connection breaks before its answer comes
  hang,                  ///< nothing happens until the caller's deadline: the server sees nothing
  hang_after_commit,     ///< the server acts, and its answer does not come before the caller's deadline
  conflict,              ///< a PUT or PATCH is answered 409 without effect
  too_many_requests,     ///< 429 with Retry-After: 1
  internal_error,        ///< 500 without effect
  stale_list,            ///< a list that any version may answer is answered with an older one
  list_gone,             ///< a list of a given version, or one that continues, is answered 410
  crash_before_request,  ///< the process dies before the request leaves it
  crash_after_commit,    ///< the server acts, and the process dies before the answer comes
  // Watches.
  watch_gone,        ///< the watch is answered 410
  watch_broken,      ///< breaks off before the piece is delivered
  watch_cut,         ///< breaks off in the middle of the piece, usually of a line
  watch_split,       ///< the piece comes as two, usually split within a line
  watch_duplicated,  ///< the piece comes twice
  watch_ended,       ///< ends cleanly before the piece is delivered
  watch_delayed,     ///< the piece, and all after it, come later
  watch_silent,      ///< the peer is gone without closing: nothing more arrives
};
inline constexpr std::size_t kFaultKinds = static_cast<std::size_t>(FaultKind::watch_silent) + 1;

/// "lost response"; as in Fault::what.
[[nodiscard]] std::string_view name_of(FaultKind kind) noexcept;
[[nodiscard]] std::optional<FaultKind> fault_kind_named(std::string_view name) noexcept;

/// How often each fault happens: a probability per request, or per piece of a watch. Zero: never. At most one fault
/// happens at a request, so the rates of those should stay well below 1 together.
struct FaultRates {
  std::array<double, kFaultKinds> of{};
  Duration longest_delay = std::chrono::seconds(3);     ///< of watch_delayed
  Duration longest_restart = std::chrono::seconds(10);  ///< of a process after a crash
  /// Each way, to the server and back, takes up to this long. Other than zero, blocking verbs cannot be used.
  Duration longest_latency{};

  double& operator[](FaultKind kind) { return of.at(static_cast<std::size_t>(kind)); }
  double operator[](FaultKind kind) const { return of.at(static_cast<std::size_t>(kind)); }
};

/// What went through the fault transports of one simulation.
struct Traffic {
  std::uint64_t requests = 0;
  std::uint64_t writes = 0;           ///< of them: all but GET
  std::uint64_t streaming_lists = 0;  ///< watches with sendInitialEvents that were answered
  std::uint64_t later_pages = 0;      ///< lists that continued
  std::size_t in_flight = 0;          ///< requests that have not ended; an open watch has
  std::size_t writes_in_flight = 0;   ///< of them: all but GET
  std::string last_write;             ///< "process METHOD path"
};

/// What the fault transports of one simulation share. Outlives them; may be changed and read between steps.
struct Faults {
  Faults(FaultPlan given, Trace* where) : plan(std::move(given)), trace(where) {}
  FaultPlan plan;
  FaultRates rates;
  Traffic traffic;
  StaleLists lists;
  Trace* trace;  ///< null, or gets every request, response, stream piece and fault
};

/// The network between one simulated process and a server.
class FaultTransport : public Transport {
public:
  /// The process is dead: what it still sends is lost, and it gets no more answers.
  virtual void cut() noexcept = 0;
};

/// Wraps `inner`. `process` names the process in fault lists and traces; `on_crash` is called, from within an exchange,
/// when a fault kills it: with the time after which it shall start again. The transport has cut itself by then.
[[nodiscard]] std::shared_ptr<FaultTransport> make_fault_transport(Runtime runtime, std::shared_ptr<Transport> inner,
                                                                   Faults& faults, std::string process,
                                                                   std::function<void(Duration)> on_crash);

}  // namespace kubexx::testing
