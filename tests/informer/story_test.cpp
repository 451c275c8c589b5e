// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>

#include "story.hpp"

namespace kubexx::informer_test {
namespace {

#ifdef KUBEXX_SANITIZED
constexpr std::uint64_t kStories = 250;
#else
constexpr std::uint64_t kStories = 1000;
#endif

TEST(InformerStories, ManyEndWithWhatTheServerHas)
{
  StoryCounts all;
  for (std::uint64_t seed = 1; seed <= kStories && !HasFailure(); ++seed) all += tell_story(seed);
  if (HasFailure()) return;
  std::printf(
      "relists %lu, streaming lists %lu, later pages %lu, faults %lu, calls %lu, retries %lu, lost %lu, namespaces "
      "%lu, compressed %lu\n",
      all.relists, all.streaming_lists, all.later_pages, all.faults, all.calls, all.retries, all.transitions_lost,
      all.namespaces_changed, all.compressed);
  EXPECT_GT(all.relists, kStories);
  EXPECT_GT(all.streaming_lists, kStories);
  EXPECT_GT(all.later_pages, kStories);
  EXPECT_GT(all.faults, 9 * kStories);
  EXPECT_GT(all.retries, kStories);
  EXPECT_GT(all.transitions_lost, 0U);
  EXPECT_GT(all.compressed, 0U);
  EXPECT_GT(all.namespaces_changed, kStories);
}

TEST(InformerStories, AreTheSameForTheSameSeed)
{
  const StoryCounts first = tell_story(7);
  EXPECT_EQ(first.trace, tell_story(7).trace);
  EXPECT_NE(first.trace, tell_story(9).trace);
}

}  // namespace
}  // namespace kubexx::informer_test
