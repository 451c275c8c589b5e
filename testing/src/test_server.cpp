// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/test_server.hpp"

#include <utility>

#include "test_backend.hpp"

namespace kubexx::testing {

TestServer::TestServer(std::shared_ptr<Backend> backend) : backend_(std::move(backend)) {}

TestServer TestServer::simulated()
{
  return TestServer(make_simulated_backend());
}

TestServer TestServer::embedded()
{
  return TestServer(make_embedded_backend());
}

TestServer TestServer::control_plane(const std::filesystem::path& assets)
{
  return TestServer(make_control_plane_backend(assets));
}

TestServer TestServer::cluster(ClientConfig config)
{
  return TestServer(make_cluster_backend(std::move(config)));
}

TestServer TestServer::from_environment(const Environment& environment)
{
  const auto value = [&](const char* name) {
    const auto set = environment ? environment(name) : std::nullopt;
    return set.value_or("");
  };
  if (const std::string assets = value("KUBEBUILDER_ASSETS"); !assets.empty()) return control_plane(assets);
  if (value("KUBECONFIG").empty()) return simulated();
  ConfigOptions where;
  where.environment = environment;
  return cluster(load_config(where));
}

bool TestServer::is_simulated() const noexcept
{
  return backend_->simulated();
}

bool TestServer::is_real() const noexcept
{
  return backend_->real();
}

}  // namespace kubexx::testing
