// SPDX-License-Identifier: Apache-2.0
// The informer with real threads: several io threads, readers and handler owners on threads of their own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <stdexcept>
#include <thread>

#include "kubexx/base/system_clock.hpp"
#include "kubexx/informer/detail/object_packer.hpp"
#include "kubexx/informer/index.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "kubexx/informer/informer.hpp"
#include "random_objects.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

// A server of ConfigMaps that many threads may call: it lists what there is and streams what changes; `break_watches`
// and `expire` disturb it.
class LiveServer final : public Transport {
public:
  explicit LiveServer(std::string of = "a") : namespace_(std::move(of)) {}

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    const bool watch = request.target.find("watch=") != std::string::npos;
    HttpResponse response = watch ? open(request.target, limits.stop) : list();
    co_return response;
  }

  Object put(const std::string& name)
  {
    const std::lock_guard lock(mutex_);
    const auto version = std::to_string(++version_);
    const bool known = objects_.contains(name);
    if (!known) uids_[name] = "uid-" + version;
    objects_[name] = json_of(namespace_, name, uids_[name], version);
    tell(known ? "MODIFIED" : "ADDED", objects_[name]);
    return Object::parse(objects_[name]);
  }

  // The uid of what was there; empty: nothing was.
  std::string remove(const std::string& name)
  {
    const std::lock_guard lock(mutex_);
    if (objects_.erase(name) == 0) return {};
    tell("DELETED", json_of(namespace_, name, uids_[name], std::to_string(++version_)));
    return uids_[name];
  }

  // Ends every watch and forgets what they have missed.
  void expire()
  {
    const std::lock_guard lock(mutex_);
    oldest_ = ++version_;
    for (const auto& watch : watches_) watch->fail();
    watches_.clear();
  }

  std::string content()
  {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (const auto& [name, json] : objects_) text += text_of({Object::parse(json)}) + " ";
    return text;
  }

  std::uint64_t version()
  {
    const std::lock_guard lock(mutex_);
    return version_;
  }

private:
  struct Watch {
    std::mutex mutex;
    std::string pending;
    bool failed = false;
    std::optional<OneShot> reader;

    void send(const std::string& line)
    {
      const std::lock_guard lock(mutex);
      pending += line;
      if (reader) reader->fire();
    }
    void fail()
    {
      const std::lock_guard lock(mutex);
      failed = true;
      if (reader) reader->fire();
    }
  };

  class Body final : public BodyStream {
  public:
    Body(std::shared_ptr<Watch> watch, std::stop_token stop) : watch_(std::move(watch)), stop_(std::move(stop)) {}
    awaitable<std::string> read() override { return read_from(watch_, stop_); }

  private:
    static awaitable<std::string> read_from(std::shared_ptr<Watch> watch, std::stop_token stop)
    {
      while (true) {
        OneShot wake;
        {
          const std::lock_guard lock(watch->mutex);
          if (stop.stop_requested()) throw TransportError(TransportErrc::cancelled, "stopped");
          if (!watch->pending.empty()) co_return std::exchange(watch->pending, {});
          if (watch->failed) throw TransportError(TransportErrc::truncated, "broken");
          watch->reader = wake;
        }
        std::function<void()> fire = [wake] { wake.fire(); };
        const std::stop_callback stopped(stop, fire);
        co_await wake.wait();
      }
    }
    std::shared_ptr<Watch> watch_;
    std::stop_token stop_;
  };

  HttpResponse list()
  {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> items;
    for (const auto& [name, json] : objects_) items.push_back(json);
    return list_of(std::to_string(version_), items);
  }

  HttpResponse open(const std::string& target, std::stop_token stop)
  {
    const std::string key = "resourceVersion=";
    const auto since = std::stoull(target.substr(target.find(key) + key.size()));
    const std::lock_guard lock(mutex_);
    if (since < oldest_) return testing::status_response(410, "Expired", "too old");
    auto watch = std::make_shared<Watch>();
    for (auto past = history_.upper_bound(since); past != history_.end(); ++past) watch->pending += past->second;
    watches_.push_back(watch);
    HttpResponse response;
    response.stream = std::make_unique<Body>(watch, std::move(stop));
    return response;
  }

  void tell(const char* type, const std::string& json)
  {
    const std::string line = std::string(R"({"type":")") + type + R"(","object":)" + json + "}\n";
    history_[version_] = line;
    for (const auto& watch : watches_) watch->send(line);
  }

  const std::string namespace_;  // of every object
  std::mutex mutex_;
  std::uint64_t version_ = 1, oldest_ = 0;
  std::map<std::string, std::string> objects_, uids_;
  std::map<std::uint64_t, std::string> history_;
  std::vector<std::shared_ptr<Watch>> watches_;
};

