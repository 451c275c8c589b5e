// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <set>

#include "access/escalation.hpp"
#include "admission/plugins.hpp"
#include "admission/pod_security.hpp"
#include "admission/quota.hpp"
#include "admission/signers.hpp"
#include "controllers/gc.hpp"
#include "controllers/workloads.hpp"
#include "crd/conversion.hpp"
#include "crd/crd.hpp"
#include "validation/pod_annotations.hpp"
#include "validation/validate_certificates.hpp"
#include "validation/warn.hpp"
#include "verbs/admitted.hpp"
#include "verbs/apply.hpp"
#include "verbs/decode.hpp"
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

/// Of an object whose definition is being deleted. Wants the lock held.
void check_definition_stays(const Server& server, const Kind& kind, const std::string& name)
{
  if (!kind.custom || !server.definitions.ending.contains(kind.plural + "." + kind.group)) return;
  throw forbidden(kind.group, kind.plural, name, "create not allowed while custom resource definition is terminating");
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
  if (collection.id == definitions_collection && !stored->deleting) serve_definition(server, stored->name);
  return stored;
}

/// Throws already-exists when the key is in use. `generates`: the object has a generateName, whether or not its name
/// comes from there.
void check_free(const Kind& kind, const Collection& collection, const std::string& key, const std::string& name,
                bool generates)
{
  const auto found = collection.objects.find(key);
  if (found == collection.objects.end()) return;
  auto failure =
      generates ? generated_exists(kind.group, kind.plural, name) : already_exists(kind.group, kind.plural, name);
  if (!found->second->deleting) throw std::move(failure);
  throw Failure(failure.code(), string_at(failure.status(), {"reason"}),
                std::string("object is being deleted: ") + failure.what(), failure.status().value("details", Json()));
}

/// Wants the lock held. Throws already-exists.
StoredPtr commit_create(Server& server, const Kind& kind, Collection& collection, Draft draft, const std::string& name,
                        bool generates = false)
{
  check_served(kind, collection);
  check_free(kind, collection, draft.key(), name, generates);
  return put(server, collection, std::move(draft));
}

/// What is there, and who has to be asked.
struct Present {
  StoredPtr object;
  AdmissionPtr admission;
  bool quotas = false;
};

Present read_current(Server& server, const Call& call)
{
  const Locked locked(server);
  check_served(*call.kind, *call.collection);
  return {current_object(call), current_admission(server), has_quotas(server, call.path.namespace_)};
}

/// Both want the lock held, and throw what a quota forbids.
void charge_for_update(Server& server, const Call& call, const Json& object, const Json& before)
{
  charge_quotas(server, {*call.kind, Operation::update, call.path.subresource, call.path.namespace_, object, &before,
                         is_dry_run(call.query)});
}

void charge_for_create(Server& server, const Call& call, const Json& object)
{
  charge_quotas(server,
                {*call.kind, Operation::create, "", call.path.namespace_, object, nullptr, is_dry_run(call.query)});
}

StoredPtr dry_stored(const Call& call, Json object)
{
  return make_stored(std::move(object), call.version->name, call.version->schema_number);
}

/// etcd takes so much of a request, and kube-apiserver's client of etcd so much of a message. Built-in objects are
/// stored as protobuf there, which is smaller than the JSON that is known here, so that they are let through.
void check_storable(const Kind& kind, const Draft& draft)
{
  constexpr std::size_t largest_request = std::size_t{3} << 19U, largest_message = std::size_t{2} << 20U;
  if (!kind.custom || draft.size() <= largest_request) return;
  if (draft.size() <= largest_message) throw Failure(500, "", "etcdserver: request is too large");
  throw Failure(500, "",
                "rpc error: code = ResourceExhausted desc = trying to send message larger than max (" +
                    std::to_string(draft.size()) + " vs. " + std::to_string(largest_message) + ")");
}

/// Makes what is to be stored of what is there, again whenever another write came between.
using MakeUpdate = std::function<UpdateRequest(const StoredPtr& current, const Json& before)>;

