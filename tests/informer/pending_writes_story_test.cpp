// SPDX-License-Identifier: Apache-2.0
// Stories of own and foreign writes against the embedded server, with a watch that is late, breaks off and is listed
// anew: after each own write the store has it, it never goes back behind it, and in the end it has what the server has.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kubexx/informer/read_your_writes.hpp"
#include "served_world.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::minutes;

constexpr const char* kWeb = R"({"app":"web"})";
constexpr const char* kDb = R"({"app":"db"})";

// An informer with two mirrors of its content, one by transitions and one by the folded functions.
class Watched {
public:
  Watched(const ServedWorld& world, const std::string& label_selector, bool stream_list, const Namespaces& namespaces)
      : informer_(*world.client, config_maps(), options(label_selector, stream_list, namespaces))
  {
    EventHandler strict, folded;
    strict.on_event = [this](const ObjectEvent& event) {
      for (const auto& transition : event.transitions) follow(transition);
    };
    folded.on_add = [this](const Object& object, bool) {
      EXPECT_TRUE(folded_.emplace(object.key(), object).second) << object.name();
    };
    folded.on_update = [this](const Object& old, const Object& now) {
      EXPECT_TRUE(same_version(folded_[now.key()], old)) << now.name();
      folded_[now.key()] = now;
    };
    folded.on_delete = [this](const Object& last, bool) { EXPECT_EQ(folded_.erase(last.key()), 1U); };
    registrations_.push_back(informer_.add_handler(strict));
    registrations_.push_back(informer_.add_handler(folded));
    informer_.start();
  }

  const SharedInformer& informer() const { return informer_; }

  // The store has what the server has just answered: nothing else has happened since.
  void expect(const ObjectKey& key, const Object& served, bool selected)
  {
    const Object stored = informer_.store().get(key);
    const std::string of_get = stored ? std::string(stored.resource_version()) : "absent";
    EXPECT_EQ(of_get, served && selected ? std::string(served.resource_version()) : "absent") << key.to_string();
    std::string of_list = "absent", of_index = "absent";
    for (const auto& object : informer_.store().list()) {
      if (object.key() == key) of_list = object.resource_version();
    }
    for (const auto& object : informer_.store().by_index("name", key.name)) {
      if (object.key() == key) of_index = object.resource_version();
    }
    EXPECT_EQ(of_list, of_get) << key.to_string();
    EXPECT_EQ(of_index, of_get) << key.to_string();
    if (served) {
      oldest_[key] = std::stoull(std::string(served.resource_version()));
      return;
    }
    oldest_.erase(key);
    gone_.insert(deleting_);
  }
  void expect_deletion(std::string uid) { deleting_ = std::move(uid); }

  void expect_all(const std::vector<Object>& served)
  {
    EXPECT_EQ(text_of(informer_.store().list()), text_of(served));
    EXPECT_EQ(text_of(values(strict_)), text_of(served));
    EXPECT_EQ(text_of(values(folded_)), text_of(served));
    EXPECT_EQ(informer_.pending_writes(), 0U);
  }

private:
  using Mirror = std::map<ObjectKey, Object>;

  InformerOptions options(const std::string& label_selector, bool stream_list, const Namespaces& namespaces)
  {
    InformerOptions options;
    options.label_selector = label_selector;
    options.stream_list = stream_list;
    options.namespaces = namespaces;
    options.indexes.emplace_back("name", [](const Object& object) { return std::vector{std::string(object.name())}; });
    options.observer = [this](const Delta& delta) {
      if (delta.type != Delta::Type::applied) return;
      EXPECT_FALSE(gone_.contains(std::string(delta.object.uid()))) << "a deleted object came back";
      const auto oldest = oldest_.find(delta.object.key());
      if (oldest == oldest_.end()) return;
      EXPECT_GE(std::stoull(std::string(delta.object.resource_version())), oldest->second)
          << "behind an own write of " << delta.object.name();
    };
    return options;
  }
  void follow(const Transition& transition)
  {
    const auto known = strict_.find(transition.object.key());
    EXPECT_EQ(known == strict_.end(), !transition.old) << transition.object.name();
    if (known != strict_.end() && transition.old) {
      EXPECT_TRUE(same_version(known->second, transition.old));
    }
    strict_[transition.object.key()] = transition.object;
    if (transition.type == Transition::Type::deleted) strict_.erase(transition.object.key());
  }
  static std::vector<Object> values(const Mirror& mirror)
  {
    std::vector<Object> all;
    for (const auto& [key, object] : mirror) all.push_back(object);
    return all;
  }

