// SPDX-License-Identifier: Apache-2.0
#include "admission/quota_usage.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "core/status.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::string_view class_suffix = ".storageclass.storage.k8s.io/";
constexpr std::string_view requested = "requests.";

const std::set<std::string, std::less<>>& pod_resources()
{
  static const std::set<std::string, std::less<>> all{"count/pods",
                                                      "cpu",
                                                      "memory",
                                                      "ephemeral-storage",
                                                      "requests.cpu",
                                                      "requests.memory",
                                                      "limits.cpu",
                                                      "limits.memory",
                                                      "requests.ephemeral-storage",
                                                      "limits.ephemeral-storage",
                                                      "pods"};
  return all;
}

/// Of those, what every container has to say when a quota limits it.
bool must_be_said(std::string_view resource)
{
  static const std::set<std::string_view> all{"cpu",        "memory",       "requests.cpu", "requests.memory",
                                              "limits.cpu", "limits.memory"};
  return all.contains(resource);
}

bool is_native(std::string_view resource)
{
  return resource.find('/') == std::string_view::npos || resource.find("kubernetes.io/") != std::string_view::npos;
}

bool is_pod_resource(std::string_view resource)
{
  if (pod_resources().contains(resource)) return true;
  if (resource.starts_with("hugepages-") || resource.starts_with("requests.hugepages-")) return true;
  return resource.starts_with(requested) &&
         (!is_native(resource) || resource.starts_with("requests.deviceclass.resource.kubernetes.io/"));
}

/// podComputeUsageHelper.
ResourceAmounts compute_usage(const ResourceAmounts& requests, const ResourceAmounts& limits)
{
  ResourceAmounts result{{"pods", Quantity(1)}};
  for (const char* name : {"cpu", "memory", "ephemeral-storage"}) {
    if (const auto found = requests.find(name); found != requests.end()) {
      result[name] = found->second;
      result[std::string(requested) + name] = found->second;
    }
    if (const auto found = limits.find(name); found != limits.end()) {
      result[std::string("limits.") + name] = found->second;
    }
  }
  for (const auto& [name, amount] : requests) {
    const bool huge = name.starts_with("hugepages-");
    if (huge) result[name] = amount;
    const bool extended = !is_native(name) && !name.starts_with(requested);
    if (huge || extended || name.starts_with("deviceclass.resource.kubernetes.io/")) {
      result[std::string(requested) + name] = amount;
    }
  }
  return result;
}

bool has_ended(const Json& pod, WallTime now)
{
  const auto phase = string_at(pod, {"status", "phase"});
  if (phase == "Failed" || phase == "Succeeded") return true;
  const auto deleted = string_at(pod, {"metadata", "deletionTimestamp"});
  const auto& grace = json_at(pod, {"metadata", "deletionGracePeriodSeconds"});
  if (deleted.empty() || !grace.is_number_integer()) return false;
  return now > Time::parse(deleted).wall_time() + std::chrono::seconds(grace.get<std::int64_t>());
}

bool is_terminating(const Json& pod)
{
  const auto& deadline = json_at(pod, {"spec", "activeDeadlineSeconds"});
  return deadline.is_number_integer() && deadline.get<std::int64_t>() >= 0;
}

bool crosses_namespaces(const Json& pod)
{
  const auto crosses = [](const Json& term) {
    return !array_at(term, {"namespaces"}).empty() || json_at(term, {"namespaceSelector"}).is_object();
  };
  for (const char* affinity : {"podAffinity", "podAntiAffinity"}) {
    const auto& rules = json_at(pod, {"spec", "affinity", affinity});
    for (const auto& term : array_at(rules, {"requiredDuringSchedulingIgnoredDuringExecution"})) {
      if (crosses(term)) return true;
    }
    for (const auto& weighted : array_at(rules, {"preferredDuringSchedulingIgnoredDuringExecution"})) {
      if (crosses(json_at(weighted, {"podAffinityTerm"}))) return true;
    }
  }
  return false;
}

