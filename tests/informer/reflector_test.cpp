// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/reflector.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "kubexx/informer/indexed_store.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Request = ScriptedRequest;

// Applies the stream to a store and writes it down.
class StoringSink final : public ReflectorSink {
public:
  void list_started(bool /*any_version*/) override { calls.emplace_back("list_started"); }
  void list_done(std::vector<Object> items, const std::string& version) override
  {
    note(store.replace(std::move(items), version));
  }
  void applied(Object object, const std::string& version) override { note(store.apply(std::move(object), version)); }
  void deleted(Object last, const std::string& version) override { note(store.remove(std::move(last), version)); }
  void bookmark(const std::string& version) override
  {
    store.bookmark(version);
    calls.push_back("bookmark " + version);
  }
  void note(const std::vector<Delta>& deltas)
  {
    for (auto& text : texts_of(deltas)) calls.push_back(std::move(text));
  }

  IndexedStore store;
  std::vector<std::string> calls;
};

testing::AnswerScript::Answer list_answer(std::string version, std::vector<std::string> items,
                                          std::string continue_ = "")
{
  return [=](const Request&) { return list_of(version, items, continue_); };
}

testing::AnswerScript::Answer status_answer(unsigned code, std::string reason, std::string message = "",
                                            std::optional<int> retry_after = {})
{
  return [=](const Request&) { return testing::status_response(code, reason, message, retry_after); };
}

testing::AnswerScript::Answer refused(TransportErrc code = TransportErrc::connect)
{
  return [=](const Request&) -> HttpResponse { refuse(code); };
}

class ReflectorTest : public ::testing::Test {
protected:
  ~ReflectorTest() override { stop(); }

  static ReflectorOptions paged()
  {
    ReflectorOptions options;
    options.stream_list = false;
    return options;
  }
  void start(ReflectorOptions options = paged(), const ResourceType& type = config_maps())
  {
    reflector_ = std::make_unique<Reflector>(Client(world_.runtime, transport_), type, options, sink_);
    spawn(world_.context.get_executor(), run(*reflector_, stop_.get_token(), ended_));
    world_.settle();
  }
  void stop()
  {
    stop_.request_stop();
    world_.settle();
  }
  // Started, listed (version 5, one object a/x=5) and watching.
  void start_watching()
  {
    transport_->on_list().always(list_answer("5", {json_of("a", "x", "u", "5")}));
    start();
    ASSERT_EQ(reflector_->state(), Reflector::State::watching);
    sink_.calls.clear();
  }
  // A watch that nobody can call short.
  void live_a_while() { world_.advance(seconds(2)); }
  WatchScript& watch() { return transport_->script; }
  WatchStatus status() const { return reflector_->status(); }

  static awaitable<void> run(Reflector& reflector, std::stop_token stop, bool& ended)
  {
    co_await reflector.async_run(stop);
    ended = true;
  }

  World world_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  StoringSink sink_;
  std::stop_source stop_;
  bool ended_ = false;
  std::unique_ptr<Reflector> reflector_;
};

// --- list, watch, resume ---

// TestReflectorListAndWatch, TestReflectorWatchHandler, TestReflectorResourceVersionUpdate
TEST_F(ReflectorTest, ListsThenWatchesFromTheVersionOfTheList)
{
  transport_->on_list().always(list_answer("5", {json_of("a", "x", "u", "3"), json_of("b", "y", "v", "4")}));
  start();
  EXPECT_EQ(transport_->last_list().param("resourceVersion"), "0");
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "5");
  EXPECT_EQ(transport_->last_watch().param("allowWatchBookmarks"), "true");
  watch().added(json_of("a", "new", "w", "6"));
  watch().modified(json_of("a", "x", "u", "7"));
  watch().deleted(json_of("b", "y", "v", "8"));
  watch().bookmark("20");
  world_.settle();
  EXPECT_THAT(sink_.calls, ElementsAre("list_started", "initial a/x=3", "initial b/y=4", "list_done=5", "add a/new=6",
                                       "update a/x=3>7", "delete b/y=8", "bookmark 20"));
  EXPECT_EQ(sink_.store.resource_version(), "20");
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_EQ(status().lists, 1U);
  EXPECT_EQ(status().watches, 1U);
  EXPECT_EQ(status().relists, 0U);
}

TEST_F(ReflectorTest, AsksOnlyForItsNamespaceAndSelectors)
{
  ReflectorOptions options = paged();
  options.namespace_ = "team";
  options.label_selector = "app=web";
  options.field_selector = "metadata.name=x";
  start(options);
  for (const auto& request : {transport_->last_list(), transport_->last_watch()}) {
    EXPECT_THAT(request.target, HasSubstr("/namespaces/team/configmaps"));
    EXPECT_EQ(request.param("labelSelector"), "app=web");
    EXPECT_EQ(request.param("fieldSelector"), "metadata.name=x");
  }
}

TEST_F(ReflectorTest, ResumesAtTheLastVersionWithoutAListWhenTheServerEndsTheWatch)
{
  start_watching();
  watch().added(json_of("a", "y", "v", "6"));
  watch().bookmark("9");
  world_.settle();
  watch().end();
  world_.settle();
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(transport_->watches(), 2U) << "at once, without a pause";
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "9");
  EXPECT_EQ(status().state, WatchState::streaming);
}

TEST_F(ReflectorTest, AQuietWatchThatLivedLongEnoughIsResumedAtOnce)
{
  start_watching();
  live_a_while();
  watch().end();
  world_.settle();
  EXPECT_EQ(transport_->watches(), 2U);
  EXPECT_EQ(world_.lines->count({"warn"}), 0U);
}

// TestReflectorHandleWatchResultChanClosedBefore/After
TEST_F(ReflectorTest, AVeryShortWatchPausesBeforeTheNext)
{
  start_watching();
  watch().end();
  world_.settle();
  EXPECT_EQ(transport_->watches(), 1U);
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_THAT(status().last_error, HasSubstr("cannot watch configmaps: the server ended the watch immediately"));
  world_.advance(milliseconds(799));
  EXPECT_EQ(transport_->watches(), 1U);
  world_.advance(milliseconds(801));
  EXPECT_EQ(transport_->watches(), 2U);
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(status().state, WatchState::failing) << "this watch may end like the last one";
  world_.advance(seconds(1));
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_EQ(status().last_error, "");
}

// The time-out that is asked for: TestWatchTimeout.
TEST_F(ReflectorTest, AsksForFiveToTenMinutesOfWatch)
{
  start_watching();
  for (int round = 0; round < 50; ++round) {
    const auto seconds_asked = std::stol(transport_->last_watch().param("timeoutSeconds").value_or("0"));
    EXPECT_GE(seconds_asked, 300);
    EXPECT_LE(seconds_asked, 600);
    live_a_while();
    watch().end();
    world_.settle();
  }
  EXPECT_EQ(transport_->watches(), 51U);
}

