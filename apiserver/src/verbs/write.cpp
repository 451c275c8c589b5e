// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "crd/crd.hpp"
#include "verbs/apply.hpp"
#include "verbs/decode.hpp"
#include "verbs/gc.hpp"
#include "verbs/patch.hpp"
#include "verbs/scale.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* events_collection = "/events";

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
    auto request = make(current);
    const bool dry_run = request.dry_run;
    auto prepared = prepare_update(*server, *call.kind, *call.version, std::move(request));
    if (prepared.then == PreparedUpdate::Then::unchanged) co_return current;
    if (dry_run) co_return make_stored(std::move(prepared.object));
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

/// `object`, the current one, with `patch` applied in the version of the call, decoded.
Json patched(Call& call, const Patch& patch, Json object)
{
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

/// What etcd's storage refuses, and a dry run does not reach.
void check_has_no_version(const Json& object)
{
  if (string_at(object, {"metadata", "resourceVersion"}).empty()) return;
  throw Failure(500, "", "resourceVersion should not be set on objects to be created");
}

awaitable<StoredPtr> create_stored(std::shared_ptr<Server> server, Call& call, Json given, Ownership ownership)
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
    auto object = prepare_create(*server, *call.kind, *call.version, given, ownership);
    const auto name = string_at(object, {"metadata", "name"});
    if (dry_run) {
      const Locked locked(*server);
      const auto key = key_of(string_at(object, {"metadata", "namespace"}), name);
      if (call.collection->objects.contains(key)) throw already_exists(call.kind->group, call.kind->plural, name);
      co_return make_stored(std::move(object));
    }
    check_has_no_version(object);
    Draft draft(std::move(object));
    const Locked locked(*server);
    check_namespace(*server, *call.kind, call.path.namespace_, name);
    if (made_up && attempt < attempts && call.collection->objects.contains(draft.key())) continue;
    co_return commit_create(*server, *call.kind, *call.collection, std::move(draft), name);
  }
}

}  // namespace

void check_url_namespace(const Call& call, Json& object)
{
  auto& meta = object["metadata"];
  const auto given = string_at(meta, {"namespace"});
  if (!call.kind->namespaced) {
    meta.erase("namespace");
    return;
  }
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
  const auto name = string_at(object, {"metadata", "name"});
  check_namespace(server, kind, string_at(object, {"metadata", "namespace"}), name);
  auto prepared = prepare_create(server, kind, version, std::move(object), ownership);
  const auto given = string_at(prepared, {"metadata", "name"});
  if (!dry_run) return commit_create(server, kind, collection, Draft(std::move(prepared)), given);
  const auto key = key_of(string_at(prepared, {"metadata", "namespace"}), given);
  if (collection.objects.contains(key)) throw already_exists(kind.group, kind.plural, given);
  return make_stored(std::move(prepared));
}

StoredPtr store_update(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       UpdateRequest request)
{
  check_served(kind, collection);
  auto current = request.current;
  const bool dry_run = request.dry_run;
  auto prepared = prepare_update(server, kind, version, std::move(request));
  if (prepared.then == PreparedUpdate::Then::unchanged) return current;
  if (dry_run) return make_stored(std::move(prepared.object));
  return commit_update(server, collection, current, Draft(std::move(prepared.object)), prepared.then);
}

awaitable<HttpResponse> create_object(std::shared_ptr<Server> server, Call& call)
{
  check_write_options(call, "CreateOptions", false);
  (void)is_dry_run(call.query);
  auto object = decode_body(call);
  check_url_namespace(call, object);
  const auto stored = co_await create_stored(server, call, std::move(object), ownership_of(call));
  co_return object_response(*server, call, 201, *stored);
}

awaitable<HttpResponse> update_object(std::shared_ptr<Server> server, Call& call)
{
  check_write_options(call, "UpdateOptions", false);
  const bool dry_run = is_dry_run(call.query);
  if (call.path.subresource == "scale") {
    const Locked locked(*server);
    co_return update_scale(*server, call);
  }
  const auto object = decode_body_of_update(call);
  if (call.kind->create_on_update && call.path.subresource.empty() && !exists(*server, call)) {
    auto fresh = object;
    fresh["metadata"].erase("uid");
    const auto created = co_await create_stored(server, call, std::move(fresh), ownership_of(call));
    co_return object_response(*server, call, 201, *created);
  }
  UpdateRequest request;
  request.object = object;
  request.status_only = call.path.subresource == "status";
  request.require_version = !call.kind->unconditional_update;
  request.ownership = ownership_of(call);
  request.dry_run = dry_run;
  MakeUpdate make = [&request](const StoredPtr& current) {
    request.current = current;
    return request;
  };
  const auto stored = co_await update_stored(server, call, make);
  co_return object_response(*server, call, 200, *stored);
}

awaitable<HttpResponse> apply_object(std::shared_ptr<Server> server, Call& call)
{
  check_write_options(call, "PatchOptions", true);
  (void)is_dry_run(call.query);
  if (call.path.subresource == "scale") {
    const Locked locked(*server);
    co_return apply_scale(*server, call);
  }
  const auto config = parse_apply(call, call.kind->api_version(call.version->name), call.kind->kind);
  MakeUpdate make = [&](const StoredPtr& current) { return applied_update(*server, call, config, current); };
  while (true) {
    const bool there = exists(*server, call) || !call.path.subresource.empty();
    try {
      if (there) {
        const auto stored = co_await update_stored(server, call, make);
        co_return object_response(*server, call, 200, *stored);
      }
      auto [object, ownership] = applied_create(*server, call, config);
      const auto created = co_await create_stored(server, call, std::move(object), std::move(ownership));
      co_return object_response(*server, call, 201, *created);
    } catch (const Failure&) {
      // Created or removed meanwhile: once more.
      if (!call.path.subresource.empty() || exists(*server, call) == there) throw;
    }
  }
}

awaitable<HttpResponse> patch_object(std::shared_ptr<Server> server, Call& call)
{
  if (is_apply(call.http)) co_return co_await apply_object(server, call);
  check_write_options(call, "PatchOptions", false);
  const bool dry_run = is_dry_run(call.query);
  if (call.path.subresource == "scale") {
    const Locked locked(*server);
    co_return patch_scale(*server, call);
  }
  const auto patch = parse_patch(call.http, call.kind->custom);
  MakeUpdate make = [&call, &patch, dry_run](const StoredPtr& current) {
    UpdateRequest request;
    request.before = current->json();
    request.object = patched(call, patch, request.before);
    request.patch = true;
    request.current = current;
    request.status_only = call.path.subresource == "status";
    request.dry_run = dry_run;
    request.ownership = ownership_of(call);
    return request;
  };
  const auto stored = co_await update_stored(server, call, make);
  co_return object_response(*server, call, 200, *stored);
}

}  // namespace kubexx::apiserver
