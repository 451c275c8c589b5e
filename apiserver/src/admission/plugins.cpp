// SPDX-License-Identifier: Apache-2.0
#include "admission/plugins.hpp"

#include <algorithm>

#include "admission/limit_ranger.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* pods = "/pods";
constexpr const char* claims = "/persistentvolumeclaims";
constexpr const char* ingresses = "networking.k8s.io/ingresses";

std::optional<Json> object_named(Server& server, const char* collection, const std::string& name)
{
  const auto found = server.store.collection(collection)->objects.get(name);
  return found ? std::optional(found->json()) : std::nullopt;
}

std::vector<Json> objects_in(Server& server, const char* collection, const std::string& namespace_)
{
  std::vector<Json> all;
  const auto& objects = server.store.collection(collection)->objects;
  const auto prefix = namespace_ + "/";
  for (auto each = objects.lower_bound(prefix); each != objects.end() && each->first.starts_with(prefix); ++each) {
    all.push_back(each->second->json());
  }
  return all;
}

std::int64_t class_value(const std::optional<Json>& priority_class)
{
  return priority_class ? priority_class->value("value", Json(0)).get<std::int64_t>() : 0;
}

/// The class with globalDefault; of several the lowest, as the plugin chooses.
std::optional<Json> default_priority_class(Server& server)
{
  std::optional<Json> found;
  for (const auto& [name, stored] : server.store.collection("scheduling.k8s.io/priorityclasses")->objects) {
    auto one = stored->json();
    if (one.value("globalDefault", Json(false)) != true) continue;
    if (!found || class_value(one) < class_value(found)) found = std::move(one);
  }
  return found;
}

/// The default class, which an annotation marks: of several the newest, and of those the first by name.
std::string marked_class(Server& server, const char* collection, const char* annotation)
{
  std::string found;
  std::string newest;
  for (const auto& [name, stored] : server.store.collection(collection)->objects) {
    const auto one = stored->json();
    const auto* mark = find(one, {"metadata", "annotations", annotation});
    if (mark == nullptr || *mark != "true") continue;
    const auto created = string_at(one, {"metadata", "creationTimestamp"});
    if (found.empty() || created > newest) {
      found = name;
      newest = created;
    }
  }
  return found;
}

[[noreturn]] void deny(const Kind& kind, const Json& object, const std::string& why)
{
  throw forbidden(kind.group, kind.plural, string_at(object, {"metadata", "name"}), why);
}

void set_priority(const Kind& kind, Json& pod, const std::optional<Json>& priority_class)
{
  auto& spec = ensure_object(pod, "spec");
  const auto name = string_at(spec, {"priorityClassName"});
  if (!name.empty() && !priority_class) deny(kind, pod, "no PriorityClass with name " + name + " was found");
  const auto value = class_value(priority_class);
  if (name.empty() && priority_class) spec["priorityClassName"] = string_at(*priority_class, {"metadata", "name"});
  if (const auto* given = find(spec, {"priority"}); given != nullptr && !given->is_null() && *given != value) {
    deny(kind, pod,
         "the integer value of priority (" + dump(*given) +
             ") must not be provided in pod spec; priority admission controller computed " + std::to_string(value) +
             " from the given PriorityClass name");
  }
  spec["priority"] = value;
  auto policy = priority_class ? string_at(*priority_class, {"preemptionPolicy"}) : std::string();
  if (policy.empty()) policy = "PreemptLowerPriority";
  if (const auto* given = find(spec, {"preemptionPolicy"}); given != nullptr && !given->is_null() && *given != policy) {
    deny(kind, pod,
         "the string value of PreemptionPolicy (" + string_at(spec, {"preemptionPolicy"}) +
             ") must not be provided in pod spec; priority admission controller computed " + policy +
             " from the given PriorityClass name");
  }
  spec["preemptionPolicy"] = policy;
}

