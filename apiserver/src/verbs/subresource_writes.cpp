// SPDX-License-Identifier: Apache-2.0
#include "kinds/validate.hpp"
#include "verbs/decode.hpp"
#include "verbs/gc.hpp"
#include "verbs/patch.hpp"
#include "verbs/subresources.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

/// The object that a PUT or PATCH of a subresource asks for, with the whole object as what a patch applies to.
Json wanted_object(Call& call, const StoredPtr& current)
{
  Json object;
  if (call.http.method == "PUT") {
    object = decode_body(call);
  } else {
    const auto patch = parse_patch(call.http, call.kind->custom);
    auto patched = current->json();
    patched["apiVersion"] = call.kind->api_version(call.version->name);
    patched["kind"] = call.kind->kind;
    apply_patch(patch, patched, call.version->schema.get());
    try {
      object = decode_object(call, patched);
    } catch (const DecodeError& error) {
      throw unreadable_patched(patched, error);
    }
  }
  const auto name = string_at(object, {"metadata", "name"});
  if (name != call.path.name) {
    throw bad_request("the name of the object (" + name + ") does not match the name on the URL (" + call.path.name +
                      ")");
  }
  const auto version = string_at(object, {"metadata", "resourceVersion"});
  if (!version.empty() && version != std::to_string(current->version)) {
    throw modified_conflict(call.kind->group, call.kind->plural, call.path.name);
  }
  return object;
}

void refuse(const Call& call, const FieldErrors& errors)
{
  if (!errors.empty()) throw invalid(call.kind->group, call.kind->kind, call.path.name, errors);
}

void move_generation(Json& object)
{
  auto& generation = object["metadata"]["generation"];
  generation = (generation.is_number_integer() ? generation.get<std::int64_t>() : 0) + 1;
}

const Json& list_of(const Json& object, std::initializer_list<std::string_view> path)
{
  static const Json none = Json::array();
  const auto* found = find(object, path);
  return found != nullptr && found->is_array() ? *found : none;
}

/// What was requested or limited may become another amount, not none.
void check_removed_resources(const Json& before, const Json& after, FieldErrors& errors)
{
  const auto& containers = list_of(before, {"containers"});
  for (std::size_t index = 0; index < containers.size(); ++index) {
    for (const char* kind : {"limits", "requests"}) {
      const auto* old = find(containers[index], {"resources", kind});
      const auto* is = find(list_of(after, {"containers"})[index], {"resources", kind});
      if (old == nullptr || !old->is_object()) continue;
      const bool removed = std::any_of(old->items().begin(), old->items().end(),
                                       [&](const auto& entry) { return is == nullptr || !is->contains(entry.key()); });
      if (!removed) continue;
      const std::string word(kind);
      errors.push_back(forbidden_value("spec.containers[" + std::to_string(index) + "].resources." + word,
                                       "resource " + word + " cannot be removed"));
    }
  }
}

}  // namespace

StoredPtr store_part(Server& server, const Call& call, const StoredPtr& current, Json object)
{
  object["metadata"]["resourceVersion"] = std::to_string(current->version);
  if (object == current->json()) return current;
  if (is_dry_run(call.query)) return make_stored(std::move(object));
  auto stored = server.store.put(*call.collection, std::move(object));
  note_written(server, *stored);
  return stored;
}

HttpResponse finalize_namespace(Server& server, Call& call)
{
  const auto current = current_object(call);
  const auto wanted = wanted_object(call, current);
  auto object = current->json();
  const auto& finalizers = list_of(wanted, {"spec", "finalizers"});
  auto& spec = object["spec"];
  if (finalizers.empty()) {
    spec.erase("finalizers");
  } else {
    spec["finalizers"] = finalizers;
  }
  FieldErrors errors;
  validate_namespace(object, nullptr, errors);
  refuse(call, errors);
  const bool gone = current->deleting && finalizers.empty() && !current->finalizers && !is_dry_run(call.query);
  if (!gone) return object_response(server, call, 200, *store_part(server, call, current, std::move(object)));
  const auto last = make_stored(object);
  const auto removed = server.store.remove(*call.collection, current->key);
  note_removed(server, *call.collection, *removed);
  return object_response(server, call, 200, *last);
}

