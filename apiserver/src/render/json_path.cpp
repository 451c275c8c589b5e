// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "render/tables.hpp"

namespace kubexx::apiserver {
namespace {

using Values = std::vector<const Json*>;

Values members(const Values& from, std::string_view name)
{
  Values found;
  for (const auto* value : from) {
    if (const auto* member = find(*value, {name})) found.push_back(member);
  }
  return found;
}

Values children(const Values& from)
{
  Values found;
  for (const auto* value : from) {
    if (!value->is_array() && !value->is_object()) continue;
    for (const auto& child : *value) found.push_back(&child);
  }
  return found;
}

/// `@.type=="Ready"`, or with != or a bare path that must exist.
bool holds(const Json& item, std::string_view condition)
{
  if (condition.empty() || condition.front() != '@') return false;
  condition.remove_prefix(1);
  const auto op = std::min(condition.find("=="), condition.find("!="));
  auto path = condition.substr(0, op);
  while (!path.empty() && path.back() == ' ') path.remove_suffix(1);
  const auto values = json_path(item, path);
  if (!values) return false;
  if (op == std::string_view::npos) return !values->empty();
  const bool equal = condition[op] == '=';
  auto wanted = condition.substr(op + 2);
  while (!wanted.empty() && wanted.front() == ' ') wanted.remove_prefix(1);
  while (!wanted.empty() && wanted.back() == ' ') wanted.remove_suffix(1);
  Json literal;
  if (wanted.size() >= 2 && (wanted.front() == '"' || wanted.front() == '\'')) {
    literal = std::string(wanted.substr(1, wanted.size() - 2));
  } else {
    literal = Json::parse(wanted, nullptr, false);
  }
  if (values->empty()) return !equal;
  return (*values->front() == literal) == equal;
}

std::optional<Values> subscript(const Values& from, std::string_view inside)
{
  if (inside == "*") return children(from);
  if (inside.size() > 3 && inside.starts_with("?(") && inside.back() == ')') {
    Values found;
    for (const auto* child : children(from)) {
      if (holds(*child, inside.substr(2, inside.size() - 3))) found.push_back(child);
    }
    return found;
  }
  if (inside.size() >= 2 && (inside.front() == '\'' || inside.front() == '"')) {
    return members(from, inside.substr(1, inside.size() - 2));
  }
  std::int64_t index = 0;
  const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), index);
  if (error != std::errc() || end != inside.data() + inside.size()) return std::nullopt;
  Values found;
  for (const auto* value : from) {
    if (!value->is_array()) continue;
    const auto size = static_cast<std::int64_t>(value->size());
    const auto at = index < 0 ? index + size : index;
    if (at >= 0 && at < size) found.push_back(&(*value)[static_cast<std::size_t>(at)]);
  }
  return found;
}

/// The position of the bracket that closes the one before `text`, outside quotes.
std::size_t closing(std::string_view text)
{
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == ']') {
      return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<std::vector<const Json*>> json_path(const Json& value, std::string_view path)
{
  Values at{&value};
  while (!path.empty()) {
    if (path.front() == '[') {
      path.remove_prefix(1);
      const auto end = closing(path);
      if (end == std::string_view::npos) return std::nullopt;
      auto found = subscript(at, path.substr(0, end));
      if (!found) return std::nullopt;
      at = std::move(*found);
      path.remove_prefix(end + 1);
      continue;
    }
    if (path.front() != '.') return std::nullopt;
    path.remove_prefix(1);
    if (path.starts_with(".")) return std::nullopt;  // recursive descent is not for columns
    std::string name;
    while (!path.empty() && path.front() != '.' && path.front() != '[') {
      if (path.front() == '\\' && path.size() > 1) path.remove_prefix(1);
      name.push_back(path.front());
      path.remove_prefix(1);
    }
    if (name.empty()) continue;
    at = name == "*" ? children(at) : members(at, name);
  }
  return at;
}

}  // namespace kubexx::apiserver