awaitable<StoredPtr> update_stored(std::shared_ptr<Server> server, Call& call, MakeUpdate make)
{
  const auto warnings = call.warnings.size();
  while (true) {
    call.warnings.resize(warnings);
    const auto [current, admission, quotas] = read_current(*server, call);
    const auto before = co_await json_in(server, call.kind, current, call.version->name);
    auto request = make(current, before);
    request.current = current;
    if (request.before.is_null()) request.before = before;
    const bool dry_run = request.dry_run;
    co_await admit_update(server, call, admission, request);
    check_escalation(*server, call, request.object, &request.before);
    auto prepared = prepare_update(*server, *call.kind, *call.version, std::move(request));
    check_signer(*server, call, prepared.object, before);
    if (!call.kind->custom && call.path.subresource.empty()) {
      warn_of(call.kind->id(), prepared.object, &before, call.warnings);
    }
    co_await validate_update(server, call, admission, prepared.object, before);
    const bool unchanged = prepared.then == PreparedUpdate::Then::unchanged;
    if (unchanged && (dry_run || is_stored_as_now(*call.kind, *current))) co_return current;
    const auto counted = quotas ? prepared.object : Json();
    if (dry_run) {
      const Locked locked(*server);
      if (quotas) charge_for_update(*server, call, counted, before);
      co_return dry_stored(call, std::move(prepared.object));
    }
    auto draft = co_await draft_of(server, call.kind, std::move(prepared.object), call.version->name);
    check_storable(*call.kind, draft);
    // A change of the schema or of the storage version is written with the next update, whatever that changes.
    if (unchanged && draft.same_as(*current)) co_return current;
    if (unchanged) prepared.then = PreparedUpdate::Then::write;
    const Locked locked(*server);
    if (call.collection->objects.get(current->key) != current) continue;
    if (quotas) charge_for_update(*server, call, counted, before);
    co_return commit_update(*server, *call.kind, *call.collection, current, std::move(draft), prepared.then);
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

/// What a patch of an object that is not there says is not looked at.
Patch patch_of(Server& server, const Call& call)
{
  auto patch = begin_patch(call.http, call.kind->custom);
  if (!exists(server, call)) throw not_found(call.kind->group, call.kind->plural, call.path.name);
  return read_patch(std::move(patch), call.http);
}

/// `object`, the current one, with `patch` applied.
Json patched(Call& call, const Patch& patch, Json object)
{
  auto decoded = decode_patched(call, patch, std::move(object));
  check_url_name(call, decoded);
  check_url_namespace(call, decoded);
  return decoded;
}

/// WarningsOnCreate of custom objects.
void warn_of_finalizers(Call& call, const Stored& stored)
{
  for (const auto& name : strings_at(stored.json(), {"metadata", "finalizers"})) {
    static const std::set<std::string, std::less<>> standard{"kubernetes", "orphan", "foregroundDeletion"};
    if (name.find('/') != std::string::npos || standard.contains(name)) continue;
    const bool domain = name.find('.') != std::string::npos;
    call.warnings.push_back("metadata.finalizers: " + go_quoted(name) + ": prefer a domain-qualified finalizer name " +
                            (domain ? "including a path (/) " : "") +
                            "to avoid accidental conflicts with other finalizer writers");
  }
}

/// What etcd's storage refuses, and a dry run does not reach.
void check_has_no_version(const Json& object)
{
  std::uint64_t version = 0;
  const bool read = read_number(string_at(object, {"metadata", "resourceVersion"}), version) == nullptr;
  if (!read || version == 0) return;
  throw Failure(500, "", "resourceVersion should not be set on objects to be created");
}

/// Who asks for a certificate, which nobody can say of another.
void set_requester(const Call& call, Json& object)
{
  auto& spec = ensure_object(object, "spec");
  for (const char* member : {"username", "groups", "uid", "extra"}) spec.erase(member);
  auto info = user_info(call.user);
  for (auto& [name, value] : info.items()) spec[name] = std::move(value);
}

/// The plugins of admission complete what is to be created, after it is known who owns which field.
Plugins admit_by_plugins(Server& server, const Call& call, Json& object, Ownership& ownership)
{
  const bool requested = call.kind->id() == signing_requests;
  if (!requested && !Plugins::concern(*call.kind)) return {};
  own_fields(server, *call.kind, *call.version, nullptr, object, ownership);
  const auto* fields = find(object, {"metadata", "managedFields"});
  ownership = {std::nullopt, ownership.subresource, fields == nullptr ? Json() : *fields};
  const Plugins plugins = [&]() -> Plugins {
    const Locked locked(server);
    return {server, *call.kind, call.path.namespace_, object};
  }();
  plugins.admit(*call.kind, object);
  if (requested) set_requester(call, object);
  return plugins;
}

/// A Job without labels gets those of its template, and in a real server both are one Go map from then on: what is
/// added to the template's labels is in the Job's, too.
void share_labels(Json& job)
{
  const auto* labels = find(std::as_const(job), {"spec", "template", "metadata", "labels"});
  const auto* own = find(std::as_const(job), {"metadata", "labels"});
  if (labels != nullptr && own != nullptr) job["metadata"]["labels"] = Json(*labels);
}

awaitable<StoredPtr> create_stored(std::shared_ptr<Server> server, Call& call, Json given, Ownership ownership)
{
  // Of names that the server makes up, another one is tried when it is taken, as often as a real server does.
  constexpr int attempts = 8;
  const bool made_up = string_at(given, {"metadata", "name"}).empty();
  const bool generates = !string_at(given, {"metadata", "generateName"}).empty();
  const bool dry_run = is_dry_run(call.query);
  AdmissionPtr admission;
  bool quotas = false;
  {
    const Locked locked(*server);
    check_namespace(*server, *call.kind, call.path.namespace_, string_at(given, {"metadata", "name"}));
    check_definition_stays(*server, *call.kind, string_at(given, {"metadata", "name"}));
    admission = current_admission(*server);
    quotas = has_quotas(*server, call.path.namespace_);
  }
  const auto plugins = admit_by_plugins(*server, call, given, ownership);
  co_await admit_create(server, call, admission, plugins, given, ownership);
  const auto warnings = call.warnings.size();
  for (int attempt = 1;; ++attempt) {
    // Another attempt is made for names that the server makes up alone, whose object is not moved.
    check_escalation(*server, call, given, nullptr);  // NOLINT(bugprone-use-after-move)
    call.warnings.resize(warnings);
    if (call.kind->id() == "/pods") warn_of_app_armor_annotations(given, call.warnings);
    auto object = prepare_create(*server, *call.kind, *call.version, made_up ? given : std::move(given), ownership);
    if (call.shares_labels) share_labels(object);
    if (!call.kind->custom) warn_of(call.kind->id(), object, nullptr, call.warnings);
    plugins.validate_limits(*call.kind, object);
    check_pod_security(*server, call, object, nullptr);
    plugins.validate_runtime_class(*call.kind, object);
    check_subject(*call.kind, object);
    co_await validate_create(server, call, admission, object);
    const auto name = string_at(object, {"metadata", "name"});
    if (dry_run) {
      const Locked locked(*server);
      if (quotas) charge_for_create(*server, call, object);
      const auto key = key_of(string_at(object, {"metadata", "namespace"}), name);
      check_free(*call.kind, *call.collection, key, name, generates);
      co_return dry_stored(call, std::move(object));
    }
    check_has_no_version(object);
    object["metadata"].erase("resourceVersion");
    const auto counted = quotas ? object : Json();
    auto draft = co_await draft_of(server, call.kind, std::move(object), call.version->name);
    check_storable(*call.kind, draft);
    const Locked locked(*server);
    check_namespace(*server, *call.kind, call.path.namespace_, name);
    if (made_up && attempt < attempts && call.collection->objects.contains(draft.key())) continue;
    if (quotas) {
      charge_for_create(*server, call, counted);
      if (call.collection->objects.contains(draft.key())) note_vain_charge(*server, call.path.namespace_);
    }
    co_return commit_create(*server, *call.kind, *call.collection, std::move(draft), name, generates);
  }
}

}  // namespace

StoredPtr commit_update(Server& server, const Kind& kind, Collection& collection, const StoredPtr& current, Draft draft,
                        PreparedUpdate::Then then)
{
  check_served(kind, collection);
  if (then == PreparedUpdate::Then::write) return put(server, collection, std::move(draft));
  // The last finalizer is off: the deletion is complete, and this write is the object's last state.
  auto last = std::move(draft).finish(current->version);
  const auto removed = server.store.remove(collection, current->key);
  note_removed(server, collection, *removed);
  return last;
}

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
  if (given.empty()) {
    throw bad_request("the name of the object (" + call.path.name +
                      " based on URL) was undeterminable: name must be provided");
  }
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
  if (kind.id() == "/pods") enforce_pod_security(server, prepared);
  charge_quotas(server, {kind, Operation::create, "", string_at(prepared, {"metadata", "namespace"}), prepared, nullptr,
                         dry_run});
  if (!dry_run) return commit_create(server, kind, collection, Draft(std::move(prepared)), given);
  const auto key = key_of(string_at(prepared, {"metadata", "namespace"}), given);
  check_free(kind, collection, key, given, false);
  return make_stored(std::move(prepared));
}