HttpResponse approve_request(Server& server, Call& call)
{
  if (call.http.method == "GET") return object_response(server, call, 200, *current_object(call));
  const auto current = current_object(call);
  auto wanted = wanted_object(call, current);
  auto object = current->json();
  auto conditions = list_of(wanted, {"status", "conditions"});
  const auto now = now_text(server);
  for (auto& condition : conditions) {
    for (const char* time : {"lastTransitionTime", "lastUpdateTime"}) {
      if (string_at(condition, {time}).empty()) condition[time] = now;
    }
  }
  auto& status = ensure_object(object, "status");
  if (conditions.empty()) {
    status.erase("conditions");
  } else {
    status["conditions"] = std::move(conditions);
  }
  return object_response(server, call, 200, *store_part(server, call, current, std::move(object)));
}

HttpResponse write_ephemeral_containers(Server& server, Call& call)
{
  if (call.http.method == "GET") return object_response(server, call, 200, *current_object(call));
  const auto current = current_object(call);
  const auto wanted = wanted_object(call, current);
  auto object = current->json();
  const auto& given = list_of(wanted, {"spec", "ephemeralContainers"});
  const auto before = list_of(object, {"spec", "ephemeralContainers"});
  FieldErrors errors;
  for (const auto& present : before) {
    const auto name = string_at(present, {"name"});
    const auto kept =
        std::find_if(given.begin(), given.end(), [&](const Json& one) { return string_at(one, {"name"}) == name; });
    if (kept == given.end()) {
      errors.push_back(forbidden_value("spec.ephemeralContainers",
                                       "existing ephemeral containers " + go_quoted(name) + " may not be removed\n"));
    } else if (*kept != present) {
      errors.push_back(forbidden_value("spec.ephemeralContainers",
                                       "existing ephemeral containers " + go_quoted(name) + " may not be changed\n"));
    }
  }
  object["spec"]["ephemeralContainers"] = given;
  validate_pod_spec(FieldValue(&object.at("spec"), "spec", errors));
  refuse(call, errors);
  if (given != before) move_generation(object);
  return object_response(server, call, 200, *store_part(server, call, current, std::move(object)));
}

HttpResponse resize_pod(Server& server, Call& call)
{
  if (call.http.method == "GET") return object_response(server, call, 200, *current_object(call));
  const auto current = current_object(call);
  const auto wanted = wanted_object(call, current);
  auto object = current->json();
  const Json before = object.at("spec");
  for (const char* list : {"containers", "initContainers"}) {
    const auto& given = list_of(wanted, {"spec", list});
    if (!object["spec"].contains(list)) continue;
    for (auto& container : object["spec"][list]) {
      const auto same = std::find_if(given.begin(), given.end(), [&](const Json& one) {
        return string_at(one, {"name"}) == string_at(container, {"name"});
      });
      if (same == given.end()) continue;
      for (const char* member : {"resources", "resizePolicy"}) {
        if (same->contains(member)) container[member] = same->at(member);
      }
    }
  }
  FieldErrors errors;
  validate_pod_spec(FieldValue(&object.at("spec"), "spec", errors));
  Json fresh = object;
  prepare_pod(fresh);
  if (string_at(fresh, {"status", "qosClass"}) != string_at(object, {"status", "qosClass"})) {
    errors.push_back(invalid_value("spec", string_at(object, {"status", "qosClass"}),
                                   "Pod QOS Class may not change as a result of resizing"));
  }
  check_removed_resources(before, object.at("spec"), errors);
  refuse(call, errors);
  if (object.at("spec") != before) move_generation(object);
  return object_response(server, call, 200, *store_part(server, call, current, std::move(object)));
}

}  // namespace kubexx::apiserver
