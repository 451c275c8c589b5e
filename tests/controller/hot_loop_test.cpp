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
constexpr int kTooManyOfAll = 100'000;

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
  // Writes the time each time, of a clock that virtual time does not stop.
  Result stamp(Context& context)
  {
    ++runs;
    auto note = context.get<LoopNote>(context.request());
    if (!note || runs > most) return Result::done();
    note->data["seen"] = time_of(runs);
    note.patch();
    return Result::done();
  }
  static std::string time_of(int number)
  {
    const std::string micros = std::to_string(1'000'000 + number % 1'000'000).substr(1);
    return "2026-01-01T00:00:00." + micros + "Z";
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
  int most = kTooMany;
  Harness h;
};

TEST_F(HotLoopTest, AKeyThatTriggersItselfIsHeldBackAndTheFieldIsNamed)
{
  h.manager.controller().for_(kConfigMaps).writes_events().build([this](Context& context, const Request&) {
    return stamp(context);
  });
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
      h.metric(R"(kubexx_controller_hot_loops_total{controller="configmap",resource="configmaps",field="/data"})"),
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

// The member that it applied the last time goes with it.
TEST_F(HotLoopTest, AMemberWithAnotherNameEachTimeIsFound)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) {
    ++runs;
    if (runs > kTooMany) return Result::done();
    PatchOptions options;
    options.force = true;
    (void)context.client().apply(
        kConfigMaps,
        Object::parse(
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"},"data":{"run-)" +
            std::to_string(runs) + R"(":"x"}})"),
        options);
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_TRUE(is_found());
  EXPECT_LE(runs, 100);
}

TEST_F(HotLoopTest, WithoutDeclaredEventsThereIsNone)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) { return stamp(context); });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_TRUE(is_found());
  EXPECT_TRUE(h.list(kEvents).empty());
}

TEST_F(HotLoopTest, TheGuardCanBeTurnedOff)
{
  h.manager.controller().for_(kConfigMaps).without_hot_loop_guard().build([this](Context& context, const Request&) {
    return stamp(context);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_GT(runs, kTooMany);
  EXPECT_FALSE(is_found());
}

TEST_F(HotLoopTest, NoKeyEscapesHoweverManyLoop)
{
  constexpr int kKeys = 1500;
  most = kTooManyOfAll;
  h.manager.controller().for_(kConfigMaps).workers(4).build([this](Context& context, const Request&) {
    return stamp(context);
  });
  for (int number = 0; number < kKeys; ++number) h.create(kConfigMaps, "a" + std::to_string(number));
  h.start();
  h.sim.run_for(milliseconds(50));
  EXPECT_LE(runs, kKeys * 9);
  EXPECT_EQ(h.log->count({"warn hot loop"}), static_cast<std::size_t>(kKeys));
  const std::string page = h.metrics.text();
  std::size_t series = 0;
  for (auto at = page.find("\nkubexx_controller_hot_loops_total{"); at != std::string::npos;
       at = page.find("\nkubexx_controller_hot_loops_total{", at + 1)) {
    ++series;
  }
  EXPECT_EQ(series, 1U);
}

TEST_F(HotLoopTest, AStateMachineOfSixtyStepsIsNone)
{
  h.manager.controller().for_(kConfigMaps).build([](Context& context, const Request&) {
    auto note = context.get<LoopNote>(context.request());
    const int step = note->data["step"].empty() ? 0 : std::stoi(note->data["step"]);
    if (step == 60) return Result::done();
    note->data["step"] = std::to_string(step + 1);
    note->data["since"] = time_of(step);
    note.patch();
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(2));
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "a"}).at("/data/step").equals("60"));
  EXPECT_EQ(h.log->count({"warn "}), 0U) << h.log->text();
}

TEST_F(HotLoopTest, NewValuesWithoutAnEndAreHeldBackAsWell)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) { return flip(context); });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(10));
  EXPECT_LE(runs, 100);
  EXPECT_TRUE(is_found());
}

TEST_F(HotLoopTest, OneThatFailsAfterItsWriteIsOne)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) -> Result {
    (void)stamp(context);
    throw std::runtime_error("no luck");
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(5));
  EXPECT_LE(runs, 50);
  EXPECT_TRUE(is_found());
}

TEST_F(HotLoopTest, ReadsPastTheCacheHideNoWrites)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request&) {
    for (int read = 0; read < 40; ++read) (void)context.client().get(kConfigMaps, {"default", "a"});
    return stamp(context);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_LE(runs, 12);
}

TEST_F(HotLoopTest, WhileItIsHeldBackAChangeOfAnotherObjectOfTheKindIsReconciledAtOnce)
{
  h.manager.controller()
      .named("own")
      .watches(kConfigMaps, [](const Object&) { return std::vector{kA}; })
      .build([this](Context& context, const Request&) { return stamp(context); });
  h.create(kConfigMaps, "a");
  h.create(kConfigMaps, "settings");
  h.start();
  h.sim.run_for(minutes(2));
  ASSERT_TRUE(is_found());
  for (int change = 0; change < 5; ++change) {
    const int before = runs;
    h.patch(kConfigMaps, {"default", "settings"}, R"({"data":{"user":")" + std::to_string(change) + "\"}}");
    h.sim.run_for(milliseconds(5));
    EXPECT_GT(runs, before) << change;
    h.sim.run_for(seconds(1));
  }
}

