// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/asio.hpp"

#include <atomic>
#include <boost/asio/this_coro.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace kubexx::detail {

namespace {

class Coroutine final : public AsyncWaiter {
public:
  using AsyncWaiter::AsyncWaiter;
  void wake() noexcept override
  {
    if (const auto shot = current()) shot->fire();
  }

  /// A fresh completion for the next wait; those who wake fire the one they find.
  OneShot renew()
  {
    const std::lock_guard lock(mutex_);
    return shot_.emplace();
  }

private:
  std::optional<OneShot> current()
  {
    const std::lock_guard lock(mutex_);
    return shot_;
  }
  std::mutex mutex_;
  std::optional<OneShot> shot_;  // guarded by mutex_
};

/// Takes the waiter out of the queue when the coroutine's frame goes, finished or not.
class Registration {
public:
  explicit Registration(std::shared_ptr<Coroutine> waiter) : waiter_(std::move(waiter)) {}
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  ~Registration() { waiter_->abandon(); }

private:
  std::shared_ptr<Coroutine> waiter_;
};

/// Takes the callback of a drain back when the coroutine's frame goes.
class DrainRegistration {
public:
  DrainRegistration(QueueDriver& driver, std::uint64_t number) noexcept : driver_(driver), number_(number) {}
  DrainRegistration(const DrainRegistration&) = delete;
  DrainRegistration& operator=(const DrainRegistration&) = delete;
  ~DrainRegistration() { driver_.ignore_drained(number_); }

private:
  QueueDriver& driver_;
  const std::uint64_t number_;
};

}  // namespace

awaitable<EmptyReason> async_take(Waiters& waiters, std::stop_token stop, void* place)
{
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  auto waiter = std::make_shared<Coroutine>(waiters, &executor.context());
  const Registration registration(waiter);
  for (;;) {
    const OneShot woken = waiter->renew();
    const EmptyReason why = waiter->take_or_wait(stop, place);
    if (why != EmptyReason::empty) co_return why;
    std::function<void()> fire = [woken] { woken.fire(); };
    const std::stop_callback stopped(stop, fire);
    co_await woken.wait();
  }
}

awaitable<DrainResult> async_drain(QueueDriver& driver, std::optional<SteadyTime> deadline, std::stop_token stop)
{
  // Whoever is first decides.
  struct Outcome {
    std::atomic<bool> decided{false};
    DrainResult result = DrainResult::drained;  // written by the one who decides, before it fires
    OneShot ended;
  };
  auto outcome = std::make_shared<Outcome>();
  std::function<void(DrainResult)> finish = [outcome](DrainResult result) {
    if (outcome->decided.exchange(true)) return;
    outcome->result = result;
    outcome->ended.fire();
  };
  const std::uint64_t begun = driver.begin_drain();
  const DrainRegistration registration(driver, driver.on_drained(finish, begun));
  Timer timer;
  std::function<void()> late = [finish] { finish(DrainResult::deadline); };
  std::function<void()> halt = [finish] { finish(DrainResult::stopped); };
  if (deadline) timer = driver.clock().call_at(*deadline, late);
  const std::stop_callback stopped(stop, halt);
  co_await outcome->ended.wait();
  co_return outcome->result;
}

}  // namespace kubexx::detail