TEST_F(ReflectorTest, TheTimeOfAWatchIsAnOption)
{
  ReflectorOptions options = paged();
  options.watch_timeout = minutes(30);
  start(options);
  std::set<long> asked;
  for (int round = 0; round < 50; ++round) {
    asked.insert(std::stol(transport_->last_watch().param("timeoutSeconds").value_or("0")));
    live_a_while();
    watch().end();
    world_.settle();
  }
  EXPECT_EQ(transport_->watches(), 51U);
  EXPECT_GE(*asked.begin(), 1800);
  EXPECT_LE(*asked.rbegin(), 3600);
  EXPECT_GT(asked.size(), 10U) << "at random, so that the watches of many do not end together";
}

TEST_F(ReflectorTest, EventsWithoutAVersionToStartFromDoNotMoveItWhileTheyMayBeUnordered)
{
  transport_->on_list().always(list_answer("", {}));
  start();
  EXPECT_EQ(transport_->last_watch().param("resourceVersion").value_or(""), "");
  watch().added(json_of("a", "x", "u", "9"));
  watch().added(json_of("a", "y", "v", "4"));
  world_.settle();
  EXPECT_EQ(sink_.store.resource_version(), "");
  watch().modified(json_of("a", "y", "v", "10"));
  watch().added(json_of("a", "z", "w", "11"));
  world_.settle();
  EXPECT_EQ(sink_.store.resource_version(), "11");
  EXPECT_EQ(sink_.store.size(), 3U);
}

// Their watches cannot be resumed, so what was deleted meanwhile is found by a list alone.
TEST_F(ReflectorTest, OfAServerWithoutListVersionsDeletionsBetweenTwoWatchesAreFound)
{
  for (const char* version : {"", "0"}) {
    transport_->on_list().always(list_answer(version, {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")}));
    start();
    watch().added(json_of("a", "x", "u", "3"));
    watch().modified(json_of("a", "x", "u", "5"));
    live_a_while();
    transport_->on_list().always(list_answer(version, {json_of("a", "x", "u", "5")}));
    const std::size_t lists = transport_->lists();
    watch().end();
    world_.settle();
    EXPECT_EQ(transport_->lists(), lists + 1);
    EXPECT_EQ(text_of(sink_.store.list()), "a/x=5");
    EXPECT_EQ(reflector_->state(), Reflector::State::watching);
    live_a_while();
    EXPECT_EQ(status().state, WatchState::streaming);
    transport_->on_list().always(list_answer(version, {}));
    watch().break_off(TransportErrc::truncated);
    world_.settle();
    EXPECT_EQ(text_of(sink_.store.list()), "") << "broken";
    live_a_while();
    transport_->on_watch().then(status_answer(429, "TooManyRequests", "slow down"));
    watch().end();
    world_.settle();
    transport_->on_list().always(list_answer(version, {json_of("a", "z", "w", "9")}));
    world_.advance(seconds(2));
    EXPECT_EQ(text_of(sink_.store.list()), "a/z=9") << "refused";
    stop();
    stop_ = std::stop_source();
  }
}

// --- a server that lost its state: a real one accepts a watch from the future and is silent ---

TEST_F(ReflectorTest, AResumedWatchThatIsSilentAsksWhetherTheServerHasLostItsState)
{
  start_watching();
  live_a_while();
  transport_->on_list().always(list_answer("2", {json_of("a", "old", "o", "1")}));
  watch().end();
  world_.settle();
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "5");
  world_.advance(seconds(89));
  EXPECT_EQ(transport_->lists(), 1U);
  world_.advance(seconds(3));
  ASSERT_EQ(transport_->lists(), 3U) << "one to compare versions, one to begin anew";
  EXPECT_EQ(transport_->last_list().param("resourceVersion").value_or(""), "");
  EXPECT_THAT(sink_.calls, ElementsAre("list_started", "lost a/x=5", "add a/old=1", "list_done=2"));
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "2");
  EXPECT_EQ(world_.lines->count({"the server has lost state"}), 1U);
  world_.advance(seconds(2));
  EXPECT_EQ(status().state, WatchState::streaming);
  const std::size_t asked = transport_->count();
  world_.advance(minutes(30));
  EXPECT_EQ(transport_->count(), asked);
}

TEST_F(ReflectorTest, ASilentServerThatHasItsStateIsAskedOnceForEachConnection)
{
  start_watching();
  live_a_while();
  transport_->on_list().always(list_answer("8", {json_of("a", "x", "u", "5")}));
  watch().end();
  world_.advance(minutes(30));
  ASSERT_EQ(transport_->lists(), 2U);
  EXPECT_EQ(transport_->last_list().param("limit"), "1");
  EXPECT_EQ(transport_->last_list().param("resourceVersion").value_or(""), "");
  EXPECT_EQ(transport_->watches(), 3U);
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "5") << "nothing is skipped";
  EXPECT_THAT(sink_.calls, ::testing::IsEmpty());
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_EQ(status().lists, 1U) << "it is no list of the informer";
  EXPECT_EQ(world_.lines->count({"warn"}), 0U);
}

// It may have reached the informer's version again before it is silent for long.
TEST_F(ReflectorTest, ABrokenConnectionAsksAtOnceWhetherTheServerHasLostItsState)
{
  for (const bool refused_first : {true, false}) {
    start_watching();
    live_a_while();
    transport_->on_list().always(list_answer("2", {json_of("a", "old", "o", "1")}));
    if (refused_first) transport_->on_watch().then(refused());
    watch().break_off(TransportErrc::truncated);
    world_.advance(seconds(5));
    watch().bookmark("1001");
    world_.advance(seconds(5));
    EXPECT_EQ(text_of(sink_.store.list()), "a/old=1");
    EXPECT_THAT(sink_.calls, ElementsAre("list_started", "lost a/x=5", "add a/old=1", "list_done=2", "bookmark 1001"));
    EXPECT_EQ(status().state, WatchState::streaming);
    stop();
    stop_ = std::stop_source();
  }
}

TEST_F(ReflectorTest, AServerThatHasItsStateIsAskedOnceForABrokenConnection)
{
  start_watching();
  live_a_while();
  transport_->on_list().always(list_answer("8", {json_of("a", "x", "u", "5")}));
  watch().break_off(TransportErrc::truncated);
  world_.advance(minutes(30));
  EXPECT_EQ(transport_->lists(), 2U);
  EXPECT_EQ(transport_->last_list().param("limit"), "1");
  EXPECT_EQ(transport_->watches(), 2U);
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "5") << "nothing is skipped";
  EXPECT_THAT(sink_.calls, ::testing::IsEmpty());
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_EQ(status().lists, 1U) << "it is no list of the informer";
  EXPECT_EQ(world_.lines->count({"warn"}), 1U) << "the broken connection";
}

