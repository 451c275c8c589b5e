// SPDX-License-Identifier: Apache-2.0
// What a process writes is in its informers before the verb returns: reads, lists, indexes and handlers agree. The
// watch brings nothing before the world settles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/scale.hpp"
#include "kubexx/informer/lister.hpp"
#include "kubexx/informer/read_your_writes.hpp"
#include "served_world.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const ResourceType kDeployments{"apps", "v1", "Deployment", "deployments", Scope::namespaced};

class ReadYourWritesTest : public ::testing::Test {
protected:
  SharedInformer make(InformerOptions options = {}, const ResourceType& type = config_maps())
  {
    options.indexes.emplace_back("value", [](const Object& object) {
      return std::vector{object.at("/data/value").as_string().value_or("none")};
    });
    SharedInformer informer(*world_.client, type, std::move(options));
    registrations_.push_back(informer.add_handler(recorder(calls_)));
    informer.start();
    world_.settle();
    calls_->clear();
    informers_.push_back(informer);
    return informer;
  }
  Client mine()
  {
    const auto find = [this](const ResourceType& type) {
      std::vector<SharedInformer> found;
      for (const auto& informer : informers_) {
        if (informer.type() == type) found.push_back(informer);
      }
      return found;
    };
    return world_.client->with_interceptor(make_read_your_writes(find));
  }
  static Patch value(const std::string& text) { return {PatchType::merge, R"({"data":{"value":")" + text + "\"}}"}; }
  static std::string text(const SharedInformer& informer) { return values_of(informer.store().list("default")); }
  void TearDown() override
  {
    registrations_.clear();
    for (const auto& informer : informers_) world_.stop(informer);
  }

  ServedWorld world_;
  std::shared_ptr<std::vector<std::string>> calls_ = std::make_shared<std::vector<std::string>>();
  std::vector<SharedInformer> informers_;
  std::vector<std::unique_ptr<HandlerRegistration>> registrations_;
  const ObjectKey key_{"default", "x"};
};

TEST_F(ReadYourWritesTest, AFunctionThatThrowsCostsNoWrite)
{
  const auto mine = world_.client->with_interceptor(
      make_read_your_writes([](const ResourceType&) -> std::vector<SharedInformer> { throw std::runtime_error("x"); }));
  EXPECT_TRUE(mine.create(config_maps(), draft("x", "1")));
  mine.delete_(config_maps(), key_);
  EXPECT_THROW((void)make_read_your_writes({}), std::invalid_argument);
}

// A reconciler that looks up by index what it has created must find it, or it creates twice.
TEST_F(ReadYourWritesTest, AnIndexFindsWhatWasJustCreatedAndAHandlerIsCalledOnce)
{
  const auto informer = make();
  const Object made = mine().create(config_maps(), draft("x", "1"));
  EXPECT_THAT(informer.store().by_index("value", "1"), SizeIs(1));
  EXPECT_THAT(informer.store().by_index("namespace", "default"), SizeIs(1));
  EXPECT_EQ(text(informer), "x=1");
  EXPECT_TRUE(same_version(informer.store().get(key_), made));
  EXPECT_TRUE(same_version(Lister(informer).get(key_), made));
  EXPECT_THAT(Lister(informer).list("default"), SizeIs(1));
  EXPECT_EQ(informer.pending_writes(), 1U);
  EXPECT_THAT(*calls_, IsEmpty()) << "no handler is called inside the write";
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre(HasSubstr("add default/x")));
  EXPECT_EQ(informer.pending_writes(), 0U);
}

TEST_F(ReadYourWritesTest, EveryVerbThatAnswersWithTheObjectCounts)
{
  const auto informer = make();
  const Client client = mine();
  client.create(config_maps(), draft("x", "1"));
  client.update(config_maps(), draft("x", "2"));
  EXPECT_EQ(text(informer), "x=2");
  client.patch(config_maps(), key_, value("3"));
  EXPECT_EQ(text(informer), "x=3");
  EXPECT_THAT(informer.store().by_index("value", "2"), IsEmpty());
  client.delete_(config_maps(), key_);
  EXPECT_EQ(text(informer), "");
  EXPECT_THAT(informer.store().by_index("value", "3"), IsEmpty());
  world_.settle();
  EXPECT_THAT(*calls_, IsEmpty()) << "it came and went before a handler looked";
  EXPECT_EQ(informer.pending_writes(), 0U);
}

TEST_F(ReadYourWritesTest, ADeletionThatFinalizersHoldIsAnUpdate)
{
  const auto informer = make();
  const Client client = mine();
  client.create(config_maps(), draft("x", "1"));
  client.patch(config_maps(), key_, {PatchType::merge, R"({"metadata":{"finalizers":["example.com/wait"]}})"});
  client.delete_(config_maps(), key_);
  EXPECT_TRUE(informer.store().get(key_).is_deleting());
  client.patch(config_maps(), key_, {PatchType::merge, R"({"metadata":{"finalizers":null}})"});
  world_.settle();
  EXPECT_FALSE(informer.store().get(key_));
}

