// SPDX-License-Identifier: Apache-2.0
#include "asio_blocking.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "asio_slot_handler.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/asio_thread_check.hpp"

namespace kubexx {

namespace {

template <class Context, std::size_t Bits>
using ExecutorOf = typename Context::template basic_executor_type<std::allocator<void>, Bits>;

/// Nullopt when `executor` is neither an executor of this type nor a strand of one.
template <class Executor>
std::optional<ThreadRole> role_in_context(const asio::any_io_executor& executor)
{
  const auto in = [](const Executor& context) {
    return context.running_in_this_thread() ? ThreadRole::handler : ThreadRole::other;
  };
  if (const auto* plain = executor.target<Executor>()) return in(*plain);
  if (const auto* strand = executor.target<asio::strand<Executor>>()) return in(strand->get_inner_executor());
  return std::nullopt;
}

/// The same for executors of `Context` with any properties: blocking, relationship, outstanding work.
template <class Context, std::size_t... Bits>
std::optional<ThreadRole> role_in_any_of(const asio::any_io_executor& executor, std::index_sequence<Bits...> /*all*/)
{
  std::optional<ThreadRole> role;
  static_cast<void>(((role = role_in_context<ExecutorOf<Context, Bits>>(executor)) || ...));
  return role;
}

ThreadRole role_in(const asio::any_io_executor& executor)
{
  if (!executor) throw std::invalid_argument("a blocking call has an empty executor: set Runtime::executor");
  const auto properties = std::make_index_sequence<16>();  // the most that a context has
  if (const auto role = role_in_any_of<asio::io_context>(executor, properties)) return *role;
  if (const auto role = role_in_any_of<asio::thread_pool>(executor, properties)) return *role;
  if (const auto* strand = executor.target<asio::strand<asio::any_io_executor>>()) {
    return role_in(strand->get_inner_executor());
  }
  asio::execution_context& context = asio::query(executor, asio::execution::context);
  return asio::has_service<ThreadCheck>(context) ? asio::use_service<ThreadCheck>(context).role() : ThreadRole::other;
}

const char* or_default(const char* verb)
{
  return verb != nullptr ? verb : "co_await";
}

[[noreturn]] void throw_would_block(const char* verb)
{
  throw std::logic_error(std::string("blocking call on a thread of its own executor would wait for itself: use ") +
                         or_default(verb));
}

}  // namespace

namespace detail {

void require_work(bool set, const char* what)
{
  if (!set) throw std::invalid_argument(std::string("block_on: ") + what);
}

void BlockingService::end(const std::shared_ptr<BlockingCall>& call)
{
  const std::lock_guard lock(mutex_);
  calls_.remove(call);
}

void BlockingService::stop(asio::io_context& context)
{
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (calls_.empty()) return;
    for (const auto& call : calls_) {
      asio::post(call->executor, [call] {
        call->cancelled = true;
        call->cancel.emit(asio::cancellation_type::terminal);
      });
    }
  }
  context.restart();
  context.poll();
  context.stop();
}

namespace {

/// The completion handler of a blocking call's coroutine. When it is destroyed uncalled, the context died and took with
/// it what would have started the coroutine, or the coroutine, whose frame goes before its handler.
class CallEnd {
public:
  explicit CallEnd(std::shared_ptr<BlockingCall> call) : call_(std::move(call)) {}
  CallEnd(CallEnd&&) noexcept = default;
  CallEnd(const CallEnd&) = delete;
  CallEnd& operator=(const CallEnd&) = delete;
  CallEnd& operator=(CallEnd&&) = delete;
  ~CallEnd()
  {
    if (call_) finish(false, nullptr);
  }

  void operator()(std::exception_ptr failure) { finish(true, std::move(failure)); }

private:
  void finish(bool completed, std::exception_ptr failure)
  {
    const auto call = std::exchange(call_, nullptr);
    call->work = nullptr;  // before the waiting thread goes on, to whom what it refers to belongs
    call->service.end(call);
    const std::lock_guard lock(call->mutex);
    call->done = true;
    call->completed = completed;
    call->failure = std::move(failure);
    // Under the lock: the waiting thread may be the last owner.
    call->ended.notify_all();
  }

