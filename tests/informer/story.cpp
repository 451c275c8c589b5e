// SPDX-License-Identifier: Apache-2.0
#include "story.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/informer/index.hpp"
#include "kubexx/testing/faults.hpp"
#include "mirror.hpp"
#include "support.hpp"

namespace kubexx::informer_test {

namespace {

using kubexx::testing::FaultKind;
using kubexx::testing::FaultPlan;
using kubexx::testing::FaultRates;
using kubexx::testing::Faults;

const std::vector<std::string> kNamespaces{"default", "kube-public", "kube-system"};
const std::vector<std::string> kColours{"red", "green", "blue"};

bool is_red(const Object& object)
{
  return object.label("colour") == "red";
}

FaultRates rates_of(Random& dice)
{
  constexpr FaultKind kinds[] = {
      FaultKind::refused,          FaultKind::lost_request,      FaultKind::lost_response, FaultKind::hang,
      FaultKind::internal_error,   FaultKind::too_many_requests, FaultKind::stale_list,    FaultKind::list_gone,
      FaultKind::watch_gone,       FaultKind::watch_broken,      FaultKind::watch_cut,     FaultKind::watch_split,
      FaultKind::watch_duplicated, FaultKind::watch_ended,       FaultKind::watch_delayed, FaultKind::watch_silent};
  FaultRates rates;
  for (const FaultKind kind : kinds) {
    if (dice.below(2) == 0) rates[kind] = static_cast<double>(dice.below(150)) / 1000;
  }
  return rates;
}

class Story {
public:
  explicit Story(std::uint64_t seed)
      : seed_(seed), world_(seed), dice_(seed + 1), random_of_server_(seed + 2), faults_(FaultPlan(seed), nullptr)
  {
    ApiServer::Options options;
    options.clock = &world_.clock;
    options.random = &random_of_server_;
    server_.emplace(options);
    const auto direct = make_in_process_transport(world_.runtime, *server_);
    admin_.emplace(world_.runtime, direct);
    faults_.rates = rates_of(dice_);
    informer_.emplace(
        Client(world_.runtime, testing::make_fault_transport(world_.runtime, direct, faults_, "informer", {})),
        config_maps(), drawn_options());
  }
  ~Story() { world_.settle(); }

  StoryCounts tell()
  {
    for (int edits = static_cast<int>(dice_.below(12)); edits > 0; --edits) edit(any_key());
    handlers_.push_back(informer_->add_handler(plain_.handler()));
    EventHandler red = red_.handler();
    red.selects = &is_red;
    handlers_.push_back(informer_->add_handler(std::move(red)));
    handlers_.push_back(informer_->add_handler(throwing_handler()));
    informer_->start();
    for (int step = 0; step < 120; ++step) {
      one_step();
      if (step == 60) handlers_.push_back(informer_->add_handler(late_.handler()));
      if (dice_.below(3) == 0) world_.settle();
    }
    be_quiet();
    check();
    counts_.relists = informer_->status().relists;
    counts_.streaming_lists = faults_.traffic.streaming_lists;
    counts_.later_pages = faults_.traffic.later_pages;
    counts_.faults = faults_.plan.happened().size();
    for (const Mirror* mirror : {&plain_, &red_, &every_, &late_}) counts_.calls += mirror->calls();
    handlers_.clear();
    world_.run(informer_->async_stop());
    EXPECT_EQ(server_->open_watches(), 0U) << "seed " << seed_;
    return counts_;
  }

private:
  InformerOptions drawn_options()
  {
    InformerOptions options;
    options.stream_list = dice_.below(2) == 0;
    options.page_size = std::vector<std::int64_t>{1, 3, 500}[dice_.below(3)];
    if (dice_.below(3) == 0) options.label_selector = selector_ = "colour in (red, green)";
    if (dice_.below(3) != 0) {
      options.namespaces.insert("default");
      if (dice_.below(2) == 0) options.namespaces.insert("kube-system");
    }
    some_ = !options.namespaces.empty();
    options.observer = [this](const Delta& delta) {
      counts_.trace = counts_.trace * 31 + std::hash<std::string>()(text_of(delta));
    };
    // A few, with objects that are large enough for a dictionary, which take long.
    options.compressed = seed_ % 250 == 0;
    if (options.compressed) padding_ = std::string(120 << 10, 'x');
    options.indexes = {{"colour", index_by_label("colour")}, {"value", index_by_pointer("/data/value")}};
    return options;
  }

  // Sees every transition; throws now and then, so that its events wait and grow.
  EventHandler throwing_handler()
  {
    EventHandler handler;
    handler.name = every_.name();
    handler.retry = true;
    handler.on_event = [this](const ObjectEvent& event) {
      const ObjectKey key = event.transitions.front().object.key();
      if (event.transitions_lost) gaps_.insert(key);  // that is said until a call does not fail
      if (dice_.below(4) == 0 && !quiet_) {
        ++counts_.retries;
        throw std::runtime_error("not now");
      }
      if (gaps_.erase(key) == 1) {
        ++counts_.transitions_lost;
        every_.set(event);
        return;
      }
      for (const auto& one : event.transitions) {
        if (one.type == Transition::Type::added) {
          every_.add(one.object);
        } else if (one.type == Transition::Type::updated) {
          every_.update(one.old, one.object);
        } else {
          every_.remove(one.object);
        }
      }
    };
    return handler;
  }

  ObjectKey any_key() { return {kNamespaces[dice_.below(kNamespaces.size())], "o" + std::to_string(dice_.below(6))}; }

