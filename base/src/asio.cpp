// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/asio.hpp"

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/system_clock.hpp"

namespace kubexx {

struct OneShot::State {
  std::mutex mutex;
  bool fired = false;            // guarded by mutex
  std::function<void()> resume;  // guarded by mutex; set while a coroutine waits
};

OneShot::OneShot() : state_(std::make_shared<State>()) {}

awaitable<void> OneShot::wait() const
{
  auto state = state_;
  auto initiate = [](auto handler, std::shared_ptr<State> shared) {
    using Handler = decltype(handler);
    auto kept = std::make_shared<Handler>(std::move(handler));
    auto executor = asio::get_associated_executor(*kept);
    auto guard = std::make_shared<asio::executor_work_guard<decltype(executor)>>(executor);
    std::function<void()> resume = [kept, executor, guard] {
      asio::post(executor, [kept, guard] { std::move (*kept)(); });
    };
    {
      const std::lock_guard lock(shared->mutex);
      if (!shared->fired) {
        shared->resume = std::move(resume);
        return;
      }
    }
    resume();
  };
  {
    const std::lock_guard lock(state->mutex);
    if (state->fired) co_return;
  }
  co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(initiate, asio::use_awaitable, state);
}

bool OneShot::fire() const
{
  std::function<void()> resume;
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->fired) return false;
    state_->fired = true;
    resume.swap(state_->resume);
  }
  if (resume) resume();
  return true;
}

bool OneShot::fired() const
{
  const std::lock_guard lock(state_->mutex);
  return state_->fired;
}

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

asio::any_io_executor make_strand_of(const asio::any_io_executor& executor)
{
  return asio::make_strand(executor);
}

awaitable<void> async_yield()
{
  auto executor = co_await asio::this_coro::executor;
  co_await asio::post(executor, asio::use_awaitable);
}

class SystemRuntime::Impl {
public:
  explicit Impl(Options options)
      : log(std::move(options.log)),
        metrics(options.metrics),
        context(static_cast<int>(options.io_threads)),
        work(context.get_executor()),
        pool(options.pool_threads)
  {
    for (std::size_t index = 0; index < options.io_threads; ++index) threads.emplace_back([this] { context.run(); });
  }

  ~Impl() { stop(); }

  void stop()
  {
    work.reset();
    context.stop();
    for (auto& thread : threads) {
      if (thread.joinable()) thread.join();
    }
  }

  Log log;
  MetricsProvider* metrics;
  SystemClock clock;
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

bool running_in_this_thread(const asio::any_io_executor& executor)
{
  using Context = asio::io_context::executor_type;
  if (const auto* plain = executor.target<Context>()) return plain->running_in_this_thread();
  if (const auto* strand = executor.target<asio::strand<asio::any_io_executor>>()) {
    return running_in_this_thread(strand->get_inner_executor());
  }
  return false;
}

void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work, const char* verb)
{
  if (running_in_this_thread(executor)) {
    throw std::logic_error(std::string("blocking call on a thread of its own executor would wait for itself: use ") +
                           verb);
  }
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr failure;
  asio::co_spawn(executor, work(), [&](std::exception_ptr error) {
    const std::lock_guard lock(mutex);
    failure = std::move(error);
    done = true;
    ended.notify_all();
  });
  std::unique_lock lock(mutex);
  ended.wait(lock, [&] { return done; });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace kubexx
