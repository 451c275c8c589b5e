// SPDX-License-Identifier: Apache-2.0
#include "store/watch_index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>

#include "store/store.hpp"
#include "verbs/selectors.hpp"

namespace kubexx::apiserver {
namespace {

/// A watch that has read everything, or is busy.
class FakeWatcher final : public Watcher {
public:
  FakeWatcher(std::string_view namespace_, std::string_view labels, std::string_view fields)
      : filter_(Kind{}, namespace_, labels, fields)
  {
  }

  [[nodiscard]] bool wants(const Change& change) const override
  {
    ++asked;
    return matches(change);
  }
  void skip_to(std::int64_t version) override { skipped_to = version; }
  /// The rule that the index is to keep.
  [[nodiscard]] bool matches(const Change& change) const
  {
    return (change.previous && filter_.matches(*change.previous)) ||
           (change.current && filter_.matches(*change.current));
  }
  [[nodiscard]] WatchScope scope() const { return filter_.scope(); }

  mutable std::size_t asked = 0;
  std::int64_t skipped_to = 0;
  OneShot wakeup;
  bool waits = false;

private:
  Filter filter_;
};

Json object_of(const std::string& namespace_, const std::string& name, const std::map<std::string, std::string>& labels)
{
  return {{"metadata", {{"namespace", namespace_}, {"name", name}, {"uid", namespace_ + name}, {"labels", labels}}}};
}

/// Random watches and writes on one collection.
class RandomRun {
public:
  explicit RandomRun(unsigned seed) : draws_(seed) {}

  void step()
  {
    switch (below(12)) {
      case 0:
      case 1:
        return open();
      case 2:
        return close();
      case 3:
      case 4:
        return all_wait();
      case 5:
        return one_is_busy();
      default:
        return write();
    }
  }

  void end()
  {
    for (const auto& [number, watcher] : watchers_) maps_.watches.remove(number);
    EXPECT_TRUE(maps_.watches.empty());
  }

  std::size_t woken = 0, silent = 0;

private:
  std::size_t below(std::size_t bound) { return draws_() % bound; }
  template <std::size_t Size>
  std::string one_of(const std::array<const char*, Size>& of)
  {
    return of[below(Size)];
  }
  std::string a_namespace() { return one_of(std::array{"a", "b"}); }
  std::string a_name() { return one_of(std::array{"n", "o", "p"}); }
  std::string a_key() { return one_of(std::array{"x", "y", "z"}); }
  std::string a_value() { return one_of(std::array{"1", "2", "3"}); }

  std::string requirement()
  {
    const auto key = a_key(), value = a_value();
    switch (below(9)) {
      case 0:
        return key + "!=" + value;
      case 1:
        return key;
      case 2:
        return "!" + key;
      case 3:
        return key + " in (" + value + "," + a_value() + ")";
      case 4:
        return key + " notin (" + value + ")";
      case 5:
        return key + ">1";
      case 6:
        return key + "==" + value;
      default:
        return key + "=" + value;
    }
  }

  void open()
  {
    std::string labels;
    for (auto left = below(4); left > 0; --left) labels += (labels.empty() ? "" : ",") + requirement();
    const auto namespace_ = below(2) == 0 ? std::string() : a_namespace();
    std::string fields;
    if (below(4) == 0) fields = "metadata.name" + one_of(std::array{"=", "!="}) + a_name();
    if (below(6) == 0) fields += (fields.empty() ? "" : ",") + ("metadata.namespace=" + a_namespace());
    auto& watcher =
        *watchers_.emplace(++number_, std::make_unique<FakeWatcher>(namespace_, labels, fields)).first->second;
    maps_.watches.add(number_, watcher, watcher.scope());
  }

  void close()
  {
    if (watchers_.empty()) return;
    const auto gone = std::next(watchers_.begin(), static_cast<std::ptrdiff_t>(below(watchers_.size())));
    maps_.watches.remove(gone->first);
    watchers_.erase(gone);
  }

  void all_wait()
  {
    for (auto& [number, watcher] : watchers_) {
      watcher->wakeup = OneShot();
      watcher->waits = true;
      maps_.watches.wait(number, watcher->wakeup);
    }
  }

  void one_is_busy()
  {
    if (watchers_.empty()) return;
    const auto one = std::next(watchers_.begin(), static_cast<std::ptrdiff_t>(below(watchers_.size())));
    EXPECT_EQ(maps_.watches.stop_waiting(one->first).has_value(), one->second->waits);
    one->second->waits = false;
  }