TEST_F(ReadYourWritesTest, WhatLeavesTheSelectionLeavesTheStore)
{
  InformerOptions options;
  options.label_selector = "app=web";
  const auto informer = make(options);
  const Client client = mine();
  client.create(config_maps(), draft("other", "1"));
  client.create(config_maps(), draft("x", "1", R"({"app":"web"})"));
  EXPECT_EQ(text(informer), "x=1");
  client.patch(config_maps(), key_, {PatchType::merge, R"({"metadata":{"labels":{"app":"db"}}})"});
  EXPECT_EQ(text(informer), "");
  client.patch(config_maps(), {"default", "other"}, {PatchType::merge, R"({"metadata":{"labels":{"app":"web"}}})"});
  EXPECT_EQ(text(informer), "other=1");
  world_.settle();
  EXPECT_EQ(text(informer), "other=1");
  EXPECT_THAT(*calls_, ElementsAre(HasSubstr("add default/other")));
  world_.advance(std::chrono::minutes(2));
  EXPECT_EQ(informer.pending_writes(), 0U);
}

TEST_F(ReadYourWritesTest, AFieldSelectorIsObeyed)
{
  InformerOptions options;
  options.field_selector = "metadata.name=x";
  const auto informer = make(options);
  mine().create(config_maps(), draft("x", "1"));
  mine().create(config_maps(), draft("y", "1"));
  EXPECT_EQ(text(informer), "x=1");
}

TEST_F(ReadYourWritesTest, OnlyWatchedNamespacesAreWritten)
{
  InformerOptions options;
  options.namespaces = {"default"};
  const auto informer = make(options);
  mine().create(config_maps(), draft("x", "1", "{}", "kube-public"));
  EXPECT_EQ(informer.store().size(), 0U);
  informer.add_namespace("kube-public");
  mine().create(config_maps(), draft("y", "1", "{}", "kube-public"));
  EXPECT_EQ(informer.store().size(), 0U) << "it is not listed yet";
  world_.settle();
  EXPECT_EQ(informer.store().size(), 2U);
  informer.remove_namespace("kube-public");
  mine().create(config_maps(), draft("z", "1", "{}", "kube-public"));
  world_.settle();
  EXPECT_EQ(informer.store().size(), 0U);
  EXPECT_EQ(informer.pending_writes(), 0U);
}

TEST_F(ReadYourWritesTest, ADryRunIsNotStoredWhateverTheVerb)
{
  const auto informer = make();
  const Client client = mine();
  client.create(config_maps(), draft("x", "1"));
  WriteOptions dry;
  dry.dry_run = true;
  client.create(config_maps(), draft("new", "1"), dry);
  client.update(config_maps(), draft("x", "2"), dry);
  PatchOptions patch;
  patch.dry_run = true;
  client.patch(config_maps(), key_, value("3"), patch);
  DeleteOptions remove;
  remove.dry_run = true;
  client.delete_(config_maps(), key_, remove);
  ListOptions all;
  all.namespace_ = "default";
  (void)client.delete_collection(config_maps(), all, remove);
  EXPECT_EQ(text(informer), "x=1");
  EXPECT_EQ(informer.pending_writes(), 1U);
}

TEST_F(ReadYourWritesTest, AnAnswerWithMetadataOnlyIsSeenWhenTheWatchBringsIt)
{
  const auto informer = make();
  mine().create(config_maps(), draft("x", "1"));
  PatchOptions options;
  options.metadata_only = true;
  EXPECT_EQ(mine().patch(config_maps(), key_, value("2"), options).kind(), "PartialObjectMetadata");
  EXPECT_EQ(text(informer), "x=1") << "the answer does not have the rest";
  world_.settle();
  EXPECT_EQ(text(informer), "x=2");
}

TEST_F(ReadYourWritesTest, StatusIsStoredAndScaleIsNot)
{
  const auto informer = make({}, kDeployments);
  const Client client = mine();
  client.create(kDeployments, Object::parse(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"x",
    "namespace":"default"},"spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":
    {"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})"));
  client.patch(kDeployments, key_, {PatchType::merge, R"({"status":{"observedGeneration":7}})"}, {}, "status");
  EXPECT_EQ(informer.store().get(key_).at("/status/observedGeneration").as_int(), 7);
  client.patch_scale(kDeployments, key_, {PatchType::merge, R"({"spec":{"replicas":3}})"});
  EXPECT_EQ(informer.store().get(key_).kind(), "Deployment");
  EXPECT_EQ(informer.store().get(key_).at("/spec/replicas").as_int(), 1);
  world_.settle();
  EXPECT_EQ(informer.store().get(key_).at("/spec/replicas").as_int(), 3);
}

// controller-runtime: "evicts a pod without erroring". The answer to an eviction is a Status, like that to a deletion.
TEST_F(ReadYourWritesTest, AnEvictionIsSeenWhenTheWatchBringsIt)
{
  const auto informer = make({}, resources::pods);
  const Client client = mine();
  client.create(resources::pods, Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default",
    "name":"x"},"spec":{"containers":[{"name":"c","image":"i"}]}})"));
  world_.settle();
  calls_->clear();
  client.evict(key_);
  EXPECT_TRUE(informer.store().get(key_));
  EXPECT_EQ(informer.pending_writes(), 0U) << "nobody waits for an answer that says nothing of the pod";
  world_.settle();
  EXPECT_FALSE(informer.store().get(key_));
  EXPECT_THAT(*calls_, ElementsAre(HasSubstr("delete default/x")));
  EXPECT_EQ(informer.status().function_failures, 0U);
}

