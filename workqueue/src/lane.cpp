// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/lane.hpp"

#include <utility>

namespace kubexx::detail {

namespace {

std::uint8_t rank_of(const LaneNodes& nodes, RecordIndex index)
{
  return index == kNoRecord ? std::uint8_t{0} : nodes[index].rank;
}

/// Restores that the right way is the shorter one; true when the rank of the node has changed.
bool balance(LaneNodes& nodes, RecordIndex index)
{
  LaneNode& node = nodes[index];
  if (rank_of(nodes, node.left) < rank_of(nodes, node.right)) std::swap(node.left, node.right);
  const auto rank = static_cast<std::uint8_t>(rank_of(nodes, node.right) + 1);
  return std::exchange(node.rank, rank) != rank;
}

}  // namespace

RecordIndex Lane::first(const LaneNodes& nodes) const noexcept
{
  if (root_ == kNoRecord) return head_;
  if (head_ == kNoRecord) return root_;
  return nodes[root_].number < nodes[head_].number ? root_ : head_;
}

void Lane::insert(LaneNodes& nodes, RecordIndex index) noexcept
{
  LaneNode& node = nodes[index];
  node.in_heap = tail_ != kNoRecord && node.number < nodes[tail_].number;
  node.left = kNoRecord;
  node.right = kNoRecord;
  if (node.in_heap) {
    node.rank = 1;
    root_ = merge(nodes, root_, index);
    nodes[root_].parent = kNoRecord;
  } else {
    node.left = tail_;
    (tail_ == kNoRecord ? head_ : nodes[tail_].right) = index;
    tail_ = index;
  }
}

void Lane::remove(LaneNodes& nodes, RecordIndex index) noexcept
{
  const LaneNode& node = nodes[index];
  if (node.in_heap) return remove_from_heap(nodes, index);
  (node.left == kNoRecord ? head_ : nodes[node.left].right) = node.right;
  (node.right == kNoRecord ? tail_ : nodes[node.right].left) = node.left;
}

RecordIndex Lane::merge(LaneNodes& nodes, RecordIndex one, RecordIndex other) noexcept
{
  if (one == kNoRecord) return other;
  if (other == kNoRecord) return one;
  if (nodes[other].number < nodes[one].number) std::swap(one, other);
  const RecordIndex right = merge(nodes, nodes[one].right, other);  // as deep as the logarithm of the size
  nodes[one].right = right;
  nodes[right].parent = one;
  balance(nodes, one);
  return one;
}

void Lane::remove_from_heap(LaneNodes& nodes, RecordIndex index) noexcept
{
  RecordIndex parent = nodes[index].parent;
  const RecordIndex rest = merge(nodes, nodes[index].left, nodes[index].right);
  if (rest != kNoRecord) nodes[rest].parent = parent;
  if (parent == kNoRecord) {
    root_ = rest;
    return;
  }
  (nodes[parent].left == index ? nodes[parent].left : nodes[parent].right) = rest;
  while (parent != kNoRecord && balance(nodes, parent)) parent = nodes[parent].parent;
}

}  // namespace kubexx::detail
