// SPDX-License-Identifier: Apache-2.0
#include "model_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/timer_queue/timer_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

std::uint64_t setting(const char* name, std::uint64_t otherwise)
{
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// What a TimerQueue<int> of different numbers does, slow and obvious: a list in the order of the times.
class Model {
public:
  void push(int number, SteadyTime at)
  {
    if (!shut_down_) insert({number, at});
  }
  std::optional<int> take(SteadyTime now)
  {
    if (values_.empty() || values_.front().at > now) return std::nullopt;
    const int number = values_.front().number;
    values_.pop_front();
    return number;
  }
  bool cancel(int number)
  {
    return std::erase_if(values_, [number](const Value& value) { return value.number == number; }) != 0;
  }
  bool reset(int number, SteadyTime at)
  {
    if (shut_down_ || !cancel(number)) return false;
    insert({number, at});
    return true;
  }
  void shut_down(SteadyTime now)
  {
    if (!shut_down_) dropped_ = std::erase_if(values_, [now](const Value& value) { return value.at > now; });
    shut_down_ = true;
  }
  [[nodiscard]] bool due(SteadyTime now) const { return !values_.empty() && values_.front().at <= now; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] std::size_t dropped() const { return dropped_; }
  [[nodiscard]] bool shutting_down() const { return shut_down_; }

private:
  struct Value {
    int number;
    SteadyTime at;
  };
  void insert(const Value& value)
  {
    const auto later = std::find_if(values_.begin(), values_.end(), [&](const Value& v) { return v.at > value.at; });
    values_.insert(later, value);
  }
  std::list<Value> values_;
  std::size_t dropped_ = 0;
  bool shut_down_ = false;
};

class Run {
public:
  explicit Run(std::uint64_t seed) : random_(seed) {}

  void steps(std::uint64_t count)
  {
    // A queue lives for some thousand operations, the last of which find it shutting down.
    while (count > 0 && !testing::Test::HasFatalFailure()) {
      const std::uint64_t life = std::min<std::uint64_t>(count, 500 + random_.below(3000));
      one_life(life);
      count -= life;
    }
  }

private:
  using Number = std::unique_ptr<int>;
  struct Pushed {
    TimerHandle handle;
    int number;
  };

  void one_life(std::uint64_t operations)
  {
    ManualClock clock;
    TimerQueue<Number> queue(clock);
    Model model;
    std::deque<Pushed> pushed;  // the last ones, there or not
    few_ = random_.below(2) == 0;
    for (std::uint64_t index = 0; index < operations; ++index) {
      step(clock, queue, model, pushed, index > operations - operations / 10);
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  /// A few nanoseconds, so that many times are equal, or any magnitude.
  Duration delay()
  {
    if (few_) return Duration(static_cast<std::int64_t>(random_.below(8))) - 2ns;
    switch (random_.below(20)) {
      case 0:
        return Duration::max();
      case 1:
        return Duration::min();
      default:
        return Duration(static_cast<std::int64_t>(random_.below(std::uint64_t{1} << random_.below(50)))) - 1us;
    }
  }

  void step(ManualClock& clock, TimerQueue<Number>& queue, Model& model, std::deque<Pushed>& pushed, bool ending)
  {
    const SteadyTime now = clock.now();
    switch (random_.below(16)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const Duration in = delay();
        const int number = ++last_;
        model.push(number, saturating_add(now, in));
        const TimerHandle handle = random_.below(2) == 0
                                       ? queue.push(std::make_unique<int>(number), in)
                                       : queue.push(std::make_unique<int>(number), saturating_add(now, in));
        ASSERT_EQ(static_cast<bool>(handle), !model.shutting_down());
        pushed.push_back({handle, number});
        if (pushed.size() > 50) pushed.pop_front();
        break;
      }
      case 4:
      case 5:
      case 6: {
        const auto value = queue.try_take();
        ASSERT_EQ(value ? std::optional(**value) : std::nullopt, model.take(now));
        break;
      }
      case 7: {
        EmptyReason why{};
        const auto value = queue.take({}, now, &why);
        ASSERT_EQ(value ? std::optional(**value) : std::nullopt, model.take(now));
        const auto reason = model.shutting_down() ? EmptyReason::shut_down : EmptyReason::deadline;
        ASSERT_EQ(why, value ? EmptyReason::none : reason);
        break;
      }
      case 8: {
        if (random_.below(8) != 0) break;
        for (const Number& number : queue.drain_all_due()) ASSERT_EQ(*number, model.take(now));
        ASSERT_EQ(model.take(now), std::nullopt);
        break;
      }
      case 9:
      case 10: {
        if (pushed.empty()) break;
        const Pushed one = pushed[random_.below(pushed.size())];
        const auto value = queue.cancel(one.handle);
        ASSERT_EQ(value.has_value(), model.cancel(one.number));
        if (value) {
          ASSERT_EQ(**value, one.number);
        }
        break;
      }
      case 11:
      case 12: {
        if (pushed.empty()) break;
        const Pushed one = pushed[random_.below(pushed.size())];
        const Duration in = delay();
        ASSERT_EQ(queue.reset(one.handle, in), model.reset(one.number, saturating_add(now, in)));
        break;
      }
      case 13:
        read_stream(queue, model, now);
        break;
      case 14:
        if (ending && random_.below(20) == 0) {
          queue.shut_down();
          model.shut_down(now);
        }
        break;
      default:
        clock.advance(few_ ? Duration(static_cast<std::int64_t>(random_.below(3)))
                           : Duration(static_cast<std::int64_t>(random_.below(std::uint64_t{1} << random_.below(45)))));
    }
    ASSERT_EQ(queue.size(), model.size());
    ASSERT_EQ(queue.dropped(), model.dropped());
  }

  void read_stream(TimerQueue<Number>& queue, Model& model, SteadyTime now)
  {
    std::stop_source stop;
    auto wanted = random_.below(5);
    // Where it would wait it stops instead.
    const auto waits = [&] { return !model.due(now) && !model.shutting_down(); };
    if (wanted == 0 || waits()) stop.request_stop();
    auto stream = queue.stream(stop.get_token(), random_.below(5));
    for (const Number& number : stream) {
      ASSERT_EQ(*number, model.take(now));
      if (--wanted == 0 || waits()) stop.request_stop();
    }
  }

  SeededRandom random_;
  bool few_ = false;
  int last_ = 0;
};

}  // namespace

void run_timer_queue_model(std::uint64_t seeds, std::uint64_t operations)
{
  const std::uint64_t first = setting("KUBEXX_SEED", 1);
  const std::uint64_t count = setting("KUBEXX_SEEDS", seeds);
  for (std::uint64_t seed = first; seed < first + count && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("KUBEXX_SEED=" + std::to_string(seed));
    Run(seed).steps(operations);
  }
}

}  // namespace kubexx
