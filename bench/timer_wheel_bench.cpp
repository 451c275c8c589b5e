// SPDX-License-Identifier: Apache-2.0
// The order of a TimerQueue's times: the timer wheel it has, and the heap with four children per node that it could
// have instead. docs/internals/design/0011-timer-queue.md has the numbers and what follows from them.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <vector>

#include "bench_keys.hpp"
#include "kubexx/workqueue/timer_queue/detail/timer_wheel.hpp"

namespace {

using namespace kubexx;

class Wheel {
public:
  using Handle = TimerHandle;
  explicit Wheel(SteadyTime now) : wheel_(now) {}

  Handle push(SteadyTime at)
  {
    benchmark::DoNotOptimize(wheel_.reserve());
    return wheel_.add(at);
  }
  bool pop(SteadyTime now)
  {
    const auto slot = wheel_.first(now);
    if (slot == detail::TimerWheel::kNone) return false;
    free(slot);
    return true;
  }
  void cancel(Handle handle) { free(wheel_.find(handle)); }

private:
  void free(detail::TimerWheel::Slot slot)
  {
    wheel_.remove(slot);
    wheel_.release(slot);
  }
  detail::TimerWheel wheel_;
};

/// Every slot knows its place in the heap. Equal times: by the order of the pushes.
class Heap {
public:
  using Handle = std::uint32_t;
  explicit Heap(SteadyTime /*now*/) {}

  Handle push(SteadyTime at)
  {
    if (free_.empty()) {
      free_.push_back(static_cast<Handle>(slots_.size()));
      slots_.emplace_back();
    }
    const Handle slot = free_.back();
    free_.pop_back();
    slots_[slot].order = ++order_;
    nodes_.push_back({at, slot});
    up(nodes_.size() - 1, {at, slot});
    return slot;
  }
  bool pop(SteadyTime now)
  {
    if (nodes_.empty() || nodes_.front().at > now) return false;
    cancel(nodes_.front().slot);
    return true;
  }
  void cancel(Handle slot)
  {
    const std::size_t hole = slots_[slot].place;
    const Node last = nodes_.back();
    nodes_.pop_back();
    free_.push_back(slot);
    if (hole == nodes_.size()) return;
    if (hole != 0 && before(last, nodes_[(hole - 1) / 4])) {
      up(hole, last);
    } else {
      down(hole, last);
    }
  }

private:
  struct Node {
    SteadyTime at;
    Handle slot;
  };
  struct Slot {
    std::uint64_t order = 0;
    std::uint32_t place = 0;
  };
  [[nodiscard]] bool before(const Node& left, const Node& right) const
  {
    if (left.at != right.at) return left.at < right.at;
    return slots_[left.slot].order < slots_[right.slot].order;
  }
  void put(std::size_t hole, const Node& node)
  {
    nodes_[hole] = node;
    slots_[node.slot].place = static_cast<std::uint32_t>(hole);
  }
  void up(std::size_t hole, Node node)
  {
    for (; hole != 0 && before(node, nodes_[(hole - 1) / 4]); hole = (hole - 1) / 4) put(hole, nodes_[(hole - 1) / 4]);
    put(hole, node);
  }
  void down(std::size_t hole, Node node)
  {
    for (std::size_t best = hole * 4 + 1; best < nodes_.size(); best = hole * 4 + 1) {
      const std::size_t last = std::min(best + 4, nodes_.size());
      for (std::size_t child = best + 1; child < last; ++child) {
        if (before(nodes_[child], nodes_[best])) best = child;
      }
      if (!before(nodes_[best], node)) break;
      put(hole, nodes_[best]);
      hole = best;
    }
    put(hole, node);
  }
  std::vector<Node> nodes_;
  std::vector<Slot> slots_;
  std::vector<Handle> free_;
  std::uint64_t order_ = 0;
};

constexpr std::uint64_t kHour = 3'600'000'000'000U;

template <class Order>
class Setting {
public:
  explicit Setting(benchmark::State& state) : pending(static_cast<std::uint64_t>(state.range(0)))
  {
    for (std::uint64_t index = 0; index < pending; ++index) order.push(within_an_hour());
  }
  SteadyTime within_an_hour() { return now + Duration(static_cast<std::int64_t>(random() % kHour)); }

  std::uint64_t pending;
  std::mt19937_64 random{1};
  SteadyTime now{Duration(1)};
  Order order{now};
};

/// Due at once, and taken, while the others wait.
template <class Order>
void push_pop_due(benchmark::State& state)
{
  Setting<Order> set(state);
  for (auto _ : state) {
    set.now += Duration(20);
    set.order.push(set.now);
    benchmark::DoNotOptimize(set.order.pop(set.now));
  }
}

/// Timeouts of half a minute that are cancelled.
template <class Order>
void push_cancel(benchmark::State& state)
{
  Setting<Order> set(state);
  const auto timeout = [&set] { return set.order.push(set.now + std::chrono::seconds(30)); };
  std::vector<typename Order::Handle> handles(1000);
  for (auto& handle : handles) handle = timeout();
  std::size_t oldest = 0;
  for (auto _ : state) {
    set.now += Duration(20);
    set.order.cancel(handles[oldest]);
    handles[oldest] = timeout();
    if (++oldest == handles.size()) oldest = 0;
  }
}

/// Time goes on until the first is due; it is taken and comes back within an hour.
template <class Order>
void hold(benchmark::State& state)
{
  Setting<Order> set(state);
  const Duration step(static_cast<std::int64_t>(kHour / set.pending / 2));
  for (auto _ : state) {
    while (!set.order.pop(set.now)) set.now += step;
    set.order.push(set.within_an_hour());
  }
}

/// All are pushed, then taken in order as time goes on.
template <class Order>
void push_all_pop_all(benchmark::State& state)
{
  for (auto _ : state) {
    Setting<Order> set(state);
    const Duration step(static_cast<std::int64_t>(kHour / set.pending * 10));
    for (std::uint64_t left = set.pending; left > 0;) {
      if (set.order.pop(set.now)) {
        --left;
      } else {
        set.now += step;
      }
    }
  }
  bench::report_items(state, static_cast<double>(state.range(0)));
}

BENCHMARK(push_pop_due<Wheel>)->Arg(0)->Arg(1000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(push_pop_due<Heap>)->Arg(0)->Arg(1000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(push_cancel<Wheel>)->Arg(0)->Arg(1000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(push_cancel<Heap>)->Arg(0)->Arg(1000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(hold<Wheel>)->Arg(1000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(hold<Heap>)->Arg(1000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(push_all_pop_all<Wheel>)->Arg(1000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(push_all_pop_all<Heap>)->Arg(1000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
