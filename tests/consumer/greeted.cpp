// SPDX-License-Identifier: Apache-2.0
// Creates a ConfigMap that wants a greeting and waits until the operator has written it, on the server of KUBECONFIG.
#include <chrono>
#include <cstdio>
#include <exception>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/client/client.hpp>
#include <kubexx/client/load_config.hpp>
#include <thread>

int main()
try {
  const kubexx::SystemRuntime system;
  kubexx::ConfigOptions where;
  where.environment = kubexx::system_environment();
  const auto client = kubexx::Client::connect(system.runtime(), kubexx::load_config(where));
  const auto& maps = kubexx::resources::config_maps;
  const auto map = kubexx::Object::parse(
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"world","namespace":"default","labels":{"greet":"yes"}}})");
  client.create(maps, map);
  for (int tries = 0; tries < 2000; ++tries) {
    const auto now = client.get(maps, map.key());
    if (now.at("/data/greeting").equals("Hello world!")) return 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::fprintf(stderr, "greeted: the ConfigMap was not greeted within 20 s\n");
  return 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "greeted: %s\n", error.what());
  return 1;
}
