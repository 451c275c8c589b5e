// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "kubexx/base/base64.hpp"
#include "verbs/verbs.hpp"
#include "verbs/watch.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::int64_t longest_watch = 1'000'000'000;  // seconds: what a Duration holds, and longer than anybody waits

Renderer renderer_for(Server& server, const Call& call)
{
  return {call.kind, call.version->name, call.as, server.options.clock->wall_now()};
}

/// Throws for what is no version, and for one that is newer than `newest` unless it `may_come`: such a version, a watch
/// may wait for, is cut off at the largest of ours.
std::int64_t parse_version(const std::string& text, std::int64_t newest, bool list, bool may_come = false)
{
  std::uint64_t value = 0;
  if (const auto* wrong = read_number(text, value); wrong != nullptr) {
    const auto problem =
        invalid_value("resourceVersion", text, "strconv.ParseUint: parsing " + go_quoted(text) + ": " + wrong).text();
    if (list) throw bad_request("invalid resource version: " + problem);
    throw Failure(500, "", problem);
  }
  if (!may_come && value > static_cast<std::uint64_t>(newest)) throw too_large_version(value, newest);
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return static_cast<std::int64_t>(std::min(value, largest));
}

/// Why the text in a continue token is none, in the words of encoding/json where they are simple.
std::string problem_of_token(const std::string& text)
{
  if (text.empty()) return "unexpected end of JSON input";
  const auto first = static_cast<unsigned char>(text.front());
  if (first == '{') return "the token was not made by this server";
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string shown(1, text.front());
  if (first >= 0x7F) shown = {'\\', 'u', '0', '0', digits[first >> 4U], digits[first & 0xFU]};
  return "invalid character '" + shown + "' looking for beginning of value";
}

/// The place at which the next page starts, as a client carries it: opaque to it.
struct Continue {
  std::int64_t version = 0;  ///< below zero: from whatever is there now
  std::string start;

  [[nodiscard]] std::string encode() const
  {
    return encode_base64(dump(Json{{"v", "meta.k8s.io/v1"}, {"rv", version}, {"start", start}}), Base64::url);
  }
  [[nodiscard]] static Continue decode(const std::string& token)
  {
    const auto text = decode_base64(token, Base64::url);
    const auto json = text ? Json::parse(*text, nullptr, false) : Json(Json::value_t::discarded);
    const auto* version = json.is_object() ? find(json, {"rv"}) : nullptr;
    if (version == nullptr || !version->is_number_integer() || string_at(json, {"start"}).empty()) {
      throw bad_request("invalid continue token: continue key is not valid: " +
                        (text ? problem_of_token(*text) : "illegal base64 data"));
    }
    return {version->get<std::int64_t>(), string_at(json, {"start"})};
  }
};

Filter filter_of(const Call& call)
{
  return {*call.kind, call.path.namespace_, call.query.get("labelSelector"), call.query.get("fieldSelector")};
}

}  // namespace

bool is_dry_run(const Query& query)
{
  const auto value = query.get("dryRun");
  if (value.empty()) return false;
  if (value != "All") {
    throw invalid("meta.k8s.io", "CreateOptions", "", {unsupported_value("dryRun", Json::array({value}), {"All"})});
  }
  return true;
}

StoredPtr current_object(const Call& call)
{
  auto found = call.collection->objects.get(key_of(call.path.namespace_, call.path.name));
  if (!found) throw not_found(call.kind->group, call.kind->plural, call.path.name);
  return found;
}

HttpResponse object_response(Server& server, const Call& call, unsigned code, const Stored& stored)
{
  return json_response(code, renderer_for(server, call).object(stored));
}

HttpResponse get_object(Server& server, Call& call)
{
  const auto wanted = call.query.get("resourceVersion");
  StoredPtr object;
  {
    const Locked locked(server);
    if (!wanted.empty()) (void)parse_version(wanted, server.store.version(), false);
    object = current_object(call);
  }
  return object_response(server, call, 200, *object);
}