void wait_for(const std::function<bool()>& condition)
{
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), limit) << "the condition did not come true";
    std::this_thread::sleep_for(std::chrono::microseconds(100));  // a reader that never rests would keep the writer out
  }
}

void stop(const SharedInformer& informer, const Runtime& runtime)
{
  std::function<awaitable<void>()> work = [&] { return informer.async_stop(); };
  block_on(runtime.executor, work, "async_stop");
}

SystemRuntime::Options four_threads()
{
  SystemRuntime::Options options;
  options.io_threads = 4;
  return options;
}

// TestSharedInformerWatchDisruption, TestHammerController: handlers, added at any time, end with what the server has.
TEST(InformerThreads, EveryHandlerEndsWithWhatTheServerHas)
{
  SystemRuntime system(four_threads());
  auto server = std::make_shared<LiveServer>();
  const SharedInformer informer(Client(system.runtime(), server), config_maps(), paged());

  struct Mirror {
    std::mutex mutex;
    std::map<ObjectKey, Object> objects;
    std::vector<std::string> faults;
    std::unique_ptr<HandlerRegistration> registration;
  };
  std::vector<std::unique_ptr<Mirror>> mirrors;
  const auto add_mirror = [&] {
    mirrors.push_back(std::make_unique<Mirror>());
    Mirror* const mirror = mirrors.back().get();
    EventHandler handler;
    handler.on_add = [mirror](const Object& object, bool) {
      const std::lock_guard lock(mirror->mutex);
      if (!mirror->objects.emplace(object.key(), object).second) mirror->faults.push_back("added twice");
    };
    handler.on_update = [mirror](const Object& old, const Object& now) {
      const std::lock_guard lock(mirror->mutex);
      Object& known = mirror->objects[now.key()];
      if (!known || !same_version(known, old)) mirror->faults.push_back("updated from what it never saw");
      known = now;
    };
    handler.on_delete = [mirror](const Object& last, bool) {
      const std::lock_guard lock(mirror->mutex);
      if (mirror->objects.erase(last.key()) == 0) mirror->faults.push_back("deleted twice");
    };
    mirror->registration = informer.add_handler(handler);
  };
  // The same with every transition, and a handler that throws at every fourth event.
  const auto add_event_mirror = [&] {
    mirrors.push_back(std::make_unique<Mirror>());
    Mirror* const mirror = mirrors.back().get();
    EventHandler handler;
    handler.retry = true;
    handler.on_event = [mirror, calls = 0](const ObjectEvent& event) mutable {
      const std::lock_guard lock(mirror->mutex);
      if (++calls % 4 == 0 && !event.transitions_lost) throw std::runtime_error("again");
      for (const auto& transition : event.transitions) {
        Object& known = mirror->objects[transition.object.key()];
        const bool follows = known ? transition.old && same_version(known, transition.old) : !transition.old;
        if (!follows && !event.transitions_lost) mirror->faults.push_back("a transition from what it never saw");
        known = transition.object;
        if (transition.type == Transition::Type::deleted) mirror->objects.erase(transition.object.key());
      }
    };
    mirror->registration = informer.add_handler(handler);
  };

  add_mirror();
  add_event_mirror();
  informer.start();
  std::atomic<bool> done{false};
  std::thread reader([&] {
    while (!done) {
      const auto objects = informer.store().list();
      EXPECT_TRUE(std::is_sorted(objects.begin(), objects.end(),
                                 [](const Object& a, const Object& b) { return a.key() < b.key(); }));
      (void)informer.store().memory();
      (void)informer.status();
    }
  });
  std::mt19937 dice(1);  // NOLINT: the same every time
  for (int step = 0; step < 3000; ++step) {
    const std::string name = "o" + std::to_string(dice() % 20);
    if (dice() % 3 == 0) {
      server->remove(name);
    } else {
      server->put(name);
    }
    if (step % 500 == 250) server->expire();
    if (step % 300 == 100) add_mirror();
    if (step % 700 == 400) add_event_mirror();
  }
  server->put("last");
  const auto content = [](const auto& objects) {
    std::string text;
    for (const auto& object : objects) text += text_of(std::vector<Object>{object}) + " ";
    return text;
  };
  wait_for([&] { return content(informer.store().list()) == server->content(); });
  const auto mirrored = [&](Mirror& mirror) {
    const std::lock_guard lock(mirror.mutex);
    std::vector<Object> objects;
    for (const auto& [key, object] : mirror.objects) objects.push_back(object);
    return content(objects);
  };
  for (const auto& mirror : mirrors) {
    // When everything else has been seen, an object that came and went may wait for its retry, and the end of the
    // first list to be noted.
    wait_for([&] {
      return mirrored(*mirror) == server->content() && mirror->registration->pending() == 0 &&
             mirror->registration->has_synced();
    });
    mirror->registration.reset();
    EXPECT_THAT(mirror->faults, ::testing::IsEmpty());
  }
  done = true;
  reader.join();
  stop(informer, system.runtime());
}

