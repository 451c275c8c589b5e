// SPDX-License-Identifier: Apache-2.0
#include "verbs/list.hpp"

#include <algorithm>
#include <limits>

#include "core/go_words.hpp"
#include "core/text.hpp"
#include "crd/conversion.hpp"
#include "kubexx/base/base64.hpp"
#include "schema/schema.hpp"
#include "verbs/decode.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* token_format = "meta.k8s.io/v1";

/// Where Go's decoder stops in what is not base64.
std::size_t end_of_base64(const std::string& token)
{
  static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const auto bad = token.find_first_not_of(alphabet);
  return bad != std::string::npos ? bad : token.size() - token.size() % 4;
}

/// path.Clean, of a path that begins with a slash.
std::string clean_path(const std::string& path)
{
  std::vector<std::string_view> kept;
  for_each_part(path, '/', [&](std::string_view part) {
    if (part == "..") {
      if (!kept.empty()) kept.pop_back();
    } else if (!part.empty() && part != ".") {
      kept.push_back(part);
    }
  });
  std::string text;
  for (const auto part : kept) text.append("/").append(part);
  return text.empty() ? "/" : text;
}

[[noreturn]] void refuse_token(const std::string& problem)
{
  throw bad_request("invalid continue token: continue key is not valid: " + problem);
}

/// The place at which the next page starts, as a client carries it: opaque to it.
struct Continue {
  std::int64_t version = 0;  ///< below zero: from whatever is there now
  std::string start;

  [[nodiscard]] std::string encode() const
  {
    return encode_base64(dump(Json{{"v", token_format}, {"rv", version}, {"start", start}}), Base64::url);
  }
  [[nodiscard]] static Continue decode(const std::string& token)
  {
    const auto text = decode_base64(token, Base64::url);
    if (!text) refuse_token("illegal base64 data at input byte " + std::to_string(end_of_base64(token)));
    auto json = Json::parse(*text, nullptr, false);
    if (const auto problem = go_json_problem(*text); !problem.empty()) refuse_token(problem);
    if (json.is_null()) json = Json::object();
    if (!json.is_object()) {
      refuse_token(std::string("json: cannot unmarshal ") + json_type_of(json) +
                   " into Go value of type storage.continueToken");
    }
    for (const auto& [name, value] : json.items()) {
      const bool number = name == "rv";
      if (!number && name != "v" && name != "start") continue;
      if (value.is_null() || (number ? has_json_type(Schema::Type::integer, value) : value.is_string())) continue;
      refuse_token(cannot_unmarshal(value, "continueToken", name, number ? "int64" : "string").what());
    }
    const auto format = string_at(json, {"v"});
    if (format != token_format) refuse_token("server does not recognize this encoded version " + format);
    Continue at{0, string_at(json, {"start"})};
    if (at.start.empty()) refuse_token("encoded start key empty (version " + format + ")");
    const auto* version = find(json, {"rv"});
    if (version != nullptr && version->is_number_integer()) at.version = version->get<std::int64_t>();
    if (at.version == 0) refuse_token("incorrect encoded start resourceVersion (version " + format + ")");
    const auto path = at.start.starts_with("/") ? at.start : "/" + at.start;
    if (clean_path(path) != path) refuse_token(at.start);
    return at;
  }
};

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

/// The objects that a list is about.
struct ListSource {
  ObjectMap objects;
  std::int64_t version = 0;
  std::string start;  ///< the key with which a page begins, below the prefix of the list
};

Failure expired_page(const std::string& start)
{
  auto failure = expired(
      "The provided continue parameter is too old to display a consistent list result. You can start a "
      "new list without the continue parameter, or use the continue token in this response to retrieve "
      "the remainder of the results. Continuing with the provided token results in an inconsistent list "
      "- objects that were created, modified, or deleted between the time the first chunk was returned "
      "and now may show up in the list.");
  failure.set_continue(Continue{-1, start}.encode());
  return failure;
}

/// Snapshots what the list is about. Throws a 410 when that is gone.
ListSource choose_source(Server& server, const Call& call, std::int64_t limit)
{
  ListSource source;
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
    if (from.version >= 0 && from.version < oldest) throw expired_page(from.start);
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
  return source;
}

}  // namespace

/// Throws for what is no version, and for one that is newer than `newest` unless it `may_come`: such a version, a watch
/// may wait for, is cut off at the largest of ours.
std::int64_t parse_version(const std::string& text, std::int64_t newest, bool list, bool may_come)
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

Filter filter_of(const Call& call)
{
  return {*call.kind, call.path.namespace_, call.query.get("labelSelector"), call.query.get("fieldSelector")};
}

ListPage select_page(Server& server, const Call& call)
{
  const auto filter = filter_of(call);
  const auto limit = call.query.integer("limit").value_or(0);
  (void)call.query.integer("timeoutSeconds");
  check_list_options(call);
  const auto source = choose_source(server, call, limit);

  const bool paged = limit > 0 && call.query.get("resourceVersion") != "0";
  const auto prefix = call.path.namespace_.empty() ? std::string() : call.path.namespace_ + "/";
  ListPage page;
  page.info.version = source.version;
  const auto& objects = source.objects;
  for (auto at = objects.lower_bound(prefix + source.start); at != objects.end(); ++at) {
    if (!at->first.starts_with(prefix)) break;
    if (paged && page.items.size() == static_cast<std::size_t>(limit)) {
      // A list of one name, as far as that names one object, is a get: it has no next page.
      if (filter.scope().name && call.kind->namespaced != call.path.namespace_.empty()) break;
      // Right behind the last one. Whether anything matches there, a page does not look.
      page.info.continue_ = Continue{source.version, page.items.back()->key.substr(prefix.size()) + '\0'}.encode();
      if (filter.everything()) {
        // '0' comes after '/', so it ends the keys of a namespace.
        const auto end = prefix.empty() ? objects.size() : objects.rank(call.path.namespace_ + "0");
        page.info.remaining = static_cast<std::int64_t>(end - objects.rank(at->first));
      }
      break;
    }
    if (filter.matches(*at->second)) page.items.push_back(at->second);
  }
  return page;
}

void check_list_form(const Call& call)
{
  if (call.as.form != Form::partial_object || call.as.of_list) return;
  throw not_acceptable("you requested PartialObjectMetadata, but the requested object is a list (*" +
                       internal_type(*call.kind) + "List)");
}

awaitable<HttpResponse> list_objects(std::shared_ptr<Server> server, Call& call)
{
  auto page = select_page(*server, call);
  check_list_form(call);
  page.items = co_await stored_in(server, call.kind, std::move(page.items), call.version->name);
  co_return json_response(200, renderer_for(*server, call).list(page.items, page.info));
}

}  // namespace kubexx::apiserver
