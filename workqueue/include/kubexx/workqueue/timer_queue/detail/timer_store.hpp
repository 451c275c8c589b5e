// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "kubexx/workqueue/timer_queue/detail/slab.hpp"
#include "kubexx/workqueue/timer_queue/detail/timer_core.hpp"
#include "kubexx/workqueue/timer_queue/timer_handle.hpp"

namespace kubexx::detail {

/// The values of a TimerQueue and their times. Members marked [lock] require core.mutex.
template <class T>
class TimerStore {
public:
  using Slot = TimerCore::Slot;
  static constexpr Slot kNone = TimerCore::kNone;

  explicit TimerStore(Clock& clock) : core(clock) {}
  TimerStore(const TimerStore&) = delete;
  TimerStore& operator=(const TimerStore&) = delete;
  ~TimerStore()
  {
    close();
    core.waiters().detach();
    for (Slot slot = core.first_due(); slot != kNone; slot = core.first_due()) {
      core.wheel.remove(slot);
      std::destroy_at(values_.at(slot));
    }
  }

  TimerCore core;

  /// [lock]
  [[nodiscard]] T* at(Slot slot) noexcept { return values_.at(slot); }

  /// [lock]
  TimerHandle add(T& value, SteadyTime at, Effects& effects)
  {
    if (core.closed()) return {};
    const Slot slot = core.wheel.reserve();
    ::new (values_.room(slot)) T(std::move(value));
    const TimerHandle handle = core.wheel.add(at);
    core.notify(effects);
    return handle;
  }

  /// [lock]
  bool reset(TimerHandle handle, SteadyTime at, Effects& effects) noexcept
  {
    const Slot slot = core.closed() ? kNone : core.wheel.find(handle);
    if (slot == kNone) return false;
    core.wheel.reset(slot, at);
    core.notify(effects);
    return true;
  }

  /// [lock] If moving throws, the value stays in the queue.
  void move_out(Slot slot, std::optional<T>& into)
  {
    into.emplace(std::move(*values_.at(slot)));
    free(slot);
  }

  /// [lock] Destroys a pending value.
  void free(Slot slot) noexcept
  {
    core.wheel.remove(slot);
    core.waiters().taken();
    std::destroy_at(values_.at(slot));
    core.wheel.release(slot);
  }

  /// Called without the lock.
  void close()
  {
    for (bool more = true; more;) {
      for (Slot slot = core.close_some(more); slot != kNone; slot = core.wheel.chained(slot)) {
        std::destroy_at(values_.at(slot));
      }
    }
  }

  /// A waiter that takes a single value.
  class SingleConsumer final : public TimerCore::Consumer {
  public:
    SingleConsumer(TimerStore& store, std::optional<T>& taken) noexcept : store_(store), taken_(taken) {}
    void consume(Slot first) override { store_.move_out(first, taken_); }

  private:
    TimerStore& store_;
    std::optional<T>& taken_;
  };

private:
  Slab<T> values_;  ///< by slot: values of pending slots, and of slots that a stream took out
};

}  // namespace kubexx::detail
