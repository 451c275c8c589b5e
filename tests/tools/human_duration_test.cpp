// SPDX-License-Identifier: Apache-2.0
// The cases of k8s.io/apimachinery/pkg/util/duration.
#include "kubexx/apimachinery/human_duration.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace kubexx {
namespace {

using namespace std::chrono_literals;
constexpr auto day = 24h;

TEST(HumanDuration, IsKubectls)
{
  EXPECT_EQ(human_duration(1s), "1s");
  EXPECT_EQ(human_duration(70s), "70s");
  EXPECT_EQ(human_duration(190s), "3m10s");
  EXPECT_EQ(human_duration(70min), "70m");
  EXPECT_EQ(human_duration(47h), "47h");
  EXPECT_EQ(human_duration(49h), "2d1h");
  EXPECT_EQ(human_duration(8 * day + 2h), "8d");
  EXPECT_EQ(human_duration(367 * day), "367d");
  EXPECT_EQ(human_duration(4 * 365 * day + 25 * day), "4y25d");
  EXPECT_EQ(human_duration(-1s), "0s") << "the clocks may differ a little";
  EXPECT_EQ(human_duration(-2s), "<invalid>");
  EXPECT_EQ(human_age("", WallTime()), "<unknown>");
  EXPECT_EQ(human_age("1970-01-01T00:00:00Z", WallTime(5s)), "5s");
}

}  // namespace
}  // namespace kubexx