TEST_F(ReflectorTest, AnEventOrABookmarkProvesThatAResumedWatchIsAlive)
{
  for (const bool bookmark : {true, false}) {
    const std::size_t lists = transport_->lists();
    start_watching();
    live_a_while();
    watch().end();
    world_.advance(seconds(80));
    if (bookmark) {
      watch().bookmark("6");
    } else {
      watch().modified(json_of("a", "x", "u", "6"));
    }
    world_.advance(seconds(60));
    EXPECT_EQ(transport_->lists(), lists + 1);
    stop();
    stop_ = std::stop_source();
  }
}

TEST_F(ReflectorTest, AnEventOrBookmarkOlderThanItsVersionAsksWhetherTheServerHasLostItsState)
{
  for (const bool bookmark : {true, false}) {
    transport_->on_list().always(list_answer("50", {json_of("a", "x", "u", "5")}));
    start();
    sink_.calls.clear();
    live_a_while();
    transport_->on_list().always(list_answer("9", {json_of("a", "x", "u", "5"), json_of("a", "y", "v", "7")}));
    if (bookmark) {
      watch().bookmark("9");
    } else {
      watch().added(json_of("a", "y", "v", "7"));
    }
    world_.advance(seconds(5));
    EXPECT_EQ(text_of(sink_.store.list()), "a/x=5 a/y=7");
    EXPECT_EQ(sink_.store.resource_version(), "9");
    EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "9");
    stop();
    stop_ = std::stop_source();
  }
}

TEST_F(ReflectorTest, AServerThatRepeatsOldEventsIsAskedOnceInFiveMinutes)
{
  start_watching();
  transport_->on_list().always(list_answer("90", {}));
  for (int minute = 0; minute < 20; ++minute) {
    watch().added(json_of("a", "x", "u", "2"));
    world_.advance(minutes(1));
  }
  EXPECT_LE(transport_->lists(), 1U + 4U);
  EXPECT_GE(transport_->lists(), 1U + 3U);
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=5");
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "5");
  EXPECT_EQ(world_.lines->count({"warn"}), 0U);
}

// An old event proves nothing, however short ago the versions were compared.
TEST_F(ReflectorTest, AnOldEventThatIsTheFirstOfAResumedWatchAsksWhetherTheServerHasLostItsState)
{
  start_watching();
  watch().added(json_of("a", "x", "u", "2"));
  world_.advance(seconds(5));
  ASSERT_EQ(transport_->lists(), 2U) << "the first old event";
  transport_->on_list().always(list_answer("4", {json_of("a", "z", "w", "4")}));
  watch().end();
  world_.settle();
  watch().added(json_of("a", "z", "w", "4"));
  world_.advance(seconds(5));
  EXPECT_EQ(text_of(sink_.store.list()), "a/z=4");
  EXPECT_EQ(sink_.store.resource_version(), "4");
}

// The present state, with which a watch without a version begins, comes in any order.
TEST_F(ReflectorTest, AnUnreadableObjectDoesNotEndThePresentStateWithWhichAWatchBegins)
{
  transport_->on_list().always(list_answer("0", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")}));
  start();
  watch().added(json_of("a", "bad", "b", "8", "7"));
  watch().added(json_of("a", "y", "v", "4"));
  watch().added(json_of("a", "x", "u", "3"));
  world_.advance(seconds(5));
  EXPECT_EQ(transport_->lists(), 1U) << "an event seemed to be old";
  EXPECT_EQ(transport_->watches(), 1U);
  EXPECT_EQ(status().undecodable, 1U);
  watch().modified(json_of("a", "y", "v", "9"));
  world_.advance(seconds(5));
  EXPECT_EQ(sink_.store.resource_version(), "9");
}

TEST_F(ReflectorTest, TheQuestionWhetherTheServerHasLostItsStateIsAskedAgainWhenItFails)
{
  start_watching();
  live_a_while();
  transport_->on_list().then(status_answer(503, "ServiceUnavailable", "not yet"));
  transport_->on_list().always(list_answer("2", {}));
  watch().break_off(TransportErrc::truncated);
  world_.settle();
  EXPECT_EQ(status().last_error_code, 503U);
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=5");
  world_.advance(seconds(30));
  EXPECT_EQ(text_of(sink_.store.list()), "");
}

// --- pages ---

// TestReflectorWatchListPageSize, TestListPager_EachListItem
TEST_F(ReflectorTest, AListMayTakeAMinute)
{
  start_watching();
  EXPECT_EQ(transport_->last_list().limits.deadline, world_.clock.now() + minutes(1));
}

TEST_F(ReflectorTest, GetsTheFirstListInPages)
{
  transport_->on_list()
      .then(list_answer("5", {json_of("a", "x", "u", "3")}, "more"))
      .then(list_answer("5", {json_of("a", "y", "v", "4")}, "most"))
      .then(list_answer("5", {json_of("a", "z", "w", "5")}));
  ReflectorOptions options = paged();
  options.page_size = 1;
  start(options);
  ASSERT_EQ(transport_->lists(), 3U);
  EXPECT_EQ(transport_->request(0).param("limit"), "1");
  EXPECT_EQ(transport_->request(0).param("resourceVersion"), "0");
  EXPECT_EQ(transport_->request(2).param("continue"), "most");
  EXPECT_EQ(transport_->request(2).param("limit"), "1");
  EXPECT_FALSE(transport_->request(2).param("resourceVersion").has_value());
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=3 a/y=4 a/z=5");
  EXPECT_EQ(status().lists, 1U);
}

// Its cache answers with the whole list at once, however long it is.
TEST_F(ReflectorTest, AServerThatIgnoresTheLimitAtVersion0IsAskedForConsistentPages)
{
  transport_->on_list()
      .then(list_answer("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4"), json_of("a", "z", "w", "5")}))
      .then(list_answer("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")}, "more"))
      .then(list_answer("5", {json_of("a", "z", "w", "5")}));
  ReflectorOptions options = paged();
  options.page_size = 2;
  start(options);
  ASSERT_EQ(transport_->lists(), 3U);
  EXPECT_EQ(transport_->request(0).param("resourceVersion"), "0");
  EXPECT_EQ(transport_->request(1).param("resourceVersion").value_or(""), "");
  EXPECT_EQ(transport_->request(1).param("limit"), "2");
  EXPECT_EQ(transport_->request(2).param("continue"), "more");
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=3 a/y=4 a/z=5");
  EXPECT_EQ(reflector_->state(), Reflector::State::watching);
  EXPECT_EQ(world_.lines->count({"warn"}), 0U);
}

