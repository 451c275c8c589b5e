// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "admission/attributes.hpp"
#include "admission/expressions.hpp"
#include "admission/match.hpp"
#include "core/server.hpp"
#include "webhook/review_call.hpp"

namespace kubexx::apiserver {

class Policies;  // policies.hpp
/// Null when no policy is bound.
using PoliciesPtr = std::shared_ptr<const Policies>;

/// One webhook of a configuration. Immutable.
struct Webhook : MatchCriteria {
  std::string name;
  std::string id;  ///< unique among all of its sort
  WebhookTarget target;
  bool ignore_failures = false, reinvoke = false;
  bool allows_dry_run = false;
  std::vector<std::string> review_versions;
  std::shared_ptr<const MatchConditions> conditions;  ///< null: none
  Duration timeout{};
};

/// All webhooks, in the order in which they are called: by the name of their configuration. Immutable.
struct Webhooks {
  std::vector<Webhook> mutating, validating;
  PoliciesPtr policies;
  [[nodiscard]] bool empty() const { return mutating.empty() && validating.empty() && !policies; }
};
using WebhooksPtr = std::shared_ptr<const Webhooks>;

/// Those that are configured now, and the policies; parsed again after a configuration has changed. Wants the lock
/// held.
[[nodiscard]] WebhooksPtr current_webhooks(Server& server);

/// How a webhook is to be called for a write: in the API version that its rules name.
struct Invocation : Match {
  const Webhook* webhook = nullptr;
};
/// Nullopt when it is not to be called. Throws a Failure when that cannot be told. Takes the lock.
[[nodiscard]] std::optional<Invocation> invocation_of(Server& server, const Webhook& webhook,
                                                      const AdmissionAttributes& attributes);

}  // namespace kubexx::apiserver
