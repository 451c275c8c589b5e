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
  sweep();
}

RecordIndex DelayHeap::pop() noexcept
{
  const Node first = node(0);
  const bool was_stale = stale(first);
  remove(0);
  if (was_stale) {
    --stale_;
  } else {
    records_[first.record].delayed = 0;
  }
  remove_stale_tops();
  return was_stale ? kNoRecord : first.record;
}

void DelayHeap::cancel(RecordIndex index) noexcept
{
  records_[index].delayed = 0;
  ++stale_;
  sweep();
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

void DelayHeap::remove(std::size_t index) noexcept
{
  const Node last = node(--count_);
  if (index == count_) return;
  if (index != 0 && before(last, node((index - 1) / kChildren))) {
    sift_up(index, last);
  } else {
    sift_down(index, last);
  }
}

void DelayHeap::remove_stale_tops() noexcept
{
  constexpr std::size_t kTops = 2;
  if (stale_ == count_) count_ = stale_ = 0;
  if (stale_ == 0) return;
  for (std::size_t tops = 0; tops != kTops && stale(node(0)); ++tops, --stale_, ++records_.touched) remove(0);
}

void DelayHeap::sweep() noexcept
{
  constexpr std::size_t kFew = 64;
  constexpr std::size_t kSteps = 16;
  remove_stale_tops();
  if (stale_ <= kFew || stale_ <= count_ / 2) return;
  for (std::size_t step = 0; step != kSteps; ++step) {
    if (swept_ == 0 || swept_ > count_) swept_ = count_;
    ++records_.touched;
    if (!stale(node(--swept_))) continue;
    remove(swept_);
    --stale_;
  }
}

}  // namespace kubexx::detail
