// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "harness.hpp"

namespace kubexx::testing {

/// A cluster beside that of the harness: a server of its own, in the time of the harness.
struct OtherCluster {
  explicit OtherCluster(Harness& harness)
      : server(options_of(harness)),
        transport(std::make_shared<ControlledTransport>(harness.sim.runtime(),
                                                        make_in_process_transport(harness.sim.runtime(), server))),
        client(harness.sim.runtime(), transport),
        user(harness.sim.user_runtime(), make_in_process_transport(harness.sim.runtime(), server))
  {
  }
  static ApiServer::Options options_of(Harness& harness)
  {
    ApiServer::Options options;
    options.clock = &harness.sim.clock();
    options.random = harness.sim.runtime().random;
    return options;
  }
  void create(const ResourceType& type, const std::string& name, const std::string& rest = "")
  {
    (void)user.create(type,
                      Object::parse(R"({"apiVersion":"v1","kind":")" + type.kind +
                                    R"(","metadata":{"namespace":"default","name":")" + name + "\"}" + rest + "}"));
  }

  ApiServer server;
  std::shared_ptr<ControlledTransport> transport;
  Client client;
  Client user;
};

inline awaitable<void> remove_cluster(Manager& manager, std::string name, bool* removed)
{
  *removed = co_await manager.async_remove_cluster(std::move(name));
}

/// Whether the manager had that cluster, which it has no more.
inline bool remove_cluster(Harness& harness, const std::string& name)
{
  bool removed = false;
  std::function<awaitable<void>()> work = [&] { return remove_cluster(harness.manager, name, &removed); };
  EXPECT_TRUE(harness.sim.run(work, std::chrono::minutes(1)));
  return removed;
}

}  // namespace kubexx::testing
