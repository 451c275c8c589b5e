// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <memory>
#include <mutex>
#include <utility>

#include "kubexx/base/asio.hpp"

namespace kubexx {

using boost::system::error_code;
using boost::system::system_error;

namespace {

/// A suspended coroutine, as what resumes it.
class Waiter {
public:
  explicit Waiter(const asio::any_io_executor& executor)
      : executor_(executor), context_(asio::query(executor, asio::execution::context))
  {
  }
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  virtual ~Waiter() = default;

  /// Posts the coroutine's resumption, once. Without memory to post it the program ends: the coroutine would be lost.
  virtual void complete(error_code error) noexcept = 0;

  [[nodiscard]] const asio::any_io_executor& executor() const noexcept { return executor_; }
  [[nodiscard]] asio::execution_context& context() const noexcept { return context_; }

private:
  asio::any_io_executor executor_;
  asio::execution_context& context_;
};

template <class Handler>
class HandlerWaiter final : public Waiter {
public:
  explicit HandlerWaiter(Handler handler)
      : Waiter(asio::get_associated_executor(handler)), handler_(std::move(handler)), work_(executor())
  {
  }

  void complete(error_code error) noexcept override
  {
    asio::post(executor(), [handler = std::move(handler_), work = std::move(work_), error]() mutable {
      std::move(handler)(error);
    });
  }

private:
  Handler handler_;
  asio::executor_work_guard<asio::any_io_executor> work_;  // keeps run() of the context from returning
};

class WaitService;

/// What the copies of one OneShot share.
class Completion : public std::enable_shared_from_this<Completion> {
public:
  /// Completes `waiter` when it is fired or `slot` is emitted.
  void wait(std::unique_ptr<Waiter> waiter, WaitService& service, asio::cancellation_slot slot);
  bool fire();
  void cancel();
  void abandon();
  [[nodiscard]] bool fired() const;

private:
  friend class WaitService;
  void resume(error_code error);

  mutable std::mutex mutex_;
  bool fired_ = false;              // guarded by mutex_
  std::unique_ptr<Waiter> waiter_;  // guarded by mutex_
  WaitService* service_ = nullptr;  // guarded by mutex_; set while there is a waiter, which keeps this alive
  Completion* previous_ = nullptr;  // guarded by the service's mutex
  Completion* next_ = nullptr;      // guarded by the service's mutex
};

/// The completions for which coroutines of one execution context wait. When the context dies, it destroys those
/// coroutines, as Asio destroys the handlers of its own operations: nothing else owns a frame to which only its own
/// completion refers. Its mutex may be taken with a completion's mutex held, never the other way round.
class WaitService final : public asio::execution_context::service {
public:
  using key_type = WaitService;
  static inline asio::execution_context::id id;

  explicit WaitService(asio::execution_context& context) : service(context) {}

  void add(Completion& completion)
  {
    const std::lock_guard lock(mutex_);
    completion.next_ = first_;
    if (first_ != nullptr) first_->previous_ = &completion;
    first_ = &completion;
  }

  void remove(Completion& completion)
  {
    const std::lock_guard lock(mutex_);
    (completion.previous_ != nullptr ? completion.previous_->next_ : first_) = completion.next_;
    if (completion.next_ != nullptr) completion.next_->previous_ = completion.previous_;
    completion.previous_ = completion.next_ = nullptr;
  }

private:
  void shutdown() override
  {
    while (const auto completion = any()) completion->abandon();
  }

  std::shared_ptr<Completion> any()
  {
    const std::lock_guard lock(mutex_);
    return first_ != nullptr ? first_->shared_from_this() : nullptr;
  }

  std::mutex mutex_;
  Completion* first_ = nullptr;  // guarded by mutex_
};

void Completion::wait(std::unique_ptr<Waiter> waiter, WaitService& service, asio::cancellation_slot slot)
{
  const std::lock_guard lock(mutex_);
  if (fired_) return waiter->complete({});
  if (waiter_) return waiter->complete(asio::error::already_started);
  if (slot.is_connected()) {
    slot.assign([weak = weak_from_this()](asio::cancellation_type) {
      if (const auto self = weak.lock()) self->cancel();
    });
  }
  waiter_ = std::move(waiter);
  service_ = &service;
  service.add(*this);
}

// With mutex_ held. The waiter leaves the service last: a context that dies meanwhile finds it there, and waits for
// mutex_ in abandon() before it goes on; once nothing of ours is in the service, nothing may touch the context.
void Completion::resume(error_code error)
{
  if (!waiter_) return;
  waiter_->complete(error);
  waiter_.reset();
  std::exchange(service_, nullptr)->remove(*this);
}

bool Completion::fire()
{
  const std::lock_guard lock(mutex_);
  if (fired_) return false;
  fired_ = true;
  resume({});
  return true;
}

void Completion::cancel()
{
  const std::lock_guard lock(mutex_);
  resume(asio::error::operation_aborted);
}

void Completion::abandon()
{
  std::unique_ptr<Waiter> waiter;
  {
    const std::lock_guard lock(mutex_);
    if (!waiter_) return;
    std::exchange(service_, nullptr)->remove(*this);
    waiter = std::move(waiter_);
  }
}

bool Completion::fired() const
{
  const std::lock_guard lock(mutex_);
  return fired_;
}

}  // namespace

struct OneShot::State final : Completion {};

OneShot::OneShot() : state_(std::make_shared<State>()) {}

awaitable<void> OneShot::wait() const
{
  const auto state = state_;
  if (state->fired()) co_return;
  auto initiate = [](auto handler, std::shared_ptr<State> shared) {
    const auto slot = asio::get_associated_cancellation_slot(handler);
    auto waiter = std::make_unique<HandlerWaiter<decltype(handler)>>(std::move(handler));
    auto& service = asio::use_service<WaitService>(waiter->context());
    shared->wait(std::move(waiter), service, slot);
  };
  co_await asio::async_initiate<const asio::deferred_t, void(error_code)>(initiate, asio::deferred, state);
  // Fired, and cancelled before it could resume: Asio would tell of it at the next co_await only, and until then the
  // caller would go on with what it waited for.
  const auto cancellation = co_await asio::this_coro::cancellation_state;
  if (cancellation.cancelled() == asio::cancellation_type::none) co_return;
  const bool throws = co_await asio::this_coro::throw_if_cancelled();
  if (throws) throw system_error(asio::error::operation_aborted);
}

bool OneShot::fire() const
{
  const auto state = state_;  // the coroutine that goes on may destroy this
  return state->fire();
}

bool OneShot::fired() const
{
  return state_->fired();
}

}  // namespace kubexx
