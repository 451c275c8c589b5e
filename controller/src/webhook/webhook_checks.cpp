// SPDX-License-Identifier: Apache-2.0
#include "webhook/webhook_checks.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/label_names.hpp"

namespace kubexx::detail {

namespace {

/// One part of a name: lower case letters, digits and dashes.
std::string name_part(std::string_view text, const char* otherwise)
{
  std::string part;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') {
      part += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      part += c;
    } else if (!part.empty() && part.back() != '-') {
      part += '-';
    }
  }
  while (!part.empty() && part.back() == '-') part.pop_back();
  return part.empty() ? otherwise : part;
}

[[noreturn]] void refuse(const AdmissionEndpoint& endpoint, const std::string& what)
{
  throw std::invalid_argument("the webhook " + endpoint.path + ": " + what);
}

void check_name(const AdmissionEndpoint& endpoint, const std::vector<AdmissionEndpoint>& others)
{
  const std::string name = webhook_name(endpoint);
  const auto problems = dns_subdomain_problems(name);
  if (!problems.empty() || std::count(name.begin(), name.end(), '.') < 2) {
    refuse(endpoint, "WebhookOptions::name \"" + name +
                         "\": use at least three parts of lower case letters, digits and \"-\" with dots between them, "
                         "such as \"jobs.example.org\"");
  }
  for (const auto& other : others) {
    if (other.mutating != endpoint.mutating || webhook_name(other) != name) continue;
    refuse(endpoint, "the name \"" + name + "\" is that of " + other.path + ": set another WebhookOptions::name");
  }
}

void check_conditions(const AdmissionEndpoint& endpoint)
{
  const auto& conditions = endpoint.options.match_conditions;
  if (conditions.size() > kMaxMatchConditions) {
    refuse(endpoint, "WebhookOptions::match_conditions: there are " + std::to_string(conditions.size()) +
                         ", and API servers accept 64: join some with &&");
  }
  std::set<std::string> names;
  for (const auto& condition : conditions) {
    const std::string which = "WebhookOptions::match_conditions \"" + condition.name + "\": ";
    if (!label_key_problems(condition.name).empty()) {
      refuse(endpoint, which + "name it with letters, digits, \"-\", \"_\" and \".\"");
    }
    if (condition.expression.empty()) refuse(endpoint, which + "the expression is empty");
    if (!names.insert(condition.name).second) refuse(endpoint, which + "two conditions have the name");
  }
}

void check_selector(const AdmissionEndpoint& endpoint, const LabelSelector& selector, const char* member)
{
  for (const auto& requirement : selector.requirements()) {
    using Operator = LabelSelector::Operator;
    if (requirement.op != Operator::greater && requirement.op != Operator::less) continue;
    refuse(endpoint,
           std::string("WebhookOptions::") + member + ": the configuration of a webhook cannot express < and >");
  }
}

/// Kinds without which no pod starts.
bool keeps_the_cluster_alive(const ResourceType& type)
{
  if (type.plural == "*") return true;
  const auto is_one_of = [&](std::string_view group, const std::set<std::string_view>& plurals) {
    return (type.group == group || type.group == "*") && plurals.contains(type.plural);
  };
  return is_one_of("", {"pods", "secrets", "namespaces", "nodes"}) || is_one_of("coordination.k8s.io", {"leases"});
}

/// Whether every object of a namespace matches, or the namespace is not asked for at all.
bool has_no_selector(const AdmissionEndpoint& endpoint)
{
  const WebhookOptions& options = endpoint.options;
  if (!options.object_selector.everything()) return false;
  const bool has_namespace = endpoint.type.namespaced() || endpoint.type.plural == "namespaces";
  return !has_namespace || (options.namespace_selector && options.namespace_selector->everything());
}

}  // namespace

bool is_dns_label(std::string_view name)
{
  constexpr std::size_t longest = 63;
  return name.size() <= longest && name.find('.') == std::string_view::npos && dns_subdomain_problems(name).empty();
}

std::string webhook_name(const AdmissionEndpoint& endpoint)
{
  const WebhookOptions& options = endpoint.options;
  if (!options.name.empty()) return options.name;
  const ResourceType& type = endpoint.type;
  std::string kind = name_part(type.kind.empty() ? type.plural : type.kind, "all");
  if (!options.subresource.empty()) kind += "-" + name_part(options.subresource, "all");
  const std::string begin =
      options.path.empty() ? (endpoint.mutating ? "mutate" : "validate") : name_part(options.path, "webhook");
  std::string group = type.group;
  if (group.empty()) group = "core";
  if (group == "*") group = "all";
  return begin + "." + kind + "." + name_part(type.version, "all") + "." + group;
}

void check_webhook(const AdmissionEndpoint& endpoint, const std::vector<AdmissionEndpoint>& others)
{
  const WebhookOptions& options = endpoint.options;
  check_name(endpoint, others);
  check_conditions(endpoint);
  if (options.namespace_selector) check_selector(endpoint, *options.namespace_selector, "namespace_selector");
  check_selector(endpoint, options.object_selector, "object_selector");
  const auto seconds = std::chrono::floor<std::chrono::seconds>(options.timeout);
  if (seconds != options.timeout || seconds < std::chrono::seconds(1) || seconds > std::chrono::seconds(30)) {
    refuse(endpoint, "WebhookOptions::timeout: use whole seconds from 1 to 30");
  }
  const bool stops_cluster = options.failure_policy == FailurePolicy::fail && keeps_the_cluster_alive(endpoint.type);
  if (stops_cluster && has_no_selector(endpoint)) {
    const std::string what = endpoint.type.plural == "*" ? "every kind" : endpoint.type.plural;
    refuse(endpoint, "with FailurePolicy::fail for " + what +
                         " the cluster could not start the pods that serve it while it is down: set "
                         "WebhookOptions::object_selector or namespace_selector to leave out what the cluster needs, "
                         "or use FailurePolicy::ignore");
  }
}

}  // namespace kubexx::detail
