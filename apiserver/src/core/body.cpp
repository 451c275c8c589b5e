// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/go_words.hpp"
#include "core/json_text.hpp"
#include "core/request.hpp"
#include "core/status.hpp"
#include "core/text.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "protobuf/envelope.hpp"

namespace kubexx::apiserver {
namespace {

/// What is decoded without the words of an endpoint.
constexpr std::string_view options_kind = "DeleteOptions";

/// The start of a body, in hexadecimal unless it looks like JSON.
std::string summary(std::string_view body)
{
  constexpr std::size_t longest = 30;
  if (body.empty()) return "<empty>";
  const auto shown = body.substr(0, longest);
  std::string text;
  if (body.front() == '{') {
    text = shown;
  } else {
    static constexpr char digits[] = "0123456789abcdef";
    for (const char c : shown) {
      text += digits[static_cast<unsigned char>(c) >> 4U];
      text += digits[static_cast<unsigned char>(c) & 15U];
    }
  }
  return body.size() > longest ? text + " ..." : text;
}

/// The first document, as the real server reads it.
Json read_yaml(const std::string& body, std::string_view kind, std::vector<std::string>* repeated)
{
  try {
    return parse_yaml_body(body, repeated);
  } catch (const YamlError& error) {
    throw unrecognized(kind, "yaml: " + go_yaml_problem(error), body);
  }
}

Json decode_json(const std::string& body, std::string_view kind)
{
  const std::string problem = "couldn't get version/kind; json parse error";
  if (kind == options_kind) return parse_json(body, problem);
  return parse_json(body, "the object provided is unrecognized (must be of type " + std::string(kind) + "): " + problem,
                    " (" + summary(body) + ")");
}

const char* go_type_of(const Json& value)
{
  if (value.is_boolean()) return "bool";
  return value.type_name();
}

}  // namespace

char opening_too_deep(std::string_view text)
{
  std::size_t depth = 0;
  char opening = '\0';
  for_each_outside_strings(text, [&](char c) {
    if ((c == '{' || c == '[') && ++depth > max_depth) opening = c;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    return opening == '\0';
  });
  return opening;
}

std::string go_yaml_problem(const YamlError& error)
{
  const auto line = error.line() > 1 ? "line " + std::to_string(error.line()) + ": " : std::string();
  switch (error.why()) {
    case YamlError::Why::syntax:
      return error.what();
    case YamlError::Why::depth:
      return line + "exceeded max depth of 10000";  // kube-apiserver's limit; ours is lower
    case YamlError::Why::aliases:
      return "document contains excessive aliasing";
    case YamlError::Why::cycle:
      return "anchor '" + error.alias() + "' value contains itself";
    case YamlError::Why::unknown_alias:
      return "unknown anchor '" + error.alias() + "' referenced";
  }
  return error.what();
}

Json parse_json(std::string_view text, std::string_view what, std::string_view behind)
{
  if (auto value = read_usual_json(text)) return std::move(*value);
  if (const char deepest = opening_too_deep(text); deepest != '\0') {
    throw bad_request(std::string(what) + ": invalid character '" + deepest + "' exceeded max depth" +
                      std::string(behind));
  }
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    auto detail = go_json_problem(text);
    if (detail.empty()) {
      // What Go reads and we do not: text that is no UTF-8, numbers that no double holds.
      detail = error.what();
      if (const auto colon = detail.find("] "); colon != std::string::npos) detail.erase(0, colon + 2);
    }
    throw bad_request(std::string(what) + ": " + detail + std::string(behind));
  }
}

bool is_json(const HttpRequest& request)
{
  const auto types = parse_media_types(header(request.headers, "content-type"));
  return types.empty() || types.front().type == "application/json";
}

void check_body_size(const HttpRequest& request)
{
  if (request.body.size() > max_body) throw body_too_large();
}

Failure body_too_large()
{
  return too_large("Request entity too large: limit is " + std::to_string(max_body));
}

Failure unrecognized(std::string_view kind, const std::string& problem, std::string_view body)
{
  if (kind == options_kind) return bad_request(problem);
  return bad_request("the object provided is unrecognized (must be of type " + std::string(kind) + "): " + problem +
                     " (" + summary(body) + ")");
}

Json parse_yaml_body(const std::string& body, std::vector<std::string>* repeated)
{
  std::vector<RepeatedKey> keys;
  auto documents = repeated == nullptr ? parse_yaml(body) : parse_yaml(body, keys);
  for (const auto& one : keys) {
    repeated->push_back("line " + std::to_string(one.line) + ": key " + (one.is_text ? go_quoted(one.key) : one.key) +
                        " already set in map");
  }
  return documents.empty() ? Json() : std::move(documents.front());
}

Json parse_body(const HttpRequest& request, std::string_view kind, std::string_view api_version,
                std::vector<std::string>* repeated)
{
  const auto types = parse_media_types(header(request.headers, "content-type"));
  const auto type = types.empty() ? std::string("application/json") : types.front().type;
  const bool yaml = type == "application/yaml";
  const bool protobuf = type == protobuf::media_type;
  if (!yaml && !protobuf && type != "application/json") {
    throw unsupported_media_type(
        "the body of the request was in an unknown format - accepted media types include: application/json, "
        "application/yaml, application/vnd.kubernetes.protobuf");
  }
  check_body_size(request);
  if (protobuf) return protobuf::decode_body(request.body, api_version, kind);
  auto body = yaml ? read_yaml(request.body, kind, repeated) : decode_json(request.body, kind);
  if (body.is_null()) body = Json::object();
  if (!body.is_object()) {
    throw unrecognized(kind,
                       std::string("couldn't get version/kind; json parse error: json: cannot unmarshal ") +
                           go_type_of(body) +
                           " into Go value of type struct { APIVersion string "
                           "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
                           "\"json:\\\"kind,omitempty\\\"\" }",
                       request.body);
  }
  for (const char* name : {"apiVersion", "kind"}) {
    const auto* value = find(body, {name});
    if (value == nullptr || value->is_null() || value->is_string()) continue;
    throw unrecognized(kind,
                       std::string("couldn't get version/kind; json parse error: json: cannot unmarshal ") +
                           go_type_of(*value) + " into Go struct field ." + name + " of type string",
                       request.body);
  }
  return body;
}

}  // namespace kubexx::apiserver
