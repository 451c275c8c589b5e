// SPDX-License-Identifier: Apache-2.0
// An informer of several namespaces: one list and watch for each, one store, one set of handlers.
#include "kubexx/informer/namespaces.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using Request = ScriptedRequest;

std::string namespace_of(const Request& request)
{
  const std::string before = "/namespaces/";
  const auto begin = request.target.find(before) + before.size();
  return request.target.substr(begin, request.target.find('/', begin) - begin);
}

class NamespacesTest : public ::testing::Test {
protected:
  NamespacesTest()
  {
    transport_->on_list().always([this](const Request& request) { return lists_.at(namespace_of(request))(); });
    transport_->on_watch().always(
        [this](const Request& request) { return testing::stream_response(watches_[namespace_of(request)]); });
  }
  ~NamespacesTest() override
  {
    if (informer_) world_.run(informer_->async_stop());
  }

  void serve(const std::string& namespace_, const std::string& version, const std::vector<std::string>& items)
  {
    lists_[namespace_] = [=] { return list_of(version, items); };
  }
  const SharedInformer& start(Namespaces namespaces, bool stream_list = false)
  {
    InformerOptions options;
    options.namespaces = std::move(namespaces);
    options.stream_list = stream_list;
    options.observer = [this](const Delta& delta) { deltas_.push_back(text_of(delta)); };
    informer_.emplace(Client(world_.runtime, transport_), config_maps(), options);
    handler_ = informer_->add_handler(recorder(calls_));
    informer_->start();
    world_.settle();
    return *informer_;
  }

  World world_;
  std::map<std::string, std::function<HttpResponse()>> lists_;
  std::map<std::string, WatchScript> watches_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  std::shared_ptr<std::vector<std::string>> calls_ = std::make_shared<std::vector<std::string>>();
  std::vector<std::string> deltas_;
  std::optional<SharedInformer> informer_;
  std::unique_ptr<HandlerRegistration> handler_;
};

// user-wants.md 14.
TEST_F(NamespacesTest, OneThatIsAddedDoesNotWaitForAStreamingListThatAnotherWaitedForInVain)
{
  serve("a", "5", {json_of("a", "x", "u", "4")});
  serve("b", "6", {json_of("b", "y", "v", "6")});
  const SharedInformer& informer = start({"a"}, true);
  EXPECT_EQ(transport_->last_watch().param("sendInitialEvents"), "true");
  EXPECT_FALSE(informer.has_synced());
  world_.advance(std::chrono::seconds(61));
  EXPECT_TRUE(informer.has_synced());
  informer.add_namespace("b");
  world_.settle();
  EXPECT_TRUE(informer.has_synced("b"));
  EXPECT_EQ(text_of(informer.store().list()), "a/x=4 b/y=6");
}

TEST_F(NamespacesTest, EachIsListedAndWatchedIntoOneStore)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  serve("b", "7", {json_of("b", "x", "u2", "6")});
  const SharedInformer& informer = start({"a", "b"});
  EXPECT_EQ(transport_->lists(), 2U);
  EXPECT_EQ(transport_->watches(), 2U);
  EXPECT_TRUE(informer.has_synced());
  EXPECT_TRUE(handler_->has_synced());
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3 b/x=6");
  EXPECT_THAT(*calls_, UnorderedElementsAre("initial a/x=3", "initial b/x=6"));
  calls_->clear();
  watches_["b"].added(json_of("b", "y", "u3", "8"));
  watches_["a"].deleted(json_of("a", "x", "u1", "9"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "b/x=6 b/y=8");
  EXPECT_THAT(*calls_, UnorderedElementsAre("add b/y=8", "delete a/x=9"));
  EXPECT_EQ(informer.status().state, WatchState::streaming);
  EXPECT_EQ(informer.status().watches, 2U);
}

TEST_F(NamespacesTest, EachHasAVersionOfItsOwnAndTheStoreTheOldest)
{
  serve("a", "5", {});
  serve("b", "7", {});
  const SharedInformer& informer = start({"a", "b"});
  EXPECT_EQ(informer.store().resource_version(), "5");
  watches_["b"].bookmark("20");
  world_.settle();
  EXPECT_EQ(informer.store().resource_version("a"), "5");
  EXPECT_EQ(informer.store().resource_version("b"), "20");
  EXPECT_EQ(informer.store().resource_version(), "5");
  watches_["a"].bookmark("30");
  world_.settle();
  EXPECT_EQ(informer.store().resource_version(), "20");
}

