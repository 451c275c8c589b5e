// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <stop_token>
#include <utility>

#include "kubexx/workqueue/timer_queue/asio_timer_queue.hpp"

namespace kubexx {

/// Sends the values of a TimerQueue, each when it is due, as (error_code(), T) to an Asio channel, for callers that
/// combine it with other channels: an `asio::experimental::concurrent_channel<void(error_code, T)>`, or a `channel` on
/// the strand of the calling coroutine. The last message is (asio::error::eof, T()): the queue is shut down with
/// nothing due, or `stop` was triggered. The channel is not closed, because its close() (Boost 1.81) forgets both the
/// buffered values and the pending senders. While the channel is full, async_feed waits for its readers, or for the
/// channel's cancel(), which ends it without a last message.
///
/// A value that was sent has left the queue: its handle has no effect, size() does not count it, an earlier value does
/// not overtake it, and it is lost if nobody receives it. An AsyncTimerStream loses nothing, and requires less of T,
/// which must be default constructible here. `queue` and `channel` must outlive the call.
template <class T, class Channel>
[[nodiscard]] awaitable<void> async_feed(TimerQueue<T>& queue, Channel& channel, std::stop_token stop = {})
{
  AsyncTimerStream<T> stream(queue, std::move(stop), 1);
  boost::system::error_code error;
  while (T* value = co_await stream.async_receive()) {
    co_await channel.async_send(error, std::move(*value), asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
  }
  const boost::system::error_code end = asio::error::eof;
  co_await channel.async_send(end, T(), asio::redirect_error(asio::use_awaitable, error));
}

}  // namespace kubexx
