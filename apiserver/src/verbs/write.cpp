// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "crd/crd.hpp"
#include "kinds/names.hpp"
#include "schema/schema.hpp"
#include "verbs/decode.hpp"
#include "verbs/gc.hpp"
#include "verbs/patch.hpp"
#include "verbs/scale.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* events_collection = "/events";

std::string generated_name(Random& random, std::string base)
{
  static constexpr std::string_view alphabet = "bcdfghjklmnpqrstvwxz2456789";
  constexpr std::size_t longest = 63 - 5;
  if (base.size() > longest) base.resize(longest);
  for (int count = 0; count < 5; ++count) base.push_back(alphabet[random.below(alphabet.size())]);
  return base;
}

/// NamespaceLifecycle. Wants the lock held.
void check_namespace(Server& server, const Kind& kind, const std::string& namespace_, const std::string& name)
{
  if (!kind.namespaced) return;
  const auto found = server.store.collection("/namespaces")->objects.get(namespace_);
  if (!found) throw not_found("", "namespaces", namespace_);
  if (!found->deleting) return;
  throw forbidden(kind.group, kind.plural, name,
                  "unable to create new content in namespace " + namespace_ + " because it is being terminated",
                  Json::array({{{"reason", "NamespaceTerminating"},
                                {"message", "namespace " + namespace_ + " is being terminated"},
                                {"field", "metadata.namespace"}}}));
}

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

/// rest.BeforeUpdate: what an update neither changes nor removes.
void keep_system_metadata(Json& meta, const Json& old)
{
  for (const char* member : {"creationTimestamp", "deletionTimestamp", "generation", "namespace"}) {
    if (const auto* kept = find(old, {member})) meta[member] = *kept;
  }
  for (const char* member : {"uid", "deletionGracePeriodSeconds"}) {
    const auto* kept = find(old, {member});
    if (kept != nullptr && !meta.contains(member)) meta[member] = *kept;
  }
  if (find(old, {"generation"}) == nullptr) meta.erase("generation");
}

void check_version_text(const std::string& text)
{
  std::uint64_t value = 0;
  if (const auto* problem = read_number(text, value); problem != nullptr) {
    throw Failure(500, "", "strconv.ParseUint: parsing " + go_quoted(text) + ": " + problem);
  }
}

/// Where etcd would have the objects of a kind.
std::string registry_key(const Kind& kind)
{
  return "/registry/" + (kind.custom ? kind.group + "/" : std::string()) + kind.plural;
}

/// A definition may have gone, or be going, since the request came. Wants the lock held.
void check_served(const Kind& kind, const Collection& collection)
{
  if (collection.removed) throw not_found(kind.group, kind.plural, "");
}

StoredPtr put(Server& server, Collection& collection, Draft draft)
{
  auto stored = server.store.put(collection, std::move(draft));
  if (collection.id == events_collection) {
    const auto& options = server.options;
    server.store.keep_until(collection, *stored, saturating_add(options.clock->now(), options.event_ttl));
  }
  note_written(server, *stored);
  if (collection.id == definitions_collection && !stored->deleting) serve_definition(server, stored);
  return stored;
}

/// Wants the lock held. Throws already-exists.
StoredPtr commit_create(Server& server, const Kind& kind, Collection& collection, Draft draft, const std::string& name)
{
  check_served(kind, collection);
  if (collection.objects.contains(draft.key())) throw already_exists(kind.group, kind.plural, name);
  return put(server, collection, std::move(draft));
}

/// Wants the lock held, and `current` to be what is there.
StoredPtr commit_update(Server& server, Collection& collection, const StoredPtr& current, Draft draft,
                        PreparedUpdate::Then then)
{
  if (then == PreparedUpdate::Then::write) return put(server, collection, std::move(draft));
  // The last finalizer is off: the deletion is complete, and this write is the object's last state.
  auto last = std::move(draft).finish(current->version);
  const auto removed = server.store.remove(collection, current->key);
  note_removed(server, collection, *removed);
  return last;
}

StoredPtr read_current(Server& server, const Call& call)
{
  const Locked locked(server);
  check_served(*call.kind, *call.collection);
  return current_object(call);
}

/// Makes what is to be stored of what is there, again whenever another write came between.
using MakeUpdate = std::function<UpdateRequest(const StoredPtr& current)>;