TEST_F(NamespacesTest, ItHasSyncedWhenTheLastOneIsListed)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  lists_["b"] = [] { return testing::status_response(403, "Forbidden", "configmaps is forbidden"); };
  const SharedInformer& informer = start({"a", "b"});
  EXPECT_FALSE(informer.has_synced());
  EXPECT_FALSE(handler_->has_synced());
  EXPECT_EQ(informer.store().resource_version(), "") << "of the whole there is none yet";
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3") << "what has come can be read";
  const WatchStatus status = informer.status();
  EXPECT_EQ(status.state, WatchState::failing);
  EXPECT_EQ(status.last_error_code, 403U);
  EXPECT_THAT(status.last_error, HasSubstr("in namespace \"b\""));

  serve("b", "7", {json_of("b", "x", "u2", "6")});
  world_.advance(std::chrono::minutes(1));
  EXPECT_TRUE(informer.has_synced());
  EXPECT_TRUE(handler_->has_synced());
  EXPECT_EQ(informer.status().state, WatchState::streaming);
  EXPECT_EQ(informer.status().last_error, "");
  EXPECT_THAT(*calls_, ElementsAre("initial a/x=3", "initial b/x=6"));
}

TEST_F(NamespacesTest, ARelistOfOneLeavesTheOthersAlone)
{
  serve("a", "5", {json_of("a", "gone", "u1", "3"), json_of("a", "kept", "u2", "4")});
  serve("b", "7", {json_of("b", "x", "u3", "6")});
  const SharedInformer& informer = start({"a", "b"});
  calls_->clear();
  deltas_.clear();
  serve("a", "12", {json_of("a", "kept", "u2", "4"), json_of("a", "new", "u4", "11")});
  watches_["a"].error(410, "Expired");
  world_.advance(std::chrono::minutes(1));
  EXPECT_EQ(text_of(informer.store().list()), "a/kept=4 a/new=11 b/x=6");
  EXPECT_THAT(deltas_, ElementsAre("list_started", "lost a/gone=3", "add a/new=11", "list_done=12"));
  EXPECT_THAT(*calls_, UnorderedElementsAre("lost a/gone=3", "add a/new=11"));
  EXPECT_EQ(informer.status().relists, 1U);
}

TEST_F(NamespacesTest, AnObjectOfANamespaceThatWasNotAskedForIsCountedAndLeftOut)
{
  serve("a", "5", {json_of("a", "x", "u1", "3"), json_of("c", "stray", "u2", "4")});
  const SharedInformer& informer = start({"a"});
  watches_["a"].added(json_of("c", "stray", "u2", "6"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3");
  EXPECT_EQ(informer.status().undecodable, 2U);
}

TEST_F(NamespacesTest, AHandlerThatComesLaterGetsTheObjectsOfAll)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  serve("b", "7", {json_of("b", "x", "u2", "6")});
  const SharedInformer& informer = start({"a", "b"});
  const auto later = std::make_shared<std::vector<std::string>>();
  const auto registration = informer.add_handler(recorder(later));
  world_.settle();
  EXPECT_TRUE(registration->has_synced());
  EXPECT_THAT(*later, ElementsAre("initial a/x=3", "initial b/x=6"));
}

// user-wants.md 23
TEST_F(NamespacesTest, OneIsAddedWhileItRuns)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  serve("b", "7", {json_of("b", "x", "u2", "6")});
  const SharedInformer& informer = start({"a"});
  EXPECT_FALSE(informer.is_watched("b"));
  calls_->clear();
  informer.add_namespace("b");
  informer.add_namespace("b");
  EXPECT_TRUE(informer.has_synced()) << "what was there is still there";
  EXPECT_FALSE(informer.has_synced("b"));
  EXPECT_EQ(informer.store().resource_version(), "") << "not of b";
  world_.settle();
  EXPECT_TRUE(informer.has_synced("b"));
  EXPECT_TRUE(informer.is_watched("b"));
  EXPECT_THAT(informer.namespaces(), ElementsAre("a", "b"));
  EXPECT_THAT(*calls_, ElementsAre("initial b/x=6"));
  EXPECT_EQ(transport_->lists(), 2U);
  watches_["b"].added(json_of("b", "y", "u3", "8"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3 b/x=6 b/y=8");
  EXPECT_EQ(informer.store().resource_version(), "5");
}

TEST_F(NamespacesTest, OneIsRemovedWhileItRunsAndItsObjectsGo)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  serve("b", "7", {json_of("b", "x", "u2", "6"), json_of("b", "y", "u3", "6")});
  const SharedInformer& informer = start({"a", "b"});
  calls_->clear();
  informer.remove_namespace("b");
  world_.settle();
  EXPECT_TRUE(watches_["b"].closed());
  EXPECT_FALSE(watches_["a"].closed());
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3");
  EXPECT_THAT(*calls_, ElementsAre("lost b/x=6", "lost b/y=6"));
  EXPECT_THAT(informer.namespaces(), ElementsAre("a"));
  EXPECT_EQ(informer.store().resource_version(), "5");
  EXPECT_EQ(informer.status().state, WatchState::streaming);
  watches_["b"].added(json_of("b", "z", "u4", "8"));
  world_.advance(std::chrono::minutes(1));
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3");
  EXPECT_EQ(transport_->watches(), 2U);
}

TEST_F(NamespacesTest, OneThatIsRemovedWhileItIsListedLeavesNothing)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  const SharedInformer& informer = start({"a"});
  lists_["b"] = [&informer] {
    informer.remove_namespace("b");
    return list_of("9", {json_of("b", "late", "l", "9")});
  };
  informer.add_namespace("b");
  world_.settle();
  world_.advance(std::chrono::minutes(1));
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3");
  EXPECT_EQ(transport_->lists(), 2U);
  EXPECT_EQ(informer.store().resource_version(), "5");
}

