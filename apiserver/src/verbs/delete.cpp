// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "controllers/gc.hpp"
#include "crd/conversion.hpp"
#include "crd/crd.hpp"
#include "render/render.hpp"
#include "verbs/admitted.hpp"
#include "verbs/apply.hpp"
#include "verbs/decode.hpp"
#include "verbs/list.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

struct Options {
  DeleteRequest request;
  Json json;                                ///< DeleteOptions
  bool slow_answer_is_accepted = false;     ///< orphanDependents=false: 202 while finalizers hold the object
  bool unreadable_only = false;             ///< ignoreStoreReadErrorWithClusterBreakingPotential
  std::optional<std::string> uid, version;  ///< preconditions; an empty one never holds
};

/// DeleteOptions in the query, which counts when there is no body.
Json options_in_query(const Query& query)
{
  Json options = Json::object();
  if (const auto seconds = query.integer("gracePeriodSeconds")) options["gracePeriodSeconds"] = *seconds;
  if (const auto policy = query.get("propagationPolicy"); !policy.empty()) options["propagationPolicy"] = policy;
  for (const char* name : {"orphanDependents", "ignoreStoreReadErrorWithClusterBreakingPotential"}) {
    if (query.has(name)) options[name] = query.flag(name);
  }
  if (query.has("dryRun")) options["dryRun"] = query.all("dryRun");
  for (const char* name : {"uid", "resourceVersion"}) {
    if (const auto value = query.get(name); !value.empty()) options["preconditions"][name] = value;
  }
  return options;
}

Json options_in_body(const Call& call)
{
  auto body = parse_body(call.http, "DeleteOptions", "meta.k8s.io/v1");
  const auto kind = string_at(body, {"kind"});
  if (!kind.empty() && kind != "DeleteOptions") {
    throw bad_request("no kind " + go_quoted(kind) + " is registered for version " +
                      go_quoted(string_at(body, {"apiVersion"})) + " in scheme \"pkg/runtime/scheme.go:111\"");
  }
  try {
    decode_builtin("meta.v1.DeleteOptions", body);
  } catch (const DecodeError& error) {
    throw bad_request(error.what());
  }
  return body;
}

/// ValidateDeleteOptions.
void check_options(const Json& options)
{
  FieldErrors errors;
  const auto policy = string_at(options, {"propagationPolicy"});
  const auto* chosen = find(options, {"propagationPolicy"});
  const bool has_policy = chosen != nullptr && !chosen->is_null();
  if (has_policy && options.contains("orphanDependents")) {
    errors.push_back(
        invalid_value("propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set"));
  }
  if (has_policy && policy != "Background" && policy != "Foreground" && policy != "Orphan") {
    errors.push_back(unsupported_value("propagationPolicy", policy, {"Foreground", "Background", "Orphan", "nil"}));
  }
  check_dry_run(strings_at(options, {"dryRun"}), errors);
  constexpr const char* unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential";
  if (const auto* value = find(options, {unsafe}); value != nullptr && *value == true) {
    for (const char* other : {"propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"}) {
      if (!options.contains(other)) continue;
      errors.push_back(invalid_value(unsafe, true, std::string("cannot be set together with .") + other));
    }
  }
  if (!errors.empty()) throw invalid("meta.k8s.io", "DeleteOptions", "", errors);
}

