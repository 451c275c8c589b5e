// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/informer_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/informer/lister.hpp"
#include "support.hpp"

namespace kubexx::informer_test {

struct Settings {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(Settings, (), (metadata))

struct Token {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Secret", "secrets"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(Token, (), (metadata))

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using Request = ScriptedRequest;

const ResourceType& secrets()
{
  static const ResourceType type{"", "v1", "Secret", "secrets", Scope::namespaced};
  return type;
}

class InformerSetTest : public ::testing::Test {
protected:
  InformerSetTest()
  {
    transport_->on_list().always([](const Request& request) {
      if (request.target.find("secrets") != std::string::npos) return list_of("9", {});
      return list_of("5", {json_of("a", "web-1", "u1", "1", R"({"app":"web"})"),
                           json_of("b", "web-2", "u2", "2", R"({"app":"web"})"),
                           json_of("b", "db", "u3", "3", R"({"app":"db"})")});
    });
    transport_->on_watch().always([this](const Request&) {
      scripts_.emplace_back();
      return testing::stream_response(scripts_.back());
    });
  }
  ~InformerSetTest() override { world_.run(set_.async_stop()); }

  // A set keeps no informer.
  void keep(SharedInformer informer) { kept_.push_back(std::move(informer)); }

  World world_;
  std::vector<SharedInformer> kept_;
  std::deque<WatchScript> scripts_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  std::vector<std::string> observed_;
  InformerSet set_{Client(world_.runtime, transport_),
                   {[this](const ResourceType& type, const Delta& delta) {
                      observed_.push_back(type.plural + " " + text_of(delta));
                    },
                    false}};
};

// user-wants.md 4: one watch and one store, however many ask.
TEST_F(InformerSetTest, TheSameQuestionIsOneWatch)
{
  const auto first = set_.get(config_maps());
  const auto second = set_.get(config_maps());
  set_.start();
  world_.settle();
  EXPECT_EQ(transport_->watches(), 1U);
  EXPECT_EQ(&first.store(), &second.store());
  EXPECT_THAT(set_.informers(), SizeIs(1));
}

TEST_F(InformerSetTest, WhatChangesNothingThatItHoldsIsNoOtherWatch)
{
  const auto first = set_.get(config_maps());
  InformerOptions options;
  options.page_size = 7;
  options.name = "mine";
  const auto second = set_.get(config_maps(), options);
  EXPECT_EQ(&first.store(), &second.store());
  options.keep_managed_fields = true;
  const auto other = set_.get(config_maps(), options);
  EXPECT_NE(&first.store(), &other.store());
}

TEST_F(InformerSetTest, AnotherNamespaceOrSelectorIsAnotherWatch)
{
  keep(set_.get(config_maps()));
  InformerOptions team;
  team.namespaces = {"team"};
  keep(set_.get(config_maps(), team));
  team.label_selector = "app=web";
  keep(set_.get(config_maps(), team));
  keep(set_.get(secrets()));
  set_.start();
  world_.settle();
  EXPECT_EQ(transport_->watches(), 4U);
  InformerOptions two;
  two.namespaces = {"blue", "team"};
  keep(set_.get(config_maps(), two));
  world_.settle();
  EXPECT_EQ(transport_->watches(), 6U);
  EXPECT_TRUE(set_.find(config_maps(), team).has_value());
  team.field_selector = "metadata.name=x";
  EXPECT_FALSE(set_.find(config_maps(), team).has_value());
}

TEST_F(InformerSetTest, WhatComesLaterStartsWhenItComes)
{
  set_.start();
  EXPECT_TRUE(world_.run(set_.async_wait_synced({})));
  const auto informer = set_.get(config_maps());
  EXPECT_TRUE(world_.run(set_.async_wait_synced({})));
  EXPECT_EQ(informer.store().size(), 3U);
  EXPECT_EQ(observed_.front(), "configmaps list_started");
  EXPECT_EQ(observed_.back(), "configmaps list_done=5");
}

// user-wants.md 14: whoever comes later does not wait for an end that does not come.
TEST_F(InformerSetTest, WhatAServerDoesNotListOverTheWatchIsRememberedByResource)
{
  std::vector<std::string> streamed;
  transport_->on_watch().always([&](const Request& request) {
    if (request.param("sendInitialEvents")) {
      streamed.push_back(request.target.find("secrets") != std::string::npos ? "secrets" : "configmaps");
      return testing::status_response(422, "Invalid", "sendInitialEvents is forbidden for watch");
    }
    scripts_.emplace_back();
    return testing::stream_response(scripts_.back());
  });
  const InformerSet set{Client(world_.runtime, transport_)};
  set.start();
  keep(set.get(config_maps()));
  world_.settle();
  EXPECT_THAT(streamed, ElementsAre("configmaps"));
  InformerOptions web;
  web.label_selector = "app=web";
  keep(set.get(config_maps(), web));
  world_.settle();
  EXPECT_THAT(streamed, ElementsAre("configmaps"));
  keep(set.get(secrets()));
  world_.settle();
  EXPECT_THAT(streamed, ElementsAre("configmaps", "secrets"));
  EXPECT_TRUE(world_.run(set.async_wait_synced({})));
  world_.run(set.async_stop());
}

TEST_F(InformerSetTest, MissingIndexesAreAddedToARunningInformer)
{
  set_.start();
  keep(set_.get(config_maps()));
  world_.settle();
  InformerOptions options;
  options.indexes.emplace_back("app",
                               [](const Object& object) { return std::vector{object.label("app").value_or("none")}; });
  const auto informer = set_.get(config_maps(), options);
  EXPECT_EQ(text_of(informer.store().by_index("app", "web")), "a/web-1=1 b/web-2=2");
  EXPECT_NO_THROW((void)set_.get(config_maps(), options));
  EXPECT_EQ(transport_->watches(), 1U);
}

TEST_F(InformerSetTest, RefusesWhatTheSharedInformerCannotDo)
{
  keep(set_.get(config_maps()));
  InformerOptions observer;
  observer.observer = [](const Delta&) {};
  EXPECT_THROW((void)set_.get(config_maps(), observer), std::invalid_argument);
}

TEST_F(InformerSetTest, SaysWhoHasNotSyncedAndWhy)
{
  transport_->on_list().always([](const Request& request) {
    if (request.target.find("secrets") != std::string::npos)
      return testing::status_response(403, "Forbidden", "no secrets");
    return list_of("5", {});
  });
  keep(set_.get(config_maps()));
  InformerOptions team;
  team.namespaces = {"team"};
  keep(set_.get(secrets(), team));
  EXPECT_THAT(set_.not_synced(), ElementsAre("configmaps: idle", "secrets in namespace \"team\": idle"));
  set_.start();
  world_.settle();
  ASSERT_THAT(set_.not_synced(), SizeIs(1));
  EXPECT_THAT(set_.not_synced().front(), HasSubstr("cannot list secrets in namespace \"team\""));
  std::stop_source patience;
  patience.request_stop();
  const SyncResult result = world_.run(set_.async_wait_synced(patience.get_token()));
  EXPECT_FALSE(result);
  EXPECT_EQ(result.first_error, set_.not_synced().front());
}

TEST_F(InformerSetTest, OfSeveralThatFailTheFirstErrorIsReportedAndAStopIsNone)
{
  keep(set_.get(config_maps()));
  keep(set_.get(secrets()));
  std::stop_source stop;
  stop.request_stop();
  SyncResult result = world_.run(set_.async_wait_synced(stop.get_token()));
  EXPECT_FALSE(result);
  EXPECT_EQ(result.first_error, "") << "nothing has failed";

  bool maps_fail = false;
  transport_->on_list().always([&](const Request& request) {
    if (request.target.find("secrets") != std::string::npos)
      return testing::status_response(403, "Forbidden", "no secrets");
    return maps_fail ? testing::status_response(500, "InternalError", "no maps") : list_of("5", {});
  });
  set_.start();
  world_.settle();
  world_.advance(std::chrono::seconds(5));
  maps_fail = true;
  InformerOptions team;
  team.namespaces = {"team"};
  keep(set_.get(config_maps(), team));
  world_.settle();
  ASSERT_THAT(set_.not_synced(), SizeIs(2));
  result = world_.run(set_.async_wait_synced(stop.get_token()));
  EXPECT_FALSE(result);
  EXPECT_THAT(result.first_error, HasSubstr("cannot list secrets"));
}

TEST_F(InformerSetTest, AnInformerThatEndedIsAnError)
{
  keep(set_.get(config_maps()));
  kept_.front().request_stop();
  const SyncResult result = world_.run(set_.async_wait_synced({}));
  EXPECT_FALSE(result);
  EXPECT_EQ(result.first_error, "configmaps: it ended before its first list");
}

awaitable<void> wait_synced(InformerSet set, std::stop_token stop, std::optional<SyncResult>* result)
{
  *result = co_await set.async_wait_synced(std::move(stop));
}

TEST_F(InformerSetTest, AnInformerThatEndsIsNotWaitedForBehindOneThatHasNotSynced)
{
  keep(set_.get(config_maps()));
  keep(set_.get(secrets()));
  for (const bool during : {true, false}) {
    std::optional<SyncResult> result;
    std::stop_source stop;
    if (!during) kept_.back().request_stop();
    spawn(world_.context.get_executor(), wait_synced(set_, stop.get_token(), &result));
    world_.settle();
    EXPECT_EQ(result.has_value(), !during);
    if (during) kept_.back().request_stop();
    world_.settle();
    ASSERT_TRUE(result.has_value());
    EXPECT_FALSE(*result);
    EXPECT_EQ(result->first_error, "secrets: it ended before its first list");
    kept_.pop_back();
    keep(set_.get(secrets()));
  }
}

TEST_F(InformerSetTest, AnInformerThatEndsAfterItSyncedIsNoticedByWhoWaitsForAnother)
{
  transport_->on_list().always([](const Request& request) {
    if (request.target.find("secrets") != std::string::npos) return list_of("9", {});
    return testing::status_response(403, "Forbidden", "no maps");
  });
  keep(set_.get(secrets()));
  keep(set_.get(config_maps()));
  set_.start();
  world_.settle();
  std::optional<SyncResult> result;
  std::stop_source stop;
  spawn(world_.context.get_executor(), wait_synced(set_, stop.get_token(), &result));
  world_.settle();
  EXPECT_FALSE(result.has_value());
  kept_.front().request_stop();
  world_.settle();
  ASSERT_TRUE(result.has_value());
  EXPECT_FALSE(*result);
  EXPECT_EQ(result->first_error, "secrets: it has ended");
}

TEST_F(InformerSetTest, StopEndsEveryWatchAndRefusesNewOnes)
{
  keep(set_.get(config_maps()));
  keep(set_.get(secrets()));
  set_.start();
  world_.settle();
  ASSERT_THAT(scripts_, SizeIs(2));
  world_.run(set_.async_stop());
  EXPECT_TRUE(scripts_[0].closed());
  EXPECT_TRUE(scripts_[1].closed());
  EXPECT_THROW((void)set_.get(config_maps()), std::logic_error);
}

// --- listers: listers_test.go TestListAll ---

TEST_F(InformerSetTest, ListersFindByKeySelectorNamespaceAndIndex)
{
  set_.start();
  const Lister lister(set_.get(config_maps()));
  world_.settle();
  EXPECT_EQ(lister.find({"b", "db"}).uid(), "u3");
  EXPECT_FALSE(lister.find({"b", "none"}));
  EXPECT_EQ(text_of(lister.list()), "a/web-1=1 b/db=3 b/web-2=2");
  EXPECT_EQ(text_of(lister.list(LabelSelector::parse("app=web"))), "a/web-1=1 b/web-2=2");
  EXPECT_EQ(text_of(lister.list("b", LabelSelector::parse("app!=web"))), "b/db=3");
  EXPECT_EQ(text_of(lister.list("b")), "b/db=3 b/web-2=2");
  EXPECT_EQ(text_of(lister.list({}, FieldSelector().eq("metadata.name", "db"))), "b/db=3");
  EXPECT_EQ(text_of(lister.list("b", LabelSelector::parse("app"), FieldSelector().ne("metadata.name", "db"))),
            "b/web-2=2");
  EXPECT_EQ(text_of(lister.list({}, FieldSelector().eq("spec.nodeName", ""))), "a/web-1=1 b/db=3 b/web-2=2")
      << "an absent field is empty";
  EXPECT_EQ(text_of(lister.list({}, FieldSelector().eq("metadata.labels", "x"))), "");
  EXPECT_EQ(text_of(lister.by_index("namespace", "a")), "a/web-1=1");
  EXPECT_THROW((void)lister.by_index("none", "a"), std::invalid_argument);
}

// typed_test.go
TEST_F(InformerSetTest, TypedListersGiveValuesOfTheirType)
{
  set_.start();
  const TypedLister<Settings> lister(set_.get(config_maps()));
  world_.settle();
  EXPECT_EQ(lister.get({"b", "db"}).metadata.uid, "u3");
  EXPECT_FALSE(lister.find({"b", "none"}).has_value());
  EXPECT_THROW((void)lister.get({"b", "none"}), ApiError);
  EXPECT_THAT(lister.list(), SizeIs(3));
  const auto web = lister.list("b", LabelSelector::parse("app=web"));
  ASSERT_THAT(web, SizeIs(1));
  EXPECT_EQ(web.front().metadata.name, "web-2");
  EXPECT_THAT(lister.by_index("namespace", "b"), SizeIs(2));
  EXPECT_THROW(TypedLister<Token>(set_.get(config_maps())), std::invalid_argument);
}

TEST_F(InformerSetTest, AMissIsTheNotFoundThatAServerWouldAnswer)
{
  const Lister lister(set_.get(config_maps()));
  try {
    (void)lister.get({"b", "none"});
    FAIL() << "did not throw";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_not_found(error));
    EXPECT_EQ(error.status().message, "configmaps \"none\" not found");
    EXPECT_STREQ(error.what(), "get configmaps b/none from the cache: not found");
  }
}

TEST_F(InformerSetTest, AnInformerThatWatchesNothingAnyMoreIsNotThatOfAllNamespaces)
{
  InformerOptions some;
  some.namespaces = {"a"};
  const SharedInformer one = set_.get(config_maps(), some);
  set_.start();
  world_.settle();
  one.remove_namespace("a");
  world_.settle();
  EXPECT_FALSE(set_.find(config_maps()).has_value());
  const SharedInformer all = set_.get(config_maps());
  world_.settle();
  EXPECT_NE(&one.store(), &all.store());
  EXPECT_TRUE(all.is_watched("b"));
  EXPECT_EQ(all.store().size(), 3U);
}

TEST_F(InformerSetTest, AnInformerThatHasEndedIsNotHandedOutAgain)
{
  const SharedInformer first = set_.get(config_maps());
  set_.start();
  EXPECT_TRUE(world_.run(set_.async_wait_synced({})));
  world_.run(first.async_stop());
  EXPECT_FALSE(set_.find(config_maps()).has_value());
  EXPECT_THAT(set_.not_synced(), ElementsAre("configmaps: it has ended"));
  SyncResult result = world_.run(set_.async_wait_synced({}));
  EXPECT_FALSE(result) << "its cache is frozen";
  EXPECT_EQ(result.first_error, "configmaps: it has ended");
  const SharedInformer second = set_.get(config_maps());
  EXPECT_NE(&first.store(), &second.store());
  world_.settle();
  EXPECT_TRUE(second.has_synced());
  EXPECT_NO_THROW((void)second.add_handler({}));
}

// client-go's factory keeps its informers.
TEST_F(InformerSetTest, ARegistrationKeepsItsInformer)
{
  const auto calls = std::make_shared<std::vector<std::string>>();
  auto registration = set_.get(config_maps()).add_handler(recorder(calls));
  EXPECT_THAT(set_.not_synced(), SizeIs(1));
  set_.start();
  EXPECT_TRUE(world_.run(set_.async_wait_synced({})));
  EXPECT_THAT(*calls, SizeIs(3));
  EXPECT_TRUE(registration->has_synced());
  registration.reset();
  world_.settle();
  EXPECT_THAT(set_.informers(), SizeIs(0));
  ASSERT_THAT(scripts_, SizeIs(1));
  EXPECT_TRUE(scripts_.front().closed());
}

}  // namespace
}  // namespace kubexx::informer_test
