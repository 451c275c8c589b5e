// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
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
#include "kubexx/http/message.hpp"
#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/test_failure.hpp"
#include "kubexx/testing/test_server.hpp"
#include "kubexx/testing/webhook_fault.hpp"

namespace kubexx::testing {

/// Options of an OperatorTest. `setup` is required.
struct OperatorTestOptions {
  /// Adds the operator's controllers, as for run_operator. Called for each new manager, so also after a crash.
  std::function<void(Manager&)> setup = {};
  /// The options of the operator. `metrics` and the addresses are usually left at their defaults.
  ManagerOptions manager = {};
  /// Files or folders (their .yaml, .yml and .json files) to apply before the operator starts, such as its CRDs.
  std::vector<std::filesystem::path> manifests = {};
  TestServer server = TestServer::simulated();
  /// Names of additional clusters that the operator has from its start; see OperatorTest::add_cluster.
  std::vector<std::string> clusters = {};
  std::uint64_t seed = 1;  ///< of the simulation: order of tasks, random numbers and faults
  /// Default timeout of the waits. nullopt: one minute, or ten of virtual time.
  std::optional<Duration> wait_timeout = {};
  /// Refuses calls that the operator has not declared (ControllerBuilder::writes etc.), or that are outside of
  /// ManagerOptions::namespaces, with 403, as a cluster with the roles of --print-rbac does, and fails the test.
  bool check_permissions = true;
  /// The first start() fails if the server has a CRD that does not fit the struct of a kind that a controller uses:
  /// crd_mismatches (apimachinery/crd.hpp).
  bool check_crds = true;
  /// stop() fails if all reconciles of a controller failed, unless the operator has crashed.
  bool check_reconciles = true;
  /// SimulatedRuntime::Options::max_tasks: limit of the operator's tasks at one moment of virtual time.
  std::size_t max_tasks = 200'000;
  /// Rates of the faults that the seed draws between the operator and the server; only if simulated. See
  /// OperatorTest::faults.
  std::optional<FaultRates> faults = {};
  /// Receives the operator's log. The text of a failure has the last warnings and errors even without it.
  std::shared_ptr<LogSink> log = {};
  /// Applies the configurations of the operator's webhooks, and has the API server call them. Turn it off for a cluster
  /// whose API server cannot reach this machine.
  bool serve_webhooks = true;
  /// ApiServer::Options::simulate_controllers: pods of Deployments and Jobs are created and become ready. Not for a
  /// kube-apiserver.
  bool simulate_controllers = false;
  std::optional<WallTime> start_time = {};  ///< the wall time at which a simulation begins; only if simulated
  /// HttpWebhookOptions::services, the addresses of other webhooks that the test serves; only for
  /// TestServer::embedded.
  std::map<std::string, std::string> webhook_services = {};
};

/// One request of the operator. Each attempt is one.
struct OperatorCall {
  Verb verb = Verb::get;
  std::string resource;  ///< "deployments.apps", "backups.example.org/status"; for Verb::raw the path
  std::string cluster;   ///< empty: the manager's own
  ObjectKey key;
  unsigned status = 0;  ///< of the response; 0: there was none

  /// "patch backups.example.org/status default/a"; in another cluster "patch … east:default/a".
  [[nodiscard]] std::string to_string() const;
};

/// Runs an operator against an API server for a test: its manager with its controllers, and a client for the user that
/// the test plays. Failed waits report the reason, faults have names, and the operator can crash and start again.
///
///     OperatorTest test({.setup = add_backup_controller, .manifests = {"config/crd.yaml"}});
///     test.start();
///     api<Backup>(test.user()).create(backup);
///     test.wait_for<Job>({"default", "backup-a"}, "a Job", [](const Typed<Job>&) { return true; });
///     test.stop();
///
/// Resources are named as in RBAC: "backups", "backups/status", "deployments.apps". Use it from one thread. Blocking
/// reconcilers work in every mode. In the simulation, everything happens within the waits and `run_for`.
///
/// The API server calls the webhooks of Manager::webhooks() from the end of start() to the end of the test, also while
/// the operator is stopped. On a kube-apiserver their configurations select the namespace ns(), but objects without a
/// namespace are those of everyone. Requests of the operator are not those of its service account, so the webhooks of
/// its own kinds are called for them too. In the simulation a handler runs within the step of the request. It may call
/// its client; one that waits for anything else fails the test.
class OperatorTest {
public:
  /// Opens the server and applies the manifests. Throws std::invalid_argument if the options contradict each other, and
  /// std::runtime_error that names file and object if a manifest cannot be applied.
  explicit OperatorTest(OperatorTestOptions options);
  /// Stops the operator if it still runs, without reporting failures.
  ~OperatorTest();
  OperatorTest(const OperatorTest&) = delete;
  OperatorTest& operator=(const OperatorTest&) = delete;