Options read_options(const Call& call)
{
  const auto given = call.http.body.empty() ? options_in_query(call.query) : options_in_body(call);
  check_options(given);
  auto policy = string_at(given, {"propagationPolicy"});
  Options options;
  if (const auto* grace = find(given, {"gracePeriodSeconds"}); grace != nullptr && grace->is_number_integer()) {
    options.request.grace = grace->get<std::int64_t>();
  }
  if (const auto* orphan = find(given, {"orphanDependents"}); orphan != nullptr && orphan->is_boolean()) {
    policy = orphan->get<bool>() ? "Orphan" : "Background";
    options.slow_answer_is_accepted = !orphan->get<bool>();
  }
  if (policy == "Background") options.request.propagation = DeleteRequest::Propagation::background;
  if (policy == "Foreground") options.request.propagation = DeleteRequest::Propagation::foreground;
  if (policy == "Orphan") options.request.propagation = DeleteRequest::Propagation::orphan;
  options.request.dry_run = !strings_at(given, {"dryRun"}).empty();
  const auto* unsafe = find(given, {"ignoreStoreReadErrorWithClusterBreakingPotential"});
  options.unreadable_only = unsafe != nullptr && *unsafe == true;
  const auto precondition = [&given](const char* name) {
    const auto* value = find(given, {"preconditions", name});
    return value != nullptr && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
  };
  options.uid = precondition("uid");
  options.version = precondition("resourceVersion");
  options.json = given;
  options.json["kind"] = "DeleteOptions";
  options.json["apiVersion"] = "meta.k8s.io/v1";
  return options;
}

/// The registry of definitions has words of its own: apiextensions-apiserver/pkg/registry/customresourcedefinition.
void check_definition_preconditions(const Call& call, const Options& options, const Stored& stored)
{
  const auto check = [&](const std::string& what, const std::optional<std::string>& wanted,
                         const std::string& present) {
    if (!wanted || *wanted == present) return;
    throw conflict(
        call.kind->group, call.kind->plural, stored.name,
        "precondition failed: " + what + " in precondition: " + *wanted + ", " + what + " in object meta: " + present);
  };
  check("UID", options.uid, stored.uid);
  check("ResourceVersion", options.version, std::to_string(stored.version));
}

void check_preconditions(const Call& call, const Options& options, const Stored& stored)
{
  if (call.collection->id == definitions_collection && !stored.deleting) {
    check_definition_preconditions(call, options, stored);
    return;
  }
  if (options.uid && *options.uid != stored.uid) {
    throw conflict(call.kind->group, call.kind->kind, stored.name,
                   "the UID in the precondition (" + *options.uid + ") does not match the UID in record (" +
                       stored.uid + "). The object might have been deleted and then recreated");
  }
  if (options.version && *options.version != std::to_string(stored.version)) {
    throw conflict(call.kind->group, call.kind->kind, stored.name,
                   "the ResourceVersion in the precondition (" + *options.version +
                       ") does not match the ResourceVersion in record (" + std::to_string(stored.version) +
                       "). The object might have been modified");
  }
}

void check_may_go(const Call& call, const Options& options, const Stored& stored)
{
  if (options.unreadable_only) {
    throw conflict(call.kind->group, call.kind->plural, stored.name,
                   "StorageError: invalid object, Code: 4, Key: " + registry_key(*call.kind) + "/" + stored.key +
                       ", ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is "
                       "decodable from storage");
  }
  static constexpr std::array<std::string_view, 3> needed{"default", "kube-public", "kube-system"};
  if (call.collection->id != "/namespaces") return;
  if (std::find(needed.begin(), needed.end(), stored.name) != needed.end()) {
    throw forbidden("", "namespaces", stored.name, "this namespace may not be deleted");
  }
}

/// What the path names, if it may be deleted. Wants the lock held.
StoredPtr deletable(const Call& call, const Options& options)
{
  auto stored = current_object(call);
  check_preconditions(call, options, *stored);
  check_may_go(call, options, *stored);
  return stored;
}

/// What a DELETE answers: an object, or `status`.
struct Deletion {
  unsigned code = 200;
  StoredPtr object;  ///< null: a Status
  HttpResponse status;
};

/// Wants the lock held.
Deletion finish_deletion(Server& server, const Call& call, const Options& options, const StoredPtr& stored)
{
  const auto result = delete_stored(server, *call.collection, stored, options.request);
  const unsigned code = !result.removed && options.slow_answer_is_accepted ? 202 : 200;
  if (!result.removed || call.kind->returns_deleted) return {code, result.object, {}};
  Json details{{"name", stored->name}, {"kind", call.kind->plural}, {"uid", stored->uid}};
  if (!call.kind->group.empty()) details["group"] = call.kind->group;
  return {code, nullptr,
          json_response(code, dump(Json{{"kind", "Status"},
                                        {"apiVersion", "v1"},
                                        {"metadata", Json::object()},
                                        {"status", "Success"},
                                        {"details", std::move(details)}}))};
}

