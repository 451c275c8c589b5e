// SPDX-License-Identifier: Apache-2.0
#include "core/request.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/status.hpp"
#include "core/text.hpp"

namespace kubexx::apiserver {
namespace {

int hex_digit(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
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
    if (name && value) values_[*name].push_back(*value);
  });
}

std::string Query::get(const std::string& name) const
{
  const auto found = values_.find(name);
  return found == values_.end() ? std::string() : found->second.front();
}

std::vector<std::string> Query::all(const std::string& name) const
{
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

bool Query::flag(const std::string& name) const
{
  const auto found = values_.find(name);
  if (found == values_.end()) return false;
  const auto value = lower(found->second.front());
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
  const auto decoded = percent_decode(path, false);
  if (!decoded) return std::nullopt;
  std::string_view left = *decoded;
  if (left.starts_with('/')) left.remove_prefix(1);
  if (left.ends_with('/')) left.remove_suffix(1);
  std::vector<std::string> segments;
  if (left.empty()) return segments;
  for_each_part(left, '/', [&](std::string_view part) { segments.emplace_back(part); });
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
  // What is behind a proxy is a path there.
  if (next < segments.size() && path.subresource != "proxy") return std::nullopt;
  return path;
}

std::string header(const Headers& headers, std::string_view name)
{
  for (const auto& [field, value] : headers) {
    if (lower(field) == lower(name)) return value;
  }
  return {};
}

}  // namespace kubexx::apiserver
