// SPDX-License-Identifier: Apache-2.0
// The chain of mutating admission: k8s.io/apiserver/pkg/admission/reinvocation.go and plugin/webhook/mutating.
#include <set>

#include "admission/admission.hpp"
#include "admission/ask.hpp"
#include "admission/mutating_policies.hpp"
#include "admission/objects.hpp"
#include "admission/policies.hpp"

namespace kubexx::apiserver {
namespace {

enum class Called { no, unchanged, changed };

/// Calls one mutating webhook, if its conditions hold.
awaitable<Called> mutate(std::shared_ptr<Server> server, const Invocation& invocation, AdmissionAttributes& attributes,
                         std::vector<std::string>& warnings)
{
  const auto& webhook = *invocation.webhook;
  try {
    auto objects = co_await versioned_objects(server, attributes, invocation);
    if (!webhook_conditions_hold(server, invocation, attributes, objects)) co_return Called::no;
    auto question = question_for(*server, invocation, attributes, objects, true);
    const auto response = co_await ask(server, std::move(question), warnings);
    if (response.patch.empty()) co_return Called::unchanged;
    const auto patched = patched_object(webhook.name, response, objects.object);
    if (!patched) co_return Called::unchanged;
    // Of a patch that leaves all as it was, too: a real server compares times with fractions, those of managedFields,
    // with what it decodes.
    attributes.object = co_await stored_object(server, attributes, invocation, *patched);
    co_return Called::changed;
  } catch (const WebhookProblem& problem) {
    if (!webhook.ignore_failures) throw calling_failed(webhook, problem);
  }
  co_return Called::unchanged;
}

awaitable<void> mutate_round(std::shared_ptr<Server> server, const std::vector<Webhook>& webhooks,
                             AdmissionAttributes& attributes, std::vector<std::string>& warnings,
                             Reinvocation& reinvocation)
{
  if (webhooks.empty()) co_return;
  auto& known = reinvocation.webhooks;
  if (reinvocation.second && known.output != attributes.object) known.require_again();
  for (const auto& webhook : webhooks) {
    const auto invocation = invocation_of(*server, webhook, attributes);
    if (!invocation || (reinvocation.second && !known.again.contains(webhook.id))) continue;
    const auto called = co_await mutate(server, *invocation, attributes, warnings);
    if (called == Called::no) continue;
    if (called == Called::changed) {
      known.require_again();
      reinvocation.wanted = true;
    }
    if (webhook.reinvoke) known.invoked.insert(webhook.id);
  }
  known.output = attributes.object;
}

}  // namespace

AdmissionPtr current_admission(Server& server)
{
  auto webhooks = current_webhooks(server);
  if (webhooks->empty()) return nullptr;
  auto admission = std::make_shared<Admission>();
  admission->webhooks = std::move(webhooks);
  return admission;
}

bool is_admitted(const AdmissionAttributes& attributes)
{
  static const std::set<std::string, std::less<>> exempt{
      "ValidatingWebhookConfiguration",   "MutatingWebhookConfiguration", "ValidatingAdmissionPolicy",
      "ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicy",      "MutatingAdmissionPolicyBinding"};
  return attributes.kind.group != "admissionregistration.k8s.io" || !exempt.contains(attributes.kind.kind);
}

awaitable<void> admit(std::shared_ptr<Server> server, AdmissionPtr admission, AdmissionAttributes& attributes,
                      std::vector<std::string>& warnings, std::function<void(Json& object)> complete)
{
  if (!admission || !is_admitted(attributes)) co_return;
  const auto& all = *admission->webhooks;
  Reinvocation reinvocation;
  co_await mutate_by_policies(server, all.policies, attributes, reinvocation);
  co_await mutate_round(server, all.mutating, attributes, warnings, reinvocation);
  if (!reinvocation.wanted) co_return;
  reinvocation.second = true;
  if (complete && !attributes.object.is_null()) complete(attributes.object);
  co_await mutate_by_policies(server, all.policies, attributes, reinvocation);
  co_await mutate_round(server, all.mutating, attributes, warnings, reinvocation);
}

}  // namespace kubexx::apiserver
