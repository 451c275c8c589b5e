// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/test_server.hpp"

namespace kubexx::testing {

class SimulatedWebhooks;
class WebhookFaults;

/// Tasks within so much virtual time are counted together (SimulatedRuntime::Options::max_tasks).
inline constexpr Duration kMoment = std::chrono::milliseconds(10);

/// The same without metrics: they are the operator's.
[[nodiscard]] inline Runtime without_metrics(Runtime runtime)
{
  runtime.metrics = nullptr;
  return runtime;
}

/// The server, the clock and the threads of one OperatorTest. What was made of it is gone before it is destroyed.
class TestWorld {
public:
  TestWorld() = default;
  virtual ~TestWorld() = default;
  TestWorld(const TestWorld&) = delete;
  TestWorld& operator=(const TestWorld&) = delete;

  [[nodiscard]] virtual Runtime runtime() const = 0;
  /// Of the user's clients: they may block wherever the test has a say, and count in no metrics.
  [[nodiscard]] virtual Runtime user_runtime() const { return without_metrics(runtime()); }
  /// With every right.
  [[nodiscard]] virtual const Client& user() const = 0;
  /// One life of the operator: with the faults that the seed draws. `on_crash`: one of these killed it, and it shall
  /// start again after that time. Called from within a call.
  [[nodiscard]] virtual Client operator_client(std::function<void(Duration)> on_crash) = 0;
  [[nodiscard]] virtual const std::string& ns() const = 0;

  /// Lets things happen until `done` (true), which is asked again and again on this thread, or `within` has passed.
  /// Throws SimulationStuck.
  virtual bool run_until(const std::function<bool()>& done, Duration within) = 0;
  /// Runs `work` to its end (true), or for `within`; rethrows its exception.
  virtual bool run(std::function<awaitable<void>()> work, Duration within) = 0;

  /// An operator's call that is answered within the task that makes it. Throws SimulationStuck when there are too many.
  virtual void count_call() {}

  /// From now on time passes, also when it has stood still: something has to end.
  virtual void force_time() noexcept {}

  /// Whether stop_server and start_server do what they say. Otherwise the server is only made to forget its history.
  [[nodiscard]] virtual bool restarts() const { return false; }
  virtual void stop_server() = 0;
  virtual void start_server() = 0;
  /// nullptr: the seed draws none.
  [[nodiscard]] virtual Faults* faults() { return nullptr; }
  /// nullptr: webhooks are called over the network.
  [[nodiscard]] virtual SimulatedWebhooks* webhooks() { return nullptr; }
};

/// What a TestWorld is made with.
struct WorldOptions {
  std::uint64_t seed = 1;
  std::optional<FaultRates> faults;
  std::size_t max_tasks = 0;  ///< of a SimulatedRuntime
  Log log;
  MetricsProvider* metrics = nullptr;
  std::shared_ptr<WebhookFaults> webhook_faults;
  bool simulate_controllers = false;                    ///< of an embedded server
  std::optional<WallTime> start_time;                   ///< of a simulation
  std::map<std::string, std::string> webhook_services;  ///< HttpWebhookOptions::services of an embedded server
};

class TestServer::Backend {
public:
  Backend() = default;
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  [[nodiscard]] virtual std::unique_ptr<TestWorld> open(const WorldOptions& options) = 0;
  [[nodiscard]] virtual bool simulated() const noexcept { return false; }
  [[nodiscard]] virtual bool real() const noexcept { return false; }
};

[[nodiscard]] std::shared_ptr<TestServer::Backend> make_simulated_backend();
[[nodiscard]] std::shared_ptr<TestServer::Backend> make_embedded_backend();
[[nodiscard]] std::shared_ptr<TestServer::Backend> make_cluster_backend(ClientConfig config);
[[nodiscard]] std::shared_ptr<TestServer::Backend> make_control_plane_backend(const std::filesystem::path& assets);

}  // namespace kubexx::testing
