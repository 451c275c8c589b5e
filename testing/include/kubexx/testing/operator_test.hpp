// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/base/log.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/test_failure.hpp"
#include "kubexx/testing/test_server.hpp"

namespace kubexx::testing {

/// The zero value is the default.
struct OperatorTestOptions {
  /// Adds the operator's controllers, as for run_operator; called for each manager that is made, so also after a crash.
  /// Required.
  std::function<void(Manager&)> setup;
  /// As the operator has them. `metrics`, and the addresses, are usually left alone.
  ManagerOptions manager;
  /// Files, or folders whose .yaml, .yml and .json files are meant, applied before the operator starts: its CRDs.
  std::vector<std::filesystem::path> manifests;
  TestServer server = TestServer::simulated();
  /// Names of further clusters that the operator has from its start; see OperatorTest::add_cluster.
  std::vector<std::string> clusters;
  std::uint64_t seed = 1;  ///< of the simulation: its order of tasks, its random numbers and its faults
  /// How long the waits last by default. nullopt: a minute; ten of virtual time.
  std::optional<Duration> patience;
  /// Calls that the operator has not declared (ControllerBuilder::writes and the like), or in other namespaces than
  /// ManagerOptions::namespaces, are refused with 403, as in a cluster with the roles of --print-rbac, and fail the
  /// test.
  bool check_permissions = true;
  /// stop() fails when a controller has reconciled, and nothing but errors came of it, unless the operator has crashed.
  bool check_reconciles = true;
  /// SimulatedRuntime::Options::most_tasks: what the operator may do at one moment of virtual time.
  std::size_t most_tasks = 200'000;
  /// Faults that the seed draws on the operator's way to the server; simulated only. See OperatorTest::faults.
  std::optional<FaultRates> faults;
  /// Gets what the operator logs. The last warnings and errors are in the text of a failure anyhow.
  std::shared_ptr<LogSink> log;
};

/// One request of the operator, each attempt for itself.
struct OperatorCall {
  Verb verb = Verb::get;
  std::string resource;  ///< "deployments.apps", "backups.example.org/status"; of Verb::raw: the path
  std::string cluster;   ///< empty: the manager's own
  ObjectKey key;
  unsigned status = 0;  ///< of the answer; 0: there was none

  /// "patch backups.example.org/status default/a"; elsewhere than in the own cluster "patch … east:default/a".
  [[nodiscard]] std::string to_string() const;
};

/// Runs an operator against an API server for a test: its manager with its controllers, and a client for the user that
/// the test plays. Waits report what is wrong, faults have names, and the operator can crash and start again.
///
///     OperatorTest test({.setup = add_backup_controller, .manifests = {"config/crd.yaml"}});
///     test.start();
///     api<Backup>(test.user()).create(backup);
///     test.wait_for<Job>({"default", "backup-a"}, "a Job", [](const Typed<Job>&) { return true; });
///     test.stop();
///
/// Resources are named as RBAC does: "backups", "backups/status", "deployments.apps". Use it from one thread. A
/// blocking reconciler works in every mode. In the simulation nothing happens but in the waits and in `run_for`.
class OperatorTest {
public:
  /// Opens the server and applies the manifests. Throws std::invalid_argument for options that do not fit, and
  /// std::runtime_error that names file and object when a manifest cannot be applied.
  explicit OperatorTest(OperatorTestOptions options);
  /// Stops what still runs, without a word.
  ~OperatorTest();
  OperatorTest(const OperatorTest&) = delete;
  OperatorTest& operator=(const OperatorTest&) = delete;

  // The operator.
  /// Starts it and waits until it is ready.
  void start();
  /// Stops it, as SIGTERM does, and fails when that is not clean, when it made calls that it had not declared, when all
  /// reconciles of a controller failed, and when a fault that was asked for has not happened.
  void stop();
  /// Stops it cleanly and starts it again, as a rolling update does.
  void restart();
  /// It ends without warning, and is started again: what it still sends is lost.
  void crash();
  [[nodiscard]] Manager& manager();

  /// The clock, the random numbers and the threads that everything of this test runs on.
  [[nodiscard]] Runtime runtime() const;
  /// Lets go of `object` when the operator has stopped, and before that runtime ends: for what the operator needs and
  /// the test makes, such as a second API server that Manager::add_cluster reaches.
  void keep(std::shared_ptr<void> object);

  /// Makes a further cluster, an embedded server in the time of this test that has the namespace ns(). Each manager
  /// gets it before OperatorTestOptions::setup, and the one that runs immediately, as Manager::add_cluster does. Its
  /// calls are seen, checked and faulted as those to the own cluster. Gives the user's client for it. Throws
  /// std::invalid_argument for a name that is taken, or that Manager::add_cluster does not take.
  const Client& add_cluster(const std::string& name);

  // The user.
  /// With every right, and without faults.
  [[nodiscard]] const Client& user() const noexcept;
  /// The same for a cluster that was added; std::out_of_range when there is none of that name.
  [[nodiscard]] const Client& user(std::string_view cluster) const;
  /// Where the test's objects belong: "default", or the namespace that was made for it in a cluster.
  [[nodiscard]] const std::string& ns() const noexcept;
  /// As `kubectl apply -f`, without its pruning of fields: creates what is not there and updates the rest. Objects of a
  /// namespaced kind without a namespace go to ns().
  void apply(const std::filesystem::path& manifest);
  void apply_text(const std::string& yaml);