// A handler that checks that every transition follows from the one before.
class StrictMirror {
public:
  EventHandler handler()
  {
    EventHandler strict;
    strict.on_event = [this](const ObjectEvent& event) {
      const std::lock_guard lock(mutex_);
      for (const auto& transition : event.transitions) {
        Object& known = objects_[transition.object.key()];
        const bool follows = known ? transition.old && same_version(known, transition.old) : !transition.old;
        if (!follows && !event.transitions_lost) ++faults_;
        known = transition.object;
        if (transition.type == Transition::Type::deleted) objects_.erase(transition.object.key());
      }
    };
    return strict;
  }
  std::string content()
  {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (const auto& [key, object] : objects_) text += text_of({object}) + " ";
    return text;
  }
  int faults()
  {
    const std::lock_guard lock(mutex_);
    return faults_;
  }

private:
  std::mutex mutex_;
  std::map<ObjectKey, Object> objects_;
  int faults_ = 0;
};

// Whether an observer was called while it ran.
class Overlap {
public:
  [[nodiscard]] std::function<void(const Delta&)> observer()
  {
    return [this](const Delta&) {
      if (calls_.fetch_add(1) != 0) seen_ = true;
      std::this_thread::yield();
      calls_.fetch_sub(1);
    };
  }
  [[nodiscard]] bool seen() const { return seen_; }

private:
  std::atomic<int> calls_{0};
  std::atomic<bool> seen_{false};
};

// Several threads tell of what they write, each with names of its own and with names that all of them write, while the
// watch runs, breaks off and is listed anew, and handlers come.
TEST(InformerThreads, OwnWritesOfManyThreadsAreReadAtOnceAndInOrder)
{
  SystemRuntime system(four_threads());
  auto server = std::make_shared<LiveServer>();
  InformerOptions options = paged();
  Overlap overlap;
  options.observer = overlap.observer();
  options.indexes.emplace_back("name", [](const Object& object) { return std::vector{std::string(object.name())}; });
  const SharedInformer informer(Client(system.runtime(), server), config_maps(), options);
  std::vector<std::unique_ptr<StrictMirror>> mirrors;
  std::vector<std::unique_ptr<HandlerRegistration>> registrations;
  const auto add_mirror = [&] {
    mirrors.push_back(std::make_unique<StrictMirror>());
    registrations.push_back(informer.add_handler(mirrors.back()->handler()));
  };
  add_mirror();
  informer.start();
  wait_for([&] { return informer.has_synced(); });
  std::atomic<int> unread{0};
  const auto write = [&](unsigned thread) {
    std::mt19937 dice(thread);  // NOLINT: the same every time
    for (int step = 0; step < 1000; ++step) {
      const bool shared = dice() % 2 == 0;
      const std::string name = (shared ? "all" : "t" + std::to_string(thread) + "-") + std::to_string(dice() % 5);
      const ObjectKey key{"a", name};
      if (dice() % 3 == 0) {
        const std::string uid = server->remove(name);
        if (uid.empty()) continue;
        informer.deleted(key, uid);
        if (!shared && informer.store().get(key)) ++unread;
      } else {
        const Object made = server->put(name);
        informer.wrote(made);
        const auto found = informer.store().by_index("name", name);
        if (!shared && (found.empty() || !same_version(found[0], made))) ++unread;
      }
    }
  };
  std::vector<std::thread> writers;
  for (unsigned thread = 1; thread <= 3; ++thread) writers.emplace_back(write, thread);
  for (int step = 0; step < 20; ++step) {
    server->put("foreign" + std::to_string(step % 3));
    if (step % 5 == 4) server->expire();
    if (step % 7 == 3) add_mirror();
    std::this_thread::yield();
  }
  for (auto& writer : writers) writer.join();
  server->put("last");
  EXPECT_EQ(unread, 0);
  EXPECT_FALSE(overlap.seen());
  const auto content = [&] {
    std::string text;
    for (const auto& object : informer.store().list()) text += text_of(std::vector<Object>{object}) + " ";
    return text;
  };
  wait_for([&] { return content() == server->content(); });
  for (const auto& mirror : mirrors) {
    wait_for([&] { return mirror->content() == server->content(); });
    EXPECT_EQ(mirror->faults(), 0);
  }
  registrations.clear();
  stop(informer, system.runtime());
}

