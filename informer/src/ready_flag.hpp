// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// A yes or no that is given once and that any number of coroutines wait for. A copyable handle to shared state; thread
/// safe.
class ReadyFlag {
public:
  ReadyFlag() : state_(std::make_shared<State>()) {}

  /// Later calls do nothing.
  void give(bool value) const
  {
    std::list<OneShot> waiting;
    {
      const std::lock_guard lock(state_->mutex);
      if (state_->value) return;
      state_->value = value;
      waiting = state_->waiting;
    }
    for (const auto& one : waiting) one.fire();
  }

  [[nodiscard]] std::optional<bool> given() const
  {
    const std::lock_guard lock(state_->mutex);
    return state_->value;
  }

  /// The answer, or false when `stop` is requested first.
  [[nodiscard]] awaitable<bool> wait(std::stop_token stop) const { return wait_for(state_, std::move(stop)); }

private:
  struct State {
    std::mutex mutex;
    std::optional<bool> value;   // guarded by mutex
    std::list<OneShot> waiting;  // guarded by mutex; one per coroutine that waits
  };

  // Among those who wait until the coroutine's frame goes, finished or not.
  class Place {
  public:
    Place(std::shared_ptr<State> state, const OneShot& wake) : state_(std::move(state))
    {
      const std::lock_guard lock(state_->mutex);
      place_ = state_->waiting.insert(state_->waiting.end(), wake);
      if (state_->value) wake.fire();
    }
    ~Place()
    {
      const std::lock_guard lock(state_->mutex);
      state_->waiting.erase(place_);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

  private:
    const std::shared_ptr<State> state_;
    std::list<OneShot>::iterator place_;
  };

  static awaitable<bool> wait_for(std::shared_ptr<State> state, std::stop_token stop)
  {
    const OneShot wake;
    const Place place(state, wake);
    {
      std::function<void()> fire = [wake] { wake.fire(); };
      const std::stop_callback stopped(stop, fire);
      co_await wake.wait();
    }
    const std::lock_guard lock(state->mutex);
    co_return state->value.value_or(false);
  }

  std::shared_ptr<State> state_;
};

}  // namespace kubexx