namespace {

/// ValidateListOptions: all that is wrong with a list, at once.
void check_list_options(const Call& call)
{
  FieldErrors errors;
  const auto version = call.query.get("resourceVersion");
  const auto match = call.query.get("resourceVersionMatch");
  const auto forbid = [&errors](const char* field, const char* detail) {
    errors.push_back(forbidden_value(field, detail));
  };
  if (!match.empty()) {
    if (version.empty()) {
      forbid("resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
    if (!call.query.get("continue").empty()) {
      forbid("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");
    }
    if (match != "Exact" && match != "NotOlderThan") {
      errors.push_back(unsupported_value("resourceVersionMatch", match, {"Exact", "NotOlderThan", ""}));
    }
    if (match == "Exact" && version == "0") {
      forbid("resourceVersionMatch", "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    }
  }
  if (call.query.has("sendInitialEvents")) {
    forbid("sendInitialEvents", "sendInitialEvents is forbidden for list");
  }
  if (!errors.empty()) throw invalid("meta.k8s.io", "ListOptions", "", errors);
}

/// Likewise of a watch.
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
  if (!match.empty() && !call.query.get("continue").empty()) {
    errors.push_back(
        forbidden_value("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
  }
  if (!errors.empty()) throw invalid("meta.k8s.io", "ListOptions", "", errors);
}

/// The objects that a list is about.
struct ListSource {
  ObjectMap objects;
  std::int64_t version = 0;
  std::string start;  ///< the key with which a page begins
};

HttpResponse expired_page(const std::string& start)
{
  auto status = expired(
                    "The provided continue parameter is too old to display a consistent list result. You can start a "
                    "new list without the continue parameter, or use the continue token in this response to retrieve "
                    "the remainder of the results. Continuing with the provided token results in an inconsistent list "
                    "- objects that were created, modified, or deleted between the time the first chunk was returned "
                    "and now may show up in the list.")
                    .status();
  status["metadata"]["continue"] = Continue{-1, start}.encode();
  return json_response(410, dump(status));
}

/// Snapshots what the list is about; or answers that it is gone.
std::optional<HttpResponse> choose_source(Server& server, const Call& call, std::int64_t limit, ListSource& source)
{
  const auto token = call.query.get("continue");
  const auto version_text = call.query.get("resourceVersion");
  const auto match = call.query.get("resourceVersionMatch");
  Continue from;
  if (!token.empty()) {
    from = Continue::decode(token);
    if (!version_text.empty() && version_text != "0") {
      throw bad_request("specifying resource version is not allowed when using continue");
    }
  }
  const Locked locked(server);
  auto& store = server.store;
  auto& collection = *call.collection;
  const auto oldest = std::max(store.compacted(), collection.began);
  source.version = store.version();
  source.start = from.start;
  if (!token.empty()) {
    if (from.version >= 0 && from.version < oldest) return expired_page(from.start);
    if (from.version >= 0) source.version = from.version;
  } else if (!version_text.empty()) {
    const auto version = parse_version(version_text, store.version(), true);
    // Without a match rule, a limit makes a version exact, as it does against etcd.
    if (match == "Exact" || (match.empty() && limit > 0 && version > 0)) {
      if (version < oldest) throw expired("The resourceVersion for the provided list is too old.");
      source.version = version;
    }
  }
  source.objects = store.snapshot(collection, source.version);
  // The next page will ask for this version.
  const bool goes_on = limit > 0 && source.objects.size() > static_cast<std::size_t>(limit);
  if (goes_on && source.version == store.version()) store.remember(collection);
  return std::nullopt;
}

}  // namespace

HttpResponse list_objects(Server& server, Call& call)
{
  const auto filter = filter_of(call);
  const auto limit = call.query.integer("limit").value_or(0);
  (void)call.query.integer("timeoutSeconds");
  check_list_options(call);
  ListSource source;
  if (auto gone = choose_source(server, call, limit, source)) return std::move(*gone);

  const bool paged = limit > 0 && call.query.get("resourceVersion") != "0";
  const auto prefix = call.path.namespace_.empty() ? std::string() : call.path.namespace_ + "/";
  std::vector<StoredPtr> items;
  Renderer::ListInfo info;
  info.version = source.version;
  const auto& objects = source.objects;
  for (auto at = objects.lower_bound(std::max(prefix, source.start)); at != objects.end(); ++at) {
    if (!at->first.starts_with(prefix)) break;
    if (!filter.matches(*at->second)) continue;
    if (paged && items.size() == static_cast<std::size_t>(limit)) {
      info.continue_ = Continue{source.version, at->first}.encode();
      if (filter.everything()) {
        // '0' comes after '/', so it ends the keys of a namespace.
        const auto end = prefix.empty() ? objects.size() : objects.rank(call.path.namespace_ + "0");
        info.remaining = static_cast<std::int64_t>(end - objects.rank(at->first));
      }
      break;
    }
    items.push_back(at->second);
  }
  return json_response(200, renderer_for(server, call).list(items, info));
}

HttpResponse watch_objects(const std::shared_ptr<Server>& server, Call& call)
{
  if (call.as.yaml) {
    throw not_acceptable(
        "only the following media types are accepted: application/json;stream=watch, "
        "application/vnd.kubernetes.protobuf;stream=watch");
  }
  auto filter = filter_of(call);
  if (!call.path.name.empty()) filter.require_name(call.path.name);
  const auto version_text = call.query.get("resourceVersion");
  const bool streaming_list = call.query.flag("sendInitialEvents");
  check_watch_options(call);

  WatchBody::Start start;
  start.bookmarks = call.query.flag("allowWatchBookmarks");
  (void)call.query.integer("limit");
  const auto timeout = std::min(call.query.integer("timeoutSeconds").value_or(0), longest_watch);
  start.timeout = timeout > 0 ? Duration(std::chrono::seconds(timeout))
                              : server->options.random->jitter(std::chrono::minutes(30), 1.0);
  const Locked locked(*server);
  auto& store = server->store;
  const auto version = version_text.empty() ? 0 : parse_version(version_text, store.version(), false, !streaming_list);
  start.version = store.version();
  const bool from_state = call.query.has("sendInitialEvents") ? streaming_list : version == 0;
  if (from_state) {
    start.initial = call.collection->objects.snapshot();
    start.initial_end_bookmark = streaming_list && start.bookmarks;
  } else if (version > 0) {
    start.version = version;
    // Once a watch is authorised and understood, a real server reports what is wrong inside the stream.
    if (version < store.compacted()) start.failure = too_old(version, store.compacted()).status();
  }

  const auto number = ++server->watch_count;
  server->open_watches.insert(number);
  HttpResponse response;
  response.headers.add("Content-Type", "application/json");
  response.headers.add("Cache-Control", "no-cache, private");
  response.stream = std::make_unique<WatchBody>(server, call.collection, renderer_for(*server, call), std::move(filter),
                                                std::move(start), number);
  return response;
}

}  // namespace kubexx::apiserver
