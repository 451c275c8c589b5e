// SPDX-License-Identifier: Apache-2.0
#include "controllers/gc.hpp"

#include <algorithm>
#include <chrono>
#include <sstream>

#include "controllers/graceful.hpp"
#include "controllers/namespace.hpp"
#include "controllers/workload_objects.hpp"
#include "controllers/workloads.hpp"
#include "crd/crd.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* orphan_finalizer = "orphan";
constexpr const char* foreground_finalizer = "foregroundDeletion";
constexpr const char* pods_collection = "/pods";

/// What the controllers of storage protection take off; here at once, because nobody runs the pods that could use it.
std::string_view protection_of(const std::string& collection)
{
  if (collection == "/persistentvolumeclaims") return "kubernetes.io/pvc-protection";
  if (collection == "/persistentvolumes") return "kubernetes.io/pv-protection";
  return collection == "storage.k8s.io/volumeattributesclasses" ? "kubernetes.io/vac-protection" : "";
}

void set_finalizers(Json& object, const std::vector<std::string>& finalizers)
{
  auto& meta = object["metadata"];
  if (finalizers.empty()) {
    meta.erase("finalizers");
  } else {
    meta["finalizers"] = finalizers;
  }
}

bool has(const std::vector<std::string>& list, std::string_view name)
{
  return std::find(list.begin(), list.end(), name) != list.end();
}

StoredPtr put(Server& server, Collection& into, Json object)
{
  auto stored = server.store.put(into, std::move(object));
  note_written(server, *stored);
  return stored;
}

StoredPtr remove(Server& server, Collection& from, const std::string& key)
{
  auto last = server.store.remove(from, key);
  if (last) note_removed(server, from, *last);
  return last;
}

/// Takes one finalizer off; the object goes when it was the last one of a deletion.
void drop_finalizer(Server& server, Collection& collection, const Stored& stored, std::string_view finalizer)
{
  auto object = stored.json();
  auto finalizers = strings_at(object, {"metadata", "finalizers"});
  std::erase(finalizers, finalizer);
  if (finalizers.empty() && stored.deleting && collection.id != "/namespaces" && remaining_grace(object) == 0) {
    remove(server, collection, stored.key);
    return;
  }
  set_finalizers(object, finalizers);
  put(server, collection, std::move(object));
}

struct OwnerState {
  bool solid = false;    ///< exists, or cannot be judged
  bool waiting = false;  ///< exists, and waits in foreground deletion for this dependent
};

/// Many objects of one namespace go one after the other: it is looked at once for all of them.
void note_garbage(Server& server, const std::string& uid)
{
  if (server.collect.empty() || server.collect.back() != uid) server.collect.push_back(uid);
}

OwnerState look_at_owner(Server& server, const Stored& dependent, const Json& reference)
{
  auto group = string_at(reference, {"apiVersion"});
  const auto slash = group.find('/');
  group = slash == std::string::npos ? std::string() : group.substr(0, slash);
  const auto kind = find_kind_named(server, group, string_at(reference, {"kind"}));
  if (!kind || !kind->storable) return {true, false};  // an owner of an unknown kind: it cannot be known
  if (kind->namespaced && dependent.namespace_.empty()) return {true, false};  // not resolvable either
  const auto collection = server.store.collection(kind->collection());
  const auto key = key_of(kind->namespaced ? std::string_view(dependent.namespace_) : std::string_view(),
                          string_at(reference, {"name"}));
  const auto found = collection->objects.find(key);
  if (found == collection->objects.end() || found->second->uid != string_at(reference, {"uid"})) return {};
  const auto& owner = *found->second;
  if (owner.deleting && has(strings_at(owner.json(), {"metadata", "finalizers"}), foreground_finalizer))
    return {false, true};
  return {true, false};
}

bool is_event(const Json& event, const Json& about, const std::string& reason, const std::string& message)
{
  return string_at(event, {"reason"}) == reason && string_at(event, {"message"}) == message &&
         json_at(event, {"involvedObject"}) == about;
}

