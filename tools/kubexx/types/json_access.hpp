// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Members of JSON objects that may be missing or of another type.
namespace kubexx::cli::types {

/// Empty unless it is a text.
[[nodiscard]] inline std::string text_in(const nlohmann::json& object, const char* member)
{
  if (!object.is_object()) return {};
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

[[nodiscard]] inline bool is_true(const nlohmann::json& object, const char* member)
{
  const auto found = object.is_object() ? object.find(member) : object.end();
  return found != object.end() && *found == nlohmann::json(true);
}

/// Empty unless it is an object.
[[nodiscard]] inline nlohmann::json object_in(const nlohmann::json& object, const char* member)
{
  const auto found = object.is_object() ? object.find(member) : object.end();
  return found != object.end() && found->is_object() ? *found : nlohmann::json::object();
}

/// Empty unless it is a list.
[[nodiscard]] inline std::vector<nlohmann::json> list_in(const nlohmann::json& object, const char* member)
{
  const auto found = object.is_object() ? object.find(member) : object.end();
  return found != object.end() && found->is_array() ? std::vector<nlohmann::json>(found->begin(), found->end())
                                                    : std::vector<nlohmann::json>();
}

}  // namespace kubexx::cli::types
