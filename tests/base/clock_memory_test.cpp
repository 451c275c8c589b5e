// SPDX-License-Identifier: Apache-2.0
// What is left of call_at when memory runs out inside it: nothing.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <new>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/system_clock.hpp"
#include "support/allocations.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// Owns what its timer's callback uses.
class Owner {
public:
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner()
  {
    timer_.cancel();
    *alive_ = false;
  }

  /// False when the clock had no memory: its allocation number `fail` fails.
  bool set(Clock& clock, SteadyTime when, int fail)
  {
    std::function<void()> callback = [alive = alive_] { EXPECT_TRUE(*alive) << "a callback has outlived its owner"; };
    const allocations::Failing failing(static_cast<std::uint64_t>(fail));
    try {
      timer_ = clock.call_at(when, std::move(callback));
    } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }

private:
  std::shared_ptr<std::atomic<bool>> alive_ = std::make_shared<std::atomic<bool>>(true);
  Timer timer_;
};

/// Fails each allocation inside call_at in turn, and the owner dies each time. `due` waits until what is due has run.
/// Returns how many allocations there are.
template <class MakeClock, class Due>
int fail_each(const MakeClock& make_clock, const Due& due)
{
  for (int fail = 0;; ++fail) {
    const auto clock = make_clock();
    bool set = false;
    {
      Owner owner;
      set = owner.set(*clock, clock->now() + 1ms, fail);
    }
    due(*clock);
    if (set) return fail;
  }
}

TEST(ClockMemory, AManualClocksTimerIsNotSetWithoutItsOwner)
{
  const auto due = [](ManualClock& clock) {
    EXPECT_FALSE(clock.next_due()) << "a callback has outlived its owner";
    clock.advance(1s);
  };
  EXPECT_GT(fail_each([] { return std::make_unique<ManualClock>(); }, due), 1);
}

TEST(ClockMemory, ASystemClocksTimerIsNotSetWithoutItsOwner)
{
  const auto due = [](SystemClock& clock) {
    std::latch later(1);
    const Timer timer = clock.call_at(clock.now() + 2ms, [&] { later.count_down(); });
    later.wait();
  };
  EXPECT_GT(fail_each([] { return std::make_unique<SystemClock>(); }, due), 2);
}

}  // namespace
}  // namespace kubexx