/// A Warning of the garbage collector about an object, unless it is already there.
void warn_about(Server& server, const Json& about, const std::string& reason, const std::string& message)
{
  const auto events = resource_of(server, "", "events");
  auto namespace_ = string_at(about, {"namespace"});
  if (namespace_.empty()) namespace_ = "default";
  const auto prefix = namespace_ + "/" + string_at(about, {"name"}) + ".";
  const auto& objects = events.collection->objects;
  for (auto event = objects.lower_bound(prefix); event != objects.end() && event->first.starts_with(prefix); ++event) {
    if (is_event(event->second->json(), about, reason, message)) return;
  }
  const auto now = server.options.clock->wall_now().time_since_epoch();
  auto at = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  std::string name;
  do {
    std::ostringstream text;  // as GenerateEventName has it
    text << string_at(about, {"name"}) << '.' << std::hex << at++;
    name = text.str();
  } while (objects.contains(key_of(namespace_, name)));
  constexpr const char* collector = "garbage-collector-controller";
  try {
    create_object_of(server, events,
                     {{"metadata", {{"namespace", namespace_}, {"name", name}}},
                      {"involvedObject", about},
                      {"type", "Warning"},
                      {"reason", reason},
                      {"message", message},
                      {"source", {{"component", collector}}},
                      {"reportingComponent", collector},
                      {"reportingInstance", ""},
                      {"firstTimestamp", now_text(server)},
                      {"lastTimestamp", now_text(server)},
                      {"eventTime", nullptr},
                      {"count", 1}});
  } catch (const Failure&) {
    // As a recorder does: an event that is refused, such as one in a namespace that ends, is lost.
  }
}

/// The first of the owners that lies in another namespace than its dependent, which cannot have it; null: none does.
/// The collector has no events in its graph.
const Json* misplaced_owner(Server& server, const Stored& dependent, const Json& owners)
{
  const auto found = std::find_if(owners.begin(), owners.end(), [&](const Json& owner) {
    const auto place = server.store.find_uid(string_at(owner, {"uid"}));
    if (!place || place->collection->id == "/events") return false;
    const auto namespace_ = place->collection->objects.at(place->key)->namespace_;
    return !namespace_.empty() && namespace_ != dependent.namespace_;
  });
  return found == owners.end() ? nullptr : &*found;
}

/// reportInvalidNamespaceOwnerRef of the graph builder.
void report_misplaced_owner(Server& server, Collection& collection, const Stored& dependent)
{
  if (dependent.owners.empty() || collection.id == "/events") return;
  const auto object = dependent.json();
  const auto* owner = misplaced_owner(server, dependent, object.at("metadata").at("ownerReferences"));
  const auto kind = kind_of(server, collection);
  if (owner == nullptr || !kind) return;
  const auto served = std::find_if(kind->versions.begin(), kind->versions.end(),
                                   [](const ServedVersion& version) { return version.served; });
  if (served == kind->versions.end()) return;
  Json about{{"kind", kind->kind},
             {"apiVersion", kind->api_version(served->name)},
             {"name", dependent.name},
             {"uid", dependent.uid}};
  if (!dependent.namespace_.empty()) about["namespace"] = dependent.namespace_;
  warn_about(server, about, "OwnerRefInvalidNamespace",
             "ownerRef [" + string_at(*owner, {"apiVersion"}) + "/" + string_at(*owner, {"kind"}) +
                 ", namespace: " + dependent.namespace_ + ", name: " + string_at(*owner, {"name"}) + ", uid: " +
                 string_at(*owner, {"uid"}) + "] does not exist in namespace " + go_quoted(dependent.namespace_));
}

/// attemptToDeleteItem of the garbage collector.
void examine_owners(Server& server, Collection& collection, const StoredPtr& stored)
{
  if (stored->owners.empty() || stored->deleting) return;
  auto object = stored->json();
  bool any_solid = false;
  bool any_waiting = false;
  Json kept = Json::array();
  for (const auto& reference : object.at("metadata").at("ownerReferences")) {
    const auto state = look_at_owner(server, *stored, reference);
    any_solid = any_solid || state.solid;
    any_waiting = any_waiting || state.waiting;
    if (state.solid) kept.push_back(reference);
  }
  if (any_solid) {
    if (kept.size() == stored->owners.size()) return;
    object["metadata"]["ownerReferences"] = std::move(kept);
    put(server, collection, std::move(object));
    return;
  }
  const auto finalizers = strings_at(object, {"metadata", "finalizers"});
  DeleteRequest request;
  request.propagation = DeleteRequest::Propagation::background;
  if (has(finalizers, orphan_finalizer)) {
    request.propagation = DeleteRequest::Propagation::orphan;
  } else if (has(finalizers, foreground_finalizer) || (any_waiting && !server.store.dependents(stored->uid).empty())) {
    request.propagation = DeleteRequest::Propagation::foreground;
  }
  delete_stored(server, collection, stored, request);
}

