// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kubexx/workqueue/detail/queue_driver.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// The keys that one worker is processing, which takes several at a time (`Queue::get_batch`): one lock for all of them
/// instead of two for each. Nobody else gets one of them before `done`, also those that the worker has not reached yet:
/// keep batches small where work is slow. Keep one LeaseBatch per worker, its memory is used again. Move-only; not
/// thread safe; empty, or gone, before its queue goes.
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

  /// The keys in the order of their dispatch, where the queue keeps them: each valid until it is done.
  [[nodiscard]] const T& operator[](std::size_t at) const noexcept
  {
    return *static_cast<const T*>(dispatches_[at].key);
  }
  /// What Lease::causes says of the key.
  [[nodiscard]] Cause causes(std::size_t at) const noexcept { return dispatches_[at].causes; }
  /// What Lease::priority says of the key.
  [[nodiscard]] int priority(std::size_t at) const noexcept { return dispatches_[at].priority; }

  /// Gives all keys back. A key that `Queue::done(key)` gave back before is left alone.
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
  detail::QueueDriver* driver_ = nullptr;  ///< of the keys; null before the first
  std::vector<detail::Dispatch> dispatches_;
};

}  // namespace kubexx
