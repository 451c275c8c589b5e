// SPDX-License-Identifier: Apache-2.0
#include "apply/field_manager.hpp"
#include "crd/crd.hpp"
#include "kinds/names.hpp"
#include "schema/schema.hpp"
#include "verbs/apply.hpp"
#include "verbs/decode.hpp"
#include "verbs/gc.hpp"
#include "verbs/patch.hpp"
#include "verbs/review.hpp"
#include "verbs/scale.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

std::string generated_name(Random& random, std::string base)
{
  static constexpr std::string_view alphabet = "bcdfghjklmnpqrstvwxz2456789";
  constexpr std::size_t longest = 63 - 5;
  if (base.size() > longest) base.resize(longest);
  for (int count = 0; count < 5; ++count) base.push_back(alphabet[random.below(alphabet.size())]);
  return base;
}

void check_namespace(Server& server, const Kind& kind, const std::string& namespace_, const std::string& name)
{
  const auto namespaces = server.store.collection("/namespaces");
  const auto found = namespaces->objects.find(namespace_);
  if (found == namespaces->objects.end()) throw not_found("", "namespaces", namespace_);
  if (!found->second->deleting) return;
  throw forbidden(kind.group, kind.plural, name,
                  "unable to create new content in namespace " + namespace_ + " because it is being terminated",
                  Json::array({{{"reason", "NamespaceTerminating"},
                                {"message", "namespace " + namespace_ + " is being terminated"},
                                {"field", "metadata.namespace"}}}));
}

Json without(const Json& object, std::initializer_list<const char*> members)
{
  Json copy = object;
  for (const char* member : members) copy.erase(member);
  return copy;
}

Json member_of(const Json& object, std::initializer_list<std::string_view> path)
{
  const auto* found = find(object, path);
  return found == nullptr ? Json() : *found;
}

bool moves_generation(const Kind& kind, const ServedVersion& version, const Json& before, const Json& after)
{
  switch (kind.generation) {
    case GenerationRule::none:
      return false;
    case GenerationRule::spec:
      return member_of(before, {"spec"}) != member_of(after, {"spec"});
    case GenerationRule::spec_or_annotations:
      return member_of(before, {"spec"}) != member_of(after, {"spec"}) ||
             member_of(before, {"metadata", "annotations"}) != member_of(after, {"metadata", "annotations"});
    case GenerationRule::all_but_metadata:
      return version.status ? without(before, {"metadata", "status"}) != without(after, {"metadata", "status"})
                            : without(before, {"metadata"}) != without(after, {"metadata"});
  }
  return false;
}

void validate(const Kind& kind, const ServedVersion& version, const Json& object, const Json* current)
{
  FieldErrors errors;
  validate_metadata(kind, object, current, errors);
  if (version.schema && kind.custom) validate_schema(*version.schema, object, "", errors);
  if (kind.validate) kind.validate(object, current, errors);
  // Kinds that share another's store are validated as that kind: events.k8s.io's are of the core group here.
  const auto group = kind.stored_as.empty() ? kind.group : kind.stored_as.substr(0, kind.stored_as.find('/'));
  if (!errors.empty()) throw invalid(group, kind.kind, string_at(object, {"metadata", "name"}), errors);
}

/// metadata.managedFields of `object`, which comes in its stored form. `live` null: it is created.
void set_managed_fields(const Server& server, const Kind& kind, const ServedVersion& version, const Json* live,
                        Json& object, const Ownership& ownership)
{
  auto& meta = object["metadata"];
  if (ownership.manager) {
    const apply::FieldManager fields(server, kind, version, ownership.subresource);
    if (!kind.from_stored) return fields.update(live, object, *ownership.manager);
    auto served = kind.from_stored(object, version.name);
    const auto before = live == nullptr ? Json() : kind.from_stored(*live, version.name);
    fields.update(live == nullptr ? nullptr : &before, served, *ownership.manager);
    const auto* list = find(served, {"metadata", "managedFields"});
    meta["managedFields"] = list == nullptr ? Json() : *list;
  } else if (ownership.managed_fields) {
    meta["managedFields"] = *ownership.managed_fields;
  } else {
    const auto* kept = live == nullptr ? nullptr : find(*live, {"metadata", "managedFields"});
    meta["managedFields"] = kept == nullptr ? Json() : *kept;
  }
  if (meta["managedFields"].is_null()) meta.erase("managedFields");
}

