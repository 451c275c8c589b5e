// SPDX-License-Identifier: Apache-2.0
#include "requests/api_status.hpp"
#include "requests/retry_after.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx {

const char* to_string(Verb verb) noexcept
{
  switch (verb) {
    case Verb::get:
    case Verb::raw:
      return "get";
    case Verb::list:
      return "list";
    case Verb::watch:
      return "watch";
    case Verb::create:
      return "create";
    case Verb::update:
      return "update";
    case Verb::patch:
      return "patch";
    case Verb::delete_:
      return "delete";
    case Verb::delete_collection:
      return "deletecollection";
  }
  return "unknown";
}

const char* reason_of(unsigned code, Verb verb) noexcept
{
  switch (code) {
    case 400:
      return "BadRequest";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "NotFound";
    case 405:
      return "MethodNotAllowed";
    case 406:
      return "NotAcceptable";
    case 409:
      return verb == Verb::create ? "AlreadyExists" : "Conflict";
    case 410:
      return "Gone";
    case 413:
      return "RequestEntityTooLarge";
    case 415:
      return "UnsupportedMediaType";
    case 422:
      return "Invalid";
    case 429:
      return "TooManyRequests";
    case 500:
      return "InternalError";
    case 503:
      return "ServiceUnavailable";
    case 504:
      return "Timeout";
    default:
      return code >= 500 ? "InternalError" : "Unknown";
  }
}

