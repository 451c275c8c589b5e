// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "kubexx/base/detail/owned_series.hpp"
#include "kubexx/base/metrics.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/election/leader_election.hpp"
#include "kubexx/informer/informer.hpp"
#include "leadership.hpp"
#include "lease_record.hpp"

namespace kubexx {

/// One replica's campaign. One coroutine campaigns and then holds the Lease; everyone else reads the leadership. The
/// coroutine keeps the object alive; the handles of a LeaderElector do so only until the last one abandons it.
class Election : public std::enable_shared_from_this<Election> {
public:
  using Callbacks = LeaderElector::Callbacks;
  Election(Client client, LeaderElectionOptions options, Callbacks callbacks);

  void start();
  /// Ends the campaign without giving the Lease back. No callback starts afterwards, and one that runs on another
  /// thread is waited for.
  void abandon();
  /// False when the campaign has not ended by `deadline`, or the Lease could not be released.
  [[nodiscard]] static awaitable<bool> stop(std::shared_ptr<Election> self, bool release, SteadyTime deadline);

  [[nodiscard]] const Runtime& runtime() const noexcept { return runtime_; }
  [[nodiscard]] const std::shared_ptr<Leadership>& leadership() const noexcept { return leadership_; }
  [[nodiscard]] std::string leader() const;
  [[nodiscard]] const LeaderElectionOptions& options() const noexcept { return options_; }

private:
  enum class Renewal { held, failed, lost };

  static awaitable<void> campaign(std::shared_ptr<Election> self);
  /// From standing by to the loss of leadership; false when the election stopped.
  static awaitable<bool> serve_term(std::shared_ptr<Election> self);
  /// True when this replica leads; false when the election stopped.
  static awaitable<bool> acquire(std::shared_ptr<Election> self);
  static awaitable<bool> try_acquire(std::shared_ptr<Election> self);
  /// Renews until leadership is lost: why; empty when the election stopped.
  static awaitable<std::string> hold(std::shared_ptr<Election> self);
  static awaitable<Renewal> renew(std::shared_ptr<Election> self);
  /// Reads the Lease again and renews it if it is still this replica's.
  static awaitable<Renewal> renew_anew(std::shared_ptr<Election> self);
  /// False when it could not by `deadline`.
  static awaitable<bool> release(std::shared_ptr<Election> self, SteadyTime deadline);
  /// False when it is not this replica's.
  static awaitable<bool> try_release(std::shared_ptr<Election> self, SteadyTime deadline);

  /// Reads the Lease, or nothing when there is none, and takes note of it.
  static awaitable<Typed<Lease>> read(std::shared_ptr<Election> self, CallOptions call);
  /// Writes the Lease as this replica's; creates it when it is nothing.
  static awaitable<void> write(std::shared_ptr<Election> self, Typed<Lease> lease, CallOptions call);

  /// Returns at `when`, when the Lease changes or when the election stops.
  static awaitable<void> pause_until(std::shared_ptr<Election> self, SteadyTime when);
  void on_event(const Object& lease);
  void see(const Lease& lease);
  /// Runs one of the callbacks, without a lock. False when the campaign was abandoned. Passes on what it throws.
  bool call_out(const std::function<void()>& callback);
  /// The same for one that only takes note. What it throws is logged.
  void notify(const char* which, const std::function<void()>& callback);
  /// Throws what Callbacks::check says, for the log and as the reason of a loss.
  void require_fit();
  /// It leads from now on, for the renew deadline from `sent`, the time before the request that succeeded.
  /// False, and nothing changes, when the election was asked to stop.
  bool lead(SteadyTime sent);
  void give_up();
  void report(const std::string& error);
  [[nodiscard]] CallOptions call(std::optional<SteadyTime> at_most = {}) const;
  [[nodiscard]] SteadyTime now() const { return runtime_.clock->now(); }

  const Runtime runtime_;
  const LeaderElectionOptions options_;
  const Callbacks callbacks_;
  const Log log_;
  const Api<Lease> leases_;
  const ObjectKey key_;
  const SharedInformer informer_;
  detail::OwnedSeries series_;
  const std::shared_ptr<Gauge> leads_metric_;  // null: no metrics
  const std::shared_ptr<Counter> slow_metric_;
  std::unique_ptr<HandlerRegistration> registration_;  // between start() and the end of stop()

  std::stop_source stop_;
  std::stop_source ended_;                        // requested when the campaign has ended
  const std::shared_ptr<Leadership> leadership_;  // written under mutex_

  // Of the campaign's coroutine, then of stop():
  bool giving_back_ = false;
  bool may_hold_ = false;   // the Lease: a write that would make it so was sent, and not refused
  Typed<Lease> held_;       // as it was written last
  std::string last_error_;  // that was logged

  mutable std::mutex mutex_;
  LeaseObservation seen_;         // guarded by mutex_
  bool started_ = false;          // guarded by mutex_
  bool woken_ = false;            // guarded by mutex_; the Lease changed since the last pause
  std::optional<OneShot> pause_;  // guarded by mutex_
  bool abandoned_ = false;        // guarded by mutex_
  std::thread::id calling_;       // guarded by mutex_; the thread that runs a callback
  std::condition_variable idle_;  // notified when none runs any more
};

}  // namespace kubexx
