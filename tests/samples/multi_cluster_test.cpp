// SPDX-License-Identifier: Apache-2.0
// samples/multi-cluster: the hub is the server that the environment chooses, its members are the kit's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "distributor.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/testing/operator_test.hpp"
#include "operator_server.hpp"

namespace distribution {
namespace {

using kubexx::api;
using kubexx::Client;
using kubexx::ObjectKey;
using kubexx::resource_of;
using kubexx::Typed;
using kubexx::Verb;
using kubexx::testing::OperatorTest;
using kubexx::testing::OperatorTestOptions;
using kubexx::testing::TestServer;
using ::testing::IsEmpty;
using namespace std::chrono_literals;
using Data = std::map<std::string, std::string>;

class Member {
public:
  Member(const OperatorTest& test, const std::string& name) : user(test.user(name)), ns_(test.ns()) {}

  [[nodiscard]] bool has(const std::string& name) const
  {
    return api<ConfigMap>(user).try_get({ns_, name}).has_value();
  }
  [[nodiscard]] bool has_copy(const std::string& name, const Data& data) const
  {
    const auto found = api<ConfigMap>(user).try_get({ns_, name});
    return found && (*found)->data == data && found->label(copy_label) == "hub";
  }
  void create(const std::string& name, const std::string& copied_by = "") const
  {
    ConfigMap map;
    map.metadata.namespace_ = ns_;
    map.metadata.name = name;
    if (!copied_by.empty()) map.metadata.labels[copy_label] = copied_by;
    map.data = {{"of", "the member"}};
    api<ConfigMap>(user).create(map);
  }

  const Client user;

private:
  const std::string ns_;
};

// The operator between a hub and its members.
class Distribution {
public:
  explicit Distribution(TestServer hub) : test(options(std::move(hub))), east(test, "east"), west(test, "west") {}

  Typed<ConfigMap> create(const std::string& name, const Data& data = {{"key", "value"}}) const
  {
    ConfigMap map;
    map.metadata.namespace_ = test.ns();
    map.metadata.name = name;
    map.metadata.labels[distribute_label] = "yes";
    map.data = data;
    return api<ConfigMap>(test.user()).create(map);
  }
  void wait(const std::string& what, const std::function<bool()>& holds) { test.wait_until(what, holds); }
  void wait_for_copies(const std::string& name, const Data& data = {{"key", "value"}})
  {
    wait("both members have a copy of " + name, [&] { return east.has_copy(name, data) && west.has_copy(name, data); });
  }
  void wait_until_gone(const std::string& name)
  {
    wait("no member has a copy of " + name, [&] { return !east.has(name) && !west.has(name); });
  }

