// SPDX-License-Identifier: Apache-2.0
#include "store/object_map.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace kubexx::apiserver {
namespace {

constexpr std::size_t most = 32;          // entries of a node
constexpr std::size_t few = most / 4;     // a node with fewer joins a neighbour
constexpr std::size_t joined = most / 2;  // at most so many after a join, so that the next inserts do not split again

}  // namespace

struct ObjectMap::Node {
  std::uint64_t edit = 0;
  std::size_t total = 0;           // objects below
  std::vector<StoredPtr> objects;  // of a leaf
  std::vector<NodePtr> children;   // of any other node
  std::vector<std::string> lows;   // lows[i]: not above the keys of children[i], and above those of children[i - 1]

  [[nodiscard]] bool leaf() const noexcept { return children.empty(); }
  [[nodiscard]] std::size_t entries() const noexcept { return leaf() ? objects.size() : children.size(); }
  /// The child that holds `key`, if any does.
  [[nodiscard]] std::size_t child_of(std::string_view key) const
  {
    const auto above = std::upper_bound(lows.begin(), lows.end(), key);
    return above == lows.begin() ? 0 : static_cast<std::size_t>(above - lows.begin()) - 1;
  }
  /// The first object of a leaf whose key is not below.
  [[nodiscard]] std::size_t place_of(std::string_view key) const
  {
    const auto found = std::lower_bound(objects.begin(), objects.end(), key,
                                        [](const StoredPtr& object, std::string_view k) { return object->key < k; });
    return static_cast<std::size_t>(found - objects.begin());
  }
};

ObjectMap::const_iterator::Entry ObjectMap::const_iterator::operator*() const
{
  const auto& object = leaf_->objects[index_];
  return {object->key, object};
}

void ObjectMap::const_iterator::descend_first(const Node* node)
{
  while (!node->leaf()) {
    above_.at(depth_++) = {node, 0};
    node = node->children.front().get();
  }
  leaf_ = node;
  index_ = 0;
}

void ObjectMap::const_iterator::next_leaf()
{
  while (depth_ > 0) {
    auto& place = above_.at(depth_ - 1);
    if (++place.child < place.node->children.size()) {
      descend_first(place.node->children[place.child].get());
      return;
    }
    --depth_;
  }
  *this = {};
}

ObjectMap::const_iterator& ObjectMap::const_iterator::operator++()
{
  if (++index_ == leaf_->objects.size()) next_leaf();
  return *this;
}

ObjectMap ObjectMap::snapshot()
{
  ObjectMap taken;
  taken.root_ = root_;
  taken.edit_ = ++edit_;
  return taken;
}

std::size_t ObjectMap::size() const noexcept
{
  return root_ ? root_->total : 0;
}

ObjectMap::const_iterator ObjectMap::begin() const
{
  const_iterator at;
  if (!empty()) at.descend_first(root_.get());
  return at;
}

ObjectMap::const_iterator ObjectMap::lower_bound(std::string_view key) const
{
  const_iterator at;
  if (empty()) return at;
  const auto* node = root_.get();
  while (!node->leaf()) {
    const auto child = node->child_of(key);
    at.above_.at(at.depth_++) = {node, child};
    node = node->children[child].get();
  }
  at.leaf_ = node;
  at.index_ = node->place_of(key);
  if (at.index_ == node->objects.size()) at.next_leaf();
  return at;
}

ObjectMap::const_iterator ObjectMap::find(std::string_view key) const
{
  const auto at = lower_bound(key);
  return at == end() || (*at).first != key ? end() : at;
}

StoredPtr ObjectMap::get(std::string_view key) const
{
  if (empty()) return nullptr;
  const auto* node = root_.get();
  while (!node->leaf()) node = node->children[node->child_of(key)].get();
  const auto place = node->place_of(key);
  return place == node->objects.size() || node->objects[place]->key != key ? nullptr : node->objects[place];
}

StoredPtr ObjectMap::at(std::string_view key) const
{
  auto object = get(key);
  if (!object) throw std::out_of_range("no object with the key " + std::string(key));
  return object;
}

std::size_t ObjectMap::rank(std::string_view key) const
{
  if (empty()) return 0;
  std::size_t below = 0;
  const auto* node = root_.get();
  while (!node->leaf()) {
    const auto child = node->child_of(key);
    for (std::size_t index = 0; index < child; ++index) below += node->children[index]->total;
    node = node->children[child].get();
  }
  return below + node->place_of(key);
}

