// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/scrape_access.hpp"
#include "kubexx/controller/event_recorder.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/election/leader_election.hpp"
#include "kubexx/http/listener.hpp"
#include "manager/cluster_watches.hpp"
#include "manager/executor_watch.hpp"
#include "manager/managed_cluster.hpp"
#include "manager/own_thread.hpp"
#include "manager/runnable_set.hpp"
#include "webhook/managed_webhooks.hpp"

namespace kubexx {

class Manager::Impl : public std::enable_shared_from_this<Impl> {
public:
  Impl(Client client, ManagerOptions options);

  void add(const Controller& controller);
  [[nodiscard]] bool has(std::string_view controller) const;
  /// Makes the controller watch, in each cluster that there is or will be.
  void add(std::shared_ptr<ClusterWatches> watches);
  /// Says at the start, or now if that is over, that a builder was destroyed without build().
  void note_unbuilt(const std::string& controller);
  void declare(const Permissions& needed, const Clusters& where);
  void describe(const DescribedKind& kind);
  /// A controller is for this kind.
  void note_reconciled(const ResourceType& type);
  [[nodiscard]] std::vector<Object> webhook_configurations(const WebhookTarget& target) const;
  [[nodiscard]] std::vector<std::vector<DescribedKind>> converted_kinds() const;
  [[nodiscard]] std::vector<Object> conversion_parts(const WebhookTarget& target) const;
  [[nodiscard]] std::string webhook_manifests(const WebhookTarget& target) const;
  [[nodiscard]] std::vector<DescribedKind> described_kinds() const;
  [[nodiscard]] Permissions permissions(std::string_view cluster) const;
  [[nodiscard]] Permissions lease_permissions() const;
  [[nodiscard]] Permissions certificate_permissions() const;
  [[nodiscard]] std::string roles(const RoleSubject& subject) const;
  void add_cluster(std::string name, Client client);
  [[nodiscard]] static awaitable<bool> remove_cluster(std::shared_ptr<Impl> self, std::string name);
  /// Without the own one.
  [[nodiscard]] std::vector<std::string> clusters() const;
  void add_runnable(std::string name, RunnableFunction function, RunnableGroup group);
  void add_check(bool of_readiness, std::string name, HealthCheck check);
  [[nodiscard]] std::vector<Explanation> why(const Request& key, std::string_view controller) const;
  [[nodiscard]] HealthReport readiness() const;
  [[nodiscard]] HealthReport liveness() const;
  void start();
  /// The manager is destroyed. Asks everything to end that was started and has not been stopped, and ends the manager's
  /// own threads, unless a stop is under way, which does so.
  void let_go();
  /// Begins the stop, unless it has begun, and waits for its end. Only the wait can be cancelled.
  [[nodiscard]] static awaitable<bool> stop(std::shared_ptr<Impl> self);
  /// The same, later and without waiting for it.
  void request_stop();
  /// Who is to know of the stop, whoever asked for it. Called without a lock, `began` also when the stop is asked for,
  /// so perhaps twice; at once for what has happened already.
  struct StopListener {
    std::function<void()> began;
    std::function<void(bool well)> ended;
  };
  void listen(StopListener listener);
  [[nodiscard]] static awaitable<bool> run(std::shared_ptr<Impl> self, std::stop_token stop);
  [[nodiscard]] bool is_leader() const noexcept { return !elector_ || elector_->is_leader(); }
  [[nodiscard]] bool has_lost() const noexcept { return lost_leadership_.stop_requested(); }
  /// Why run() ends with 1, though everything has ended; empty: it does not.
  [[nodiscard]] std::string failure() const;
  /// How long the work may go on after a stop was asked for. Another replica leads soon when leadership was lost.
  [[nodiscard]] Duration grace_of_work() const;

  const ManagerOptions options;
  ManagedWebhooks webhooks;
  const Runtime runtime;
  const std::shared_ptr<FlightRecorder> recorder;  // null: nothing is kept

private:
  enum class Stage { made, started, stopping, stopped };
  using Checks = std::vector<std::pair<std::string, HealthCheck>>;
  struct Needed {
    Clusters where;
    Permissions what;
  };