  void edit(const ObjectKey& key)
  {
    const bool present = present_.contains(key);
    if (present && dice_.below(3) == 0) {
      admin_->delete_(config_maps(), key);
      present_.erase(key);
      return;
    }
    const std::string colour = kColours[dice_.below(kColours.size())];
    const Object wanted =
        Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":")" + key.namespace_ +
                      R"(","name":")" + key.name + R"(","labels":{"colour":")" + colour + R"("}},"data":{"value":")" +
                      std::to_string(dice_.below(4)) + R"(","padding":")" + padding_ + "\"}}");
    if (present) {
      admin_->update(config_maps(), wanted);
    } else {
      admin_->create(config_maps(), wanted);
      present_.insert(key);
    }
  }

  void one_step()
  {
    switch (dice_.below(14)) {
      case 0:
        server_->close_watches();
        break;
      case 1:
        server_->close_watches();
        server_->compact();
        break;
      case 2:
      case 3:
        world_.advance(std::chrono::milliseconds(dice_.below(8000)));
        break;
      case 4:
        change_namespaces();
        break;
      case 5:  // one object changes faster than anybody follows
        for (const ObjectKey key = any_key(); dice_.below(40) != 0;) edit(key);
        break;
      default:
        edit(any_key());
    }
  }

  void change_namespaces()
  {
    if (!some_) return;
    ++counts_.namespaces_changed;
    const std::string& name = kNamespaces[dice_.below(kNamespaces.size())];
    if (informer_->is_watched(name)) {
      informer_->remove_namespace(name);
    } else {
      informer_->add_namespace(name);
    }
  }

  void be_quiet()
  {
    quiet_ = true;
    faults_.plan.stop();
    world_.advance(std::chrono::minutes(30));
  }

  [[nodiscard]] std::vector<Object> served()
  {
    std::vector<Object> objects;
    for (const auto& name : kNamespaces) {
      if (!informer_->is_watched(name)) continue;
      ListOptions options;
      options.namespace_ = name;
      options.label_selector = selector_;
      for (auto& object : admin_->list(config_maps(), options).items) objects.push_back(std::move(object));
    }
    return objects;
  }

  void check()
  {
    const std::string seed = "seed " + std::to_string(seed_);
    const Store& store = informer_->store();
    const std::vector<Object> truth = served();
    EXPECT_EQ(text_of(store.list()), text_of(truth)) << seed;
    std::size_t memory = 0;
    for (const auto& object : truth) {
      memory += object.memory();
      EXPECT_TRUE(store.get(object.key()).bytes() == object.bytes()) << seed << ", " << object.name();
    }
    if (!padding_.empty() && store.memory() < memory) ++counts_.compressed;
    const auto those = [&](const std::function<bool(const Object&)>& wanted) {
      std::vector<Object> some;
      for (const auto& object : truth) {
        if (wanted(object)) some.push_back(object);
      }
      return text_of(some);
    };
    for (const auto& colour : kColours) {
      EXPECT_EQ(text_of(store.by_index("colour", colour)),
                those([&](const Object& object) { return object.label("colour") == colour; }))
          << seed;
    }
    for (int value = 0; value < 4; ++value) {
      const std::string text = std::to_string(value);
      EXPECT_EQ(text_of(store.by_index("value", text)),
                those([&](const Object& object) { return object.at("/data/value").equals(text); }))
          << seed;
    }
    for (const Mirror* mirror : {&plain_, &every_, &late_}) {
      EXPECT_EQ(mirror->text(), text_of(truth)) << seed << ", handler " << mirror->name();
    }
    EXPECT_EQ(red_.text(), those(&is_red)) << seed;
    for (const auto& handler : handlers_) {
      EXPECT_TRUE(handler->has_synced()) << seed;
      EXPECT_EQ(handler->pending(), 0U) << seed;
    }
    if (!informer_->namespaces().empty() || !some_) {
      EXPECT_EQ(informer_->status().state, WatchState::streaming) << seed << ": " << informer_->status().last_error;
    }
  }

  const std::uint64_t seed_;
  World world_;
  SeededRandom dice_, random_of_server_;
  std::optional<ApiServer> server_;
  std::optional<Client> admin_;
  Faults faults_;
  std::string selector_;
  std::string padding_;  // of each object
  bool some_ = false;    // namespaces, not all
  bool quiet_ = false;   // nothing goes wrong any more
  std::optional<SharedInformer> informer_;
  const std::string where_ = "seed " + std::to_string(seed_);
  Mirror plain_{"plain", where_}, red_{"red", where_}, every_{"every transition", where_}, late_{"late", where_};
  std::vector<std::unique_ptr<HandlerRegistration>> handlers_;
  std::set<ObjectKey> present_;
  std::set<ObjectKey> gaps_;  // in what the throwing handler has been given
  StoryCounts counts_;
};

}  // namespace

StoryCounts& StoryCounts::operator+=(const StoryCounts& other)
{
  relists += other.relists;
  streaming_lists += other.streaming_lists;
  later_pages += other.later_pages;
  faults += other.faults;
  calls += other.calls;
  retries += other.retries;
  namespaces_changed += other.namespaces_changed;
  transitions_lost += other.transitions_lost;
  trace ^= other.trace;
  compressed += other.compressed;
  return *this;
}

StoryCounts tell_story(std::uint64_t seed)
{
  return Story(seed).tell();
}

}  // namespace kubexx::informer_test
