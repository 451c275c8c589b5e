// SPDX-License-Identifier: Apache-2.0
#include "function_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"

namespace kubexx::testing {
namespace {

TEST(FunctionWatch, SaysOnceThatAFunctionDoesNotReturn)
{
  ManualClock clock;
  std::vector<std::string> told;
  FunctionWatch watch(clock, [&](const char* text) { told.emplace_back(text); });
  for (int i = 0; i < 100; ++i) {
    watch.begin();
    clock.advance(FunctionWatch::patience / 2);
    watch.end();
  }
  clock.advance(FunctionWatch::patience);
  EXPECT_TRUE(told.empty());
  watch.begin();
  clock.advance(10 * FunctionWatch::patience);
  EXPECT_THAT(told, ::testing::ElementsAre(::testing::HasSubstr("make it a coroutine")));
  watch.end();
}

}  // namespace
}  // namespace kubexx::testing
