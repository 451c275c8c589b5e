// SPDX-License-Identifier: Apache-2.0
// Keys whose reconciles trigger themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx::testing {

struct LoopNote {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(LoopNote, (), (metadata, data))

namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;

const Request kA(ObjectKey{"default", "a"});

const ResourceType kDeployments{"apps", "v1", "Deployment", "deployments", Scope::namespaced};
constexpr const char* kDeploymentSpec = R"(,"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{
    "metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}})";

// A loop that nobody holds back takes no virtual time, and would not end.
constexpr int kTooMany = 1000;

class HotLoopTest : public ::testing::Test {
protected:
  // Writes another value each time.
  Result flip(Context& context, const char* member = "seen")
  {
    ++runs;
    auto note = context.get<LoopNote>(context.request());
    if (!note || runs > kTooMany) return Result::done();
    note->data[member] = std::to_string(runs);
    note.patch();
    return Result::done();
  }
  bool is_found() { return h.log->count({"warn hot loop"}) > 0; }

  void change_a_secret_often()
  {
    h.create(kConfigMaps, "a");
    h.create(kSecrets, "s");
    h.start();
    for (int round = 0; round < 50; ++round) {
      h.patch(kSecrets, {"default", "s"}, R"({"metadata":{"labels":{"x":")" + std::to_string(round) + R"("}}})");
      h.sim.run_for(milliseconds(10));
    }
  }

  int runs = 0;
  Harness h;
};

TEST_F(HotLoopTest, AKeyThatTriggersItselfIsHeldBackAndTheFieldIsNamed)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) { return flip(context); });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_LE(runs, 12) << "without a pause there would be thousands";
  EXPECT_GE(runs, 8);
  h.sim.run_for(minutes(10));
  EXPECT_LE(runs, 32) << "at most one in a minute";
  EXPECT_GE(runs, 20) << "but not never";
  EXPECT_EQ(h.log->count({"warn hot loop", "name=a", "/data/seen of configmaps", "8 times in a row"}), 1U)
      << h.log->text();
  EXPECT_EQ(
      h.metric(R"(kubexx_controller_hot_loops_total{controller="configmap",resource="configmaps",field="/data/seen"})"),
      "5");
  bool told = false;
  for (const auto& event : h.list(kEvents)) {
    const bool ours = event.at("/reason").equals("HotLoop") && event.at("/regarding/name").equals("a");
    told = told ||
           (ours && event.at("/note").as_string().value_or("").find("/data/seen of configmaps") != std::string::npos);
  }
  EXPECT_TRUE(told);
  const Explanation why = h.manager.why(kA).at(0);
  EXPECT_TRUE(why.has("held_back"));
  EXPECT_THAT(to_text({why}), AllOf(HasSubstr("it is held back for "), HasSubstr("/data/seen of configmaps")));
}

TEST_F(HotLoopTest, AChangeByAUserIsReconciledAtOnce)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) { return flip(context); });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(2));
  ASSERT_TRUE(is_found());
  const int before = runs;
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"user":"1"}})");
  h.sim.run_for(milliseconds(20));
  EXPECT_GT(runs, before);
}

TEST_F(HotLoopTest, ABurstOfChangesByAUserIsNoLoop)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) {
    ++runs;
    auto note = context.get<LoopNote>(context.request());
    const std::string wanted = note->data["wanted"];
    if (note->data["seen"] == wanted) return Result::done();
    note->data["seen"] = wanted;
    note.patch();
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  for (int round = 0; round < 100; ++round) {
    h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"wanted":")" + std::to_string(round) + R"("}})");
    h.sim.run_for(milliseconds(round % 2));
  }
  h.sim.run_for(seconds(1));
  EXPECT_FALSE(is_found()) << h.log->text();
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "a"}).at("/data/seen").equals("99"));
}

TEST_F(HotLoopTest, WhatSomethingElseTriggersIsNoLoop)
{
  h.manager.controller()
      .for_(kConfigMaps)
      .watches(kSecrets, [](const Object&) { return std::vector{kA}; })
      .build([this](Context& context, const Request&) {
        if (context.causes() == std::vector<std::string>{"configmaps updated"}) return Result::done();
        return flip(context);
      });
  change_a_secret_often();
  EXPECT_GT(runs, 40);
  EXPECT_FALSE(is_found()) << h.log->text();
}

TEST_F(HotLoopTest, WhoeverElseTriggersItAloneIsNoLoopEither)
{
  Predicate no_updates;
  no_updates.on_update = [](const Object&, const Object&) { return false; };
  h.manager.controller()
      .for_(kConfigMaps, no_updates)
      .watches(kSecrets, [](const Object&) { return std::vector{kA}; })
      .build([this](Context& context, const Request&) { return flip(context); });
  change_a_secret_often();
  EXPECT_GT(runs, 40);
  EXPECT_FALSE(is_found()) << h.log->text();
}

TEST_F(HotLoopTest, AKeyThatConvergesInManyStepsIsNoLoop)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) {
    return runs < 30 ? flip(context, ("step-" + std::to_string(runs)).c_str()) : Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_EQ(runs, 30);
  EXPECT_FALSE(is_found()) << h.log->text();
}