/// A read that is not ended by anything: a while after `begun` was called it brings a line.
class LateBody final : public BodyStream {
public:
  LateBody(std::function<void()> begun, std::string line) : begun_(std::move(begun)), line_(std::move(line)) {}
  awaitable<std::string> read() override { return read_once(begun_, std::exchange(line_, std::string())); }

private:
  static awaitable<std::string> read_once(std::function<void()> begun, std::string line)
  {
    begun();
    for (int turn = 0; turn < 10; ++turn) co_await async_yield();
    co_return line;
  }

  const std::function<void()> begun_;
  std::string line_;
};

TEST_F(NamespacesTest, AListThatEndsWhenItsNamespaceIsGoneLeavesNothing)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  lists_["b"] = [this] {
    HttpResponse response;
    const auto begun = [this] { informer_->remove_namespace("b"); };
    response.stream = std::make_unique<LateBody>(begun, list_of("9", {json_of("b", "late", "l", "9")}).body);
    return response;
  };
  const SharedInformer& informer = start({"a", "b"});
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3");
  EXPECT_EQ(informer.store().resource_version("b"), "");
  EXPECT_TRUE(informer.has_synced());
}

TEST_F(NamespacesTest, AnEventThatComesWhenItsNamespaceIsGoneChangesNothing)
{
  const std::string object = json_of("b", "x", "u2", "8");
  const std::vector<std::string> events = {R"({"type":"MODIFIED","object":)" + object + '}',
                                           R"({"type":"DELETED","object":)" + object + '}',
                                           R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"8"}}})"};
  for (const auto& line : events) {
    serve("a", "5", {json_of("a", "x", "u1", "3")});
    serve("b", "7", {json_of("b", "x", "u2", "6")});
    bool removed = false;
    transport_->on_watch().always([&](const Request& request) {
      if (namespace_of(request) == "a") return testing::stream_response(watches_["a"]);
      HttpResponse response;
      const auto begun = [&] {
        informer_->remove_namespace("b");
        removed = true;
      };
      response.stream = std::make_unique<LateBody>(begun, line + '\n');
      return response;
    });
    deltas_.clear();
    const SharedInformer& informer = start({"a", "b"});
    EXPECT_TRUE(removed);
    EXPECT_EQ(text_of(informer.store().list()), "a/x=3") << line;
    EXPECT_EQ(informer.store().resource_version("b"), "") << line;
    EXPECT_THAT(deltas_.back(), HasSubstr("lost b/x=6")) << line;
    world_.run(informer.async_stop());
  }
}

