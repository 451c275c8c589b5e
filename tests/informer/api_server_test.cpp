// SPDX-License-Identifier: Apache-2.0
// The informer against the embedded API server: one thread, virtual time, real answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_EQ(world_.lines->count({"the watch has recovered"}), 1U);
  world_.stop(informer);
}

}  // namespace
}  // namespace kubexx::informer_test
