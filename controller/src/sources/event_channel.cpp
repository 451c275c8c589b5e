// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/event_channel.hpp"

#include <exception>
#include <mutex>
#include <utility>
#include <vector>

namespace kubexx {

struct EventChannel::State {
  [[nodiscard]] std::vector<Listener> all() const
  {
    const std::lock_guard lock(mutex);
    return listeners;
  }

  mutable std::mutex mutex;
  std::vector<Listener> listeners;  // guarded by mutex
};

EventChannel::EventChannel() : state_(std::make_shared<State>()) {}

void EventChannel::send(const Object& object) const
{
  std::exception_ptr failure;
  for (const auto& listener : state_->all()) {
    try {
      listener.on_object(object);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

void EventChannel::send(const Request& request) const
{
  for (const auto& listener : state_->all()) listener.on_request(request);
}

void EventChannel::listen(Listener listener) const
{
  const std::lock_guard lock(state_->mutex);
  state_->listeners.push_back(std::move(listener));
}

}  // namespace kubexx