bool blocks(const Json& dependent, const std::string& owner_uid)
{
  const auto* owners = find(dependent, {"metadata", "ownerReferences"});
  if (owners == nullptr) return false;
  return std::any_of(owners->begin(), owners->end(), [&](const Json& owner) {
    const auto* block = find(owner, {"blockOwnerDeletion"});
    return string_at(owner, {"uid"}) == owner_uid && block != nullptr && *block == true;
  });
}

void foreground_step(Server& server, Collection& collection, const StoredPtr& stored)
{
  bool blocked = false;
  for (const auto& place : server.store.dependents(stored->uid)) {
    const auto dependent = place.collection->objects.at(place.key);
    if (!blocks(dependent->json(), stored->uid)) continue;
    blocked = true;
    examine_owners(server, *place.collection, dependent);
  }
  // Something may have gone in the loop: then its removal noted this object again.
  if (!blocked) drop_finalizer(server, collection, *stored, foreground_finalizer);
}

void begin_finalizing(Server& server, Collection& definitions, const std::string& name)
{
  const auto before = definitions.objects.get(name)->json();
  auto object = before;
  set_terminating(server, object, Terminating::in_progress);
  own_status(server, before, object);
  put(server, definitions, std::move(object));
  server.definitions.ending[name] = true;
}

void end_finalizing(Server& server, Collection& definitions, const std::string& name, Terminating step)
{
  server.definitions.ending.erase(name);
  auto object = definitions.objects.get(name)->json();
  auto finalizers = strings_at(object, {"metadata", "finalizers"});
  std::erase(finalizers, definition_finalizer);
  if (finalizers.empty()) {
    remove(server, definitions, name);
    return;
  }
  const auto before = object;
  set_finalizers(object, finalizers);
  set_terminating(server, object, step);
  own_status(server, before, object);
  put(server, definitions, std::move(object));
}

void orphan_step(Server& server, Collection& collection, const StoredPtr& stored)
{
  for (const auto& place : server.store.dependents(stored->uid)) {
    auto dependent = place.collection->objects.at(place.key)->json();
    auto& owners = dependent["metadata"]["ownerReferences"];
    for (auto owner = owners.begin(); owner != owners.end();) {
      owner = string_at(*owner, {"uid"}) == stored->uid ? owners.erase(owner) : owner + 1;
    }
    if (owners.empty()) dependent["metadata"].erase("ownerReferences");
    put(server, *place.collection, std::move(dependent));
  }
  drop_finalizer(server, collection, *stored, orphan_finalizer);
}

}  // namespace

KindPtr kind_of(const Server& server, const Collection& collection)
{
  const auto found = server.kinds.find(collection.id);
  return found == server.kinds.end() ? nullptr : found->second;
}

