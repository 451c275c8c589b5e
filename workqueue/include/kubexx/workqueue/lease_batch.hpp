// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kubexx/workqueue/detail/queue_driver.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// The keys that one worker is processing, several at a time (`Queue::get_batch`): one lock for all of them instead of
/// two per key. No other worker gets any of these keys before `done`, including those that this worker has not reached
/// yet: keep batches small if work is slow. Keep one LeaseBatch per worker to reuse its memory. Move-only; not thread
/// safe; must be empty, or gone, before its queue is destroyed.
template <class T>
class LeaseBatch {
public:
  LeaseBatch() noexcept = default;
  LeaseBatch(LeaseBatch&& other) noexcept
      : driver_(std::exchange(other.driver_, nullptr)), dispatches_(std::exchange(other.dispatches_, {}))
  {
  }
  LeaseBatch& operator=(LeaseBatch&& other) noexcept
  {
    if (this != &other) {
      done();
      driver_ = std::exchange(other.driver_, nullptr);
      dispatches_ = std::exchange(other.dispatches_, {});
    }
    return *this;
  }
  LeaseBatch(const LeaseBatch&) = delete;
  LeaseBatch& operator=(const LeaseBatch&) = delete;
  ~LeaseBatch() { done(); }

  [[nodiscard]] std::size_t size() const noexcept { return dispatches_.size(); }
  [[nodiscard]] bool empty() const noexcept { return dispatches_.empty(); }

  /// The keys in dispatch order, where the queue stores them: each is valid until it is done.
  [[nodiscard]] const T& operator[](std::size_t at) const noexcept
  {
    return *static_cast<const T*>(dispatches_[at].key);
  }
  /// As Lease::triggers.
  [[nodiscard]] Trigger triggers(std::size_t at) const noexcept { return dispatches_[at].triggers; }
  /// As Lease::priority.
  [[nodiscard]] int priority(std::size_t at) const noexcept { return dispatches_[at].priority; }

  /// Ends the processing of all keys. Has no effect on a key whose processing `Queue::done(key)` has ended.
  void done() noexcept
  {
    if (driver_ && !dispatches_.empty()) driver_->done(dispatches_);
    dispatches_.clear();
  }

  /// For the queue.
  [[nodiscard]] std::vector<detail::Dispatch>& fill_for(detail::QueueDriver& driver) noexcept
  {
    if (driver_ != &driver) done();
    driver_ = &driver;
    return dispatches_;
  }

private:
  detail::QueueDriver* driver_ = nullptr;  ///< the queue of the keys; null before the first
  std::vector<detail::Dispatch> dispatches_;
};

}  // namespace kubexx
