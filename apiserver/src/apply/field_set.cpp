// SPDX-License-Identifier: Apache-2.0
#include "apply/field_set.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace kubexx::apiserver::apply {
namespace {

const PathElement* element_of(const PathElement& element)
{
  return &element;
}

const PathElement* element_of(const FieldSet::Node& node)
{
  return &node.element;
}

/// Walks two sorted lists together: `both(x, y)` for equal elements, else `left(x)` or `right(y)`.
template <class A, class B, class Left, class Right, class Both>
void zip(A& a, B& b, Left left, Right right, Both both)
{
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() || y != b.end()) {
    const int place = x == a.end() ? 1 : y == b.end() ? -1 : compare(*element_of(*x), *element_of(*y));
    if (place < 0) {
      left(*x++);
    } else if (place > 0) {
      right(*y++);
    } else {
      both(*x++, *y++);
    }
  }
}

constexpr auto ignore = [](const auto&...) {};

template <class List>
auto place_of(List& list, const PathElement& element)
{
  return std::lower_bound(list.begin(), list.end(), element,
                          [](const auto& one, const PathElement& wanted) { return *element_of(one) < wanted; });
}

template <class List>
bool in_order(const List& list)
{
  const auto wrong = std::adjacent_find(list.begin(), list.end(), [](const auto& one, const auto& next) {
    return compare(*element_of(one), *element_of(next)) >= 0;
  });
  return wrong == list.end();
}

void visit_below(const FieldSet& set, Path& path, const std::function<void(const Path&)>& visit)
{
  for (const auto& member : set.members) {
    path.push_back(member);
    visit(path);
    path.pop_back();
  }
  for (const auto& node : set.children) {
    path.push_back(node.element);
    visit_below(node.set, path, visit);
    path.pop_back();
  }
}

std::vector<PathElement> members_without(FieldSet& a, const FieldSet& b)
{
  if (b.members.empty()) return std::move(a.members);
  std::vector<PathElement> kept;
  kept.reserve(a.members.size());
  zip(a.members, b.members, [&](PathElement& x) { kept.push_back(std::move(x)); }, ignore, ignore);
  return kept;
}

}  // namespace

bool FieldSet::empty() const
{
  return members.empty() &&
         std::all_of(children.begin(), children.end(), [](const Node& node) { return node.set.empty(); });
}

std::size_t FieldSet::size() const
{
  auto count = members.size();
  for (const auto& node : children) count += node.set.size();
  return count;
}

bool FieldSet::has(const Path& path) const
{
  if (path.empty()) return false;
  const auto* set = this;
  for (std::size_t depth = 0; depth + 1 < path.size(); ++depth) {
    set = set->child(path[depth]);
    if (set == nullptr) return false;
  }
  return set->has_member(path.back());
}

bool FieldSet::has_member(const PathElement& element) const
{
  const auto place = place_of(members, element);
  return place != members.end() && *place == element;
}

const FieldSet* FieldSet::child(const PathElement& element) const
{
  const auto place = place_of(children, element);
  return place != children.end() && place->element == element ? &place->set : nullptr;
}

void FieldSet::insert(const Path& path)
{
  if (path.empty()) return;
  auto* set = this;
  for (std::size_t depth = 0; depth + 1 < path.size(); ++depth) set = &set->descend(path[depth]);
  set->insert_member(path.back());
}

void FieldSet::insert_member(const PathElement& element)
{
  const auto place = place_of(members, element);
  if (place == members.end() || !(*place == element)) members.insert(place, element);
}

FieldSet& FieldSet::descend(const PathElement& element)
{
  auto place = place_of(children, element);
  if (place == children.end() || !(place->element == element)) place = children.insert(place, Node{element, {}});
  return place->set;
}

void FieldSet::each(const std::function<void(const Path&)>& visit) const
{
  Path path;
  visit_below(*this, path, visit);
}

void FieldSet::sort()
{
  if (!in_order(members)) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
  }
  if (in_order(children)) return;
  std::map<PathElement, FieldSet> last;
  for (auto& node : children) last[std::move(node.element)] = std::move(node.set);
  children.clear();
  for (auto& [element, set] : last) children.push_back({element, std::move(set)});
}

bool operator==(const FieldSet& a, const FieldSet& b)
{
  return a.members == b.members && a.children == b.children;
}

FieldSet unite(FieldSet a, FieldSet b)
{
  if (a.members.empty() && a.children.empty()) return b;
  if (b.members.empty() && b.children.empty()) return a;
  FieldSet out;
  out.members.reserve(a.members.size() + b.members.size());
  const auto member = [&](PathElement& x) { out.members.push_back(std::move(x)); };
  zip(a.members, b.members, member, member, [&](PathElement& x, const PathElement&) { member(x); });
  out.children.reserve(a.children.size() + b.children.size());
  const auto child = [&](FieldSet::Node& x) { out.children.push_back(std::move(x)); };
  zip(a.children, b.children, child, child, [&](FieldSet::Node& x, FieldSet::Node& y) {
    out.children.push_back({std::move(x.element), unite(std::move(x.set), std::move(y.set))});
  });
  return out;
}

FieldSet intersection(const FieldSet& a, const FieldSet& b)
{
  FieldSet out;
  if (b.members.empty() && b.children.empty()) return out;
  zip(a.members, b.members, ignore, ignore, [&](const auto& x, const auto&) { out.members.push_back(x); });
  zip(a.children, b.children, ignore, ignore, [&](const FieldSet::Node& x, const FieldSet::Node& y) {
    auto both = intersection(x.set, y.set);
    if (!both.empty()) out.children.push_back({x.element, std::move(both)});
  });
  return out;
}

FieldSet difference(FieldSet a, const FieldSet& b)
{
  if (b.members.empty() && b.children.empty()) return a;
  FieldSet out;
  out.members = members_without(a, b);
  zip(
      a.children, b.children, [&](FieldSet::Node& x) { out.children.push_back(std::move(x)); }, ignore,
      [&](FieldSet::Node& x, const FieldSet::Node& y) {
        auto rest = difference(std::move(x.set), y.set);
        if (!rest.empty()) out.children.push_back({std::move(x.element), std::move(rest)});
      });
  return out;
}

FieldSet recursive_difference(FieldSet a, const FieldSet& b)
{
  FieldSet out;
  out.members = members_without(a, b);
  const auto alone = [&](FieldSet::Node& x) {
    if (!b.has_member(x.element)) out.children.push_back(std::move(x));
  };
  zip(a.children, b.children, alone, ignore, [&](FieldSet::Node& x, const FieldSet::Node& y) {
    if (b.has_member(x.element)) return;
    auto rest = recursive_difference(std::move(x.set), y.set);
    if (!rest.empty()) out.children.push_back({std::move(x.element), std::move(rest)});
  });
  return out;
}

FieldSet leaves(const FieldSet& set)
{
  FieldSet out;
  for (const auto& member : set.members) {
    if (set.child(member) == nullptr) out.members.push_back(member);
  }
  for (const auto& node : set.children) out.children.push_back({node.element, leaves(node.set)});
  return out;
}

}  // namespace kubexx::apiserver::apply
