// SPDX-License-Identifier: Apache-2.0
#include "core/json.hpp"

namespace kubexx::apiserver {

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

Json::json_pointer field_pointer(std::string_view path)
{
  std::string text;
  for (const char c : path) {
    if (c == '.') {
      text += '/';
    } else if (c == '/' || c == '~') {
      text += c == '/' ? "~1" : "~0";
    } else {
      text += c;
    }
  }
  return Json::json_pointer(text);
}

void remove_member(Json& parent, std::string_view name)
{
  if (parent.is_object()) parent.erase(std::string(name));
}

void set_default(Json& parent, std::string_view name, Json value)
{
  auto& member = parent[std::string(name)];
  if (member.is_null()) member = std::move(value);
}

}  // namespace kubexx::apiserver
