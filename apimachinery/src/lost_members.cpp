// SPDX-License-Identifier: Apache-2.0
#include "lost_members.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "json_tree.hpp"
#include "kubexx/apimachinery/shard_selector.hpp"
#include "struct_fields.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

std::string json_text(const json& value)
{
  JsonWriter to;
  write_tree(value, to);
  return to.take();
}

std::string hash_of(const json& value)
{
  constexpr int base = 36;
  char text[16];
  const auto end = std::to_chars(text, text + sizeof text, ShardSelector::hash(json_text(value)), base).ptr;
  return {text, end};
}

const json* member_in(const json& object, const char* name)
{
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

bool has_hash(const json& value, const json& hash)
{
  return hash.is_string() && hash.get_ref<const std::string&>() == hash_of(value);
}

using KeyNames = std::vector<std::string>;

/// The text by which the element is known; nullopt: it lacks one of the members, or has no simple value there.
std::optional<std::string> key_of(const json& element, const KeyNames& keys)
{
  json values = json::array();
  for (const auto& key : keys) {
    const json* const value = member_in(element, key.c_str());
    if (value == nullptr || value->is_structured() || value->is_null()) return std::nullopt;
    values.push_back(*value);
  }
  return json_text(values.size() == 1 ? values.front() : values);
}

/// The keys of all elements; nullopt unless each has one and all are different.
std::optional<std::vector<std::string>> keys_in(const json& list, const KeyNames& keys)
{
  std::vector<std::string> texts;
  for (const json& element : list) {
    auto text = key_of(element, keys);
    if (!text) return std::nullopt;
    texts.push_back(std::move(*text));
  }
  if (std::set<std::string_view>(texts.begin(), texts.end()).size() != texts.size()) return std::nullopt;
  return texts;
}

/// Elements of two lists that belong together, in order; an index is no_element if only the other list has the element.
constexpr auto no_element = static_cast<std::size_t>(-1);
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;  // shown, full

/// nullopt unless elements with the same key are in the same order in both lists.
std::optional<Pairs> pairs_by_key(const std::vector<std::string>& shown, const std::vector<std::string>& full)
{
  Pairs pairs;
  std::size_t next = 0;
  for (std::size_t at = 0; at < full.size(); ++at) {
    const auto found = static_cast<std::size_t>(std::find(shown.begin(), shown.end(), full[at]) - shown.begin());
    if (found == shown.size()) {
      pairs.emplace_back(no_element, at);
      continue;
    }
    if (found < next) return std::nullopt;
    while (next < found) pairs.emplace_back(next++, no_element);
    pairs.emplace_back(next++, at);
  }
  while (next < shown.size()) pairs.emplace_back(next++, no_element);
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
  for (std::size_t at = both; at < shown.size() - back; ++at) pairs.emplace_back(at, no_element);
  for (std::size_t at = both; at < full.size() - back; ++at) pairs.emplace_back(no_element, at);
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
    if (!full.contains(name)) in[name] = {{"was", hash_of(value)}};
  }
  if (in.empty()) return nullptr;
  return {{"in", std::move(in)}};
}