  std::shared_ptr<BlockingCall> call_;
};

/// Waits for the end of `call`. With a deadline, false when that has passed and the executor does not run.
bool wait_for_end(const std::shared_ptr<BlockingCall>& call, Clock* clock, std::optional<SteadyTime> deadline)
{
  // A call that ends by its deadline needs the executor for that, which may be busy.
  constexpr Duration patience = std::chrono::seconds(1);
  std::unique_lock lock(call->mutex);
  if (!deadline) {
    call->ended.wait(lock, [&] { return call->done; });
    return true;
  }
  call->answers = true;
  for (SteadyTime until = *deadline;; until = saturating_add(clock->now(), patience)) {
    while (!call->done && clock->now() < until) clock->wait_until(lock, call->ended, until, {});
    if (call->done) return true;
    if (!std::exchange(call->answers, false)) {
      call->abandoned = true;
      return false;
    }
    // Under the lock, which whoever destroys the context takes to end the call.
    asio::post(call->executor, [call] {
      const std::lock_guard heard(call->mutex);
      call->answers = true;
    });
  }
}

/// Throws what the call ended with.
void take_outcome(const BlockingCall& call, const char* verb)
{
  if (!call.completed) throw RuntimeStopped(verb);
  if (!call.failure) return;
  if (!call.cancelled) std::rethrow_exception(call.failure);
  try {
    std::rethrow_exception(call.failure);
  } catch (...) {
    std::throw_with_nested(RuntimeStopped(verb));
  }
}

void run_call(const asio::any_io_executor& executor, std::function<awaitable<void>()> work, const char* verb,
              Clock* clock, std::optional<SteadyTime> deadline)
{
  require_work(is_set(work), "the function to run is not set");
  if (role_in(executor) != ThreadRole::other) throw_would_block(verb);
  auto& service = asio::use_service<BlockingService>(asio::query(executor, asio::execution::context));
  const auto call = std::make_shared<BlockingCall>(executor, std::move(work), service);
  auto start = [call, end = CallEnd(call)]() mutable {
    {
      const std::lock_guard lock(call->mutex);
      if (call->abandoned) return;
    }
    awaitable<void> coroutine;
    try {
      coroutine = start_work(call->work);
    } catch (...) {
      end(std::current_exception());
      return;
    }
    asio::co_spawn(call->executor, std::move(coroutine), SlotHandler(call->cancel.slot(), std::move(end)));
  };
  if (!service.begin(call, std::move(start))) throw RuntimeStopped(verb);
  if (!wait_for_end(call, clock, deadline)) throw RuntimeStopped::not_run(verb);
  take_outcome(*call, verb);
}

}  // namespace

}  // namespace detail

RuntimeStopped::RuntimeStopped(const char* verb)
    : std::runtime_error(std::string("the runtime was stopped while a blocking call waited for it: join the calling "
                                     "threads first, or use ") +
                         or_default(verb))
{
}

RuntimeStopped::RuntimeStopped(const std::string& text) : std::runtime_error(text) {}

RuntimeStopped RuntimeStopped::not_run(const char* verb)
{
  return RuntimeStopped(
      std::string(
          "no thread ran the executor of a blocking call before its deadline: call run() of its io_context on another "
          "thread, from before the call until it returns, or find the handler that blocks that thread, or use ") +
      or_default(verb));
}

bool running_in_this_thread(const asio::any_io_executor& executor)
{
  return role_in(executor) == ThreadRole::handler;
}

void refuse_in_handler(const asio::any_io_executor& executor, const char* verb)
{
  if (running_in_this_thread(executor)) throw_would_block(verb);
}

void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work, const char* verb)
{
  detail::run_call(executor, std::move(work), verb, nullptr, std::nullopt);
}

void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work, const char* verb,
              Clock& clock, SteadyTime deadline)
{
  detail::run_call(executor, std::move(work), verb, &clock, deadline);
}

}  // namespace kubexx