  void write()
  {
    const auto namespace_ = a_namespace(), name = a_name();
    if (below(5) == 0) {
      if (!store_.remove(maps_, key_of(namespace_, name))) return;
    } else {
      std::map<std::string, std::string> labels;
      for (const auto* key : {"x", "y", "z"}) {
        if (below(2) == 0) labels[key] = a_value();
      }
      store_.put(maps_, object_of(namespace_, name, labels));
    }
    check(maps_.changes.back(), store_.take_wakeups());
  }

  void check(const Change& change, const std::vector<OneShot>& wakeups)
  {
    auto next = wakeups.begin();
    for (auto& [number, watcher] : watchers_) {
      if (!watcher->waits || !watcher->matches(change)) {
        if (watcher->waits) ++silent;
        continue;
      }
      ASSERT_NE(next, wakeups.end());
      next->fire();
      EXPECT_TRUE(watcher->wakeup.fired()) << "by number";
      EXPECT_EQ(watcher->skipped_to, change.version - 1);
      watcher->waits = false;
      ++next;
      ++woken;
    }
    EXPECT_EQ(next, wakeups.end());
  }

  std::mt19937 draws_;
  Store store_{{.changes = 100, .bytes = 1'000'000}};
  Collection& maps_ = *store_.collection("/configmaps");
  std::uint64_t number_ = 0;
  std::map<std::uint64_t, std::unique_ptr<FakeWatcher>> watchers_;
};

TEST(WatchIndex, WakesTheSameWatchesAsAskingAllOfThem)
{
  std::size_t woken = 0, silent = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomRun run(seed);
    for (int step = 0; step < 500; ++step) run.step();
    run.end();
    if (HasFatalFailure()) return;
    woken += run.woken;
    silent += run.silent;
  }
  EXPECT_GT(woken, 10'000U);
  EXPECT_GT(silent, 10'000U);
}

/// Watches of one collection, all of them waiting.
struct Waiting {
  void add(std::string_view namespace_, const std::string& labels, std::string_view fields = {})
  {
    auto& watcher = *watchers.emplace_back(std::make_unique<FakeWatcher>(namespace_, labels, fields));
    maps.watches.add(watchers.size(), watcher, watcher.scope());
    maps.watches.wait(watchers.size(), watcher.wakeup);
  }
  /// How many watches a write asks.
  std::size_t asked_by(const Json& object)
  {
    for (const auto& watcher : watchers) watcher->asked = 0;
    store.put(maps, object);
    std::size_t asked = 0;
    for (const auto& watcher : watchers) asked += watcher->asked;
    return asked;
  }

  Store store{{.changes = 100, .bytes = 1'000'000}};
  Collection& maps = *store.collection("/configmaps");
  std::vector<std::unique_ptr<FakeWatcher>> watchers;
};

TEST(WatchIndex, AWriteAsksOnlyThoseThatShareALabelWithIt)
{
  Waiting waiting;
  for (int index = 0; index < 1000; ++index) {
    waiting.add(index % 2 == 0 ? "" : "a", "app=bench,group=g" + std::to_string(index / 10));
  }
  EXPECT_LE(waiting.asked_by(object_of("a", "one", {{"app", "bench"}, {"group", "g7"}})), 30U);
  EXPECT_EQ(waiting.store.take_wakeups().size(), 10U);
  EXPECT_LE(waiting.asked_by(object_of("a", "one", {{"app", "bench"}, {"group", "g8"}})), 50U) << "those of g7, too";
  EXPECT_EQ(waiting.store.take_wakeups().size(), 10U) << "those of g7 have been woken";
}

TEST(WatchIndex, AWriteAsksOnlyThoseOfItsNameAndNamespace)
{
  Waiting waiting;
  for (int index = 0; index < 100; ++index) waiting.add("a", "", "metadata.name=n" + std::to_string(index));
  for (int index = 0; index < 100; ++index) waiting.add("a" + std::to_string(index), "tier!=x");
  EXPECT_EQ(waiting.asked_by(object_of("a", "n7", {{"app", "bench"}})), 1U);
  EXPECT_EQ(waiting.asked_by(object_of("a9", "n7", {{"app", "bench"}})), 1U);
  EXPECT_EQ(waiting.store.take_wakeups().size(), 2U);
}

TEST(WatchIndex, AllAreWokenAtOnce)
{
  Waiting waiting;
  waiting.add("a", "x=1");
  waiting.add("", "");
  const auto version = waiting.store.put(waiting.maps, object_of("b", "one", {}))->version;
  EXPECT_EQ(waiting.store.take_wakeups().size(), 1U);
  waiting.store.wake(waiting.maps);
  EXPECT_EQ(waiting.store.take_wakeups().size(), 1U);
  EXPECT_EQ(waiting.watchers[0]->skipped_to, version);
  waiting.store.wake(waiting.maps);
  EXPECT_TRUE(waiting.store.take_wakeups().empty());
}

}  // namespace
}  // namespace kubexx::apiserver
