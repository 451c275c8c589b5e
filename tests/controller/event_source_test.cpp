// SPDX-License-Identifier: Apache-2.0
// From an object's changes to keys in the queue, over a scripted watch. A burst of events is read before the handler
// runs once, which is what a slow handler has to cope with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/base/task_pool.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "sources/event_source.hpp"
#include "support.hpp"

namespace kubexx {
namespace {

using informer_test::json_of;
using informer_test::list_of;
using informer_test::paged;
using informer_test::ScriptedRequest;
using informer_test::ScriptedServer;
using informer_test::WatchScript;
using informer_test::World;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const ResourceType kConfigMaps{"", "v1", "ConfigMap", "configmaps", Scope::namespaced};
const ResourceType kSecrets{"", "v1", "Secret", "secrets", Scope::namespaced};

const auto kNoCaches = std::make_shared<const CacheReader>(nullptr);

std::string labels(const std::map<std::string, std::string>& values)
{
  std::string text;
  for (const auto& [name, value] : values) text += (text.empty() ? "\"" : ",\"") + name + "\":\"" + value + "\"";
  return "{" + text + "}";
}

std::string owned_by(const std::string& owner)
{
  return labels({{"owner", owner}});
}

// The key that the label "owner" names.
std::vector<Request> map_by_label(const Object& object)
{
  const std::string owner(object.label("owner").value_or(""));
  if (owner.empty()) return {};
  return {Request(ObjectKey{"a", owner})};
}

// One controller that watches Secrets, played by the test, and reconciles ConfigMaps.
class Source {
public:
  explicit Source(Mapper map, std::vector<Predicate> predicates = {}, std::vector<std::string> config_maps = {})
  {
    transport->on_list().always([config_maps](const ScriptedRequest& request) {
      const bool of_own = request.target.find("/configmaps") != std::string::npos;
      return list_of("1", of_own ? config_maps : std::vector<std::string>());
    });
    transport->on_watch().always([this](const ScriptedRequest& request) {
      const bool of_own = request.target.find("/configmaps") != std::string::npos;
      if (of_own) return testing::stream_response(WatchScript());
      script = WatchScript();
      return testing::stream_response(script);
    });
    if (!config_maps.empty()) {
      own = SharedInformer(client, kConfigMaps, paged());
      controller.watch(KindCache(*own), map_to_itself());
    }
    watch = controller.watch(KindCache(secrets), std::move(map), std::move(predicates));
    controller.start();
    secrets.start();
    if (own) own->start();
    settle();
    keys.clear();
  }
  ~Source()
  {
    const SteadyTime now = world.clock.now();
    (void)world.run(controller.async_stop({now, now}));
    world.run(secrets.async_stop());
    if (own) world.run(own->async_stop());
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  void settle() { world.settle(); }
  // The keys queued since the last call, each once.
  std::vector<std::string> queued()
  {
    settle();
    return taken();
  }
  std::vector<std::string> taken()
  {
    const auto all = std::exchange(keys, {});
    return {all.begin(), all.end()};
  }
  // Events of the object "s"; each gets the next version.
  void added(const std::string& with, const std::string& uid = "u") { script.added(json("s", uid, with)); }
  void modified(const std::string& with, const std::string& uid = "u") { script.modified(json("s", uid, with)); }
  void deleted(const std::string& with, const std::string& uid = "u") { script.deleted(json("s", uid, with)); }
  std::string json(const std::string& name, const std::string& uid, const std::string& with)
  {
    std::string text = json_of("a", name, uid, std::to_string(++version), with);
    text.replace(text.find("ConfigMap"), 9, "Secret");
    return text;
  }
  [[nodiscard]] std::string metric(const std::string& name) const
  {
    const std::string text = "\n" + metrics.text();
    const std::string series = "\n" + name + R"({controller="c"} )";
    const auto at = text.find(series);
    return at == std::string::npos ? "none"
                                   : text.substr(at + series.size(), text.find('\n', at + 1) - at - series.size());
  }

  static awaitable<Result> reconcile(Context& /*context*/, Request /*request*/) { co_return Result::done(); }
  Runtime runtime()
  {
    world.runtime.pool = &pool;
    world.runtime.metrics = &metrics;
    return world.runtime;
  }
  ControllerOptions options()
  {
    ControllerOptions options;
    options.name = "c";
    options.queue_observer = [this](const QueueEvent<Request>& event) {
      if (event.operation == QueueOperation::added || event.operation == QueueOperation::touched) {
        keys.insert(event.key->to_string());
      }
    };
    return options;
  }

  std::set<std::string> keys;
  std::size_t version = 100;
  PrometheusMetrics metrics;
  ThreadPool pool{1};
  World world;
  std::shared_ptr<ScriptedServer> transport = std::make_shared<ScriptedServer>();
  WatchScript script;  // of the Secrets
  Client client{runtime(), transport};
  SharedInformer secrets{client, kSecrets, paged()};
  std::optional<SharedInformer> own;
  Controller controller{client, EventRecorder(client, {}), options(), &reconcile};
  std::optional<ControllerWatch> watch;  // of the Secrets
};

// --- no transition is lost to a handler that lags ---

TEST(EventSource, ALabelRemovedAndTheObjectDeletedInOneBurstStillPassesThePredicateOfTheLabel)
{
  Source source(&map_by_label, {Predicate::has_label("mine", "yes")});
  source.added(labels({{"mine", "yes"}, {"owner", "A"}}));
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
  source.modified(owned_by("A"));
  source.deleted(owned_by("A"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
}

TEST(EventSource, TheFormerOwnerIsQueuedWhenTheObjectChangesHandsAndIsDeletedInOneBurst)
{
  Source source(&map_by_label);
  source.added(owned_by("A"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
  source.modified(owned_by("B"));
  source.deleted(owned_by("B"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/B"));
}

TEST(EventSource, TheOwnerOfADeletedObjectIsQueuedThoughAnotherObjectCameAndWentUnderItsName)
{
  Source source(&map_by_label);
  source.added(owned_by("A"), "first");
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
  source.deleted(owned_by("A"), "first");
  source.added(owned_by("B"), "second");
  source.deleted(owned_by("B"), "second");
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/B"));
}

TEST(EventSource, AnObjectThatCameAndWentUnseenIsQueued)
{
  Source source(&map_by_label);
  source.added(owned_by("A"));
  source.modified(owned_by("B"));
  source.deleted(owned_by("C"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/B", "a/C"));
}

TEST(EventSource, AnUpdateQueuesTheFormerAndThePresentOwner)
{
  Source source(&map_by_label);
  source.added(owned_by("A"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
  source.modified(owned_by("B"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/B"));
}

// One request may remove the label and the last finalizer: then the deletion is the only event.
TEST(EventSource, ADeletionThatChangedTheObjectAsWellIsAnUpdateToo)
{
  Source source(&map_by_label, {Predicate::has_label("mine", "yes")});
  source.added(labels({{"mine", "yes"}, {"owner", "A"}}));
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
  source.deleted(owned_by("B"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/B"));
}

std::string config_map(const std::string& name)
{
  return json_of("a", name, name, "1");
}

// What makes a handler lag: its first call of a burst takes until the whole burst has been read. Later calls may throw.
class Lag {
public:
  explicit Lag(std::uint64_t seed) : random_(seed) {}

  void begin_burst(World& world, std::uint64_t throws)
  {
    world_ = &world;
    throws_ = throws;
  }
  void called()
  {
    if (World* const world = std::exchange(world_, nullptr)) {
      while (world->context.poll() != 0) world->context.restart();
    } else if (throws_ > 0 && random_.below(3) == 0) {
      --throws_;
      throw std::runtime_error("no luck");
    }
  }
  [[nodiscard]] Predicate predicate()
  {
    return Predicate::of([this](const Object&) {
      called();
      return true;
    });
  }
  [[nodiscard]] Mapper mapper()
  {
    return [this](const Object& object) {
      called();
      return map_by_label(object);
    };
  }

private:
  SeededRandom random_;
  World* world_ = nullptr;    // to be read by the next call
  std::uint64_t throws_ = 0;  // that may still happen in this burst
};

struct StoryOptions {
  std::uint64_t seed = 1;
  std::size_t longest_burst = 12;
  std::size_t names = 2;
  std::uint64_t throws = 0;  // per burst, at most
};

// A random life of a few objects. What a handler that never lags queues in each burst, one that lags queues too.
class Story {
public:
  explicit Story(StoryOptions options) : options_(options), random_(options.seed) {}

  // Plays the story to both; one settles after each event, the other after each burst.
  void play(Source& prompt, Source& lagging, Lag& lag)
  {
    for (int burst = 0; burst < 6; ++burst) {
      lag.begin_burst(lagging.world, random_.below(options_.throws + 1));
      std::map<std::string, std::size_t> events_of;
      const std::size_t events = 1 + random_.below(options_.longest_burst);
      for (std::size_t event = 0; event < events; ++event) {
        const std::string name(1, static_cast<char>('x' + random_.below(options_.names)));
        most_events = std::max(most_events, ++events_of[name]);
        const std::string line = next(prompt, name);
        text += line + "\n";
        for (Source* source : {&prompt, &lagging}) source->script.line(line);
        prompt.settle();
      }
      if (random_.below(4) == 0) relist(prompt, lagging);
      const auto wanted = prompt.queued();
      lagging.settle();
      lagging.world.advance(seconds(5));  // what threw is tried again
      const auto got = lagging.queued();
      for (const auto& key : wanted) EXPECT_THAT(got, ::testing::Contains(key)) << "burst " << burst << "\n" << text;
      text += "--\n";
    }
  }

  std::string text;
  std::size_t most_events = 0;  // of one object in one burst

private:
  struct Known {
    std::string uid, labels;
  };

  std::string random_labels()
  {
    std::map<std::string, std::string> values;
    if (random_.below(3) != 0) values["owner"] = std::string(1, static_cast<char>('A' + random_.below(3)));
    if (random_.below(2) == 0) values["mine"] = "yes";
    return labels(values);
  }

  std::string next(Source& source, const std::string& name)
  {
    const auto known = objects_.find(name);
    if (known == objects_.end()) {
      const Known made{"u" + std::to_string(++uids_), random_labels()};
      objects_[name] = made;
      return R"({"type":"ADDED","object":)" + source.json(name, made.uid, made.labels) + "}";
    }
    if (random_.below(3) == 0) {
      if (random_.below(4) == 0) known->second.labels = random_labels();
      const std::string line =
          R"({"type":"DELETED","object":)" + source.json(name, known->second.uid, known->second.labels) + "}";
      objects_.erase(known);
      return line;
    }
    known->second.labels = random_labels();
    return R"({"type":"MODIFIED","object":)" + source.json(name, known->second.uid, known->second.labels) + "}";
  }

  // Objects change while nobody watches, and the list says how.
  void relist(Source& prompt, Source& lagging)
  {
    std::vector<std::string> items;
    for (auto it = objects_.begin(); it != objects_.end();) {
      if (random_.below(3) == 0) {
        it = objects_.erase(it);
        continue;
      }
      if (random_.below(3) == 0) it->second.uid = "u" + std::to_string(++uids_);
      it->second.labels = random_labels();
      items.push_back(prompt.json(it->first, it->second.uid, it->second.labels));
      ++it;
    }
    const std::string at = std::to_string(++prompt.version);
    for (Source* source : {&prompt, &lagging}) {
      source->transport->on_list().then([=](const auto& /*request*/) { return list_of(at, items); });
      source->script.error(410, "Expired");
    }
    text += "relist\n";
    for (Source* source : {&prompt, &lagging}) source->world.advance(seconds(5));  // a pause may come first
  }

  const StoryOptions options_;
  SeededRandom random_;
  std::map<std::string, Known> objects_;
  int uids_ = 0;
};

std::vector<Predicate> predicates_of(std::uint64_t seed)
{
  if (seed % 3 == 1) return {Predicate::has_label("mine", "yes")};
  if (seed % 3 == 2) return {Predicate::labels_changed()};
  return {};
}

TEST(EventSource, ALaggingHandlerQueuesEveryKeyThatAPromptOneQueues)
{
  std::size_t followed = 0, lost = 0, own_lost = 0, threw = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const bool own_kind = seed % 5 == 0;
    StoryOptions options;
    options.seed = seed;
    options.longest_burst = seed % 2 == 0 ? 60 : 12;
    options.names = seed % 7 == 0 ? 1 : 2;
    options.throws = seed % 4 == 0 ? 3 : 0;
    Lag lag(seed);
    const std::vector<Predicate> predicates = predicates_of(seed);
    std::vector<Predicate> lagging_predicates = predicates;
    lagging_predicates.insert(lagging_predicates.begin(), lag.predicate());
    const std::vector<std::string> owners{config_map("A"), config_map("B"), config_map("C")};
    Source prompt(own_kind ? map_to_itself() : Mapper(&map_by_label), predicates, owners);
    Source lagging(own_kind ? map_to_itself() : lag.mapper(), lagging_predicates, owners);
    Story story(options);
    story.play(prompt, lagging, lag);
    if (::testing::Test::HasFailure()) FAIL() << "seed " << seed;

    EXPECT_EQ(prompt.metric("kubexx_controller_full_requeues_total"), "0");
    // The handler has at most half of the limit when it is first called, and the rest of the burst waits for it.
    const bool certainly_lost = story.most_events > ObjectEvent::max_transitions + ObjectEvent::max_transitions / 2;
    const bool requeued = lagging.metric("kubexx_controller_full_requeues_total") != "0";
    if (own_kind) {
      EXPECT_FALSE(requeued) << "no other key can be meant";
      own_lost += certainly_lost ? 1 : 0;
    } else {
      EXPECT_TRUE(requeued || !certainly_lost) << "seed " << seed;
      lost += requeued ? 1 : 0;
      followed += requeued ? 0 : 1;
    }
    threw += lagging.metric("kubexx_controller_event_errors_total") != "0" ? 1 : 0;
  }
  EXPECT_GE(followed, 20U) << "seeds in which every transition was kept";
  EXPECT_GE(lost, 10U) << "seeds in which an object changed more often than is kept";
  EXPECT_GE(own_lost, 3U);
  EXPECT_GE(threw, 10U);
}

TEST(EventSource, BeyondSixteenUnseenChangesEveryKeyOfTheOwnKindIsQueuedOnceAndCounted)
{
  std::function<void()> during;  // what happens while the mapper is busy
  Source source(
      [&](const Object& object) {
        if (during) std::exchange(during, nullptr)();
        return map_by_label(object);
      },
      {}, {config_map("A"), config_map("B"), config_map("C")});
  const auto read_watch = [&] {
    while (source.world.context.poll() != 0) source.world.context.restart();
  };
  during = [&] {
    for (int change = 0; change < 16; ++change) source.modified(owned_by("A"));
    read_watch();
  };
  source.added(owned_by("A"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
  EXPECT_EQ(source.metric("kubexx_controller_full_requeues_total"), "0");

  during = [&] {
    source.modified(owned_by("B"));
    for (int change = 0; change < 20; ++change) source.modified(owned_by("A"));
    read_watch();
  };
  source.modified(owned_by("A"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/B", "a/C"));
  EXPECT_EQ(source.metric("kubexx_controller_full_requeues_total"), "1");
  EXPECT_EQ(source.world.lines->count({"could process: enqueueing every key controller=c watch=secrets key=a/s"}), 1U);
}

// A controller that reconciles no kind of its own can only ask its mapper about what is in the cache.
TEST(EventSource, BeyondSixteenUnseenChangesEveryCachedObjectIsMappedWithoutAnOwnKindUntilTheMapperThrowsNoMore)
{
  std::function<void()> during;
  bool throws = false;
  Source source([&](const Object& object) {
    if (during) std::exchange(during, nullptr)();
    if (throws && object.name() == "other") throw std::runtime_error("not now");
    return map_by_label(object);
  });
  source.script.added(source.json("other", "v", owned_by("C")));
  EXPECT_THAT(source.queued(), ElementsAre("a/C"));

  during = [&] {
    throws = true;
    for (int change = 0; change < 20; ++change) source.modified(owned_by("A"));
    while (source.world.context.poll() != 0) source.world.context.restart();
  };
  source.added(owned_by("A"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
  EXPECT_EQ(source.metric("kubexx_controller_full_requeues_total"), "1");
  EXPECT_EQ(source.metric("kubexx_controller_event_errors_total"), "1");

  throws = false;
  source.world.advance(milliseconds(5));
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/C"));
  EXPECT_EQ(source.metric("kubexx_controller_full_requeues_total"), "2");
}

// The queue's lock is taken once for many keys, where it was taken for each.
TEST(EventSource, TheFirstListIsAddedInBatchesAndWhatComesLaterKeyByKey)
{
  World world;
  auto transport = std::make_shared<ScriptedServer>();
  std::vector<std::string> secrets;
  for (int object = 0; object < 600; ++object) {
    secrets.push_back(json_of("a", "s" + std::to_string(object), "u", std::to_string(object + 1)));
  }
  transport->on_list().always([&](const ScriptedRequest&) { return list_of("1000", secrets); });
  WatchScript script;
  transport->on_watch().always([&](const ScriptedRequest&) { return testing::stream_response(script); });
  const Client client(world.runtime, transport);
  SharedInformer informer(client, kConfigMaps, paged());

  std::vector<std::size_t> batches;
  std::vector<std::string> later;
  EventSource::Sink sink{"c", world.runtime.log, &world.clock, kNoCaches, {nullptr, "c"}, {}, {}, true, {}, nullptr};
  sink.add = [&](const Request& request, Trigger, const Transition*) { later.push_back(request.name); };
  sink.add_all = [&](const std::vector<Request>& requests, Trigger) { batches.push_back(requests.size()); };
  const auto source = std::make_shared<EventSource>(KindCache(informer), map_to_itself(), std::vector<Predicate>(), 0);
  source->start(sink);
  informer.start();
  world.settle();
  EXPECT_THAT(batches, ElementsAre(256, 256));
  source->finish_first_list();
  EXPECT_THAT(batches, ElementsAre(256, 256, 88));
  script.added(json_of("a", "new", "v", "1001"));
  world.settle();
  EXPECT_THAT(batches, ElementsAre(256, 256, 88));
  EXPECT_THAT(later, ElementsAre("new"));
  source->end();
  world.run(informer.async_stop());
}

// A cache of another cluster says so in every key that its events queue.
TEST(EventSource, AKeyCarriesTheClusterOfTheCacheThatQueuedIt)
{
  World world;
  auto transport = std::make_shared<ScriptedServer>();
  transport->on_list().always([](const ScriptedRequest&) { return list_of("5", {json_of("a", "s", "u", "3")}); });
  WatchScript script;
  transport->on_watch().always([&](const ScriptedRequest&) { return testing::stream_response(script); });
  const SharedInformer informer(Client(world.runtime, transport), kConfigMaps, paged());
  KindCache::Options options;
  options.cluster = "east";
  const KindCache cache(informer, options);
  EXPECT_EQ(cache.cluster(), "east");
  EXPECT_EQ(KindCache(informer).cluster(), "");

  std::vector<std::string> keys;
  EventSource::Sink sink{"c", world.runtime.log, &world.clock, kNoCaches, {nullptr, "c"}, {}, {}, true, {}, nullptr};
  sink.add = [&](const Request& request, Trigger, const Transition*) { keys.push_back(request.to_string()); };
  sink.add_all = [&](const std::vector<Request>& requests, Trigger trigger) {
    for (const auto& request : requests) sink.add(request, trigger, nullptr);
  };
  const auto source = std::make_shared<EventSource>(cache, map_to_itself(), std::vector<Predicate>(), 0);
  const Mapper elsewhere = [](const Object& object) { return std::vector{Request("west", object.key())}; };
  const auto other = std::make_shared<EventSource>(cache, elsewhere, std::vector<Predicate>(), 1);
  source->start(sink);
  other->start(sink);
  informer.start();
  world.settle();
  source->finish_first_list();
  other->finish_first_list();
  EXPECT_THAT(keys, ElementsAre("east:a/s", "west:a/s"));
  script.modified(json_of("a", "s", "u", "6"));
  world.settle();
  EXPECT_THAT(keys, ::testing::UnorderedElementsAre("east:a/s", "west:a/s", "east:a/s", "west:a/s"));
  ASSERT_EQ(source->cached_keys().size(), 1U);
  EXPECT_EQ(source->cached_keys().front().to_string(), "east:a/s");
  source->end();
  other->end();
  world.run(informer.async_stop());
}

// --- a watch that is removed ---

TEST(EventSource, ARemovedWatchQueuesNothingAndTheOthersGoOn)
{
  Source source(&map_by_label, {}, {config_map("A")});
  source.added(owned_by("B"));
  EXPECT_THAT(source.queued(), ElementsAre("a/B"));
  source.added(owned_by("C"));  // not delivered yet
  source.watch->remove();
  source.modified(owned_by("D"));
  EXPECT_THAT(source.queued(), IsEmpty());
  source.watch->remove();
  EXPECT_EQ(source.secrets.store().size(), 1U) << "the kind can still be read";
}

TEST(EventSource, AMapperMayRemoveItsOwnWatch)
{
  std::function<void()> remove;
  Source source([&](const Object& object) {
    if (remove) remove();
    return map_by_label(object);
  });
  source.added(owned_by("A"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A"));
  remove = [&] { source.watch->remove(); };
  source.modified(owned_by("B"));
  source.modified(owned_by("C"));
  EXPECT_THAT(source.queued(), IsEmpty());
}

// The workers would wait for ever for a kind that may not be listed.
TEST(EventSource, WorkersDoNotWaitForAWatchThatIsRemoved)
{
  for (const bool before_start : {false, true}) {
    World world;
    ThreadPool pool(1);
    world.runtime.pool = &pool;
    auto transport = std::make_shared<ScriptedServer>();
    transport->on_list().always([](const ScriptedRequest& request) {
      if (request.target.find("/secrets") != std::string::npos) return testing::status_response(403, "Forbidden", "no");
      return list_of("5", {json_of("a", "x", "u", "3")});
    });
    transport->on_watch().always([](const ScriptedRequest&) { return testing::stream_response(WatchScript()); });
    const Client client(world.runtime, transport);
    const SharedInformer maps(client, kConfigMaps, paged()), secrets(client, kSecrets, paged());
    ControllerOptions options;
    options.name = "c";
    const Controller controller(client, EventRecorder(client, {}), std::move(options), &Source::reconcile);
    controller.watch(KindCache(maps), map_to_itself());
    const ControllerWatch watch = controller.watch(KindCache(secrets), &map_by_label);
    if (before_start) watch.remove();
    controller.start();
    maps.start();
    secrets.start();
    world.settle();
    EXPECT_EQ(controller.status().running, before_start);
    watch.remove();
    world.settle();
    EXPECT_TRUE(controller.status().running);
    EXPECT_THAT(controller.status().waiting_for, IsEmpty());
    const SteadyTime now = world.clock.now();
    EXPECT_TRUE(world.run(controller.async_stop({now, now})));
    world.run(maps.async_stop());
    world.run(secrets.async_stop());
  }
}

// --- mappers and predicates that throw ---

TEST(EventSource, AMapperThatThrowsIsTriedAgainWithBackOffAndItsKeyIsNotLost)
{
  int failures = 3;
  Source source([&](const Object& object) {
    if (object.name() == "s" && failures-- > 0) throw std::runtime_error("no luck");
    return map_by_label(object);
  });
  source.added(owned_by("A"));
  source.script.added(source.json("other", "v", owned_by("B")));
  EXPECT_THAT(source.queued(), ElementsAre("a/B")) << "no other object is held up";
  source.world.advance(milliseconds(5 + 10));
  EXPECT_THAT(source.taken(), IsEmpty());
  source.world.advance(milliseconds(20));
  EXPECT_THAT(source.taken(), ElementsAre("a/A"));
  EXPECT_EQ(source.metric("kubexx_controller_event_errors_total"), "3");
  EXPECT_EQ(
      source.world.lines->count({"error an event handler threw: it is called again with this event kind=Secret key=a/s "
                                 "handler=controller c error=mapper: no luck failures=1 retry_in="}),
      1U);
}

TEST(EventSource, APredicateThatThrowsIsTriedAgain)
{
  bool broken = true;
  Source source(&map_by_label, {Predicate::of([&](const Object&) {
    if (broken) throw 7;  // NOLINT: users do such things
    return true;
  })});
  source.added(owned_by("A"));
  EXPECT_THAT(source.queued(), IsEmpty());
  broken = false;
  source.world.advance(seconds(1));
  EXPECT_THAT(source.taken(), ElementsAre("a/A"));
  EXPECT_EQ(source.world.lines->count({"error=predicate: an exception that is not a std::exception"}), 1U);
}

TEST(EventSource, APredicateThatThrowsIsNamed)
{
  const Predicate broken = Predicate::of([](const Object&) -> bool { throw std::runtime_error("no luck"); });
  Source source(&map_by_label, {Predicate::generation_changed(), broken.named("mine")});
  source.added(owned_by("A"));
  EXPECT_THAT(source.queued(), IsEmpty());
  EXPECT_GE(source.world.lines->count({"error=predicate mine: no luck"}), 1U);
}

TEST(EventSource, AMapperThatFailsForADayIsStillTriedAgain)
{
  bool broken = true;
  Source source([&](const Object& object) {
    if (broken) throw std::runtime_error("no luck");
    return map_by_label(object);
  });
  source.added(owned_by("A"));
  source.world.advance(std::chrono::hours(24));
  EXPECT_THAT(source.taken(), IsEmpty());
  EXPECT_LE(source.world.lines->count({"error an event handler threw"}), 110U) << "at most each 1000 s";
  broken = false;
  source.world.advance(seconds(1001));
  EXPECT_THAT(source.taken(), ElementsAre("a/A"));
}

// The former owner is known from a state for which the mapper throws; the next change does not wait for the back-off.
TEST(EventSource, AChangeOfAnObjectWhoseEventFailedIsSeenAtOnceAndForgetsNothing)
{
  bool broken = true;
  Source source([&](const Object& object) {
    if (broken && object.label("owner") == "A") throw std::runtime_error("no luck");
    return map_by_label(object);
  });
  source.added(owned_by("A"));
  source.world.advance(std::chrono::hours(1));
  EXPECT_THAT(source.taken(), IsEmpty());
  source.modified(owned_by("B"));
  source.modified(owned_by("C"));
  EXPECT_THAT(source.queued(), ElementsAre("a/B", "a/C"));
  source.deleted(owned_by("C"));
  broken = false;
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/B", "a/C"));
}

TEST(EventSource, ACorrectedObjectDoesNotWaitForWhatTheMapperThrowsForItsFormerState)
{
  Source source([](const Object& object) {
    if (object.label("owner") == "A") throw std::runtime_error("no luck");
    return map_by_label(object);
  });
  source.added(owned_by("A"));
  source.world.advance(seconds(1));
  source.modified(owned_by("B"));
  EXPECT_THAT(source.queued(), ElementsAre("a/B"));
}

TEST(EventSource, TooManyFailingObjectsCostAFullRequeueInsteadOfMemory)
{
  Source source([](const Object&) -> std::vector<Request> { throw std::runtime_error("no luck"); }, {},
                {config_map("A"), config_map("B")});
  for (int object = 0; object < 1024; ++object) {
    source.script.added(source.json("s" + std::to_string(object), "u", owned_by("A")));
  }
  EXPECT_THAT(source.queued(), IsEmpty());
  EXPECT_EQ(source.metric("kubexx_controller_full_requeues_total"), "0");
  source.added(owned_by("A"));
  EXPECT_THAT(source.queued(), ElementsAre("a/A", "a/B"));
  EXPECT_EQ(source.metric("kubexx_controller_full_requeues_total"), "1");
}

}  // namespace
}  // namespace kubexx