// What is on its way to the store when its namespace goes.
TEST_F(NamespacesTest, EventsThatComeAfterOneWasRemovedChangeNothing)
{
  for (const bool deletions : {false, true}) {
    std::vector<std::string> items;
    const auto name = [](int number) { return "x" + std::to_string(100 + number); };
    for (int number = 0; number < 100; ++number) items.push_back(json_of("a", name(number), "u" + name(number), "3"));
    serve("a", "5", items);
    serve("b", "7", {json_of("b", "x", "u2", "6")});
    const SharedInformer& informer = start({"a", "b"});
    deltas_.clear();
    for (int number = 0; number < 100; ++number) {
      const std::string json = json_of("a", name(number), "u" + name(number), std::to_string(10 + number));
      deletions ? watches_["a"].deleted(json) : watches_["a"].modified(json);
      watches_["a"].bookmark(std::to_string(10 + number));
    }
    informer.remove_namespace("a");
    world_.settle();
    EXPECT_EQ(text_of(informer.store().list()), "b/x=6");
    EXPECT_EQ(informer.store().resource_version("a"), "");
    EXPECT_EQ(informer.store().resource_version(), "7");
    EXPECT_TRUE(deltas_.back().starts_with("lost a/x")) << deltas_.back();
    world_.run(informer.async_stop());
  }
}

TEST_F(NamespacesTest, OneComesBack)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  serve("b", "7", {json_of("b", "x", "u2", "6")});
  const SharedInformer& informer = start({"a", "b"});
  calls_->clear();
  informer.remove_namespace("b");
  serve("b", "9", {json_of("b", "x", "u2", "6"), json_of("b", "new", "u3", "8")});
  watches_["b"] = WatchScript();
  informer.add_namespace("b");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("lost b/x=6", "initial b/new=8", "initial b/x=6"));
  EXPECT_EQ(informer.store().resource_version("b"), "9");
  watches_["b"].deleted(json_of("b", "x", "u2", "10"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3 b/new=8");
}

TEST_F(NamespacesTest, OneThatComesBackHasNoVersionUntilItIsListed)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  serve("b", "7", {json_of("b", "x", "u2", "6")});
  const SharedInformer& informer = start({"a", "b"});
  informer.remove_namespace("b");
  lists_["b"] = [] { return testing::status_response(503, "ServiceUnavailable", "not yet"); };
  informer.add_namespace("b");
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3");
  EXPECT_EQ(informer.store().resource_version("b"), "");
  EXPECT_EQ(informer.store().resource_version(), "") << "not all is listed";
  serve("b", "9", {json_of("b", "x", "u2", "6")});
  world_.advance(std::chrono::seconds(2));
  EXPECT_EQ(informer.store().resource_version(), "5");
  informer.remove_namespace("b");
  world_.settle();
  EXPECT_EQ(informer.store().resource_version(), "5");
}

TEST_F(NamespacesTest, TheOneThatCannotBeListedIsRemovedAndTheRestHasSynced)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  lists_["b"] = [] { return testing::status_response(403, "Forbidden", "configmaps is forbidden"); };
  const SharedInformer& informer = start({"a", "b"});
  EXPECT_FALSE(handler_->has_synced());
  informer.remove_namespace("b");
  world_.settle();
  EXPECT_TRUE(informer.has_synced());
  EXPECT_TRUE(handler_->has_synced());
  EXPECT_EQ(informer.status().state, WatchState::streaming);
}

TEST_F(NamespacesTest, AHandlerThatComesWhileOneIsAddedHasSyncedWithWhatIsThere)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  lists_["b"] = [] { return testing::status_response(403, "Forbidden", "configmaps is forbidden"); };
  const SharedInformer& informer = start({"a"});
  informer.add_namespace("b");
  const auto registration = informer.add_handler(recorder(calls_));
  world_.settle();
  EXPECT_TRUE(registration->has_synced());
  EXPECT_EQ(informer.status().state, WatchState::failing);
}

TEST_F(NamespacesTest, AllMayGoAndComeAgain)
{
  serve("a", "5", {json_of("a", "x", "u1", "3")});
  const SharedInformer& informer = start({"a"});
  informer.remove_namespace("a");
  informer.remove_namespace("never there");
  world_.settle();
  EXPECT_EQ(informer.store().size(), 0U);
  EXPECT_THAT(informer.namespaces(), IsEmpty());
  EXPECT_FALSE(informer.is_watched("a"));
  watches_["a"] = WatchScript();
  informer.add_namespace("a");
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3");
  world_.run(informer.async_stop());
  informer.add_namespace("b");
  EXPECT_THAT(informer.namespaces(), ElementsAre("a")) << "it has ended";
}

TEST_F(NamespacesTest, TheyMayChangeBeforeItStarts)
{
  serve("b", "7", {json_of("b", "x", "u2", "6")});
  InformerOptions options = paged();
  options.namespaces = {"a"};
  informer_.emplace(Client(world_.runtime, transport_), config_maps(), options);
  informer_->add_namespace("b");
  informer_->remove_namespace("a");
  informer_->start();
  world_.settle();
  EXPECT_TRUE(informer_->has_synced());
  EXPECT_EQ(text_of(informer_->store().list()), "b/x=6");
  EXPECT_EQ(informer_->store().resource_version(), "7");
  EXPECT_EQ(transport_->lists(), 1U);
}