DeleteResult delete_stored(Server& server, Collection& collection, const StoredPtr& stored,
                           const DeleteRequest& request)
{
  auto object = stored->json();
  const bool graceful = collection.id == pods_collection;
  if (graceful &&
      begin_graceful_delete(object, request.grace, server.options.clock->wall_now()) == GracefulDelete::pending) {
    return {stored, false};
  }
  const auto before = strings_at(object, {"metadata", "finalizers"});
  auto finalizers = before;
  const bool is_namespace = collection.id == "/namespaces";
  const bool is_definition = collection.id == definitions_collection;
  // The first deletion of a definition is its registry's own, which reads no options and leaves the generation.
  if (request.propagation && (!is_definition || stored->deleting)) {
    std::erase(finalizers, orphan_finalizer);
    std::erase(finalizers, foreground_finalizer);
    if (*request.propagation == DeleteRequest::Propagation::orphan) finalizers.emplace_back(orphan_finalizer);
    if (*request.propagation == DeleteRequest::Propagation::foreground) finalizers.emplace_back(foreground_finalizer);
  }
  if (is_definition && !stored->deleting && !has(finalizers, definition_finalizer)) {
    finalizers.emplace_back(definition_finalizer);
  }
  if (finalizers.empty() && !is_namespace && !graceful) {
    if (request.dry_run) return {stored, true};
    return {remove(server, collection, stored->key), true};
  }
  const bool again =
      is_definition && stored->deleting && find(object, {"metadata", "deletionGracePeriodSeconds"}) == nullptr;
  if (again) object["metadata"]["deletionGracePeriodSeconds"] = 0;
  if (stored->deleting && finalizers == before && !graceful && !again) return {stored, false};
  set_finalizers(object, finalizers);
  auto& meta = object["metadata"];
  if (!stored->deleting && !graceful) {
    meta["deletionTimestamp"] = now_text(server);
    if (!is_namespace && !is_definition) meta["deletionGracePeriodSeconds"] = 0;
    if (const auto* generation = find(meta, {"generation"}); generation != nullptr && !is_definition) {
      meta["generation"] = generation->get<std::int64_t>() + 1;
    }
    if (is_namespace) object["status"]["phase"] = "Terminating";
    if (is_definition) set_terminating(server, object, Terminating::pending);
  }
  const bool ends = graceful && finalizers.empty() && remaining_grace(object) == 0;
  if (request.dry_run) return {make_stored(std::move(object), stored->api_version, stored->schema), ends};
  auto marked = put(server, collection, std::move(object));
  if (is_definition) server.definitions.ending.emplace(stored->name, false);
  if (!ends) return {std::move(marked), false};
  return {remove(server, collection, stored->key), true};
}

void note_written(Server& server, const Stored& object)
{
  if (!object.owners.empty() || object.deleting) note_garbage(server, object.uid);
  note_workload(server, object);
}

void note_removed(Server& server, const Collection& collection, const Stored& object)
{
  note_workload(server, object, &collection);
  for (const auto& place : server.store.dependents(object.uid)) {
    note_garbage(server, place.collection->objects.at(place.key)->uid);
  }
  // An owner in foreground deletion may have waited for it, and a namespace too.
  for (const auto& owner : object.owners) note_garbage(server, owner);
  if (!object.namespace_.empty()) {
    const auto parent = server.store.collection("/namespaces")->objects.get(object.namespace_);
    if (parent && parent->deleting) note_garbage(server, parent->uid);
  }
  if (collection.id == definitions_collection) forget_definition(server, object.name);
}

void finalize_definitions(Server& server)
{
  const auto collection = server.store.collection(definitions_collection);
  const auto ending = server.definitions.ending;
  for (const auto& [name, begun] : ending) {
    if (!collection->objects.contains(name)) continue;
    if (!begun) begin_finalizing(server, *collection, name);
    const auto left = remove_instances(server, name);
    if (left == InstancesLeft::some) continue;
    end_finalizing(server, *collection, name,
                   left == InstancesLeft::none ? Terminating::completed : Terminating::never_established);
  }
}

void collect_garbage(Server& server)
{
  while (!server.collect.empty()) {
    const auto uid = std::move(server.collect.front());
    server.collect.pop_front();
    const auto place = server.store.find_uid(uid);
    if (!place) continue;
    auto& collection = *place->collection;
    const auto stored = collection.objects.at(place->key);
    report_misplaced_owner(server, collection, *stored);
    if (!stored->deleting) {
      examine_owners(server, collection, stored);
      continue;
    }
    if (collection.id == "/namespaces") namespace_step(server, collection, stored);
    if (!collection.objects.contains(stored->key)) continue;
    const auto finalizers = strings_at(stored->json(), {"metadata", "finalizers"});
    if (const auto protection = protection_of(collection.id); has(finalizers, protection)) {
      drop_finalizer(server, collection, *stored, protection);
    } else if (has(finalizers, orphan_finalizer)) {
      orphan_step(server, collection, stored);
    } else if (has(finalizers, foreground_finalizer)) {
      foreground_step(server, collection, stored);
    }
  }
}

}  // namespace kubexx::apiserver
