// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/health.hpp"

namespace kubexx {

/// How the replicas of an operator agree on the one that works: over a Lease (coordination.k8s.io/v1), by the rules of
/// client-go's tools/leaderelection.
struct LeaderElectionOptions {
  std::string lease;       ///< its name; required
  std::string namespace_;  ///< of the Lease; default: the client's, which is the pod's
  std::string identity;    ///< of this replica, unique; default: the manager's instance and a random UUID
  /// How long the others wait after the last sign of life of the leader. The Lease has whole seconds, rounded up; the
  /// exact value is in its annotation kubexx.dev/lease-duration, which replicas of kubexx read.
  Duration lease_duration = std::chrono::seconds(15);
  /// How long after its last successful renewal the leader goes on. No request is started later.
  Duration renew_deadline = std::chrono::seconds(10);
  /// Between two renewals, and between two looks of a replica that stands by.
  Duration retry_period = std::chrono::seconds(2);
  /// Gives the Lease back when the manager stops and every worker has ended, so that another replica takes over at
  /// once.
  bool release = true;
};

/// What is wrong with the options, one line for each mistake: lease > renew > 1.2 × retry > 0, a missing name.
[[nodiscard]] std::vector<std::string> mistakes_of(const LeaderElectionOptions& options);

/// One replica's part in a leader election. A Manager makes one from ManagerOptions::leader_election. A copyable
/// handle; thread safe. The last handle that goes ends the campaign, and does not give the Lease back: it runs out.
/// Clients that were fenced are no handles; they send nothing afterwards.
///
/// A replica that stands by watches the Lease, so it takes over within milliseconds of a release. It takes the Lease of
/// a leader that is gone when it has seen its record (holder, duration, times, transitions) unchanged for the lease's
/// duration by its own clock: clocks are never compared, and a change of the Lease's metadata is no sign of life. Where
/// the watch is not allowed, it looks every retry period. The Lease is written only with the resourceVersion that was
/// read, so of two replicas one succeeds.
///
/// It runs on the executor of the client's runtime, and sends with that client. What holds up that executor, uses up
/// the client's request budget or takes all its connections keeps the Lease from being renewed: give it a client of its
/// own (with_own_connections), as a Manager does.
class LeaderElector {
public:
  /// Called on the runtime's executor, one at a time, and without a lock of kubexx: they may call everything here but
  /// start(), which throws std::logic_error once it was called, and may destroy the last handle. What they throw is
  /// logged. None is called after the last handle is gone; its destruction waits for one that runs on another thread.
  struct Callbacks {
    std::function<void()> on_started_leading = {};
    /// It led, and leads no more: another one has the Lease, or it could not be renewed in time. Not after async_stop.
    /// It does not campaign again.
    std::function<void(const std::string& why)> on_stopped_leading = {};
    std::function<void(const std::string& identity)> on_new_leader = {};  ///< this replica included
    /// Asked each time before the Lease is taken or renewed: what keeps this replica from leading, or nullopt. Then no
    /// request is sent, and a leader loses the Lease unless it answers nullopt within the renew deadline.
    HealthCheck check = {};
  };
  /// Throws std::invalid_argument, with all mistakes of the options.
  LeaderElector(Client client, LeaderElectionOptions options, Callbacks callbacks);

  /// Begins to campaign. Returns without waiting. Call it once.
  void start() const;
  /// Stops to campaign or to renew; with `release`, a Lease that this replica holds is given back before `deadline`.
  /// Whether it holds it is decided by the Lease as it is read then. It leads no more when this begins. Call it once.
  [[nodiscard]] awaitable<void> async_stop(bool release, SteadyTime deadline) const;

  /// It leads, and the renew deadline has not passed.
  [[nodiscard]] bool is_leader() const noexcept;
  /// The holder of the Lease when it was seen last; empty: none.
  [[nodiscard]] std::string leader() const;
  [[nodiscard]] const LeaderElectionOptions& options() const noexcept;
  /// `client`, whose requests fail with TransportErrc::cancelled while this replica does not lead: each attempt is
  /// checked just before it is sent, and the deadline of one that writes is at the latest the end of the Lease as it
  /// was renewed last, however long connecting takes. What was written when leadership ends is not called back.
  [[nodiscard]] Client fence(const Client& client) const;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
