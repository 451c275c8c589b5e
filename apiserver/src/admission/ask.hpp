// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "admission/review.hpp"

/// How one webhook is asked about one write.
namespace kubexx::apiserver {

/// A request that took longer than it may.
[[nodiscard]] Failure request_timed_out();

/// A webhook that could not be asked, when its failurePolicy is to fail.
[[nodiscard]] Failure calling_failed(const Webhook& webhook, const WebhookProblem& problem);

/// Whether the matchConditions of the webhook hold. Throws a Failure when that cannot be told.
[[nodiscard]] bool webhook_conditions_hold(const std::shared_ptr<Server>& server, const Invocation& invocation,
                                           const AdmissionAttributes& attributes, const VersionedObjects& objects);

/// What a webhook is asked. Refers to the webhook alone, which must outlive it, and to nothing of the request.
struct Question {
  const Webhook* webhook = nullptr;
  std::string version, uid, review;
  bool mutating = false;
  SteadyTime deadline;  ///< of the request
};
/// Throws WebhookProblem, and the Failure of a dry run.
[[nodiscard]] Question question_for(Server& server, const Invocation& invocation, const AdmissionAttributes& attributes,
                                    const VersionedObjects& objects, bool mutating);

/// Throws WebhookProblem, the Failure of a denial, and that of a request that has timed out.
[[nodiscard]] awaitable<ReviewResponse> ask(std::shared_ptr<Server> server, Question question,
                                            std::vector<std::string>& warnings);

}  // namespace kubexx::apiserver
