// SPDX-License-Identifier: Apache-2.0
#include "admission/limit_ranger.hpp"

#include <algorithm>
#include <cstdio>

#include "admission/pod_amounts.hpp"

namespace kubexx::apiserver {
namespace {

/// What a limit is compared with: of a container, a pod or a claim.
struct Usage {
  std::string type;
  ResourceAmounts requests, limits;
};

std::string usage_text(const char* bound, const std::string& resource, const Usage& usage, const Quantity& enforced)
{
  return std::string(bound) + " " + resource + " usage per " + usage.type + " is " + enforced.to_string();
}

void check_least(const Usage& usage, const std::string& resource, const Quantity& enforced,
                 std::vector<std::string>& problems)
{
  const auto request = usage.requests.find(resource);
  const auto limit = usage.limits.find(resource);
  const auto text = usage_text("minimum", resource, usage, enforced);
  if (request == usage.requests.end()) {
    problems.push_back(text + ".  No request is specified");
  } else if (request->second < enforced) {
    problems.push_back(text + ", but request is " + request->second.to_string());
  } else if (limit != usage.limits.end() && limit->second < enforced) {
    problems.push_back(text + ", but limit is " + limit->second.to_string());
  }
}

void check_most(const Usage& usage, const std::string& resource, const Quantity& enforced, bool of_requests,
                std::vector<std::string>& problems)
{
  const auto request = usage.requests.find(resource);
  const auto limit = usage.limits.find(resource);
  const auto text = usage_text("maximum", resource, usage, enforced);
  if (of_requests ? request == usage.requests.end() : limit == usage.limits.end()) {
    problems.push_back(text + ".  No " + (of_requests ? "request" : "limit") + " is specified");
  } else if (!of_requests && limit->second > enforced) {
    problems.push_back(text + ", but limit is " + limit->second.to_string());
  } else if (request != usage.requests.end() && request->second > enforced) {
    problems.push_back(text + ", but request is " + request->second.to_string());
  }
}

void check_limit_ratio(const Usage& usage, const std::string& resource, const Quantity& enforced,
                       std::vector<std::string>& problems)
{
  const auto request = usage.requests.find(resource);
  const auto limit = usage.limits.find(resource);
  const auto text = resource + " max limit to request ratio per " + usage.type + " is " + enforced.to_string();
  if (request == usage.requests.end() || request->second.is_zero()) {
    problems.push_back(text + ", but no request is specified or request is 0");
    return;
  }
  if (limit == usage.limits.end() || limit->second.is_zero()) {
    problems.push_back(text + ", but no limit is specified or limit is 0");
    return;
  }
  const auto ratio = limit->second.to_double() / request->second.to_double();
  if (ratio <= enforced.to_double()) return;
  problems.push_back(text + ", but provided ratio is " + std::to_string(ratio));
}

void check_usage(const Json& limit, const Usage& usage, std::vector<std::string>& problems)
{
  for (const auto& [resource, enforced] : resource_amounts(json_at(limit, {"min"}))) {
    check_least(usage, resource, enforced, problems);
  }
  for (const auto& [resource, enforced] : resource_amounts(json_at(limit, {"max"}))) {
    check_most(usage, resource, enforced, false, problems);
  }
  for (const auto& [resource, enforced] : resource_amounts(json_at(limit, {"maxLimitRequestRatio"}))) {
    check_limit_ratio(usage, resource, enforced, problems);
  }
}

const Json& limits_of(const Json& limit_range)
{
  return json_at(limit_range, {"spec", "limits"});
}

std::vector<std::string> merge_defaults(Json& container, const char* list, const Json& defaults)
{
  std::vector<std::string> set;
  if (!defaults.is_object() || defaults.empty()) return set;
  auto& own = ensure_object(ensure_object(container, "resources"), list);
  for (const auto& [name, amount] : defaults.items()) {
    if (own.contains(name)) continue;
    own[name] = amount;
    set.push_back(name);
  }
  return set;
}

std::string joined_names(const std::vector<std::string>& names)
{
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

void set_limit_defaults(const Json& limit_range, Json& pod)
{
  Json limits = Json::object();
  Json requests = Json::object();
  for (const auto& limit : limits_of(limit_range)) {
    if (string_at(limit, {"type"}) != "Container") continue;
    if (const auto* given = find(limit, {"default"})) limits.update(*given);
    if (const auto* given = find(limit, {"defaultRequest"})) requests.update(*given);
  }
  std::string text;
  for (const auto& [list, word] :
       {std::pair("containers", "container"), std::pair("initContainers", "init container")}) {
    auto* containers = find(pod, {"spec", list});
    if (containers == nullptr || !containers->is_array()) continue;
    for (auto& container : *containers) {
      const auto set_limits = merge_defaults(container, "limits", limits);
      const auto set_requests = merge_defaults(container, "requests", requests);
      const auto note = [&](const std::vector<std::string>& names, const char* kind) {
        if (names.empty()) return;
        text += (text.empty() ? "" : "; ") + joined_names(names) + " " + kind + " for " + word + " " +
                string_at(container, {"name"});
      };
      note(set_requests, "request");
      note(set_limits, "limit");
    }
  }
  if (text.empty()) return;
  ensure_object(pod["metadata"], "annotations")["kubernetes.io/limit-ranger"] = "LimitRanger plugin set: " + text;
}

std::vector<std::string> pod_limit_problems(const Json& limit_range, const Json& pod)
{
  std::vector<std::string> problems;
  for (const auto& limit : limits_of(limit_range)) {
    const auto type = string_at(limit, {"type"});
    if (type == "Container") {
      for (const char* list : {"containers", "initContainers"}) {
        for (const auto& container : json_at(pod, {"spec", list})) {
          const auto& resources = json_at(container, {"resources"});
          check_usage(limit,
                      {type, resource_amounts(json_at(resources, {"requests"})),
                       resource_amounts(json_at(resources, {"limits"}))},
                      problems);
        }
      }
    } else if (type == "Pod") {
      check_usage(limit, {type, amounts_of_containers(pod, "requests"), amounts_of_containers(pod, "limits")},
                  problems);
    }
  }
  return problems;
}

std::vector<std::string> claim_limit_problems(const Json& limit_range, const Json& claim)
{
  std::vector<std::string> problems;
  for (const auto& limit : limits_of(limit_range)) {
    const auto type = string_at(limit, {"type"});
    if (type != "PersistentVolumeClaim") continue;
    const Usage usage{type, resource_amounts(json_at(claim, {"spec", "resources", "requests"})), {}};
    for (const auto& [resource, enforced] : resource_amounts(json_at(limit, {"min"}))) {
      check_least(usage, resource, enforced, problems);
    }
    for (const auto& [resource, enforced] : resource_amounts(json_at(limit, {"max"}))) {
      check_most(usage, resource, enforced, true, problems);
    }
  }
  return problems;
}

}  // namespace kubexx::apiserver