  OperatorTest test;
  const Member east, west;

private:
  static OperatorTestOptions options(TestServer hub)
  {
    OperatorTestOptions options;
    options.server = std::move(hub);
    options.manager.workers = 2;
    options.clusters = {"east", "west"};
    options.setup = [](kubexx::Manager& manager) { add_distributor(manager, "hub"); };
    return options;
  }
};

class MultiCluster : public sample::OperatorServerTest {};

TEST_F(MultiCluster, EachMemberHasACopyOfWhatIsLabelled)
{
  Distribution d(server());
  d.test.start();
  auto original = d.create("a");
  d.wait_for_copies("a");
  original->data = {{"key", "new"}, {"more", "1"}};
  original->binaryData = {{"bytes", "AAEC"}};
  original.patch();
  d.wait_for_copies("a", original->data);
  EXPECT_EQ(api<ConfigMap>(d.east.user).get(original.origin().key())->binaryData, original->binaryData);

  ConfigMap other;
  other.metadata.namespace_ = d.test.ns();
  other.metadata.name = "other";
  api<ConfigMap>(d.test.user()).create(other);
  d.test.expect_no_writes(1s);
  EXPECT_FALSE(d.east.has("other"));
  d.test.stop();
}

TEST_F(MultiCluster, ACopyThatWasChangedOrDeletedIsRestored)
{
  Distribution d(server());
  d.test.start();
  const auto original = d.create("a");
  d.wait_for_copies("a");
  auto copy = api<ConfigMap>(d.east.user).get(original.origin().key());
  copy->data = {{"key", "changed"}, {"added", "too"}};
  copy.patch();
  EXPECT_EQ(copy->data.size(), 2U) << "as the member answered";
  d.wait_for_copies("a");
  const auto uid = [&] {
    const auto found = api<ConfigMap>(d.west.user).try_get(original.origin().key());
    return found ? (*found)->metadata.uid : std::string();
  };
  const std::string deleted = uid();
  d.west.user.delete_(resource_of<ConfigMap>(), original.origin().key());
  d.wait("it is another copy", [&] { return d.west.has_copy("a", original->data) && uid() != deleted; });
  d.test.stop();
}

TEST_F(MultiCluster, CopiesGoWithTheOriginalOrItsLabel)
{
  Distribution d(server());
  d.test.start();
  auto deleted = d.create("deleted"), unlabelled = d.create("unlabelled"), meanwhile = d.create("meanwhile");
  for (const char* name : {"deleted", "unlabelled", "meanwhile"}) d.wait_for_copies(name);

  deleted.remove();
  d.wait_until_gone("deleted");
  unlabelled->metadata.labels.clear();
  unlabelled.patch();
  d.wait_until_gone("unlabelled");
  d.test.stop();
  meanwhile.remove();
  d.test.start();
  d.wait_until_gone("meanwhile");
  d.test.stop();
}

TEST_F(MultiCluster, HubsMayShareAMember)
{
  Distribution d(server());
  d.east.create("a", "another");
  d.test.start();
  auto original = d.create("a");
  d.wait("the other member has a copy", [&] { return d.west.has_copy("a", original->data); });
  original.remove();
  d.wait("it has none", [&] { return !d.west.has("a"); });
  d.test.expect_always("the other hub's copy is there", [&] { return d.east.has("a"); }, 2s);
  d.test.stop();
}

TEST_F(MultiCluster, WhatIsNoCopyIsLeftAlone)
{
  Distribution d(server());
  d.east.create("a");
  d.test.start();
  const auto original = d.create("a");
  d.wait("the other member has a copy", [&] { return d.west.has_copy("a", original->data); });
  d.wait("a warning tells", [&] { return d.test.count(Verb::create, "events") == 1; });
  EXPECT_TRUE(api<ConfigMap>(d.east.user).get(original.origin().key()).label(copy_label) == std::nullopt);
  d.wait("the log tells", [&] { return d.test.last_log_lines().find("east has a ConfigMap") != std::string::npos; });
  d.east.user.delete_(resource_of<ConfigMap>(), original.origin().key());
  d.wait_for_copies("a");
  d.test.stop();
}

// What --print-rbac prints for each cluster, the operator does, and it does nothing else: that would fail the test.
TEST_F(MultiCluster, ItNeedsAllThatItDeclaresForEachCluster)
{
  Distribution d(server());
  d.test.start();
  auto original = d.create("a");
  d.wait_for_copies("a");
  original->data["key"] = "new";
  original.patch();
  d.wait_for_copies("a", original->data);
  original.remove();
  d.wait_until_gone("a");
  d.east.create("b");
  d.create("b");
  d.wait("a warning tells", [&] { return d.test.count(Verb::create, "events") == 1; });
  EXPECT_THAT(d.test.unused_permissions(), IsEmpty());
  d.test.stop();
}

TEST_F(MultiCluster, AMemberThatCannotBeReachedDelaysNoOther)
{
  Distribution d(server());
  d.test.set_reachable("west", false);
  d.test.start();
  const auto original = d.create("a");
  d.wait("the other member has a copy", [&] { return d.east.has_copy("a", original->data); });
  EXPECT_FALSE(d.west.has("a"));
  d.test.set_reachable("west", true);
  d.wait_for_copies("a");
  d.test.stop();
}

TEST_F(MultiCluster, TheOperatorMayCrash)
{
  Distribution d(server());
  d.test.start();
  d.create("a");
  d.wait_for_copies("a");
  d.test.crash();
  auto b = d.create("b");
  d.wait_for_copies("b");
  d.test.drop_watches();
  b->data["key"] = "new";
  b.patch();
  d.wait_for_copies("b", b->data);
  d.test.stop();
}

}  // namespace
}  // namespace distribution
