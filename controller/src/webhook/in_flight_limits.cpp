// SPDX-License-Identifier: Apache-2.0
#include "webhook/in_flight_limits.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace kubexx::detail {

namespace {

/// Runs a function when it is destroyed.
class Place {
public:
  explicit Place(std::function<void()> leave) : leave_(std::move(leave)) {}
  ~Place() { leave_(); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

private:
  std::function<void()> leave_;
};

}  // namespace

InFlightLimits::InFlightLimits(std::size_t most_requests, std::size_t most_bytes)
    : most_requests_(std::max<std::size_t>(most_requests, 1)), most_bytes_(most_bytes)
{
}

awaitable<std::shared_ptr<void>> InFlightLimits::enter(std::shared_ptr<InFlightLimits> self, Clock& clock,
                                                       std::size_t bytes, SteadyTime until)
{
  std::shared_ptr<Waiter> waiter;
  {
    const std::lock_guard lock(self->mutex_);
    if (self->waiting_.empty() && self->fits(bytes)) {
      ++self->requests_;
      self->bytes_ += bytes;
    } else {
      waiter = std::make_shared<Waiter>();
      waiter->bytes = bytes;
      self->waiting_.push_back(waiter);
    }
  }
  if (!waiter) co_return self->place(bytes);
  {
    std::function<void()> give_up = [done = waiter->done] { done.fire(); };
    const Timer timer = clock.call_at(until, give_up);
    co_await waiter->done.wait();
  }
  std::deque<OneShot> others;
  bool entered = false;
  {
    const std::lock_guard lock(self->mutex_);
    entered = waiter->entered;
    if (!entered) {
      std::erase(self->waiting_, waiter);
      others = self->let_in();  // a smaller one behind it may fit
    }
  }
  for (const auto& other : others) other.fire();
  if (!entered) co_return nullptr;
  co_return self->place(bytes);
}

bool InFlightLimits::fits(std::size_t bytes) const
{
  if (requests_ == 0) return true;
  return requests_ < most_requests_ && bytes_ + bytes <= most_bytes_;
}

std::shared_ptr<void> InFlightLimits::place(std::size_t bytes)
{
  std::function<void()> leave = [self = shared_from_this(), bytes] { self->leave(bytes); };
  return std::make_shared<Place>(std::move(leave));
}

void InFlightLimits::leave(std::size_t bytes) noexcept
{
  std::deque<OneShot> next;
  {
    const std::lock_guard lock(mutex_);
    --requests_;
    bytes_ -= bytes;
    next = let_in();
  }
  for (const auto& one : next) one.fire();
}

std::deque<OneShot> InFlightLimits::let_in()
{
  std::deque<OneShot> entered;
  while (!waiting_.empty() && fits(waiting_.front()->bytes)) {
    const auto waiter = waiting_.front();
    waiting_.pop_front();
    waiter->entered = true;
    ++requests_;
    bytes_ += waiter->bytes;
    entered.push_back(waiter->done);
  }
  return entered;
}

std::size_t InFlightLimits::requests() const
{
  const std::lock_guard lock(mutex_);
  return requests_;
}

std::size_t InFlightLimits::bytes() const
{
  const std::lock_guard lock(mutex_);
  return bytes_;
}

std::size_t InFlightLimits::waiting() const
{
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

}  // namespace kubexx::detail
