// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "kubexx/workqueue/detail/queue_core.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// A key in the hands of one worker. Nobody else gets it until `done`, which the destructor calls. Move-only; one Lease
/// is not thread safe; it must be gone before its queue is. A key that was given back by `Queue::done(key)` leaves the
/// lease without effect, also when the key has been handed out again since.
template <class T>
class Lease {
public:
  /// For the queue: a lease of nothing, whose `place()` it fills before it says `hold`.
  Lease() noexcept = default;
  [[nodiscard]] detail::HandOut& place() noexcept { return handed_; }
  void hold(detail::QueueCore& core) noexcept { core_ = &core; }
  Lease(Lease&& other) noexcept : core_(std::exchange(other.core_, nullptr)), handed_(other.handed_) {}
  Lease& operator=(Lease&& other) noexcept
  {
    if (this != &other) {
      done();
      core_ = std::exchange(other.core_, nullptr);
      handed_ = other.handed_;
    }
    return *this;
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease() { done(); }

  /// The key, where the queue keeps it: valid until done.
  [[nodiscard]] const T& key() const noexcept { return *static_cast<const T*>(handed_.key); }
  const T& operator*() const noexcept { return key(); }
  const T* operator->() const noexcept { return &key(); }

  /// The causes of all the adds that this hand-out answers.
  [[nodiscard]] Cause causes() const noexcept { return handed_.causes; }

  /// The priority with which a PriorityQueue handed it out; 0 from any other queue.
  [[nodiscard]] int priority() const noexcept { return handed_.priority; }

  /// Gives the key back; if it was added meanwhile it goes to the end of the queue. A second call does nothing.
  void done() noexcept
  {
    if (auto* core = std::exchange(core_, nullptr)) core->finish(handed_);
  }

  /// False after done, and for a lease that was moved from.
  [[nodiscard]] explicit operator bool() const noexcept { return core_ != nullptr; }

  /// Gives up the duty to call done: `Queue::done(key)` must follow. The key stays valid until then.
  void release() noexcept { core_ = nullptr; }

private:
  detail::QueueCore* core_ = nullptr;  ///< null: nothing is held
  detail::HandOut handed_;
};

}  // namespace kubexx
