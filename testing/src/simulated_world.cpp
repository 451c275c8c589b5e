// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "simulated_webhooks.hpp"
#include "test_backend.hpp"

namespace kubexx::testing {

namespace {

void check(const FaultRates& rates)
{
  for (std::size_t kind = 0; kind < rates.of.size(); ++kind) {
    const double rate = rates.of.at(kind);
    if (rate >= 0 && rate <= 1) continue;
    throw std::invalid_argument("FaultRates: " + std::string(name_of(static_cast<FaultKind>(kind))) + " has rate " +
                                std::to_string(rate) + ", which is not a probability (0 to 1)");
  }
}

SimulatedRuntime::Options runtime_options(const WorldOptions& options)
{
  SimulatedRuntime::Options sim;
  sim.seed = options.seed;
  sim.log = options.log;
  sim.metrics = options.metrics;
  sim.max_tasks = options.max_tasks;
  sim.start_time = options.start_time;
  return sim;
}

constexpr std::uint64_t kServerSeed = 0x5e57e57e57e57e57U;  // so that its random numbers are not the operator's

class SimulatedWorld final : public TestWorld {
public:
  explicit SimulatedWorld(const WorldOptions& options)
      : sim_(runtime_options(options)),
        server_random_(options.seed ^ kServerSeed),
        webhooks_(std::make_shared<SimulatedWebhooks>(sim_, options.webhook_faults)),
        server_({.clock = &sim_.clock(),
                 .random = &server_random_,
                 .simulate_controllers = options.simulate_controllers,
                 .webhooks = webhooks_}),
        direct_(make_in_process_transport(sim_.runtime(), server_)),
        user_(without_metrics(sim_.user_runtime()), direct_)
  {
    if (!options.faults) return;
    faults_ = std::make_unique<Faults>(FaultPlan(options.seed), nullptr);
    check(*options.faults);
    faults_->rates = *options.faults;
  }

  Runtime runtime() const override { return sim_.runtime(); }
  Runtime user_runtime() const override { return without_metrics(sim_.user_runtime()); }
  const Client& user() const override { return user_; }
  const std::string& ns() const override { return ns_; }
  Faults* faults() override { return faults_.get(); }
  SimulatedWebhooks* webhooks() override { return webhooks_.get(); }

  Client operator_client(std::function<void(Duration)> on_crash) override
  {
    if (!faults_) return {sim_.runtime(), direct_};
    return {sim_.runtime(), make_fault_transport(sim_.runtime(), direct_, *faults_, "operator", std::move(on_crash))};
  }

  bool run_until(const std::function<bool()>& done, Duration within) override
  {
    const SteadyTime end = saturating_add(sim_.clock().now(), within);
    if (sim_.run_until(done, within)) return true;
    sim_.clock().advance(end - sim_.clock().now());  // nothing was left to happen before
    sim_.run_ready();
    return done();
  }
  bool run(std::function<awaitable<void>()> work, Duration within) override
  {
    return sim_.run(std::move(work), within);
  }

  void count_call() override { sim_.count_call(); }

  void force_time() noexcept override { sim_.force_time(); }

  void stop_server() override { server_.close_watches(); }
  void start_server() override { server_.compact(); }

private:
  SimulatedRuntime sim_;
  SeededRandom server_random_;
  const std::shared_ptr<SimulatedWebhooks> webhooks_;
  ApiServer server_;
  std::unique_ptr<Faults> faults_;
  std::shared_ptr<Transport> direct_;
  Client user_;
  std::string ns_ = "default";
};

class SimulatedBackend final : public TestServer::Backend {
public:
  std::unique_ptr<TestWorld> open(const WorldOptions& options) override
  {
    return std::make_unique<SimulatedWorld>(options);
  }
  bool simulated() const noexcept override { return true; }
};

}  // namespace

std::shared_ptr<TestServer::Backend> make_simulated_backend()
{
  return std::make_shared<SimulatedBackend>();
}

}  // namespace kubexx::testing
