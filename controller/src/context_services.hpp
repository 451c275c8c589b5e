// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/controller/context.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "unreadable_objects.hpp"

namespace kubexx {

/// What a controller gives to the contexts of its reconciles. Constant once the controller has started.
class Context::Services {
public:
  Services(std::string name, Client with, EventRecorder recorder)
      : controller(std::move(name)),
        client(std::move(with)),
        events(std::move(recorder)),
        unreadable(client.runtime().metrics, controller)
  {
  }

  std::string controller;
  Client client;
  EventRecorder events;
  std::vector<KindCache> caches;     // each kind once
  std::vector<std::string> watches;  // names of the watches, in the order of their causes
  UnreadableObjects unreadable;
};

}  // namespace kubexx
