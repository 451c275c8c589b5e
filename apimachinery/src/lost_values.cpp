// SPDX-License-Identifier: Apache-2.0
#include "lost_values.hpp"

#include <charconv>

#include "json_tree.hpp"
#include "kubexx/apimachinery/shard_selector.hpp"

namespace kubexx::detail {

using nlohmann::json;

namespace {

std::string json_text(const json& value)
{
  JsonWriter to;
  write_tree(value, to);
  return to.take();
}

}  // namespace

std::string value_hash(const json& value)
{
  constexpr int base = 36;
  char text[16];
  const auto end = std::to_chars(text, text + sizeof text, ShardSelector::hash(json_text(value)), base).ptr;
  return {text, end};
}

const json* node_member(const json& object, const char* name)
{
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

bool has_value_hash(const json& value, const json& hash)
{
  return hash.is_string() && hash.get_ref<const std::string&>() == value_hash(value);
}

std::optional<std::string> element_key(const json& element, const ElementKeys& keys)
{
  json values = json::array();
  for (const auto& key : keys) {
    const json* const value = node_member(element, key.c_str());
    if (value == nullptr || value->is_structured() || value->is_null()) return std::nullopt;
    values.push_back(*value);
  }
  return json_text(values.size() == 1 ? values.front() : values);
}

}  // namespace kubexx::detail
