// SPDX-License-Identifier: Apache-2.0
#include "function_watch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

namespace kubexx::testing {
namespace {

std::atomic<int> told{0};

TEST(FunctionWatch, SaysOnceThatAFunctionDoesNotReturn)
{
  told = 0;
  FunctionWatch watch(std::chrono::milliseconds(5), [](const char* text) {
    if (std::string(text).find("make it a coroutine") != std::string::npos) ++told;
    told.notify_all();
  });
  watch.begin();
  told.wait(0);
  watch.end();
  watch.begin();
  told.wait(1);
  watch.end();
  EXPECT_EQ(told, 2);
}

TEST(FunctionWatch, IsSilentOfOneThatReturns)
{
  told = 0;
  FunctionWatch watch(std::chrono::hours(1), [](const char*) { ++told; });
  for (int i = 0; i < 1000; ++i) {
    watch.begin();
    watch.end();
  }
  EXPECT_EQ(told, 0);
}

}  // namespace
}  // namespace kubexx::testing
