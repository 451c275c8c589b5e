// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "context/api_calls.hpp"
#include "context/controller_services.hpp"
#include "context/write_log.hpp"
#include "kubexx/base/detail/asio_work_canceller.hpp"
#include "kubexx/base/gate.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/controller.hpp"
#include "reconcile/active_reconciles.hpp"
#include "reconcile/cluster_shares.hpp"
#include "reconcile/controller_metrics.hpp"
#include "reconcile/hot_loop_guard.hpp"
#include "reconcile/outcome.hpp"
#include "reconcile/reconcile_queue.hpp"
#include "reconcile/triggers.hpp"
#include "sources/event_source.hpp"

namespace kubexx {

/// What the handles of a Controller share. controller.cpp has the sources and the start, controller_work.cpp a worker's
/// loop and what follows from a reconcile, controller_stop.cpp the stop, controller_why.cpp the explanation of a key,
/// controller_loops.cpp what holds back those that trigger themselves.
class Controller::Impl : public std::enable_shared_from_this<Impl> {
public:
  Impl(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler);

  std::shared_ptr<EventSource> watch(KindCache kind, Mapper map, std::vector<Predicate> predicates, Presence presence);
  void watch(const EventChannel& channel, Mapper map);
  void index(const KindCache& kind, std::string name, std::string pointer);
  void index(const KindCache& kind, std::string name, IndexFunction function);
  void enqueue(const Request& request) { add_from_outside(request, triggers::kEnqueued); }
  void add_cluster(const std::string& name, Client client, EventRecorder events);
  void remove_cluster(std::string_view name);
  void share_writes(const Impl& with) { writes_ = with.writes_; }
  void warm_up();
  void start();
  [[nodiscard]] static awaitable<bool> stop(std::shared_ptr<Impl> self, StopLimits limits);

  [[nodiscard]] const std::string& name() const noexcept { return options_.name; }
  [[nodiscard]] const Runtime& runtime() const noexcept { return runtime_; }
  [[nodiscard]] bool needs_leader() const noexcept { return options_.needs_leader; }
  [[nodiscard]] ControllerStatus status() const;
  [[nodiscard]] std::vector<Request> active() const;
  [[nodiscard]] std::vector<Request> on_executor() const;
  [[nodiscard]] Explanation explain(Request key) const;

private:
  /// A key that a worker reconciles.
  struct Job {
    std::size_t worker = 0;
    std::shared_ptr<const ClusterAccess> access;  // of the request's cluster
    Request request;
    Trigger triggers = 0;
    int priority = 0;
    std::optional<Duration> queued_for;
    bool self_triggered = false;  // by what followed from the writes of the key's last reconcile
    bool name_opponent = false;   // before the reconcile
    bool shares_workers = false;  // with the keys of other clusters: it has entered shares_
  };

  /// What a source watches.
  struct Watched {
    std::string cluster, resource;
  };
  /// False: no worker is left for the cluster of the key, which comes back when there is one.
  bool enter_cluster(Job& job);
  void leave_cluster(const Job& job, ClusterShares::Answer answer, Duration took);
  [[nodiscard]] ClusterShares::Answer answer_of(const Job& job, const Outcome& outcome, bool timed_out) const;

  void add(const Request& request, Trigger trigger);
  /// A key that an event of a watch stands for. `of` is null when changes were lost.
  void add_of_event(const Request& request, Trigger trigger, const Watched& watched, const Transition* of);
  /// The bits kForeign and kUnrelated of a change that `writer` made, null: nobody of this manager.
  [[nodiscard]] Trigger relation(const Request& request, const ObjectRef& object, const Transition& of,
                                 const WriteLog::Entry* writer);
  /// A key that no watch made.
  void add_from_outside(const Request& request, Trigger trigger);
  /// Lets go of a source that was removed, and of its cache.
  void release(const EventSource& removed);
  [[nodiscard]] std::shared_ptr<EventSource> forget(const EventSource& removed);  // needs mutex_
  void start_source(const std::shared_ptr<EventSource>& source);                  // needs mutex_
  /// What a source adds its keys to. Needs mutex_.
  [[nodiscard]] EventSource::Sink sink(const EventSource& source);
  /// Adds every key of the controller's own kind; later, so that many wishes at once are one.
  void add_own_kind(Trigger trigger);
  static awaitable<void> add_wanted_keys(std::shared_ptr<Impl> self, Trigger trigger);
  void add_cached_keys(Trigger trigger);
  /// ControllerOptions::every.
  static awaitable<void> add_periodically(std::shared_ptr<Impl> self);
  static awaitable<void> finish_when_synced(std::shared_ptr<Impl> self, std::shared_ptr<EventSource> source);
  /// Starts the workers when every source has synced, if they shall work by then.
  static awaitable<void> wait_and_work(std::shared_ptr<Impl> self);
  /// Says now and then what the workers wait for.
  static awaitable<void> report_waiting(std::shared_ptr<Impl> self);
  [[nodiscard]] std::vector<std::string> waiting_for() const;
  [[nodiscard]] std::vector<std::shared_ptr<EventSource>> sources() const;

