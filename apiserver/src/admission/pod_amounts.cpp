// SPDX-License-Identifier: Apache-2.0
#include "admission/pod_amounts.hpp"

#include <initializer_list>

namespace kubexx::apiserver {
namespace {

/// Where the amounts of a container are taken from.
enum class Source { spec, allocated, actuated };

void raise_resources(ResourceAmounts& to, const ResourceAmounts& amounts)
{
  for (const auto& [name, amount] : amounts) {
    const auto [entry, added] = to.emplace(name, amount);
    if (!added && amount > entry->second) entry->second = amount;
  }
}

bool resize_is_infeasible(const Json& pod)
{
  for (const auto& condition : array_at(pod, {"status", "conditions"})) {
    if (string_at(condition, {"type"}) == "PodResizePending") return string_at(condition, {"reason"}) == "Infeasible";
  }
  return false;
}

const Json* status_of_container(const Json& pod, const std::string& name)
{
  for (const char* list : {"containerStatuses", "initContainerStatuses"}) {
    for (const auto& status : array_at(pod, {"status", list})) {
      if (string_at(status, {"name"}) == name) return &status;
    }
  }
  return nullptr;
}

/// `list` is "requests" or "limits".
ResourceAmounts container_amounts(const Json& pod, const Json& container, const char* list, Source source,
                                  bool infeasible)
{
  if (source != Source::spec) {
    if (const auto* status = status_of_container(pod, string_at(container, {"name"}))) {
      const auto& running = json_at(*status, {"resources", list});
      if (source == Source::actuated && running.is_object()) return resource_amounts(running);
      const auto& allocated = json_at(*status, {"allocatedResources"});
      if (std::string_view(list) == "requests" && allocated.is_object()) return resource_amounts(allocated);
    }
    if (infeasible) return {};
  }
  return resource_amounts(json_at(container, {"resources", list}));
}

/// Init containers need what they need before the others run, beside those of them that go on.
ResourceAmounts sum_of_containers(const Json& pod, const char* list, Source source)
{
  const bool infeasible = source != Source::spec && resize_is_infeasible(pod);
  ResourceAmounts sum, going_on, initial;
  for (const auto& container : array_at(pod, {"spec", "containers"})) {
    add_resources(sum, container_amounts(pod, container, list, source, infeasible));
  }
  for (const auto& container : array_at(pod, {"spec", "initContainers"})) {
    auto amounts = container_amounts(pod, container, list, source, infeasible);
    if (string_at(container, {"restartPolicy"}) == "Always") {
      add_resources(sum, amounts);
      add_resources(going_on, amounts);
      amounts = going_on;
    } else {
      add_resources(amounts, going_on);
    }
    raise_resources(initial, amounts);
  }
  raise_resources(sum, initial);
  return sum;
}

ResourceAmounts largest(const Json& pod, const char* list, std::initializer_list<Source> of_status)
{
  ResourceAmounts amounts;
  if (!resize_is_infeasible(pod)) amounts = sum_of_containers(pod, list, Source::spec);
  if (array_at(pod, {"status", "containerStatuses"}).empty() &&
      array_at(pod, {"status", "initContainerStatuses"}).empty()) {
    return amounts;
  }
  for (const auto source : of_status) raise_resources(amounts, sum_of_containers(pod, list, source));
  return amounts;
}

void set_pod_level(ResourceAmounts& amounts, const Json& list)
{
  for (const auto& [name, amount] : resource_amounts(list)) {
    if (is_pod_level_resource(name)) amounts[name] = amount;
  }
}

}  // namespace

ResourceAmounts resource_amounts(const Json& list)
{
  ResourceAmounts amounts;
  if (!list.is_object()) return amounts;
  for (const auto& [name, amount] : list.items()) {
    if (amount.is_string()) amounts.emplace(name, Quantity::parse(amount.get_ref<const std::string&>()));
  }
  return amounts;
}

ResourceAmounts amounts_of_containers(const Json& pod, const char* list)
{
  return sum_of_containers(pod, list, Source::spec);
}

void add_resources(ResourceAmounts& to, const ResourceAmounts& amounts)
{
  for (const auto& [name, amount] : amounts) {
    const auto [entry, added] = to.emplace(name, amount);
    if (!added) entry->second += amount;
  }
}

bool is_huge_page(std::string_view name)
{
  return name.starts_with("hugepages-");
}

bool is_pod_level_resource(std::string_view name)
{
  return name == "cpu" || name == "memory" || is_huge_page(name);
}

bool has_pod_level_resources(const Json& pod)
{
  for (const char* list : {"requests", "limits"}) {
    const auto& amounts = json_at(pod, {"spec", "resources", list});
    if (!amounts.is_object()) continue;
    for (const auto& [name, amount] : amounts.items()) {
      if (is_pod_level_resource(name)) return true;
    }
  }
  return false;
}

ResourceAmounts pod_requests(const Json& pod)
{
  auto amounts = largest(pod, "requests", {Source::actuated, Source::allocated});
  set_pod_level(amounts, json_at(pod, {"spec", "resources", "requests"}));
  add_resources(amounts, resource_amounts(json_at(pod, {"spec", "overhead"})));
  return amounts;
}

ResourceAmounts pod_limits(const Json& pod)
{
  auto amounts = largest(pod, "limits", {Source::actuated});
  if (has_pod_level_resources(pod)) set_pod_level(amounts, json_at(pod, {"spec", "resources", "limits"}));
  for (const auto& [name, amount] : resource_amounts(json_at(pod, {"spec", "overhead"}))) {
    const auto found = amounts.find(name);
    if (found != amounts.end() && !found->second.is_zero()) found->second += amount;
  }
  return amounts;
}

}  // namespace kubexx::apiserver
