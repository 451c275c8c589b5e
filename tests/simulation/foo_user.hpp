// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/base/random.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx::simulation {

/// Edits Foos and their Deployments at random, as people and other controllers do, over a connection without faults:
/// creates, scales and deletes Foos, deletes and scales their Deployments behind the operator's back, reports available
/// replicas.
class FooUser {
public:
  explicit FooUser(Client client) : client_(std::move(client)) {}

  /// An edit as text: "scale foo-1 7".
  [[nodiscard]] static std::string draw(Random& random);
  /// Makes it; what the server refused, if it did. Throws std::invalid_argument when it is none of draw()'s.
  std::string make(std::string_view edit);

private:
  Client client_;
};

}  // namespace kubexx::simulation
