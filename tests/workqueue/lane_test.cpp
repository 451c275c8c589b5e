// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/lane.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "kubexx/base/random.hpp"

namespace kubexx::detail {
namespace {

LaneNodes make_nodes(RecordIndex count)
{
  LaneNodes nodes;
  for (RecordIndex index = 0; index < count; ++index) nodes.reserve(index);
  return nodes;
}

int rank_of(const LaneNodes& nodes, RecordIndex index)
{
  return index == kNoRecord ? 0 : nodes[index].rank;
}

/// That no way to the right is longer than the logarithm of the size is what keeps every step short.
void expect_leftist(const LaneNodes& nodes, const std::set<std::pair<std::uint64_t, RecordIndex>>& inside)
{
  std::size_t size = 0;
  int highest = 0;
  for (const auto& [number, index] : inside) {
    const LaneNode& node = nodes[index];
    if (!node.in_heap) continue;
    ++size;
    highest = std::max(highest, int{node.rank});
    ASSERT_GE(rank_of(nodes, node.left), rank_of(nodes, node.right));
    ASSERT_EQ(node.rank, rank_of(nodes, node.right) + 1);
    for (const RecordIndex child : {node.left, node.right}) {
      if (child == kNoRecord) continue;
      ASSERT_EQ(nodes[child].parent, index);
      ASSERT_GT(nodes[child].number, number);
    }
  }
  ASSERT_LE(highest, std::log2(static_cast<double>(size + 1)) + 1e-9);
}

TEST(LaneTest, FirstIsTheLowestNumberWhateverComesAndGoes)
{
  constexpr std::uint64_t kNodes = 300;
  SeededRandom random(7);
  LaneNodes nodes = make_nodes(kNodes);
  Lane lane;
  std::set<std::pair<std::uint64_t, RecordIndex>> inside;
  for (int step = 0; step < 20'000; ++step) {
    const auto index = static_cast<RecordIndex>(random.below(kNodes));
    const auto known = inside.find({nodes[index].number, index});
    if (known == inside.end()) {
      nodes[index].number = random.below(1'000'000) * kNodes + index;
      lane.insert(nodes, index);
      inside.insert({nodes[index].number, index});
    } else {
      lane.remove(nodes, index);
      inside.erase(known);
    }
    ASSERT_EQ(lane.empty(), inside.empty());
    if (inside.empty()) continue;
    ASSERT_EQ(lane.first(nodes), inside.begin()->second);
    if (step % 16 == 0) expect_leftist(nodes, inside);
    if (HasFatalFailure()) return;
  }
}

TEST(LaneTest, RisingNumbersNeedNoHeap)
{
  constexpr RecordIndex kNodes = 100;
  LaneNodes nodes = make_nodes(kNodes);
  Lane lane;
  for (RecordIndex index = 0; index < kNodes; ++index) {
    nodes[index].number = index;
    lane.insert(nodes, index);
    EXPECT_FALSE(nodes[index].in_heap);
  }
  for (RecordIndex index = 0; index < kNodes; ++index) {
    ASSERT_EQ(lane.first(nodes), index);
    lane.remove(nodes, index);
  }
  EXPECT_TRUE(lane.empty());
}

}  // namespace
}  // namespace kubexx::detail
