// SPDX-License-Identifier: Apache-2.0
// A whole operator: every ConfigMap that is labelled greet=yes gets a greeting.
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

void add_greeter(Manager& manager)
{
  manager.controller().for_<ConfigMap>().writes<ConfigMap>({Verb::patch}).build(greet);
}

int main(int argc, char** argv)
{
  return run_operator(argc, argv, add_greeter);
}
