// SPDX-License-Identifier: Apache-2.0
// Where keys come from besides the watches that a controller starts with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/controller/not_synced.hpp"

namespace kubexx::testing {

struct Note {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(Note, (), (metadata, data))

struct NoteMetadata {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(NoteMetadata, (), (metadata))

namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

const ResourceType kCrds{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                         Scope::cluster};
const ResourceType kBoxes{"example.com", "v1", "Box", "boxes", Scope::namespaced};

class SourcesTest : public ::testing::Test {
protected:
  Reconciler noting()
  {
    return [this](Context& context, const Request& request) {
      for (const auto& trigger : context.triggers()) triggers.push_back(trigger);
      keys.push_back(request.to_string());
      return Result::done();
    };
  }
  // The keys reconciled since the last call.
  std::vector<std::string> reconciled(Duration within = seconds(1))
  {
    h.sim.run_for(within);
    return std::exchange(keys, {});
  }
  void install_boxes()
  {
    h.create_json(kCrds, R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
        "metadata":{"name":"boxes.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
        "names":{"kind":"Box","plural":"boxes","singular":"box","listKind":"BoxList"},
        "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
  }
  int lists(const std::string& plural) { return h.transport->requests["GET /api/v1/" + plural]; }

  std::vector<std::string> keys, triggers;
  Harness h;
};

// --- mappers that read a cache ---

class MapperReadsTest : public SourcesTest {
protected:
  // The cache that the mapper reads comes a second after the objects that it maps.
  void start_with(int secrets)
  {
    h.manager.controller()
        .for_(kConfigMaps)
        .index(kConfigMaps, "secret", "/data/secret")
        .watches(kSecrets, map_by_index(kConfigMaps, "secret"))
        .build(noting());
    h.create(kConfigMaps, "hub", R"(,"data":{"secret":"s1"})");
    for (int i = 0; i < secrets; ++i) h.create(kSecrets, "s" + std::to_string(i));
    h.transport->delay = [](const HttpRequest& request) {
      return request.target.find("/configmaps") == std::string::npos ? Duration::zero() : Duration(seconds(1));
    };
    h.start();
    h.transport->delay = nullptr;
  }
  void expect_quiet()
  {
    EXPECT_EQ(h.log->count({"error "}) + h.log->count({"warn "}), 0U) << h.log->text();
    EXPECT_EQ(h.metric(R"(kubexx_controller_event_errors_total{controller="configmap"})"), "0");
    EXPECT_EQ(h.metric(R"(kubexx_controller_full_requeues_total{controller="configmap"})"), "0");
  }
};

TEST_F(MapperReadsTest, WhatChangedBeforeTheCacheSyncedIsMappedAfterwards)
{
  start_with(10);
  EXPECT_THAT(reconciled(), ::testing::Each("default/hub"));
  EXPECT_THAT(triggers, ::testing::Contains("secrets added"));
  expect_quiet();
}

TEST_F(MapperReadsTest, WhereThatIsMoreThanIsKeptEveryKeyIsQueued)
{
  start_with(2 * 1024);
  EXPECT_THAT(reconciled(), ::testing::Each("default/hub"));
  EXPECT_THAT(triggers, ::testing::Contains("secrets added"));
  expect_quiet();
}

TEST_F(MapperReadsTest, ItIsAskedAgainUntilItMapsTheChange)
{
  int calls = 0;
  h.manager.controller()
      .for_(kConfigMaps)
      .watches(kSecrets,
               [&](const Object&) -> Mapper::Keys {
                 ++calls;
                 if (calls == 1) throw NotSynced("not yet");
                 if (calls == 2) throw std::runtime_error("no luck");
                 return {Request(ObjectKey{"default", "found"})};
               })
      .build(noting());
  h.start();
  h.create(kSecrets, "s");
  EXPECT_THAT(reconciled(), IsEmpty());
  EXPECT_THAT(reconciled(seconds(25)), ElementsAre("default/found"));
  EXPECT_EQ(h.log->count({"error a change could not be mapped", "no luck", "key=default/s"}), 1U) << h.log->text();
  EXPECT_EQ(calls, 3);
  h.create(kSecrets, "t");
  EXPECT_THAT(reconciled(minutes(5)), ElementsAre("default/found"));
  EXPECT_EQ(calls, 4) << "nothing waits any more";
}

// --- channels ---

TEST_F(SourcesTest, AChannelQueuesKeysAndWhatTheMapperMakesOfObjects)
{
  const EventChannel channel;
  h.manager.controller().for_(kConfigMaps).watches(channel).build(noting());
  h.manager.controller()
      .named("other")
      .watches(channel,
               [](const Object& object) { return std::vector{Request(ObjectKey{"x", std::string(object.name())})}; })
      .build(noting());
  channel.send(Request(ObjectKey{"ns", "before"}));
  EXPECT_THAT(reconciled(), IsEmpty());
  h.start();
  EXPECT_THAT(reconciled(), UnorderedElementsAre("ns/before", "ns/before"));
  EXPECT_THAT(triggers, ElementsAre("event channel", "event channel"));
  channel.send(Object::parse(R"({"apiVersion":"v1","kind":"Thing","metadata":{"name":"t","namespace":"ns"}})"));
  EXPECT_THAT(reconciled(), UnorderedElementsAre("ns/t", "x/t"));
}

TEST_F(SourcesTest, WhatAMapperThrowsReachesTheSenderWhenAllControllersHaveBeenAsked)
{
  const EventChannel channel;
  h.manager.controller()
      .named("broken")
      .watches(channel, [](const Object&) -> std::vector<Request> { throw std::runtime_error("no luck"); })
      .build(noting());
  h.manager.controller().named("works").watches(channel).build(noting());
  h.start();
  EXPECT_THROW(channel.send(Object::parse(R"({"apiVersion":"v1","kind":"Thing","metadata":{"name":"t"}})")),
               std::runtime_error);
  EXPECT_THAT(reconciled(), ElementsAre("t"));
}

TEST_F(SourcesTest, AChannelMayOutliveTheControllers)
{
  const EventChannel channel;
  {
    Harness other;
    other.manager.controller().named("c").watches(channel).build(noting());
    other.start();
    other.stop();
    channel.send(Request(ObjectKey{"ns", "late"}));
  }
  channel.send(Request(ObjectKey{"ns", "later"}));
  EXPECT_THAT(keys, IsEmpty());
}

// --- every ---

TEST_F(SourcesTest, EveryKeyOfTheOwnKindComesBackPeriodically)
{
  h.create(kConfigMaps, "a");
  h.create(kConfigMaps, "b");
  h.create(kSecrets, "s");
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).every(minutes(5)).build(noting());
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("default/a", "default/b"));
  triggers.clear();
  EXPECT_THAT(reconciled(minutes(4)), IsEmpty());
  EXPECT_THAT(reconciled(minutes(2)), ElementsAre("default/a", "default/b"));
  EXPECT_THAT(triggers, ElementsAre("periodic", "periodic"));
  EXPECT_THAT(reconciled(minutes(50)), SizeIs(::testing::AllOf(::testing::Ge(18U), ::testing::Le(22U))));
  EXPECT_TRUE(h.stop());
}

// As an added object would: those whose updates alone are filtered come, those of others do not.
TEST_F(SourcesTest, WhatIsQueuedPeriodicallyPassesThePredicatesOfTheOwnKind)
{
  h.create_json(
      kConfigMaps,
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"mine","namespace":"default","labels":{"by":"me"}}})");
  h.create(kConfigMaps, "theirs");
  const Predicate mine = Predicate::all({Predicate::has_label("by", "me"), Predicate::resource_version_changed()});
  h.manager.controller().for_(kConfigMaps, mine).every(minutes(5)).build(noting());
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("default/mine"));
  EXPECT_THAT(reconciled(minutes(6)), ElementsAre("default/mine"));
  EXPECT_THAT(reconciled(minutes(50)), ::testing::Each("default/mine"));
}

