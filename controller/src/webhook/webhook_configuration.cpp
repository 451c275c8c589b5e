// SPDX-License-Identifier: Apache-2.0
#include "webhook/webhook_configuration.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/controller/webhook_authority.hpp"
#include "webhook/webhook_checks.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

constexpr const char* kNameOfNamespace = "kubernetes.io/metadata.name";

std::string service_of(const WebhookTarget& target)
{
  return target.service.empty() ? target.name + "-webhooks" : target.service;
}

json metadata_of(const WebhookTarget& target, const std::string& name)
{
  return {{"name", name}, {"labels", {{"app.kubernetes.io/name", target.name}}}};
}

const char* operator_text(LabelSelector::Operator op)
{
  using Operator = LabelSelector::Operator;
  switch (op) {
    case Operator::exists:
      return "Exists";
    case Operator::not_exists:
      return "DoesNotExist";
    case Operator::not_in:
    case Operator::ne:
      return "NotIn";
    default:  // WebhookRegistry refuses < and >
      return "In";
  }
}

json selector_json(const LabelSelector& selector)
{
  json expressions = json::array();
  for (const auto& requirement : selector.requirements()) {
    json expression = {{"key", requirement.key}, {"operator", operator_text(requirement.op)}};
    if (!requirement.values.empty()) expression["values"] = requirement.values;
    expressions.push_back(std::move(expression));
  }
  if (expressions.empty()) return json::object();
  return {{"matchExpressions", std::move(expressions)}};
}

LabelSelector namespaces_of(const AdmissionEndpoint& endpoint, const WebhookTarget& target)
{
  if (endpoint.options.namespace_selector) return *endpoint.options.namespace_selector;
  const ResourceType& type = endpoint.type;
  if (!type.namespaced() && type.plural != "namespaces") return {};
  std::vector<std::string> others{"kube-system", target.namespace_};
  // Each node renews its Lease there.
  const bool has_leases = type.plural == "*" || type.plural == "leases";
  if (has_leases && (type.group == "coordination.k8s.io" || type.group == "*")) others.emplace_back("kube-node-lease");
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  return LabelSelector().not_in(kNameOfNamespace, std::move(others));
}

json conditions_of(const AdmissionEndpoint& endpoint, const WebhookTarget& target, bool passes)
{
  json conditions = json::array();
  for (const auto& condition : endpoint.options.match_conditions) {
    conditions.push_back({{"name", condition.name}, {"expression", condition.expression}});
  }
  if (!passes) return conditions;
  const std::string account = target.service_account.empty() ? target.name : target.service_account;
  conditions.push_back({{"name", "kubexx-own-requests"},
                        {"expression", "request.userInfo.username != \"system:serviceaccount:" + target.namespace_ +
                                           ":" + account + "\""}});
  if (conditions.size() > kMaxMatchConditions) {
    throw std::invalid_argument("the webhook " + endpoint.path +
                                ": WebhookOptions::match_conditions needs room for the one that lets the program's own "
                                "requests pass: use at most 63");
  }
  return conditions;
}

/// API servers accept fewer paths with a Service than with a URL.
void check_service_path(const std::string& path)
{
  for (std::size_t begin = 1; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (!dns_subdomain_problems(path.substr(begin, end - begin)).empty()) {
      throw std::invalid_argument("the webhook " + path +
                                  ": WebhookOptions::path: with a Service, use lower case letters, digits, \"-\" and "
                                  "\".\" between the slashes");
    }
    begin = end + 1;
  }
}

json rule_of(const AdmissionEndpoint& endpoint)
{
  const ResourceType& type = endpoint.type;
  json operations = json::array();
  for (const AdmissionOperation operation : endpoint.operations()) operations.push_back(to_string(operation));
  std::string resource = type.plural;
  if (!endpoint.options.subresource.empty()) resource += "/" + endpoint.options.subresource;
  return {{"apiGroups", {type.group}},
          {"apiVersions", {type.version}},
          {"operations", std::move(operations)},
          {"resources", {resource}},
          {"scope", type.namespaced() ? "Namespaced" : "Cluster"}};
}

