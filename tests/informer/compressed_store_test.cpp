// SPDX-License-Identifier: Apache-2.0
// A compressed store beside a plain one: readers must not be able to tell them apart.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kubexx/informer/detail/object_packer.hpp"
#include "kubexx/informer/index.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "random_objects.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using detail::ObjectPacker;
using std::chrono::seconds;
using ::testing::ElementsAre;

IndexedStore::Indexes indexes()
{
  return {{"colour", index_by_label("colour")},
          {"text", [](const Object& object) {
             return std::vector<std::string>{std::string(object.at("/data/text").bytes().substr(0, 8))};
           }}};
}

std::string bytes_of(const ObjectSnapshot& objects)
{
  std::string all;
  for (const auto& object : objects) all.append(object.bytes()).append("\n");
  return all;
}

std::string text_of_all(const Delta& delta)
{
  return text_of(delta) + (delta.initial ? " initial " : " ") + (delta.final_state_unknown ? "unknown " : "") +
         delta.resource_version + " " + std::string(delta.object.bytes()) + " " + std::string(delta.old.bytes());
}

// Both stores, given the same.
class Pair {
public:
  explicit Pair(std::uint64_t seed)
      : dice_(seed),
        packer_(std::make_shared<ObjectPacker>(seed % 3 == 0 ? 1 : 6000)),
        selective_(dice_.below(2) == 0),
        plain_(indexes(), "", selective_),
        compressed_(indexes(), "", selective_, packer_)
  {
    if (dice_.below(2) == 0) watches_ = {"a", "b"};
    for (const auto& watch : watches_) {
      if (!watch.empty())
        both([&](IndexedStore& store) {
          store.add_namespace(watch);
          return std::vector<Delta>();
        });
    }
  }

  void step()
  {
    const std::string watch = watches_[dice_.below(watches_.size())];
    const std::string namespace_ = watch.empty() ? std::string(1, static_cast<char>('a' + dice_.below(3))) : watch;
    const ObjectKey key{namespace_, "o" + std::to_string(dice_.below(12))};
    switch (dice_.below(12)) {
      case 0:
        replace(watch);
        break;
      case 1:
        both([&](IndexedStore& store) { return store.bookmark(std::to_string(version_), watch); });
        break;
      case 2: {
        const Object last = state(key);
        both([&](IndexedStore& store) { return store.remove(last, std::to_string(version_), watch); });
        break;
      }
      case 3: {
        const Object object = state(key);
        const auto selected = static_cast<Selected>(dice_.below(3));
        const SteadyTime expires = now_ + seconds(dice_.below(9));
        both([&](IndexedStore& store) { return store.wrote(object, selected, expires); });
        break;
      }
      case 4: {
        const std::string version = dice_.below(2) == 0 ? "" : std::to_string(version_);
        const SteadyTime expires = now_ + seconds(dice_.below(9));
        const std::string uid = uid_of(key);
        both([&](IndexedStore& store) { return store.deleted(key, uid, version, expires); });
        break;
      }
      case 5:
        now_ += seconds(dice_.below(20));
        both([&](IndexedStore& store) { return store.expire_pending_writes(now_, seconds(5)); });
        break;
      case 6:
        if (watch.empty() || dice_.below(5) != 0) break;
        both([&](IndexedStore& store) { return store.remove_namespace(watch); });
        both([&](IndexedStore& store) {
          store.add_namespace(watch);
          return std::vector<Delta>();
        });
        break;
      case 7: {
        if (dice_.below(10) != 0) break;
        const std::string name = "index" + std::to_string(++names_);
        both([&](IndexedStore& store) {
          store.add_index(name, index_by_label("colour"));
          return std::vector<Delta>();
        });
        break;
      }
      default: {
        const Object object = state(key);
        both([&](IndexedStore& store) { return store.apply(object, std::string(object.resource_version()), watch); });
      }
    }
  }

