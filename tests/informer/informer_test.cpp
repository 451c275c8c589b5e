// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/informer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <stdexcept>

#include "kubexx/testing/recording_metrics.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Request = ScriptedRequest;
using Calls = std::shared_ptr<std::vector<std::string>>;

// What the informer measures, without the client's series.
std::vector<std::string> series_of(const testing::RecordingMetrics& metrics)
{
  auto all = metrics.series();
  std::erase_if(all, [](const std::string& series) { return series.starts_with("rest_client_"); });
  return all;
}

// The label "name" of the informer's series.
std::string name_in(const testing::RecordingMetrics& metrics)
{
  static const std::string before = "name=\"";
  for (const auto& series : series_of(metrics)) {
    if (!series.starts_with("reflector_lists_total{")) continue;
    const auto begin = series.find(before) + before.size();
    return series.substr(begin, series.find('"', begin) - begin);
  }
  return "no series";
}

MetricLabels labels_named(const std::string& name)
{
  return {{"name", name}, {"group", ""}, {"version", "v1"}, {"resource", "configmaps"}};
}

class InformerTest : public ::testing::Test {
protected:
  SharedInformer make(InformerOptions options = {})
  {
    options.stream_list = false;
    return SharedInformer(Client(world_.runtime, transport_), config_maps(), std::move(options));
  }
  void serve(std::string version, std::vector<std::string> items)
  {
    transport_->on_list().always([=](const Request&) { return list_of(version, items); });
  }
  void start(const SharedInformer& informer)
  {
    informer.start();
    world_.settle();
  }
  void stop(const SharedInformer& informer) { world_.run(informer.async_stop()); }
  WatchScript& watch() { return transport_->script; }
  static Calls calls() { return std::make_shared<std::vector<std::string>>(); }

  World world_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
};

