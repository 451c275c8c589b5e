// SPDX-License-Identifier: Apache-2.0
#include "validation/validate_resize.hpp"

#include <algorithm>

#include "admission/pod_amounts.hpp"
#include "validation/pod_level_resources.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

/// Without absent, null and empty members: what Go's semantic equality does not tell apart.
Json compact(const Json& value)
{
  if (!value.is_structured()) return value;
  Json kept = value.is_array() ? Json::array() : Json::object();
  for (const auto& [name, member] : value.items()) {
    auto inner = compact(member);
    if (value.is_array()) {
      kept.push_back(std::move(inner));
    } else if (!inner.is_null() && !(inner.is_structured() && inner.empty())) {
      kept[name] = std::move(inner);
    }
  }
  return kept;
}

bool same_meaning(const Json& left, const Json& right)
{
  return compact(left) == compact(right);
}

void take_member(Json& object, const char* name, const Json& from)
{
  if (const auto* kept = find(from, {name})) {
    object[name] = *kept;
  } else {
    object.erase(name);
  }
}

/// dropNonResizeUpdatesForContainers.
Json resized_containers(const Json& old, const Json& wanted)
{
  Json merged = old;
  for (std::size_t index = 0; index < wanted.size(); ++index) {
    if (string_at(old[index], {"name"}) != string_at(wanted[index], {"name"})) return wanted;
    for (const char* member : {"resources", "resizePolicy"}) take_member(merged[index], member, wanted[index]);
  }
  return merged;
}

/// `resources` with the amounts of CPU and memory that `old` has.
Json with_old_amounts(Json resources, const Json& old)
{
  if (!resources.is_object()) resources = Json::object();
  for (const char* list : {"limits", "requests"}) {
    for (const char* name : {"cpu", "memory"}) {
      const auto* amount = find(old, {list, name});
      auto& amounts = resources[list];
      if (amount != nullptr) {
        amounts[name] = *amount;
      } else if (amounts.is_object()) {
        amounts.erase(name);
      }
    }
  }
  return resources;
}

bool any_removed(const Json& resources, const Json& old, const char* list)
{
  const auto* before = find(old, {list});
  if (before == nullptr || !before->is_object()) return false;
  const auto* after = find(resources, {list});
  return std::any_of(before->items().begin(), before->items().end(),
                     [after](const auto& entry) { return after == nullptr || !after->contains(entry.key()); });
}

/// One resize under validation: the PodSpecs. `rest_` is the new one with everything taken back that may change.
class Resize {
public:
  Resize(const Json& spec, const Json& old, FieldErrors& errors) : spec_(spec), old_(old), rest_(spec), errors_(errors)
  {
  }

  void check(bool of_pod)
  {
    if (of_pod) check_pod_level();
    if (!check_order()) return;
    for (const char* list : {"initContainers", "containers"}) check_removed(list);
    check_containers();
    check_init_containers();
    check_volumes();
    if (errors_.empty() && !same_meaning(rest_, old_)) forbid("spec", "only cpu and memory resources are mutable");
  }

private:
  void forbid(const std::string& path, std::string_view why) { errors_.push_back(forbidden_value(path, why)); }

  void check_pod_level()
  {
    const auto* before = find(old_, {"resources"});
    const auto* after = find(spec_, {"resources"});
    if (before != nullptr && after == nullptr) {
      return forbid("spec.resources", "pod-level resources cannot be removed");
    }
    const Json none;
    const auto& was = before == nullptr ? none : *before;
    for (const char* list : {"requests", "limits"}) {
      if (!any_removed(*after, was, list)) continue;
      const std::string word(list);
      forbid("spec.resources." + word, "pod-level resource " + word + " cannot be removed");
    }
    rest_["resources"] = with_old_amounts(*after, was);
    if (!same_meaning(rest_["resources"], was.is_null() ? Json::object() : was)) {
      forbid("spec", "only cpu and memory resources are mutable at pod-level");
    }
  }

  bool check_order()
  {
    const auto before = errors_.size();
    for (const std::string list : {"containers", "initContainers"}) {
      const auto& old = array_at(old_, {list});
      const auto& now = array_at(spec_, {list});
      if (old.size() != now.size()) {
        forbid("spec." + list, list + " may not be added or removed on resize");
        continue;
      }
      for (std::size_t index = 0; index < old.size(); ++index) {
        if (string_at(old[index], {"name"}) == string_at(now[index], {"name"})) continue;
        forbid("spec." + list + "[" + std::to_string(index) + "].name",
               list + " may not be renamed or reordered on resize");
      }
    }
    return errors_.size() == before;
  }