TEST_F(NamespacesTest, OfAnInformerOfAllNoneCanBeAddedOrRemoved)
{
  const SharedInformer informer(Client(world_.runtime, transport_), config_maps(), paged());
  EXPECT_TRUE(informer.is_watched("any"));
  EXPECT_THROW(informer.add_namespace("a"), std::logic_error);
  EXPECT_THROW(informer.add_namespace(""), std::invalid_argument);
  EXPECT_THROW(informer.remove_namespace("a"), std::logic_error);
  EXPECT_TRUE(informer.is_watched("any"));
}

TEST_F(NamespacesTest, StopsEveryWatch)
{
  serve("a", "5", {});
  serve("b", "7", {});
  const SharedInformer& informer = start({"a", "b"});
  world_.run(informer.async_stop());
  EXPECT_TRUE(watches_["a"].closed());
  EXPECT_TRUE(watches_["b"].closed());
  EXPECT_EQ(informer.status().state, WatchState::stopped);
}

std::string refusal_of(const ResourceType& type, Namespaces namespaces)
{
  World world;
  InformerOptions options;
  options.namespaces = std::move(namespaces);
  try {
    const SharedInformer informer(Client(world.runtime, std::make_shared<ScriptedServer>()), type, options);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "taken";
}

TEST(Namespaces, WhatCannotBeWatchedIsRefused)
{
  const ResourceType nodes{"", "v1", "Node", "nodes", Scope::cluster};
  EXPECT_THAT(refusal_of(nodes, {"a"}), AllOf(HasSubstr("nodes"), HasSubstr("InformerOptions::namespaces")));
  EXPECT_THAT(refusal_of(config_maps(), {"a", ""}), HasSubstr("a namespace without a name"));
  EXPECT_EQ(refusal_of(nodes, {}), "taken");
}

TEST(Namespaces, AreNamedInTexts)
{
  EXPECT_EQ(in_namespaces({}), "");
  EXPECT_EQ(in_namespaces({"a"}), " in namespace \"a\"");
  EXPECT_EQ(in_namespaces({"b", "a"}), " in namespaces \"a\", \"b\"");
}

TEST(MergedStatus, IsTheWorseStateWithTheSumsAndTheLongerWait)
{
  WatchStatus streaming;
  streaming.state = WatchState::streaming;
  streaming.last_data = SteadyTime(std::chrono::seconds(9));
  streaming.events = 3;
  streaming.undecodable = 4;
  streaming.unidentified = 5;
  streaming.duplicates = 6;
  streaming.function_failures = 7;
  WatchStatus failing = streaming;
  failing.state = WatchState::failing;
  failing.last_error = "why";
  failing.last_error_code = 403;
  failing.failing_since = SteadyTime(std::chrono::seconds(5));
  failing.last_data = SteadyTime(std::chrono::seconds(4));
  for (const WatchStatus& both : {merged(streaming, failing), merged(failing, streaming)}) {
    EXPECT_EQ(both.state, WatchState::failing);
    EXPECT_EQ(both.last_error, "why");
    EXPECT_EQ(both.last_error_code, 403U);
    EXPECT_EQ(both.failing_since, failing.failing_since);
    EXPECT_EQ(both.last_data, failing.last_data);
    EXPECT_EQ(both.events, 6U);
    EXPECT_EQ(both.undecodable, 8U);
    EXPECT_EQ(both.unidentified, 10U);
    EXPECT_EQ(both.duplicates, 12U);
    EXPECT_EQ(both.function_failures, 14U);
  }
  WatchStatus earlier = failing;
  earlier.failing_since = SteadyTime(std::chrono::seconds(2));
  EXPECT_EQ(merged(failing, earlier).failing_since, earlier.failing_since);
  WatchStatus silent = streaming;
  silent.state = WatchState::listing;
  silent.last_data.reset();
  EXPECT_EQ(merged(streaming, silent).last_data, std::nullopt);
  EXPECT_EQ(merged(streaming, silent).state, WatchState::listing);
  WatchStatus stopped;
  stopped.state = WatchState::stopped;
  EXPECT_EQ(merged(stopped, streaming).state, WatchState::streaming);
  EXPECT_EQ(merged(stopped, stopped).state, WatchState::stopped);
}

}  // namespace
}  // namespace kubexx::informer_test
