// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/asio.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <thread>
#include <vector>

#include "asio_blocking.hpp"
#include "asio_slot_handler.hpp"
#include "kubexx/base/detail/thread_name.hpp"
#include "kubexx/base/system_clock.hpp"

namespace kubexx {

awaitable<bool> async_sleep_until(Clock& clock, SteadyTime when, std::stop_token stop)
{
  if (stop.stop_requested()) co_return false;
  OneShot wake;
  {
    std::function<void()> fire = [wake] { wake.fire(); };
    const Timer timer = clock.call_at(when, fire);
    const std::stop_callback stopped(stop, fire);
    co_await wake.wait();
  }
  co_return !stop.stop_requested();
}

awaitable<bool> async_sleep(Clock& clock, Duration delay, std::stop_token stop)
{
  return async_sleep_until(clock, saturating_add(clock.now(), delay), std::move(stop));
}

awaitable<void> async_wait_stop(std::stop_token stop)
{
  OneShot wake;
  std::function<void()> fire = [wake] { wake.fire(); };
  const std::stop_callback stopped(stop, fire);
  co_await wake.wait();
}

namespace {

// Work that is to be cancelled. On one executor, which runs one thing at a time.
struct CancelledWork {
  asio::cancellation_signal signal;
  OneShot ended;
  std::exception_ptr error;
  bool began = false, cancelled = false;

  // What co_spawn does before the work begins would throw out of the executor.
  void cancel()
  {
    cancelled = true;
    if (began) signal.emit(asio::cancellation_type::terminal);
  }
};

awaitable<void> begin(std::shared_ptr<CancelledWork> shared, awaitable<void> work)
{
  shared->began = true;
  // When it waits for something.
  if (shared->cancelled) {
    const auto executor = co_await asio::this_coro::executor;  // g++ 12: no lambda in a co_await expression
    asio::post(executor, [shared] { shared->cancel(); });
  }
  co_await std::move(work);
}

}  // namespace

awaitable<void> async_cancel_on(std::stop_token stop, awaitable<void> work)
{
  const auto executor = co_await asio::this_coro::executor;
  const auto shared = std::make_shared<CancelledWork>();
  std::function<void()> cancel = [executor, shared] { asio::post(executor, [shared] { shared->cancel(); }); };
  const std::stop_callback on_stop(std::move(stop), std::move(cancel));
  auto end = [shared](std::exception_ptr error) {
    shared->error = std::move(error);
    shared->ended.fire();
  };
  asio::co_spawn(executor, begin(shared, std::move(work)), detail::SlotHandler(shared->signal.slot(), std::move(end)));
  bool cancelled = false;
  try {
    co_await shared->ended.wait();
  } catch (const boost::system::system_error&) {  // the caller itself is cancelled
    cancelled = true;
  }
  if (cancelled) {
    shared->cancel();
    // The caller stays cancelled, so that what it does next ends too. `work` may refer to what its caller has.
    const bool throws = co_await asio::this_coro::throw_if_cancelled();
    co_await asio::this_coro::throw_if_cancelled(false);
    while (!shared->ended.fired()) {
      try {
        co_await shared->ended.wait();
      } catch (const boost::system::system_error&) {  // cancelled again
      }
    }
    co_await asio::this_coro::throw_if_cancelled(throws);
  }
  if (shared->error) std::rethrow_exception(shared->error);
  if (cancelled) throw boost::system::system_error(asio::error::operation_aborted);
}

void spawn(asio::any_io_executor executor, awaitable<void> work, std::function<void()> on_end)
{
  // co_spawn starts the coroutine inside the call when it is made on a thread of the executor: under the caller's
  // locks.
  asio::post(executor, [executor, work = std::move(work), on_end = std::move(on_end)]() mutable {
    asio::co_spawn(executor, std::move(work), [on_end = std::move(on_end)](const std::exception_ptr& error) {
      if (error) std::rethrow_exception(error);  // leaves the executor's run(): a bug of the coroutine
      if (on_end) on_end();
    });
  });
}

namespace {

/// In an io_context that only one thread ever runs.
class OneThread final : public asio::execution_context::service {
public:
  using key_type = OneThread;
  static inline asio::execution_context::id id;

  explicit OneThread(asio::execution_context& context) : service(context) {}

private:
  void shutdown() override {}
};

}  // namespace

// A strand right over the context fits into any_io_executor; any other needs memory, at each hop through it too.
asio::any_io_executor make_strand_of(const asio::any_io_executor& executor)
{
  const auto* context = executor.target<asio::io_context::executor_type>();
  if (context == nullptr) return asio::make_strand(executor);
  if (asio::has_service<OneThread>(context->context())) return executor;
  return asio::make_strand(*context);
}

awaitable<void> async_yield()
{
  auto executor = co_await asio::this_coro::executor;
  co_await asio::post(executor, asio::use_awaitable);
}

class SystemRuntime::Impl {
public:
  explicit Impl(Options options)
      : log(options.log.with_clock(clock)),
        metrics(options.metrics),
        context(static_cast<int>(options.io_threads)),
        work(context.get_executor()),
        pool(options.pool_threads)
  {
    if (options.io_threads == 1) asio::use_service<OneThread>(context);
    try {
      for (std::size_t index = 0; index < options.io_threads; ++index) {
        threads.emplace_back([this] {
          detail::name_this_thread("kubexx-io");
          context.run();
        });
      }
    } catch (...) {  // the system has no thread to give: those that run are joined
      stop();
      throw;
    }
  }

  ~Impl() { stop(); }

  void stop()
  {
    work.reset();
    context.stop();
    for (auto& thread : threads) {
      if (thread.joinable()) thread.join();
    }
    asio::use_service<detail::BlockingService>(context).stop(context);
  }

  SystemClock clock;
  Log log;
  MetricsProvider* metrics;
  SystemRandom random;
  SystemProcessRunner processes;
  asio::io_context context;
  asio::executor_work_guard<asio::io_context::executor_type> work;
  ThreadPool pool;
  std::vector<std::thread> threads;
};

SystemRuntime::SystemRuntime() : SystemRuntime(Options{}) {}
SystemRuntime::SystemRuntime(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
SystemRuntime::~SystemRuntime() = default;

Runtime SystemRuntime::runtime() const
{
  return {&impl_->clock, &impl_->random, &impl_->pool,     impl_->context.get_executor(),
          impl_->log,    impl_->metrics, &impl_->processes};
}

void SystemRuntime::stop()
{
  impl_->stop();
}

}  // namespace kubexx
