// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespace.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "controllers/gc.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* namespace_finalizer = "kubernetes";

/// What holds a namespace.
struct Content {
  std::map<std::string, std::size_t> resources;   ///< "plural.group", as the controller writes it
  std::map<std::string, std::size_t> finalizers;  ///< of the objects that remain
};

/// Deletes what `collection` has in the namespace and counts what remains.
std::size_t delete_inside(Server& server, Collection& collection, const std::string& namespace_, Content& content)
{
  const auto prefix = namespace_ + "/";
  std::vector<StoredPtr> inside;
  for (auto at = collection.objects.lower_bound(prefix);
       at != collection.objects.end() && at->first.starts_with(prefix); ++at) {
    inside.push_back(at->second);
  }
  DeleteRequest request;
  request.propagation = DeleteRequest::Propagation::background;
  std::size_t left = 0;
  for (const auto& object : inside) {
    if (!object->deleting) delete_stored(server, collection, object, request);
    const auto rest = collection.objects.get(object->key);
    if (!rest) continue;
    ++left;
    if (!rest->finalizers) continue;
    for (const auto& finalizer : strings_at(rest->json(), {"metadata", "finalizers"})) ++content.finalizers[finalizer];
  }
  return left;
}

std::string listed(const std::map<std::string, std::size_t>& counts, const char* words)
{
  std::string text;
  for (const auto& [what, count] : counts) {
    text += (text.empty() ? "" : ", ") + what + words + std::to_string(count) + " resource instances";
  }
  return text;
}

Json condition(const char* type, bool bad, const char* reason, std::string message)
{
  return {{"type", type}, {"status", bad ? "True" : "False"}, {"reason", reason}, {"message", std::move(message)}};
}

Json conditions_of(const Content& content)
{
  auto remaining = condition("NamespaceContentRemaining", false, "ContentRemoved", "All content successfully removed");
  if (!content.resources.empty()) {
    remaining = condition("NamespaceContentRemaining", true, "SomeResourcesRemain",
                          "Some resources are remaining: " + listed(content.resources, " has "));
  }
  auto finalizers = condition("NamespaceFinalizersRemaining", false, "ContentHasNoFinalizers",
                              "All content-preserving finalizers finished");
  if (!content.finalizers.empty()) {
    finalizers =
        condition("NamespaceFinalizersRemaining", true, "SomeFinalizersRemain",
                  "Some content in the namespace has finalizers remaining: " + listed(content.finalizers, " in "));
  }
  return Json::array({condition("NamespaceDeletionDiscoveryFailure", false, "ResourcesDiscovered",
                                "All resources successfully discovered"),
                      condition("NamespaceDeletionGroupVersionParsingFailure", false, "ParsedGroupVersions",
                                "All legacy kube types successfully parsed"),
                      condition("NamespaceDeletionContentFailure", false, "ContentDeleted",
                                "All content successfully deleted, may be waiting on finalization"),
                      std::move(remaining), std::move(finalizers)});
}

/// Whether a condition changed. Those of other types stay.
bool update_conditions(Json& object, const Json& wanted, const std::string& now)
{
  auto& conditions = ensure_object(object, "status")["conditions"];
  if (!conditions.is_array()) conditions = Json::array();
  bool changed = false;
  for (auto one : wanted) {
    const auto old = std::find_if(conditions.begin(), conditions.end(), [&](const Json& other) {
      return string_at(other, {"type"}) == string_at(one, {"type"});
    });
    const bool same_status = old != conditions.end() && string_at(*old, {"status"}) == string_at(one, {"status"});
    if (same_status && (*old)["message"] == one["message"] && (*old)["reason"] == one["reason"]) continue;
    one["lastTransitionTime"] = same_status ? (*old)["lastTransitionTime"] : Json(now);
    changed = true;
    if (old == conditions.end()) {
      conditions.push_back(std::move(one));
    } else {
      *old = std::move(one);
    }
  }
  return changed;
}

Content delete_content(Server& server, const std::string& namespace_)
{
  Content content;
  const auto pods = server.store.collection("/pods");
  // While there are pods, a real controller leaves the rest alone, and counts neither.
  if (delete_inside(server, *pods, namespace_, content) > 0) return {};
  for (const auto& collection : server.store.collections()) {
    const auto kind = kind_of(server, *collection);
    if (!kind || !kind->namespaced || collection == pods) continue;
    const auto left = delete_inside(server, *collection, namespace_, content);
    if (left > 0) content.resources[kind->plural + "." + kind->group] = left;
  }
  return content;
}

bool has_pods(Server& server, const std::string& namespace_)
{
  const auto pods = server.store.collection("/pods");
  const auto prefix = namespace_ + "/";
  const auto first = pods->objects.lower_bound(prefix);
  return first != pods->objects.end() && first->first.starts_with(prefix);
}

}  // namespace

void namespace_step(Server& server, Collection& namespaces, const StoredPtr& stored)
{
  auto finalizers = strings_at(stored->json(), {"spec", "finalizers"});
  const auto ours = std::find(finalizers.begin(), finalizers.end(), namespace_finalizer);
  if (ours == finalizers.end() && !finalizers.empty()) return;  // ours is done
  const auto content = delete_content(server, stored->name);
  const auto found = namespaces.objects.get(stored->key);
  if (!found) return;
  auto object = found->json();
  const bool changed = update_conditions(object, conditions_of(content), now_text(server));
  const bool empty = content.resources.empty() && !has_pods(server, stored->name);
  const bool last = empty && finalizers.size() <= (ours == finalizers.end() ? 0U : 1U) && !found->finalizers;
  if (changed) note_written(server, *server.store.put(namespaces, object));
  if (last) {
    const auto removed = server.store.remove(namespaces, stored->key);
    note_removed(server, namespaces, *removed);
  } else if (empty && ours != finalizers.end()) {
    finalizers.erase(ours);
    object["spec"]["finalizers"] = finalizers;
    if (finalizers.empty()) object["spec"].erase("finalizers");
    note_written(server, *server.store.put(namespaces, std::move(object)));
  }
}

}  // namespace kubexx::apiserver