  // Waiting. Each throws TestFailure when it lasts longer than `within`, when the operator made a call that it had not
  // declared, and when it does so much without time passing that there is no end to it (most_tasks).
  /// Until the object is there and `holds`, which gets a `const Typed<T>&`; `what` says so in words.
  template <Kind T, std::predicate<const Typed<T>&> Holds>
  Typed<T> wait_for(const ObjectKey& key, std::string_view what, Holds holds, std::optional<Duration> within = {})
  {
    Typed<T> found;
    wait_for_object(
        resource_of<T>(), key, what,
        [&](const Object& object) {
          if (!object) return false;
          found = Typed<T>(object, user());
          return static_cast<bool>(holds(std::as_const(found)));
        },
        within);
    return found;
  }
  template <Kind T>
  Typed<T> wait_for(const ObjectKey& key, std::optional<Duration> within = {})
  {
    return wait_for<T>(key, "it exists", [](const Typed<T>&) { return true; }, within);
  }
  template <Kind T>
  void wait_until_gone(const ObjectKey& key, std::optional<Duration> within = {})
  {
    wait_for_object(resource_of<T>(), key, "it does not exist", [](const Object& object) { return !object; }, within);
  }
  /// `holds` gets an empty Object when there is none.
  void wait_for_object(const ResourceType& type, const ObjectKey& key, std::string_view what,
                       const std::function<bool(const Object&)>& holds, std::optional<Duration> within = {});
  /// Until `holds`; a failure also says why each of `keys` is reconciled or is not.
  void wait_until(std::string_view what, const std::function<bool()>& holds, const std::vector<Request>& keys = {},
                  std::optional<Duration> within = {});
  /// The opposite: fails as soon as `holds` is false within `span`. In the simulation it is asked after each write of
  /// the operator, too, before the operator gets the answer; elsewhere every few milliseconds.
  void expect_always(std::string_view what, const std::function<bool()>& holds, Duration span);
  /// Fails when the operator writes anything within `span`: a reconciler that has nothing to do writes nothing. Events
  /// count; the series of a repeated one is written up to some six minutes later. The Lease of the manager's election
  /// does not.
  void expect_no_writes(Duration span);
  /// Lets time pass.
  void run_for(Duration span);

  // What the operator asked of the server.
  [[nodiscard]] std::vector<OperatorCall> calls() const;
  /// How many there were of that verb and resource, in the own cluster or the one of that name.
  [[nodiscard]] std::size_t count(Verb verb, std::string_view resource, std::string_view cluster = {}) const;
  void forget_calls();
  /// Declared writes that were not made: "patch backups.example.org/status", "patch configmaps in cluster east".
  [[nodiscard]] std::vector<std::string> unused_permissions() const;
  /// The operator's /metrics.
  [[nodiscard]] std::string metrics() const;
  /// The operator's last warnings and errors, a line each.
  [[nodiscard]] std::string last_log_lines() const;

  // Faults, in every mode. They concern the operator alone; the user's client knows none. `cluster` is empty for the
  // own one.
  /// The next `times` such calls are answered with this HTTP status, and the server does not see them.
  void fail_next(Verb verb, std::string_view resource, unsigned status, std::size_t times = 1,
                 std::string_view cluster = {});
  /// The server does what the next such call asks for, and its answer is lost.
  void lose_answer(Verb verb, std::string_view resource, std::string_view cluster = {});
  /// The watches of the resource break off, also those that are being opened; empty: all.
  void drop_watches(std::string_view resource = {}, std::string_view cluster = {});
  /// Whether the operator's calls reach a cluster at all; false also breaks off its watches.
  void set_reachable(std::string_view cluster, bool reachable);
  /// The operator dies before the next such call is sent, or when the server has done what it asks for, and is started
  /// again.
  void crash_before(Verb verb, std::string_view resource, std::string_view cluster = {});
  void crash_after(Verb verb, std::string_view resource, std::string_view cluster = {});
  /// The server cannot be reached for `down`; watches break off, and their history is gone. A kube-apiserver of
  /// TestServer::control_plane is really stopped and started; a cluster's cannot be (std::logic_error).
  void restart_server(Duration down = std::chrono::seconds(1));
  /// The faults that the seed draws, to end them (`plan.stop()`) or to see them; null without
  /// OperatorTestOptions::faults.
  [[nodiscard]] Faults* faults() noexcept;
  /// In crash_at_every_call: where the operator crashes in this run, for the test's own messages. Empty elsewhere.
  [[nodiscard]] const std::string& crash_point() const noexcept;

  class Impl;  ///< of the implementation alone

private:
  friend class CrashRuns;
  std::unique_ptr<Impl> impl_;
};

/// What crash_at_every_call did.
struct CrashReport {
  std::size_t calls = 0;            ///< of the operator in a run without a crash
  std::vector<std::string> points;  ///< where it crashed, one for each further run in which it came to its point
};

/// Runs `scenario` once to count the operator's calls, then twice for each of them: the operator crashes before it is
/// sent, and when the server has acted, and is started again. With more than `most` such points, `most` of them, evenly
/// spread. The operator has been started when `scenario` begins, unless that is where it crashes, and is stopped after
/// it, with the checks of OperatorTest::stop. Simulated only. Throws TestFailure that names the point.
CrashReport crash_at_every_call(const OperatorTestOptions& options, const std::function<void(OperatorTest&)>& scenario,
                                std::size_t most = 200);

}  // namespace kubexx::testing
