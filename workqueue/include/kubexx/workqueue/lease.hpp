// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "kubexx/workqueue/detail/queue_driver.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// A key that one worker is processing. No other worker gets the key until `done`, which the destructor calls.
/// Move-only; a Lease is not thread safe, and it must be gone before its queue. If `Queue::done(key)` has ended the
/// processing, the lease has no effect, even if the key has been dispatched again since.
template <class T>
class Lease {
public:
  /// For the queue: an empty lease. The queue fills `place()`, then calls `begin`.
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

  /// The key, where the queue stores it: valid until `done`.
  [[nodiscard]] const T& key() const noexcept { return *static_cast<const T*>(dispatch_.key); }
  const T& operator*() const noexcept { return key(); }
  const T* operator->() const noexcept { return &key(); }

  /// The triggers of all adds that led to this dispatch.
  [[nodiscard]] Trigger triggers() const noexcept { return dispatch_.triggers; }

  /// The priority with which a PriorityQueue dispatched the key; 0 from any other queue.
  [[nodiscard]] int priority() const noexcept { return dispatch_.priority; }

  /// How long the key was queued; nullopt without QueueOptions::introspection and metrics.
  [[nodiscard]] std::optional<Duration> queued_for() const noexcept
  {
    if (dispatch_.queued_for < Duration::zero()) return std::nullopt;
    return dispatch_.queued_for;
  }

  /// Ends the processing of the key; if it was added meanwhile, it goes to the end of the queue. A second call does
  /// nothing.
  void done() noexcept
  {
    if (auto* driver = std::exchange(driver_, nullptr)) driver->done(dispatch_);
  }

  /// False after done or release, and for a moved-from lease.
  [[nodiscard]] explicit operator bool() const noexcept { return driver_ != nullptr; }

  /// Leaves the duty to call done to the caller: `Queue::done(key)` must follow. The key stays valid until then.
  void release() noexcept { driver_ = nullptr; }

private:
  detail::QueueDriver* driver_ = nullptr;  ///< null: no key
  detail::Dispatch dispatch_;
};

}  // namespace kubexx
