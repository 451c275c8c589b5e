// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/request.hpp"
#include "core/status.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "protobuf/envelope.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t max_body = 3U * 1024U * 1024U;  // kube-apiserver's limit of a request

bool too_deep(std::string_view text)
{
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const char c = text[index];
    if (in_string) {
      if (c == '\\') ++index;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > max_depth) return true;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return false;
}

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
Json read_yaml(const std::string& body, std::string_view kind)
{
  try {
    auto documents = parse_yaml(body);
    return documents.empty() || documents.front().is_null() ? Json::object() : std::move(documents.front());
  } catch (const std::runtime_error& error) {
    throw unrecognized(kind, std::string("yaml: ") + error.what(), body);
  }
}

const char* go_type_of(const Json& value)
{
  if (value.is_boolean()) return "bool";
  return value.type_name();
}

}  // namespace

Json parse_json(std::string_view text, std::string_view what, std::string_view behind)
{
  if (too_deep(text)) throw bad_request(std::string(what) + ": exceeded max depth");
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    std::string detail = error.what();
    if (const auto colon = detail.find("] "); colon != std::string::npos) detail.erase(0, colon + 2);
    if (detail.find("unexpected end of input") != std::string::npos) detail = "unexpected end of JSON input";
    throw bad_request(std::string(what) + ": " + detail + std::string(behind));
  }
}

void check_body_size(const HttpRequest& request)
{
  if (request.body.size() <= max_body) return;
  throw too_large("Request entity too large: limit is " + std::to_string(max_body));
}

Failure unrecognized(std::string_view kind, const std::string& problem, std::string_view body)
{
  return bad_request("the object provided is unrecognized (must be of type " + std::string(kind) + "): " + problem +
                     " (" + summary(body) + ")");
}

Json parse_body(const HttpRequest& request, std::string_view kind, std::string_view api_version)
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
  auto body = yaml ? read_yaml(request.body, kind)
                   : parse_json(request.body,
                                "the object provided is unrecognized (must be of type " + std::string(kind) +
                                    "): couldn't get version/kind; json parse error",
                                " (" + summary(request.body) + ")");
  if (!body.is_object()) {
    throw unrecognized(kind,
                       std::string("couldn't get version/kind; json parse error: json: cannot unmarshal ") +
                           go_type_of(body) +
                           " into Go value of type struct { APIVersion string "
                           "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
                           "\"json:\\\"kind,omitempty\\\"\" }",
                       request.body);
  }
  return body;
}

}  // namespace kubexx::apiserver