TEST_F(HotLoopTest, WhoFollowsAUserThatWritesBetweenReadAndWriteIsNone)
{
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request& request) {
    ++runs;
    auto note = context.get<LoopNote>(request);
    if (runs < 200) h.patch(kConfigMaps, request.key(), R"({"data":{"wanted":")" + std::to_string(runs % 2) + "\"}}");
    const std::string wanted = note->data["wanted"];
    note->data["seen"] = wanted;
    note.patch();
    return Result::done();
  });
  h.create(kConfigMaps, "a", R"(,"data":{"wanted":"7","seen":"0"})");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_GE(runs, 200);
  EXPECT_FALSE(is_found()) << h.log->text();
}

// The informer may show both changes as one.
TEST_F(HotLoopTest, ThatTheKindsOwnControllerNotesEachChangeHidesNoLoop)
{
  h.manager.controller().for_(kDeployments).build([this](Context& context, const Request& request) {
    if (++runs > kTooMany) return Result::done();
    const Object read = h.user.get(kDeployments, request.key());
    h.user.patch(kDeployments, request.key(),
                 R"({"status":{"observedGeneration":)" + std::to_string(read.generation()) + "}}", {}, "status");
    context.client().patch(
        kDeployments, request.key(),
        R"({"spec":{"template":{"metadata":{"annotations":{"run":")" + std::to_string(runs) + R"("}}}}})");
    return Result::done();
  });
  h.create(kDeployments, "a", kDeploymentSpec);
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(is_found());
  EXPECT_LE(runs, 90) << "eighty states that are new, and a few pauses";
}

TEST_F(HotLoopTest, WhatTheKindsOwnControllerReportsIsNotHeldBack)
{
  h.manager.controller().for_(kDeployments).build([this](Context& context, const Request& request) {
    if (++runs > 200) return Result::done();
    h.user.patch(kDeployments, request.key(), R"({"status":{"replicas":)" + std::to_string(runs) + "}}", {}, "status");
    context.client().patch(
        kDeployments, request.key(),
        R"({"spec":{"template":{"metadata":{"annotations":{"run":")" + std::to_string(runs) + R"("}}}}})");
    return Result::done();
  });
  h.create(kDeployments, "a", kDeploymentSpec);
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_GE(runs, 200);
}

// --- writers that undo each other ---

TEST_F(HotLoopTest, TwoControllersThatUndoEachOtherAreReportedWithBothNames)
{
  for (const char* name : {"one", "two"}) {
    h.manager.controller().for_(kConfigMaps).named(name).build([this, name](Context& context, const Request& request) {
      auto note = context.get<LoopNote>(request);
      if (++runs > kTooMany || note->data["owner"] == name) return Result::done();
      note->data["owner"] = name;
      note.patch();
      return Result::done();
    });
  }
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(5));
  EXPECT_LT(runs, 200);
  EXPECT_GE(h.log->count({"warn hot loop", "controller 'one' writes /data/owner of configmaps",
                          "and controller 'two' writes another value"}),
            1U)
      << h.log->text();
  EXPECT_GE(h.log->count({"warn hot loop", "controller 'two' writes /data/owner of configmaps",
                          "and controller 'one' writes another value"}),
            1U);
}

TEST_F(HotLoopTest, AForeignWriterIsNamedAndItsChangesAreNotHeldBack)
{
  int lists = 0;
  h.transport->on_request = [&](const HttpRequest& request) {
    if (request.method == "GET" && request.target.find("fieldSelector=metadata.name") != std::string::npos) ++lists;
    return std::unique_ptr<HttpResponse>();
  };
  h.manager.controller().for_(kConfigMaps).build([this](Context& context, const Request& request) {
    auto note = context.get<LoopNote>(request);
    if (note->data["owner"] == "operator") return Result::done();
    ++runs;
    note->data["owner"] = "operator";
    note.patch();
    return Result::done();
  });
  // The server tracks the managers of what was created with a field.
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap",
      "metadata":{"name":"a","namespace":"default"},"data":{"owner":"nobody"}})");
  h.start();
  h.sim.run_for(seconds(1));
  PatchOptions rival;
  rival.field_manager = "rival";
  for (int round = 0; round < 30; ++round) {
    const int before = runs;
    h.user.patch(kConfigMaps, {"default", "a"}, R"({"data":{"owner":"rival"}})", rival);
    h.sim.run_for(milliseconds(10));
    EXPECT_EQ(runs, before + 1) << round;
  }
  EXPECT_GE(h.log->count({"warn hot loop", "/data/owner of configmaps", "the field manager \"rival\""}), 1U)
      << h.log->text();
  EXPECT_EQ(lists, 1);
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
        if (context.triggers() == std::vector<std::string>{"configmaps updated"}) return Result::done();
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

TEST_F(HotLoopTest, AKeyThatConvergesInManyFieldsIsNoLoop)
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
  EXPECT_LE(runs, 100);
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
                               R"({"metadata":{"annotations":{"at":")" + time_of(runs) + R"("}}})");
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
      .for_(kConfigMaps, {.clusters = Clusters::every()})
      .writes_events()
      .build([this](Context& context, const Request&) {
        return context.cluster() == "east" ? stamp(context) : Result::done();
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
