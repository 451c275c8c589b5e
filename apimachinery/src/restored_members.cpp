// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "lost_members.hpp"
#include "lost_values.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

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
    const json* const by = node_member(node, "by");
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
    insert_after(no_list_element, result);
    for (std::size_t at = 0; at < list_.size(); ++at) {
      json& element = list_[at];
      const std::size_t item = item_of_[at];
      if (item == no_list_element || !is_dropped(element, of_[item])) {
        if (item != no_list_element) restore_element(element, of_[item]);
        result.push_back(std::move(element));
      }
      insert_after(at, result);
    }
    list_ = std::move(result);
  }

private:
  [[nodiscard]] static const std::string* id_of(const json& item)
  {
    const json* const id = item.is_string() ? &item : node_member(item, "at");
    return id != nullptr && id->is_string() ? id->get_ptr<const json::string_t*>() : nullptr;
  }

  void find_elements()
  {
    item_of_.assign(list_.size(), no_list_element);
    element_of_.assign(of_.size(), no_list_element);
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
      if (element_of_[item] == no_list_element && item_of_[at] == no_list_element) link(item, at);
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
    return keys_.empty() ? value_hash(element) : element_key(element, keys_);
  }

  /// An element that was not shown follows the one that it followed; if that is gone, the one before.
  void find_insertions()
  {
    std::size_t anchor = no_list_element;
    for (std::size_t item = 0; item < of_.size(); ++item) {
      if (id_of(of_[item]) != nullptr) {
        if (element_of_[item] != no_list_element) anchor = element_of_[item];
        continue;
      }
      const json* const value = node_member(of_[item], "is");
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
    const json* const was = node_member(item, "was");
    return was != nullptr && node_member(item, "is") == nullptr && has_value_hash(element, *was);
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
  ElementKeys keys_;
  std::vector<std::size_t> item_of_;                            // by element
  std::vector<std::size_t> element_of_;                         // by item
  std::set<std::string> added_;                                 // ids of elements that were not shown then
  std::map<std::size_t, std::vector<const json*>> insertions_;  // by the element that they follow
};

void restore_member(json& parent, const std::string& name, const json& node)
{
  const auto found = parent.find(name);
  if (const json* in = node_member(node, "in")) {
    if (found != parent.end()) {
      restore_members(*found, *in);
    } else if (node_member(node, "new") != nullptr) {
      json made = json::object();
      restore_members(made, *in);
      parent[name] = std::move(made);
    }
    return;
  }
  if (const json* of = node_member(node, "of")) {
    if (found != parent.end() && found->is_array() && of->is_array()) ListRestorer(*found, node).run();
    return;
  }
  const json* const is = node_member(node, "is");
  const json* const was = node_member(node, "was");
  if (was == nullptr) {
    if (is != nullptr && found == parent.end()) parent[name] = *is;
    return;
  }
  if (found == parent.end() || !has_value_hash(*found, *was)) return;
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
    if (const json* inner = node_member(node, "in"); inner != nullptr && !node.contains("new")) {
      split(*inner, path, to);
    } else if (node.is_object()) {
      to.push_back({path, node});
    }
    path.pop_back();
  }
}

}  // namespace

std::vector<LostMember> split_lost_members(const json& lost)
{
  std::vector<LostMember> parts;
  std::vector<std::string> path;
  if (const json* in = node_member(lost, "in")) split(*in, path, parts);
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
