// SPDX-License-Identifier: Apache-2.0
// A whole operator: every ConfigMap that is labelled greet=yes gets a greeting.
#include <cstdio>
#include <kubexx/controller.hpp>

using namespace kubexx;

struct ConfigMap {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(ConfigMap, (), (metadata, data))

Result greet(Context& context, const Request& request)
{
  auto map = context.get<ConfigMap>(request);
  if (!map || map.label("greet") != "yes") return Result::done();
  map->data["greeting"] = "Hello " + map->metadata.name + "!";
  if (map.patch()) context.log().info("greeted");
  return Result::done();
}

int main()
try {
  install_early_signal_handlers();
  SystemRuntime system({.log = Log(make_console_log())});
  ConfigOptions where;
  where.environment = system_environment();
  Manager manager(Client::connect(system.runtime(), load_config(where)));
  manager.controller().for_<ConfigMap>().workers(2).build(greet);
  return manager.run();
} catch (const std::exception& error) {
  std::fprintf(stderr, "hello: %s\n", error.what());
  return 1;
}