void set_runtime_class(const Kind& kind, Json& pod, const std::optional<Json>& runtime_class)
{
  auto& spec = ensure_object(pod, "spec");
  const auto* name = find(spec, {"runtimeClassName"});
  if (name == nullptr || name->is_null()) return;
  if (!runtime_class) {
    // The real server asks itself for the class.
    const auto text = name->get<std::string>();
    if (text.empty()) throw Failure(500, "", "resource name may not be empty");
    if (const auto problem = path_segment_problem(text); !problem.empty()) {
      throw Failure(500, "", "invalid resource name " + go_quoted(text) + ": [" + problem + "]");
    }
    deny(kind, pod, "pod rejected: RuntimeClass " + go_quoted(string_at(spec, {"runtimeClassName"})) + " not found");
  }
  if (const auto* fixed = find(*runtime_class, {"overhead", "podFixed"})) {
    const auto* own = find(spec, {"overhead"});
    if (own != nullptr && !own->empty() && *own != *fixed) {
      deny(kind, pod, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
    }
    spec["overhead"] = *fixed;
  }
  if (const auto* selector = find(*runtime_class, {"scheduling", "nodeSelector"})) {
    auto& own = ensure_object(spec, "nodeSelector");
    for (const auto& [key, value] : selector->items()) {
      if (own.contains(key) && own[key] != value) {
        deny(kind, pod,
             "conflict: runtimeClass.scheduling.nodeSelector[" + key + "] = " + value.get<std::string>() +
                 "; pod.spec.nodeSelector[" + key + "] = " + own[key].get<std::string>());
      }
      own[key] = value;
    }
  }
  if (const auto* added = find(*runtime_class, {"scheduling", "tolerations"}); added != nullptr && added->is_array()) {
    auto& own = spec["tolerations"];
    if (!own.is_array()) own = Json::array();
    for (const auto& one : *added) {
      if (std::find(own.begin(), own.end(), one) == own.end()) own.push_back(one);
    }
  }
}

void check_overhead(const Kind& kind, const Json& pod, const std::optional<Json>& runtime_class)
{
  const bool fixed = runtime_class && find(*runtime_class, {"overhead"}) != nullptr;
  if (fixed || find(pod, {"spec", "overhead"}) == nullptr) return;
  deny(kind, pod, "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
}

}  // namespace

bool Plugins::concern(const Kind& kind)
{
  const auto id = kind.id();
  return id == pods || id == claims || id == ingresses;
}

Plugins::Plugins(Server& server, const Kind& kind, const std::string& namespace_, const Json& object)
{
  const auto id = kind.id();
  if (id == pods || id == claims) limit_ranges_ = objects_in(server, "/limitranges", namespace_);
  if (id == pods) {
    const auto name = string_at(object, {"spec", "priorityClassName"});
    priority_class_ =
        name.empty() ? default_priority_class(server) : object_named(server, "scheduling.k8s.io/priorityclasses", name);
    runtime_class_ =
        object_named(server, "node.k8s.io/runtimeclasses", string_at(object, {"spec", "runtimeClassName"}));
  } else if (id == claims) {
    default_class_ =
        marked_class(server, "storage.k8s.io/storageclasses", "storageclass.kubernetes.io/is-default-class");
  } else if (id == ingresses) {
    default_class_ =
        marked_class(server, "networking.k8s.io/ingressclasses", "ingressclass.kubernetes.io/is-default-class");
  }
}

void Plugins::admit(const Kind& kind, Json& object) const
{
  const auto id = kind.id();
  if (id == pods) {
    for (const auto& limit_range : limit_ranges_) set_limit_defaults(limit_range, object);
    set_priority(kind, object, priority_class_);
    add_default_tolerations(ensure_object(object, "spec"));
    set_runtime_class(kind, object, runtime_class_);
  } else if (id == claims && !default_class_.empty()) {
    const auto* beta = find(object, {"metadata", "annotations", "volume.beta.kubernetes.io/storage-class"});
    if (beta == nullptr) set_default(ensure_object(object, "spec"), "storageClassName", default_class_);
  } else if (id == ingresses && !default_class_.empty()) {
    const auto* old = find(object, {"metadata", "annotations", "kubernetes.io/ingress.class"});
    if (old == nullptr) set_default(ensure_object(object, "spec"), "ingressClassName", default_class_);
  }
}

void Plugins::admit_update(const Kind& kind, const std::string& subresource, Json& object, const Json& before)
{
  if (!subresource.empty() || kind.id() != pods) return;
  auto& spec = ensure_object(object, "spec");
  for (const char* member : {"preemptionPolicy", "priority"}) {
    if (const auto* kept = find(before, {"spec", member})) set_default(spec, member, *kept);
  }
  add_default_tolerations(spec);
}

void Plugins::validate_limits(const Kind& kind, const Json& object) const
{
  const auto id = kind.id();
  for (const auto& limit_range : limit_ranges_) {
    const auto problems =
        id == pods ? pod_limit_problems(limit_range, object) : claim_limit_problems(limit_range, object);
    if (problems.empty()) continue;
    std::string text;
    for (const auto& problem : problems) text += (text.empty() ? "" : ", ") + problem;
    deny(kind, object, problems.size() == 1 ? text : "[" + text + "]");
  }
}

void Plugins::validate_runtime_class(const Kind& kind, const Json& object) const
{
  if (kind.id() == pods) check_overhead(kind, object, runtime_class_);
}

}  // namespace kubexx::apiserver