StoredPtr commit(Server& server, Collection& collection, Json object)
{
  auto stored = server.store.put(collection, std::move(object));
  note_written(server, *stored);
  if (collection.id == definitions_collection && !stored->deleting) serve_definition(server, stored);
  return stored;
}

}  // namespace

void check_url_namespace(const Call& call, Json& object)
{
  auto& meta = object["metadata"];
  const auto given = string_at(meta, {"namespace"});
  if (!call.kind->namespaced) return;
  if (!given.empty() && given != call.path.namespace_) {
    throw bad_request("the namespace of the provided object does not match the namespace sent on the request");
  }
  meta["namespace"] = call.path.namespace_;
}

void check_url_name(const Call& call, const Json& object)
{
  const auto given = string_at(object, {"metadata", "name"});
  if (given.empty()) throw bad_request("name must be provided");  // rest.RESTUpdateStrategy's objects have one
  if (given != call.path.name) {
    throw bad_request("the name of the object (" + given + ") does not match the name on the URL (" + call.path.name +
                      ")");
  }
}

StoredPtr store_create(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       Json object, bool dry_run, const Ownership& ownership)
{
  set_managed_fields(server, kind, version, nullptr, object, ownership);
  auto& meta = object["metadata"];
  if (!string_at(meta, {"resourceVersion"}).empty()) {
    throw Failure(500, "", "resourceVersion should not be set on objects to be created");
  }
  if (const auto* generation = find(meta, {"generation"}); generation != nullptr && *generation < 0) {
    throw invalid(kind.group, kind.kind, string_at(meta, {"name"}),
                  {invalid_value("metadata.generation", *generation, "must be greater than or equal to 0")});
  }
  for (const char* member : {"deletionTimestamp", "deletionGracePeriodSeconds", "generation"}) meta.erase(member);
  if (const auto base = string_at(meta, {"generateName"}); !base.empty() && string_at(meta, {"name"}).empty()) {
    meta["name"] = generated_name(*server.options.random, base);
  }
  const auto name = string_at(meta, {"name"});
  if (kind.namespaced) check_namespace(server, kind, string_at(meta, {"namespace"}), name);
  meta["uid"] = server.options.random->uuid();
  meta["creationTimestamp"] = now_text(server);
  if (kind.generation != GenerationRule::none) meta["generation"] = 1;
  if (version.status && kind.custom) object.erase("status");
  if (kind.prepare_create) kind.prepare_create(object);
  validate(kind, version, object, nullptr);
  const auto key = key_of(string_at(object, {"metadata", "namespace"}), name);
  if (collection.objects.contains(key)) throw already_exists(kind.group, kind.plural, name);
  if (dry_run) return make_stored(std::move(object));
  return commit(server, collection, std::move(object));
}

StoredPtr store_update(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       UpdateRequest request)
{
  const auto current = request.before.is_null() ? request.current->json() : std::move(request.before);
  auto object = std::move(request.object);
  auto& meta = object["metadata"];
  const auto& old = current.at("metadata");
  const auto name = request.current->name;

  const auto wanted_version = string_at(meta, {"resourceVersion"});
  if (wanted_version.empty()) {
    if (request.require_version) {
      FieldErrors errors;
      errors.push_back(
          {"FieldValueInvalid", "Invalid value: 0: must be specified for an update", "metadata.resourceVersion"});
      throw invalid(kind.group, kind.plural, name, errors);
    }
  } else if (wanted_version != std::to_string(request.current->version)) {
    throw modified_conflict(kind.group, kind.plural, name);
  }
  if (const auto uid = string_at(meta, {"uid"}); !request.patch && !uid.empty() && uid != request.current->uid) {
    throw conflict(kind.group, kind.plural, name,
                   "StorageError: invalid object, Code: 4, Key: /registry/" + collection.id + "/" +
                       request.current->key +
                       ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                       "precondition: " +
                       uid + ", UID in object meta: " + request.current->uid);
  }

  set_managed_fields(server, kind, version, &current, object, request.ownership);
  auto* owners = find(object, {"metadata", "managedFields"});
  auto managed_fields = owners == nullptr ? Json() : std::move(*owners);

  if (request.status_only) {
    auto status = object.contains("status") ? std::move(object["status"]) : Json();
    object = current;
    if (status.is_null()) {
      object.erase("status");
    } else {
      object["status"] = std::move(status);
    }
  } else {
    for (const char* member : {"uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds",
                               "generation", "namespace", "generateName"}) {
      const auto* kept = find(old, {member});
      const bool server_owned = std::string_view(member) != "uid" && std::string_view(member) != "creationTimestamp" &&
                                std::string_view(member) != "generateName";
      if (kept != nullptr && (server_owned || !meta.contains(member))) meta[member] = *kept;
      if (kept == nullptr && server_owned) meta.erase(member);
    }
    if (version.status) {
      object.erase("status");
      if (const auto* status = find(current, {"status"})) object["status"] = *status;
    }
    if (kind.prepare_update) kind.prepare_update(object, current);
  }
  object["metadata"]["resourceVersion"] = old.at("resourceVersion");
  if (managed_fields.is_null()) {
    object["metadata"].erase("managedFields");
  } else {
    object["metadata"]["managedFields"] = std::move(managed_fields);
  }
  validate(kind, version, object, &current);

  apply::keep_times(current, object);
  if (object == current) return request.current;
  if (!request.status_only && moves_generation(kind, version, current, object)) {
    const auto* generation = find(current, {"metadata", "generation"});
    object["metadata"]["generation"] = (generation == nullptr ? 0 : generation->get<std::int64_t>()) + 1;
  }
  if (request.dry_run) return make_stored(std::move(object));
  const bool held = find(object, {"metadata", "finalizers"}) != nullptr;
  if (request.current->deleting && !held && collection.id != "/namespaces") {
    // The last finalizer is off: the deletion is complete, and this write is the object's last state.
    const auto last = make_stored(object);
    const auto removed = server.store.remove(collection, request.current->key);
    note_removed(server, collection, *removed);
    return last;
  }
  return commit(server, collection, std::move(object));
}

