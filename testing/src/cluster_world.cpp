// SPDX-License-Identifier: Apache-2.0
#include "cluster_world.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "real_time_world.hpp"

namespace kubexx::testing {

namespace {

class ClusterWorld final : public RealTimeWorld {
public:
  ClusterWorld(const WorldOptions& options, ClientConfig config, ServerControl control)
      : RealTimeWorld(options),
        config_(std::move(config)),
        control_(std::move(control)),
        user_(Client::connect(without_metrics(runtime()), config_))
  {
    const nlohmann::json wanted{
        {"apiVersion", "v1"},
        {"kind", "Namespace"},
        {"metadata",
         {{"generateName", "kubexx-test-"}, {"labels", {{"app.kubernetes.io/managed-by", "kubexx-testing"}}}}}};
    ns_ = std::string(user_.create(resources::namespaces, Object::from_json(wanted)).name());
  }
  ~ClusterWorld() override
  {
    try {
      user_.delete_(resources::namespaces, {"", ns_});
    } catch (const std::exception&) {
      // It has a label by which a person finds it.
    }
    stop_threads();
  }

  const Client& user() const override { return user_; }
  Client operator_client(std::function<void(Duration)> /*on_crash*/) override
  {
    return Client::connect(runtime(), config_);
  }
  const std::string& ns() const override { return ns_; }
  bool restarts() const override { return true; }
  void stop_server() override
  {
    if (!control_.stop) {
      throw std::logic_error("restart_server(): the API server of a cluster cannot be restarted by a test");
    }
    control_.stop();
  }
  void start_server() override { control_.start(); }

private:
  ClientConfig config_;
  ServerControl control_;
  Client user_;
  std::string ns_;
};

class ClusterBackend final : public TestServer::Backend {
public:
  explicit ClusterBackend(ClientConfig config) : config_(std::move(config)) {}
  std::unique_ptr<TestWorld> open(const WorldOptions& options) override { return make_cluster_world(options, config_); }
  bool real() const noexcept override { return true; }

private:
  ClientConfig config_;
};

}  // namespace

std::unique_ptr<TestWorld> make_cluster_world(const WorldOptions& options, const ClientConfig& config,
                                              ServerControl control)
{
  return std::make_unique<ClusterWorld>(options, config, std::move(control));
}

std::shared_ptr<TestServer::Backend> make_cluster_backend(ClientConfig config)
{
  return std::make_shared<ClusterBackend>(std::move(config));
}

}  // namespace kubexx::testing