StoredPtr store_update(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       UpdateRequest request)
{
  auto current = request.current;
  const bool dry_run = request.dry_run;
  auto prepared = prepare_update(server, kind, version, std::move(request));
  if (prepared.then == PreparedUpdate::Then::unchanged) return current;
  if (dry_run) return make_stored(std::move(prepared.object), version.name, version.schema_number);
  Draft draft(std::move(prepared.object));
  draft.set_api_version(version.name, version.schema_number);
  return commit_update(server, kind, collection, current, std::move(draft), prepared.then);
}

awaitable<HttpResponse> create_object(std::shared_ptr<Server> server, Call& call)
{
  check_write_options(call, "CreateOptions", false);
  auto object = decode_body(call);
  check_url_namespace(call, object);
  const auto stored = co_await create_stored(server, call, std::move(object), ownership_of(call));
  if (call.collection->id == definitions_collection) {
    for (auto& warning : format_warnings(stored->json())) call.warnings.push_back(std::move(warning));
  }
  if (call.kind->custom) warn_of_finalizers(call, *stored);
  co_return co_await respond(server, call, 201, stored);
}

awaitable<HttpResponse> update_object(std::shared_ptr<Server> server, Call& call)
{
  check_write_options(call, "UpdateOptions", false);
  const bool dry_run = is_dry_run(call.query);
  if (call.path.subresource == "scale") co_return co_await write_scale(server, call);
  auto object = decode_body_of_update(call);
  if (call.kind->create_on_update && call.path.subresource.empty() && !exists(*server, call)) {
    auto fresh = object;
    fresh["metadata"].erase("uid");
    fresh["metadata"].erase("resourceVersion");
    const auto created = co_await create_stored(server, call, std::move(fresh), ownership_of(call));
    co_return co_await respond(server, call, 201, created);
  }
  UpdateRequest request;
  request.object = std::move(object);
  request.approval = call.path.subresource == "approval";
  request.status_only = request.approval || call.path.subresource == "status";
  request.require_version = !call.kind->unconditional_update;
  request.ownership = ownership_of(call);
  request.dry_run = dry_run;
  MakeUpdate make = [&request](const StoredPtr& /*current*/, const Json& /*before*/) { return request; };
  const auto stored = co_await update_stored(server, call, make);
  co_return co_await respond(server, call, 200, stored);
}

