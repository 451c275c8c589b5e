// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "kubexx/workqueue/delay_handle.hpp"
#include "kubexx/workqueue/detail/delay_core.hpp"
#include "kubexx/workqueue/detail/slab.hpp"

namespace kubexx::detail {

/// The values of a DelayQueue and their times. Members marked [lock] want core.mutex held.
template <class T>
class DelayStore {
public:
  using Slot = DelayCore::Slot;
  static constexpr Slot kNone = DelayCore::kNone;

  explicit DelayStore(Clock& clock) : core(clock) {}
  DelayStore(const DelayStore&) = delete;
  DelayStore& operator=(const DelayStore&) = delete;
  ~DelayStore()
  {
    close();
    core.waiters().detach();
    for (Slot slot = core.first_seen(); slot != kNone; slot = core.first_seen()) {
      core.wheel.remove(slot);
      std::destroy_at(values_.at(slot));
    }
  }

  DelayCore core;

  /// [lock]
  [[nodiscard]] T* at(Slot slot) noexcept { return values_.at(slot); }

  /// [lock]
  DelayHandle add(T& value, SteadyTime at, Effects& effects)
  {
    if (core.closed()) return {};
    const Slot slot = core.wheel.reserve();
    ::new (values_.room(slot)) T(std::move(value));
    const DelayHandle handle = core.wheel.add(at);
    core.changed(effects);
    return handle;
  }

  /// [lock]
  bool reset(DelayHandle handle, SteadyTime at, Effects& effects) noexcept
  {
    const Slot slot = core.closed() ? kNone : core.wheel.find(handle);
    if (slot == kNone) return false;
    core.wheel.reset(slot, at);
    core.changed(effects);
    return true;
  }

  /// [lock] If moving throws, the value stays.
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

  /// Without the lock.
  void close()
  {
    for (Slot slot = core.close(); slot != kNone; slot = core.wheel.chained(slot)) std::destroy_at(values_.at(slot));
  }

  /// One who waits for a value.
  class Taking final : public DelayCore::Receiver {
  public:
    Taking(DelayStore& store, std::optional<T>& taken) noexcept : store_(store), taken_(taken) {}
    void receive(Slot first) override { store_.move_out(first, taken_); }

  private:
    DelayStore& store_;
    std::optional<T>& taken_;
  };

private:
  Slab<T> values_;  ///< by slot: those of pending slots, and of those that a stream took out
};

}  // namespace kubexx::detail