TEST_F(SourcesTest, APredicateThatThrowsKeepsNoKeyFromComingBackPeriodically)
{
  bool broken = false;
  const Predicate predicate = Predicate::of([&](const Object&) {
    if (broken) throw std::runtime_error("broken");
    return true;
  });
  h.create(kConfigMaps, "a");
  h.manager.controller().for_(kConfigMaps, predicate).every(minutes(5)).build(noting());
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("default/a"));
  broken = true;
  EXPECT_THAT(reconciled(minutes(6)), ElementsAre("default/a"));
  EXPECT_EQ(h.log->count({"error a predicate failed: the key is enqueued", "broken", "key=default/a"}), 1U)
      << h.log->text();
}

// --- watches while it runs ---

TEST_F(SourcesTest, AWatchMayBeAddedAndDroppedWhileTheControllerRuns)
{
  h.create(kSecrets, "s1");
  h.create(kConfigMaps, "a");
  bool reads = false;
  const Controller controller = h.manager.controller().for_(kConfigMaps).build([&](Context& context, const Request& r) {
    keys.push_back(r.to_string());
    try {
      reads = static_cast<bool>(context.get(kSecrets, {"default", "s1"}));
    } catch (const NotWatched&) {
      reads = false;
    }
    return Result::done();
  });
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("default/a"));
  EXPECT_FALSE(reads);
  const ControllerWatch watch = controller.watch(h.manager.cache(kSecrets), map_to_itself());
  EXPECT_THAT(reconciled(), ElementsAre("default/s1"));
  EXPECT_TRUE(reads);
  EXPECT_TRUE(h.manager.ready());
  h.create(kSecrets, "s2");
  EXPECT_THAT(reconciled(), ElementsAre("default/s2"));
  watch.remove();
  h.create(kSecrets, "s3");
  EXPECT_THAT(reconciled(), IsEmpty());
  EXPECT_TRUE(h.stop());
  EXPECT_THROW((void)controller.watch(h.manager.cache(kSecrets), map_to_itself()), std::logic_error);
}