json webhook_json(const AdmissionEndpoint& endpoint, const WebhookTarget& target, bool passes)
{
  const WebhookOptions& options = endpoint.options;
  json webhook = {
      {"name", webhook_name(endpoint)},
      {"admissionReviewVersions", {"v1"}},
      {"clientConfig", webhook_client_config(endpoint.path, target)},
      {"failurePolicy", options.failure_policy == FailurePolicy::fail ? "Fail" : "Ignore"},
      {"matchPolicy", options.match_policy == MatchPolicy::exact ? "Exact" : "Equivalent"},
      {"rules", json::array({rule_of(endpoint)})},
      {"sideEffects", options.side_effects == SideEffects::none ? "None" : "NoneOnDryRun"},
      {"timeoutSeconds", std::chrono::floor<std::chrono::seconds>(options.timeout).count()},
      {"namespaceSelector", selector_json(namespaces_of(endpoint, target))},
      {"objectSelector", selector_json(options.object_selector)},
  };
  if (json conditions = conditions_of(endpoint, target, passes); !conditions.empty()) {
    webhook["matchConditions"] = std::move(conditions);
  }
  if (endpoint.mutating) {
    const bool again = options.reinvocation_policy == ReinvocationPolicy::if_needed;
    webhook["reinvocationPolicy"] = again ? "IfNeeded" : "Never";
  }
  return webhook;
}

void check_target(const WebhookTarget& target)
{
  if (target.name.empty() || target.namespace_.empty()) {
    throw std::invalid_argument("WebhookTarget: set name and namespace_: those of the program in the cluster");
  }
  if (!target.url.empty() && !target.url.starts_with("https://")) {
    throw std::invalid_argument("WebhookTarget::url \"" + target.url + "\": API servers call https:// only");
  }
  const std::string service = service_of(target);
  if (target.url.empty() && !is_dns_label(service)) {
    throw std::invalid_argument("the Service of the webhooks \"" + service +
                                "\": use at most 63 lower case letters, digits and \"-\", and begin and end with a "
                                "letter or digit");
  }
}

}  // namespace

bool passes_itself(const AdmissionEndpoint& endpoint, const std::function<bool(const ResourceType&)>& reconciles)
{
  return endpoint.options.failure_policy == FailurePolicy::fail && reconciles(endpoint.type);
}

nlohmann::json webhook_client_config(const std::string& path, const WebhookTarget& target)
{
  check_target(target);
  json config;
  if (target.url.empty()) {
    check_service_path(path);
    config["service"] = {
        {"name", service_of(target)}, {"namespace", target.namespace_}, {"path", path}, {"port", target.service_port}};
  } else {
    std::string base = target.url;
    while (!base.empty() && base.back() == '/') base.pop_back();
    config["url"] = base + path;
  }
  if (!target.ca_bundle.empty()) config["caBundle"] = encode_base64(target.ca_bundle);
  return config;
}

std::vector<Object> webhook_configurations(const std::vector<AdmissionEndpoint>& endpoints, const WebhookTarget& target,
                                           const std::function<bool(const ResourceType&)>& reconciles)
{
  check_target(target);
  std::vector<Object> all;
  for (const bool mutating : {true, false}) {
    std::vector<json> webhooks;
    for (const auto& endpoint : endpoints) {
      if (endpoint.mutating != mutating) continue;
      webhooks.push_back(webhook_json(endpoint, target, passes_itself(endpoint, reconciles)));
    }
    if (webhooks.empty()) continue;
    std::sort(webhooks.begin(), webhooks.end(),
              [](const json& a, const json& b) { return a.at("name") < b.at("name"); });
    json metadata = metadata_of(target, target.name);
    if (!target.authority_mark.empty()) {
      metadata["labels"][std::string(webhook_authority_label)] = target.authority_mark;
    }
    all.push_back(
        Object::from_json({{"apiVersion", "admissionregistration.k8s.io/v1"},
                           {"kind", mutating ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration"},
                           {"metadata", std::move(metadata)},
                           {"webhooks", std::move(webhooks)}}));
  }
  return all;
}

Object webhook_service(const WebhookTarget& target, std::uint16_t port)
{
  check_target(target);
  json metadata = metadata_of(target, service_of(target));
  metadata["namespace"] = target.namespace_;
  return Object::from_json(
      {{"apiVersion", "v1"},
       {"kind", "Service"},
       {"metadata", std::move(metadata)},
       {"spec",
        {{"selector", {{"app.kubernetes.io/name", target.name}}},
         {"ports", json::array({{{"name", "webhooks"}, {"port", target.service_port}, {"targetPort", port}}})}}}});
}

}  // namespace kubexx::detail
