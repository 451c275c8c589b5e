// SPDX-License-Identifier: Apache-2.0
#include "admission/ask.hpp"

#include <algorithm>

#include "core/request.hpp"

namespace kubexx::apiserver {
namespace {

void check_dry_run_of(const Webhook& webhook, const AdmissionAttributes& attributes)
{
  if (!attributes.dry_run || webhook.allows_dry_run) return;
  throw bad_request("admission webhook " + go_quoted(webhook.name) + " does not support dry run");
}

}  // namespace

Failure request_timed_out()
{
  return {504, "Timeout", "Timeout: request did not complete within requested timeout - context deadline exceeded",
          Json::object()};
}

Failure calling_failed(const Webhook& webhook, const WebhookProblem& problem)
{
  return internal_error("failed calling webhook " + go_quoted(webhook.name) + ": " + problem.what());
}

bool webhook_conditions_hold(const std::shared_ptr<Server>& server, const Invocation& invocation,
                             const AdmissionAttributes& attributes, const VersionedObjects& objects)
{
  const auto& webhook = *invocation.webhook;
  if (!webhook.conditions) return true;
  const ExpressionRequest request(server, attributes, invocation);
  const auto values = request.values(objects);
  try {
    return webhook.conditions->hold(values, webhook.ignore_failures);
  } catch (const std::runtime_error& problem) {
    throw forbidden(attributes.resource->group, attributes.resource->plural, attributes.name, problem.what());
  }
}

Question question_for(Server& server, const Invocation& invocation, const AdmissionAttributes& attributes,
                      const VersionedObjects& objects, bool mutating)
{
  const auto& webhook = *invocation.webhook;
  check_dry_run_of(webhook, attributes);
  Question question{&webhook, review_version(webhook), server.options.random->uuid(), {},
                    mutating, attributes.deadline};
  question.review = dump(review_request(question.version, question.uid, attributes, invocation, objects));
  return question;
}

awaitable<ReviewResponse> ask(std::shared_ptr<Server> server, Question question, std::vector<std::string>& warnings)
{
  auto& clock = *server->options.clock;
  const auto& webhook = *question.webhook;
  const auto deadline = std::min(question.deadline, saturating_add(clock.now(), webhook.timeout));
  if (clock.now() >= question.deadline) throw request_timed_out();
  const ReviewKind kind{"admission.k8s.io", question.version, "AdmissionReview"};
  Json review;
  try {
    review =
        co_await post_review(server, webhook.target, kind, std::move(question.review), deadline - clock.now(), true);
  } catch (const WebhookProblem& problem) {
    if (clock.now() >= question.deadline) throw request_timed_out();
    throw WebhookProblem(std::string("failed to call webhook: ") + problem.what());
  }
  auto response = read_review(question.version, question.uid, question.mutating, review);
  warnings.insert(warnings.end(), response.warnings.begin(), response.warnings.end());
  if (!response.allowed) throw denial(webhook.name, response.result);
  co_return response;
}

}  // namespace kubexx::apiserver
