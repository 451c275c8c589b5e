// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// Events from outside the cluster, e.g. from a webhook or a message queue, for the controllers that watch the channel
/// (ControllerBuilder::watches). Like controller-runtime's source.Channel, but nothing blocks and nothing is buffered,
/// because the queues merge equal keys. A controller receives the events that are sent after it was built. A copyable
/// handle to shared state; thread safe.
class EventChannel {
public:
  EventChannel();

  /// Enqueues the keys that each controller's mapper returns for the object. Throws an exception of a mapper after all
  /// mappers have been called.
  void send(const Object& object) const;
  /// Enqueues this key in each controller.
  void send(const Request& request) const;

  /// The callbacks of a controller.
  struct Listener {
    std::function<void(const Object&)> on_object;
    std::function<void(const Request&)> on_request;
  };
  /// Adds the callbacks of a controller.
  void listen(Listener listener) const;

private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace kubexx
