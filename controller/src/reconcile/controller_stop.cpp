// SPDX-License-Identifier: Apache-2.0
// The stop of one controller.
#include <functional>

#include "kubexx/workqueue/asio.hpp"
#include "reconcile/controller_impl.hpp"
#include "reconcile/request_log.hpp"

namespace kubexx {

awaitable<bool> Controller::Impl::stop(StopLimits limits)
{
  const auto self = shared_from_this();
  stopping_.request_stop();
  stop_waiting_.request_stop();
  OneShot ended;
  bool working = false;
  {
    const std::lock_guard lock(mutex_);
    working_.close();
    working = working_.holders() > 0;
  }
  working_.on_empty([ended] { ended.fire(); });
  shares_->open();
  if (working) {
    const DrainResult drained = co_await async_shut_down_with_drain(*queue_, limits.drain);
    if (drained != DrainResult::drained) {
      log_.warn("stopping before the queue is drained", {{"queued", queue_->size()}, {"active", active().size()}});
    }
  }
  queue_->shut_down();
  stop_.request_stop();
  if (working) {
    std::function<void()> give_up = [ended] { ended.fire(); };
    const Timer timer = runtime_.clock->call_at(limits.end, give_up);
    co_await ended.wait();
  }
  for (const auto& source : sources()) source->end();
  if (working_.holders() == 0) {
    log_.info("controller stopped");
    co_return true;
  }
  for (const auto& request : active()) {
    with_request(log_, request).error("a reconcile does not end");
  }
  co_return false;
}

}  // namespace kubexx