  // The operator.
  /// Starts the operator and waits until it is ready. Throws TestFailure also for check_crds.
  void start();
  /// Stops it, as SIGTERM does. Throws TestFailure if it does not stop cleanly, if it has made undeclared calls, if all
  /// reconciles of a controller failed, or if a requested fault has not happened.
  void stop();
  /// Stops it cleanly and starts it again, as a rolling update does.
  void restart();
  /// Ends it without warning and starts it again; its later requests are lost.
  void crash();
  [[nodiscard]] Manager& manager();

  /// The clock, random numbers and threads of this test.
  [[nodiscard]] Runtime runtime() const;
  /// Keeps `object` until the operator has stopped, and releases it before runtime() ends. For objects of the test that
  /// the operator needs, such as a second API server that Manager::add_cluster reaches.
  void keep(std::shared_ptr<void> object);

  /// Creates an additional cluster, an embedded server that runs in the time of this test and has the namespace ns().
  /// Each manager gets it before OperatorTestOptions::setup; a running manager gets it immediately, as by
  /// Manager::add_cluster. Calls to it are recorded, checked and faulted like those to the manager's own cluster.
  /// Returns the user's client for it. Throws std::invalid_argument if the name is taken, or if Manager::add_cluster
  /// refuses it.
  const Client& add_cluster(const std::string& name);

  // The user.
  /// A client with every permission and without faults.
  [[nodiscard]] const Client& user() const noexcept;
  /// The same for a cluster that was added. Throws std::out_of_range if there is no cluster with that name.
  [[nodiscard]] const Client& user(std::string_view cluster) const;
  /// The namespace of the test's objects: "default", or the one that was created for the test in a cluster.
  [[nodiscard]] const std::string& ns() const noexcept;
  /// Like `kubectl apply -f`, but without pruning fields: creates missing objects and updates the others. Namespaced
  /// objects without a namespace go to ns().
  void apply(const std::filesystem::path& manifest);
  void apply_text(const std::string& yaml);

  // Waiting. Each wait throws TestFailure if it takes longer than `within`, if the operator makes an undeclared call,
  // or if max_tasks tasks run without time passing.
  /// Waits until the object exists and `holds`, which gets a `const Typed<T>&`, returns true; `what` describes that in
  /// words.
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
  /// `holds` gets an empty Object if the object does not exist.
  void wait_for_object(const ResourceType& type, const ObjectKey& key, std::string_view what,
                       const std::function<bool(const Object&)>& holds, std::optional<Duration> within = {});
  /// Waits until `holds()` is true. A failure also reports why each of `keys` is reconciled or is not.
  void wait_until(std::string_view what, const std::function<bool()>& holds, const std::vector<Request>& keys = {},
                  std::optional<Duration> within = {});
  /// The opposite: fails as soon as `holds()` is false within `span`. In the simulation it is also called after each
  /// write of the operator, before the operator gets the response; otherwise every few milliseconds.
  void expect_always(std::string_view what, const std::function<bool()>& holds, Duration span);
  /// Fails if the operator writes anything within `span`: a reconciler that has nothing to do must not write. Events
  /// count; the series of a repeated one is written up to about six minutes later. The Lease of the manager's leader
  /// election does not count.
  void expect_no_writes(Duration span);
  /// Lets time pass.
  void run_for(Duration span);

