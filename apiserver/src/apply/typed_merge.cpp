// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <map>
#include <set>

#include "apply/typed.hpp"

namespace kubexx::apiserver::apply {
namespace {

std::optional<Json> merge_at(const Json* live, const Json* config, const Type& type);

std::optional<Json> merge_maps(const Json* live, const Json* config, const Atom& atom)
{
  Json out = Json::object();
  const auto put = [&](const std::string& name, const Json* left, const Json* right) {
    if (auto value = merge_at(left, right, atom.member(name))) out[name] = std::move(*value);
  };
  if (live != nullptr) {
    for (const auto& [name, value] : live->items()) {
      const Json* right = nullptr;
      if (config != nullptr) {
        if (const auto found = config->find(name); found != config->end()) right = &*found;
      }
      put(name, &value, right);
    }
  }
  if (config != nullptr) {
    for (const auto& [name, value] : config->items()) {
      if (live == nullptr || !live->contains(name)) put(name, nullptr, &value);
    }
  }
  if (out.empty()) return std::nullopt;
  return out;
}

/// The items of a list with their elements, and where each element is.
struct Indexed {
  std::vector<PathElement> elements;
  std::vector<const Json*> items;
  std::map<PathElement, const Json*> by_element;  // an item that is there more than once is null

  Indexed(const Json* list, const Atom& atom)
  {
    static const Json null;
    std::string problem;
    if (list == nullptr) return;
    for (const auto& item : *list) {
      auto element = item_element(atom, item, problem);
      if (!element) continue;
      const auto [place, fresh] = by_element.emplace(*element, &item);
      if (!fresh) place->second = &null;
      elements.push_back(std::move(*element));
      items.push_back(&item);
    }
  }

  [[nodiscard]] const Json* find(const PathElement& element) const
  {
    const auto found = by_element.find(element);
    return found == by_element.end() ? nullptr : found->second;
  }
};

/// typed.mergingWalker.visitListItems: items of the live object stay where they are, as far as the order of the
/// configuration allows it.
class ListMerge {
public:
  ListMerge(const Json* live, const Json* config, const Atom& atom)
      : live_(live, atom), config_(config, atom), type_(atom.element())
  {
    for (const auto& element : config_.elements) {
      if (live_.find(element) != nullptr) shared_.push_back(&element);
    }
  }

  std::optional<Json> run()
  {
    std::size_t left = 0;
    std::size_t right = 0;
    while (left < live_.elements.size() || right < config_.elements.size()) {
      const bool more_left = left < live_.elements.size();
      const bool more_right = right < config_.elements.size();
      if (more_left && more_right) {
        const auto& element = live_.elements[left];
        if (element == config_.elements[right]) {
          take_both(element);
          ++left;
          ++right;
          advance();
          continue;
        }
        if (config_.find(element) != nullptr && !shared_.empty() && !(*shared_.front() == element)) {
          ++left;
          continue;
        }
      }
      if (more_left) {
        const auto& element = live_.elements[left];
        if (config_.find(element) == nullptr) {
          append(live_.items[left], nullptr);
          ++left;
          continue;
        }
        if (merged_.contains(element)) ++left;
      }
      if (more_right) {
        const auto& element = config_.elements[right];
        take_both(element);
        ++right;
        if (!shared_.empty() && *shared_.front() == element) advance();
      }
    }
    if (out_.empty()) return std::nullopt;
    return std::move(out_);
  }

private:
  void append(const Json* live, const Json* config)
  {
    if (auto value = merge_at(live, config, type_)) out_.push_back(std::move(*value));
  }

  void take_both(const PathElement& element)
  {
    merged_.insert(element);
    append(live_.find(element), config_.find(element));
  }

  void advance()
  {
    if (!shared_.empty()) shared_.pop_front();
  }

  Indexed live_, config_;
  Type type_;
  std::deque<const PathElement*> shared_;
  std::set<PathElement> merged_;
  Json out_ = Json::array();
};

std::optional<Json> merge_at(const Json* live, const Json* config, const Type& type)
{
  const auto all = type.resolve();
  const auto atom = all.for_value(config == nullptr ? live : config);
  const auto part = [&](const Json* value) -> const Json* {
    const bool fits = value != nullptr && (atom.map ? value->is_object() : value->is_array());
    return fits && !value->empty() ? value : nullptr;
  };
  const auto* left = part(live);
  const auto* right = part(config);
  const bool scalar = !atom.map && atom.scalar.has_value();
  const bool one_value = atom.map ? atom.atomic_map : !atom.associative;
  if (scalar || one_value || (left == nullptr && right == nullptr)) return config != nullptr ? *config : *live;
  if (!atom.map) return ListMerge(left, right, atom).run();
  return merge_maps(left, right, atom);
}

}  // namespace

Json merge(const Json& live, const Json& config, const Type& type)
{
  return merge_at(&live, &config, type).value_or(Json());
}

}  // namespace kubexx::apiserver::apply
