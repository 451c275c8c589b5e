// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/asio_spawn.hpp"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <memory>
#include <utility>

#include "asio_slot_handler.hpp"

namespace kubexx {

namespace {

/// A coroutine on another executor and the caller that waits for it. The coroutine's completion handler owns it, so a
/// context that dies destroys the caller with the coroutine.
template <class Handler>
struct Spawned {
  explicit Spawned(Handler caller)
      : executor(asio::get_associated_executor(caller)), work(executor), handler(std::move(caller))
  {
  }

  asio::cancellation_signal signal;  // emitted on the coroutine's executor only
  asio::any_io_executor executor;
  asio::executor_work_guard<asio::any_io_executor> work;
  Handler handler;
};

}  // namespace

awaitable<void> async_on(asio::any_io_executor executor, awaitable<void> work)
{
  if (executor == co_await asio::this_coro::executor) co_return co_await std::move(work);
  auto initiate = [](auto handler, asio::any_io_executor on, awaitable<void> coroutine) {
    using Handler = decltype(handler);
    auto slot = asio::get_associated_cancellation_slot(handler);
    const auto spawned = std::make_shared<Spawned<Handler>>(std::move(handler));
    if (slot.is_connected()) {
      slot.assign([on, weak = std::weak_ptr(spawned)](asio::cancellation_type type) {
        asio::dispatch(on, [weak, type] {
          if (const auto alive = weak.lock()) alive->signal.emit(type);
        });
      });
    }
    auto end = [spawned](std::exception_ptr error) mutable {
      const auto of_caller = spawned->executor;
      asio::dispatch(of_caller, [last = std::move(spawned), error = std::move(error)]() mutable {
        auto caller = std::move(last->handler);
        last.reset();
        std::move(caller)(std::move(error));
      });
    };
    asio::co_spawn(on, std::move(coroutine), detail::SlotHandler(spawned->signal.slot(), std::move(end)));
  };
  co_await asio::async_initiate<const asio::deferred_t, void(std::exception_ptr)>(initiate, asio::deferred,
                                                                                  std::move(executor), std::move(work));
}

}  // namespace kubexx
