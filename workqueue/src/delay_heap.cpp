// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/delay_heap.hpp"

#include <algorithm>

namespace kubexx::detail {

void DelayHeap::make_room()
{
  if ((count_ + kChildren - 1) >> kBlockBits == blocks_.size()) blocks_.push_back(std::make_unique<Block>());
}

void DelayHeap::set(RecordIndex index, SteadyTime ready)
{
  make_room();
  Record& record = records_[index];
  if (record.delayed) ++stale_;
  record.delayed = 1;
  record.ready = ready;
  record.stamp = ++stamp_;
  sift_up(count_++, Node{ready, index, stamp_});
  compact_if_stale();
}

void DelayHeap::pop() noexcept
{
  records_[first()].delayed = 0;
  remove_top();
  remove_stale_tops();
}

void DelayHeap::cancel(RecordIndex index) noexcept
{
  records_[index].delayed = 0;
  ++stale_;
  remove_stale_tops();
  compact_if_stale();
}

void DelayHeap::walk(std::size_t most, const std::function<bool(RecordIndex)>& visit) const
{
  // The next in order is the first of those whose parents were shown.
  const auto after = [this](std::size_t left, std::size_t right) { return before(node(right), node(left)); };
  std::vector<std::size_t> next;
  if (count_ != 0) next.push_back(0);
  for (; !next.empty() && most != 0; --most) {
    std::pop_heap(next.begin(), next.end(), after);
    const std::size_t index = next.back();
    next.pop_back();
    if (!stale(node(index)) && !visit(node(index).record)) return;
    const std::size_t first = index * kChildren + 1;
    for (std::size_t child = first; child < std::min(first + kChildren, count_); ++child) {
      next.push_back(child);
      std::push_heap(next.begin(), next.end(), after);
    }
  }
}

void DelayHeap::sift_up(std::size_t hole, Node moved) noexcept
{
  while (hole != 0) {
    const std::size_t parent = (hole - 1) / kChildren;
    if (!before(moved, node(parent))) break;
    node(hole) = node(parent);
    hole = parent;
  }
  node(hole) = moved;
}

void DelayHeap::sift_down(std::size_t hole, Node moved) noexcept
{
  for (;;) {
    const std::size_t first = hole * kChildren + 1;
    if (first >= count_) break;
    std::size_t best = first;
    const std::size_t last = std::min(first + kChildren, count_);
    for (std::size_t child = first + 1; child < last; ++child) {
      if (before(node(child), node(best))) best = child;
    }
    if (!before(node(best), moved)) break;
    node(hole) = node(best);
    hole = best;
  }
  node(hole) = moved;
}

void DelayHeap::remove_top() noexcept
{
  const Node last = node(--count_);
  if (count_ != 0) sift_down(0, last);
}

void DelayHeap::remove_stale_tops() noexcept
{
  while (count_ != 0 && stale(node(0))) {
    --stale_;
    remove_top();
  }
}

void DelayHeap::compact_if_stale() noexcept
{
  if (stale_ <= 64 || stale_ <= count_ / 2) return;
  std::size_t kept = 0;
  for (std::size_t index = 0; index < count_; ++index) {
    if (!stale(node(index))) node(kept++) = node(index);
  }
  count_ = kept;
  stale_ = 0;
  for (std::size_t parent = count_ / kChildren + 1; parent-- > 0;) {
    if (parent < count_) sift_down(parent, node(parent));
  }
}

}  // namespace kubexx::detail
