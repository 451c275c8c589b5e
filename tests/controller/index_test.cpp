// SPDX-License-Identifier: Apache-2.0
// Indexes on the builder, by_index in reconcilers, map_by_index, and mappers that read the caches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx::testing {

// A ConfigMap that says in /data/secret which Secret it uses.
struct User {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(User, (), (metadata, data))

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const ResourceType kNamespaces{"", "v1", "Namespace", "namespaces", Scope::cluster};

Result nothing(Context&, const Request&)
{
  return Result::done();
}

class IndexTest : public ::testing::Test {
protected:
  void create_user(const std::string& name, const std::string& secret, const std::string& ns = "default")
  {
    h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name +
                                   R"(","namespace":")" + ns + R"("},"data":{"secret":")" + secret + R"("}})");
  }
  void create_namespace(const std::string& name)
  {
    h.create_json(kNamespaces, R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":")" + name + R"("}})");
  }
  // The keys reconciled since the last call, each once.
  std::set<std::string> reconciled()
  {
    h.sim.run_for(std::chrono::seconds(1));
    return std::exchange(keys, {});
  }
  Reconciler noting()
  {
    return [this](Context&, const Request& request) {
      keys.insert(request.to_string());
      return Result::done();
    };
  }
  // What `ask` says in a reconcile.
  std::string in_a_reconcile(ControllerBuilder builder, std::function<std::string(const Context&)> ask)
  {
    std::string answer;
    builder.build([&](Context& context, const Request&) {
      answer = ask(context);
      return Result::done();
    });
    h.start();
    h.sim.run_for(std::chrono::seconds(1));
    return answer;
  }
  static std::string names(const std::vector<Typed<User>>& users)
  {
    std::string text;
    for (const auto& user : users) text += (text.empty() ? "" : " ") + user->metadata.name;
    return text;
  }

  std::set<std::string> keys;
  Harness h;
};

TEST_F(IndexTest, FindsByPointerAndByFunctionAndInOneNamespace)
{
  create_namespace("other");
  create_user("a", "s");
  create_user("b", "t");
  create_user("c", "s");
  create_user("a", "s", "other");
  auto builder = h.manager.controller();
  builder.for_<User>().index<User>("secret", "/data/secret").index<User>("initial", [](const User& user) {
    return std::vector{user.data.at("secret").substr(0, 1) + "!"};
  });
  const std::string answer = in_a_reconcile(std::move(builder), [](const Context& context) {
    return names(context.by_index<User>("secret", "s")) + "; " + names(context.by_index<User>("secret", "s", "other")) +
           "; " + names(context.by_index<User>("initial", "t!")) + "; " + names(context.by_index<User>("secret", "x")) +
           "; " + std::to_string(context.by_index(kConfigMaps, "secret", "s", "default").size());
  });
  EXPECT_EQ(answer, "a c a; a; b; ; 2");
}

TEST_F(IndexTest, WhatWasFoundWritesItself)
{
  create_user("a", "s");
  auto builder = h.manager.controller();
  builder.for_<User>().index<User>("secret", "/data/secret");
  in_a_reconcile(std::move(builder), [](const Context& context) {
    auto users = context.by_index<User>("secret", "s");
    if (users.empty()) return std::string();
    users.front()->data["secret"] = "t";
    users.front().patch();
    return std::string();
  });
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "a"}).at("/data/secret").equals("t"));
}

TEST_F(IndexTest, AnUnknownIndexNamesTheMissingCall)
{
  create_user("a", "s");
  auto builder = h.manager.controller();
  builder.for_<User>();
  const std::string answer = in_a_reconcile(std::move(builder), [](const Context& context) {
    try {
      return names(context.by_index<User>("secret", "s"));
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
  });
  EXPECT_THAT(answer, HasSubstr("controller 'configmap' has no index \"secret\" of configmaps: add "
                                "index<ConfigMap>(\"secret\", …) to its builder"));
}

// Each controller has its own names; what two of them index alike is one index.
TEST_F(IndexTest, TwoControllersMayUseOneNameForDifferentThings)
{
  create_user("a", "s");
  std::vector<std::string> found;
  const auto ask = [&](const char* value) {
    return [&found, value](Context& context, const Request&) {
      found.push_back(names(context.by_index<User>("it", value)));
      return Result::done();
    };
  };
  h.manager.controller().for_<User>().named("x").index<User>("it", "/data/secret").build(ask("s"));
  h.manager.controller().for_<User>().named("y").index<User>("it", "/metadata/name").build(ask("a"));
  const auto& store = h.manager.cache(kConfigMaps).informer();
  const auto by_name = [](const User& user) { return std::vector{user.metadata.name}; };
  const auto by_secret = [](const User& user) { return std::vector{user.data.at("secret")}; };
  h.manager.controller().for_<User>().named("f").index<User>("it", by_name).build(ask("a"));
  h.manager.controller().for_<User>().named("g").index<User>("it", by_secret).build(ask("s"));
  h.manager.controller().for_<User>().named("z").index<User>("other", "/data/secret").build(nothing);
  EXPECT_TRUE(store.has_index("pointer /data/secret"));
  h.start();
  h.sim.run_for(std::chrono::seconds(1));
  EXPECT_THAT(found, ElementsAre("a", "a", "a", "a"));
}

TEST_F(IndexTest, AChangeOfWhatIsReferredToQueuesThoseThatReferToIt)
{
  create_namespace("other");
  create_user("a", "s");
  create_user("b", "t");
  create_user("c", "s", "other");
  create_user("d", "default/s", "other");
  h.manager.controller()
      .for_<User>()
      .index<User>("secret", "/data/secret")
      .watches(kSecrets, map_by_index<User>("secret"))
      .build(noting());
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("default/a", "default/b", "other/c", "other/d"));
  h.create(kSecrets, "s");
  EXPECT_THAT(reconciled(), ElementsAre("default/a", "other/d")) << "not other/c, whose Secret is in its own namespace";
  h.create(kSecrets, "u");
  EXPECT_THAT(reconciled(), IsEmpty());
  h.remove(kSecrets, {"default", "s"});
  EXPECT_THAT(reconciled(), ElementsAre("default/a", "other/d"));
}

