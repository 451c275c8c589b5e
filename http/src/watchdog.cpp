// SPDX-License-Identifier: Apache-2.0
#include "watchdog.hpp"

#include <boost/asio/post.hpp>

namespace kubexx::detail {

void Watchdog::expire_at(SteadyTime when)
{
  due_ = when;
  if (due_ < armed_) arm();
}

void Watchdog::arm()
{
  armed_ = due_;
  std::function<void()> callback = [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    asio::post(self->executor_, [weak] {
      if (const auto alive = weak.lock()) alive->fired();
    });
  };
  timer_ = clock_.call_at(armed_, std::move(callback));
  // A manual clock may have passed the moment before the timer was set, and would not look at it until it moves again.
  if (clock_.now() >= armed_) {
    asio::post(executor_, [weak = weak_from_this()] {
      if (const auto alive = weak.lock()) alive->fired();
    });
  }
}

void Watchdog::fired()
{
  if (due_ == SteadyTime::max()) {
    if (clock_.now() >= armed_) armed_ = SteadyTime::max();
    return;
  }
  if (clock_.now() >= due_) {
    due_ = SteadyTime::max();
    armed_ = SteadyTime::max();
    timer_.cancel();
    on_expiry_();
  } else if (clock_.now() >= armed_) {
    arm();
  }
}

}  // namespace kubexx::detail
