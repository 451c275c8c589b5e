// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "kubexx/workqueue/detail/spin_mutex.hpp"
#include "kubexx/workqueue/timer_queue/detail/timer_store.hpp"

namespace kubexx::detail {

/// The due values that one reader has taken under one lock, to read them in place, one after another. Values that it
/// does not read return to their place in the queue. Not thread safe. Does not touch the queue while it holds nothing.
template <class T>
class TimerClaims final : public TimerCore::Consumer {
public:
  /// Takes up to `most` values, at least one, under one lock.
  TimerClaims(TimerStore<T>& store, std::size_t most) : store_(store), core_(store.core), most_(most == 0 ? 1 : most) {}
  TimerClaims(const TimerClaims&) = delete;
  TimerClaims& operator=(const TimerClaims&) = delete;
  ~TimerClaims() { give_back(); }

  [[nodiscard]] TimerCore& core() noexcept { return core_; }

  /// Returns the open value. If none is open, opens the next one that was taken, or is due now. Null: `why` has the
  /// reason.
  T* open(const std::stop_token& stop, EmptyReason& why)
  {
    if (open_) return claims_[read_].value;
    if (stop.stop_requested()) {
      give_back();
      why = EmptyReason::stopped;
      return nullptr;
    }
    if (T* value = open_taken()) return value;
    take_due(why);
    return open_taken();
  }

  /// Opens the next value that was taken; null if there is none.
  T* open_taken() noexcept
  {
    if (read_ == claims_.size()) return nullptr;
    open_ = true;
    return claims_[read_].value;
  }

  /// Destroys the open value, if any.
  void finish() noexcept
  {
    if (!open_) return;
    open_ = false;
    std::destroy_at(claims_[read_++].value);
  }

  void consume(TimerCore::Slot first) override
  {
    for (auto slot = first; slot != TimerCore::kNone && claims_.size() < most_; slot = core_.first_due()) {
      claims_.push_back({slot, store_.at(slot)});
      core_.wheel.remove(slot);
      core_.waiters().taken();
    }
  }

private:
  struct Claim {
    TimerCore::Slot slot;
    T* value;
  };

  /// Precondition: all values that were taken are read.
  void take_due(EmptyReason& why)
  {
    Effects effects;
    const BackoffLock lock(core_.mutex);
    free_read();
    const auto slot = core_.find_due();
    why = slot == TimerCore::kNone ? core_.why_empty() : EmptyReason::none;
    if (slot == TimerCore::kNone) return;
    consume(slot);
    core_.waiters().notify(effects);
  }

  void give_back()
  {
    finish();
    if (claims_.empty()) return;
    Effects effects;
    const BackoffLock lock(core_.mutex);
    for (std::size_t index = read_; index < claims_.size(); ++index) core_.wheel.put_back(claims_[index].slot);
    claims_.resize(read_);
    free_read();
    core_.notify(effects);
  }

  /// [lock]
  void free_read() noexcept
  {
    for (const Claim& claim : claims_) core_.wheel.release(claim.slot);
    claims_.clear();
    read_ = 0;
  }

  TimerStore<T>& store_;
  TimerCore& core_;
  const std::size_t most_;
  std::vector<Claim> claims_;
  std::size_t read_ = 0;  ///< number of claims_ whose value is destroyed and whose slot is out
  bool open_ = false;     ///< the next one is being read
};

}  // namespace kubexx::detail
