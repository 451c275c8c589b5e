// SPDX-License-Identifier: Apache-2.0
#include <kubexx/controller.hpp>
#include <kubexx/testing/operator_test.hpp>

using namespace kubexx;

int main()
{
  const ResourceType maps{"", "v1", "ConfigMap", "configmaps"};
  bool reconciled = false;
  testing::OperatorTestOptions options;
  options.setup = [&](Manager& manager) {
    manager.controller().for_(maps).build([&](Context&, const Request&) {
      reconciled = true;
      return Result::done();
    });
  };
  testing::OperatorTest test(options);
  test.start();
  test.user().create(maps, Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap",
    "metadata":{"name":"a","namespace":"default"}})"));
  test.wait_until("it was reconciled", [&] { return reconciled; });
  try {
    test.expect_always("never", [] { return false; }, std::chrono::seconds(1));
  } catch (const testing::TestFailure&) {
    test.stop();
    return 0;
  }
  return 1;
}
