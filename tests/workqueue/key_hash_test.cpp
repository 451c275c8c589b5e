// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

// The hash of the keys and how they are compared.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

using detail::HashSeed;
using Strings = detail::KeyTable<std::string, std::hash<std::string>, std::equal_to<std::string>>;
using Numbers = detail::KeyTable<int, std::hash<int>, std::equal_to<int>>;
using Names = detail::KeyTable<ObjectKey, std::hash<ObjectKey>, std::equal_to<ObjectKey>>;

/// A tenant who knows the hash looks for keys, `key_of` numbers, in one small part of the table.
template <class Table, class KeyOf>
void craft_keys_and_change_the_seed(const KeyOf& key_of)
{
  const Table known;
  std::vector<int> crafted;
  for (int number = 0; crafted.size() < 200; ++number) {
    if (known.hash(key_of(number)) >> 24U == 0) crafted.push_back(number);
  }
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Table table{HashSeed(seed)};
    std::map<std::uint32_t, int> parts;
    for (const int number : crafted) ++parts[table.hash(key_of(number)) >> 24U];
    for (const auto& [part, count] : parts) EXPECT_LT(count, 12) << "seed " << seed;
  }
}

TEST(KeyHash, KeysThatWereCraftedForOneSeedCollideInNoOther)
{
  const auto text = [](int number) { return "tenant/name-" + std::to_string(number); };
  craft_keys_and_change_the_seed<Strings>(text);
  craft_keys_and_change_the_seed<Names>([&text](int number) { return ObjectKey{"tenant", text(number)}; });
  craft_keys_and_change_the_seed<Numbers>([](int number) { return number; });
}

TEST(KeyHash, KeysWhoseWholeHashIsEqualForOneSeedDifferForAnother)
{
  // A first word that cancels the seed's makes the product zero, whatever follows.
  const std::uint64_t first = HashSeed().first;
  std::vector<std::string> crafted;
  for (std::uint64_t second = 0; second < 200; ++second) {
    std::string key(2 * sizeof first, '\0');
    std::memcpy(key.data(), &first, sizeof first);
    std::memcpy(key.data() + sizeof first, &second, sizeof second);
    crafted.push_back(std::move(key));
  }
  const auto different = [&crafted](const auto& table, const auto& key_of) {
    std::set<std::uint32_t> hashes;
    for (const auto& text : crafted) hashes.insert(table.hash(key_of(text)));
    return hashes.size();
  };
  const auto text = [](const std::string& crafted_text) { return crafted_text; };
  const auto name = [](const std::string& crafted_text) { return ObjectKey{crafted_text, "name"}; };
  EXPECT_EQ(different(Strings(), text), 1U) << "they were not crafted well";
  EXPECT_EQ(different(Names(), name), 1U) << "they were not crafted well";
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_GE(different(Strings{HashSeed(seed)}, text), 199U) << seed;
    EXPECT_GE(different(Names{HashSeed(seed)}, name), 199U) << seed;
  }
}

TEST(KeyHash, EveryPieceOfAKeyAndEachBoundaryCounts)
{
  const Names table{HashSeed(1)};
  EXPECT_NE(table.hash({"a", "bc"}), table.hash({"ab", "c"}));
  EXPECT_NE(table.hash({"a", "b"}), table.hash({"b", "a"}));
  EXPECT_NE(table.hash({"", "a"}), table.hash({"a", ""}));
  EXPECT_EQ(table.hash({"a", "b"}), table.hash({"a", "b"}));
  const Strings strings{HashSeed(1)};
  for (std::size_t size = 0; size < 70; ++size) {
    const std::string text(size, 'x');
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = 'y';
      EXPECT_NE(strings.hash(text), strings.hash(other)) << size << " bytes, the one at " << at;
    }
  }
}

// Two keys that differ in one byte are two keys, wherever it is: the comparison reads words that overlap.
TEST(KeyHash, KeysAreEqualOnlyIfEveryByteIs)
{
  for (std::size_t size = 0; size < 70; ++size) {
    const std::string text(size, 'x');
    EXPECT_TRUE(detail::equal_bytes(text.data(), std::string(text).data(), size));
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = 'y';
      EXPECT_FALSE(detail::equal_bytes(text.data(), other.data(), size)) << size << " bytes, the one at " << at;
    }
  }
}

TEST(KeyHash, TheOrderAndTheDelaysOfAQueueDoNotDependOnItsSeed)
{
  std::vector<std::vector<std::string>> seen;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    ManualClock clock;
    SeededRandom random(seed);
    RateLimitingQueue<std::string> queue(RetryPolicy::jittered(RetryPolicy::exponential(1s, 1h), 1, 7),
                                         {.clock = &clock, .random = seed == 0 ? nullptr : &random});
    std::vector<std::string> events;
    queue.observe([&events](const QueueEvent<std::string>& event) {
      events.push_back(std::to_string(static_cast<int>(event.operation)) + (event.key ? *event.key : "") + " " +
                       std::to_string(event.delay.count()));
    });
    for (int key = 0; key < 300; ++key) queue.add_rate_limited("key-" + std::to_string(key * 7 % 300));
    clock.advance(1h);
    while (auto lease = queue.try_get()) {
    }
    queue.shut_down();
    seen.push_back(std::move(events));
  }
  for (const auto& events : seen) EXPECT_EQ(events, seen.front());
}

/// Counts how often it was asked.
class CountedRandom final : public Random {
public:
  [[nodiscard]] std::uint64_t next() override { return ++count; }
  std::uint64_t count = 0;
};

TEST(KeyHash, AQueueDrawsOneSeedWhenItIsMade)
{
  ManualClock clock;
  CountedRandom random;
  Queue<std::string> queue({.clock = &clock, .random = &random});
  queue.add("a");
  EXPECT_EQ(random.count, 1U);
}

/// Shows how it hashes.
class OpenQueue : public Queue<std::string> {
public:
  explicit OpenQueue(Random* random, ManualClock& clock) : Queue({.clock = &clock, .random = random}) {}
  [[nodiscard]] std::uint32_t hash(const std::string& key) const { return keys_.hash(key); }
};

TEST(KeyHash, AQueueHashesWithTheSeedThatItDrew)
{
  ManualClock clock;
  CountedRandom random;
  const OpenQueue first(&random, clock);
  const OpenQueue second(&random, clock);
  const OpenQueue without(nullptr, clock);
  EXPECT_EQ(first.hash("a"), Strings{HashSeed(1)}.hash("a"));
  EXPECT_EQ(second.hash("a"), Strings{HashSeed(2)}.hash("a"));
  EXPECT_NE(first.hash("a"), second.hash("a"));
  EXPECT_NE(first.hash("a"), without.hash("a"));
}

}  // namespace
}  // namespace kubexx