// Its lists have version 0, and all come at once.
TEST_F(ReflectorTest, AServerWithoutVersionsIsNotAskedForEver)
{
  transport_->on_list().always([this](const Request&) {
    if (transport_->lists() > 50) refuse();
    return list_of("0", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  });
  ReflectorOptions options = paged();
  options.page_size = 1;
  start(options);
  EXPECT_EQ(transport_->lists(), 2U);
  live_a_while();
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(transport_->lists(), 3U);
  EXPECT_EQ(reflector_->state(), Reflector::State::watching);
  EXPECT_EQ(sink_.store.size(), 2U);
}

TEST_F(ReflectorTest, AServerWhosePagesNeverEndIsAnError)
{
  transport_->on_list().always([this](const Request&) {
    if (transport_->lists() > 50) refuse();
    return list_of("5", {json_of("a", "x", "u", "3")}, "again");
  });
  start(paged());
  EXPECT_LT(transport_->lists(), 5U);
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  EXPECT_THAT(reflector_->status().last_error,
              HasSubstr("the server returned the continue token of a page that it has already sent"));
}

TEST_F(ReflectorTest, AServerWhosePagesGoRoundIsAnError)
{
  transport_->on_list().always([this](const Request&) {
    if (transport_->lists() > 50) refuse();
    return list_of("5", {json_of("a", "x", "u", "3")}, transport_->lists() % 2 == 0 ? "even" : "odd");
  });
  start(paged());
  EXPECT_LT(transport_->lists(), 6U);
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  EXPECT_THAT(reflector_->status().last_error,
              HasSubstr("the server returned the continue token of a page that it has already sent"));
}

TEST_F(ReflectorTest, AFirstListThatFailsAfterwardsIsBegunWithConsistentPages)
{
  transport_->on_list()
      .then(list_answer("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")}))
      .then(status_answer(500, "InternalError", "oops"))
      .then(list_answer("6", {}));
  ReflectorOptions options = paged();
  options.page_size = 1;
  start(options);
  world_.advance(seconds(2));
  ASSERT_EQ(transport_->lists(), 3U);
  EXPECT_EQ(transport_->request(2).param("resourceVersion").value_or(""), "");
  EXPECT_EQ(sink_.store.resource_version(), "6");
}

// TestReflectorNotPaginatingNotConsistentReads
TEST_F(ReflectorTest, RelistsInOnePieceSoThatTheServersCacheCanAnswer)
{
  start_watching();
  watch().error(410, "Expired");
  live_a_while();
  world_.settle();
  ASSERT_EQ(transport_->lists(), 2U);
  EXPECT_EQ(transport_->last_list().param("resourceVersion"), "5");
  EXPECT_FALSE(transport_->last_list().param("limit").has_value());
}

// TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled
TEST_F(ReflectorTest, RelistsInPagesFromAServerThatPagesEverything)
{
  transport_->on_list().then(list_answer("5", {json_of("a", "x", "u", "3")}, "more")).then(list_answer("5", {}));
  start();
  live_a_while();
  watch().error(410, "Expired");
  world_.settle();
  ASSERT_EQ(transport_->lists(), 3U);
  EXPECT_EQ(transport_->last_list().param("limit"), "500");
}

// TestListPager: a continuation that expired means one full list at the version of the first page.
TEST_F(ReflectorTest, APageThatExpiredMeansOneFullList)
{
  start_watching();
  transport_->on_list()
      .then(list_answer("9", {json_of("a", "half", "h", "9")}, "more"))
      .then(status_answer(410, "Expired", "the provided continue parameter is too old"))
      .then(list_answer("12", {json_of("a", "whole", "w", "11")}));
  live_a_while();
  watch().error(410, "Expired");
  world_.settle();
  ASSERT_EQ(transport_->lists(), 4U);
  EXPECT_EQ(transport_->last_list().param("resourceVersion"), "5");
  EXPECT_FALSE(transport_->last_list().param("limit").has_value());
  EXPECT_FALSE(transport_->last_list().param("continue").has_value());
  EXPECT_EQ(text_of(sink_.store.list()), "a/whole=11") << "nothing of the half list is left";
  EXPECT_EQ(world_.lines->count({"warn"}), 0U);
}

TEST_F(ReflectorTest, AListThatBreaksOffHalfWayGoesOnThere)
{
  transport_->on_list()
      .then(list_answer("5", {json_of("a", "x", "u", "3")}, "more"))
      .then(refused(TransportErrc::truncated))
      .then(status_answer(429, "TooManyRequests", "slow down", 20))
      .then(list_answer("5", {json_of("a", "y", "v", "4")}));
  start();
  EXPECT_EQ(sink_.store.size(), 0U);
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  EXPECT_EQ(status().state, WatchState::failing);
  world_.advance(milliseconds(1600));
  EXPECT_EQ(status().last_error_code, 429U);
  EXPECT_EQ(transport_->lists(), 3U);
  world_.advance(seconds(20));
  EXPECT_EQ(transport_->lists(), 4U);
  EXPECT_EQ(transport_->last_list().param("continue"), "more");
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=3 a/y=4");
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_EQ(status().lists, 1U);
}

TEST_F(ReflectorTest, WhatHadComeOfAPageThatBreaksOffIsForgotten)
{
  WatchScript broken;
  const std::string page = list_of("5", {json_of("a", "ghost", "g", "3"), json_of("a", "y", "v", "4")}).body;
  broken.send(page.substr(0, page.find("\"y\"")));
  broken.break_off(TransportErrc::truncated);
  transport_->on_list()
      .then(list_answer("5", {json_of("a", "x", "u", "3")}, "more"))
      .then([broken](const Request&) { return testing::stream_response(broken); })
      .then(list_answer("5", {json_of("a", "y", "v", "4")}));
  start();
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  EXPECT_EQ(status().state, WatchState::failing);
  world_.advance(seconds(2));
  EXPECT_EQ(transport_->last_list().param("continue"), "more");
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=3 a/y=4");
}

// The answer is read item by item, so the limit of a body does not bound a list: it was asked for again for ever.
TEST_F(ReflectorTest, AListMayBeLargerThanTheLimitOfABody)
{
  std::vector<std::string> items;
  for (int item = 100; item < 200; ++item) {
    items.push_back(json_of("a", "o" + std::to_string(item), "u" + std::to_string(item), "3"));
  }
  const std::string whole = list_of("5", items).body;  // its items are the last that it has
  WatchScript stream;
  stream.send(whole.substr(0, whole.find('[') + 1));
  for (const auto& item : items) stream.send(item + (&item == &items.back() ? "]}" : ","));
  stream.end();
  transport_->on_list().always([stream](const Request&) { return testing::stream_response(stream); });
  Client::Options options;
  options.max_body = 1000;
  ASSERT_GT(whole.size(), 10 * options.max_body);
  reflector_ = std::make_unique<Reflector>(Client(world_.runtime, transport_, options), config_maps(), paged(), sink_);
  spawn(world_.context.get_executor(), run(*reflector_, stop_.get_token(), ended_));
  world_.settle();
  EXPECT_EQ(reflector_->state(), Reflector::State::watching);
  EXPECT_EQ(sink_.store.size(), 100U);
  EXPECT_EQ(status().events, 100U);
}

