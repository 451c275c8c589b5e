// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "added_cluster.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/testing/operator_test.hpp"
#include "kubexx/testing/recording_log.hpp"
#include "manifests.hpp"
#include "operator_calls.hpp"
#include "operator_webhooks.hpp"
#include "test_backend.hpp"

namespace kubexx::testing {

class OperatorTest::Impl {
public:
  explicit Impl(OperatorTestOptions options);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void start();
  void stop();
  void crash();
  [[nodiscard]] Manager& manager();
  void restart_server(Duration down);
  const Client& add_cluster(const std::string& name);
  /// Throws std::out_of_range.
  [[nodiscard]] const AddedCluster& cluster(std::string_view name) const;
  void add_fault(NamedFault fault);
  /// Throws std::logic_error between stop() and start().
  void require_running(const char* what) const;
  /// Throws std::invalid_argument when neither the operator nor the server knows a resource of that name.
  void require_resource(const char* what, std::string_view resource);
  /// Waits: what may be looked at while it does is brought up to date each time, and throws.
  bool run_until(const std::function<bool()>& done, Duration within);
  [[nodiscard]] Duration patience(std::optional<Duration> within) const;
  /// The same, and after each write of the operator, within the call, too; simulated only.
  bool run_until_and_after_writes(const std::function<bool()>& done, Duration within, std::string& last_write);
  /// Whether it is a call of the manager's election.
  [[nodiscard]] bool is_of_election(const OperatorCall& call);
  /// Throws a TestFailure with all that is known.
  [[noreturn]] void fail(const std::string& what, const std::string& found, const std::vector<Request>& keys);

  const OperatorTestOptions options;
  const std::shared_ptr<RecordingLog> log;
  PrometheusMetrics metrics;
  const std::shared_ptr<WebhookFaults> webhook_faults = std::make_shared<WebhookFaults>();
  const std::unique_ptr<TestWorld> world;
  const std::shared_ptr<OperatorCalls> calls;
  ManifestApplier manifests;
  OperatorWebhooks webhooks;
  std::string crash_point;
  std::vector<std::shared_ptr<void>> kept;  // of OperatorTest::keep

private:
  /// From a start of the operator's process to its end.
  struct Life {
    std::shared_ptr<OperatorLife> process = std::make_shared<OperatorLife>();
    std::unique_ptr<Manager> manager;
    std::atomic<bool> ended{false}, clean{false};
  };

  /// Makes the manager and starts it.
  void begin_life();
  /// A crash that a fault of the seed brought; called within a call.
  void crashed(const std::shared_ptr<OperatorLife>& process, Duration restart_after);
  /// Fails for CRDs that do not fit the structs of the operator.
  void check_crds(const Manager& manager);
  /// Starts again what has crashed, and fails for calls that were not declared.
  void look();
  void fail_for_undeclared_calls();
  void fail_for_webhooks();
  /// `before`: the metrics at the beginning of the stop, which makes reconciles fail.
  void fail_for_failed_reconciles(const std::string& before) const;
  /// Throws a TestFailure that names the keys.
  [[noreturn]] void fail_for_standing_time(const SimulationStuck& failure);
  static awaitable<void> end(Life& life);
  /// Ends every life; what is wrong with the end of the last one.
  [[nodiscard]] std::string end_lives();
  /// Tells what the manager has declared by now.
  void allow_declared();
  /// The way of this life to a cluster that was added.
  [[nodiscard]] Client client_of(const AddedCluster& cluster, const Life& life) const;

  std::vector<std::unique_ptr<AddedCluster>> clusters_;
  std::vector<std::unique_ptr<Life>> lives_;   // the last one runs, or has crashed
  std::set<std::string, std::less<>> served_;  // names of resources that the server has
  bool running_ = false;                       // between start and stop
  bool crds_checked_ = false;
  bool crashed_ = false;                      // a life has: its reconciles fail, whatever they do
  std::string last_metrics_;                  // when the lives had ended, before their series went
  std::atomic<Duration::rep> restart_at_{0};  // of the clock, in Duration; 0: at once
  Timer restart_timer_;                       // wakes the simulation then
};

}  // namespace kubexx::testing