// One server for each namespace, so that their versions have nothing to do with each other.
class Namespaced final : public Transport {
public:
  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    LiveServer& server = request.target.find("/namespaces/a/") != std::string::npos ? a : b;
    return server.exchange(std::move(request), std::move(limits));
  }

  LiveServer a{"a"}, b{"b"};
};

// The watches of the namespaces write one store.
TEST(InformerThreads, TheNamespacesOfAnInformerDoNotDisturbEachOther)
{
  SystemRuntime system(four_threads());
  auto servers = std::make_shared<Namespaced>();
  InformerOptions options;
  options.namespaces = {"a", "b"};
  Overlap overlap;
  options.observer = overlap.observer();
  options.stream_list = false;
  const SharedInformer informer(Client(system.runtime(), servers), config_maps(), options);
  std::mutex mutex;
  std::map<ObjectKey, Object> mirror;
  EventHandler handler;
  handler.on_add = [&](const Object& object, bool) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(mirror.emplace(object.key(), object).second);
  };
  handler.on_update = [&](const Object& old, const Object& now) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(same_version(mirror[now.key()], old));
    mirror[now.key()] = now;
  };
  handler.on_delete = [&](const Object& last, bool) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(mirror.erase(last.key()), 1U);
  };
  auto registration = informer.add_handler(handler);
  informer.start();
  const auto edit = [](LiveServer& server, std::uint32_t seed) {
    std::mt19937 dice(seed);  // NOLINT: the same every time
    for (int step = 0; step < 1000; ++step) {
      const std::string name = "o" + std::to_string(dice() % 20);
      if (dice() % 3 == 0) {
        server.remove(name);
      } else {
        server.put(name);
      }
      if (step % 250 == 100) server.expire();
    }
    server.put("last");
  };
  std::thread editor([&] { edit(servers->b, 2); });
  edit(servers->a, 1);
  editor.join();
  const auto content = [&] { return servers->a.content() + servers->b.content(); };
  const auto text = [](const auto& objects) {
    std::string all;
    for (const auto& object : objects) all += text_of(std::vector<Object>{object}) + " ";
    return all;
  };
  wait_for([&] { return text(informer.store().list()) == content(); });
  wait_for([&] {
    const std::lock_guard lock(mutex);
    std::vector<Object> mirrored;
    for (const auto& [key, object] : mirror) mirrored.push_back(object);
    return text(mirrored) == content();
  });
  registration.reset();
  stop(informer, system.runtime());
  EXPECT_FALSE(overlap.seen()) << "the observer sees one delta after the other";
}