TEST_F(ReflectorTest, AListThatFailsHalfWayIsBegunAgain)
{
  transport_->on_list()
      .then(list_answer("5", {json_of("a", "half", "h", "3")}, "more"))
      .then(status_answer(500, "InternalError", "oops"))
      .then(list_answer("7", {json_of("a", "x", "u", "6")}));
  start();
  EXPECT_EQ(sink_.store.size(), 0U);
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  world_.advance(milliseconds(1600));
  EXPECT_EQ(transport_->last_list().param("resourceVersion"), "0");
  EXPECT_FALSE(transport_->last_list().param("continue").has_value());
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=6");
  EXPECT_THAT(sink_.calls, ElementsAre("list_started", "list_started", "initial a/x=6", "list_done=7"));
}

// --- 410 and versions ---

// TestReflectorExpiredExactResourceVersion
TEST_F(ReflectorTest, RelistsAtTheLastVersionThenWithoutOne)
{
  start_watching();
  live_a_while();
  transport_->on_list()
      .then(status_answer(410, "Expired", "too old"))
      .then(list_answer("30", {json_of("a", "y", "v", "29")}));
  watch().error(410, "Expired", "too old resource version");
  world_.settle();
  ASSERT_EQ(transport_->lists(), 3U);
  EXPECT_EQ(transport_->request(2).param("resourceVersion"), "5");
  EXPECT_EQ(transport_->last_list().param("resourceVersion").value_or(""), "");
  EXPECT_THAT(sink_.calls, ElementsAre("list_started", "list_started", "lost a/x=5", "add a/y=29", "list_done=30"));
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "30");
  EXPECT_EQ(status().relists, 2U);
  EXPECT_EQ(world_.lines->count({"warn"}), 0U) << "this is how it is meant to work";
}

// newer-versions.md 11: 410 as the answer to the watch request.
TEST_F(ReflectorTest, RelistsWhenTheWatchRequestItselfIsAnswered410)
{
  start_watching();
  live_a_while();
  transport_->on_watch().then(status_answer(410, "Gone", "too old"));
  transport_->on_list().always(list_answer("30", {}));
  watch().end();
  world_.settle();
  EXPECT_EQ(transport_->lists(), 2U);
  EXPECT_EQ(sink_.store.size(), 0U);
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "30");
}

TEST_F(ReflectorTest, AServerThatExpiresEverythingAtOnceIsNotHammered)
{
  transport_->on_watch().always(status_answer(410, "Expired", "too old"));
  start();
  world_.advance(minutes(10));
  EXPECT_LE(transport_->lists(), 30U);
  EXPECT_EQ(status().state, WatchState::failing);
}

// Progress between the failures is no reason to list without end.
TEST_F(ReflectorTest, AServerThatExpiresEachWatchAfterABookmarkIsNotHammered)
{
  start_watching();
  live_a_while();
  const auto expire = [&] {
    if (reflector_->state() != Reflector::State::watching) return;
    watch().bookmark("6");
    watch().error(410, "Expired");
    world_.settle();
  };
  expire();
  EXPECT_EQ(transport_->lists(), 2U) << "the first time at once";
  for (int i = 0; i < 30; ++i) {
    expire();
    world_.advance(milliseconds(100));
  }
  EXPECT_LE(transport_->lists(), 5U) << "in three seconds";
  for (int i = 0; i < 600; ++i) {
    expire();
    world_.advance(seconds(1));
  }
  EXPECT_LE(transport_->lists(), 100U) << "in ten minutes";
  world_.advance(minutes(5));
  const auto lists = transport_->lists();
  expire();
  EXPECT_EQ(transport_->lists(), lists + 1) << "a server that has recovered is asked at once again";
}

// TestReflectorFullListIfTooLarge
TEST_F(ReflectorTest, AVersionFromTheFutureMeansAListWithoutOne)
{
  start_watching();
  live_a_while();
  transport_->on_watch().then(status_answer(504, "Timeout", "Too large resource version: 5, current: 3"));
  transport_->on_list().always(list_answer("3", {json_of("a", "x", "u", "2")}));
  watch().end();
  world_.advance(milliseconds(1600));
  EXPECT_EQ(transport_->last_list().param("resourceVersion").value_or(""), "");
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=2") << "the server was restored from a backup";
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "3");
}

// TestReflectorReplacesStoreOnUnsafeDelete
TEST_F(ReflectorTest, AnyOtherErrorInTheStreamPausesAndRelists)
{
  start_watching();
  live_a_while();
  transport_->on_list().always(list_answer("9", {}));
  watch().error(500, "StoreReadError", "cannot read");
  world_.settle();
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_EQ(status().last_error_code, 500U);
  world_.advance(milliseconds(1600));
  EXPECT_EQ(transport_->lists(), 2U);
  EXPECT_EQ(sink_.store.size(), 0U);
}

// --- failures ---

// TestBackoffOnTooManyRequests, TestNoRelistOnTooManyRequests
TEST_F(ReflectorTest, OnTooManyRequestsItWatchesAgainWithoutAList)
{
  start_watching();
  live_a_while();
  transport_->on_watch()
      .then(status_answer(429, "TooManyRequests", "slow down"))
      .then(status_answer(429, "TooManyRequests", "slow down"));
  watch().end();
  world_.settle();
  EXPECT_EQ(status().last_error_code, 429U);
  world_.advance(minutes(1));
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(transport_->watches(), 4U);
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "5");
  EXPECT_EQ(status().state, WatchState::streaming);
}

TEST_F(ReflectorTest, HonoursRetryAfterUpToAMinute)
{
  start_watching();
  live_a_while();
  transport_->on_watch()
      .then(status_answer(429, "TooManyRequests", "slow down", 20))
      .then(status_answer(429, "TooManyRequests", "slow down", 86400));
  watch().end();
  world_.settle();
  ASSERT_EQ(transport_->watches(), 2U);
  EXPECT_EQ(status().state, WatchState::failing) << "the status tells at once, not after the client's own patience";
  EXPECT_EQ(status().last_error_code, 429U);
  world_.advance(milliseconds(19999));
  EXPECT_EQ(transport_->watches(), 2U);
  world_.advance(milliseconds(1));
  EXPECT_EQ(transport_->watches(), 3U);
  world_.advance(milliseconds(59999));
  EXPECT_EQ(transport_->watches(), 3U);
  world_.advance(milliseconds(1));
  EXPECT_EQ(transport_->watches(), 4U);
}

TEST_F(ReflectorTest, AThrottledListShowsInTheStatus)
{
  transport_->on_list().then(status_answer(429, "TooManyRequests", "slow down", 20));
  start();
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_EQ(status().last_error_code, 429U);
  EXPECT_EQ(world_.lines->count({"slow down"}), 1U) << "a person is told, once";
  world_.advance(milliseconds(19999));
  EXPECT_EQ(transport_->lists(), 1U);
  world_.advance(milliseconds(1));
  EXPECT_EQ(transport_->lists(), 2U);
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_EQ(status().last_error_code, 0U);
}

