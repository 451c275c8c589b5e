// SPDX-License-Identifier: Apache-2.0
// A whole operator: every ConfigMap that is labelled greet=yes gets a greeting.
#include <kubexx/controller.hpp>
#include <kubexx/types/core/v1/config_map.hpp>

using namespace kubexx;
using corev1::ConfigMap;

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
