// SPDX-License-Identifier: Apache-2.0
#include "controllers/workload_objects.hpp"

#include <algorithm>
#include <charconv>

#include "controllers/gc.hpp"
#include "validation/field_value.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* controller_manager = "kube-controller-manager";

const Json* controlling_owner(const Json& object)
{
  const auto* owners = find(object, {"metadata", "ownerReferences"});
  if (owners == nullptr) return nullptr;
  for (const auto& owner : *owners) {
    const auto* controls = find(owner, {"controller"});
    if (controls != nullptr && *controls == true) return &owner;
  }
  return nullptr;
}

}  // namespace

Resource resource_of(Server& server, std::string_view group, std::string_view plural)
{
  auto kind = find_kind(server, group, plural);
  auto collection = server.store.collection(kind->collection());
  return {std::move(kind), std::move(collection)};
}

std::int64_t number_at(const Json& value, std::initializer_list<std::string_view> path, std::int64_t otherwise)
{
  const auto* found = find(value, path);
  return found != nullptr && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

void set_count(Json& status, const char* name, std::int64_t count)
{
  if (count == 0) {
    status.erase(name);
  } else {
    status[name] = count;
  }
}

std::int64_t scaled_value(const Json* value, std::int64_t total, bool round_up)
{
  if (value == nullptr) return 0;
  if (value->is_number_integer()) return value->get<std::int64_t>();
  if (!value->is_string()) return 0;
  const auto& text = value->get_ref<const std::string&>();
  std::int64_t percent = 0;
  std::from_chars(text.data(), text.data() + text.size(), percent);
  percent = std::clamp<std::int64_t>(percent, 0, 1'000'000);
  return (percent * total + (round_up ? 99 : 0)) / 100;
}

std::string hash_of(const Json& value, std::int64_t collisions)
{
  constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
  std::uint32_t hash = 2166136261U;
  auto text = dump(value);
  if (collisions > 0) text += std::to_string(collisions);
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619U;
  auto name = std::to_string(hash);
  for (auto& digit : name) digit = letters[static_cast<unsigned char>(digit) % letters.size()];
  return name;
}

Json controller_reference(const Resource& owner, std::string_view version, const Stored& object)
{
  return {{"apiVersion", owner.kind->api_version(version)},
          {"kind", owner.kind->kind},
          {"name", object.name},
          {"uid", object.uid},
          {"controller", true},
          {"blockOwnerDeletion", true}};
}

std::vector<StoredPtr> controlled(Server& server, const Resource& resource, const Stored& owner)
{
  std::vector<StoredPtr> found;
  for (const auto& place : server.store.dependents(owner.uid)) {
    if (place.collection != resource.collection.get()) continue;
    auto object = resource.collection->objects.get(place.key);
    const auto whole = object->json();
    const auto* reference = controlling_owner(whole);
    if (reference != nullptr && string_at(*reference, {"uid"}) == owner.uid) found.push_back(std::move(object));
  }
  const auto age = [](const StoredPtr& object) {
    const auto whole = object->json();
    return std::pair(string_at(whole, {"metadata", "creationTimestamp"}), object->name);
  };
  std::vector<std::pair<std::pair<std::string, std::string>, StoredPtr>> aged;
  aged.reserve(found.size());
  for (auto& object : found) aged.emplace_back(age(object), std::move(object));
  std::sort(aged.begin(), aged.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  found.clear();
  for (auto& entry : aged) found.push_back(std::move(entry.second));
  return found;
}

void adopt(Server& server, const Resource& resource, const Json& selector, const Stored& owner, const Json& reference)
{
  std::vector<StoredPtr> orphans;
  const auto prefix = owner.namespace_ + "/";
  auto& objects = resource.collection->objects;
  for (auto at = objects.lower_bound(prefix); at != objects.end() && at->first.starts_with(prefix); ++at) {
    const auto& candidate = at->second;
    if (candidate->deleting || !selects(selector, Json(candidate->labels))) continue;
    if (!candidate->owners.empty() && controlling_owner(candidate->json()) != nullptr) continue;
    orphans.push_back(candidate);
  }
  for (const auto& orphan : orphans) {
    auto object = orphan->json();
    object["metadata"]["ownerReferences"].push_back(reference);
    update_object_of(server, resource, orphan, std::move(object));
  }
}

Json pod_of_template(const Json& owner, const Json& reference, const std::string& name)
{
  const auto& pattern = owner.at("spec").at("template");
  Json meta = Json::object();
  for (const char* member : {"labels", "annotations", "finalizers"}) {
    if (const auto* given = find(pattern, {"metadata", member})) meta[member] = *given;
  }
  meta["namespace"] = owner.at("metadata").at("namespace");
  meta["generateName"] = string_at(owner, {"metadata", "name"}) + "-";
  if (!name.empty()) meta["name"] = name;
  meta["ownerReferences"] = Json::array({reference});
  return {{"metadata", std::move(meta)}, {"spec", pattern.at("spec")}};
}

StoredPtr create_object_of(Server& server, const Resource& resource, Json object)
{
  const auto& version = resource.kind->versions.front();
  if (resource.kind->defaults) resource.kind->defaults(object);
  Ownership ownership;
  ownership.manager = controller_manager;
  return store_create(server, *resource.kind, *resource.collection, version, std::move(object), false, ownership);
}

StoredPtr update_object_of(Server& server, const Resource& resource, const StoredPtr& current, Json object)
{
  UpdateRequest request;
  request.object = std::move(object);
  request.current = current;
  request.ownership.manager = controller_manager;
  return store_update(server, *resource.kind, *resource.collection, resource.kind->versions.front(),
                      std::move(request));
}

StoredPtr update_status_of(Server& server, const Resource& resource, const StoredPtr& current, Json object,
                           const char* manager)
{
  UpdateRequest request;
  request.object = std::move(object);
  request.current = current;
  request.status_only = true;
  request.ownership.manager = manager;
  request.ownership.subresource = "status";
  return store_update(server, *resource.kind, *resource.collection, resource.kind->versions.front(),
                      std::move(request));
}

void delete_object_of(Server& server, const Resource& resource, const StoredPtr& object)
{
  DeleteRequest request;
  request.propagation = DeleteRequest::Propagation::background;
  (void)delete_stored(server, *resource.collection, object, request);
}

const Json* condition_of(const Json& object, std::string_view type)
{
  const auto* conditions = find(object, {"status", "conditions"});
  if (conditions == nullptr || !conditions->is_array()) return nullptr;
  for (const auto& condition : *conditions) {
    if (string_at(condition, {"type"}) == type) return &condition;
  }
  return nullptr;
}

bool is_true(const Json& object, std::string_view condition)
{
  const auto* found = condition_of(object, condition);
  return found != nullptr && string_at(*found, {"status"}) == "True";
}

bool is_active_pod(const Stored& stored, const Json& pod)
{
  const auto phase = string_at(pod, {"status", "phase"});
  return !stored.deleting && phase != "Succeeded" && phase != "Failed";
}

}  // namespace kubexx::apiserver
