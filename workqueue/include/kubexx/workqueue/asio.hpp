// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/workqueue/queue.hpp"

/// Coroutines that wait for a queue: target kubexx::workqueue_asio. Calls std::terminate if posting a resumption runs
/// out of memory, because the waiter could not be notified in any other way.
namespace kubexx {

namespace detail {
/// Waiters::take for coroutines; `place` must stay valid until the end.
[[nodiscard]] awaitable<EmptyReason> async_take(Waiters& waiters, std::stop_token stop, void* place);
[[nodiscard]] awaitable<DrainResult> async_drain(QueueDriver& driver, std::optional<SteadyTime> deadline,
                                                 std::stop_token stop);
}  // namespace detail

/// Queue::get for coroutines. If it has to wait, it resumes by a post to the executor of the calling coroutine. Returns
/// nullopt if the queue is shutting down with nothing ready, or is gone, or if `stop` was triggered, from any thread.
/// `why` must outlive the call. While only coroutines wait and a key is delayed, one timer of the queue's clock is
/// armed. The executor must live until the coroutine has ended: shut the queue down, or trigger `stop`, before it goes.
template <class T, class Hash, class Equal>
[[nodiscard]] awaitable<std::optional<Lease<T>>> async_get(Queue<T, Hash, Equal>& queue, std::stop_token stop = {},
                                                           EmptyReason* why = nullptr)
{
  detail::QueueDriver& driver = queue.driver();
  std::optional<Lease<T>> lease(std::in_place);
  EmptyReason reason = stop.stop_requested() ? EmptyReason::stopped : driver.try_take(lease->place());
  if (reason == EmptyReason::empty) {
    reason = co_await detail::async_take(driver.waiters(), std::move(stop), &lease->place());
  }
  if (why) *why = reason;
  reason == EmptyReason::none ? lease->begin(driver) : lease.reset();
  co_return lease;
}

/// Queue::get_batch for coroutines; see async_get. `batch` and `why` must outlive the call.
template <class T, class Hash, class Equal>
[[nodiscard]] awaitable<bool> async_get_batch(Queue<T, Hash, Equal>& queue, LeaseBatch<T>& batch, std::size_t limit,
                                              std::stop_token stop = {}, EmptyReason* why = nullptr)
{
  detail::QueueDriver& driver = queue.driver();
  std::vector<detail::Dispatch>& taken = batch.fill_for(driver);
  EmptyReason reason = EmptyReason::stopped;
  if (stop.stop_requested()) {
    batch.done();
  } else {
    reason = driver.try_take_batch(taken, limit, true);
  }
  if (reason == EmptyReason::empty) {
    detail::Dispatch first;
    reason = co_await detail::async_take(driver.waiters(), std::move(stop), &first);
    if (reason == EmptyReason::none) {
      taken.push_back(first);
      driver.try_take_batch(taken, limit, false);
    }
  }
  if (why) *why = reason;
  co_return reason == EmptyReason::none;
}

/// Queue::shut_down_with_drain for coroutines. The queue must outlive the call.
template <class T, class Hash, class Equal>
awaitable<DrainResult> async_shut_down_with_drain(Queue<T, Hash, Equal>& queue, std::optional<SteadyTime> deadline = {},
                                                  std::stop_token stop = {})
{
  return detail::async_drain(queue.driver(), deadline, std::move(stop));
}

}  // namespace kubexx