// --- kinds that may not be there ---

TEST_F(SourcesTest, AnOptionalKindIsNotWaitedForAndItsObjectsComeWhenItIsInstalled)
{
  h.create(kConfigMaps, "a");
  std::size_t boxes = 9;
  h.manager.controller()
      .for_(kConfigMaps)
      .watches(kBoxes, map_to_itself(), {.optional = true})
      .build([&](Context& context, const Request& request) {
        keys.push_back(request.to_string());
        boxes = context.list(kBoxes).size();
        return Result::done();
      });
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("default/a"));
  EXPECT_EQ(boxes, 0U);
  EXPECT_THAT(h.manager.readiness().text("readyz", true),
              HasSubstr("[+]watch-boxes.example.com ok: but the API server does not have it (optional)"));
  EXPECT_EQ(h.log->count({"the workers are waiting"}), 0U) << h.log->text();

  install_boxes();
  h.create(kBoxes, "box");
  EXPECT_THAT(reconciled(minutes(2)), ElementsAre("default/box"));
  EXPECT_EQ(boxes, 1U);
}

TEST_F(SourcesTest, AnOptionalKindThatIsThereIsWaitedFor)
{
  install_boxes();
  h.create(kBoxes, "box");
  h.create(kConfigMaps, "a");
  std::vector<std::size_t> boxes;
  h.manager.controller()
      .for_(kConfigMaps)
      .reads(kBoxes, {.optional = true})
      .build([&](Context& context, const Request&) {
        boxes.push_back(context.list(kBoxes).size());
        return Result::done();
      });
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(boxes, ElementsAre(1U));
}

TEST_F(SourcesTest, AKindThatIsForbiddenIsWaitedForAlthoughItIsOptional)
{
  h.transport->on_request = [](const HttpRequest& request) {
    return request.target.find("/boxes") != std::string::npos ? status_answer(403, "Forbidden", "no") : nullptr;
  };
  h.create(kConfigMaps, "a");
  h.manager.controller().for_(kConfigMaps).reads(kBoxes, {.optional = true}).build(noting());
  h.manager.start();
  EXPECT_THAT(reconciled(minutes(1)), IsEmpty());
  EXPECT_THAT(h.manager.readiness().text("readyz", true), HasSubstr("[-]watch-boxes.example.com failed"));
}