  void check_removed(const std::string& list)
  {
    const auto& old = array_at(old_, {list});
    for (std::size_t index = 0; index < old.size(); ++index) {
      const auto path = "spec." + list + "[" + std::to_string(index) + "].resources.";
      const auto& resources = json_at(array_at(spec_, {list})[index], {"resources"});
      for (const std::string word : {"requests", "limits"}) {
        if (!any_removed(resources, json_at(old[index], {"resources"}), word.c_str())) continue;
        forbid(path + word, "resource " + word + " cannot be removed");
      }
    }
  }

  void check_containers()
  {
    auto* containers = find(rest_, {"containers"});
    for (std::size_t index = 0; containers != nullptr && index < containers->size(); ++index) {
      const auto& old = old_.at("containers")[index];
      auto& container = (*containers)[index];
      container["resources"] = with_old_amounts(container["resources"], json_at(old, {"resources"}));
      if (!same_meaning(container, old)) forbid("spec", "only cpu and memory resources are mutable");
    }
  }

  void check_init_containers()
  {
    auto* containers = find(rest_, {"initContainers"});
    for (std::size_t index = 0; containers != nullptr && index < containers->size(); ++index) {
      const auto path = "spec.initContainers[" + std::to_string(index) + "]";
      const auto& old = old_.at("initContainers")[index];
      auto& container = (*containers)[index];
      const bool changed = !same_meaning(container, old);
      container["resources"] = with_old_amounts(container["resources"], json_at(old, {"resources"}));
      if (!same_meaning(container, old)) {
        forbid(path, "only cpu and memory resources for init or sidecar containers are mutable");
      }
      if (!changed || string_at(container, {"restartPolicy"}) == "Always") continue;
      for (const auto& policy : array_at(container, {"resizePolicy"})) {
        if (string_at(policy, {"restartPolicy"}) != "RestartContainer") continue;
        forbid(path, "non-sidecar init containers with a resize policy of RestartContainer cannot be resized");
      }
    }
  }

  void check_volumes()
  {
    if (same_meaning(array_at(spec_, {"volumes"}), array_at(old_, {"volumes"}))) return;
    forbid(
        "spec.volumes",
        "volumes are immutable on resize when InPlacePodVerticalScalingMemoryBackedVolumes feature gate is disabled");
  }

  const Json& spec_;
  const Json& old_;
  Json rest_;
  FieldErrors& errors_;
};

/// isPodResizeRequestSupported: by whether its node says what a running container has.
bool node_resizes(const Json& pod)
{
  for (const auto& status : array_at(pod, {"status", "containerStatuses"})) {
    if (find(status, {"state", "running"}) != nullptr) return find(status, {"resources"}) != nullptr;
  }
  return true;
}

}  // namespace

Json resized_pod(Json pod, const Json& wanted)
{
  const auto old = pod.at("spec");
  const auto& spec = wanted.at("spec");
  for (const char* list : {"containers", "initContainers"}) {
    if (array_at(old, {list}).size() == array_at(spec, {list}).size()) continue;
    pod["spec"] = spec;
    return pod;
  }
  for (const char* list : {"containers", "initContainers"}) {
    if (!array_at(spec, {list}).empty()) {
      pod["spec"][list] = resized_containers(array_at(old, {list}), array_at(spec, {list}));
    }
  }
  if (find(spec, {"resources"}) != nullptr) pod["spec"]["resources"] = spec.at("resources");
  default_pod_level_resources(pod);
  return pod;
}

void validate_resize(const Json& pod, const Json& before, FieldErrors& errors)
{
  validate_pod_metadata_and_spec(FieldValue(&pod, "", errors));
  const auto only = [&errors](std::string_view why) { errors = {forbidden_value("[]", why)}; };
  if (find(before, {"metadata", "annotations", "kubernetes.io/config.mirror"}) != nullptr) {
    return only("static pods cannot be resized");
  }
  if (string_at(before, {"spec", "os", "name"}) == "windows") return only("windows pods cannot be resized");
  Json fresh = pod;
  prepare_pod(fresh);
  if (string_at(fresh, {"status", "qosClass"}) != string_at(before, {"status", "qosClass"})) {
    errors.push_back(invalid_value("spec", string_at(pod, {"status", "qosClass"}),
                                   "Pod QOS Class may not change as a result of resizing"));
  }
  if (!node_resizes(before)) {
    errors.push_back(forbidden_value("spec", "Pod running on node without support for resize"));
  }
  const bool of_pod = has_pod_level_resources(before) || has_pod_level_resources(pod);
  Resize(pod.at("spec"), before.at("spec"), errors).check(of_pod);
}

}  // namespace kubexx::apiserver
