// SPDX-License-Identifier: Apache-2.0
// The informer against the embedded API server: one thread, virtual time, real answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kubexx/informer/informer_set.hpp"
#include "served_world.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ApiServerTest : public ::testing::Test {
protected:
  SharedInformer make(InformerOptions options = {})
  {
    options.namespaces = {"default"};
    SharedInformer informer(*world_.client, config_maps(), std::move(options));
    informer.start();
    world_.settle();
    return informer;
  }

  ServedWorld world_;
};

TEST_F(ApiServerTest, FollowsCreatesUpdatesAndDeletes)
{
  world_.put("before", "1");
  const auto informer = make();
  const auto calls = std::make_shared<std::vector<std::string>>();
  const auto handler = informer.add_handler(recorder(calls));
  world_.settle();
  EXPECT_EQ(values_of(informer.store().list("default")), "before=1");
  world_.put("new", "2");
  world_.put("before", "3");
  world_.settle();
  world_.remove("before");
  world_.settle();
  EXPECT_EQ(values_of(informer.store().list()), "new=2");
  ASSERT_EQ(calls->size(), 4U);
  EXPECT_THAT(calls->at(0), HasSubstr("initial default/before="));
  EXPECT_THAT(calls->at(1), HasSubstr("add default/new="));
  EXPECT_THAT(calls->at(2), HasSubstr("update default/before="));
  EXPECT_THAT(calls->at(3), HasSubstr("delete default/before="));
  EXPECT_EQ(informer.status().lists, 1U);
  world_.stop(informer);
  EXPECT_EQ(world_.server->open_watches(), 0U);
}

// TestSharedInformerWatchDisruption
TEST_F(ApiServerTest, RelistsWhenItsVersionExpiredAndMissesNothing)
{
  world_.put("kept", "1");
  world_.put("changed", "1");
  world_.put("gone", "1");
  world_.put("again", "1");
  const auto informer = make();
  const auto calls = std::make_shared<std::vector<std::string>>();
  const auto handler = informer.add_handler(recorder(calls));
  world_.advance(seconds(2));
  calls->clear();
  world_.server->close_watches();
  world_.put("changed", "2");
  world_.put("born", "2");
  world_.remove("gone");
  world_.remove("again");
  world_.put("again", "2");
  world_.server->compact();
  world_.settle();
  EXPECT_EQ(informer.status().relists, 1U);
  EXPECT_EQ(values_of(informer.store().list()), "again=2 born=2 changed=2 kept=1");
  ASSERT_EQ(calls->size(), 5U) << ::testing::PrintToString(*calls);
  EXPECT_THAT(*calls, Contains(HasSubstr("lost default/gone=")));
  EXPECT_THAT(*calls, Contains(HasSubstr("lost default/again=")));
  EXPECT_THAT(*calls, Contains(HasSubstr("add default/again=")));
  EXPECT_THAT(*calls, Contains(HasSubstr("add default/born=")));
  EXPECT_THAT(*calls, Contains(HasSubstr("update default/changed=")));
  world_.stop(informer);
}

TEST_F(ApiServerTest, ResumesWithoutAListWhenTheServerStillKnowsItsVersion)
{
  const auto informer = make();
  world_.advance(seconds(2));
  world_.server->close_watches();
  world_.put("x", "1");
  world_.settle();
  EXPECT_EQ(values_of(informer.store().list()), "x=1");
  EXPECT_EQ(informer.status().lists, 1U);
  EXPECT_EQ(informer.status().watches, 2U);
  world_.stop(informer);
}

TEST_F(ApiServerTest, BookmarksMoveTheVersionOfAQuietWatch)
{
  const auto informer = make();
  const auto before = informer.store().resource_version();
  Object other = Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"default","name":"s"}})");
  world_.client->create({"", "v1", "Secret", "secrets", Scope::namespaced}, other);
  world_.advance(minutes(2));
  EXPECT_NE(informer.store().resource_version(), before);
  world_.server->compact();
  world_.server->close_watches();
  world_.settle();
  world_.stop(informer);
}

TEST_F(ApiServerTest, AnObjectThatNoLongerMatchesLeavesTheStore)
{
  InformerOptions options;
  options.label_selector = "app=web";
  world_.put("web", "1", R"({"app":"web"})");
  world_.put("db", "1", R"({"app":"db"})");
  const auto informer = make(options);
  EXPECT_EQ(values_of(informer.store().list()), "web=1");
  world_.put("web", "2", R"({"app":"other"})");
  world_.put("db", "2", R"({"app":"web"})");
  world_.settle();
  EXPECT_EQ(values_of(informer.store().list()), "db=2");
  world_.stop(informer);
}

TEST_F(ApiServerTest, GetsALargeListInPages)
{
  for (int number = 100; number < 125; ++number) world_.put("o" + std::to_string(number), "1");
  InformerOptions options;
  options.page_size = 10;
  const auto informer = make(options);
  EXPECT_EQ(informer.store().size(), 25U);
  EXPECT_EQ(values_of(informer.store().list()), values_of(world_.served()));
  world_.stop(informer);
}

TEST_F(ApiServerTest, StreamsTheFirstList)
{
  world_.put("x", "1");
  InformerOptions options;
  options.stream_list = true;
  const auto informer = make(options);
  EXPECT_TRUE(informer.has_synced());
  EXPECT_EQ(informer.status().watches, 1U) << "the list and the watch are one stream";
  world_.put("x", "2");
  world_.settle();
  EXPECT_EQ(values_of(informer.store().list()), "x=2");
  world_.stop(informer);
}