/// Whether a selector's requirement holds when one of `values` is there.
bool requirement_holds(const Json& requirement, const std::vector<std::string>& values)
{
  const auto word = string_at(requirement, {"operator"});
  const auto wanted = strings_at(requirement, {"values"});
  const auto holds = [&](const std::string* value) {
    const bool listed = value != nullptr && std::find(wanted.begin(), wanted.end(), *value) != wanted.end();
    if (word == "In") return listed;
    if (word == "NotIn") return !listed;
    return (value != nullptr) == (word == "Exists");
  };
  if (values.empty()) return holds(nullptr);
  return std::any_of(values.begin(), values.end(), [&](const std::string& value) { return holds(&value); });
}

std::vector<std::string> attributes_classes(const Json& claim)
{
  std::vector<std::string> names;
  for (const auto& name : {string_at(claim, {"spec", "volumeAttributesClassName"}),
                           string_at(claim, {"status", "currentVolumeAttributesClassName"}),
                           string_at(claim, {"status", "modifyVolumeStatus", "targetVolumeAttributesClassName"})}) {
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

ResourceAmounts service_usage(const Json& service)
{
  const auto& ports = array_at(service, {"spec", "ports"});
  const auto type = string_at(service, {"spec", "type"});
  const bool balanced = type == "LoadBalancer";
  auto with_nodes = static_cast<std::int64_t>(type == "NodePort" || balanced ? ports.size() : 0);
  // Ports of nodes are not allocated yet, so what counts is the intent.
  if (balanced && json_at(service, {"spec", "allocateLoadBalancerNodePorts"}) == false) {
    with_nodes = std::count_if(ports.begin(), ports.end(), [](const Json& port) {
      const auto& number = json_at(port, {"nodePort"});
      return number.is_number_integer() && number != 0;
    });
  }
  return {{"services", Quantity(1)},
          {"services.loadbalancers", Quantity(balanced ? 1 : 0)},
          {"services.nodeports", Quantity(with_nodes)}};
}

ResourceAmounts claim_usage(const Json& claim)
{
  ResourceAmounts used{{"persistentvolumeclaims", Quantity(1)}};
  const auto* annotation = find(claim, {"metadata", "annotations", "volume.beta.kubernetes.io/storage-class"});
  const auto storage_class =
      annotation == nullptr ? string_at(claim, {"spec", "storageClassName"})
                            : string_at(claim, {"metadata", "annotations", "volume.beta.kubernetes.io/storage-class"});
  auto storage = resource_amounts(json_at(claim, {"spec", "resources", "requests"}));
  if (const auto found = storage.find("storage"); found != storage.end()) {
    auto amount = found->second;
    (void)amount.round_up(0);
    auto allocated = resource_amounts(json_at(claim, {"status", "allocatedResources"}));
    if (const auto larger = allocated.find("storage"); larger != allocated.end() && larger->second > amount) {
      amount = larger->second;
      (void)amount.round_up(0);
    }
    used["requests.storage"] = amount;
  }
  if (storage_class.empty()) return used;
  auto of_class = used;
  for (const auto& [name, amount] : used) of_class[storage_class + std::string(class_suffix) + name] = amount;
  return of_class;
}

}  // namespace

QuotaEvaluator::QuotaEvaluator(const Kind& kind) : count_("count/" + group_resource(kind.group, kind.plural))
{
  if (!kind.group.empty()) return;
  if (kind.plural == "pods") sort_ = Sort::pods;
  if (kind.plural == "services") sort_ = Sort::services;
  if (kind.plural == "persistentvolumeclaims") sort_ = Sort::claims;
  for (const char* name : {"configmaps", "resourcequotas", "replicationcontrollers", "secrets"}) {
    if (kind.plural == name) legacy_ = name;
  }
}

bool QuotaEvaluator::counts(const Kind& kind)
{
  const bool events = kind.plural == "events" && (kind.group.empty() || kind.group == "events.k8s.io");
  return kind.namespaced && kind.storable && !events;
}

bool QuotaEvaluator::handles(Operation operation, const std::string& subresource, const Json& object,
                             const Json* old_object) const
{
  const bool update = operation == Operation::update && old_object != nullptr;
  if (operation != Operation::create && !update) return false;
  if (sort_ == Sort::pods && subresource == "resize") return update;
  if (sort_ == Sort::claims && subresource == "status") return update;
  if (!subresource.empty()) return false;
  if (!update) return true;
  if (sort_ == Sort::pods) return is_terminating(object) != is_terminating(*old_object);
  return sort_ == Sort::services || sort_ == Sort::claims;
}

std::set<std::string> QuotaEvaluator::matching(const ResourceAmounts& hard) const
{
  static const std::set<std::string> of_services{"services", "services.nodeports", "services.loadbalancers"};
  const auto is_ours = [this](const std::string& name) {
    if (name == count_ || (!legacy_.empty() && name == legacy_)) return true;
    if (sort_ == Sort::pods) return is_pod_resource(name);
    if (sort_ == Sort::services) return of_services.contains(name);
    if (sort_ != Sort::claims) return false;
    for (const std::string_view resource : {"persistentvolumeclaims", "requests.storage"}) {
      if (name == resource || name.ends_with(std::string(class_suffix) + std::string(resource))) return true;
    }
    return false;
  };
  std::set<std::string> found;
  for (const auto& [name, amount] : hard) {
    if (is_ours(name)) found.insert(name);
  }
  return found;
}

bool QuotaEvaluator::scope_holds(const Json& requirement, const Json& object) const
{
  const auto scope = string_at(requirement, {"scopeName"});
  if (sort_ == Sort::claims) {
    return scope == "VolumeAttributesClass" && requirement_holds(requirement, attributes_classes(object));
  }
  if (sort_ != Sort::pods) return false;
  if (scope == "Terminating") return is_terminating(object);
  if (scope == "NotTerminating") return !is_terminating(object);
  const bool best_effort = string_at(object, {"status", "qosClass"}) == "BestEffort";
  if (scope == "BestEffort") return best_effort;
  if (scope == "NotBestEffort") return !best_effort;
  if (scope == "CrossNamespacePodAffinity") return crosses_namespaces(object);
  if (scope != "PriorityClass") return false;
  std::vector<std::string> classes;
  if (auto name = string_at(object, {"spec", "priorityClassName"}); !name.empty()) classes.push_back(std::move(name));
  return requirement_holds(requirement, classes);
}

bool QuotaEvaluator::in_scope(const Json& quota_spec, const Json& object) const
{
  for (const auto& scope : strings_at(quota_spec, {"scopes"})) {
    if (!scope_holds({{"scopeName", scope}, {"operator", "Exists"}}, object)) return false;
  }
  const auto& expressions = array_at(quota_spec, {"scopeSelector", "matchExpressions"});
  return std::all_of(expressions.begin(), expressions.end(),
                     [&](const Json& requirement) { return scope_holds(requirement, object); });
}

std::string QuotaEvaluator::constraint(const std::set<std::string>& required, const Json& object) const
{
  if (sort_ != Sort::pods || has_pod_level_resources(object)) return {};
  std::map<std::string, std::set<std::string>> missing;
  for (const char* list : {"containers", "initContainers"}) {
    for (const auto& container : array_at(object, {"spec", list})) {
      const auto said = compute_usage(resource_amounts(json_at(container, {"resources", "requests"})),
                                      resource_amounts(json_at(container, {"resources", "limits"})));
      for (const auto& name : required) {
        if (must_be_said(name) && !said.contains(name)) missing[name].insert(string_at(container, {"name"}));
      }
    }
  }
  std::string text;
  for (const auto& [resource, containers] : missing) {
    std::string names;
    for (const auto& name : containers) names += (names.empty() ? "" : ",") + name;
    text += (text.empty() ? "must specify " : "; ") + resource + " for: " + names;
  }
  return text;
}

ResourceAmounts QuotaEvaluator::usage(const Json& object, WallTime now) const
{
  ResourceAmounts used;
  if (sort_ == Sort::pods && !has_ended(object, now)) used = compute_usage(pod_requests(object), pod_limits(object));
  if (sort_ == Sort::services) used = service_usage(object);
  if (sort_ == Sort::claims) used = claim_usage(object);
  used[count_] = Quantity(1);
  if (!legacy_.empty()) used[legacy_] = Quantity(1);
  return used;
}

}  // namespace kubexx::apiserver