awaitable<HttpResponse> apply_object(std::shared_ptr<Server> server, Call& call)
{
  check_write_options(call, "PatchOptions", true);
  if (call.path.subresource == "scale") co_return co_await write_scale(server, call);
  const auto config = parse_apply(call, call.kind->api_version(call.version->name), call.kind->kind);
  MakeUpdate make = [&](const StoredPtr& current, const Json& before) {
    return applied_update(*server, call, config, current, before);
  };
  while (true) {
    const bool there = exists(*server, call) || !call.path.subresource.empty();
    try {
      if (there) {
        const auto stored = co_await update_stored(server, call, make);
        co_return co_await respond(server, call, 200, stored);
      }
      auto [object, ownership] = applied_create(*server, call, config);
      const auto created = co_await create_stored(server, call, std::move(object), std::move(ownership));
      co_return co_await respond(server, call, 201, created);
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
  if (call.path.subresource == "scale") co_return co_await write_scale(server, call);
  const auto patch = patch_of(*server, call);
  MakeUpdate make = [&call, &patch, dry_run](const StoredPtr& /*current*/, const Json& before) {
    UpdateRequest request;
    request.object = patched(call, patch, before);
    request.patch = true;
    request.require_version = !call.kind->unconditional_update;
    request.approval = call.path.subresource == "approval";
    request.status_only = request.approval || call.path.subresource == "status";
    request.dry_run = dry_run;
    request.ownership = ownership_of(call);
    return request;
  };
  const auto stored = co_await update_stored(server, call, make);
  co_return co_await respond(server, call, 200, stored);
}

}  // namespace kubexx::apiserver
