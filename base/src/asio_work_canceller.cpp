// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/detail/asio_work_canceller.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "asio_slot_handler.hpp"

namespace kubexx::detail {

void WorkCanceller::spawn(awaitable<void> work, std::function<void()> on_end)
{
  asio::post(executor_, [self = shared_from_this(), work = std::move(work), on_end = std::move(on_end)]() mutable {
    const asio::any_io_executor executor = self->executor_;
    const asio::cancellation_slot slot = self->signal_.slot();
    auto end = [self = std::move(self), on_end = std::move(on_end)](const std::exception_ptr& error) {
      if (error) std::rethrow_exception(error);  // leaves the executor's run(): a bug of the coroutine
      if (on_end) on_end();
    };
    asio::co_spawn(executor, std::move(work), SlotHandler(slot, std::move(end)));
  });
}

WorkCanceller::Scope::Scope(const std::shared_ptr<WorkCanceller>& canceller, std::stop_token stop)
    : canceller_(canceller)
{
  ++canceller_->scope_;
  std::function<void()> cancel = [weak = std::weak_ptr(canceller_), number = canceller_->scope_] {
    const auto self = weak.lock();
    if (!self) return;
    asio::post(self->executor_, [self, number] {
      if (self->scope_ == number) self->signal_.emit(asio::cancellation_type::terminal);
    });
  };
  on_stop_.emplace(std::move(stop), std::move(cancel));
}

WorkCanceller::Scope::~Scope()
{
  on_stop_.reset();
  ++canceller_->scope_;
}

}  // namespace kubexx::detail