ObjectMap::Node& ObjectMap::own(NodePtr& node) const
{
  if (node->edit != edit_) {
    node = std::make_shared<Node>(*node);
    node->edit = edit_;
  }
  return *node;
}

ObjectMap::Split ObjectMap::split(Node& node) const
{
  if (node.entries() <= most) return {};
  Split result;
  result.right = std::make_shared<Node>();
  auto& right = *result.right;
  right.edit = edit_;
  const auto move_half = [](auto& from, auto& to) {
    const auto middle = from.begin() + static_cast<std::ptrdiff_t>(from.size() / 2);
    to.assign(std::make_move_iterator(middle), std::make_move_iterator(from.end()));
    from.erase(middle, from.end());
  };
  if (node.leaf()) {
    move_half(node.objects, right.objects);
    right.total = right.objects.size();
    result.low = right.objects.front()->key;
  } else {
    move_half(node.children, right.children);
    move_half(node.lows, right.lows);
    for (const auto& child : right.children) right.total += child->total;
    result.low = right.lows.front();
  }
  node.total -= right.total;
  return result;
}

ObjectMap::Split ObjectMap::insert(NodePtr& at, StoredPtr object, StoredPtr& previous)
{
  auto& node = own(at);
  if (node.leaf()) {
    const auto place = node.place_of(object->key);
    if (place < node.objects.size() && node.objects[place]->key == object->key) {
      previous = std::exchange(node.objects[place], std::move(object));
      return {};
    }
    node.objects.insert(node.objects.begin() + static_cast<std::ptrdiff_t>(place), std::move(object));
    ++node.total;
    return split(node);
  }
  const auto child = node.child_of(object->key);
  if (object->key < node.lows[child]) node.lows[child] = object->key;
  auto below = insert(node.children[child], std::move(object), previous);
  if (!previous) ++node.total;
  if (!below.right) return {};
  const auto next = static_cast<std::ptrdiff_t>(child) + 1;
  node.children.insert(node.children.begin() + next, std::move(below.right));
  node.lows.insert(node.lows.begin() + next, std::move(below.low));
  return split(node);
}

StoredPtr ObjectMap::set(StoredPtr object)
{
  if (!root_) {
    root_ = std::make_shared<Node>();
    root_->edit = edit_;
  }
  StoredPtr previous;
  auto grown = insert(root_, std::move(object), previous);
  if (grown.right) {
    auto root = std::make_shared<Node>();
    root->edit = edit_;
    root->total = root_->total + grown.right->total;
    root->lows = {std::string(), std::move(grown.low)};
    root->children = {std::move(root_), std::move(grown.right)};
    root_ = std::move(root);
  }
  return previous;
}

void ObjectMap::mend_child(Node& parent, std::size_t child)
{
  const auto drop = [&parent](std::size_t index) {
    parent.children.erase(parent.children.begin() + static_cast<std::ptrdiff_t>(index));
    parent.lows.erase(parent.lows.begin() + static_cast<std::ptrdiff_t>(index));
  };
  if (parent.children[child]->total == 0) return drop(child);
  if (parent.children[child]->entries() >= few || parent.children.size() == 1) return;
  const auto left = child == 0 ? child : child - 1;
  const auto right = left + 1;
  if (parent.children[left]->entries() + parent.children[right]->entries() > joined) return;
  auto& into = own(parent.children[left]);
  const auto& from = *parent.children[right];
  into.objects.insert(into.objects.end(), from.objects.begin(), from.objects.end());
  into.children.insert(into.children.end(), from.children.begin(), from.children.end());
  into.lows.insert(into.lows.end(), from.lows.begin(), from.lows.end());
  into.total += from.total;
  drop(right);
}

StoredPtr ObjectMap::remove(NodePtr& at, std::string_view key)
{
  auto& node = own(at);
  if (node.leaf()) {
    const auto place = node.objects.begin() + static_cast<std::ptrdiff_t>(node.place_of(key));
    auto removed = std::move(*place);
    node.objects.erase(place);
    --node.total;
    return removed;
  }
  const auto child = node.child_of(key);
  auto removed = remove(node.children[child], key);
  --node.total;
  mend_child(node, child);
  return removed;
}

StoredPtr ObjectMap::erase(std::string_view key)
{
  if (!contains(key)) return nullptr;
  auto removed = remove(root_, key);
  while (!root_->leaf() && root_->children.size() == 1) {
    auto only = root_->children.front();
    root_ = std::move(only);
  }
  if (root_->total == 0) root_.reset();
  return removed;
}

}  // namespace kubexx::apiserver
