// SPDX-License-Identifier: Apache-2.0
// The stop of one controller. A second one, with shorter limits, hastens the first.
#include <algorithm>
#include <functional>
#include <utility>

#include "kubexx/workqueue/asio.hpp"
#include "reconcile/controller_impl.hpp"
#include "reconcile/request_log.hpp"

namespace kubexx {

awaitable<bool> Controller::Impl::stop(std::shared_ptr<Impl> self, StopLimits limits)
{
  self->stopping_.request_stop();
  self->stop_waiting_.request_stop();
  OneShot ended;
  bool working = false;
  {
    const std::lock_guard lock(self->mutex_);
    self->working_.close();
    working = self->working_.holders() > 0;
  }
  self->working_.on_empty([ended] { ended.fire(); });
  self->shares_->open();
  if (working) {
    const DrainResult drained = co_await async_shut_down_with_drain(*self->queue_, std::min(limits.drain, limits.end));
    if (drained != DrainResult::drained && !self->stop_.stop_requested()) {
      self->log_.warn("stopping before the queue is drained",
                      {{"queued", self->queue_->size()}, {"active", self->active().size()}});
    }
  }
  self->queue_->shut_down();
  self->stop_.request_stop();
  if (working) {
    std::function<void()> give_up = [ended] { ended.fire(); };
    const Timer timer = self->runtime_.clock->call_at(limits.end, give_up);
    co_await ended.wait();
  }
  for (const auto& source : self->sources()) source->end();
  const bool well = self->working_.holders() == 0;
  bool tells = false;
  {
    const std::lock_guard lock(self->mutex_);
    tells = !std::exchange(self->stop_told_, true);
  }
  if (!tells) co_return well;
  if (well) {
    self->log_.info("controller stopped");
    co_return true;
  }
  for (const auto& request : self->active()) {
    with_request(self->log_, request).error("a reconcile does not stop");
  }
  co_return false;
}

}  // namespace kubexx