HttpResponse create_object(Server& server, Call& call)
{
  check_write_options(call, "CreateOptions", false);
  if (!call.kind->storable) return answer_review(server, call);
  const bool dry_run = is_dry_run(call.query);
  auto object = decode_body(call);
  check_url_namespace(call, object);
  const auto stored = store_create(server, *call.kind, *call.collection, *call.version, std::move(object), dry_run,
                                   ownership_of(call));
  return object_response(server, call, 201, *stored);
}

HttpResponse update_object(Server& server, Call& call)
{
  check_write_options(call, "UpdateOptions", false);
  const bool dry_run = is_dry_run(call.query);
  if (call.path.subresource == "scale") return update_scale(server, call);
  auto object = decode_body(call);
  check_url_name(call, object);
  check_url_namespace(call, object);
  if (call.kind->create_on_update && call.path.subresource.empty() &&
      !call.collection->objects.contains(key_of(call.path.namespace_, call.path.name))) {
    object["metadata"].erase("uid");
    const auto stored = store_create(server, *call.kind, *call.collection, *call.version, std::move(object), dry_run,
                                     ownership_of(call));
    return object_response(server, call, 201, *stored);
  }
  UpdateRequest request;
  request.object = std::move(object);
  request.current = current_object(call);
  request.status_only = call.path.subresource == "status";
  request.require_version = !call.kind->unconditional_update;
  request.ownership = ownership_of(call);
  request.dry_run = dry_run;
  const auto stored = store_update(server, *call.kind, *call.collection, *call.version, std::move(request));
  return object_response(server, call, 200, *stored);
}

HttpResponse patch_object(Server& server, Call& call)
{
  if (is_apply(call.http)) return apply_object(server, call);
  check_write_options(call, "PatchOptions", false);
  const bool dry_run = is_dry_run(call.query);
  if (call.path.subresource == "scale") return patch_scale(server, call);
  const auto patch = parse_patch(call.http, call.kind->custom);
  const auto current = current_object(call);
  auto before = current->json();
  auto object = before;
  if (call.kind->from_stored) object = call.kind->from_stored(std::move(object), call.version->name);
  object["apiVersion"] = call.kind->api_version(call.version->name);
  object["kind"] = call.kind->kind;
  apply_patch(patch, object, call.version->schema.get());
  Json decoded;
  try {
    decoded = decode_object(call, object);
  } catch (const DecodeError& error) {
    throw unreadable_patched(object, error);
  }
  check_url_name(call, decoded);
  check_url_namespace(call, decoded);
  UpdateRequest request;
  request.object = std::move(decoded);
  request.patch = true;
  request.current = current;
  request.before = std::move(before);
  request.status_only = call.path.subresource == "status";
  request.ownership = ownership_of(call);
  request.dry_run = dry_run;
  const auto stored = store_update(server, *call.kind, *call.collection, *call.version, std::move(request));
  return object_response(server, call, 200, *stored);
}

}  // namespace kubexx::apiserver
