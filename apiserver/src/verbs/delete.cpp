// SPDX-License-Identifier: Apache-2.0
#include "render/render.hpp"
#include "verbs/decode.hpp"
#include "verbs/gc.hpp"
#include "verbs/selectors.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

struct Options {
  DeleteRequest request;
  bool slow_answer_is_accepted = false;  ///< orphanDependents=false: 202 while finalizers hold the object
  std::string uid, version;              ///< preconditions; empty: none
};

[[noreturn]] void bad_option(FieldError error)
{
  throw invalid("meta.k8s.io", "DeleteOptions", "", {std::move(error)});
}

Options read_options(const Call& call)
{
  // What a body does not say, the query does not say either.
  Json body = Json::object();
  const bool from_query = call.http.body.empty();
  if (from_query) {
    (void)call.query.integer("gracePeriodSeconds");
  } else {
    body = parse_body(call.http, "DeleteOptions", "meta.k8s.io/v1");
    try {
      decode_builtin("meta.v1.DeleteOptions", body);
    } catch (const DecodeError& error) {
      throw bad_request(error.what());
    }
  }
  if (const auto kind = string_at(body, {"kind"}); !kind.empty() && kind != "DeleteOptions") {
    throw bad_request("decoded object cannot be converted to DeleteOptions: it is a " + kind);
  }
  auto policy = string_at(body, {"propagationPolicy"});
  if (from_query) policy = call.query.get("propagationPolicy");
  const auto* orphan = find(body, {"orphanDependents"});
  Options options;
  if (orphan != nullptr && orphan->is_boolean()) {
    if (!policy.empty()) {
      bad_option(
          invalid_value("propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set"));
    }
    policy = orphan->get<bool>() ? "Orphan" : "Background";
    options.slow_answer_is_accepted = !orphan->get<bool>();
  }
  if (policy == "Background") {
    options.request.propagation = DeleteRequest::Propagation::background;
  } else if (policy == "Foreground") {
    options.request.propagation = DeleteRequest::Propagation::foreground;
  } else if (policy == "Orphan") {
    options.request.propagation = DeleteRequest::Propagation::orphan;
  } else if (!policy.empty()) {
    bad_option(unsupported_value("propagationPolicy", policy, {"Foreground", "Background", "Orphan", "nil"}));
  }
  auto dry_run = from_query ? call.query.get("dryRun") : std::string();
  if (const auto* listed = find(body, {"dryRun"}); listed != nullptr && listed->is_array() && !listed->empty()) {
    dry_run = listed->front().get<std::string>();
  }
  if (!dry_run.empty() && dry_run != "All") {
    bad_option(unsupported_value("dryRun", Json::array({dry_run}), {"All"}));
  }
  options.request.dry_run = !dry_run.empty();
  options.uid = string_at(body, {"preconditions", "uid"});
  options.version = string_at(body, {"preconditions", "resourceVersion"});
  return options;
}

void check_preconditions(const Call& call, const Options& options, const Stored& stored)
{
  if (!options.uid.empty() && options.uid != stored.uid) {
    throw conflict(call.kind->group, call.kind->kind, stored.name,
                   "the UID in the precondition (" + options.uid + ") does not match the UID in record (" + stored.uid +
                       "). The object might have been deleted and then recreated");
  }
  if (!options.version.empty() && options.version != std::to_string(stored.version)) {
    throw conflict(call.kind->group, call.kind->kind, stored.name,
                   "the ResourceVersion in the precondition (" + options.version +
                       ") does not match the ResourceVersion in record (" + std::to_string(stored.version) +
                       "). The object might have been modified");
  }
}

void check_may_go(const Call& call, const Stored& stored)
{
  static constexpr std::array<std::string_view, 3> needed{"default", "kube-public", "kube-system"};
  if (call.collection->id != "/namespaces") return;
  if (std::find(needed.begin(), needed.end(), stored.name) != needed.end()) {
    throw forbidden("", "namespaces", stored.name, "this namespace may not be deleted");
  }
}

}  // namespace

HttpResponse delete_one(Server& server, Call& call)
{
  const auto options = read_options(call);
  const auto stored = current_object(call);
  check_preconditions(call, options, *stored);
  check_may_go(call, *stored);
  const auto result = delete_stored(server, *call.collection, stored, options.request);
  const unsigned code = !result.removed && options.slow_answer_is_accepted ? 202 : 200;
  if (!result.removed || call.kind->returns_deleted) return object_response(server, call, code, *result.object);
  Json details{{"name", stored->name}, {"kind", call.kind->plural}, {"uid", stored->uid}};
  if (!call.kind->group.empty()) details["group"] = call.kind->group;
  return json_response(code, dump(Json{{"kind", "Status"},
                                       {"apiVersion", "v1"},
                                       {"metadata", Json::object()},
                                       {"status", "Success"},
                                       {"details", std::move(details)}}));
}

HttpResponse delete_many(Server& server, Call& call)
{
  const auto options = read_options(call);
  const Filter filter(*call.kind, call.path.namespace_, call.query.get("labelSelector"),
                      call.query.get("fieldSelector"));
  constexpr std::size_t at_once = 100;  // objects for which others wait
  ObjectMap objects;
  {
    const Locked locked(server);
    objects = call.collection->objects.snapshot();
  }
  std::vector<StoredPtr> chosen;
  const auto prefix = filter.key_prefix();
  for (auto at = objects.lower_bound(prefix); at != objects.end() && at->first.starts_with(prefix); ++at) {
    if (filter.matches(*at->second)) chosen.push_back(at->second);
  }
  std::vector<StoredPtr> deleted;
  for (std::size_t next = 0; next < chosen.size();) {
    const Locked locked(server);
    for (const auto end = std::min(next + at_once, chosen.size()); next < end; ++next) {
      const auto stored = call.collection->objects.get(chosen[next]->key);
      if (!stored || stored->uid != chosen[next]->uid) continue;
      check_preconditions(call, options, *stored);
      (void)delete_stored(server, *call.collection, stored, options.request);
      deleted.push_back(stored);  // as it was listed
    }
  }
  const Renderer renderer(call.kind, call.version->name, call.as, server.options.clock->wall_now());
  Renderer::ListInfo info;
  {
    const Locked locked(server);
    info.version = server.store.version();
  }
  return json_response(200, renderer.list(deleted, info));
}

}  // namespace kubexx::apiserver
