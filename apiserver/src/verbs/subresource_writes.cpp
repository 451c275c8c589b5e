// SPDX-License-Identifier: Apache-2.0
#include "admission/quota.hpp"
#include "apply/field_manager.hpp"
#include "apply/manager_name.hpp"
#include "controllers/gc.hpp"
#include "validation/internal_text.hpp"
#include "validation/pod_level_resources.hpp"
#include "validation/text_diff.hpp"
#include "validation/validate.hpp"
#include "verbs/admitted.hpp"
#include "verbs/decode.hpp"
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
    object = decode_patched(call, patch, current->json());
  }
  check_url_name(call, object);
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

/// What was requested or limited may become another amount, not none.
void check_removed_resources(const Json& before, const Json& after, FieldErrors& errors)
{
  const auto& containers = array_at(before, {"containers"});
  for (std::size_t index = 0; index < containers.size(); ++index) {
    for (const char* kind : {"limits", "requests"}) {
      const auto* old = find(containers[index], {"resources", kind});
      const auto* is = find(array_at(after, {"containers"})[index], {"resources", kind});
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

namespace {

Json finalized(Server& /*server*/, const Call& call, Json object, const Json& wanted)
{
  auto changed = wanted;
  keep_system_metadata(changed["metadata"], object.at("metadata"));
  if (array_at(changed, {"spec", "finalizers"}).empty()) ensure_object(changed, "spec").erase("finalizers");
  changed["status"] = std::move(object["status"]);
  FieldErrors errors;
  validate_namespace(changed, nullptr, errors);
  refuse(call, errors);
  return changed;
}

/// The end of a namespace, once nothing holds it any more.
StoredPtr store_finalized(Server& server, const Call& call, const StoredPtr& current, Json object)
{
  const bool held =
      !array_at(object, {"spec", "finalizers"}).empty() || !array_at(object, {"metadata", "finalizers"}).empty();
  if (!current->deleting || held || is_dry_run(call.query)) return store_part(server, call, current, std::move(object));
  object["metadata"]["resourceVersion"] = std::to_string(current->version);
  auto last = make_stored(std::move(object));
  const auto removed = server.store.remove(*call.collection, current->key);
  note_removed(server, *call.collection, *removed);
  return last;
}

Json with_ephemeral_containers(Server& /*server*/, const Call& call, Json object, const Json& wanted)
{
  const auto& given = array_at(wanted, {"spec", "ephemeralContainers"});
  const auto before = array_at(object, {"spec", "ephemeralContainers"});
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
                                       "existing ephemeral containers " + go_quoted(name) + " may not be changed\n" +
                                           unified_diff(internal_lines("core.EphemeralContainer", present),
                                                        internal_lines("core.EphemeralContainer", *kept))));
    }
  }
  object["spec"]["ephemeralContainers"] = given;
  validate_pod_metadata_and_spec(FieldValue(&object, "", errors));
  refuse(call, errors);
  if (given != before) move_generation(object);
  return object;
}

Json resized(Server& /*server*/, const Call& call, Json object, const Json& wanted)
{
  const Json before = object.at("spec");
  for (const char* list : {"containers", "initContainers"}) {
    const auto& given = array_at(wanted, {"spec", list});
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
  default_pod_level_resources(object);
  FieldErrors errors;
  validate_pod_metadata_and_spec(FieldValue(&object, "", errors));
  Json fresh = object;
  prepare_pod(fresh);
  if (string_at(fresh, {"status", "qosClass"}) != string_at(object, {"status", "qosClass"})) {
    errors.push_back(invalid_value("spec", string_at(object, {"status", "qosClass"}),
                                   "Pod QOS Class may not change as a result of resizing"));
  }
  check_removed_resources(before, object.at("spec"), errors);
  refuse(call, errors);
  if (object.at("spec") != before) move_generation(object);
  return object;
}

/// Writes who owns what to `wanted`, in which the user's managedFields are those of the whole object.
void own_part(const Server& server, const Call& call, const Json& before, Json& wanted)
{
  own_fields(server, *call.kind, *call.version, &before, wanted, {apply::manager_of(call), call.path.subresource, {}});
}

void take_managed_fields(Json& object, const Json& wanted, const Json& before)
{
  const auto* fields = find(wanted, {"metadata", "managedFields"});
  if (fields == nullptr) {
    object["metadata"].erase("managedFields");
  } else {
    object["metadata"]["managedFields"] = *fields;
  }
  apply::keep_times(before, object);
}

/// One of them: how the new object is made of what is there and what is asked for, and how it is stored.
struct Part {
  Json (*make)(Server& server, const Call& call, Json object, const Json& wanted);
  StoredPtr (*store)(Server& server, const Call& call, const StoredPtr& current, Json object) = store_part;
};

awaitable<HttpResponse> write_part(std::shared_ptr<Server> server, Call& call, Part part)
{
  const auto warnings = call.warnings.size();
  while (true) {
    call.warnings.resize(warnings);
    StoredPtr current;
    AdmissionPtr admission;
    {
      const Locked locked(*server);
      current = current_object(call);
      admission = current_admission(*server);
    }
    if (call.http.method == "GET") co_return object_response(*server, call, 200, *current);
    const auto before = current->json();
    auto wanted = wanted_object(call, current);
    own_part(*server, call, before, wanted);
    co_await admit_part(server, call, admission, current, wanted);
    auto object = part.make(*server, call, before, wanted);
    take_managed_fields(object, wanted, before);
    co_await validate_update(server, call, admission, object, before);
    StoredPtr stored;
    {
      const Locked locked(*server);
      if (call.collection->objects.get(current->key) != current) continue;
      if (has_quotas(*server, call.path.namespace_)) {
        charge_quotas(*server, {*call.kind, Operation::update, call.path.subresource, call.path.namespace_, object,
                                &before, is_dry_run(call.query)});
      }
      stored = part.store(*server, call, current, std::move(object));
    }
    co_return object_response(*server, call, 200, *stored);
  }
}

}  // namespace

awaitable<HttpResponse> finalize_namespace(std::shared_ptr<Server> server, Call& call)
{
  return write_part(std::move(server), call, {finalized, store_finalized});
}

awaitable<HttpResponse> write_ephemeral_containers(std::shared_ptr<Server> server, Call& call)
{
  return write_part(std::move(server), call, {with_ephemeral_containers});
}

awaitable<HttpResponse> resize_pod(std::shared_ptr<Server> server, Call& call)
{
  return write_part(std::move(server), call, {resized});
}

}  // namespace kubexx::apiserver