awaitable<StoredPtr> update_stored(std::shared_ptr<Server> server, Call& call, MakeUpdate make)
{
  const auto warnings = call.warnings.size();
  while (true) {
    call.warnings.resize(warnings);
    const auto current = read_current(*server, call);
    const auto request = make(current);
    auto prepared = prepare_update(*server, *call.kind, *call.version, request);
    if (prepared.then == PreparedUpdate::Then::unchanged) co_return current;
    if (request.dry_run) co_return make_stored(std::move(prepared.object));
    Draft draft(std::move(prepared.object));
    const Locked locked(*server);
    check_served(*call.kind, *call.collection);
    if (call.collection->objects.get(current->key) != current) continue;
    co_return commit_update(*server, *call.collection, current, std::move(draft), prepared.then);
  }
}

Json decode_body_of_update(Call& call)
{
  auto object = decode_body(call);
  check_url_name(call, object);
  check_url_namespace(call, object);
  return object;
}

bool exists(Server& server, const Call& call)
{
  const Locked locked(server);
  return call.collection->objects.contains(key_of(call.path.namespace_, call.path.name));
}

/// `current` with `patch` applied in the version of the call, decoded.
Json patched(Call& call, const Patch& patch, const Stored& current)
{
  auto object = current.json();
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
  return decoded;
}

awaitable<StoredPtr> create_stored(std::shared_ptr<Server> server, Call& call, Json given)
{
  // Of names that the server makes up, another one is tried when it is taken, as often as a real server does.
  constexpr int attempts = 8;
  const bool made_up = string_at(given, {"metadata", "name"}).empty();
  const bool dry_run = is_dry_run(call.query);
  for (int attempt = 1;; ++attempt) {
    {
      const Locked locked(*server);
      check_namespace(*server, *call.kind, call.path.namespace_, string_at(given, {"metadata", "name"}));
    }
    auto object = prepare_create(*server, *call.kind, *call.version, given);
    const auto name = string_at(object, {"metadata", "name"});
    if (dry_run) {
      const Locked locked(*server);
      const auto key = key_of(string_at(object, {"metadata", "namespace"}), name);
      if (call.collection->objects.contains(key)) throw already_exists(call.kind->group, call.kind->plural, name);
      co_return make_stored(std::move(object));
    }
    Draft draft(std::move(object));
    const Locked locked(*server);
    check_namespace(*server, *call.kind, call.path.namespace_, name);
    if (made_up && attempt < attempts && call.collection->objects.contains(draft.key())) continue;
    co_return commit_create(*server, *call.kind, *call.collection, std::move(draft), name);
  }
}

}  // namespace

Json prepare_create(Server& server, const Kind& kind, const ServedVersion& version, Json object)
{
  auto& meta = object["metadata"];
  if (!string_at(meta, {"resourceVersion"}).empty()) {
    throw Failure(500, "", "resourceVersion should not be set on objects to be created");
  }
  if (const auto* generation = find(meta, {"generation"}); generation != nullptr && *generation < 0) {
    throw invalid(kind.group, kind.kind, string_at(meta, {"name"}),
                  {invalid_value("metadata.generation", *generation, "must be greater than or equal to 0")});
  }
  for (const char* member : {"deletionTimestamp", "deletionGracePeriodSeconds"}) meta.erase(member);
  if (const auto base = string_at(meta, {"generateName"}); !base.empty() && string_at(meta, {"name"}).empty()) {
    meta["name"] = generated_name(*server.options.random, base);
  }
  meta["uid"] = server.options.random->uuid();
  meta["creationTimestamp"] = now_text(server);
  if (kind.generation != GenerationRule::none) meta["generation"] = 1;
  if (version.status && kind.custom) object.erase("status");
  if (kind.prepare_create) kind.prepare_create(object);
  validate(kind, version, object, nullptr);
  return object;
}

StoredPtr store_create(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       Json object, bool dry_run)
{
  const auto name = string_at(object, {"metadata", "name"});
  check_namespace(server, kind, string_at(object, {"metadata", "namespace"}), name);
  auto prepared = prepare_create(server, kind, version, std::move(object));
  const auto given = string_at(prepared, {"metadata", "name"});
  if (!dry_run) return commit_create(server, kind, collection, Draft(std::move(prepared)), given);
  const auto key = key_of(string_at(prepared, {"metadata", "namespace"}), given);
  if (collection.objects.contains(key)) throw already_exists(kind.group, kind.plural, given);
  return make_stored(std::move(prepared));
}