// TestSharedInformerHandlerAbuse
TEST(InformerThreads, HandlersComeAndGoWhileEventsFlow)
{
  SystemRuntime system(four_threads());
  auto server = std::make_shared<LiveServer>();
  const SharedInformer informer(Client(system.runtime(), server), config_maps(), paged());
  informer.start();
  std::atomic<bool> done{false};
  std::atomic<int> late_calls{0};
  std::vector<std::thread> owners;
  for (int owner = 0; owner < 4; ++owner) {
    owners.emplace_back([&] {
      while (!done) {
        std::atomic<bool> removed{false};
        EventHandler handler;
        handler.on_add = [&](const Object&, bool) {
          if (removed) ++late_calls;
        };
        handler.on_update = [&](const Object&, const Object&) {
          if (removed) ++late_calls;
        };
        auto registration = informer.add_handler(handler);
        std::this_thread::yield();
        registration.reset();
        removed = true;  // everything that the handler refers to may go now
      }
    });
  }
  for (int step = 0; step < 2000; ++step) server->put("o" + std::to_string(step % 10));
  wait_for([&] { return informer.store().resource_version() == std::to_string(server->version()); });
  done = true;
  for (auto& owner : owners) owner.join();
  EXPECT_EQ(late_calls, 0);
  stop(informer, system.runtime());
}

// A call of a handler that lasts as long as the test wants.
struct Stay {
  [[nodiscard]] EventHandler handler()
  {
    EventHandler handler;
    handler.on_add = [this](const Object&, bool) {
      entered = true;
      while (!go_on) std::this_thread::yield();
      left = true;
    };
    return handler;
  }
  std::atomic<bool> entered{false}, go_on{false}, left{false};
};

// TestShutDownEventHandler: removal waits for a call that runs on another thread.
TEST(InformerThreads, RemovalWaitsForTheCallThatRuns)
{
  SystemRuntime system(four_threads());
  auto server = std::make_shared<LiveServer>();
  server->put("x");
  const SharedInformer informer(Client(system.runtime(), server), config_maps(), paged());
  Stay stay;
  auto registration = informer.add_handler(stay.handler());
  informer.start();
  wait_for([&] { return stay.entered.load(); });
  std::thread releaser([&] { stay.go_on = true; });
  registration.reset();
  EXPECT_TRUE(stay.left) << "the call had ended before the removal returned";
  releaser.join();
  stop(informer, system.runtime());
}

TEST(InformerThreads, RemoveDoesNotWaitForTheCallThatRuns)
{
  SystemRuntime system(four_threads());
  auto server = std::make_shared<LiveServer>();
  server->put("x");
  const SharedInformer informer(Client(system.runtime(), server), config_maps(), paged());
  Stay stay;
  auto registration = informer.add_handler(stay.handler());
  informer.start();
  wait_for([&] { return stay.entered.load(); });
  registration->remove();
  registration.reset();
  EXPECT_FALSE(stay.left) << "and neither does the destruction";
  stay.go_on = true;
  wait_for([&] { return stay.left.load(); });
  stop(informer, system.runtime());
}

// TestSharedInformerInitializationRace, TestSharedInformerStartRace
TEST(InformerThreads, StartStopAndAddRaceWithoutHarm)
{
  SystemRuntime system(four_threads());
  auto server = std::make_shared<LiveServer>();
  server->put("x");
  for (int round = 0; round < 50; ++round) {
    const SharedInformer informer(Client(system.runtime(), server), config_maps(), paged());
    std::thread starter([&] { informer.start(); });
    std::thread adder([&] {
      try {
        (void)informer.add_handler({});
      } catch (const std::logic_error&) {  // it was stopped first
      }
    });
    if (round % 2 == 0) {
      stop(informer, system.runtime());
    } else {
      informer.request_stop();
    }
    starter.join();
    adder.join();
    stop(informer, system.runtime());
  }
}

