// SPDX-License-Identifier: Apache-2.0
#include <kubexx/client/client.hpp>
#include <kubexx/client/load_config.hpp>

int main()
{
  try {
    (void)kubexx::load_kubeconfig("/nonexistent/config");
    return 1;
  } catch (const kubexx::ConfigError&) {
    // What the library throws reaches the program.
  }
  const kubexx::SystemRuntime system;
  kubexx::ClientConfig config;
  config.server = "http://127.0.0.1:1";
  const auto client = kubexx::Client::connect(system.runtime(), config);
  try {
    (void)client.get(kubexx::ResourceType{"", "v1", "Pod", "pods"}, {"default", "a"});
  } catch (const kubexx::TransportError&) {
    return 0;
  }
  return 1;
}
