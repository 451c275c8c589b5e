// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/timer_queue/timer_queue.hpp"

/// Coroutines that wait for a TimerQueue: target kubexx::workqueue_asio. The notes on executors, timers and the end of
/// a queue at async_get in asio.hpp apply here, too.
namespace kubexx {

/// TimerQueue::take for coroutines, without a deadline.
template <class T>
[[nodiscard]] awaitable<std::optional<T>> async_take(TimerQueue<T>& queue, std::stop_token stop = {},
                                                     EmptyReason* why = nullptr)
{
  detail::TimerStore<T>& store = queue.store();
  std::optional<T> taken;
  EmptyReason reason = EmptyReason::stopped;
  if (!stop.stop_requested()) taken = queue.try_take(&reason);
  if (reason == EmptyReason::empty) {
    typename detail::TimerStore<T>::SingleConsumer consumer(store, taken);
    detail::TimerCore::Consumer* place = &consumer;
    reason = co_await detail::async_take(store.core.waiters(), std::move(stop), place);
  }
  if (why) *why = reason;
  co_return taken;
}

/// TimerStream for coroutines, a channel whose only sender is the queue:
/// `while (T* value = co_await stream.async_receive()) ...`.
template <class T>
class AsyncTimerStream {
public:
  AsyncTimerStream(TimerQueue<T>& queue, std::stop_token stop, std::size_t buffer)
      : claims_(std::make_unique<detail::TimerClaims<T>>(queue.store(), buffer)), stop_(std::move(stop))
  {
  }

  /// Returns the next value when it is due. The value stays where the queue stores it, to be read or moved from, until
  /// the next call or the end of the stream destroys it. Returns null if the queue is shut down with nothing due, or is
  /// gone, or if `stop` was triggered. The stream must outlive the call; one call at a time.
  [[nodiscard]] awaitable<T*> async_receive()
  {
    claims_->finish();
    T* value = claims_->open(stop_, why_);
    if (!value && why_ == EmptyReason::empty) {
      detail::TimerCore::Consumer* place = claims_.get();
      why_ = co_await detail::async_take(claims_->core().waiters(), stop_, place);
      value = claims_->open_taken();
    }
    co_return value;
  }

  /// Why the stream ended: shut_down or stopped.
  [[nodiscard]] EmptyReason end_reason() const noexcept { return why_; }

private:
  std::unique_ptr<detail::TimerClaims<T>> claims_;
  std::stop_token stop_;
  EmptyReason why_ = EmptyReason::none;
};

/// TimerQueue::stream for coroutines.
template <class T>
[[nodiscard]] AsyncTimerStream<T> async_stream(TimerQueue<T>& queue, std::stop_token stop = {}, std::size_t buffer = 1)
{
  return AsyncTimerStream<T>(queue, std::move(stop), buffer);
}

}  // namespace kubexx
