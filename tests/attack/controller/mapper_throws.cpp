// SPDX-License-Identifier: Apache-2.0
// Expected: a mapper that throws for a malformed state costs that state; when the object is corrected, its key is
// reconciled.
// Happened: the update from the malformed to the corrected state was mapped as a whole, and what the mapper threw for
// the former state dropped the keys of the new one.
// Exit code 0 = holds, 1 = broken.
#include <cstdio>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/controller.hpp>
#include <kubexx/testing/operator_test.hpp>
using namespace kubexx;
using namespace kubexx::testing;
using namespace std::chrono_literals;
int main()
{
  int mapped = 0, thrown = 0, reconciled = 0;
  OperatorTestOptions options;
  options.setup = [&](Manager& manager) {
    manager.controller()
        .for_(resources::secrets)
        .watches(resources::config_maps, Mapper([&](const Object& object) -> Mapper::Keys {
                   const std::string text = object.at("/data/replicas").as_string().value_or("1");
                   try {
                     (void)std::stoi(text);
                   } catch (...) {
                     ++thrown;
                     throw;
                   }
                   ++mapped;
                   return {Request(object.key())};
                 }))
        .build([&](Context&, const Request&) {
          ++reconciled;
          return Result::done();
        });
  };
  OperatorTest test(options);
  test.start();
  const auto put = [&](const char* replicas, bool create) {
    const Object object = Object::parse(
        std::string(
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"settings","namespace":"default"},"data":{"replicas":")") +
        replicas + "\"}}");
    if (create)
      test.user().create(resources::config_maps, object);
    else
      test.user().patch(resources::config_maps, {"default", "settings"},
                        Patch(std::string(R"({"data":{"replicas":")") + replicas + "\"}}"));
  };
  put("three", true);  // a user's mistake
  test.run_for(1min);
  put("3", false);  // corrected
  test.run_for(1h);
  std::printf("after the correction: mapped %d, thrown %d, reconciled %d\n", mapped, thrown, reconciled);
  const bool holds = reconciled > 0;
  put("4", false);
  test.run_for(3h);
  std::printf("after another change: mapped %d, thrown %d, reconciled %d\n", mapped, thrown, reconciled);
  try {
    test.stop();
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
  return holds ? 0 : 1;
}
