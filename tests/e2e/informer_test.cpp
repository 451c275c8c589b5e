// SPDX-License-Identifier: Apache-2.0
// The shared informer against a real kube-apiserver.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <map>
#include <mutex>

#include "kubexx/informer/informer.hpp"
#include "kubexx/informer/read_your_writes.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

// Stops the informer before what its handlers refer to goes.
class Running {
public:
  Running(const Client& client, const ResourceType& type, InformerOptions options)
      : informer_(client, type, std::move(options))
  {
  }
  ~Running() { asio::co_spawn(runtime().executor, informer_.async_stop(), asio::use_future).get(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  const SharedInformer* operator->() const { return &informer_; }

private:
  SharedInformer informer_;
};

class RealInformer : public RealServer {
protected:
  // Whether the cache holds exactly what the server lists, version by version.
  [[nodiscard]] bool equals_server(const Store& store) const
  {
    ListOptions options;
    options.namespace_ = ns();
    std::map<std::string, std::string> server, cache;
    for (const auto& item : admin().list(foos(), options).items) {
      server.emplace(item.name(), item.resource_version());
    }
    for (const auto& item : store.list(ns())) cache.emplace(item.name(), item.resource_version());
    return server == cache;
  }
};

TEST_F(RealInformer, CacheEqualsServerThroughCreateUpdateDelete)
{
  for (int i = 0; i < 30; ++i) admin().create(foos(), foo(ns(), "before-" + std::to_string(i), "d", 1));
  InformerOptions options;
  options.namespaces = {ns()};
  options.page_size = 10;
  Running informer(admin(), foos(), options);
  informer->start();
  ASSERT_TRUE(eventually([&] { return informer->has_synced(); })) << informer->status().last_error;
  EXPECT_EQ(informer->store().size(), 30U);
  EXPECT_TRUE(equals_server(informer->store()));

  for (int i = 0; i < 10; ++i) {
    admin().patch(foos(), {ns(), "before-" + std::to_string(i)}, R"({"spec":{"replicas":3}})");
    admin().delete_(foos(), {ns(), "before-" + std::to_string(10 + i)});
    admin().create(foos(), foo(ns(), "after-" + std::to_string(i), "d", 2));
  }
  EXPECT_TRUE(eventually([&] { return equals_server(informer->store()); }));
  EXPECT_EQ(informer->store().get({ns(), "before-3"}).at("/spec/replicas").as_int(), 3);
  EXPECT_FALSE(informer->store().get({ns(), "before-13"}));
  EXPECT_EQ(informer->status().state, WatchState::streaming);
  EXPECT_EQ(informer->status().relists, 0U);
}

TEST_F(RealInformer, HandlersSeeEachObjectOnceAndItsEnd)
{
  struct Seen {
    std::mutex mutex;
    std::map<std::string, int> initial, added, updated, deleted;
  } seen;
  admin().create(foos(), foo(ns(), "old", "d", 1));
  InformerOptions options;
  options.namespaces = {ns()};
  Running informer(admin(), foos(), options);
  EventHandler handler;
  handler.on_add = [&](const Object& object, bool initial) {
    const std::lock_guard lock(seen.mutex);
    ++(initial ? seen.initial : seen.added)[std::string(object.name())];
  };
  handler.on_update = [&](const Object& old, const Object& now) {
    const std::lock_guard lock(seen.mutex);
    EXPECT_NE(old.resource_version(), now.resource_version());
    ++seen.updated[std::string(now.name())];
  };
  handler.on_delete = [&](const Object& last, bool unknown) {
    const std::lock_guard lock(seen.mutex);
    EXPECT_FALSE(unknown);
    ++seen.deleted[std::string(last.name())];
  };
  const auto registration = informer->add_handler(std::move(handler));
  informer->start();
  ASSERT_TRUE(eventually([&] { return registration->has_synced(); })) << informer->status().last_error;
  {
    const std::lock_guard lock(seen.mutex);
    EXPECT_EQ(seen.initial, (std::map<std::string, int>{{"old", 1}}));
  }
  admin().create(foos(), foo(ns(), "new", "d", 1));
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard lock(seen.mutex);
    return seen.added["new"] == 1;
  }));
  admin().patch(foos(), {ns(), "new"}, R"({"spec":{"replicas":2}})");
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard lock(seen.mutex);
    return seen.updated["new"] == 1;
  }));
  admin().delete_(foos(), {ns(), "old"});
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard lock(seen.mutex);
    return seen.deleted["old"] == 1;
  }));
  const std::lock_guard lock(seen.mutex);
  EXPECT_EQ(seen.initial.size() + seen.added.size() + seen.updated.size() + seen.deleted.size(), 4U);
}

