// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/timer_queue/detail/timer_wheel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "kubexx/base/random.hpp"

namespace kubexx::detail {
namespace {

using namespace std::chrono_literals;

constexpr SteadyTime at(Duration offset)
{
  return SteadyTime(1s + offset);
}

TimerHandle add(TimerWheel& wheel, SteadyTime when)
{
  static_cast<void>(wheel.reserve());
  return wheel.add(when);
}

TEST(TimerWheelTest, EveryMagnitudeOfTimeComesInOrder)
{
  TimerWheel wheel(at(0s));
  std::vector<SteadyTime> times{SteadyTime::min(), SteadyTime(), SteadyTime::max(), at(-1ns), at(0s)};
  for (Duration step = 1ns; step < std::chrono::hours(500'000); step *= 3) times.push_back(at(step));
  for (auto time = times.rbegin(); time != times.rend(); ++time) add(wheel, *time);
  std::sort(times.begin(), times.end());
  for (const SteadyTime time : times) {
    if (time > SteadyTime::min()) {
      EXPECT_EQ(wheel.first(time - 1ns), TimerWheel::kNone);
    }
    const auto slot = wheel.first(time);
    ASSERT_NE(slot, TimerWheel::kNone);
    wheel.remove(slot);
    wheel.release(slot);
  }
  EXPECT_EQ(wheel.size(), 0U);
}

TEST(TimerWheelTest, KnowsTheFirstTimeWhileNothingIsDue)
{
  TimerWheel wheel(at(0s));
  EXPECT_EQ(wheel.next_after(at(1h)), std::nullopt);
  for (int index = 1; index < 100; ++index) add(wheel, at(index * 100ms));
  EXPECT_EQ(wheel.next_after(at(0s)), at(100ms));
  EXPECT_EQ(wheel.next_after(at(99ms)), at(100ms));
  EXPECT_EQ(wheel.next_after(at(100ms)), std::nullopt);
  const auto slot = wheel.first(at(100ms));
  wheel.remove(slot);
  EXPECT_EQ(wheel.next_after(at(100ms)), at(200ms));
  wheel.put_back(slot);
  EXPECT_EQ(wheel.next_after(at(100ms)), std::nullopt);
}

TEST(TimerWheelTest, ATimeThatIsGoneIsForgottenOnceItHasPassed)
{
  TimerWheel wheel(at(0s));
  const TimerHandle first = add(wheel, at(10s));
  add(wheel, at(11s));
  const auto slot = wheel.find(first);
  wheel.remove(slot);
  wheel.release(slot);
  EXPECT_GT(wheel.next_after(at(1s)), at(1s));
  EXPECT_EQ(wheel.next_after(at(10s)), at(11s));
}

TEST(TimerWheelTest, ASlotIsRetiredWhenItsGenerationsAreUsedUp)
{
  TimerWheel wheel(at(0s), 0xfffffffeU);
  const auto use = [&wheel] {
    const TimerHandle handle = add(wheel, at(0s));
    const auto slot = wheel.find(handle);
    wheel.remove(slot);
    wheel.release(slot);
    EXPECT_EQ(wheel.find(handle), TimerWheel::kNone);
    return std::pair(handle, slot);
  };
  const auto first = use();
  const auto last = use();
  EXPECT_EQ(first.second, last.second);
  const auto other = use();
  EXPECT_NE(other.second, last.second);
  EXPECT_EQ(wheel.find(first.first), TimerWheel::kNone);
}

/// Against an ordered map, with times from nanoseconds to days, and everything that has a place.
TEST(TimerWheelTest, RandomOperationsAnswerAsAnOrderedMapDoes)
{
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SeededRandom random(seed);
    TimerWheel wheel(at(0s));
    std::map<std::pair<SteadyTime, std::uint64_t>, TimerWheel::Slot> model;
    std::map<TimerWheel::Slot, std::pair<SteadyTime, std::uint64_t>> places;
    SteadyTime now = at(0s);
    std::uint64_t order = 0;
    const auto time = [&] {
      const Duration range{std::int64_t{1} << random.below(48)};
      return now + Duration(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(range.count())))) -
             (random.below(4) == 0 ? 5us : 0us);
    };
    for (int step = 0; step < 20'000; ++step) {
      const auto what = random.below(10);
      if (what < 4) {
        const auto slot = wheel.reserve();
        const auto place = std::pair(time(), ++order);
        wheel.add(place.first);
        model[place] = slot;
        places[slot] = place;
      } else if (what < 6) {
        if (places.empty()) continue;
        auto chosen = places.lower_bound(static_cast<TimerWheel::Slot>(random.below(2000)));
        if (chosen == places.end()) chosen = places.begin();
        const auto [slot, place] = *chosen;
        model.erase(place);
        if (what == 4) {
          wheel.remove(slot);
          wheel.release(slot);
          places.erase(chosen);
        } else {
          const auto moved = std::pair(time(), ++order);
          wheel.reset(slot, moved.first);
          model[moved] = slot;
          chosen->second = moved;
        }
      } else if (what < 7) {
        now += Duration(static_cast<std::int64_t>(random.below(std::uint64_t{1} << random.below(40))));
      } else if (what < 8) {
        const auto next = wheel.next_after(now);
        ASSERT_EQ(next.has_value(), !model.empty() && model.begin()->first.first > now);
        if (next) {
          ASSERT_GT(*next, now);
          ASSERT_LE(*next, model.begin()->first.first);
        }
      } else {
        const bool due = !model.empty() && model.begin()->first.first <= now;
        const auto slot = wheel.first(now);
        ASSERT_EQ(slot, due ? model.begin()->second : TimerWheel::kNone);
        if (!due) continue;
        wheel.remove(slot);
        if (random.below(3) == 0) {
          wheel.put_back(slot);
        } else {
          wheel.release(slot);
          places.erase(slot);
          model.erase(model.begin());
        }
      }
      ASSERT_EQ(wheel.size(), model.size());
    }
    std::size_t dropped = 0;
    for (bool more = true; more;) {
      for (auto slot = wheel.remove_after(now, 1 + random.below(20), more); slot != TimerWheel::kNone;
           slot = wheel.chained(slot)) {
        ASSERT_GT(places.at(slot).first, now);
        model.erase(places.at(slot));
        ++dropped;
      }
      // What is due may be taken or cancelled between the pieces.
      if (model.empty() || model.begin()->first.first > now || random.below(2) == 0) continue;
      auto taken = model.begin();
      const auto due = std::distance(taken, model.lower_bound({now + Duration(1), 0}));
      std::advance(taken, static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint64_t>(due))));
      wheel.remove(taken->second);
      places.erase(taken->second);
      model.erase(taken);
    }
    ASSERT_EQ(wheel.size(), model.size());
    ASSERT_EQ(places.size(), model.size() + dropped);
    for (const auto& [place, slot] : model) {
      ASSERT_EQ(wheel.first(now), slot);
      wheel.remove(slot);
    }
  }
}

}  // namespace
}  // namespace kubexx::detail
