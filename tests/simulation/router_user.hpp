// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/random.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx::simulation {

/// Edits Routers and their backends at random, over a connection without faults, and knows what must be left of its
/// edits whatever the operator writes: each route with its timeout, which the operator's type does not know, in their
/// order, and its finalizer.
class RouterUser {
public:
  explicit RouterUser(Client client) : client_(std::move(client)) {}

  /// An edit as text: "add router-1 /b web 12".
  [[nodiscard]] static std::string draw(Random& random);
  /// Makes it; what the server refused, if it did. Throws std::invalid_argument when it is none of draw()'s.
  std::string make(std::string_view edit);
  /// Gives up every hold on a Router, so that all deletions can end.
  void release_all();

  /// What another writer has lost or changed of its edits; empty when nothing.
  [[nodiscard]] std::string damage() const;

private:
  struct OwnRoute {
    std::string name, path;
    std::int64_t timeout = 0;
    bool retired = false;  // the operator may remove it
  };
  struct Known {
    std::string uid;
    std::vector<OwnRoute> routes;
    bool hold = false;
  };

  void create_router(const std::string& name);
  void edit_routes(const std::string& router, const std::function<void(std::vector<OwnRoute>&)>& change);
  void hold(const std::string& router, bool on);
  void make_backend(const std::vector<std::string>& words);
  [[nodiscard]] std::string damage_to(const Object& router, const Known& known) const;

  Client client_;
  std::map<std::string, Known> known_;  // by router
};

}  // namespace kubexx::simulation
