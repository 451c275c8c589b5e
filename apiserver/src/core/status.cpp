// SPDX-License-Identifier: Apache-2.0
#include "core/status.hpp"

#include <set>
#include <utility>

namespace kubexx::apiserver {
namespace {

Json named_details(std::string_view group, std::string_view kind, std::string_view name)
{
  Json details = Json::object();
  if (!name.empty()) details["name"] = std::string(name);
  if (!group.empty()) details["group"] = std::string(group);
  if (!kind.empty()) details["kind"] = std::string(kind);
  return details;
}

}  // namespace

Failure::Failure(unsigned code, std::string_view reason, std::string message, Json details)
    : code_(code), message_(std::move(message))
{
  status_ = Json{{"kind", "Status"},    {"apiVersion", "v1"},  {"metadata", Json::object()},
                 {"status", "Failure"}, {"message", message_}, {"code", code}};
  if (!reason.empty()) status_["reason"] = std::string(reason);
  if (!details.is_null()) status_["details"] = std::move(details);
}

std::string group_resource(std::string_view group, std::string_view resource)
{
  std::string text(resource);
  if (!group.empty()) text.append(".").append(group);
  return text;
}

Failure not_found(std::string_view group, std::string_view resource, std::string_view name)
{
  return {404, "NotFound", group_resource(group, resource) + " " + go_quoted(name) + " not found",
          named_details(group, resource, name)};
}

Failure already_exists(std::string_view group, std::string_view resource, std::string_view name)
{
  return {409, "AlreadyExists", group_resource(group, resource) + " " + go_quoted(name) + " already exists",
          named_details(group, resource, name)};
}

Failure generated_exists(std::string_view group, std::string_view resource, std::string_view name)
{
  auto details = named_details(group, resource, name);
  details["retryAfterSeconds"] = 1;
  return {409, "AlreadyExists",
          group_resource(group, resource) + " " + go_quoted(name) +
              " already exists, the server was not able to generate a unique name for the object",
          std::move(details)};
}

Failure conflict(std::string_view group, std::string_view resource, std::string_view name, std::string_view detail)
{
  return {409, "Conflict",
          "Operation cannot be fulfilled on " + group_resource(group, resource) + " " + go_quoted(name) + ": " +
              std::string(detail),
          named_details(group, resource, name)};
}

Failure modified_conflict(std::string_view group, std::string_view resource, std::string_view name)
{
  return conflict(group, resource, name,
                  "the object has been modified; please apply your changes to the latest version and try again");
}

Failure invalid(std::string_view group, std::string_view kind, std::string_view name, const FieldErrors& errors)
{
  Json details = named_details(group, kind, name);
  std::string aggregate;
  Json causes = Json::array();
  std::vector<std::string> texts;
  std::set<std::string> seen;
  for (const auto& error : errors) {
    auto text = error.text();
    causes.push_back({{"reason", error.reason}, {"message", error.body}, {"field", error.field}});
    if (seen.insert(text).second) texts.push_back(std::move(text));
  }
  for (const auto& text : texts) aggregate.append(aggregate.empty() ? "" : ", ").append(text);
  if (texts.size() > 1) aggregate = "[" + aggregate + "]";
  details["causes"] = std::move(causes);
  return {422, "Invalid", group_resource(group, kind) + " " + go_quoted(name) + " is invalid: " + aggregate,
          std::move(details)};
}

Failure forbidden(std::string_view group, std::string_view resource, std::string_view name, std::string_view detail,
                  Json causes)
{
  Json details = named_details(group, resource, name);
  if (!causes.is_null()) details["causes"] = std::move(causes);
  std::string message = group_resource(group, resource);
  if (!name.empty()) message += " " + go_quoted(name);
  return {403, "Forbidden", message + " is forbidden: " + std::string(detail), std::move(details)};
}

Failure bad_request(std::string message)
{
  return {400, "BadRequest", std::move(message)};
}

Failure method_not_allowed()
{
  return {405, "MethodNotAllowed", "the server does not allow this method on the requested resource", Json::object()};
}

Failure no_such_path()
{
  return {404, "NotFound", "the server could not find the requested resource", Json::object()};
}

Failure expired(std::string message)
{
  return {410, "Expired", std::move(message)};
}

Failure too_old(std::int64_t wanted, std::int64_t oldest)
{
  return expired("too old resource version: " + std::to_string(wanted) + " (" + std::to_string(oldest) + ")");
}

Failure too_large_version(std::uint64_t wanted, std::int64_t current)
{
  Json details{
      {"retryAfterSeconds", 1},
      {"causes", Json::array({{{"reason", "ResourceVersionTooLarge"}, {"message", "Too large resource version"}}})}};
  return {504, "Timeout",
          "Timeout: Too large resource version: " + std::to_string(wanted) + ", current: " + std::to_string(current),
          std::move(details)};
}

Failure unsupported_media_type(std::string message)
{
  return {415, "UnsupportedMediaType", std::move(message)};
}

Failure not_acceptable(std::string message)
{
  return {406, "NotAcceptable", std::move(message)};
}

Failure too_large(std::string message)
{
  return {413, "RequestEntityTooLarge", std::move(message)};
}

Failure internal_error(std::string_view detail)
{
  Json details{{"causes", Json::array({{{"message", std::string(detail)}}})}};
  return {500, "InternalError", "Internal error occurred: " + std::string(detail), std::move(details)};
}

HttpResponse json_response(unsigned code, std::string body, std::string content_type)
{
  HttpResponse response;
  response.status = code;
  response.headers.add("Content-Type", std::move(content_type));
  response.headers.add("Cache-Control", "no-cache, private");
  response.body = std::move(body);
  return response;
}

HttpResponse failure_response(const Failure& failure)
{
  auto response = json_response(failure.code(), dump(failure.status()));
  if (failure.is_by_authorizer()) response.headers.add("X-Content-Type-Options", "nosniff");
  if (const auto* seconds = find(failure.status(), {"details", "retryAfterSeconds"})) {
    response.headers.add("Retry-After", dump(*seconds));
  }
  return response;
}

}  // namespace kubexx::apiserver
