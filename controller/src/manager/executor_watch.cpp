// SPDX-License-Identifier: Apache-2.0
#include "manager/executor_watch.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <utility>

#include "kubexx/apimachinery/detail/shown_duration.hpp"

namespace kubexx {

ExecutorWatch::ExecutorWatch(asio::any_io_executor watched, const Runtime& on, Duration limit,
                             std::function<std::string()> holders)
    : watched_(std::move(watched)), runtime_(on), limit_(limit), holders_(std::move(holders))
{
}

awaitable<void> ExecutorWatch::run(std::shared_ptr<ExecutorWatch> self, std::stop_token stop)
{
  const Duration tick = self->limit_ > Duration::zero() ? std::min(kTick, self->limit_ / 4) : kTick;
  SteadyTime before = self->runtime_.clock->now();
  for (;;) {
    const auto answered = std::make_shared<std::atomic<bool>>(false);
    asio::post(self->watched_, [answered] { *answered = true; });
    do {
      const bool slept = co_await async_sleep(*self->runtime_.clock, tick, stop);
      if (!slept) {
        const std::lock_guard lock(self->mutex_);
        self->problem_.reset();
        co_return;
      }
      const SteadyTime now = self->runtime_.clock->now();
      self->tick(std::min(now - std::exchange(before, now), 2 * tick), *answered);
    } while (!*answered);
  }
}

void ExecutorWatch::tick(Duration passed, bool answered)
{
  if (answered) {
    if (next_report_ > kReportAfter) {
      runtime_.log.info("the executor is running again", {{"after", blocked_}});
      next_report_ = kReportAfter;
    }
    blocked_ = Duration::zero();
    const std::lock_guard lock(mutex_);
    problem_.reset();
    return;
  }
  blocked_ += passed;
  const bool too_long = limit_ > Duration::zero() && blocked_ >= limit_;
  const bool report = blocked_ >= next_report_ || (too_long && !problem());
  if (!too_long && !report) return;
  const std::string holders = holders_();
  if (report) {
    next_report_ = std::max(next_report_, 2 * blocked_);
    runtime_.log.error("the executor is blocked", {{"for", blocked_}, {"held_by", holders}});
  }
  if (!too_long) return;
  const std::lock_guard lock(mutex_);
  problem_ = "the executor has not run for " + detail::shown_duration(blocked_) + ": " + holders;
}

std::optional<std::string> ExecutorWatch::problem() const
{
  const std::lock_guard lock(mutex_);
  return problem_;
}

}  // namespace kubexx