TEST_F(ReflectorTest, ARefusedWatchIsTriedAgainAtTheSameVersion)
{
  start_watching();
  watch().added(json_of("a", "y", "v", "8"));
  world_.settle();
  transport_->on_watch().then(refused()).then(refused());
  transport_->on_list().always(list_answer("8", {json_of("a", "x", "u", "5")}));
  watch().break_off(TransportErrc::truncated);
  world_.settle();
  EXPECT_EQ(transport_->watches(), 2U) << "the first try is at once, because the watch had brought something";
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_EQ(status().last_error_code, 0U);
  world_.advance(seconds(10));
  EXPECT_EQ(transport_->watches(), 4U);
  EXPECT_EQ(transport_->lists(), 2U) << "to compare versions, once";
  EXPECT_EQ(status().lists, 1U);
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "8");
  EXPECT_EQ(status().state, WatchState::streaming);
}

TEST_F(ReflectorTest, AHalfOpenWatchIsResumed)
{
  start_watching();
  live_a_while();
  watch().break_off(TransportErrc::idle);
  world_.settle();
  EXPECT_EQ(transport_->watches(), 2U);
  EXPECT_EQ(status().lists, 1U);
}

// user-wants.md 15: a dead connection that nobody closes.
TEST_F(ReflectorTest, SilenceOfAServerThatSendsBookmarksMeansAnotherWatch)
{
  start_watching();
  world_.advance(minutes(4));
  EXPECT_EQ(transport_->watches(), 1U) << "perhaps it sends none";
  watch().bookmark("6");
  world_.advance(seconds(20));
  watch().bookmark("7");
  transport_->on_list().always(list_answer("7", {json_of("a", "x", "u", "5")}));
  world_.advance(seconds(179));
  EXPECT_EQ(transport_->watches(), 2U);
  EXPECT_EQ(status().lists, 1U);
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "7");
  EXPECT_EQ(world_.lines->count({"considered dead"}), 1U);
  for (int minute = 0; minute < 10; ++minute) {
    watch().bookmark(std::to_string(10 + minute));
    world_.advance(minutes(1));
  }
  EXPECT_EQ(transport_->watches(), 2U);
  EXPECT_EQ(status().state, WatchState::streaming);
  live_a_while();
  transport_->on_list().always(list_answer("100", {}));
  watch().end();
  world_.advance(minutes(4));
  EXPECT_EQ(transport_->watches(), 4U) << "the third watch, resumed in order, was expected to bring bookmarks too";
  world_.advance(minutes(30));
  EXPECT_EQ(transport_->watches(), 5U) << "a server that has stopped sending them is not reconnected for ever";
  world_.advance(minutes(30));
  EXPECT_EQ(transport_->watches(), 5U);
}

// TestReflectorListAndWatchWithErrors
TEST_F(ReflectorTest, KeepsTheStoreWhileTheServerFails)
{
  start_watching();
  live_a_while();
  transport_->on_list().always(refused());
  transport_->on_watch().always(status_answer(403, "Forbidden", "no"));
  watch().end();
  world_.advance(minutes(5));
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=5");
  EXPECT_GT(transport_->lists(), 5U) << "it never gives up";
}

// user-wants.md 16 and 18: denied and missing resources are said aloud and retried.
TEST_F(ReflectorTest, SaysOnceWhatIsForbiddenAndWhenItWorksAgain)
{
  transport_->on_list().always(status_answer(403, "Forbidden", "configmaps is forbidden: User \"bob\" cannot list"));
  start();
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_EQ(status().last_error_code, 403U);
  EXPECT_THAT(status().last_error, HasSubstr("cannot list configmaps"));
  EXPECT_THAT(status().last_error, HasSubstr("bob"));
  EXPECT_THAT(status().last_error, HasSubstr("grant verb \"list\" on resource \"configmaps\""));
  ASSERT_TRUE(status().failing_since.has_value());
  world_.advance(minutes(5));
  EXPECT_GT(transport_->lists(), 5U);
  EXPECT_EQ(world_.lines->count({"warn"}), 1U) << "one line per change of the error";
  transport_->on_list().always(status_answer(404, "NotFound", "the server could not find the requested resource"));
  world_.advance(minutes(2));
  EXPECT_EQ(world_.lines->count({"warn"}), 2U);
  EXPECT_THAT(status().last_error, HasSubstr("the server has no resource configmaps/v1"));
  transport_->on_list().always(list_answer("1", {}));
  world_.advance(minutes(2));
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_FALSE(status().failing_since.has_value());
  EXPECT_EQ(world_.lines->count({"info the watch has recovered"}), 1U);
}

TEST_F(ReflectorTest, AForbiddenWatchIsNoRecoveryThoughListsWork)
{
  transport_->on_watch().always(status_answer(403, "Forbidden", "no watch"));
  start();
  world_.advance(minutes(5));
  EXPECT_EQ(sink_.store.resource_version(), "1") << "it has listed";
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_THAT(status().last_error, HasSubstr("cannot watch configmaps"));
  EXPECT_EQ(world_.lines->count({"warn"}), 1U);
  EXPECT_EQ(world_.lines->count({"info"}), 0U);
}

// TestReflectorListAndWatchInitConnBackoff
TEST_F(ReflectorTest, PausesGrowWhileTheServerIsAway)
{
  transport_->on_list().always(refused());
  start();
  std::vector<Duration> pauses;
  SteadyTime last = world_.clock.now();
  for (std::size_t seen = transport_->lists(); pauses.size() < 9;) {
    ASSERT_TRUE(world_.clock.advance_to_next());
    world_.settle();
    if (transport_->lists() == seen) continue;
    seen = transport_->lists();
    pauses.push_back(world_.clock.now() - last);
    last = world_.clock.now();
  }
  Duration base = milliseconds(800);
  for (const Duration pause : pauses) {
    EXPECT_GE(pause, base);
    EXPECT_LT(pause, 2 * base);
    base = std::min<Duration>(2 * base, seconds(30));
  }
}

TEST_F(ReflectorTest, GarbageIsPausedOverAndListedAgain)
{
  transport_->on_list().then([](const Request&) {
    HttpResponse response;
    response.body = "<html>captive portal</html>";
    return response;
  });
  start();
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_THAT(status().last_error, HasSubstr("cannot list configmaps"));
  world_.advance(milliseconds(1600));
  EXPECT_EQ(status().state, WatchState::streaming);
}

TEST_F(ReflectorTest, EventsThatCannotBeUnderstoodAreCounted)
{
  start_watching();
  watch().added(json_of("a", "first", "f", "6"));
  watch().line("this is no JSON: {\"type\"");
  world_.settle();
  EXPECT_EQ(status().state, WatchState::failing) << "a relist is needed";
  world_.advance(seconds(10));
  EXPECT_EQ(status().state, WatchState::streaming);
  watch().added(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"a","name":"s","resourceVersion":"6"}})");
  watch().added(json_of("a", "", "w", "7"));
  watch().line(R"({"type":"SURPRISE","object":)" + json_of("a", "s", "t", "8") + "}");
  watch().added(json_of("a", "good", "v", "9"));
  world_.settle();
  EXPECT_EQ(text_of(sink_.store.list()), "a/good=9 a/x=5");
  EXPECT_EQ(status().undecodable, 4U);
  EXPECT_EQ(status().state, WatchState::streaming);
}

