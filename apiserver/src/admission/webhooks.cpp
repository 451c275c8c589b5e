// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/admission/configuration.
#include "admission/webhooks.hpp"

#include <algorithm>
#include <map>

#include "admission/policies.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* mutating_collection = "admissionregistration.k8s.io/mutatingwebhookconfigurations";
constexpr const char* validating_collection = "admissionregistration.k8s.io/validatingwebhookconfigurations";

Webhook parse_webhook(const Json& source)
{
  Webhook webhook;
  webhook.name = string_at(source, {"name"});
  webhook.target = WebhookTarget::parse(source.at("clientConfig"));
  read_criteria(source, "rules", webhook);
  webhook.ignore_failures = string_at(source, {"failurePolicy"}) == "Ignore";
  webhook.reinvoke = string_at(source, {"reinvocationPolicy"}) == "IfNeeded";
  const auto effects = string_at(source, {"sideEffects"});
  webhook.allows_dry_run = effects == "None" || effects == "NoneOnDryRun";
  webhook.review_versions = strings_at(source, {"admissionReviewVersions"});
  if (const auto* conditions = find(source, {"matchConditions"}); conditions != nullptr && !conditions->empty()) {
    std::vector<std::string> sources;
    for (const auto& condition : *conditions) sources.push_back(string_at(condition, {"expression"}));
    webhook.conditions = std::make_shared<const MatchConditions>(std::move(sources));
  }
  webhook.timeout = std::chrono::seconds(source.value("timeoutSeconds", 10));
  return webhook;
}

/// The collection is sorted by name, as the configurations are called.
std::vector<Webhook> parse_configurations(const ObjectMap& configurations)
{
  std::vector<Webhook> all;
  for (const auto& [name, stored] : configurations) {
    const auto configuration = stored->json();
    const auto* webhooks = find(configuration, {"webhooks"});
    if (webhooks == nullptr || !webhooks->is_array()) continue;
    std::map<std::string, int> counts;
    for (const auto& source : *webhooks) {
      all.push_back(parse_webhook(source));
      auto& webhook = all.back();
      webhook.id = name + "/" + webhook.name + "/" + std::to_string(counts[webhook.name]++);
    }
  }
  return all;
}

}  // namespace

WebhooksPtr current_webhooks(Server& server)
{
  auto& known = server.webhooks;
  const auto mutating = server.store.collection(mutating_collection);
  const auto validating = server.store.collection(validating_collection);
  const auto changed = std::max({mutating->changed, validating->changed, Policies::changed(server)});
  if (known.parsed && known.version == changed) return known.parsed;
  auto parsed = std::make_shared<Webhooks>();
  parsed->mutating = parse_configurations(mutating->objects);
  parsed->validating = parse_configurations(validating->objects);
  parsed->policies = Policies::make(server);
  known = {std::move(parsed), changed};
  return known.parsed;
}

}  // namespace kubexx::apiserver