TEST_F(SourcesTest, OneControllerThatRequiresAKindIsEnoughForReadiness)
{
  h.create(kConfigMaps, "a");
  h.manager.controller().for_(kConfigMaps).reads(kBoxes, {.optional = true}).build(noting());
  h.manager.controller().for_(kConfigMaps).named("strict").reads(kBoxes).build(noting());
  h.manager.start();
  EXPECT_THAT(reconciled(minutes(1)), ElementsAre("default/a")) << "the other one waits";
  EXPECT_THAT(h.manager.readiness().text("readyz", true), HasSubstr("[-]watch-boxes.example.com failed"));
}

// --- metadata alone ---

TEST_F(SourcesTest, MetadataAloneIsWatchedWhereThatIsEnough)
{
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap",
                                 "metadata":{"name":"a","namespace":"default","labels":{"x":"y"}},"data":{"k":"v"}})");
  std::string accept, seen, error;
  h.transport->on_request = [&](const HttpRequest& request) {
    if (const auto value = request.headers.find("Accept")) {
      if (request.target.find("/configmaps") != std::string::npos && request.method == "GET") accept = *value;
    }
    return nullptr;
  };
  h.manager.controller()
      .for_(kConfigMaps, {.metadata_only = true})
      .build([&](Context& context, const Request& request) {
        auto note = context.get<NoteMetadata>(request);
        seen = note.label("x").value_or("");
        try {
          note->metadata.labels["k"] = "w";
          note.update();
        } catch (const std::logic_error& refused) {
          error = refused.what();
        }
        return Result::done();
      });
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(accept, HasSubstr("as=PartialObjectMetadata"));
  EXPECT_EQ(seen, "y");
  EXPECT_THAT(error, HasSubstr("patch it instead"));
}

TEST_F(SourcesTest, OwnersAreFoundInMetadataToo)
{
  std::map<std::string, std::string> accepted;
  h.transport->on_request = [&](const HttpRequest& request) {
    const std::string path = request.target.substr(0, request.target.find('?'));
    if (request.method == "GET") accepted[path] = std::string(request.headers.find("Accept").value_or(""));
    return nullptr;
  };
  const ResourceType accounts{"", "v1", "ServiceAccount", "serviceaccounts", Scope::namespaced};
  h.manager.controller()
      .for_(kConfigMaps, {.metadata_only = true})
      .owns(kSecrets, {.metadata_only = true})
      .watches(accounts, map_to_itself(), {.metadata_only = true})
      .build(noting());
  h.start();
  EXPECT_THAT(accepted, SizeIs(3));
  for (const auto& [path, accept] : accepted) EXPECT_THAT(accept, HasSubstr("as=PartialObjectMetadata")) << path;
  const std::string uid(h.create(kConfigMaps, "owner").uid());
  EXPECT_THAT(reconciled(), ElementsAre("default/owner"));
  h.create_json(kSecrets, R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","namespace":"default",
      "ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"owner","controller":true,"uid":")" +
                              uid + R"("}]}})");
  EXPECT_THAT(reconciled(), ElementsAre("default/owner"));
  h.create(accounts, "other");
  EXPECT_THAT(reconciled(), ElementsAre("default/other"));
}

TEST_F(SourcesTest, WhoWantsMetadataSharesAWatchOfWholeObjectsAndTheOtherWayRoundThereAreTwo)
{
  h.create(kConfigMaps, "a");
  h.create(kSecrets, "s");
  bool whole = false;
  const auto ask = [&](Context& context, const Request&) {
    whole = context.get(kSecrets, {"default", "s"}).kind() == "Secret";
    return Result::done();
  };
  const KindCache all = h.manager.cache(kConfigMaps);
  EXPECT_TRUE(h.manager.cache(kConfigMaps, {.metadata_only = true}).holds_whole());
  const KindCache part = h.manager.cache(kSecrets, {.metadata_only = true});
  EXPECT_FALSE(part.holds_whole());
  EXPECT_TRUE(h.manager.cache(kSecrets).holds_whole());
  EXPECT_FALSE(h.manager.cache(kSecrets, {.metadata_only = true}).informer().has_synced());
  const Controller controller = h.manager.controller().for_(kConfigMaps).build(ask);
  controller.watch(part, map_to_itself());
  controller.watch(h.manager.cache(kSecrets), {});
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(whole) << "reads get whole objects where they are watched";
}

}  // namespace
}  // namespace kubexx::testing
