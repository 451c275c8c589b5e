// SPDX-License-Identifier: Apache-2.0
// What each kind of callback may call: every function of sets, informers, stores and listers, itself and on another
// thread that it waits for. None of our locks is held while it runs, or this test hangs, and is ended by a watchdog.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kubexx/informer/informer_set.hpp"
#include "kubexx/informer/lister.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

// Ends the program when what it watches takes longer than anything here may: a thread that waits for a lock for ever
// cannot be ended otherwise.
class Watchdog {
public:
  explicit Watchdog(const std::string& what)
      : thread_([what, over = over_.get_future()] {
          if (over.wait_for(std::chrono::seconds(60)) == std::future_status::ready) return;
          std::fprintf(stderr, "%s hangs\n", what.c_str());
          std::abort();
        })
  {
  }
  ~Watchdog()
  {
    over_.set_value();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

private:
  std::promise<void> over_;
  std::thread thread_;
};

awaitable<void> wait_synced(InformerSet set, std::stop_token stop)
{
  (void)co_await set.async_wait_synced(std::move(stop));
}

class CallbacksTest : public ::testing::TestWithParam<const char*> {
protected:
  CallbacksTest()
  {
    transport_->on_list().always([](const ScriptedRequest&) {
      return list_of("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
    });
  }

  // Calls them all, unless it is itself called by one of them.
  void call_everything()
  {
    if (calls_ == 3 || std::exchange(calling_, true)) return;
    ++calls_;
    every_function();
    std::thread([this] { every_function(); }).join();
    calling_ = false;
  }

  void every_function()
  {
    const std::string number = std::to_string(++number_);
    const SharedInformer informer = *informer_;
    const Store& store = informer.store();
    (void)store.get({"a", "x"});
    (void)store.list();
    (void)store.list("a");
    (void)store.by_index("namespace", "a");
    (void)store.by_index("all", "all");
    (void)store.index_values("all");
    (void)store.size();
    (void)store.memory();
    (void)store.index_memory();
    (void)store.resource_version();
    (void)store.resource_version("a");
    const Lister lister(informer);
    (void)lister.find({"a", "x"});
    EXPECT_THROW((void)lister.get({"a", "none"}), ApiError);
    (void)lister.list();
    (void)lister.list("a", LabelSelector::parse("app=web"));
    (void)lister.by_index("all", "all");

    (void)informer.has_synced();
    (void)informer.has_synced("a");
    (void)informer.has_ended();
    (void)informer.namespaces();
    (void)informer.is_watched("a");
    (void)informer.status();
    (void)informer.handlers();
    (void)informer.pending_writes();
    (void)informer.has_index("all");
    informer.start();
    informer.add_index("index " + number, [](const Object&) { return std::vector<std::string>{"z"}; });
    EXPECT_THROW(informer.add_index("all", [](const Object&) { return std::vector<std::string>(); }),
                 std::invalid_argument);
    informer.wrote(object_of("a", "own" + number, "w" + number, std::to_string(100 + number_)));
    informer.deleted({"a", "own" + number}, "w" + number);
    informer.add_namespace("n" + number);
    informer.remove_namespace("n" + number);
    {
      const auto registration = informer.add_handler({});
      (void)registration->has_synced();
      (void)registration->pending();
      (void)registration->status();
      const auto other = informer.add_handler({});
      other->remove();
    }
    const SharedInformer ended(Client(world_.runtime, transport_), config_maps(), paged());
    ended.request_stop();
    EXPECT_THROW((void)ended.add_handler({}), std::logic_error);

    InformerOptions same = options_;
    same.indexes = {{"of the set " + number, [](const Object&) { return std::vector<std::string>{"s"}; }}};
    same.observer = nullptr;
    (void)set_->get(config_maps(), same);
    (void)set_->find(config_maps(), options_);
    InformerOptions other = paged();
    other.namespaces = {"b"};
    (void)set_->get(config_maps(), other);
    (void)set_->informers();
    (void)set_->not_synced();
    set_->start();
    std::stop_source stop;
    stop.request_stop();
    spawn(world_.context.get_executor(), wait_synced(*set_, stop.get_token()));
  }

  World world_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  InformerOptions options_ = paged();
  std::optional<InformerSet> set_;
  std::optional<SharedInformer> informer_;
  bool calling_ = false;
  int calls_ = 0;
  int number_ = 0;
};

TEST_P(CallbacksTest, MayCallEverything)
{
  const std::string kind = GetParam();
  const Watchdog watchdog(kind);
  const auto when = [&](const char* which) { return kind == which && informer_; };
  InformerSet::Options of_set;
  of_set.observer = [&](const ResourceType&, const Delta&) {
    if (when("observer of a set")) call_everything();
  };
  options_.namespaces = {"a"};
  options_.indexes = {{"all", [&](const Object&) {
                         if (when("index function")) call_everything();
                         return std::vector<std::string>{"all"};
                       }}};
  options_.observer = [&](const Delta&) {
    if (when("observer")) call_everything();
  };
  options_.transform_name = "calls everything";
  options_.transform = [&](const Object& object) {
    if (when("transform")) call_everything();
    return object;
  };
  set_.emplace(Client(world_.runtime, transport_), of_set);
  informer_.emplace(set_->get(config_maps(), options_));
  EventHandler one;
  one.on_add = [&](const Object&, bool) {
    if (when("on_add")) call_everything();
  };
  one.on_update = [&](const Object&, const Object&) {
    if (when("on_update")) call_everything();
  };
  one.on_delete = [&](const Object&, bool) {
    if (when("on_delete")) call_everything();
  };
  one.selects = [&](const Object&) {
    if (when("selects")) call_everything();
    return true;
  };
  EventHandler every;
  every.on_event = [&](const ObjectEvent&) {
    if (when("on_event")) call_everything();
  };
  const auto first = informer_->add_handler(one), second = informer_->add_handler(every);
  informer_->start();
  world_.settle();
  informer_->wrote(object_of("a", "x", "u", "6"));
  transport_->script.modified(json_of("a", "x", "u", "6"));
  transport_->script.modified(json_of("a", "y", "v", "7"));
  transport_->script.deleted(json_of("a", "y", "v", "8"));
  world_.settle();
  EXPECT_GT(calls_, 0);
  EXPECT_TRUE(informer_->store().get({"a", "x"}));
  EXPECT_FALSE(informer_->store().get({"a", "y"}));
  world_.run(informer_->async_stop());
  world_.run(set_->async_stop());
}

INSTANTIATE_TEST_SUITE_P(Kinds, CallbacksTest,
                         ::testing::Values("index function", "observer", "observer of a set", "transform", "selects",
                                           "on_add", "on_update", "on_delete", "on_event"),
                         [](const auto& kind) {
                           std::string name = kind.param;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

// The last handle may go in a callback of its own informer.
TEST(Callbacks, AnObserverMayDestroyTheLastHandle)
{
  World world;
  const auto transport = std::make_shared<ScriptedServer>();
  std::optional<SharedInformer> informer;
  InformerOptions options = paged();
  options.observer = [&](const Delta& delta) {
    if (delta.type == Delta::Type::applied) informer.reset();
  };
  informer.emplace(Client(world.runtime, transport), config_maps(), options);
  informer->start();
  world.settle();
  informer->wrote(object_of("a", "x", "u", "6"));
  EXPECT_FALSE(informer);
  world.settle();
  EXPECT_TRUE(transport->script.closed());
}

}  // namespace
}  // namespace kubexx::informer_test
