// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "foo_user.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/testing/faults.hpp"
#include "router_user.hpp"

namespace kubexx::simulation {

/// What users and administrators do to the cluster, as text, so that it can stand in a fault list.
class Edits {
public:
  /// `server` and `lists` outlive it; `client` has no faults; of `kinds` older lists are kept for stale answers.
  Edits(ApiServer& server, Client client, testing::StaleLists& lists, std::vector<ResourceType> kinds);

  /// An edit that comes some time after `last`: "foo-user scale foo-1 7".
  [[nodiscard]] testing::Fault draw(Random& random, Duration last) const;
  /// Makes it; what the server refused, if it did. Throws std::invalid_argument when it is none of draw()'s.
  std::string make(const std::string& edit);
  /// After the last edit: users give up what would hold deletions for ever.
  void finish();
  /// What an operator has lost or changed of the users' edits; empty when nothing.
  [[nodiscard]] std::string damage() const;

private:
  void remember_lists();

  ApiServer& server_;
  Client client_;
  testing::StaleLists& lists_;
  std::vector<ResourceType> kinds_;
  FooUser foo_user_;
  RouterUser router_user_;
};

}  // namespace kubexx::simulation