  void compare_reads()
  {
    ASSERT_EQ(bytes_of(compressed_.list()), bytes_of(plain_.list()));
    EXPECT_EQ(compressed_.size(), plain_.size());
    EXPECT_EQ(compressed_.resource_version(), plain_.resource_version());
    EXPECT_EQ(compressed_.pending_writes(), plain_.pending_writes());
    for (const char* namespace_ : {"a", "b", "c", "d"}) {
      EXPECT_EQ(bytes_of(compressed_.list(namespace_)), bytes_of(plain_.list(namespace_)));
      EXPECT_EQ(compressed_.resource_version(namespace_), plain_.resource_version(namespace_));
      const ObjectKey key{namespace_, "o" + std::to_string(dice_.below(12))};
      EXPECT_EQ(compressed_.get(key).bytes(), plain_.get(key).bytes());
      EXPECT_EQ(bytes_of(compressed_.list().page(5, key)), bytes_of(plain_.list().page(5, key)));
    }
    std::set<std::string> texts;
    for (const auto& object : plain_.list()) texts.insert(indexes()[1].second(object).front());
    for (const auto& text : texts)
      EXPECT_EQ(bytes_of(compressed_.by_index("text", text)), bytes_of(plain_.by_index("text", text)));
    for (const char* colour : {"red", "green", "blue"}) {
      EXPECT_EQ(bytes_of(compressed_.by_index("colour", colour)), bytes_of(plain_.by_index("colour", colour)));
      const auto is = [&](const Object& object) { return object.label("colour") == colour; };
      EXPECT_EQ(bytes_of(compressed_.list().where(is)), bytes_of(plain_.list().where(is)));
      for (int number = 1; number <= names_; ++number) {
        const std::string name = "index" + std::to_string(number);
        EXPECT_EQ(bytes_of(compressed_.by_index(name, colour)), bytes_of(plain_.by_index(name, colour)));
      }
    }
    const ObjectSnapshot list = compressed_.list();
    for (std::size_t number = 0; number < list.size(); ++number) {
      EXPECT_EQ(list[number].bytes(), plain_.list()[number].bytes());
    }
  }

  // Objects that are kept packed.
  [[nodiscard]] std::size_t packed() const
  {
    std::size_t count = 0;
    for (const auto& object : compressed_.stored()) count += object.bytes().starts_with("{") ? 0 : 1;
    return count;
  }
  [[nodiscard]] std::size_t size() const { return plain_.size(); }
  [[nodiscard]] std::size_t deltas() const { return deltas_; }

private:
  template <class Write>
  void both(Write write)
  {
    const std::vector<Delta> wanted = write(plain_), got = write(compressed_);
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t number = 0; number < got.size(); ++number) {
      ASSERT_EQ(text_of_all(packer_->whole(got[number])), text_of_all(wanted[number]));
      ++deltas_;
    }
  }

  void replace(const std::string& watch)
  {
    std::vector<Object> items;
    for (const auto& object : plain_.list()) {
      if (!watch.empty() && object.namespace_() != watch) continue;
      if (dice_.below(8) != 0) items.push_back(object);
    }
    for (std::size_t count = dice_.below(10); count > 0; --count) {
      const std::string namespace_ = watch.empty() ? "a" : watch;
      items.push_back(state({namespace_, "o" + std::to_string(dice_.below(12))}));
    }
    std::vector<Object> listed;
    for (const auto& item : items) listed.push_back(dice_.below(2) == 0 ? item : packer_->packed_item(item));
    const std::string version = std::to_string(version_ - (dice_.below(9) == 0 ? 1 : 0));
    const std::vector<Delta> wanted = plain_.replace(items, version, watch);
    const std::vector<Delta> got = compressed_.replace(listed, version, watch);
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t number = 0; number < got.size(); ++number) {
      ASSERT_EQ(text_of_all(packer_->whole(got[number])), text_of_all(wanted[number]));
    }
  }

  std::string uid_of(const ObjectKey& key)
  {
    const Object stored = plain_.get(key);
    return stored && dice_.below(6) != 0 ? std::string(stored.uid()) : "uid-" + std::to_string(dice_.below(20));
  }

  // A new state, now and then an old one, one of another uid, or one without a version.
  Object state(const ObjectKey& key)
  {
    ++version_;
    std::string version = std::to_string(dice_.below(8) == 0 ? dice_.below(version_) : version_);
    if (dice_.below(12) == 0) version.clear();
    if (dice_.below(12) == 0) version = "v" + version;
    const Object stored = plain_.get(key);
    if (stored && dice_.below(10) == 0) return stored;
    return random_object(dice_, {key.namespace_, key.name, uid_of(key), version}, dice_.below(40));
  }

  SeededRandom dice_;
  const std::shared_ptr<ObjectPacker> packer_;
  const bool selective_;
  IndexedStore plain_, compressed_;
  std::vector<std::string> watches_{""};
  std::uint64_t version_ = 100;
  SteadyTime now_{};
  int names_ = 0;
  std::size_t deltas_ = 0;
};

TEST(CompressedStore, ReadsAndDeltasAreThoseOfAPlainStore)
{
  std::size_t packed = 0, deltas = 0;
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Pair pair(seed);
    for (int step = 0; step < 150 && !HasFailure(); ++step) {
      pair.step();
      if (step % 5 == 0) pair.compare_reads();
    }
    pair.compare_reads();
    packed += pair.packed();
    deltas += pair.deltas();
  }
  EXPECT_GT(packed, 300U);
  EXPECT_GT(deltas, 3000U);
}