// Readers unpack, with contexts that they share, what a writer packs; the dictionary comes while they read.
TEST(InformerThreads, ReadersOfACompressedStoreGetWholeObjects)
{
  auto packer = std::make_shared<detail::ObjectPacker>(std::size_t{32} << 10);
  IndexedStore store({{"colour", index_by_label("colour")}}, "", false, packer);
  SeededRandom dice(1);
  std::vector<Object> objects;
  for (int number = 0; number < 40; ++number) objects.push_back(random_pod(dice, std::to_string(1000 + number), "1"));
  (void)store.replace({objects.begin(), objects.begin() + 5}, "1");
  std::atomic<bool> done{false};
  std::atomic<std::uint64_t> read{0};
  std::vector<std::thread> readers;
  const auto expect_whole = [&read](const Object& object) {
    ++read;
    EXPECT_TRUE(object.bytes().starts_with("{") && object.bytes().ends_with("}}")) << object.bytes();
    EXPECT_TRUE(object.at("/status/phase").equals("Running"));
    EXPECT_EQ(object.label("app"), "web");
  };
  for (int reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&, reader] {
      for (int number = 0; !done; ++number) {
        for (const auto& object : store.list()) expect_whole(object);
        for (const auto& object : store.by_index("colour", "red").page(3)) expect_whole(object);
        const ObjectKey key{"default", std::to_string(1000 + (number + reader) % 40)};
        if (const Object object = store.get(key)) expect_whole(object);
        EXPECT_GT(store.memory(), 0U);
      }
    });
  }
  for (int round = 2; round < 20; ++round) {
    const std::string version = std::to_string(round);
    for (std::size_t number = 0; number < objects.size(); ++number) {
      (void)store.apply(random_pod(dice, std::to_string(1000 + number), version), version);
    }
    (void)store.remove(store.list().front(), version);
    if (round % 5 == 0) (void)store.replace(objects, version);
  }
  done = true;
  for (auto& reader : readers) reader.join();
  EXPECT_TRUE(packer->ready());
  EXPECT_GT(read, 0U);
}

TEST(InformerThreads, ReadersOfAStoreSeeWholeLists)
{
  IndexedStore store({{"all", [](const Object&) { return std::vector<std::string>{"all"}; }}});
  std::vector<Object> even, odd;
  for (int number = 0; number < 50; ++number) {
    auto& half = number % 2 == 0 ? even : odd;
    half.push_back(object_of("a", "o" + std::to_string(number), "u" + std::to_string(number), "1"));
  }
  std::atomic<bool> done{false};
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&] {
      while (!done) {
        EXPECT_EQ(store.list().size() % 25, 0U);
        EXPECT_EQ(store.by_index("all", "all").size() % 25, 0U);
        EXPECT_EQ(store.list("a").size() % 25, 0U);
      }
    });
  }
  for (int round = 0; round < 300; ++round) (void)store.replace(round % 2 == 0 ? even : odd, std::to_string(round));
  done = true;
  for (auto& reader : readers) reader.join();
}

TEST(InformerThreads, NamespacesMayBeAddedWhileAnotherOneChanges)
{
  SystemRuntime system(four_threads());
  auto server = std::make_shared<LiveServer>("watched");
  InformerOptions options = paged();
  options.namespaces = {"watched"};
  const SharedInformer informer(Client(system.runtime(), server), config_maps(), options);
  informer.start();
  wait_for([&] { return informer.has_synced(); });
  std::atomic<bool> done{false};
  std::thread editor([&] {
    for (int change = 0; !done || change < 20; ++change) {  // the last ones perhaps after the rest
      informer.wrote(server->put("o" + std::to_string(change % 20)));
      if (change % 100 == 50) server->expire();
    }
  });
  constexpr int added = 400;
  for (int number = 1000; number < 1000 + added; ++number) informer.add_namespace("n" + std::to_string(number));
  for (int number = 1000; number < 1000 + added; ++number) informer.remove_namespace("n" + std::to_string(number));
  done = true;
  editor.join();
  wait_for([&] { return text_of(informer.store().list()) + " " == server->content(); });
  stop(informer, system.runtime());
}

// A strand belongs to its context. Seen by AddressSanitizer alone.
TEST(InformerThreads, HandlesMayOutliveTheirRuntime)
{
  for (const char* life : {"never started", "running", "stopped"}) {
    const bool started = std::string_view(life) != "never started";
    auto system = std::make_unique<SystemRuntime>(four_threads());
    auto server = std::make_shared<LiveServer>();
    std::optional<SharedInformer> informer(std::in_place, Client(system->runtime(), server), config_maps(), paged());
    std::unique_ptr<HandlerRegistration> registration = informer->add_handler({});
    if (started) {
      informer->start();
      wait_for([&] { return informer->has_synced(); });
    }
    if (std::string_view(life) == "stopped") stop(*informer, system->runtime());
    system.reset();
    EXPECT_EQ(informer->has_synced(), started) << life;
    registration.reset();
    informer.reset();
  }
}

}  // namespace
}  // namespace kubexx::informer_test