  /// Sends a request to the operator's webhook server, and returns the response. Use it for handlers of
  /// Webhooks::handles, authenticates and authorizes, because the embedded server does not call them. In the
  /// simulation no socket is used; otherwise it is sent over TLS. Throws std::logic_error if the operator does not
  /// run or does not serve webhooks, and std::runtime_error if no response arrives.
  [[nodiscard]] HttpResponse call_webhook(HttpRequest request);

  // The operator's calls.
  [[nodiscard]] std::vector<OperatorCall> calls() const;
  /// The number of calls with this verb and resource, in the named cluster; empty: the manager's own.
  [[nodiscard]] std::size_t count(Verb verb, std::string_view resource, std::string_view cluster = {}) const;
  void forget_calls();
  /// Declared writes that were never made: "patch backups.example.org/status", "patch configmaps in cluster east".
  [[nodiscard]] std::vector<std::string> unused_permissions() const;
  /// The operator's /metrics.
  [[nodiscard]] std::string metrics() const;
  /// The operator's last warnings and errors, one per line.
  [[nodiscard]] std::string last_log_lines() const;

  // Faults, in every mode. They affect only the operator, not the user's client. `cluster` is empty for the manager's
  // own one.
  /// The next `times` such calls get this HTTP status, and the server does not see them.
  void fail_next(Verb verb, std::string_view resource, unsigned status, std::size_t times = 1,
                 std::string_view cluster = {});
  /// The server performs the next such call, and its response is lost.
  void lose_answer(Verb verb, std::string_view resource, std::string_view cluster = {});
  /// Breaks off the watches of the resource, including those that are being opened; empty: all. Throws
  /// std::invalid_argument if the operator has never watched the resource.
  void drop_watches(std::string_view resource = {}, std::string_view cluster = {});
  /// Sets whether the operator's calls reach the cluster; false also breaks off its watches.
  void set_reachable(std::string_view cluster, bool reachable);
  /// The operator crashes before the next such call is sent, or after it, whatever its outcome, and is started again.
  void crash_before(Verb verb, std::string_view resource, std::string_view cluster = {});
  void crash_after(Verb verb, std::string_view resource, std::string_view cluster = {});
  /// The next `times` calls of the webhook with this path (WebhookOptions::path), or of any if it is empty, go wrong.
  void fail_webhook(WebhookFault fault, std::string_view path = {}, std::size_t times = 1);
  /// The server cannot be reached for `down`; watches break off, and their history is dropped. The kube-apiserver of
  /// TestServer::control_plane is actually stopped and started. Throws std::logic_error for TestServer::cluster.
  void restart_server(Duration down = std::chrono::seconds(1));
  /// The faults that the seed draws, to end them (`plan.stop()`) or to inspect them; null without
  /// OperatorTestOptions::faults.
  [[nodiscard]] Faults* faults() noexcept;
  /// In crash_at_every_call: where the operator crashes in this run, for the test's own messages. Otherwise empty.
  [[nodiscard]] const std::string& crash_point() const noexcept;

  class Impl;  ///< internal

private:
  friend class CrashRuns;
  std::unique_ptr<Impl> impl_;
};

/// The outcome of crash_at_every_call.
struct CrashReport {
  std::size_t calls = 0;            ///< the operator's, in the run without a crash
  std::vector<std::string> points;  ///< one for each run that reached its crash point
};

/// Runs `scenario` once to count the operator's calls, then twice for each call: the operator crashes before it is
/// sent, or after it, whatever its outcome, and is started again. If there are more than `most` such crash points,
/// `most` of them are used, evenly spread. `scenario` begins with a started operator, unless that start is where it
/// crashes. Afterwards the operator is stopped, with the checks of OperatorTest::stop. Simulated only. Throws
/// TestFailure that names the crash point, and std::invalid_argument if the server is not simulated or `most` is 0.
CrashReport crash_at_every_call(const OperatorTestOptions& options, const std::function<void(OperatorTest&)>& scenario,
                                std::size_t most = 200);

}  // namespace kubexx::testing