PreparedUpdate prepare_update(Server& /*server*/, const Kind& kind, const ServedVersion& version,
                              const UpdateRequest& request)
{
  const auto current = request.current->json();
  auto object = request.object;
  auto& meta = object["metadata"];
  const auto& old = current.at("metadata");
  const auto name = request.current->name;

  const auto wanted_version = string_at(meta, {"resourceVersion"});
  if (!wanted_version.empty()) check_version_text(wanted_version);
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
                   "StorageError: invalid object, Code: 4, Key: " + registry_key(kind) + "/" + request.current->key +
                       ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                       "precondition: " +
                       uid + ", UID in object meta: " + request.current->uid);
  }

  if (request.status_only) {
    auto status = object.contains("status") ? std::move(object["status"]) : Json();
    auto given = std::move(meta);
    object = current;
    // The status strategies of built-in kinds put the spec back, and of the metadata a Deployment's labels alone.
    if (!kind.custom && kind.id() != definitions_collection) {
      keep_system_metadata(given, old);
      if (kind.id() == "apps/deployments") {
        given["labels"] = member_of(old, {"labels"});
        if (given["labels"].is_null()) given.erase("labels");
      }
      object["metadata"] = std::move(given);
    }
    if (status.is_null()) {
      object.erase("status");
    } else {
      object["status"] = std::move(status);
    }
  } else {
    keep_system_metadata(meta, old);
    if (version.status) {
      object.erase("status");
      if (const auto* status = find(current, {"status"})) object["status"] = *status;
    }
    if (kind.prepare_update) kind.prepare_update(object, current);
  }
  object["metadata"]["resourceVersion"] = old.at("resourceVersion");
  validate(kind, version, object, &current);

  if (object == current) return {PreparedUpdate::Then::unchanged, std::move(object)};
  if (!request.status_only && moves_generation(kind, version, current, object)) {
    const auto* generation = find(current, {"metadata", "generation"});
    object["metadata"]["generation"] = (generation == nullptr ? 0 : generation->get<std::int64_t>()) + 1;
  }
  const bool held = find(object, {"metadata", "finalizers"}) != nullptr;
  const bool ends = request.current->deleting && !held && kind.collection() != "/namespaces";
  return {ends ? PreparedUpdate::Then::remove : PreparedUpdate::Then::write, std::move(object)};
}

StoredPtr store_update(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       const UpdateRequest& request)
{
  check_served(kind, collection);
  auto prepared = prepare_update(server, kind, version, request);
  if (prepared.then == PreparedUpdate::Then::unchanged) return request.current;
  if (request.dry_run) return make_stored(std::move(prepared.object));
  return commit_update(server, collection, request.current, Draft(std::move(prepared.object)), prepared.then);
}

awaitable<HttpResponse> create_object(std::shared_ptr<Server> server, Call& call)
{
  (void)is_dry_run(call.query);
  auto object = decode_body(call);
  check_url_namespace(call, object);
  const auto stored = co_await create_stored(server, call, std::move(object));
  co_return object_response(*server, call, 201, *stored);
}

awaitable<HttpResponse> update_object(std::shared_ptr<Server> server, Call& call)
{
  const bool dry_run = is_dry_run(call.query);
  if (call.path.subresource == "scale") {
    const Locked locked(*server);
    co_return update_scale(*server, call);
  }
  const auto object = decode_body_of_update(call);
  if (call.kind->create_on_update && call.path.subresource.empty() && !exists(*server, call)) {
    auto fresh = object;
    fresh["metadata"].erase("uid");
    const auto created = co_await create_stored(server, call, std::move(fresh));
    co_return object_response(*server, call, 201, *created);
  }
  UpdateRequest request;
  request.object = object;
  request.status_only = call.path.subresource == "status";
  request.require_version = !call.kind->unconditional_update;
  request.dry_run = dry_run;
  MakeUpdate make = [&request](const StoredPtr& current) {
    request.current = current;
    return request;
  };
  const auto stored = co_await update_stored(server, call, make);
  co_return object_response(*server, call, 200, *stored);
}

awaitable<HttpResponse> patch_object(std::shared_ptr<Server> server, Call& call)
{
  const bool dry_run = is_dry_run(call.query);
  if (call.path.subresource == "scale") {
    const Locked locked(*server);
    co_return patch_scale(*server, call);
  }
  const auto patch = parse_patch(call.http, call.kind->custom);
  MakeUpdate make = [&call, &patch, dry_run](const StoredPtr& current) {
    UpdateRequest request;
    request.object = patched(call, patch, *current);
    request.patch = true;
    request.current = current;
    request.status_only = call.path.subresource == "status";
    request.dry_run = dry_run;
    return request;
  };
  const auto stored = co_await update_stored(server, call, make);
  co_return object_response(*server, call, 200, *stored);
}

}  // namespace kubexx::apiserver
