// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/json.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace kubexx::schema::detail {
namespace {

/// Go's float64 in JSON: no exponent between 1e-6 and 1e21.
std::string float_text(double number)
{
  std::array<char, 400> text{};
  const auto size = std::fabs(number);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific)
                       .ptr;
  std::string spelt(text.data(), end);
  if (const auto sign = spelt.find("e-0"); sign != std::string::npos) spelt.erase(sign + 2, 1);
  return spelt;
}

}  // namespace

const Json& json_at(const Json& value, std::initializer_list<std::string_view> path)
{
  static const Json nothing;
  const auto* found = find(value, path);
  return found == nullptr ? nothing : *found;
}

const Json& array_at(const Json& value, std::initializer_list<std::string_view> path)
{
  static const Json none = Json::array();
  const auto* found = find(value, path);
  return found != nullptr && found->is_array() ? *found : none;
}

std::vector<std::string> strings_at(const Json& value, std::initializer_list<std::string_view> path)
{
  std::vector<std::string> result;
  const auto* found = find(value, path);
  if (found == nullptr || !found->is_array()) return result;
  for (const auto& item : *found) {
    if (item.is_string()) result.push_back(item.get<std::string>());
  }
  return result;
}

Json& ensure_object(Json& parent, std::string_view name)
{
  auto& member = parent[std::string(name)];
  if (!member.is_object()) member = Json::object();
  return member;
}

void set_default(Json& parent, std::string_view name, Json value)
{
  auto& member = parent[std::string(name)];
  if (member.is_null()) member = std::move(value);
}

std::string go_json(const Json& value)
{
  if (value.is_number_float()) return float_text(value.get<double>());
  std::string text;
  if (value.is_array()) {
    for (const auto& item : value) text += (text.empty() ? "" : ",") + go_json(item);
    return "[" + text + "]";
  }
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) {
      text += (text.empty() ? "" : ",") + dump(Json(name)) + ":" + go_json(member);
    }
    return "{" + text + "}";
  }
  text = dump(value);
  return value.is_string() ? cel::html_safe(text) : text;
}

}  // namespace kubexx::schema::detail