TEST_F(ReadYourWritesTest, DeleteCollectionRemovesWhatNothingHolds)
{
  const auto informer = make();
  const Client client = mine();
  for (const char* name : {"x", "y", "z"}) client.create(config_maps(), draft(name, "1"));
  client.patch(config_maps(), {"default", "y"},
               {PatchType::merge, R"({"metadata":{"finalizers":["example.com/wait"]}})"});
  ListOptions which;
  which.namespace_ = "default";
  which.field_selector = "metadata.name!=z";
  (void)client.delete_collection(config_maps(), which);
  EXPECT_EQ(text(informer), "y=1 z=1");
  // A server answers with the objects as they were before: the watch alone tells that "y" is being deleted.
  EXPECT_FALSE(informer.store().get({"default", "y"}).is_deleting());
  world_.settle();
  EXPECT_EQ(text(informer), "y=1 z=1");
  EXPECT_TRUE(informer.store().get({"default", "y"}).is_deleting());
  DeleteOptions foreground;
  foreground.propagation_policy = "Foreground";
  which.field_selector = "metadata.name=z";
  which.metadata_only = true;
  (void)client.delete_collection(config_maps(), which, foreground);
  world_.settle();
  client.patch(config_maps(), {"default", "y"}, {PatchType::merge, R"({"metadata":{"finalizers":null}})"});
  world_.advance(seconds(1));
  EXPECT_EQ(text(informer), values_of(world_.served()));
}

awaitable<HttpResponse> answer_with(std::string body)
{
  HttpResponse response;
  response.status = 200;
  response.body = std::move(body);
  co_return response;
}

// kube-apiserver answers with the objects as they were before, so what may still be there must be told apart.
TEST_F(ReadYourWritesTest, DeleteCollectionRemovesNothingThatMayBeHeld)
{
  const auto informer = make();
  const Client client = mine();
  client.create(config_maps(), draft("free", "1"));
  client.create(config_maps(), draft("held", "1"));
  client.patch(config_maps(), {"default", "held"},
               {PatchType::merge, R"({"metadata":{"finalizers":["example.com/wait"]}})"});
  std::vector<std::string> items;
  for (const auto& object : informer.store().list("default")) items.emplace_back(object.bytes());
  const auto link = make_read_your_writes([&](const ResourceType&) { return std::vector{informer}; });
  const auto send = [&](const char* options) {
    ApiCall call;
    call.verb = Verb::delete_collection;
    call.type = config_maps();
    call.key.namespace_ = "default";
    call.request.body = options;
    Interceptor::Next next = [&](ApiCall) { return answer_with(list_of("100", items).body); };
    (void)world_.run(link->intercept(call, next));
    return text(informer);
  };
  EXPECT_EQ(send(R"({"kind":"DeleteOptions","propagationPolicy":"Foreground"})"), "free=1 held=1");
  EXPECT_EQ(send(R"({"kind":"DeleteOptions"})"), "held=1");
}

TEST_F(ReadYourWritesTest, AWriteBetweenTwoListsThatWasUndoneIsADeletion)
{
  const auto informer = make();
  world_.advance(seconds(2));
  mine().create(config_maps(), draft("x", "1"));
  world_.server->close_watches();
  world_.remove("x");
  world_.server->compact();
  world_.settle();
  EXPECT_EQ(text(informer), "");
  EXPECT_EQ(informer.pending_writes(), 0U);
  EXPECT_THAT(*calls_, AllOf(SizeIs(2), ::testing::Contains(HasSubstr("lost default/x"))));
}

TEST_F(ReadYourWritesTest, AnIndexThatThrowsCostsTheWriterNothing)
{
  const auto informer = make();
  informer.add_index("angry", [](const Object&) -> std::vector<std::string> { throw std::runtime_error("no luck"); });
  EXPECT_NO_THROW(mine().create(config_maps(), draft("x", "1")));
  EXPECT_EQ(text(informer), "x=1");
  world_.settle();
  EXPECT_EQ(text(informer), "x=1");
}

// The timer: versions of aggregated servers.
TEST_F(ReadYourWritesTest, WhatTheWatchNeverConfirmsGoesAfterItsTime)
{
  InformerOptions options;
  options.pending_write_ttl = seconds(10);
  const auto informer = make(options);
  informer.wrote(object_of("default", "x", "u", "opaque"));
  world_.advance(seconds(5));
  informer.wrote(object_of("default", "y", "v", "opaque"));
  world_.advance(seconds(5));
  EXPECT_EQ(text_of(informer.store().list("default")), "default/y=opaque");
  world_.advance(seconds(5));
  EXPECT_THAT(informer.store().list("default"), IsEmpty());
  EXPECT_EQ(informer.pending_writes(), 0U);
}

}  // namespace
}  // namespace kubexx::informer_test