TEST_F(InformerTest, StoresAndTellsWhatTheServerHas)
{
  serve("5", {json_of("a", "x", "u", "3")});
  const auto informer = make();
  const Calls seen = calls();
  const auto handler = informer.add_handler(recorder(seen));
  EXPECT_FALSE(informer.has_synced());
  EXPECT_FALSE(handler->has_synced());
  start(informer);
  EXPECT_TRUE(informer.has_synced());
  EXPECT_TRUE(handler->has_synced());
  EXPECT_EQ(text_of(informer.store().list()), "a/x=3");
  watch().modified(json_of("a", "x", "u", "6"));
  watch().added(json_of("a", "y", "v", "7"));
  world_.settle();
  watch().deleted(json_of("a", "x", "u", "8"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/y=7");
  EXPECT_THAT(*seen, ElementsAre("initial a/x=3", "update a/x=3>6", "add a/y=7", "delete a/x=8"));
  stop(informer);
}

// TestStateSharedInformer, and that starting twice is starting once.
TEST_F(InformerTest, StartsOnceAndStopsForGood)
{
  const auto informer = make();
  EXPECT_EQ(informer.status().state, WatchState::idle);
  start(informer);
  start(informer);
  EXPECT_EQ(transport_->watches(), 1U);
  EXPECT_EQ(informer.status().state, WatchState::streaming);
  stop(informer);
  EXPECT_EQ(informer.status().state, WatchState::stopped);
  EXPECT_TRUE(watch().closed());
  start(informer);
  EXPECT_EQ(transport_->watches(), 1U);
  stop(informer);
}

TEST_F(InformerTest, TheLastHandleEndsTheWatch)
{
  {
    const auto informer = make();
    const auto copy = informer;  // NOLINT: a second handle is the point
    start(informer);
    EXPECT_FALSE(watch().closed());
  }
  world_.settle();
  EXPECT_TRUE(watch().closed());
  EXPECT_EQ(world_.clock.next_due(), std::nullopt);
}

// --- handlers come and go ---

// TestAddWhileActive
TEST_F(InformerTest, ALateHandlerGetsEveryStoredObjectFirst)
{
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  const auto informer = make();
  start(informer);
  const Calls seen = calls();
  const auto handler = informer.add_handler(recorder(seen));
  EXPECT_FALSE(handler->has_synced()) << "nothing was delivered yet";
  EXPECT_EQ(handler->pending(), 2U);
  watch().added(json_of("a", "z", "w", "6"));
  world_.settle();
  EXPECT_THAT(*seen, ElementsAre("initial a/x=3", "initial a/y=4", "add a/z=6"));
  EXPECT_TRUE(handler->has_synced());
  stop(informer);
}

TEST_F(InformerTest, AHandlerHasSyncedOnlyAfterItsLastInitialItem)
{
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  const auto informer = make();
  std::vector<bool> synced;
  HandlerRegistration* registration = nullptr;
  EventHandler handler;
  handler.on_add = [&](const Object&, bool) { synced.push_back(registration->has_synced()); };
  const auto owner = informer.add_handler(handler);
  registration = owner.get();
  start(informer);
  EXPECT_THAT(synced, ElementsAre(false, false));
  EXPECT_TRUE(registration->has_synced());
  EXPECT_TRUE(world_.run(owner->async_wait_synced({})));
  stop(informer);
}

// TestSharedInformerMultipleRegistration, TestSharedInformerRemoveHandler, TestRemoveWhileActive
TEST_F(InformerTest, HandlersAreIndependentAndGoOneByOne)
{
  const auto informer = make();
  start(informer);
  const Calls seen = calls();
  auto first = informer.add_handler(recorder(seen));
  auto second = informer.add_handler(recorder(seen));
  watch().added(json_of("a", "x", "u", "6"));
  world_.settle();
  EXPECT_THAT(*seen, ElementsAre("add a/x=6", "add a/x=6"));
  first.reset();
  seen->clear();
  watch().modified(json_of("a", "x", "u", "7"));
  world_.settle();
  EXPECT_THAT(*seen, ElementsAre("update a/x=6>7"));
  second.reset();
  seen->clear();
  watch().modified(json_of("a", "x", "u", "8"));
  world_.settle();
  EXPECT_THAT(*seen, IsEmpty());
  stop(informer);
}

TEST_F(InformerTest, AHandlerMayRemoveItself)
{
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  const auto informer = make();
  int count = 0;
  std::unique_ptr<HandlerRegistration> registration;
  EventHandler handler;
  handler.on_add = [&](const Object&, bool) {
    ++count;
    registration.reset();
  };
  registration = informer.add_handler(handler);
  start(informer);
  EXPECT_EQ(count, 1);
  stop(informer);
}

TEST_F(InformerTest, AHandlerMayAddAnother)
{
  serve("5", {json_of("a", "x", "u", "3")});
  const auto informer = make();
  const Calls seen = calls();
  std::unique_ptr<HandlerRegistration> inner;
  EventHandler handler;
  handler.on_add = [&](const Object&, bool) { inner = informer.add_handler(recorder(seen)); };
  const auto outer = informer.add_handler(handler);
  start(informer);
  EXPECT_THAT(*seen, ElementsAre("initial a/x=3"));
  EXPECT_TRUE(inner->has_synced());
  stop(informer);
}

// TestAddOnStoppedSharedInformer, TestRemoveOnStoppedSharedInformer
TEST_F(InformerTest, ANegativePageIsRefusedAtOnce)
{
  InformerOptions options;
  options.page_size = -1;
  EXPECT_THROW(SharedInformer(Client(world_.runtime, transport_), config_maps(), options), std::invalid_argument);
}

TEST_F(InformerTest, AfterTheEndHandlersCanOnlyGo)
{
  const auto informer = make();
  auto handler = informer.add_handler({});
  start(informer);
  stop(informer);
  EXPECT_THROW((void)informer.add_handler({}), std::logic_error);
  handler.reset();
}

TEST_F(InformerTest, AHandlerOutlivesTheHandles)
{
  std::unique_ptr<HandlerRegistration> handler;
  {
    const auto informer = make();
    handler = informer.add_handler({});
    start(informer);
  }
  world_.settle();
  EXPECT_EQ(handler->pending(), 0U);
  handler.reset();
}

// TestShutdown: before it ran, with a handler, never started.
TEST_F(InformerTest, StopsWithoutEverHavingStarted)
{
  const auto informer = make();
  const auto handler = informer.add_handler({});
  stop(informer);
  EXPECT_FALSE(world_.run(informer.async_wait_synced({})));
  EXPECT_FALSE(world_.run(handler->async_wait_synced({})));
  start(informer);
  EXPECT_EQ(transport_->count(), 0U);
}

TEST_F(InformerTest, StopDropsWhatWaitsForHandlers)
{
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  const auto informer = make();
  start(informer);
  const Calls seen = calls();
  const auto handler = informer.add_handler(recorder(seen));
  informer.request_stop();
  world_.settle();
  EXPECT_THAT(*seen, IsEmpty());
  EXPECT_EQ(handler->pending(), 0U);
  EXPECT_FALSE(handler->has_synced());
}

// --- outages ---

// TestSharedInformerWatchDisruption
TEST_F(InformerTest, WhatWasMissedInAnOutageIsDeliveredAfterTheRelist)
{
  serve("5", {json_of("a", "kept", "k", "1"), json_of("a", "changed", "c", "2"), json_of("a", "gone", "g", "3"),
              json_of("a", "again", "old", "4")});
  const auto informer = make();
  const Calls seen = calls();
  const auto handler = informer.add_handler(recorder(seen));
  start(informer);
  seen->clear();
  world_.advance(seconds(2));
  serve("20", {json_of("a", "kept", "k", "1"), json_of("a", "changed", "c", "12"), json_of("a", "born", "b", "13"),
               json_of("a", "again", "new", "15")});
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_THAT(
      *seen, ElementsAre("lost a/gone=3", "lost a/again=4", "add a/again=15", "add a/born=13", "update a/changed=2>12"))
      << "and nothing for the object that did not change";
  stop(informer);
}

// etcd was restored from a backup: the server's versions begin again before ours, and so do the objects.
TEST_F(InformerTest, AfterARestoreTheServerIsRightAlsoAboutOwnWrites)
{
  serve("100", {json_of("a", "x", "u", "90"), json_of("a", "later", "l", "95")});
  const auto informer = make();
  const Calls seen = calls();
  const auto handler = informer.add_handler(recorder(seen));
  start(informer);
  seen->clear();
  world_.advance(seconds(2));
  informer.wrote(object_of("a", "mine", "m", "105"));
  informer.wrote(object_of("a", "x", "u", "106"));
  informer.deleted({"a", "later"}, "l");
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/mine=105 a/x=106");
  EXPECT_EQ(informer.pending_writes(), 3U);
  serve("50", {json_of("a", "x", "u", "40"), json_of("a", "later", "l", "45")});
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/later=45 a/x=40");
  EXPECT_EQ(informer.pending_writes(), 0U);
  EXPECT_EQ(informer.store().resource_version(), "50");
  EXPECT_THAT(*seen, ElementsAre("add a/mine=105", "update a/x=90>106", "delete a/later=95", "lost a/mine=105",
                                 "add a/later=45", "update a/x=106>40"));
  watch().modified(json_of("a", "x", "u", "51"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/later=45 a/x=51") << "and it goes on from there";
  stop(informer);
}

TEST_F(InformerTest, ReadersNeverSeeAHalfList)
{
  const auto informer = make();
  start(informer);
  watch().added(json_of("a", "x", "u", "6"));
  world_.advance(seconds(2));
  std::string during;
  transport_->on_list()
      .then([](const Request&) { return list_of("9", {json_of("a", "y", "v", "8")}, "more"); })
      .then([&](const Request&) {
        during = text_of(informer.store().list());
        return list_of("9", {json_of("a", "z", "w", "7")});
      });
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(during, "a/x=6");
  EXPECT_EQ(text_of(informer.store().list()), "a/y=8 a/z=7");
  stop(informer);
}

// user-wants.md 3: a relist shares what did not change with what is stored.
TEST_F(InformerTest, ARelistKeepsUnchangedObjects)
{
  serve("5", {json_of("a", "x", "u", "3")});
  const auto informer = make();
  start(informer);
  const Object before = informer.store().get({"a", "x"});
  world_.advance(seconds(2));
  watch().error(410, "Expired");
  world_.settle();
  EXPECT_EQ(informer.status().relists, 1U);
  const Object after = informer.store().get({"a", "x"});
  EXPECT_EQ(after.bytes().data(), before.bytes().data());
  stop(informer);
}

// --- folding, seen from outside ---

TEST_F(InformerTest, AHandlerThatLagsGetsOneEventPerObject)
{
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "old", "o", "4")});
  const auto informer = make();
  const Calls seen = calls();
  std::function<void()> during_first;
  EventHandler handler = recorder(seen);
  handler.on_add = [&, add = handler.on_add](const Object& object, bool initial) {
    add(object, initial);
    if (auto once = std::exchange(during_first, nullptr)) once();
  };
  const auto registration = informer.add_handler(handler);
  start(informer);
  seen->clear();
  // The reflector and the handler share this thread: the burst is in the store before the handler runs again.
  for (int version = 6; version < 60; ++version) watch().modified(json_of("a", "x", "u", std::to_string(version)));
  watch().deleted(json_of("a", "old", "o", "60"));
  watch().added(json_of("a", "old", "new", "61"));
  watch().added(json_of("a", "brief", "b", "62"));
  watch().deleted(json_of("a", "brief", "b", "63"));
  world_.context.restart();
  std::size_t most = 0;
  while (world_.context.poll_one() != 0) most = std::max(most, registration->pending());
  EXPECT_LE(most, 4U);
  ASSERT_FALSE(seen->empty());
  EXPECT_EQ(seen->back(), "add a/old=61") << ::testing::PrintToString(*seen);
  stop(informer);
}

TEST_F(InformerTest, KeepsManagedFieldsOnlyWhenAsked)
{
  std::string json = json_of("a", "x", "u", "3");
  json.insert(json.find("\"uid\""), R"("managedFields":[{"manager":"kubectl"}],)");
  for (const bool keep : {false, true}) {
    serve("5", {json});
    InformerOptions options;
    options.keep_managed_fields = keep;
    const auto informer = make(options);
    start(informer);
    const auto held = [&] { return bool(informer.store().get({"a", "x"}).at("/metadata/managedFields")); };
    EXPECT_EQ(held(), keep);
    std::string changed = json;
    changed.replace(changed.find("\"3\""), 3, "\"6\"");
    watch().modified(changed);
    world_.settle();
    EXPECT_EQ(informer.store().get({"a", "x"}).resource_version(), "6");
    EXPECT_EQ(held(), keep);
    stop(informer);
  }
}

// --- waiting ---

TEST_F(InformerTest, WaitsForTheFirstListOrTheStop)
{
  transport_->on_list().always([](const Request&) -> HttpResponse { refuse(); });
  const auto informer = make();
  start(informer);
  std::optional<bool> synced;
  std::optional<bool> gave_up;
  std::stop_source patience;
  struct Waiter {
    static awaitable<void> run(SharedInformer watched, std::stop_token stop, std::optional<bool>& result)
    {
      result = co_await watched.async_wait_synced(stop);
    }
  };
  spawn(world_.runtime.executor, Waiter::run(informer, {}, synced));
  spawn(world_.runtime.executor, Waiter::run(informer, patience.get_token(), gave_up));
  world_.advance(seconds(10));
  EXPECT_FALSE(synced.has_value());
  patience.request_stop();
  world_.settle();
  EXPECT_EQ(gave_up, false);
  serve("5", {});
  world_.advance(minutes(1));
  EXPECT_EQ(synced, true);
  stop(informer);
}

// TestSharedInformerErrorHandling
TEST_F(InformerTest, ItsStatusSaysWhyItDoesNotSync)
{
  transport_->on_list().always([](const Request&) { return testing::status_response(403, "Forbidden", "no"); });
  const auto informer = make();
  start(informer);
  EXPECT_FALSE(informer.has_synced());
  EXPECT_EQ(informer.status().state, WatchState::failing);
  EXPECT_THAT(informer.status().last_error, HasSubstr("cannot list configmaps"));
  stop(informer);
}

// --- observer, index, metrics ---

TEST_F(InformerTest, TheObserverSeesEveryDeltaInOrderWithTheStore)
{
  serve("5", {json_of("a", "x", "u", "3")});
  std::vector<std::string> deltas;
  const Store* store = nullptr;
  InformerOptions options;
  options.observer = [&](const Delta& delta) {
    deltas.push_back(text_of(delta));
    if (delta.type == Delta::Type::applied) {
      EXPECT_TRUE(same_version(store->get(delta.object.key()), delta.object));
    }
  };
  const auto informer = make(options);
  store = &informer.store();
  start(informer);
  watch().modified(json_of("a", "x", "u", "6"));
  watch().deleted(json_of("a", "x", "u", "7"));
  world_.settle();
  EXPECT_THAT(deltas, ElementsAre("list_started", "initial a/x=3", "list_done=5", "update a/x=3>6", "delete a/x=7"));
  stop(informer);
}

TEST_F(InformerTest, AnObserverThatThrowsTakesNoDeltaFromTheHandlersAndNoSync)
{
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  testing::RecordingMetrics metrics;
  world_.runtime.metrics = &metrics;
  std::size_t deltas = 0;
  InformerOptions options;
  options.observer = [&](const Delta& delta) {
    ++deltas;
    if (delta.object && delta.object.name() == "y") throw 7;  // NOLINT: users do such things
    throw std::runtime_error("no luck");
  };
  const auto informer = make(options);
  const Calls one = calls(), other = calls();
  const auto first = informer.add_handler(recorder(one)), second = informer.add_handler(recorder(other));
  std::optional<bool> woken;
  spawn(world_.context.get_executor(), [](SharedInformer of, auto& answer) -> awaitable<void> {
    answer = co_await of.async_wait_synced({});
  }(informer, woken));
  start(informer);
  EXPECT_TRUE(informer.has_synced());
  EXPECT_EQ(woken, true);
  EXPECT_TRUE(first->has_synced());
  watch().deleted(json_of("a", "x", "u", "6"));
  world_.settle();
  EXPECT_THAT(*one, ElementsAre("initial a/x=3", "initial a/y=4", "delete a/x=6"));
  EXPECT_EQ(*one, *other);
  EXPECT_EQ(deltas, 5U);
  EXPECT_EQ(metrics.value("kubexx_informer_handler_errors_total", labels_named("")), 5);
  EXPECT_EQ(transport_->lists(), 1U) << "it is no failure of the watch";
  EXPECT_EQ(world_.lines->count({"error the observer threw: it is not called again with this delta kind=ConfigMap "
                                 "key=a/x error=no luck"}),
            2U);
  EXPECT_EQ(world_.lines->count({"key=a/y error=an exception that is not a std::exception"}), 1U);
  stop(informer);
}

TEST_F(InformerTest, ABurstOnTheWatchAloneLosesNoTransition)
{
  serve("5", {json_of("a", "x", "u", "3")});
  const auto informer = make();
  std::size_t transitions = 0;
  bool lost = false;
  EventHandler handler;
  handler.on_event = [&](const ObjectEvent& event) {
    transitions += event.transitions.size();
    lost = lost || event.transitions_lost;
  };
  const auto registration = informer.add_handler(handler);
  start(informer);
  for (int version = 6; version < 306; ++version) {
    watch().modified(json_of("a", "x", "u", std::to_string(version)));
  }
  world_.settle();
  EXPECT_EQ(transitions, 301U);
  EXPECT_FALSE(lost) << "a controller would queue every key whenever a watch comes back after a while";
  stop(informer);
}

// TestIndexer
TEST_F(InformerTest, AnIndexMayBeAddedWhileItRuns)
{
  serve("5", {json_of("a", "x", "u", "3", R"({"owner":"foo"})"), json_of("b", "y", "v", "4", R"({"owner":"bar"})")});
  const auto informer = make();
  start(informer);
  informer.add_index("owner", [](const Object& object) { return std::vector{object.label("owner").value_or("")}; });
  EXPECT_TRUE(informer.has_index("owner"));
  EXPECT_EQ(text_of(informer.store().by_index("owner", "bar")), "b/y=4");
  watch().modified(json_of("b", "y", "v", "6", R"({"owner":"foo"})"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().by_index("owner", "foo")), "a/x=3 b/y=6");
  EXPECT_THAT(informer.store().by_index("owner", "bar"), IsEmpty());
  stop(informer);
}

TEST_F(InformerTest, AnIndexFunctionThatThrowsLeavesThatObjectOutOfTheIndexAlone)
{
  serve("5", {json_of("a", "bad", "u", "3"), json_of("a", "good", "v", "4")});
  InformerOptions options;
  const IndexFunction picky = [](const Object& object) -> std::vector<std::string> {
    if (object.name() == "bad") throw std::runtime_error("bad object");
    return {"all"};
  };
  options.indexes.emplace_back("picky", picky);
  const auto informer = make(options);
  const Calls seen = calls();
  const auto handler = informer.add_handler(recorder(seen));
  start(informer);
  informer.add_index("later", picky);
  watch().modified(json_of("a", "bad", "u", "6"));
  watch().modified(json_of("a", "good", "v", "7"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/bad=6 a/good=7");
  EXPECT_EQ(text_of(informer.store().by_index("picky", "all")), "a/good=7");
  EXPECT_EQ(text_of(informer.store().by_index("later", "all")), "a/good=7");
  EXPECT_EQ(seen->size(), 4U);
  watch().deleted(json_of("a", "bad", "u", "8"));
  world_.settle();
  EXPECT_EQ(text_of(informer.store().list()), "a/good=7");
  EXPECT_EQ(world_.lines->count({"an index function threw"}), 2U) << "once for an index";
  EXPECT_EQ(world_.lines->count({"bad object"}), 2U);
  EXPECT_GT(informer.status().function_failures, 2U);
  EXPECT_EQ(informer.status().state, WatchState::streaming);
  stop(informer);
}

TEST_F(InformerTest, MeasuresStoreQueueAndWatch)
{
  testing::RecordingMetrics metrics;
  world_.runtime.metrics = &metrics;
  serve("5", {json_of("a", "x", "u", "3")});
  {
    InformerOptions options;
    options.namespaces = {"a"};
    const auto informer = make(options);
    EventHandler handler;
    handler.on_add = [](const Object&, bool) { throw std::runtime_error("no luck"); };
    start(informer);
    const auto read = [&](const char* name) { return metrics.value(name, labels_named("namespace=a")); };
    const auto registration = informer.add_handler(handler);
    EXPECT_EQ(read("informer_queued_items"), 1);
    world_.advance(seconds(7));
    EXPECT_EQ(read("informer_queued_items"), 0);
    EXPECT_EQ(read("informer_store_resource_version"), 5);
    EXPECT_EQ(read("kubexx_informer_store_objects"), 1);
    EXPECT_EQ(read("kubexx_informer_store_bytes"), static_cast<double>(informer.store().memory()));
    EXPECT_EQ(read("kubexx_informer_index_bytes"), 0);
    informer.add_index("all", [](const Object&) { return std::vector<std::string>{"all"}; });
    EXPECT_GT(read("kubexx_informer_index_bytes").value(), 0);
    EXPECT_EQ(read("kubexx_informer_index_bytes"), static_cast<double>(informer.store().index_memory()));
    EXPECT_EQ(read("kubexx_informer_store_peak_bytes"), static_cast<double>(informer.store().get({"a", "x"}).memory()));
    EXPECT_EQ(read("reflector_lists_total"), 1);
    EXPECT_EQ(read("kubexx_informer_relists_total"), 0);
    EXPECT_EQ(read("reflector_watches_total"), 1);
    EXPECT_EQ(read("kubexx_informer_events_total"), 1);
    EXPECT_EQ(read("kubexx_informer_failing"), 0);
    EXPECT_EQ(read("kubexx_informer_last_data_age_seconds"), 7);
    EXPECT_EQ(read("kubexx_informer_handler_errors_total"), 1);
    stop(informer);
    EXPECT_EQ(read("informer_queued_items"), std::nullopt);
    EXPECT_EQ(read("kubexx_informer_store_objects"), std::nullopt);
  }
  world_.runtime.metrics = nullptr;
}

TEST_F(InformerTest, MetricsTellMetadataFromWholeObjects)
{
  testing::RecordingMetrics metrics;
  world_.runtime.metrics = &metrics;
  const auto name_of = [&](InformerOptions options) {
    options.metadata_only = true;
    const auto informer = make(std::move(options));
    return name_in(metrics);
  };
  EXPECT_EQ(name_of({}), "metadata");
  InformerOptions selected;
  selected.label_selector = "app=web";
  EXPECT_EQ(name_of(selected), "labels=app=web;metadata");
  selected.name = "cluster=east";
  EXPECT_EQ(name_of(selected), "cluster=east;metadata");
  world_.runtime.metrics = nullptr;
}

TEST_F(InformerTest, MetricsTellInformersApartAsASetDoes)
{
  testing::RecordingMetrics metrics;
  world_.runtime.metrics = &metrics;
  const auto name_of = [&](const InformerOptions& options) {
    const auto informer = make(options);
    return name_in(metrics);
  };
  InformerOptions first, second, transformed, managed;
  first.shard = ShardSelector::of(ShardSelector::Field::uid, 0, 2);
  second.shard = ShardSelector::of(ShardSelector::Field::uid, 1, 2);
  transformed.transform_name = "small";
  transformed.transform = [](const Object& object) { return object; };
  managed.keep_managed_fields = true;
  EXPECT_EQ(name_of(first), "shard=" + first.shard.to_string());
  EXPECT_NE(name_of(first), name_of(second));
  EXPECT_EQ(name_of(transformed), "transform=small");
  EXPECT_EQ(name_of(managed), "managedFields");
  first.name = second.name = "mine";
  EXPECT_NE(name_of(first), name_of(second));
  world_.runtime.metrics = nullptr;
}

TEST_F(InformerTest, TheSeriesOfAnInformerThatIsGoneAreRemoved)
{
  testing::RecordingMetrics metrics;
  world_.runtime.metrics = &metrics;
  serve("5", {json_of("a", "x", "u", "3")});
  for (int number = 0; number < 3; ++number) {
    InformerOptions options;
    options.field_selector = "metadata.name=x" + std::to_string(number);
    auto informer = std::make_optional(make(options));
    const auto another = make(options);
    start(*informer);
    start(another);
    const auto shared = series_of(metrics);
    EXPECT_GT(shared.size(), 10U);
    informer.reset();
    world_.settle();
    EXPECT_EQ(series_of(metrics), shared) << "the other one has the same series";
    stop(another);
    EXPECT_THAT(series_of(metrics), IsEmpty());
  }
  world_.runtime.metrics = nullptr;
}

TEST_F(InformerTest, MeasuresListsAndWatches)
{
  testing::RecordingMetrics metrics;
  world_.runtime.metrics = &metrics;
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  {
    const auto informer = make();
    start(informer);
    const auto count = [&](const char* name) { return metrics.value(name, labels_named("")); };
    const auto observed = [&](const char* name) { return metrics.observations(name, labels_named("")).value(); };
    EXPECT_THAT(observed("reflector_items_per_list"), ElementsAre(2));
    EXPECT_THAT(observed("reflector_list_duration_seconds"), ElementsAre(0));
    watch().line(R"({"type":"SURPRISE","object":{}})");
    watch().added(json_of("a", "z", "", "6"));
    watch().bookmark("7");
    world_.advance(seconds(20));
    EXPECT_EQ(count("kubexx_informer_undecodable_total"), 1);
    EXPECT_EQ(count("kubexx_informer_unidentified_total"), 1);
    EXPECT_EQ(count("kubexx_informer_duplicates_total"), 0);
    watch().end();
    world_.settle();
    EXPECT_THAT(observed("reflector_watch_duration_seconds"), ElementsAre(20));
    EXPECT_THAT(observed("reflector_items_per_watch"), ElementsAre(2));
    EXPECT_EQ(count("reflector_watches_total"), 2);
    EXPECT_EQ(count("reflector_short_watches_total"), 0);
    EXPECT_EQ(count("kubexx_informer_failures_total"), 0);
    watch().end();
    world_.advance(seconds(2));
    EXPECT_EQ(count("reflector_short_watches_total"), 1);
    EXPECT_EQ(count("kubexx_informer_failures_total"), 1);
    EXPECT_EQ(count("reflector_watches_total"), 3);
    serve("9", {json_of("a", "x", "u", "3"), json_of("a", "x", "u", "8")});
    watch().error(410, "Expired");
    world_.advance(seconds(2));
    EXPECT_EQ(count("reflector_lists_total"), 2);
    EXPECT_EQ(count("kubexx_informer_relists_total"), 1);
    EXPECT_EQ(count("kubexx_informer_duplicates_total"), 1);
    stop(informer);
  }
  world_.runtime.metrics = nullptr;
}

TEST_F(InformerTest, NamesTheHandlerThatLags)
{
  serve("5", {json_of("a", "x", "u", "3")});
  const auto informer = make();
  EventHandler failing;
  failing.name = "failing";
  failing.retry = true;
  failing.on_event = [](const ObjectEvent&) { throw std::runtime_error("no luck"); };
  EventHandler quick;
  quick.name = "quick";
  Duration seen{};
  quick.on_update = [&](const Object&, const Object&) {
    seen = informer.handlers().at(1).calling.value_or(seconds(-1));
  };
  const auto first = informer.add_handler(failing);
  const auto second = informer.add_handler(quick);
  start(informer);
  world_.advance(seconds(3));
  auto handlers = informer.handlers();
  ASSERT_EQ(handlers.size(), 2U);
  EXPECT_EQ(handlers[0].name, "failing");
  EXPECT_EQ(handlers[0].pending, 1U);
  EXPECT_EQ(handlers[0].oldest, seconds(3));
  EXPECT_FALSE(handlers[0].calling);
  EXPECT_EQ(handlers[1].name, "quick");
  EXPECT_EQ(handlers[1].pending, 0U);
  EXPECT_EQ(handlers[1].oldest, Duration::zero());
  watch().modified(json_of("a", "x", "u", "6"));
  world_.settle();
  EXPECT_EQ(seen, Duration::zero()) << "during the call";
  EXPECT_EQ(second->status().name, "quick");
  stop(informer);
}

// client-go's RemoveEventHandler beside ShutDownEventHandler.
TEST_F(InformerTest, AHandlerIsRemovedWithoutWaiting)
{
  serve("5", {json_of("a", "x", "u", "3")});
  const auto informer = make();
  const auto calls = std::make_shared<std::vector<std::string>>();
  auto registration = informer.add_handler(recorder(calls));
  start(informer);
  registration->remove();
  registration->remove();
  EXPECT_TRUE(informer.handlers().empty());
  watch().modified(json_of("a", "x", "u", "6"));
  world_.settle();
  EXPECT_THAT(*calls, ElementsAre("initial a/x=3"));
  registration.reset();
  stop(informer);
}

}  // namespace
}  // namespace kubexx::informer_test