TEST_F(IndexTest, WhereTheChangedObjectIsClusterScopedItsNameIsEnough)
{
  create_namespace("other");
  create_user("a", "n1");
  create_user("b", "n1", "other");
  h.manager.controller()
      .for_<User>()
      .index<User>("namespace", "/data/secret")
      .watches(kNamespaces, map_by_index<User>("namespace"))
      .build(noting());
  h.start();
  reconciled();
  create_namespace("n1");
  EXPECT_THAT(reconciled(), ElementsAre("default/a", "other/b"));
}

TEST_F(IndexTest, AMapperReadsTheCachesAndCannotWrite)
{
  create_user("a", "s");
  std::string error;
  h.manager.controller()
      .for_<User>()
      .watches(kSecrets,
               [&](const CacheReader& caches, const Object& secret) {
                 std::vector<Request> requests;
                 for (auto& user : caches.list<User>(secret.namespace_())) {
                   if (user->data["secret"] != secret.name()) continue;
                   requests.push_back(Request(user.key()));
                   try {
                     user->data["secret"] = "x";
                     user.patch();
                   } catch (const std::logic_error& failure) {
                     error = failure.what();
                   }
                 }
                 caches.log().info("mapped", {{"secret", secret.name()}});
                 return requests;
               })
      .build(noting());
  h.start();
  reconciled();
  h.create(kSecrets, "s");
  EXPECT_THAT(reconciled(), ElementsAre("default/a"));
  EXPECT_THAT(error, HasSubstr("does not know where to write itself"));
  EXPECT_EQ(h.log->count({"mapped", "controller=configmap", "secret=s"}), 1U) << h.log->text();
}

TEST_F(IndexTest, AMapperThatReadsWhatIsNotWatchedIsNamedAndTriedAgain)
{
  h.manager.controller()
      .for_<User>()
      .watches(kSecrets,
               [](const CacheReader& caches, const Object& secret) {
                 return std::vector{
                     Request(caches.get(ResourceType{"apps", "v1", "Deployment", "deployments"}, secret.key()).key())};
               })
      .build(noting());
  h.start();
  h.create(kSecrets, "s");
  reconciled();
  EXPECT_GE(h.log->count({"mapper: controller 'configmap' reads deployments.apps", "does not watch it"}), 1U)
      << h.log->text();
}

TEST_F(IndexTest, MistakesAreReportedAtOnce)
{
  auto builder = h.manager.controller();
  builder.for_<User>()
      .index<User>("", "/data/secret")
      .index<User>("bad", "data.secret")
      .index<User>("twice", "/data/a")
      .index<User>("twice", "/data/b")
      .index(kSecrets, "unwatched", "/type")
      .watches(ResourceType{"apps", "v1", "Deployment", "deployments"}, map_by_index<User>("missing"));
  try {
    builder.build(nothing);
    FAIL();
  } catch (const BuildError& error) {
    EXPECT_THAT(error.mistakes(),
                ElementsAre(HasSubstr("index(ConfigMap, \"\"): the name is empty"),
                            HasSubstr("needs a function, or a JSON pointer, which begins with /, not \"data.secret\""),
                            HasSubstr("index(ConfigMap, \"twice\"): an index with that name exists already"),
                            HasSubstr("index(Secret, \"unwatched\"): the kind is not watched"),
                            HasSubstr("watches(Deployment, map_by_index(ConfigMap, \"missing\")): there is no such "
                                      "index: add index<ConfigMap>(\"missing\", …)")));
  }
}

}  // namespace
}  // namespace kubexx::testing