TEST_F(RealInformer, SomeNamespacesAreWatchedIntoOneCache)
{
  const std::string second = ns() + "-b", third = ns() + "-c";
  for (const auto& name : {second, third}) {
    admin().create(namespaces(),
                   Object::parse(R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":")" + name + R"("}})"));
  }
  for (const auto& name : {ns(), second, third}) admin().create(foos(), foo(name, "before", "d", 1));
  InformerOptions options;
  options.namespaces = {ns(), second};
  Running informer(admin(), foos(), options);
  informer->start();
  ASSERT_TRUE(eventually([&] { return informer->has_synced(); })) << informer->status().last_error;
  const auto keys = [&] {
    std::vector<std::string> found;
    for (const auto& object : informer->store().list()) found.push_back(object.key().to_string());
    return found;
  };
  EXPECT_EQ(keys(), (std::vector<std::string>{ns() + "/before", second + "/before"}));
  admin().create(foos(), foo(third, "unseen", "d", 1));
  admin().create(foos(), foo(second, "after", "d", 1));
  admin().delete_(foos(), {ns(), "before"});
  EXPECT_TRUE(eventually([&] { return keys() == std::vector<std::string>{second + "/after", second + "/before"}; }));
  EXPECT_EQ(informer->status().state, WatchState::streaming);
  for (const auto& name : {second, third}) admin().delete_(namespaces(), {"", name});
}

// Server-side apply answers with the object as any other write does.
TEST_F(RealInformer, WhatThisProcessHasWrittenIsReadAtOnce)
{
  InformerOptions options;
  options.namespaces = {ns()};
  const Running informer(admin(), foos(), options);
  informer->start();
  ASSERT_TRUE(eventually([&] { return informer->has_synced(); })) << informer->status().last_error;
  const SharedInformer& handle = *informer.operator->();
  const Client writer = admin().with_interceptor(
      make_read_your_writes([&handle](const ResourceType&) { return std::vector<SharedInformer>{handle}; }));
  PatchOptions mine;
  mine.field_manager = "e2e";
  for (int number = 1; number <= 20; ++number) {
    const std::string name = "foo-" + std::to_string(number);
    const ObjectKey key{ns(), name};
    const auto stored = [&] { return informer->store().get(key); };
    const Object applied = writer.apply(foos(), foo(ns(), name, "d", 1), mine);
    EXPECT_TRUE(stored() && same_version(stored(), applied)) << "applied";
    const Object changed = writer.apply(foos(), foo(ns(), name, "d", 2), mine);
    EXPECT_EQ(stored().at("/spec/replicas").as_int(), 2);
    EXPECT_TRUE(same_version(stored(), changed));
    writer.patch(foos(), key, R"({"spec":{"replicas":3}})");
    EXPECT_EQ(stored().at("/spec/replicas").as_int(), 3);
    if (number % 2 == 0) {
      writer.delete_(foos(), key);
      EXPECT_FALSE(stored());
    }
  }
  EXPECT_TRUE(eventually([&] { return equals_server(informer->store()); }));
  EXPECT_EQ(informer->status().relists, 0U);
}

TEST_F(RealInformer, AForbiddenListIsReportedWithItsRemedyAndRetried)
{
  const Running informer(client_with(powerless_token), foos(), {});
  informer->start();
  ASSERT_TRUE(eventually([&] { return informer->status().state == WatchState::failing; }));
  const auto status = informer->status();
  EXPECT_EQ(status.last_error_code, 403U);
  EXPECT_NE(status.last_error.find("foos.samplecontroller.k8s.io"), std::string::npos) << status.last_error;
  EXPECT_FALSE(informer->has_synced());
}

}  // namespace
}  // namespace kubexx::e2e