/// One of many, after admission; false when it has gone meanwhile.
awaitable<bool> delete_admitted(std::shared_ptr<Server> server, Call& call, const Options& options,
                                AdmissionPtr admission, const StoredPtr& chosen)
{
  const auto present = [&] {
    const auto stored = call.collection->objects.get(chosen->key);
    return stored && stored->uid == chosen->uid ? stored : nullptr;
  };
  while (true) {
    StoredPtr stored;
    {
      const Locked locked(*server);
      stored = present();
    }
    if (!stored) co_return false;
    check_preconditions(call, options, *stored);
    co_await admit_delete(server, call, admission, stored, options.json);
    const Locked locked(*server);
    if (present() != stored) continue;
    (void)delete_stored(*server, *call.collection, stored, options.request);
    co_return true;
  }
}

}  // namespace

void delete_now(Server& server, Call& call)
{
  const auto options = read_options(call);
  (void)finish_deletion(server, call, options, deletable(call, options));
}

awaitable<HttpResponse> delete_one(std::shared_ptr<Server> server, Call& call)
{
  const auto options = read_options(call);
  const auto warnings = call.warnings.size();
  while (true) {
    call.warnings.resize(warnings);
    StoredPtr stored;
    AdmissionPtr admission;
    Deletion deletion;
    {
      const Locked locked(*server);
      stored = deletable(call, options);
      admission = current_admission(*server);
      if (!admission) deletion = finish_deletion(*server, call, options, stored);
    }
    if (admission) {
      co_await admit_delete(server, call, admission, stored, options.json);
      const Locked locked(*server);
      if (call.collection->objects.get(stored->key) != stored) continue;
      deletion = finish_deletion(*server, call, options, stored);
    }
    if (deletion.object) co_return co_await respond(server, call, deletion.code, deletion.object);
    co_return std::move(deletion.status);
  }
}

awaitable<HttpResponse> delete_many(std::shared_ptr<Server> server, Call& call)
{
  const auto options = read_options(call);
  if (options.unreadable_only) {
    throw invalid("meta.k8s.io", "DeleteOptions", "",
                  {invalid_value("ignoreStoreReadErrorWithClusterBreakingPotential", true,
                                 "is not allowed with DELETECOLLECTION, try again after removing the option")});
  }
  constexpr std::size_t at_once = 100;  // objects for which others wait
  auto [chosen, info] = select_page(*server, call);
  AdmissionPtr admission;
  {
    const Locked locked(*server);
    admission = current_admission(*server);
  }
  std::vector<StoredPtr> deleted;
  for (std::size_t next = 0; admission && next < chosen.size(); ++next) {
    if (co_await delete_admitted(server, call, options, admission, chosen[next])) deleted.push_back(chosen[next]);
  }
  for (std::size_t next = 0; !admission && next < chosen.size();) {
    const Locked locked(*server);
    for (const auto end = std::min(next + at_once, chosen.size()); next < end; ++next) {
      const auto stored = call.collection->objects.get(chosen[next]->key);
      if (!stored || stored->uid != chosen[next]->uid) continue;
      check_preconditions(call, options, *stored);
      (void)delete_stored(*server, *call.collection, stored, options.request);
      deleted.push_back(stored);  // as it was listed
    }
  }
  {
    const Locked locked(*server);
    info.version = server->store.version();
  }
  check_list_form(call);
  deleted = co_await stored_in(server, call.kind, std::move(deleted), call.version->name);
  co_return json_response(200, renderer_for(*server, call).list(deleted, info));
}

}  // namespace kubexx::apiserver
