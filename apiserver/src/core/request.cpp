// SPDX-License-Identifier: Apache-2.0
#include "core/request.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/status.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t max_body = 3U * 1024U * 1024U;  // kube-apiserver's limit of a request

int hex_digit(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string lower(std::string_view text)
{
  std::string result(text);
  for (auto& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::string_view trim(std::string_view text)
{
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

template <class Use>
void for_each_part(std::string_view text, char separator, Use use)
{
  while (true) {
    const auto end = text.find(separator);
    use(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

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

}  // namespace

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space)
{
  std::string result;
  result.reserve(text.size());
  for (std::size_t index = 0; index < text.size(); ++index) {
    const char c = text[index];
    if (c == '%') {
      if (index + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[index + 1]);
      const int low = hex_digit(text[index + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      result.push_back(static_cast<char>(high * 16 + low));
      index += 2;
    } else {
      result.push_back(c == '+' && plus_is_space ? ' ' : c);
    }
  }
  return result;
}

Query::Query(std::string_view text)
{
  for_each_part(text, '&', [this](std::string_view part) {
    if (part.empty()) return;
    const auto equals = part.find('=');
    const auto name = percent_decode(part.substr(0, equals), true);
    const auto value = equals == std::string_view::npos ? std::string() : percent_decode(part.substr(equals + 1), true);
    if (name && value) values_.emplace(*name, *value);
  });
}

std::string Query::get(const std::string& name) const
{
  const auto found = values_.find(name);
  return found == values_.end() ? std::string() : found->second;
}

bool Query::flag(const std::string& name) const
{
  const auto found = values_.find(name);
  if (found == values_.end()) return false;
  const auto value = lower(found->second);
  return !(value == "false" || value == "0");  // conversion.Convert_Slice_string_To_bool
}

std::optional<std::int64_t> Query::integer(const std::string& name) const
{
  if (!has(name)) return std::nullopt;
  const auto text = get(name);
  std::string_view digits = text;
  if (digits.starts_with("+") && !digits.starts_with("+-")) digits.remove_prefix(1);
  std::int64_t value = 0;
  if (const auto problem = read_number(digits, value); problem != nullptr) {
    throw bad_request("strconv.ParseInt: parsing " + go_quoted(text) + ": " + problem);
  }
  return value;
}

std::optional<std::vector<std::string>> split_path(std::string_view path)
{
  std::vector<std::string> segments;
  bool good = true;
  for_each_part(path, '/', [&](std::string_view part) {
    if (part.empty()) return;
    auto decoded = percent_decode(part, false);
    if (!decoded) {
      good = false;
      return;
    }
    segments.push_back(std::move(*decoded));
  });
  if (!good) return std::nullopt;
  return segments;
}

std::optional<ResourcePath> parse_resource_path(const std::vector<std::string>& segments)
{
  ResourcePath path;
  std::size_t next = 0;
  if (segments.size() >= 3 && segments[0] == "api") {
    path.version = segments[1];
    next = 2;
  } else if (segments.size() >= 4 && segments[0] == "apis") {
    path.group = segments[1];
    path.version = segments[2];
    next = 3;
  } else {
    return std::nullopt;
  }
  if (segments[next] == "watch" && next + 1 < segments.size()) {
    path.watch_prefix = true;
    ++next;
  }
  // /namespaces/NAME and its subresources are the namespace itself; anything longer lies inside it.
  const auto left = segments.size() - next;
  const bool of_itself = left == 3 && (segments[next + 2] == "status" || segments[next + 2] == "finalize");
  if (segments[next] == "namespaces" && left >= 3 && !of_itself) {
    path.namespace_ = segments[next + 1];
    next += 2;
  }
  path.resource = segments[next++];
  if (next < segments.size()) path.name = segments[next++];
  if (next < segments.size()) path.subresource = segments[next++];
  if (next < segments.size()) return std::nullopt;
  return path;
}

std::string header(const Headers& headers, std::string_view name)
{
  for (const auto& [field, value] : headers) {
    if (lower(field) == lower(name)) return value;
  }
  return {};
}

std::vector<MediaType> parse_media_types(std::string_view header_value)
{
  std::vector<MediaType> types;
  for_each_part(header_value, ',', [&](std::string_view part) {
    MediaType type;
    bool first = true;
    for_each_part(part, ';', [&](std::string_view piece) {
      piece = trim(piece);
      if (first) {
        type.type = lower(piece);
        first = false;
        return;
      }
      const auto equals = piece.find('=');
      if (equals == std::string_view::npos) return;
      auto value = trim(piece.substr(equals + 1));
      if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
      type.parameters[lower(trim(piece.substr(0, equals)))] = std::string(value);
    });
    if (!type.type.empty()) types.push_back(std::move(type));
  });
  return types;
}

Representation negotiate(const Headers& headers, const Query& query)
{
  const auto types = parse_media_types(header(headers, "accept"));
  if (types.empty()) return {};
  for (const auto& media : types) {
    if (media.type != "application/json" && media.type != "*/*" && media.type != "application/*") continue;
    const auto as = media.parameters.find("as");
    if (as == media.parameters.end()) return {};
    const auto group = media.parameters.find("g");
    const auto version = media.parameters.find("v");
    if (group == media.parameters.end() || group->second != "meta.k8s.io" || version == media.parameters.end())
      continue;
    if (version->second != "v1" && version->second != "v1beta1") continue;
    Representation chosen;
    chosen.meta_version = version->second;
    chosen.include_object = query.get("includeObject");
    if (as->second == "Table") {
      chosen.form = Form::table;
      return chosen;
    }
    if (as->second == "PartialObjectMetadata" || as->second == "PartialObjectMetadataList") {
      chosen.form = Form::partial_object;
      return chosen;
    }
  }
  throw not_acceptable("only the following media types are accepted: application/json");
}

Json parse_json(std::string_view text, std::string_view what)
{
  if (too_deep(text)) throw bad_request(std::string(what) + ": exceeded max depth");
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    std::string detail = error.what();
    if (const auto colon = detail.find("] "); colon != std::string::npos) detail.erase(0, colon + 2);
    if (detail.find("unexpected end of input") != std::string::npos) detail = "unexpected end of JSON input";
    throw bad_request(std::string(what) + ": " + detail);
  }
}

Json parse_body(const HttpRequest& request, std::string_view kind)
{
  const auto types = parse_media_types(header(request.headers, "content-type"));
  if (!types.empty() && types.front().type != "application/json" && types.front().type != "*/*") {
    throw unsupported_media_type("the body of the request was in an unknown format (" + types.front().type +
                                 ") - accepted media types include: application/json. This server speaks JSON only: "
                                 "set the content type of the client to application/json");
  }
  if (request.body.size() > max_body) {
    throw too_large("Request entity too large: limit is " + std::to_string(max_body));
  }
  auto body = parse_json(request.body, "the object provided is unrecognized (must be of type " + std::string(kind) +
                                           "): couldn't get version/kind; json parse error");
  if (!body.is_object()) {
    throw bad_request("the object provided is unrecognized (must be of type " + std::string(kind) +
                      "): couldn't get version/kind; json parse error: the body is not a JSON object");
  }
  return body;
}

}  // namespace kubexx::apiserver
