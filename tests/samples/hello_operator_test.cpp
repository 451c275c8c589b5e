// SPDX-License-Identifier: Apache-2.0
// samples/hello as a user of the test kit tests it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kubexx/testing/operator_test.hpp"
#include "operator_server.hpp"

#define main hello_main
#include "hello/main.cpp"  // NOLINT(bugprone-suspicious-include): the sample itself, without its main
#undef main

namespace {

using kubexx::testing::crash_at_every_call;
using kubexx::testing::OperatorTest;
using kubexx::testing::OperatorTestOptions;
using kubexx::testing::TestServer;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::chrono_literals;

OperatorTestOptions options_for(TestServer server)
{
  OperatorTestOptions options;
  options.setup = add_greeter;
  options.server = std::move(server);
  return options;
}

ConfigMap config_map(const OperatorTest& test, const std::string& name, const std::string& greet = "yes")
{
  ConfigMap map;
  map.metadata.namespace_ = test.ns();
  map.metadata.name = name;
  map.metadata.labels["greet"] = greet;
  map.data["other"] = "kept";
  return map;
}

bool is_greeted(const Typed<ConfigMap>& map)
{
  const auto greeting = map->data.find("greeting");
  return greeting != map->data.end() && greeting->second == "Hello " + map->metadata.name + "!";
}

void wait_greeted(OperatorTest& test, const std::string& name)
{
  test.wait_for<ConfigMap>({test.ns(), name}, "it is greeted", is_greeted);
}

class HelloOperator : public sample::OperatorServerTest {};

TEST_F(HelloOperator, GreetsWhatIsLabelledOnce)
{
  OperatorTest test(options_for(server()));
  test.start();
  api<ConfigMap>(test.user()).create(config_map(test, "a"));
  api<ConfigMap>(test.user()).create(config_map(test, "b", "no"));
  wait_greeted(test, "a");
  EXPECT_EQ(api<ConfigMap>(test.user()).get({test.ns(), "a"})->data.at("other"), "kept");
  test.expect_no_writes(2s);
  EXPECT_EQ(test.count(Verb::patch, "configmaps"), 1U);
  EXPECT_EQ(api<ConfigMap>(test.user()).get({test.ns(), "b"})->data.size(), 1U);
  EXPECT_THAT(test.unused_permissions(), IsEmpty());
  test.stop();
}

TEST_F(HelloOperator, GreetsAgainWhateverHappens)
{
  OperatorTest test(options_for(server()));
  test.start();
  test.fail_next(Verb::patch, "configmaps", 500);
  api<ConfigMap>(test.user()).create(config_map(test, "a"));
  wait_greeted(test, "a");
  EXPECT_THAT(test.last_log_lines(), HasSubstr("injected by fail_next"));

  test.lose_answer(Verb::patch, "configmaps");
  auto changed = api<ConfigMap>(test.user()).get({test.ns(), "a"});
  changed->data["greeting"] = "Go away!";
  changed.patch();
  wait_greeted(test, "a");

  test.drop_watches("configmaps");
  api<ConfigMap>(test.user()).create(config_map(test, "b"));
  wait_greeted(test, "b");
  test.crash();
  api<ConfigMap>(test.user()).create(config_map(test, "c"));
  wait_greeted(test, "c");
  test.stop();
}

TEST(HelloOperatorSimulated, SurvivesACrashAtEveryCall)
{
  const auto report = crash_at_every_call(options_for(TestServer::simulated()), [](OperatorTest& test) {
    api<ConfigMap>(test.user()).create(config_map(test, "a"));
    wait_greeted(test, "a");
    test.expect_no_writes(1min);
  });
  EXPECT_THAT(report.points, ::testing::Contains(HasSubstr("patch configmaps default/a")));
}

}  // namespace
