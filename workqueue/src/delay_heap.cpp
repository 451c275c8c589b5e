// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/delay_heap.hpp"

#include <algorithm>

namespace kubexx::detail {

namespace {
constexpr std::size_t kChildren = 4;
}  // namespace

void DelayHeap::set(RecordIndex index, SteadyTime ready)
{
  // A quarter more, not twice as much: a million delays should not hold memory for two.
  if (nodes_.size() == nodes_.capacity()) nodes_.reserve(nodes_.size() + nodes_.size() / 4 + 16);
  Record& record = records_[index];
  if (record.delayed) ++stale_;
  record.delayed = 1;
  record.ready = ready;
  record.stamp = ++stamp_;
  const Node node{ready, index, stamp_};
  nodes_.push_back(node);
  sift_up(nodes_.size() - 1, node);
  if (stale_ > 64 && stale_ > nodes_.size() / 2) compact();
}

void DelayHeap::pop() noexcept
{
  records_[nodes_.front().record].delayed = 0;
  remove_top();
  while (!nodes_.empty() && stale(nodes_.front())) {
    --stale_;
    remove_top();
  }
}

void DelayHeap::sift_up(std::size_t hole, Node node) noexcept
{
  while (hole != 0) {
    const std::size_t parent = (hole - 1) / kChildren;
    if (!before(node, nodes_[parent])) break;
    nodes_[hole] = nodes_[parent];
    hole = parent;
  }
  nodes_[hole] = node;
}

void DelayHeap::sift_down(std::size_t hole, Node node) noexcept
{
  const std::size_t size = nodes_.size();
  for (;;) {
    const std::size_t first = hole * kChildren + 1;
    if (first >= size) break;
    std::size_t best = first;
    const std::size_t last = std::min(first + kChildren, size);
    for (std::size_t child = first + 1; child < last; ++child) {
      if (before(nodes_[child], nodes_[best])) best = child;
    }
    if (!before(nodes_[best], node)) break;
    nodes_[hole] = nodes_[best];
    hole = best;
  }
  nodes_[hole] = node;
}

void DelayHeap::remove_top() noexcept
{
  const Node last = nodes_.back();
  nodes_.pop_back();
  if (!nodes_.empty()) sift_down(0, last);
}

void DelayHeap::compact() noexcept
{
  std::erase_if(nodes_, [this](const Node& node) { return stale(node); });
  stale_ = 0;
  for (std::size_t parent = nodes_.size() / kChildren + 1; parent-- > 0;) {
    if (parent < nodes_.size()) sift_down(parent, nodes_[parent]);
  }
}

}  // namespace kubexx::detail