  /// That of the Lease, or of the listeners; null when neither is a thread of its own.
  [[nodiscard]] OwnThread* watching_thread() const noexcept;
  [[nodiscard]] std::shared_ptr<ExecutorWatch> make_watch();
  [[nodiscard]] std::optional<LeaderElector> make_elector(const Client& plain);
  void on_started_leading();
  void on_stopped_leading();
  /// What may hold the runtime's executor, as text.
  [[nodiscard]] std::string executor_holders() const;
  void on_failed_runnable(const std::string& text);
  /// Starts the runnables that wait for the watches.
  static awaitable<void> start_runnables(std::weak_ptr<Impl> manager, std::stop_token stop);
  void end_threads();
  void open_listeners();
  void open_debug_listener();
  /// Says in the log which webhooks the program itself passes.
  void log_own_kinds() const;
  /// In any version.
  [[nodiscard]] bool reconciles(const ResourceType& type) const;
  void begin_stop();
  [[nodiscard]] static awaitable<void> stop_and_tell(std::shared_ptr<Impl> self);
  [[nodiscard]] awaitable<bool> stop_in_order();
  /// The own one first.
  [[nodiscard]] std::vector<std::shared_ptr<ManagedCluster>> all_clusters() const;
  /// Forgets the cluster and ends what is watched there. False when it was not there any more.
  bool take_out(const std::shared_ptr<ManagedCluster>& cluster);
  /// Ends the controllers and what runs beside them; at once when leadership is lost meanwhile.
  [[nodiscard]] awaitable<bool> stop_work();
  /// Asks them to end.
  struct StopTally;
  [[nodiscard]] std::shared_ptr<StopTally> begin_to_stop_work();

  const std::shared_ptr<std::weak_ptr<Impl>> self_ = std::make_shared<std::weak_ptr<Impl>>();  // set by start()
  // Their executors outlive what runs on them.
  const std::shared_ptr<OwnThread> election_thread_;  // null: no leader election
  const std::shared_ptr<OwnThread> serving_thread_;   // null: no listeners
  const std::shared_ptr<ExecutorWatch> watch_;        // null: there is no thread to watch from
  const std::optional<LeaderElector> elector_;

public:
  const std::shared_ptr<ManagedCluster> own;

private:
  const std::shared_ptr<RunnableSet> runnables_;
  const std::shared_ptr<ScrapeAccess> access_;  // null: no listeners
  std::stop_source stop_waiting_;               // requested by stop(): nothing waits for the watches any more
  std::stop_source lost_leadership_;            // requested when it is lost
  std::atomic<bool> threads_ended_{false};      // so there is no election and no listener that could be stopped

  mutable std::mutex mutex_;  // no function of the user is called while it is held
  std::map<std::string, std::shared_ptr<ManagedCluster>> clusters_;  // guarded by mutex_; without the own one
  std::set<std::string> leaving_;  // guarded by mutex_; clusters that are taken out at the moment
  std::vector<std::shared_ptr<ClusterWatches>> watches_;  // guarded by mutex_
  std::vector<Needed> needed_;                            // guarded by mutex_; what was declared
  std::vector<DescribedKind> described_;                  // guarded by mutex_; each once
  std::vector<ResourceType> reconciled_;                  // guarded by mutex_; kinds that controllers are for
  Stage stage_ = Stage::made;                             // guarded by mutex_
  bool elected_ = false;                                  // guarded by mutex_; controllers that need it have started
  bool synced_ = false;                                   // guarded by mutex_; every required watch has been
  std::string failed_runnable_;                           // guarded by mutex_; the first one, and what it threw
  std::vector<Controller> controllers_;                   // guarded by mutex_; in the order of their making
  std::vector<std::string> unbuilt_;                      // guarded by mutex_; until the start
  Checks ready_checks_, live_checks_;                     // guarded by mutex_
  std::vector<std::shared_ptr<HttpListener>> listeners_;  // guarded by mutex_
  std::vector<StopListener> stop_listeners_;              // guarded by mutex_; until stage_ becomes stopped
  bool stopped_well_ = false;                             // guarded by mutex_; what stop() answers
  bool up_ = false;                                       // guarded by mutex_; start() has done everything
  bool let_go_ = false;                                   // guarded by mutex_; no Manager refers to this

public:
  std::uint16_t metrics_port = 0, health_port = 0, debug_port = 0;  // written by start()
};

}  // namespace kubexx