  void start_workers();
  static awaitable<void> work(std::shared_ptr<Impl> self, std::size_t worker,
                              std::shared_ptr<detail::WorkCanceller> canceller);
  /// `job` and `canceller` outlive the call.
  static awaitable<void> reconcile(std::shared_ptr<Impl> self, const Job& job,
                                   const std::shared_ptr<detail::WorkCanceller>& canceller);
  /// The table of result.hpp, while the key is being processed.
  void settle(const Context& context, const Job& job, Outcome& outcome);
  void retry(const Context& context, const Job& job, Outcome& outcome);
  /// The key comes back when a cache has synced.
  void wait_for_cache(const Context& context, const Job& job, Outcome& outcome);
  /// Brings back the keys that wait for that.
  void wake_unsynced();
  /// The same of the changes that a mapper could not map.
  void retry_unsynced_changes();
  void retry_unsynced_later();
  static awaitable<void> retry_after_delay(std::shared_ptr<Impl> self);
  static awaitable<void> wake_when_readable(std::shared_ptr<Impl> self, std::shared_ptr<EventSource> source);
  /// A line about a reconcile, with its id and trigger.
  void say(const Context& context, const Job& job, LogLevel level, std::string_view text,
           std::initializer_list<LogField> fields) const;
  /// ControllerOptions::on_give_up.
  static awaitable<void> report_given_up(std::shared_ptr<Impl> self, Job job, std::string failure);
  /// Keeps what became of a reconcile, for explain().
  void note(const Job& job, const Outcome& outcome, SteadyTime start, SteadyTime end);
  /// What runs or waits; what the watches say of the key.
  void explain_work(Explanation& to, const FlightRecorder::History& history, SteadyTime now) const;
  void explain_sources(Explanation& to, const FlightRecorder::History& history) const;
  /// Puts a key back that triggers itself; false: it is to be reconciled now.
  bool hold_back(Job& job);
  /// Before a reconcile after which a loop may be reported: asks the server who undid what the key wrote.
  static awaitable<void> name_opponent(std::shared_ptr<Impl> self, Job job);
  void watch_for_loop(const Job& job, SteadyTime start, SteadyTime end);
  [[nodiscard]] std::optional<std::uint64_t> state_after(const Job& job, const HotLoopGuard::Writes& writes) const;
  void report_loop(const Job& job, const HotLoopGuard::Trace& loop, SteadyTime now);
  [[nodiscard]] TaskPool& pool() const { return pool_ ? *pool_ : *runtime_.pool; }

  ControllerOptions options_;
  const Runtime runtime_;
  const std::shared_ptr<ControllerServices> services_;
  const Log log_;
  const Reconciler reconciler_;
  ControllerMetrics metrics_;
  const EventSourceMetrics source_metrics_;
  ReconcileQueue queue_;
  const std::shared_ptr<ActiveReconciles> active_;
  const std::shared_ptr<FlightRecorder> recorder_;  // null: nothing is kept
  const std::shared_ptr<ClusterShares> shares_;
  HotLoopGuard loops_;
  std::shared_ptr<WriteLog> writes_ = std::make_shared<WriteLog>();  // a manager's controllers share one
  const std::vector<std::shared_ptr<ApiCalls>> calls_;               // of the reconcile of each worker
  const std::unique_ptr<TaskPool> pool_;                             // null: functions run on the runtime's
  std::stop_source stopping_;                                        // requested by stop()
  std::stop_source stop_waiting_;  // requested by stop(), or when the workers start: nothing waits for watches any more
  std::stop_source stop_;          // requested when the drain is over: reconciles shall end

  std::atomic<std::size_t> removed_clusters_{0};
  std::atomic<bool> own_kind_wanted_{false};   // add_wanted_keys will run
  std::atomic<bool> unsynced_changes_{false};  // retry_after_delay will call retry_unsynced_changes()

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<EventSource>> sources_;  // guarded by mutex_
  std::map<Request, int> unsynced_;  // guarded by mutex_; keys that wait for a cache to sync, with their priority
  bool warming_ = false;             // guarded by mutex_; the sources were started
  bool warm_ = false;                // guarded by mutex_; … and have synced
  bool started_ = false;             // guarded by mutex_; the workers shall work
  bool running_ = false;             // guarded by mutex_; the workers were started
  bool stop_told_ = false;           // guarded by mutex_; the log has said how it ended
  Gate working_;                     // each worker holds it; stop() closes it, with mutex_ held
};

}  // namespace kubexx
