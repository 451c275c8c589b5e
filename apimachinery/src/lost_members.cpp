// SPDX-License-Identifier: Apache-2.0
#include "lost_members.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "lost_values.hpp"
#include "struct_fields.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

/// The keys of all elements; nullopt unless each has one and all are different.
std::optional<std::vector<std::string>> keys_in(const json& list, const ElementKeys& keys)
{
  std::vector<std::string> texts;
  for (const json& element : list) {
    auto text = element_key(element, keys);
    if (!text) return std::nullopt;
    texts.push_back(std::move(*text));
  }
  if (std::set<std::string_view>(texts.begin(), texts.end()).size() != texts.size()) return std::nullopt;
  return texts;
}

/// Elements of two lists that belong together, in order; an index is no_list_element if only the other list has the
/// element.
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;  // shown, full

/// nullopt unless elements with the same key are in the same order in both lists.
std::optional<Pairs> pairs_by_key(const std::vector<std::string>& shown, const std::vector<std::string>& full)
{
  Pairs pairs;
  std::size_t next = 0;
  for (std::size_t at = 0; at < full.size(); ++at) {
    const auto found = static_cast<std::size_t>(std::find(shown.begin(), shown.end(), full[at]) - shown.begin());
    if (found == shown.size()) {
      pairs.emplace_back(no_list_element, at);
      continue;
    }
    if (found < next) return std::nullopt;
    while (next < found) pairs.emplace_back(next++, no_list_element);
    pairs.emplace_back(next++, at);
  }
  while (next < shown.size()) pairs.emplace_back(next++, no_list_element);
  return pairs;
}

Pairs pairs_by_place(const json& shown, const json& full)
{
  const std::size_t shorter = std::min(shown.size(), full.size());
  std::size_t back = 0;
  if (shown.size() != full.size()) {
    std::size_t front = 0;
    while (front < shorter && shown[front] == full[front]) ++front;
    while (back < shorter - front && shown[shown.size() - 1 - back] == full[full.size() - 1 - back]) ++back;
  }
  const std::size_t both = shorter - back;
  Pairs pairs;
  for (std::size_t at = 0; at < both; ++at) pairs.emplace_back(at, at);
  for (std::size_t at = both; at < shown.size() - back; ++at) pairs.emplace_back(at, no_list_element);
  for (std::size_t at = both; at < full.size() - back; ++at) pairs.emplace_back(no_list_element, at);
  for (std::size_t at = back; at > 0; --at) pairs.emplace_back(shown.size() - at, full.size() - at);
  return pairs;
}

const Codec* value_codec(const Codec* codec)
{
  while (codec != nullptr && codec->is_optional()) codec = codec->element;
  return codec;
}

json value_difference(const json& shown, const json& full, const Codec* codec,
                      std::span<const std::string_view> list_keys);

json object_difference(const json& shown, const json& full, const Codec* codec)
{
  codec = value_codec(codec);
  const StructInfo* const info = codec != nullptr && codec->info != nullptr ? codec->info() : nullptr;
  json in = json::object();
  for (const auto& [name, value] : full.items()) {
    const auto before = shown.find(name);
    const Codec* of_member = codec != nullptr && codec->is_map() ? codec->element : nullptr;
    std::span<const std::string_view> keys;
    if (info != nullptr) {
      const std::size_t index = find_field(*info, name);
      if (index < info->fields.size()) {
        of_member = info->fields[index].codec;
        keys = info->fields[index].merge_keys();
      }
    }
    json lost;
    if (before != shown.end()) {
      lost = value_difference(*before, value, of_member, keys);
    } else if (of_member != nullptr && of_member->info != nullptr && value.is_object()) {
      // A struct with default values only is not written.
      lost = object_difference(json::object(), value, of_member);
      if (!lost.is_null()) lost["new"] = true;
    } else {
      lost = {{"is", value}};
    }
    if (!lost.is_null()) in[name] = std::move(lost);
  }
  for (const auto& [name, value] : shown.items()) {
    if (!full.contains(name)) in[name] = {{"was", value_hash(value)}};
  }
  if (in.empty()) return nullptr;
  return {{"in", std::move(in)}};
}

json list_difference(const json& shown, const json& full, const Codec* codec,
                     std::span<const std::string_view> list_keys)
{
  codec = value_codec(codec);
  const Codec* const of_element = codec != nullptr && codec->is_vector() ? codec->element : nullptr;
  ElementKeys keys(list_keys.begin(), list_keys.end());
  if (keys.empty()) keys = {"name"};
  const auto shown_keys = keys_in(shown, keys);
  const auto full_keys = shown_keys ? keys_in(full, keys) : std::nullopt;
  auto pairs = full_keys ? pairs_by_key(*shown_keys, *full_keys) : std::nullopt;
  const bool keyed = pairs.has_value();
  if (!pairs) pairs = pairs_by_place(shown, full);
  json of = json::array();
  bool differs = false;
  for (const auto& [before, now] : *pairs) {
    if (before == no_list_element) {
      of.push_back({{"is", full[now]}});
      differs = true;
      continue;
    }
    std::string at = keyed ? (*shown_keys)[before] : value_hash(shown[before]);
    json lost = now == no_list_element ? json{{"was", value_hash(shown[before])}}
                                       : value_difference(shown[before], full[now], of_element, {});
    if (lost.is_null()) {
      of.push_back(std::move(at));
    } else {
      lost["at"] = std::move(at);
      of.push_back(std::move(lost));
      differs = true;
    }
  }
  if (!differs) return nullptr;
  json node = {{"of", std::move(of)}};
  if (keyed) node["by"] = keys;
  return node;
}

json value_difference(const json& shown, const json& full, const Codec* codec,
                      std::span<const std::string_view> list_keys)
{
  if (shown == full) return nullptr;
  if (shown.is_object() && full.is_object()) return object_difference(shown, full, codec);
  if (shown.is_array() && full.is_array()) return list_difference(shown, full, codec, list_keys);
  return {{"is", full}, {"was", value_hash(shown)}};
}

}  // namespace

json lost_members(const json& shown, const json& full, const Codec& codec)
{
  return shown == full ? json() : object_difference(shown, full, &codec);
}

}  // namespace kubexx::detail
