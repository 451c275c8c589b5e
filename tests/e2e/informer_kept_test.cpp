// SPDX-License-Identifier: Apache-2.0
// Informers that keep less than what the server has, against a real kube-apiserver.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/describe/class.hpp>
#include <map>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/drop_members.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/informer/informer.hpp"
#include "kubexx/informer/lister.hpp"
#include "kubexx/informer/projected.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {

struct ReplicasOfFoo {
  std::int32_t replicas = 0;
};
BOOST_DESCRIBE_STRUCT(ReplicasOfFoo, (), (replicas))

struct FooWithReplicas {
  static constexpr ResourceInfo kubexx_resource{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos"};
  ObjectMeta metadata;
  ReplicasOfFoo spec;
};
BOOST_DESCRIBE_STRUCT(FooWithReplicas, (), (metadata, spec))

namespace {

class RealInformerKeeps : public RealServer, public testing::WithParamInterface<bool> {
protected:
  void TearDown() override
  {
    for (const auto& informer : informers_) {
      asio::co_spawn(runtime().executor, informer.async_stop(), asio::use_future).get();
    }
    RealServer::TearDown();
  }

  SharedInformer start(InformerOptions options, const ResourceType& type = foos())
  {
    options.namespaces = {ns()};
    options.stream_list = GetParam();
    informers_.emplace_back(admin(), type, std::move(options));
    informers_.back().start();
    return informers_.back();
  }
  void create(const std::string& name) { admin().create(foos(), foo(ns(), name, "deployment-of-" + name, 1)); }
  // Foos that come by the list and by the watch, one of each changed and one of each deleted: "a" and "c" are left.
  SharedInformer live_through(InformerOptions options)
  {
    create("a");
    create("b");
    const SharedInformer informer = start(std::move(options));
    EXPECT_TRUE(eventually([&] { return informer.has_synced(); })) << informer.status().last_error;
    EXPECT_EQ(informer.store().size(), 2U);
    create("c");
    create("d");
    for (const char* name : {"a", "c"}) admin().patch(foos(), {ns(), name}, R"({"spec":{"replicas":3}})");
    for (const char* name : {"b", "d"}) admin().delete_(foos(), {ns(), name});
    EXPECT_TRUE(eventually([&] { return versions(informer) == served(foos()); }));
    EXPECT_EQ(informer.store().size(), 2U);
    EXPECT_EQ(informer.status().function_failures, 0U);
    EXPECT_EQ(informer.status().undecodable, 0U);
    return informer;
  }
  static std::map<std::string, std::string> versions(const SharedInformer& informer)
  {
    std::map<std::string, std::string> found;
    for (const auto& object : informer.store().list()) found.emplace(object.name(), object.resource_version());
    return found;
  }
  std::map<std::string, std::string> served(const ResourceType& type) const
  {
    ListOptions options;
    options.namespace_ = ns();
    std::map<std::string, std::string> found;
    for (const auto& item : admin().list(type, options).items) found.emplace(item.name(), item.resource_version());
    return found;
  }

private:
  std::vector<SharedInformer> informers_;
};

TEST_P(RealInformerKeeps, MetadataAlone)
{
  InformerOptions options;
  options.metadata_only = true;
  const SharedInformer informer = live_through(std::move(options));
  for (const auto& object : informer.store().list()) {
    EXPECT_EQ(object.kind(), "PartialObjectMetadata");
    EXPECT_FALSE(object.uid().empty());
    EXPECT_FALSE(object.at("/spec")) << object.bytes();
  }
}

TEST_P(RealInformerKeeps, WhatATransformLeaves)
{
  InformerOptions options;
  options.transform = DropMembers({"/spec/replicas"});
  const SharedInformer informer = live_through(std::move(options));
  for (const auto& object : informer.store().list()) {
    EXPECT_EQ(object.at("/spec/deploymentName").as_string(), "deployment-of-" + std::string(object.name()));
    EXPECT_FALSE(object.at("/spec/replicas")) << object.bytes();
  }
}

TEST_P(RealInformerKeeps, TheMembersOfAStruct)
{
  const SharedInformer informer = live_through(projected<FooWithReplicas>());
  const TypedLister<FooWithReplicas> lister(informer);
  for (const char* name : {"a", "c"}) {
    EXPECT_EQ(lister.get({ns(), name}).spec.replicas, 3);
    EXPECT_FALSE(informer.store().get({ns(), name}).at("/spec/deploymentName"));
  }
}

TEST_P(RealInformerKeeps, TheSameCompressed)
{
  const std::string much(4000, 'm');
  const auto name_of = [](int number) { return "m" + std::to_string(number); };
  for (int number = 0; number < 600; ++number) admin().create(config_maps(), config_map(ns(), name_of(number), much));
  InformerOptions options;
  const SharedInformer plain = start(options, config_maps());
  options.compressed = true;
  const SharedInformer compressed = start(options, config_maps());
  ASSERT_TRUE(eventually([&] { return plain.has_synced() && compressed.has_synced(); }));
  admin().create(config_maps(), config_map(ns(), "later", much));
  admin().patch(config_maps(), {ns(), name_of(7)}, R"({"data":{"more":"of it"}})");
  admin().delete_(config_maps(), {ns(), name_of(8)});
  const auto are_served = [&] {
    const auto now = served(config_maps());
    return versions(plain) == now && versions(compressed) == now;
  };
  ASSERT_TRUE(eventually(are_served));
  for (const auto& object : plain.store().list()) {
    EXPECT_EQ(compressed.store().get(object.key()).bytes(), object.bytes());
  }
  EXPECT_LT(compressed.store().memory(), plain.store().memory() / 3);
}

INSTANTIATE_TEST_SUITE_P(Lists, RealInformerKeeps, testing::Bool(),
                         [](const auto& stream) { return stream.param ? "Streamed" : "InPages"; });

}  // namespace
}  // namespace kubexx::e2e
