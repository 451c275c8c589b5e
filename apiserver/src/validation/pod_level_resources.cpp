// SPDX-License-Identifier: Apache-2.0
#include "validation/pod_level_resources.hpp"

#include <algorithm>

#include "admission/pod_amounts.hpp"

namespace kubexx::apiserver {
namespace {

void default_huge_page_limits(const Json& pod, Json& resources)
{
  for (const auto& [name, amount] : amounts_of_containers(pod, "limits")) {
    if (!is_huge_page(name) || find(resources, {"requests", name}) != nullptr) continue;
    set_default(ensure_object(resources, "limits"), name, amount.to_string());
  }
}

void default_requests(const Json& pod, Json& resources)
{
  const auto add = [&](const std::string& name, const Json& amount) {
    set_default(ensure_object(resources, "requests"), name, amount);
  };
  for (const auto& [name, amount] : amounts_of_containers(pod, "requests")) {
    if (is_pod_level_resource(name) && !is_huge_page(name)) add(name, amount.to_string());
  }
  const auto limits = json_at(resources, {"limits"});
  for (const auto& [name, amount] : limits.items()) {
    if (is_pod_level_resource(name)) add(name, amount);
  }
}

bool all_containers_limit(const Json& pod, const std::string& name)
{
  for (const char* list : {"containers", "initContainers"}) {
    const auto& containers = array_at(pod, {"spec", list});
    if (!std::all_of(containers.begin(), containers.end(), [&](const Json& container) {
          return find(container, {"resources", "limits", name}) != nullptr;
        })) {
      return false;
    }
  }
  return true;
}

void default_limits(const Json& pod, Json& resources)
{
  const auto of_containers = amounts_of_containers(pod, "limits");
  for (const auto& [name, request] : resource_amounts(json_at(resources, {"requests"}))) {
    if (!is_pod_level_resource(name) || !all_containers_limit(pod, name)) continue;
    if (const auto limit = of_containers.find(name); limit != of_containers.end()) {
      set_default(ensure_object(resources, "limits"), name, std::max(request, limit->second).to_string());
    }
  }
}

}  // namespace

void default_pod_level_resources(Json& pod)
{
  auto* resources = find(pod, {"spec", "resources"});
  if (resources == nullptr || !resources->is_object()) return;
  if (json_at(*resources, {"requests"}).empty() && json_at(*resources, {"limits"}).empty()) return;
  default_huge_page_limits(pod, *resources);
  default_requests(pod, *resources);
  default_limits(pod, *resources);
}

void check_pod_level_resources(const FieldValue& spec)
{
  const auto resources = spec["resources"];
  const Json pod{{"spec", spec.value()}};
  const auto check = [&](const char* list, const auto& concerns) {
    for (const auto& [name, amount] : amounts_of_containers(pod, list)) {
      const auto of_pod = resources[list][name];
      if (!of_pod.present() || !concerns(name) || amount <= Quantity::parse(of_pod.text())) continue;
      of_pod.named(resources.path() + "." + list + "[" + name + "]")
          .invalid("must be greater than or equal to aggregate container " + std::string(list) + " of " +
                   amount.to_string());
    }
  };
  check("requests", [](const std::string&) { return true; });
  check("limits", is_huge_page);
  std::size_t index = 0;
  for (const auto& container : spec["containers"].items()) {
    const auto path = resources.path() + ".containers[" + std::to_string(index++) + "]";
    for (const auto& [name, limit] : container["resources"]["limits"].entries()) {
      const auto of_pod = resources["limits"][name];
      if (!of_pod.present() || Quantity::parse(limit.text()) <= Quantity::parse(of_pod.text())) continue;
      limit.named(path + "[" + name + "].limits")
          .invalid("must be less than or equal to pod limits of " + Quantity::parse(of_pod.text()).to_string());
    }
  }
}

}  // namespace kubexx::apiserver
