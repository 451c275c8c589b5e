// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/client/client.hpp"
#include "test_backend.hpp"

namespace kubexx::testing {

/// A further cluster of an OperatorTest: an embedded server in its time, with the namespace of the test.
class AddedCluster {
public:
  AddedCluster(const TestWorld& world, std::string named, std::uint64_t seed)
      : random_(seed),
        server_({.clock = world.runtime().clock, .random = &random_}),
        name(std::move(named)),
        way(make_in_process_transport(world.runtime(), server_)),
        user(world.user_runtime(), way)
  {
    if (world.ns() == "default") return;
    (void)user.create(resources::namespaces, Object::parse(R"({"metadata":{"name":")" + world.ns() + R"("}})"));
  }
  AddedCluster(const AddedCluster&) = delete;
  AddedCluster& operator=(const AddedCluster&) = delete;
  ~AddedCluster() { server_.close_watches(); }

private:
  SeededRandom random_;
  ApiServer server_;

public:
  const std::string name;
  const std::shared_ptr<Transport> way;
  const Client user;  ///< with every right
};

}  // namespace kubexx::testing
