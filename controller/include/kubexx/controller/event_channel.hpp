// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// Events from outside the cluster, a webhook or a message queue, for the controllers that watch the channel
/// (ControllerBuilder::watches): controller-runtime's source.Channel, but that nothing waits and nothing is buffered,
/// because keys fold in the queues. Events count from the moment when the controller is built. A copyable handle to
/// shared state; thread safe.
class EventChannel {
public:
  EventChannel();

  /// Queues the keys that each controller's mapper makes of the object. Throws what a mapper throws, when all have been
  /// asked.
  void send(const Object& object) const;
  /// Queues this key in each controller.
  void send(const Request& request) const;

  /// What a controller does with the events.
  struct Listener {
    std::function<void(const Object&)> on_object;
    std::function<void(const Request&)> on_request;
  };
  void listen(Listener listener) const;

private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace kubexx