TEST_F(ReflectorTest, WithoutAKindItTakesWhateverIsServedThere)
{
  transport_->on_list().always(
      list_answer("5", {R"({"metadata":{"namespace":"a","name":"x","uid":"u","resourceVersion":"5"}})"}));
  start(paged(), ResourceType{"", "v1", "", "configmaps"});
  watch().added(json_of("a", "", "w", "6"));
  watch().added(json_of("a", "y", "v", "6"));
  watch().added(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"a","name":"s","resourceVersion":"7"}})");
  world_.settle();
  EXPECT_EQ(text_of(sink_.store.list()), "a/s=7 a/x=5 a/y=6");
  EXPECT_EQ(sink_.store.get({"a", "x"}).bytes(),
            R"({"apiVersion":"v1","metadata":{"namespace":"a","name":"x","uid":"u","resourceVersion":"5"}})");
  EXPECT_EQ(status().undecodable, 1U) << "an object needs a name";
}

TEST_F(ReflectorTest, KnowsWhenDataLastCame)
{
  start_watching();
  const auto first = status().last_data;
  ASSERT_TRUE(first.has_value());
  world_.advance(seconds(30));
  EXPECT_EQ(status().last_data, first);
  watch().bookmark("6");
  world_.settle();
  EXPECT_EQ(*status().last_data - *first, seconds(30));
}

// --- stop: TestRunUntil, TestReflectorStopWatch, TestReflectorWatchStoppedBefore/After ---

TEST_F(ReflectorTest, StopsAtOnceWhileWatching)
{
  start_watching();
  stop();
  EXPECT_TRUE(ended_);
  EXPECT_TRUE(watch().closed());
  EXPECT_EQ(status().state, WatchState::stopped);
  EXPECT_EQ(world_.clock.next_due(), std::nullopt) << "no timer is left";
}

TEST_F(ReflectorTest, StopsAtOnceWhilePausing)
{
  transport_->on_list().always(refused());
  start();
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  stop();
  EXPECT_TRUE(ended_);
  EXPECT_EQ(world_.clock.next_due(), std::nullopt);
}

TEST_F(ReflectorTest, StoppedBeforeItStartsItAsksForNothing)
{
  stop_.request_stop();
  start();
  EXPECT_TRUE(ended_);
  EXPECT_EQ(transport_->count(), 0U);
}

// --- shards: KEP-5866 ---

TEST_F(ReflectorTest, AShardIsAskedForAndTheRestIsLeftOut)
{
  ReflectorOptions options = paged();
  options.shard = ShardSelector::of(ShardSelector::Field::namespace_, 0, 2);
  const auto mine = [&](const std::string& name) { return options.shard.matches(object_of(name, "x", "u", "3")); };
  ASSERT_TRUE(mine("one"));
  ASSERT_FALSE(mine("a"));
  transport_->on_list().always(list_answer("5", {json_of("a", "x", "u", "3"), json_of("one", "y", "v", "4")}));
  start(options);
  for (const auto& request : {transport_->last_list(), transport_->last_watch()}) {
    EXPECT_EQ(request.param("shardSelector"), options.shard.to_string());
  }
  watch().added(json_of("a", "later", "w", "6"));
  watch().added(json_of("one", "later", "w", "7"));
  world_.settle();
  EXPECT_EQ(text_of(sink_.store.list()), "one/later=7 one/y=4");
  EXPECT_EQ(status().undecodable, 0U);
  EXPECT_FALSE(status().sharded);
}

TEST_F(ReflectorTest, AServerThatShardsSaysSo)
{
  ReflectorOptions options = paged();
  options.shard = ShardSelector::of(ShardSelector::Field::uid, 1, 2);
  transport_->on_list().always([](const Request&) {
    HttpResponse answer = list_of("5", {});
    answer.body.replace(answer.body.find("\"metadata\":{"), 12, R"("metadata":{"shardInfo":{"selector":"s"},)");
    return answer;
  });
  start(options);
  EXPECT_TRUE(status().sharded);
}

// --- streaming lists: reflector_watchlist_test.go ---

class StreamListTest : public ReflectorTest {
protected:
  void start_streaming() { start(ReflectorOptions()); }
};

TEST_F(StreamListTest, SyncsAtTheEndBookmarkAndGoesOnWithTheSameStream)
{
  start_streaming();
  EXPECT_EQ(transport_->lists(), 0U);
  EXPECT_EQ(transport_->last_watch().param("sendInitialEvents"), "true");
  EXPECT_EQ(transport_->last_watch().param("resourceVersionMatch"), "NotOlderThan");
  EXPECT_EQ(transport_->last_watch().param("resourceVersion").value_or(""), "");
  watch().added(json_of("a", "x", "u", "7"));
  watch().added(json_of("a", "y", "v", "3"));
  watch().added(json_of("a", "z", "w", "4"));
  watch().modified(json_of("a", "y", "v", "8"));
  watch().deleted(json_of("a", "z", "w", "9"));
  watch().bookmark("8");
  world_.settle();
  EXPECT_EQ(status().state, WatchState::syncing);
  EXPECT_EQ(sink_.store.size(), 0U) << "nothing is seen before the end";
  watch().bookmark("9", true);
  watch().added(json_of("a", "later", "l", "10"));
  world_.settle();
  EXPECT_THAT(sink_.calls,
              ElementsAre("list_started", "initial a/x=7", "initial a/y=8", "list_done=9", "add a/later=10"));
  EXPECT_EQ(transport_->watches(), 1U);
  EXPECT_EQ(status().state, WatchState::streaming);
}

TEST_F(StreamListTest, TheWatchAfterItIsAPlainOne)
{
  start_streaming();
  watch().added(json_of("a", "x", "u", "7"));
  watch().bookmark("9", true);
  live_a_while();
  watch().end();
  world_.settle();
  EXPECT_EQ(transport_->watches(), 2U);
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "9");
  EXPECT_EQ(transport_->last_watch().param("sendInitialEvents"), std::nullopt);
  EXPECT_EQ(transport_->last_watch().param("resourceVersionMatch"), std::nullopt);
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=7");
}

TEST_F(StreamListTest, ABookmarkThatIsNotAnnotatedWithTrueDoesNotEndIt)
{
  start_streaming();
  watch().added(json_of("a", "x", "u", "7"));
  for (const char* value : {"false", "", "True", "1"}) {
    watch().line(
        R"({"type":"BOOKMARK","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"resourceVersion":"8",)"
        R"("annotations":{"k8s.io/initial-events-end":")" +
        std::string(value) + R"("}}}})");
    world_.settle();
    EXPECT_EQ(status().state, WatchState::syncing) << value;
  }
  watch().bookmark("9", true);
  world_.settle();
  EXPECT_THAT(sink_.calls, ElementsAre("list_started", "initial a/x=7", "list_done=9"));
}