namespace detail {

namespace {

constexpr std::size_t longest_text = 2048;

constexpr unsigned not_modified = 304;

/// Of an answer 3xx; of a redirect: whose it is, and never the path or query of a Location, which may hold a secret.
std::string redirect_text(unsigned code, const Headers& headers)
{
  if (code == not_modified) {
    return "the server responded that nothing has changed, but the request was not conditional";
  }
  std::string where = "elsewhere";
  std::string_view location = headers.find("Location").value_or(std::string_view());
  location = location.substr(0, location.find_first_of("?#"));
  if (location.starts_with('/') && !location.starts_with("//")) {
    where = "another path on the same server";
  } else if (location.find("://") != std::string_view::npos) {
    try {
      ServerUrl url = parse_server_url(location);
      url.path_prefix.clear();
      where = url.str();
    } catch (const std::invalid_argument&) {
      // Not a server's, or with a user and password in it.
    }
  }
  return "the server redirects to " + where + ", and redirects are not followed";
}

/// At most 2048 bytes of `body` as one line of text, cut between characters.
std::string readable(std::string_view body)
{
  while (!body.empty() && static_cast<unsigned char>(body.back()) <= ' ') body.remove_suffix(1);
  const bool cut = body.size() > longest_text;
  if (cut) {
    body = body.substr(0, longest_text);
    while (!body.empty() && (static_cast<unsigned char>(body.back()) & 0xC0U) == 0x80U) body.remove_suffix(1);
    if (!body.empty() && static_cast<unsigned char>(body.back()) >= 0xC0U) body.remove_suffix(1);
  }
  std::string text(body);
  std::replace_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return cut ? text + "…" : text;
}

std::string text_at(JsonView json, std::string_view pointer)
{
  return json.at(pointer).as_string().value_or(std::string());
}

/// `body` when it is a Status; absent when it is anything else, such as a proxy's page.
JsonView status_json(std::string_view body)
{
  try {
    JsonScanner scanner(body);
    scanner.skip_space();
    const JsonView json(scanner.value());
    if (json.member("kind").equals("Status")) return json;
  } catch (const ObjectError&) {
    // Not JSON.
  }
  return {};
}

std::string resource_name(const CallSubject& subject)
{
  return subject.subresource.empty() ? subject.type.plural : subject.type.plural + "/" + subject.subresource;
}

/// What a person can do about it; empty when nothing in particular.
std::string advice(const CallSubject& subject, const Status& status)
{
  const auto says = [&](std::string_view text) { return status.message.find(text) != std::string::npos; };
  if (status.code == 401) {
    return "the credentials are missing, wrong or expired: rotate the token or the client certificate";
  }
  if (status.code == 403 && subject.verb == Verb::raw) {
    return "grant verb \"get\" on nonResourceURL \"" + subject.target.substr(0, subject.target.find('?')) +
           "\" to this identity";
  }
  if (status.code == 400 && !subject.selectors.empty()) return "the request has " + subject.selectors;
  const bool not_rbac = says("quota") || says("admission webhook") || says("being terminated");
  if (status.code == 403 && !not_rbac) {
    const std::string group =
        subject.type.group.empty() ? "the core API group" : "API group \"" + subject.type.group + "\"";
    return std::string("grant verb \"") + to_string(subject.verb) + "\" on resource \"" + resource_name(subject) +
           "\" in " + group + " to this identity";
  }
  return {};
}

/// What an API server says of a path that it does not serve.
bool is_usual_404(std::string_view message)
{
  return message.empty() || message == "the server could not find the requested resource" ||
         message == "404 page not found";
}

/// A 404 that is about the kind, not about one object.
bool is_missing_resource(const CallSubject& subject, const Status& status)
{
  if (status.code != 404 || subject.verb == Verb::raw) return false;
  return subject.verb == Verb::list || subject.verb == Verb::watch || status.name.empty();
}

}  // namespace

std::string to_string(const CallSubject& subject)
{
  // A query may hold what is secret.
  if (subject.verb == Verb::raw) return "get " + subject.target.substr(0, subject.target.find('?'));
  std::string text = std::string(to_string(subject.verb)) + " " + subject.type.group_resource();
  if (!subject.subresource.empty()) text += "/" + subject.subresource;
  if (!subject.key.name.empty()) text += " \"" + subject.key.name + "\"";
  if (!subject.key.namespace_.empty()) {
    text += " in namespace \"" + subject.key.namespace_ + "\"";
  } else if (subject.type.namespaced() && subject.key.name.empty()) {
    text += " in all namespaces";
  }
  return text;
}

Status status_from(JsonView json, unsigned code)
{
  Status status;
  const auto own_code = json.at("/code").as_int();
  status.code = own_code && *own_code >= 100 && *own_code < 1000 ? static_cast<unsigned>(*own_code) : code;
  status.reason = text_at(json, "/reason");
  status.message = text_at(json, "/message");
  status.name = text_at(json, "/details/name");
  status.group = text_at(json, "/details/group");
  status.kind = text_at(json, "/details/kind");
  status.uid = text_at(json, "/details/uid");
  status.continue_ = text_at(json, "/metadata/continue");
  for (auto causes = json.at("/details/causes").children(); causes.next();) {
    const JsonView cause = causes.value();
    status.causes.push_back({text_at(cause, "/reason"), text_at(cause, "/message"), text_at(cause, "/field")});
  }
  const auto delay = json.at("/details/retryAfterSeconds").as_int();
  if (delay.value_or(0) > 0) status.retry_after = retry_after_seconds(delay);
  return status;
}

bool is_status(std::string_view body)
{
  return static_cast<bool>(status_json(body));
}

bool may_hold_failure(std::string_view body) noexcept
{
  constexpr std::size_t longest_status = std::size_t{1} << 20U;
  // Hardly any object says so. A text is found by its first character, and quotes are many.
  return body.size() <= longest_status && body.find("Failure\"") != std::string_view::npos;
}

std::optional<Status> failure_within(const CallSubject& subject, const Headers& headers, std::string_view body)
{
  if (!may_hold_failure(body)) return std::nullopt;
  const auto type = headers.find("Content-Type");
  if (type ? type->find("json") == std::string_view::npos : subject.subresource == "log") return std::nullopt;
  const JsonView json = status_json(body);
  if (!json || !json.member("status").equals("Failure")) return std::nullopt;
  Status status = status_from(json, 500);
  if (status.code < 400) status.code = 500;
  if (status.reason.empty()) status.reason = reason_of(status.code, subject.verb);
  return status;
}

Status status_of_response(const CallSubject& subject, unsigned code, const Headers& headers, std::string_view body,
                          WallTime now)
{
  Status status;
  const JsonView json = status_json(body);
  if (json) status = status_from(json, code);
  status.code = code;
  if (!json) status.message = code >= 300 && code < 400 ? redirect_text(code, headers) : readable(body);
  if (status.reason.empty()) status.reason = reason_of(code, subject.verb);
  if (!status.retry_after) status.retry_after = retry_after_of(headers, now);
  return status;
}

ApiError make_api_error(const CallSubject& subject, Status status)
{
  std::string what = to_string(subject) + ": " + std::to_string(status.code);
  if (!status.reason.empty()) what += " " + status.reason;
  if (is_missing_resource(subject, status) && status.kind != "namespaces") {
    what += ": the server has no resource " + subject.type.group_resource() + "/" + subject.type.version;
    // Built-in groups have no dot, or end in k8s.io without being anyone's CRD; a CRD's group always has a dot.
    what += subject.type.group.find('.') != std::string::npos ? ": install its CRD, or correct the plural"
                                                              : ": it does not serve this version";
    if (!is_usual_404(status.message)) what += " (the server responded: " + status.message + ")";
    return {std::move(status), what};
  }
  if (!status.message.empty()) what += ": " + status.message;
  if (const std::string todo = advice(subject, status); !todo.empty()) what += " (" + todo + ")";
  return {std::move(status), what};
}

}  // namespace detail
}  // namespace kubexx