// user-wants.md 18: a kind that comes later.
TEST_F(ApiServerTest, WaitsForACrdThatIsInstalledLater)
{
  const ResourceType foos{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos", Scope::namespaced};
  const SharedInformer informer(*world_.client, foos);
  informer.start();
  world_.advance(minutes(1));
  EXPECT_EQ(informer.status().state, WatchState::failing);
  EXPECT_EQ(informer.status().last_error_code, 404U);
  EXPECT_THAT(informer.status().last_error, HasSubstr("cannot list foos.samplecontroller.k8s.io"));
  EXPECT_THAT(informer.status().last_error, HasSubstr("CRD"));
  const ResourceType crds{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                          Scope::cluster};
  world_.client->create(crds,
                        Object::parse(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"foos.samplecontroller.k8s.io","annotations":{"api-approved.kubernetes.io":"unapproved"}},
    "spec":{"group":"samplecontroller.k8s.io","scope":"Namespaced","names":{"kind":"Foo","plural":"foos"},
    "versions":[{"name":"v1alpha1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",
    "properties":{"spec":{"type":"object","properties":{"replicas":{"type":"integer"}}}}}}}]}})"));
  world_.client->create(
      foos, Object::parse(R"({"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{"name":"example",
    "namespace":"default"},"spec":{"replicas":1}})"));
  world_.advance(minutes(1));
  EXPECT_TRUE(informer.has_synced());
  EXPECT_EQ(informer.status().state, WatchState::streaming);
  EXPECT_TRUE(informer.store().get({"default", "example"}));
  EXPECT_EQ(world_.lines->count("the watch works again"), 1U);
  world_.stop(informer);
}

// A small simulation: random edits, dropped watches, compactions, pauses. The handler's picture, the store and the
// server agree in the end, and the same seed gives the same story.
struct Story {
  std::vector<std::string> deltas, calls;
  std::uint64_t relists = 0;
};

Story tell(std::uint64_t seed, bool stream_list, const Namespaces& namespaces = {"default"})
{
  Story story;
  ServedWorld world(seed);
  SeededRandom dice(seed + 2);
  const std::vector<std::string> edited{"default", "kube-public", "kube-system"};
  InformerOptions options;
  options.namespaces = namespaces;
  options.stream_list = stream_list;
  options.observer = [&](const Delta& delta) { story.deltas.push_back(text_of(delta)); };
  const SharedInformer informer(*world.client, config_maps(), options);
  std::map<ObjectKey, Object> mirror;
  EventHandler handler;
  handler.on_add = [&](const Object& object, bool) {
    EXPECT_TRUE(mirror.emplace(object.key(), object).second);
    story.calls.push_back("add " + object.key().to_string());
  };
  handler.on_update = [&](const Object& old, const Object& now) {
    EXPECT_TRUE(same_version(mirror[now.key()], old));
    mirror[now.key()] = now;
    story.calls.push_back("update " + now.key().to_string());
  };
  handler.on_delete = [&](const Object& last, bool) {
    EXPECT_EQ(mirror.erase(last.key()), 1U);
    story.calls.push_back("delete " + last.key().to_string());
  };
  const auto registration = informer.add_handler(handler);
  informer.start();
  std::set<ObjectKey> present;
  for (int step = 0; step < 200; ++step) {
    const ObjectKey key{edited[namespaces.size() == 1 ? 0 : dice.below(edited.size())],
                        "o" + std::to_string(dice.below(8))};
    switch (dice.below(10)) {
      case 0:
        world.server->close_watches();
        break;
      case 1:
        world.server->close_watches();
        world.server->compact();
        break;
      case 2:
      case 3:
        world.advance(std::chrono::milliseconds(dice.below(5000)));
        break;
      case 4:
      case 5:
      case 6:
        if (present.erase(key) == 1) world.client->delete_(config_maps(), key);
        break;
      default:
        world.put(key, draft(key.name, std::to_string(step), "{}", key.namespace_));
        present.insert(key);
    }
    if (dice.below(3) == 0) world.settle();
  }
  world.advance(minutes(5));
  std::vector<Object> served, mirrored;
  for (const auto& name : namespaces) {
    for (auto& object : world.served("", name)) served.push_back(std::move(object));
  }
  EXPECT_EQ(text_of(informer.store().list()), text_of(served)) << "seed " << seed;
  for (const auto& [key, object] : mirror) mirrored.push_back(object);
  EXPECT_EQ(text_of(mirrored), text_of(served)) << "seed " << seed;
  story.relists = informer.status().relists;
  world.stop(informer);
  return story;
}

TEST(ApiServerStories, EndWithTheServersContentWhateverHappened)
{
  std::uint64_t relists = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) relists += tell(seed, seed % 2 == 0).relists;
  EXPECT_GT(relists, 100U);
}

TEST(ApiServerStories, OfSomeNamespacesEndLikewise)
{
  std::uint64_t relists = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    relists += tell(seed, seed % 2 == 0, {"default", "kube-system"}).relists;
  }
  EXPECT_GT(relists, 200U);
}

TEST(ApiServerStories, AreTheSameForTheSameSeed)
{
  const Story first = tell(7, false);
  const Story second = tell(7, false);
  EXPECT_EQ(first.deltas, second.deltas);
  EXPECT_EQ(first.calls, second.calls);
  EXPECT_NE(first.deltas, tell(9, false).deltas);
}

}  // namespace
}  // namespace kubexx::informer_test