TEST_F(HotLoopTest, OneThatWritesInTurnsIsOne)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) {
    return flip(context, runs % 2 == 0 ? "even" : "odd");
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(5));
  EXPECT_LE(runs, 90);
  EXPECT_TRUE(is_found());
}

TEST_F(HotLoopTest, AChildThatIsRewrittenEachTimeIsOne)
{
  h.manager.controller()
      .for_(kConfigMaps)
      .watches(kSecrets,
               [](const Object& secret) { return secret.name() == "child" ? std::vector{kA} : std::vector<Request>(); })
      .build([this](Context& context, const Request&) {
        ++runs;
        context.client().patch(kSecrets, {"default", "child"},
                               R"({"metadata":{"annotations":{"at":")" + std::to_string(runs) + R"("}}})");
        return Result::done();
      });
  h.create(kSecrets, "child");
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(5));
  EXPECT_LE(runs, 25);
  EXPECT_EQ(h.log->count({"warn hot loop", "/metadata/annotations/at of secrets", "8 times"}), 1U) << h.log->text();
}

// --- other clusters ---

class HotLoopOfClusters : public HotLoopTest {
protected:
  HotLoopOfClusters() { h.manager.add_cluster("east", Client(h.sim.runtime(), transport)); }
  ~HotLoopOfClusters() override { (void)h.stop(); }

  static ApiServer::Options options_of(Harness& harness)
  {
    ApiServer::Options options;
    options.clock = &harness.sim.clock();
    options.random = harness.sim.runtime().random;
    return options;
  }
  void create_there()
  {
    east.create(
        kConfigMaps,
        Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":"a"}})"));
  }

  ApiServer server{options_of(h)};
  std::shared_ptr<Transport> transport = make_in_process_transport(h.sim.runtime(), server);
  Client east{h.sim.user_runtime(), transport};
};

// Where the own cluster has an object of the same name.
TEST_F(HotLoopOfClusters, AKeyOfAnotherClusterIsHeldBackAndTheEventIsThere)
{
  h.manager.controller()
      .for_(kConfigMaps)
      .in_clusters(Clusters::every())
      .build([this](Context& context, const Request&) {
        return context.cluster() == "east" ? flip(context) : Result::done();
      });
  h.create(kConfigMaps, "a");
  create_there();
  h.start();
  h.sim.run_for(minutes(2));
  EXPECT_LE(runs, 20);
  EXPECT_EQ(h.log->count({"warn hot loop", "cluster=east", "name=a", "/data/seen of configmaps", "8 times"}), 1U)
      << h.log->text();
  EXPECT_TRUE(h.list(kEvents).empty());
  const auto events = east.list(kEvents).items;
  ASSERT_FALSE(events.empty());
  EXPECT_TRUE(events.front().at("/reason").equals("HotLoop"));
  EXPECT_TRUE(events.front().at("/regarding/uid").equals(east.get(kConfigMaps, {"default", "a"}).uid()));
}

// The copy is of the same name, and its versions are those of the original by chance.
TEST_F(HotLoopOfClusters, WritesElsewhereTriggerNothingHere)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request& request) {
    ++runs;
    context.in("east").client().patch(kConfigMaps, request.key(),
                                      R"({"data":{"copy":")" + std::to_string(runs) + "\"}}");
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  create_there();
  h.start();
  h.sim.run_for(seconds(1));
  ASSERT_EQ(runs, 1);
  const auto version = [](const Client& client) {
    return std::stoi(std::string(client.get(kConfigMaps, {"default", "a"}).resource_version()));
  };
  EXPECT_EQ(version(h.user) + 1, version(east)) << "the next change has the version of the last write there";
  for (int round = 0; round < 50; ++round) {
    h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"round":")" + std::to_string(round) + "\"}}");
    h.sim.run_for(milliseconds(10));
  }
  EXPECT_EQ(runs, 51);
  EXPECT_FALSE(is_found()) << h.log->text();
}

// --- a dry run changes nothing ---

TEST_F(HotLoopTest, WhatIsWrittenInADryRunIsNoLoop)
{
  h.manager.controller().for_(kDeployments).build([this](Context& context, const Request& request) {
    ++runs;
    PatchOptions options;
    options.dry_run = true;
    context.client().patch(kDeployments, request.key(),
                           R"({"metadata":{"annotations":{"run":")" + std::to_string(runs) + R"("}}})", options);
    return Result::done();
  });
  h.create(kDeployments, "a", kDeploymentSpec);
  h.start();
  for (int round = 0; round < 50; ++round) {
    h.patch(kDeployments, {"default", "a"}, R"({"metadata":{"labels":{"x":")" + std::to_string(round) + R"("}}})");
    h.sim.run_for(milliseconds(10));
  }
  EXPECT_GE(runs, 50);
  EXPECT_FALSE(is_found()) << h.log->text();
}

}  // namespace
}  // namespace kubexx::testing
