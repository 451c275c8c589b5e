// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kubexx/workqueue/detail/queue_core.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// The keys in the hands of one worker that takes several at a time (`Queue::get_batch`): one lock for all of them
/// instead of two for each. Nobody else gets one of them before `done`, also those that the worker has not reached yet:
/// keep batches small where work is slow. Keep one LeaseBatch per worker, its memory is used again. Move-only; not
/// thread safe; empty, or gone, before its queue goes.
template <class T>
class LeaseBatch {
public:
  LeaseBatch() noexcept = default;
  LeaseBatch(LeaseBatch&& other) noexcept
      : core_(std::exchange(other.core_, nullptr)), handed_(std::exchange(other.handed_, {}))
  {
  }
  LeaseBatch& operator=(LeaseBatch&& other) noexcept
  {
    if (this != &other) {
      done();
      core_ = std::exchange(other.core_, nullptr);
      handed_ = std::exchange(other.handed_, {});
    }
    return *this;
  }
  LeaseBatch(const LeaseBatch&) = delete;
  LeaseBatch& operator=(const LeaseBatch&) = delete;
  ~LeaseBatch() { done(); }

  [[nodiscard]] std::size_t size() const noexcept { return handed_.size(); }
  [[nodiscard]] bool empty() const noexcept { return handed_.empty(); }

  /// The keys in the order of their hand-out, where the queue keeps them: each valid until it is done.
  [[nodiscard]] const T& operator[](std::size_t at) const noexcept { return *static_cast<const T*>(handed_[at].key); }
  /// What Lease::causes says of the key.
  [[nodiscard]] Cause causes(std::size_t at) const noexcept { return handed_[at].causes; }
  /// What Lease::priority says of the key.
  [[nodiscard]] int priority(std::size_t at) const noexcept { return handed_[at].priority; }

  /// Gives all keys back. A key that `Queue::done(key)` gave back before is left alone.
  void done() noexcept
  {
    if (core_ && !handed_.empty()) core_->finish(handed_);
    handed_.clear();
  }

  /// For the queue.
  [[nodiscard]] std::vector<detail::HandOut>& fill_for(detail::QueueCore& core) noexcept
  {
    if (core_ != &core) done();
    core_ = &core;
    return handed_;
  }

private:
  detail::QueueCore* core_ = nullptr;  ///< of the keys; null before the first
  std::vector<detail::HandOut> handed_;
};

}  // namespace kubexx
