// SPDX-License-Identifier: Apache-2.0
// ValidatePodStatusUpdate, without what belongs to dynamic resource allocation on nodes and to images in volumes.
#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/pod_annotations.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"
#include "validation/validate_status.hpp"

namespace kubexx::apiserver {
namespace {

/// Members of a list by their names, of several with one name the first. Views of the list.
using ByName = std::map<std::string_view, const Json*, std::less<>>;

ByName by_name(const Json* list)
{
  ByName all;
  if (list == nullptr || !list->is_array()) return all;
  for (const auto& one : *list) {
    const auto* name = find(one, {"name"});
    all.emplace(name == nullptr ? std::string_view() : std::string_view(name->get_ref<const std::string&>()), &one);
  }
  return all;
}

ByName containers_of(const Json& pod, const char* list)
{
  return by_name(find(pod, {"spec", list}));
}

const Json* named(const ByName& all, const std::string& name)
{
  const auto found = all.find(name);
  return found == all.end() ? nullptr : found->second;
}

void check_conditions(const FieldValue& conditions)
{
  for (const auto& condition : conditions.items()) {
    if (const auto seen = condition["observedGeneration"]; seen.number() < 0) {
      seen.invalid("must be a non-negative integer");
    }
    const auto type = condition["type"].text();
    if (type == "PodScheduled" || type == "Ready" || type == "Initialized") continue;
    const auto place = condition["type"].named(condition.path() + ".Type");
    for (const auto& problem : label_key_problems(type)) place.invalid(type, problem);
  }
}

bool is_exit_code_allowed(const Json& rule, std::int64_t code)
{
  const auto* requirement = find(rule, {"exitCodes"});
  if (requirement == nullptr) return false;
  const auto* values = find(*requirement, {"values"});
  const bool listed = values != nullptr && std::find(values->begin(), values->end(), code) != values->end();
  return string_at(*requirement, {"operator"}) == "In" ? listed : !listed;
}

/// podutil.ContainerShouldRestart.
bool should_restart(const Json& container, const std::string& pod_policy, std::int64_t exit_code)
{
  const auto* rules = find(container, {"restartPolicyRules"});
  if (rules != nullptr && rules->is_array()) {
    for (const auto& rule : *rules) {
      if (is_exit_code_allowed(rule, exit_code)) return string_at(rule, {"action"}) != "Never";
    }
  }
  auto policy = string_at(container, {"restartPolicy"});
  if (policy.empty()) policy = pod_policy;
  return policy == "Always" || (policy == "OnFailure" && exit_code != 0);
}

/// What is terminated starts again only where the policies let it. `containers` are those that may.
void check_transitions(const FieldValue& statuses, const ByName& containers, const Json& current, const char* list)
{
  const auto* before = find(current, {"status", list});
  if (before == nullptr || !before->is_array()) return;
  std::set<std::string> running;
  for (const auto& status : statuses.items()) {
    if (!status["state"]["terminated"].present()) running.insert(status["name"].text());
  }
  const auto policy = string_at(current, {"spec", "restartPolicy"});
  for (std::size_t index = 0; index < before->size(); ++index) {
    const auto& old = (*before)[index];
    const auto* terminated = find(old, {"state", "terminated"});
    const auto name = string_at(old, {"name"});
    if (terminated == nullptr || !running.contains(name)) continue;
    const auto* container = named(containers, name);
    const auto* code = find(*terminated, {"exitCode"});
    const auto exit_code = code == nullptr ? 0 : code->get<std::int64_t>();
    if (container != nullptr && should_restart(*container, policy, exit_code)) continue;
    statuses.named(statuses.path() + "[" + std::to_string(index) + "].state")
        .forbidden("may not be transitioned to non-terminated state");
  }
}

std::set<std::string> addresses_of(const Json& pod, const char* list)
{
  std::set<std::string> all;
  const auto* addresses = find(pod, {"status", list});
  if (addresses == nullptr || !addresses->is_array()) return all;
  for (const auto& address : *addresses) all.insert(string_at(address, {"ip"}));
  return all;
}

void check_new_addresses(const FieldValue& list, const Json& current, const char* name)
{
  const auto known = addresses_of(current, name);
  std::size_t colons = 0;
  for (const auto& address : list.items()) {
    const auto text = address["ip"].text();
    if (text.find(':') != std::string::npos) ++colons;
    if (known.contains(text)) continue;
    if (const auto problem = address_problem(text); !problem.empty()) address.invalid(text, problem);
  }
  if (list.size() > 1 && (list.size() > 2 || colons != 1)) {
    list.invalid("may specify no more than one IP for each IP family");
  }
}

void check_addresses(const FieldValue& status, const Json& current)
{
  const auto pod = status["podIPs"];
  check_new_addresses(pod, current, "podIPs");
  const auto first = status["podIP"];
  if (first.zero() != (pod.size() == 0)) {
    const auto* const detail = "podIP and podIPs must either both be set or both be unset";
    pod.size() == 0 ? pod.invalid(Json(), detail) : pod.invalid(detail);
  } else if (pod.size() > 0 && pod.items().front()["ip"].text() != first.text()) {
    pod.items().front()["ip"].invalid("must be equal to `podIP`");
  }
  const auto host = status["hostIPs"];
  if (host.size() == 0) return;
  if (const auto ip = host.items().front()["ip"]; ip.text() != status["hostIP"].text()) {
    ip.invalid(ip.text(), "must be equal to `hostIP`");
  }
  check_new_addresses(host, current, "hostIPs");
}

void check_users(const FieldValue& statuses, const std::string& system)
{
  constexpr std::int64_t most_user = std::numeric_limits<std::uint32_t>::max();
  constexpr std::int64_t most_group = std::numeric_limits<std::int32_t>::max();
  for (const auto& status : statuses.items()) {
    const auto user = status["user"]["linux"];
    if (!user.present()) continue;
    if (system == "windows") {
      user.forbidden("cannot be set for a windows pod");
      continue;
    }
    if (const auto uid = user["uid"]; uid.number() < 0 || uid.number() > most_user) {
      uid.invalid("must be between 0 and 4294967295, inclusive");
    }
    const auto check_group = [&](const FieldValue& group) {
      if (group.number() < 0 || group.number() > most_group) {
        group.invalid("must be between 0 and 2147483647, inclusive");
      }
    };
    check_group(user["gid"]);
    for (const auto& group : user["supplementalGroups"].items()) check_group(group);
  }
}

void check_allocated(const FieldValue& statuses, const ByName& containers)
{
  for (const auto& status : statuses.items()) {
    const auto* container = named(containers, status["name"].text());
    for (const auto& resource : status["allocatedResourcesStatus"].items()) {
      const auto name = resource["name"];
      const bool claim = name.text().starts_with("claim:");
      if (container != nullptr && !claim && find(*container, {"resources", "requests", name.text()}) == nullptr) {
        name.invalid("must match one of the container's resource requests");
      }
      std::set<std::string> seen;
      for (const auto& device : resource["resources"].items()) {
        device["health"].one_of({"Healthy", "Unhealthy", "Unknown"});
        if (const auto message = device["message"]; message.present() && message.zero()) {
          message.required("must be non-empty if specified");
        }
        if (!seen.insert(device["resourceID"].text()).second) device["resourceID"].duplicate();
      }
    }
  }
}

void check_claims(const FieldValue& statuses, const Json& pod)
{
  const auto claims = by_name(find(pod, {"spec", "resourceClaims"}));
  std::set<std::string> seen;
  for (const auto& status : statuses.items()) {
    const auto name = status["name"];
    if (named(claims, name.text()) == nullptr) {
      name.invalid(name.text(), "must match the name of an entry in `spec.resourceClaims`");
    }
    if (!seen.insert(name.text()).second) name.duplicate();
    if (const auto claim = status["resourceClaimName"]; claim.present()) {
      claim.problems(dns_1123_subdomain_problems(claim.text()));
    }
  }
}

/// Requests of extended resources that claims stand for.
void check_extended_claim(const FieldValue& claim, const ByName& containers, const ByName& init_containers)
{
  if (!claim.present()) return;
  const auto mappings = claim["requestMappings"];
  if (mappings.size() == 0) mappings.required("at least one request mapping is required");
  for (const auto& mapping : mappings.items()) {
    const auto name = mapping["containerName"];
    const auto* container = named(containers, name.text());
    if (container == nullptr) container = named(init_containers, name.text());
    if (container == nullptr) {
      name.invalid(name.text(), "must match the name of an entry in spec.initContainers.name or spec.containers.name");
    } else if (const auto resource = mapping["resourceName"];
               find(*container, {"resources", "requests", resource.text()}) == nullptr) {
      resource.invalid(resource.text(),
                       "must match the extended resource name of an entry in spec.initContainers.resources.requests or "
                       "spec.containers.resources.requests");
    }
    const auto request = claim.named(claim.path() + ".requestName");
    for (const auto& problem : dns_label_problems(mapping["requestName"].text())) {
      request.invalid(mapping["requestName"].text(), problem);
    }
  }
  if (const auto name = claim["resourceClaimName"]; name.zero()) {
    name.required();
  } else {
    name.problems(dns_1123_subdomain_problems(name.text()));
  }
}

}  // namespace

void validate_pod_status(const Json& object, const Json& current, FieldErrors& errors)
{
  const FieldValue pod(&object, "", errors);
  validate_pod_annotation_updates(pod, FieldValue(&current, "", errors));
  const auto status = pod["status"];
  const auto containers = containers_of(object, "containers");
  const auto init_containers = containers_of(object, "initContainers");
  const auto old = FieldValue(&current, "", errors)["status"];
  check_conditions(status["conditions"]);
  if (const auto node = status["nominatedNodeName"]; !node.zero() && node.text() != old["nominatedNodeName"].text()) {
    node.problems(dns_1123_subdomain_problems(node.text()));
    if (!string_at(current, {"spec", "nodeName"}).empty()) {
      node.forbidden("may not be set on pods that are already bound to a node");
    }
  }
  if (const auto seen = status["observedGeneration"]; seen.number() < 0) seen.invalid("must be a non-negative integer");
  status["qosClass"].immutable(old["qosClass"]);
  check_transitions(status["containerStatuses"], containers, current, "containerStatuses");
  check_transitions(status["initContainerStatuses"], init_containers, current, "initContainerStatuses");
  check_transitions(status["ephemeralContainerStatuses"], {}, current, "ephemeralContainerStatuses");
  check_claims(status["resourceClaimStatuses"], object);
  check_extended_claim(status["extendedResourceClaimStatus"], containers, init_containers);
  check_addresses(status, current);
  const auto system = string_at(object, {"spec", "os", "name"});
  for (const char* list : {"containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"}) {
    check_users(status[list], system);
  }
  check_allocated(status["containerStatuses"], containers);
  check_allocated(status["initContainerStatuses"], init_containers);
  for (const auto& container : status["ephemeralContainerStatuses"].items()) {
    if (const auto resources = container["allocatedResourcesStatus"]; resources.size() > 0) {
      resources.forbidden("must not be specified in container status");
    }
  }
}

}  // namespace kubexx::apiserver
