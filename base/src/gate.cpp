// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/gate.hpp"

#include <utility>

namespace kubexx {

Gate::Holder& Gate::Holder::operator=(Holder&& other) noexcept
{
  if (this != &other) {
    release();
    gate_ = std::exchange(other.gate_, nullptr);
  }
  return *this;
}

void Gate::Holder::release() noexcept
{
  if (auto* gate = std::exchange(gate_, nullptr)) gate->leave();
}

Gate::~Gate()
{
  close();
  wait();
}

Gate::Holder Gate::hold()
{
  if (auto holder = try_hold()) return std::move(*holder);
  throw GateClosed();
}

std::optional<Gate::Holder> Gate::try_hold()
{
  const std::lock_guard lock(mutex_);
  if (closed_) return std::nullopt;
  ++holders_;
  return Holder(*this);
}

void Gate::close() noexcept
{
  std::vector<std::function<void()>> callbacks;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    if (holders_ == 0) {
      callbacks.swap(when_empty_);
      empty_.notify_all();
    }
  }
  for (auto& callback : callbacks) callback();
}

bool Gate::is_closed() const
{
  const std::lock_guard lock(mutex_);
  return closed_;
}

std::size_t Gate::holders() const
{
  const std::lock_guard lock(mutex_);
  return holders_;
}

void Gate::wait()
{
  std::unique_lock lock(mutex_);
  empty_.wait(lock, [this] { return closed_ && holders_ == 0; });
}

void Gate::on_empty(std::function<void()> callback)
{
  {
    const std::lock_guard lock(mutex_);
    if (!closed_ || holders_ != 0) {
      when_empty_.push_back(std::move(callback));
      return;
    }
  }
  callback();
}

void Gate::leave() noexcept
{
  std::vector<std::function<void()>> callbacks;
  {
    const std::lock_guard lock(mutex_);
    if (--holders_ != 0 || !closed_) return;
    callbacks.swap(when_empty_);
    // Under the lock: a waiter may destroy the gate as soon as it can take the lock.
    empty_.notify_all();
  }
  for (auto& callback : callbacks) callback();
}

}  // namespace kubexx
