// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "kubexx/workqueue/detail/queue_driver.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// A key that one worker is processing. Nobody else gets it until `done`, which the destructor calls. Move-only; one
/// Lease is not thread safe; it must be gone before its queue is. A key that was given back by `Queue::done(key)`
/// leaves the lease without effect, also when the key has been dispatched again since.
template <class T>
class Lease {
public:
  /// For the queue: a lease of nothing, whose `place()` it fills before it says `begin`.
  Lease() noexcept = default;
  [[nodiscard]] detail::Dispatch& place() noexcept { return dispatch_; }
  void begin(detail::QueueDriver& driver) noexcept { driver_ = &driver; }
  Lease(Lease&& other) noexcept : driver_(std::exchange(other.driver_, nullptr)), dispatch_(other.dispatch_) {}
  Lease& operator=(Lease&& other) noexcept
  {
    if (this != &other) {
      done();
      driver_ = std::exchange(other.driver_, nullptr);
      dispatch_ = other.dispatch_;
    }
    return *this;
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease() { done(); }

  /// The key, where the queue keeps it: valid until done.
  [[nodiscard]] const T& key() const noexcept { return *static_cast<const T*>(dispatch_.key); }
  const T& operator*() const noexcept { return key(); }
  const T* operator->() const noexcept { return &key(); }

  /// The causes of all the adds that this dispatch answers.
  [[nodiscard]] Cause causes() const noexcept { return dispatch_.causes; }

  /// The priority with which a PriorityQueue dispatched it; 0 from any other queue.
  [[nodiscard]] int priority() const noexcept { return dispatch_.priority; }

  /// How long it had been queued, with QueueOptions::introspection or metrics; otherwise it is not known.
  [[nodiscard]] std::optional<Duration> queued_for() const noexcept
  {
    if (dispatch_.queued_for < Duration::zero()) return std::nullopt;
    return dispatch_.queued_for;
  }

  /// Gives the key back; if it was added meanwhile it goes to the end of the queue. A second call does nothing.
  void done() noexcept
  {
    if (auto* driver = std::exchange(driver_, nullptr)) driver->done(dispatch_);
  }

  /// False after done, and for a lease that was moved from.
  [[nodiscard]] explicit operator bool() const noexcept { return driver_ != nullptr; }

  /// Gives up the duty to call done: `Queue::done(key)` must follow. The key stays valid until then.
  void release() noexcept { driver_ = nullptr; }

private:
  detail::QueueDriver* driver_ = nullptr;  ///< null: no key
  detail::Dispatch dispatch_;
};

}  // namespace kubexx
