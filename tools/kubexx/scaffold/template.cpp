// SPDX-License-Identifier: Apache-2.0
#include "template.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace kubexx::cli::scaffold {
namespace {

bool is_name(std::string_view text)
{
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
}

[[noreturn]] void fail(std::size_t line, const std::string& what)
{
  throw std::runtime_error("line " + std::to_string(line) + " of the template: " + what);
}

std::string replaced(std::string_view line, std::size_t number, const TemplateValues& values)
{
  std::string text;
  while (true) {
    const auto begin = line.find('@');
    const auto end = begin == std::string_view::npos ? begin : line.find('@', begin + 1);
    if (end == std::string_view::npos) return text.append(line);
    const auto name = line.substr(begin + 1, end - begin - 1);
    if (!is_name(name)) {
      text.append(line.substr(0, end));  // the second @ may begin a name
      line.remove_prefix(end);
      continue;
    }
    const auto value = values.names.find(name);
    if (value == values.names.end()) fail(number, "no value for @" + std::string(name) + "@");
    text.append(line.substr(0, begin)).append(value->second);
    line.remove_prefix(end + 1);
  }
}

}  // namespace

std::string filled(std::string_view text, const TemplateValues& values)
{
  std::string result;
  std::optional<bool> keeps;  // of the lines since the last @if@ or @else@
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto length = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (line.starts_with("@if ") && line.ends_with('@')) {
      if (keeps) fail(number, "an @if@ inside another @if@");
      keeps = values.facts.contains(line.substr(4, line.size() - 5));
    } else if (line == "@else@") {
      if (!keeps) fail(number, "an @else@ without an @if@");
      keeps = !*keeps;
    } else if (line == "@end@") {
      if (!keeps) fail(number, "an @end@ without an @if@");
      keeps.reset();
    } else if (keeps.value_or(true)) {
      result += replaced(line, number, values) + "\n";
    }
  }
  if (keeps) throw std::runtime_error("the template has an @if@ without an @end@");
  return result;
}

}  // namespace kubexx::cli::scaffold