json list_difference(const json& shown, const json& full, const Codec* codec,
                     std::span<const std::string_view> list_keys)
{
  codec = value_codec(codec);
  const Codec* const of_element = codec != nullptr && codec->is_vector() ? codec->element : nullptr;
  KeyNames keys(list_keys.begin(), list_keys.end());
  if (keys.empty()) keys = {"name"};
  const auto shown_keys = keys_in(shown, keys);
  const auto full_keys = shown_keys ? keys_in(full, keys) : std::nullopt;
  auto pairs = full_keys ? pairs_by_key(*shown_keys, *full_keys) : std::nullopt;
  const bool keyed = pairs.has_value();
  if (!pairs) pairs = pairs_by_place(shown, full);
  json of = json::array();
  bool differs = false;
  for (const auto& [before, now] : *pairs) {
    if (before == no_element) {
      of.push_back({{"is", full[now]}});
      differs = true;
      continue;
    }
    std::string at = keyed ? (*shown_keys)[before] : hash_of(shown[before]);
    json lost = now == no_element ? json{{"was", hash_of(shown[before])}}
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
  return {{"is", full}, {"was", hash_of(shown)}};
}

void restore_member(json& parent, const std::string& name, const json& node);

void restore_members(json& object, const json& in)
{
  if (!object.is_object() || !in.is_object()) return;
  for (const auto& [name, node] : in.items()) restore_member(object, name, node);
}

/// The elements of a list as they are now, and which of the kept ones each of them was.
class ListRestorer {
public:
  ListRestorer(json& list, const json& node) : list_(list), of_(node.at("of"))
  {
    const json* const by = member_in(node, "by");
    if (by == nullptr || !by->is_array()) return;
    for (const json& key : *by) {
      if (key.is_string()) keys_.push_back(key.get<std::string>());
    }
  }

  void run()
  {
    find_elements();
    find_insertions();
    json result = json::array();
    insert_after(no_element, result);
    for (std::size_t at = 0; at < list_.size(); ++at) {
      json& element = list_[at];
      const std::size_t item = item_of_[at];
      if (item == no_element || !is_dropped(element, of_[item])) {
        if (item != no_element) restore_element(element, of_[item]);
        result.push_back(std::move(element));
      }
      insert_after(at, result);
    }
    list_ = std::move(result);
  }

private:
  [[nodiscard]] static const std::string* id_of(const json& item)
  {
    const json* const id = item.is_string() ? &item : member_in(item, "at");
    return id != nullptr && id->is_string() ? id->get_ptr<const json::string_t*>() : nullptr;
  }

  void find_elements()
  {
    item_of_.assign(list_.size(), no_element);
    element_of_.assign(of_.size(), no_element);
    std::map<std::string, std::deque<std::size_t>> places;  // of elements that are not linked yet
    for (std::size_t at = 0; at < list_.size(); ++at) {
      if (const auto id = id_in(list_[at])) places[*id].push_back(at);
    }
    std::size_t shown = 0;
    for (std::size_t item = 0; item < of_.size(); ++item) {
      const std::string* const id = id_of(of_[item]);
      if (id == nullptr) continue;
      ++shown;
      const auto found = places.find(*id);
      if (found == places.end()) continue;
      link(item, found->second.front());
      found->second.pop_front();
      if (found->second.empty()) places.erase(found);
    }
    for (const auto& [id, unused] : places) added_.insert(id);
    if (!keys_.empty() || shown != list_.size()) return;
    // Nothing was added or removed: an element that has changed is still at its place.
    for (std::size_t item = 0, at = 0; item < of_.size(); ++item) {
      if (id_of(of_[item]) == nullptr) continue;
      if (element_of_[item] == no_element && item_of_[at] == no_element) link(item, at);
      ++at;
    }
  }
  void link(std::size_t item, std::size_t at)
  {
    item_of_[at] = item;
    element_of_[item] = at;
  }
  [[nodiscard]] std::optional<std::string> id_in(const json& element) const
  {
    return keys_.empty() ? hash_of(element) : key_of(element, keys_);
  }

  /// An element that was not shown follows the one that it followed; if that is gone, the one before.
  void find_insertions()
  {
    std::size_t anchor = no_element;
    for (std::size_t item = 0; item < of_.size(); ++item) {
      if (id_of(of_[item]) != nullptr) {
        if (element_of_[item] != no_element) anchor = element_of_[item];
        continue;
      }
      const json* const value = member_in(of_[item], "is");
      if (value == nullptr) continue;
      const auto id = id_in(*value);
      if (!id || !added_.contains(*id)) insertions_[anchor].push_back(value);
    }
  }
  void insert_after(std::size_t at, json& to) const
  {
    const auto found = insertions_.find(at);
    if (found == insertions_.end()) return;
    for (const json* const value : found->second) to.push_back(*value);
  }

  static bool is_dropped(const json& element, const json& item)
  {
    const json* const was = member_in(item, "was");
    return was != nullptr && member_in(item, "is") == nullptr && has_hash(element, *was);
  }
  static void restore_element(json& element, const json& item)
  {
    if (!item.is_object()) return;
    json parent = json::object();
    parent["e"] = std::move(element);
    restore_member(parent, "e", item);
    element = std::move(parent["e"]);
  }

  json& list_;
  const json& of_;
  KeyNames keys_;
  std::vector<std::size_t> item_of_;                            // by element
  std::vector<std::size_t> element_of_;                         // by item
  std::set<std::string> added_;                                 // ids of elements that were not shown then
  std::map<std::size_t, std::vector<const json*>> insertions_;  // by the element that they follow
};

void restore_member(json& parent, const std::string& name, const json& node)
{
  const auto found = parent.find(name);
  if (const json* in = member_in(node, "in")) {
    if (found != parent.end()) {
      restore_members(*found, *in);
    } else if (member_in(node, "new") != nullptr) {
      json made = json::object();
      restore_members(made, *in);
      parent[name] = std::move(made);
    }
    return;
  }
  if (const json* of = member_in(node, "of")) {
    if (found != parent.end() && found->is_array() && of->is_array()) ListRestorer(*found, node).run();
    return;
  }
  const json* const is = member_in(node, "is");
  const json* const was = member_in(node, "was");
  if (was == nullptr) {
    if (is != nullptr && found == parent.end()) parent[name] = *is;
    return;
  }
  if (found == parent.end() || !has_hash(*found, *was)) return;
  if (is != nullptr) {
    *found = *is;
  } else {
    parent.erase(found);
  }
}

void split(const json& in, std::vector<std::string>& path, std::vector<LostMember>& to)
{
  if (!in.is_object()) return;
  for (const auto& [name, node] : in.items()) {
    path.push_back(name);
    if (const json* inner = member_in(node, "in"); inner != nullptr && !node.contains("new")) {
      split(*inner, path, to);
    } else if (node.is_object()) {
      to.push_back({path, node});
    }
    path.pop_back();
  }
}

}  // namespace

json lost_members(const json& shown, const json& full, const Codec& codec)
{
  return shown == full ? json() : object_difference(shown, full, &codec);
}

std::vector<LostMember> split_lost_members(const json& lost)
{
  std::vector<LostMember> parts;
  std::vector<std::string> path;
  if (const json* in = member_in(lost, "in")) split(*in, path, parts);
  return parts;
}

void restore(json& shown, const LostMember& lost)
{
  json* place = &shown;
  for (std::size_t at = 0; at + 1 < lost.path.size(); ++at) {
    const auto next = place->find(lost.path[at]);
    if (next == place->end() || !next->is_object()) return;
    place = &*next;
  }
  restore_member(*place, lost.path.back(), lost.node);
}

}  // namespace kubexx::detail