  std::map<ObjectKey, std::uint64_t> oldest_;  // of each object that this process wrote last, by version
  std::set<std::string> gone_;                 // uids
  std::string deleting_;
  Mirror strict_, folded_;
  const SharedInformer informer_;
  std::vector<std::unique_ptr<HandlerRegistration>> registrations_;
};

struct Story {
  ServedWorld world;
  SeededRandom dice;
  const Namespaces namespaces;
  std::vector<std::unique_ptr<Watched>> watched;
  std::optional<Client> mine;

  Story(std::uint64_t seed, Namespaces of) : world(seed), dice(seed + 2), namespaces(std::move(of))
  {
    watched.push_back(std::make_unique<Watched>(world, "", seed % 2 == 0, namespaces));
    watched.push_back(std::make_unique<Watched>(world, "app=web", seed % 2 == 0, namespaces));
    mine = world.client->with_interceptor(make_read_your_writes([this](const ResourceType&) {
      std::vector<SharedInformer> found;
      for (const auto& one : watched) found.push_back(one->informer());
      return found;
    }));
    world.settle();
  }

  Object served(const ObjectKey& key)
  {
    try {
      return world.client->get(config_maps(), key);
    } catch (const ApiError& error) {
      if (is_not_found(error)) return {};
      throw;
    }
  }

  void write(const Client& by, bool own)
  {
    const ObjectKey key{*std::next(namespaces.begin(), static_cast<long>(dice.below(namespaces.size()))),
                        "o" + std::to_string(dice.below(5))};
    const Object before = served(key);
    if (before && dice.below(3) == 0) {
      by.delete_(config_maps(), key);
      for (const auto& one : watched) one->expect_deletion(std::string(before.uid()));
    } else {
      const Object wanted =
          draft(key.name, std::to_string(dice.below(1000)), dice.below(3) == 0 ? kDb : kWeb, key.namespace_);
      before ? by.update(config_maps(), wanted) : by.create(config_maps(), wanted);
    }
    const Object after = served(key);
    if (!own) return;
    watched[0]->expect(key, after, true);
    watched[1]->expect(key, after, after && after.label("app") == "web");
  }

  void step()
  {
    switch (dice.below(12)) {
      case 0:
        world.server->close_watches();
        break;
      case 1:
        world.server->close_watches();
        world.server->compact();
        break;
      case 2:
        world.advance(std::chrono::milliseconds(dice.below(5000)));
        break;
      case 3:
        world.advance(std::chrono::seconds(dice.below(100)));
        break;
      case 4:
      case 5:
        for (auto turns = dice.below(6); turns > 0; --turns) world.context.poll_one();  // the watch gets half-way
        world.context.restart();
        break;
      case 6:
      case 7:
      case 8:
        write(*world.client, false);
        break;
      default:
        write(*mine, true);
    }
  }

  void finish()
  {
    world.advance(minutes(5));
    for (const auto selector : {"", "app=web"}) {
      std::vector<Object> all;
      for (const auto& name : namespaces) {
        for (auto& object : world.served(selector, name)) all.push_back(std::move(object));
      }
      watched[*selector == '\0' ? 0 : 1]->expect_all(all);
    }
    for (const auto& one : watched) world.stop(one->informer());
  }
};

void tell(std::uint64_t seed, const Namespaces& namespaces)
{
  SCOPED_TRACE("seed " + std::to_string(seed));
  Story story(seed, namespaces);
  for (int step = 0; step < 150; ++step) story.step();
  story.finish();
}

TEST(PendingWriteStories, OwnWritesAreReadAtOnceAndTheEndIsTheServers)
{
  for (std::uint64_t seed = 1; seed <= 300 && !::testing::Test::HasFailure(); ++seed) tell(seed, {"default"});
}

TEST(PendingWriteStories, OfSeveralNamespacesLikewise)
{
  for (std::uint64_t seed = 1; seed <= 100 && !::testing::Test::HasFailure(); ++seed) {
    tell(seed, {"default", "kube-public"});
  }
}

}  // namespace
}  // namespace kubexx::informer_test
