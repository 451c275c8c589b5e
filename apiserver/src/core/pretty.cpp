// SPDX-License-Identifier: Apache-2.0
#include "core/pretty.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/request.hpp"

namespace kubexx::apiserver {
namespace {

bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Behind the string that begins at `at`.
std::size_t end_of_string(std::string_view json, std::size_t at)
{
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\') ++at;
  }
  return std::min(at + 1, json.size());
}

/// strconv.ParseBool; anything else is false.
bool parsed_bool(std::string_view text)
{
  static constexpr std::array<std::string_view, 6> yes{"1", "t", "T", "TRUE", "true", "True"};
  return std::find(yes.begin(), yes.end(), text) != yes.end();
}

}  // namespace

std::string indented(std::string_view json)
{
  std::string text;
  text.reserve(json.size() + json.size() / 2);
  std::size_t depth = 0;
  bool opened = false;  // a bracket, behind which there is nothing yet
  const auto new_line = [&] {
    text += '\n';
    text.append(2 * depth, ' ');
  };
  for (std::size_t at = 0; at < json.size();) {
    const char c = json[at];
    std::size_t end = at + 1;
    if (is_blank(c)) {
      at = end;
      continue;
    }
    if (c == '}' || c == ']') {
      if (depth > 0) --depth;
      if (!std::exchange(opened, false)) new_line();
    } else if (std::exchange(opened, c == '{' || c == '[')) {
      new_line();
    }
    if (c == '"') end = end_of_string(json, at);
    text.append(json.substr(at, end - at));
    if (opened) ++depth;
    if (c == ',') new_line();
    if (c == ':') text += ' ';
    at = end;
  }
  return text;
}

bool wants_indentation(const HttpRequest& request)
{
  const auto question = request.target.find('?');
  if (question != std::string::npos && request.target.find("pretty", question) != std::string::npos) {
    const auto value = Query(std::string_view(request.target).substr(question + 1)).get("pretty");
    if (!value.empty()) return parsed_bool(value);
  }
  const auto agent = request.headers.find("user-agent");
  if (!agent) return false;
  static constexpr std::array<std::string_view, 3> people{"curl", "Wget", "Mozilla/5.0"};
  return std::any_of(people.begin(), people.end(), [&](std::string_view name) { return agent->starts_with(name); });
}

}  // namespace kubexx::apiserver