std::vector<Object> many(Random& dice, std::size_t count, const std::string& version)
{
  std::vector<Object> objects;
  for (std::size_t number = 0; number < count; ++number) {
    const std::string text = std::to_string(10000 + number);
    objects.push_back(random_object(dice, {"ns", text, "uid-" + text, version}, 120));
  }
  return objects;
}

TEST(CompressedStore, ASnapshotShowsItsMomentAlsoWhenTheStoreIsGone)
{
  SeededRandom dice(1);
  auto store = std::make_unique<IndexedStore>(indexes(), "", false, std::make_shared<ObjectPacker>(1));
  const std::vector<Object> objects = many(dice, 300, "1");
  (void)store->replace(objects, "1");
  const ObjectSnapshot before = store->list(), page = before.page(10), red = store->by_index("colour", "red");
  const std::string bytes = bytes_of(before), bytes_of_red = bytes_of(red);
  for (const auto& object : many(dice, 300, "2")) (void)store->apply(object, "2");
  (void)store->remove(objects[7], "3");
  EXPECT_NE(bytes_of(store->list()), bytes);
  store.reset();
  EXPECT_EQ(bytes_of(before), bytes);
  EXPECT_EQ(bytes_of(before), bytes_of(ObjectSnapshot(objects)));
  EXPECT_EQ(bytes_of(red), bytes_of_red);
  EXPECT_EQ(page.size(), 10U);
  EXPECT_EQ(page.front().bytes(), objects.front().bytes());
  EXPECT_EQ(before[299].bytes(), objects[299].bytes());
}

TEST(CompressedStore, AnIteratorGivesTheSameObjectUntilItMoves)
{
  SeededRandom dice(2);
  IndexedStore store({}, "", false, std::make_shared<ObjectPacker>(1));
  const std::vector<Object> objects = many(dice, 150, "1");
  (void)store.replace(objects, "1");
  const ObjectSnapshot list = store.list();
  auto at = list.begin();
  const Object& first = *at;
  EXPECT_EQ(&*at, &first);
  const auto copy = at;
  ++at;
  EXPECT_EQ(at->bytes(), objects[1].bytes());
  EXPECT_EQ(copy->bytes(), objects[0].bytes());
  EXPECT_TRUE(copy == list.begin());
  EXPECT_EQ(std::vector<Object>(list.begin(), list.end()).back().bytes(), objects.back().bytes());
}

std::vector<Object> pods(Random& dice, std::size_t count)
{
  std::vector<Object> objects;
  for (std::size_t number = 0; number < count; ++number) {
    objects.push_back(random_pod(dice, "pod-" + std::to_string(10000 + number), std::to_string(dice.below(1000000))));
  }
  return objects;
}

TEST(CompressedStore, HoldsLess)
{
  SeededRandom dice(3);
  IndexedStore plain(indexes()), compressed(indexes(), "", false, std::make_shared<ObjectPacker>());
  const std::vector<Object> objects = pods(dice, 2000);
  (void)plain.replace(objects, "1");
  (void)compressed.replace(objects, "1");
  EXPECT_LT(compressed.memory() * 3, plain.memory());
  EXPECT_LT(compressed.peak_memory() * 3, plain.peak_memory());
  std::size_t kept = 0;
  for (const auto& object : compressed.stored()) kept += object.memory();
  EXPECT_GT(compressed.memory(), kept + 32768) << "the dictionary counts";
}

TEST(CompressedStore, PacksWhatItHasOnceThereIsEnoughOfIt)
{
  SeededRandom dice(4);
  const std::vector<Object> objects = pods(dice, 2000);
  IndexedStore store(indexes(), "", false, std::make_shared<ObjectPacker>());
  (void)store.replace({}, "0");
  std::size_t plain = 0, largest = 0;
  for (const auto& object : objects) {
    (void)store.apply(object, "1");
    plain += object.memory();
    largest = std::max(largest, store.memory());
  }
  EXPECT_LT(store.memory() * 3, plain);
  EXPECT_LT(largest, ObjectPacker::default_enough * 2);
  EXPECT_EQ(bytes_of(store.list()), bytes_of(ObjectSnapshot(objects)));
  const std::size_t by_events = store.memory();
  IndexedStore listed(indexes(), "", false, std::make_shared<ObjectPacker>());
  (void)listed.replace(objects, "1");
  EXPECT_LT(by_events, listed.memory() * 11 / 10) << "also those that were stored before";
}

}  // namespace
}  // namespace kubexx::informer_test
