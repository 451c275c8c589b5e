// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/health_check.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx {

/// How the replicas of an operator elect a leader: with a Lease (coordination.k8s.io/v1), by the rules of client-go's
/// tools/leaderelection, with one exception: a leader whose Lease somebody else has released stops leading, where
/// client-go takes the Lease again. LeaderElector describes how to choose the durations.
struct LeaderElectionOptions {
  std::string lease = {};       ///< name of the Lease; required
  std::string namespace_ = {};  ///< of the Lease; default: the client's default namespace (in a pod, the pod's own)
  std::string identity =
      {};  ///< unique per replica; default: a random UUID, which a Manager prefixes with its instance
  /// How long a standby waits after the leader's last renewal before it takes the Lease. The Lease stores whole
  /// seconds, rounded up; replicas of kubexx read the exact value from its annotation kubexx.dev/lease-duration.
  Duration lease_duration = std::chrono::seconds(15);
  /// How long the leader continues to lead after its last successful renewal. Fenced clients start no request later.
  Duration renew_deadline = std::chrono::seconds(10);
  /// Time between two renewals. A standby reads the Lease every 1 to 2.2 retry periods, at random.
  Duration retry_period = std::chrono::seconds(2);
  /// Releases the Lease when the manager stops, after every worker has ended, so that another replica takes over
  /// immediately.
  bool release = true;
  /// Whether this replica stands by again after it has lost leadership, a retry period (with jitter) later. Its fences
  /// then open again with its next term: end all work of a term in on_stopped_leading, or when is_leader() is false. A
  /// Manager ignores this, because its process ends with the leadership.
  bool campaign_again = false;
};

/// Returns one line per mistake: a missing or invalid name of the Lease, or durations that violate
/// lease_duration > renew_deadline > 1.2 × retry_period > 0.
[[nodiscard]] std::vector<std::string> mistakes_of(const LeaderElectionOptions& options);

/// One replica's part in a leader election. A Manager creates one from ManagerOptions::leader_election. A copyable
/// handle; thread safe. Destroying the last handle ends the campaign without a release: the Lease expires. Fenced
/// clients do not count as handles, and send nothing after that.
///
/// A standby watches the Lease, so it takes over within milliseconds of a release. If the leader disappears, a standby
/// takes the Lease after it has seen the record (holder, duration, times, transitions) unchanged for the duration in
/// the record, measured with its own clock. Clocks of different machines are never compared, and a change of the
/// Lease's metadata does not count as a renewal. A standby that may not watch reads the Lease every retry period (with
/// jitter). Each write carries the resourceVersion that was read, so only one of two competing replicas succeeds.
///
/// Fencing: like client-go's, this election does not guarantee that only one client is acting as a leader. fence()
/// returns a client that starts no request later than renew_deadline after the last successful renewal, and whose
/// writes fail at the end of the Lease, lease_duration after it. It cannot recall a request that has been sent: the API
/// server may still apply it while the next leader works, e.g. after it has waited in the server's queue or for a
/// webhook, even if the client has timed out. The API server has no fencing token to reject it with. So the reconciles
/// of two leaders may overlap for a moment, and must be safe then: an update that carries the resourceVersion that was
/// read fails with a conflict, and a create with a fixed name with AlreadyExists; a late patch or apply is corrected by
/// the next reconcile of the new leader. Calls to systems outside the cluster are not fenced; check is_leader() first.
///
/// Choosing the durations: they trade a quick takeover for tolerance of outages.
/// - Takeover: after a release, milliseconds. After a crash, lease_duration from the last renewal, 15 s by default;
///   in the worst case a retry period (up to 2.2 × retry_period, 4.4 s) more, if the standby may not watch the Lease or
///   its first attempt fails. A standby that has just started waits for lease_duration from its start.
/// - Outages: a leader whose renewals fail repeats them every retry_period until renew_deadline has passed. It survives
///   an API server that fails for about renew_deadline − 2 × retry_period, 6 s by default. One renewal may take half of
///   renew_deadline (at least 1 s), so increase it for an API server that responds slowly.
/// - Clocks: their difference does not matter, their rates do. The election tolerates a fastest clock that is
///   lease_duration / renew_deadline (1.5 by default) times as fast as the slowest one.
/// - The rest of lease_duration after renew_deadline, 5 s by default, is the time for requests that have been sent and
///   for the end of the old leader's process. A Manager needs up to 4 s for that.
/// - Load: each retry_period the leader sends one update, and each standby one read.
///
/// If leaders change often without a reason, increase lease_duration and renew_deadline until they no longer do.
///
/// The election runs on the executor of the client's runtime and sends with that client. Code that blocks this
/// executor, uses up the client's request budget or takes all its connections prevents renewals: pass a separate client
/// (with_own_connections), as a Manager does.
///
/// If somebody deletes the Lease, whoever writes first creates it again: the leader with its next renewal, or a
/// standby, whose creation then ends the old leader's term.
class LeaderElector {
public:
  /// Called on the runtime's executor, one at a time, without a lock of kubexx held. A callback may call every function
  /// of this class except start(), which throws std::logic_error if called again, and may destroy the last handle.
  /// An exception of a callback is logged as an error and otherwise ignored: leadership goes on. No callback is called
  /// after the last handle has been destroyed; its destructor waits for a callback that runs on another thread.
  struct Callbacks {
    std::function<void()> on_started_leading = {};
    /// Leadership was lost: another replica holds the Lease, somebody has released it, or renewal did not succeed in
    /// time. Not called after async_stop. Unless LeaderElectionOptions::campaign_again is set, this replica does not
    /// campaign again.
    std::function<void(const std::string& why)> on_stopped_leading = {};
    std::function<void(const std::string& identity)> on_new_leader = {};  ///< this replica included
    /// Called before each attempt to take or renew the Lease: returns why this replica must not lead, or nullopt. With
    /// a reason (or an exception) no request is sent, and a leader loses leadership unless the check passes again
    /// within the renew deadline.
    HealthCheck check = {};
  };
  /// Throws std::invalid_argument that lists all mistakes of the options.
  LeaderElector(Client client, LeaderElectionOptions options, Callbacks callbacks);

  /// Starts the campaign and returns without waiting. Call it once.
  void start() const;
  /// Stops campaigning and renewing; leadership ends when this begins. With `release`, and with
  /// LeaderElectionOptions::release, it then releases the Lease before `deadline`. Whether this replica still holds the
  /// Lease is decided by re-reading it. Returns false, and logs a warning, if a callback still runs at the deadline or
  /// the Lease could not be released; it then expires. After it has returned, it may be called again, e.g. with more
  /// time: it then does what is left to do.
  [[nodiscard]] awaitable<bool> async_stop(bool release, SteadyTime deadline) const;
  /// The blocking form. Throws std::logic_error if called from a thread of the runtime's executor, and RuntimeStopped.
  bool stop(SteadyTime deadline, bool release = true) const;

  /// True if this replica leads and the renew deadline has not passed.
  [[nodiscard]] bool is_leader() const noexcept;
  /// The holder of the Lease when it was last read; empty: none.
  [[nodiscard]] std::string leader() const;
  [[nodiscard]] const LeaderElectionOptions& options() const noexcept;
  /// Returns `client` with a fence: its requests fail with TransportErrc::cancelled while this replica does not lead.
  /// Each attempt is checked just before it is sent, and the deadline of a write is at the latest the end of the Lease
  /// as last renewed, however long connecting takes. A request that was sent before leadership ended is not recalled.
  [[nodiscard]] Client fence(const Client& client) const;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
