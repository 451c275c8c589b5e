// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

// The table under the queue, and what a key type may do to it.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// Finds and erases like std::map, whatever the hash.
template <class Hash>
void compare_with_map(std::uint64_t seed)
{
  detail::KeyTable<std::string, Hash, std::equal_to<std::string>> table;
  std::map<std::string, detail::RecordIndex> known;
  SeededRandom random(seed);
  for (int step = 0; step < 20'000; ++step) {
    const std::string key = "some/rather-long-name-" + std::to_string(random.below(700));
    const auto hash = table.hash(key);
    const auto found = table.find(key, hash);
    const auto expected = known.find(key);
    ASSERT_EQ(found, expected == known.end() ? detail::kNoRecord : expected->second);
    if (found == detail::kNoRecord) {
      known[key] = table.find_or_insert(key, hash);
      ASSERT_EQ(table.key_at(known[key]), key);
    } else if (random.below(3) == 0) {
      table.erase(found);
      known.erase(expected);
    } else {
      ASSERT_EQ(table.find_or_insert(key, hash), found);
    }
    ASSERT_EQ(table.size(), known.size());
  }
  for (const auto& [key, index] : known) ASSERT_EQ(table.key_at(index), key);
}

struct OneHash {
  std::size_t operator()(const std::string&) const { return 7; }
};
struct FewHashes {
  std::size_t operator()(const std::string& key) const { return static_cast<std::size_t>(key.back()); }
};

TEST(RecordTable, AnswersAsAMapDoes)
{
  compare_with_map<std::hash<std::string>>(1);
  compare_with_map<FewHashes>(2);
  compare_with_map<OneHash>(3);
}

TEST(RecordTable, AddressesStayWhileItGrowsAndRecordsAreUsedAgain)
{
  detail::KeyTable<std::uint64_t, std::hash<std::uint64_t>, std::equal_to<std::uint64_t>> table;
  const auto first = table.find_or_insert(0, table.hash(0));
  const auto* where = &table.key_at(first);
  for (std::uint64_t key = 1; key < 100'000; ++key) (void)table.find_or_insert(key, table.hash(key));
  EXPECT_EQ(&table.key_at(first), where);
  EXPECT_EQ(table.high_water(), 100'000U);
  for (std::uint64_t key = 0; key < 100'000; ++key) table.erase(table.find(key, table.hash(key)));
  EXPECT_EQ(table.size(), 0U);
  for (std::uint64_t key = 0; key < 100'000; ++key) (void)table.find_or_insert(~key, table.hash(~key));
  EXPECT_EQ(table.high_water(), 100'000U);
}

/// Throws when told to; counts what lives.
struct Moody {
  explicit Moody(int v) : value(v) { ++alive; }
  Moody(const Moody& other) : value(other.value)
  {
    if (throw_in_copy) throw std::runtime_error("copy");
    ++alive;
  }
  Moody& operator=(const Moody&) = delete;
  ~Moody() { --alive; }
  friend bool operator==(const Moody& a, const Moody& b)
  {
    if (throw_in_compare) throw std::runtime_error("compare");
    return a.value == b.value;
  }
  int value;
  static inline int alive = 0;
  static inline bool throw_in_copy = false;
  static inline bool throw_in_compare = false;
  static inline bool throw_in_hash = false;
};
struct MoodyHash {
  std::size_t operator()(const Moody& key) const
  {
    if (Moody::throw_in_hash) throw std::runtime_error("hash");
    return static_cast<std::size_t>(key.value);
  }
};

TEST(KeyThatThrows, LeavesTheQueueAsItWas)
{
  ManualClock clock;
  {
    RateLimitingQueue<Moody, MoodyHash> queue(RetryPolicy::exponential(1ms, 1s), {.clock = &clock});
    queue.add(Moody(1));
    for (bool* mood : {&Moody::throw_in_hash, &Moody::throw_in_copy, &Moody::throw_in_compare}) {
      *mood = true;
      // 2 must be copied; 1 must be compared.
      const Moody key(mood == &Moody::throw_in_copy ? 2 : 1);
      EXPECT_THROW(queue.add(key), std::runtime_error);
      EXPECT_THROW(queue.add_after(key, 1s), std::runtime_error);
      EXPECT_THROW(queue.add_rate_limited(key), std::runtime_error);
      *mood = false;
      EXPECT_EQ(queue.size(), 1U);
      EXPECT_EQ(queue.delayed(), 0U);
      EXPECT_EQ(queue.num_requeues(Moody(1)), 0U);
      EXPECT_EQ(queue.num_requeues(Moody(2)), 0U);
    }
    EXPECT_EQ(Moody::alive, 1);
    queue.add(Moody(2));
    EXPECT_EQ(queue.get()->key().value, 1);
    EXPECT_EQ(queue.get()->key().value, 2);
    EXPECT_EQ(Moody::alive, 0);
    queue.add(Moody(3));
  }
  EXPECT_EQ(Moody::alive, 0);
}

TEST(LimiterThatThrows, LeavesTheQueueAsItWas)
{
  ManualClock clock;
  RateLimitingQueue<std::string> queue(
      RetryPolicy::custom([](std::uint32_t, SteadyTime) -> Duration { throw std::runtime_error("no"); }),
      {.clock = &clock});
  EXPECT_THROW(queue.add_rate_limited("a"), std::runtime_error);
  EXPECT_EQ(queue.num_requeues("a"), 0U);
  EXPECT_EQ(queue.delayed(), 0U);
  queue.add("a");
  EXPECT_EQ(queue.get()->key(), "a");
}

TEST(KeyTypes, AnOveralignedKeyIsAligned)
{
  struct alignas(64) Wide {
    int value;
    bool operator==(const Wide&) const = default;
  };
  struct WideHash {
    std::size_t operator()(const Wide& key) const { return static_cast<std::size_t>(key.value); }
  };
  ManualClock clock;
  Queue<Wide, WideHash> queue({.clock = &clock});
  for (int index = 0; index < 300; ++index) queue.add(Wide{index});
  for (int index = 0; index < 300; ++index) {
    auto lease = queue.get();
    EXPECT_EQ(lease->key().value, index);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&lease->key()) % 64, 0U);
  }
}

}  // namespace
}  // namespace kubexx
