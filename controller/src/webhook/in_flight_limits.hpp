// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>

#include "kubexx/base/asio.hpp"

namespace kubexx::detail {

/// Bounds the requests in progress, by their number and by the bytes of their bodies. What does not fit waits in the
/// order of arrival. Thread safe; shared with its places.
class InFlightLimits : public std::enable_shared_from_this<InFlightLimits> {
public:
  InFlightLimits(std::size_t most_requests, std::size_t most_bytes);

  /// Waits for a place, at most until `until`. Returns what frees it when it is destroyed; null if there was none in
  /// time. A request that is larger than the limit enters when no other is in progress.
  [[nodiscard]] static awaitable<std::shared_ptr<void>> enter(std::shared_ptr<InFlightLimits> self, Clock& clock,
                                                              std::size_t bytes, SteadyTime until);

  [[nodiscard]] std::size_t requests() const;
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] std::size_t waiting() const;

private:
  struct Waiter {
    std::size_t bytes = 0;
    bool entered = false;  // guarded by mutex_ of the limits
    OneShot done;
  };

  [[nodiscard]] bool fits(std::size_t bytes) const;  // wants the lock held
  [[nodiscard]] std::shared_ptr<void> place(std::size_t bytes);
  void leave(std::size_t bytes) noexcept;
  /// Lets those in that fit now. Wants the lock held; fire what it returns without it.
  [[nodiscard]] std::deque<OneShot> let_in();

  const std::size_t most_requests_, most_bytes_;
  mutable std::mutex mutex_;
  std::size_t requests_ = 0, bytes_ = 0;         // guarded by mutex_
  std::deque<std::shared_ptr<Waiter>> waiting_;  // guarded by mutex_
};

}  // namespace kubexx::detail