TEST_F(StreamListTest, AfterItsEndTheStreamMayBeSilentForLongerThanTheListWasAllowedToTake)
{
  start_streaming();
  watch().added(json_of("a", "x", "u", "7"));
  watch().bookmark("7", true);
  world_.settle();
  world_.advance(seconds(60));
  watch().modified(json_of("a", "x", "u", "8"));
  world_.settle();
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=8");
  EXPECT_EQ(transport_->watches(), 1U);
  EXPECT_EQ(world_.lines->count({"warn"}), 0U);
}

TEST_F(StreamListTest, WithoutItsEndInTimeItIsReplacedByPagesForGood)
{
  start_streaming();
  watch().added(json_of("a", "x", "u", "7"));
  world_.advance(seconds(19));
  EXPECT_EQ(transport_->lists(), 0U);
  world_.advance(seconds(2));
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(reflector_->state(), Reflector::State::watching);
  EXPECT_EQ(world_.lines->count({"the streaming list did not complete in time"}), 1U);
  live_a_while();
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(transport_->lists(), 2U) << "remembered";
}

// An old server takes the request for a watch, which goes on for ever.
TEST_F(StreamListTest, EventsDoNotPutOffTheDeadlineOfItsEnd)
{
  start_streaming();
  for (int second = 0; second < 56; second += 4) {
    watch().modified(json_of("a", "x", "u", std::to_string(7 + second)));
    world_.advance(seconds(4));
    ASSERT_EQ(transport_->lists(), 0U) << "after " << second << " s";
  }
  watch().modified(json_of("a", "x", "u", "70"));
  world_.advance(seconds(5));
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(reflector_->state(), Reflector::State::watching);
  live_a_while();
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(transport_->lists(), 2U) << "remembered";
}

TEST_F(StreamListTest, ALongOneIsNotEndedWhileItIsNotSilent)
{
  start_streaming();
  for (int second = 0; second < 52; second += 13) {
    watch().added(json_of("a", "x" + std::to_string(second), "u", "7"));
    world_.advance(seconds(13));
  }
  watch().bookmark("7", true);
  world_.settle();
  EXPECT_EQ(transport_->lists(), 0U);
  EXPECT_EQ(sink_.store.size(), 4U);
}

TEST_F(StreamListTest, AServerThatRefusesItIsAskedForPagesForGood)
{
  transport_->on_watch().then(status_answer(422, "Invalid", "sendInitialEvents is forbidden for watch"));
  start_streaming();
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(reflector_->state(), Reflector::State::watching);
  live_a_while();
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(transport_->lists(), 2U);
}

TEST_F(StreamListTest, AnotherErrorMeansPagesThisTime)
{
  transport_->on_watch().then(status_answer(500, "InternalError", "oops"));
  start_streaming();
  EXPECT_EQ(transport_->lists(), 1U);
  live_a_while();
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(transport_->last_watch().param("sendInitialEvents"), "true");
}

TEST_F(StreamListTest, NothingIsLeftOfOneThatIsClosedAtOnceAndPagesFollowAfterAPause)
{
  start_streaming();
  watch().added(json_of("a", "half", "h", "7"));
  world_.settle();
  transport_->on_list().always(list_answer("9", {json_of("a", "x", "u", "8")}));
  watch().end();
  world_.settle();
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  EXPECT_EQ(status().state, WatchState::failing);
  world_.advance(milliseconds(1600));
  EXPECT_EQ(transport_->lists(), 1U);
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=8");
}

// A proxy, or a server that ignores sendInitialEvents and ends watches early.
TEST_F(StreamListTest, OneThatIsClosedOrBreaksOffBeforeItsEndIsReplacedByPages)
{
  for (const bool in_order : {true, false}) {
    const std::size_t lists = transport_->lists();
    start_streaming();
    watch().added(json_of("a", "half", "h", "7"));
    world_.advance(seconds(15));
    transport_->on_list().always(list_answer("9", {json_of("a", "x", "u", "8")}));
    if (in_order) {
      watch().end();
    } else {
      watch().break_off(TransportErrc::truncated);
    }
    world_.settle();
    EXPECT_EQ(transport_->lists(), lists + 1) << "at once";
    EXPECT_EQ(text_of(sink_.store.list()), "a/x=8");
    EXPECT_EQ(reflector_->state(), Reflector::State::watching);
    EXPECT_EQ(world_.lines->count({"before the list was complete"}), 1U) << "otherwise that it broke off";
    live_a_while();
    EXPECT_EQ(status().state, WatchState::streaming);
    watch().error(410, "Expired");
    world_.settle();
    EXPECT_EQ(transport_->last_watch().param("sendInitialEvents"), "true") << "the next list is streamed again";
    stop();
    stop_ = std::stop_source();
  }
}

// kube-rs: initial_watch_410_before_bookmark.
TEST_F(StreamListTest, ItIsBegunCleanAndWithoutAVersionWhenItExpiresBeforeItsEnd)
{
  start_streaming();
  watch().added(json_of("a", "x", "u", "7"));
  watch().bookmark("7", true);
  live_a_while();
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(transport_->last_watch().param("resourceVersion"), "7");
  EXPECT_EQ(reflector_->state(), Reflector::State::receiving_stream_list);
  watch().added(json_of("a", "half", "h", "8"));
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(transport_->watches(), 3U) << "at once";
  EXPECT_EQ(transport_->last_watch().param("sendInitialEvents"), "true");
  EXPECT_EQ(transport_->last_watch().param("resourceVersion").value_or(""), "");
  EXPECT_EQ(text_of(sink_.store.list()), "a/x=7") << "kept until a list is complete";
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting) << "a server that expires everything is not hammered";
  world_.advance(milliseconds(1600));
  watch().added(json_of("a", "y", "v", "9"));
  watch().bookmark("10", true);
  world_.settle();
  EXPECT_EQ(text_of(sink_.store.list()), "a/y=9");
  EXPECT_EQ(transport_->lists(), 0U);
}

TEST_F(StreamListTest, RetriesTooManyRequestsWithoutPages)
{
  transport_->on_watch().then(status_answer(429, "TooManyRequests", "slow down"));
  start_streaming();
  EXPECT_EQ(reflector_->state(), Reflector::State::waiting);
  world_.advance(milliseconds(1600));
  EXPECT_EQ(transport_->lists(), 0U);
  EXPECT_EQ(reflector_->state(), Reflector::State::receiving_stream_list);
}

TEST_F(StreamListTest, StopsAtOnceInItsMiddle)
{
  start_streaming();
  watch().added(json_of("a", "x", "u", "7"));
  stop();
  EXPECT_TRUE(ended_);
  EXPECT_EQ(sink_.store.size(), 0U);
  EXPECT_EQ(world_.clock.next_due(), std::nullopt);
}

}  // namespace
}  // namespace kubexx::informer_test
