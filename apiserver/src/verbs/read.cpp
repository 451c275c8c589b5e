// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "crd/conversion.hpp"
#include "verbs/decode.hpp"
#include "verbs/list.hpp"
#include "verbs/verbs.hpp"
#include "verbs/watch.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::int64_t longest_watch = 1'000'000'000;  // seconds: what a Duration holds, and longer than anybody waits

}  // namespace

Renderer renderer_for(Server& server, const Call& call)
{
  return {call.kind, call.version->name, call.as, server.options.clock->wall_now()};
}

bool is_dry_run(const Query& query)
{
  return query.has("dryRun");  // check_write_options refuses all but "All"
}

StoredPtr current_object(const Call& call)
{
  auto found = call.collection->objects.get(key_of(call.path.namespace_, call.path.name));
  if (!found) throw not_found(call.kind->group, call.kind->plural, call.path.name);
  return found;
}

HttpResponse object_response(Server& server, const Call& call, unsigned code, const Stored& stored)
{
  if (call.as.form == Form::partial_object && call.as.of_list) {
    throw not_acceptable("you requested PartialObjectMetadataList, but the requested object is not a list (*" +
                         internal_type(*call.kind) + ")");
  }
  return json_response(code, renderer_for(server, call).object(stored));
}

awaitable<HttpResponse> respond(std::shared_ptr<Server> server, const Call& call, unsigned code, StoredPtr stored)
{
  std::vector<StoredPtr> one{std::move(stored)};
  one = co_await stored_in(server, call.kind, std::move(one), call.version->name);
  co_return object_response(*server, call, code, *one.front());
}

awaitable<HttpResponse> get_object(std::shared_ptr<Server> server, Call& call)
{
  const auto wanted = call.query.get("resourceVersion");
  StoredPtr object;
  {
    const Locked locked(*server);
    if (!wanted.empty()) (void)parse_version(wanted, server->store.version(), false);
    object = current_object(call);
  }
  co_return co_await respond(std::move(server), call, 200, std::move(object));
}

namespace {

/// ValidateListOptions: all that is wrong with a watch, at once.
void check_watch_options(const Call& call)
{
  FieldErrors errors;
  const auto match = call.query.get("resourceVersionMatch");
  const bool initial = call.query.has("sendInitialEvents");
  if (initial && match != "NotOlderThan") {
    errors.push_back(forbidden_value("resourceVersionMatch",
                                     "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (!initial && !match.empty()) {
    errors.push_back(forbidden_value("resourceVersionMatch",
                                     "resourceVersionMatch is forbidden for watch unless sendInitialEvents is "
                                     "provided"));
  }
  if (!match.empty() && match != "NotOlderThan") {
    errors.push_back(unsupported_value("resourceVersionMatch", match, {"NotOlderThan"}));
  }
  // Without a version, a watch begins like a streaming list.
  const auto version = call.query.get("resourceVersion");
  const bool streams = !initial && match.empty() && (version.empty() || version == "0");
  if ((!match.empty() || streams) && !call.query.get("continue").empty()) {
    errors.push_back(
        forbidden_value("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
  }
  if (!errors.empty()) throw invalid("meta.k8s.io", "ListOptions", "", errors);
}

}  // namespace

awaitable<HttpResponse> watch_objects(std::shared_ptr<Server> server, Call& call)
{
  if (call.as.yaml) {
    throw not_acceptable(
        "only the following media types are accepted: application/json;stream=watch, "
        "application/vnd.kubernetes.protobuf;stream=watch");
  }
  auto filter = filter_of(call);
  if (!call.path.name.empty() && !filter.require_name(call.path.name)) {
    throw bad_request("fieldSelector metadata.name doesn't match requested name");
  }
  const auto version_text = call.query.get("resourceVersion");
  const bool streaming_list = call.query.flag("sendInitialEvents");
  check_watch_options(call);

  WatchBody::Start start;
  start.bookmarks = call.query.flag("allowWatchBookmarks");
  (void)call.query.integer("limit");
  const auto timeout = std::min(call.query.integer("timeoutSeconds").value_or(0), longest_watch);
  start.timeout = timeout > 0 ? Duration(std::chrono::seconds(timeout))
                              : server->options.random->jitter(std::chrono::minutes(30), 1.0);
  if (call.kind->custom) start.convert_to = call.version->name;
  start.kind = call.kind;
  const Locked locked(*server);
  auto& store = server->store;
  const auto version = version_text.empty() ? 0 : parse_version(version_text, store.version(), false, !streaming_list);
  start.version = store.version();
  const bool from_state = call.query.has("sendInitialEvents") ? streaming_list : version == 0;
  if (from_state) {
    start.initial = call.collection->objects.snapshot();
    start.initial_end_bookmark = start.bookmarks;
  } else if (version > 0) {
    start.version = version;
    // Once a watch is authorised and understood, a real server reports what is wrong inside the stream.
    if (version < store.compacted()) start.failure = too_old(version, store.compacted()).status();
  }

  const auto number = ++server->watch_count;
  server->open_watches.insert(number);
  HttpResponse response;
  response.headers.add("Content-Type",
                       call.as.protobuf ? "application/vnd.kubernetes.protobuf;stream=watch" : "application/json");
  response.headers.add("Cache-Control", "no-cache, private");
  response.stream = std::make_unique<WatchBody>(server, call.collection, renderer_for(*server, call), std::move(filter),
                                                std::move(start), number);
  co_return response;
}

}  // namespace kubexx::apiserver
