// SPDX-License-Identifier: Apache-2.0
// Linked with the queue that has the bug of bugs/woken_once.txt: run_with_stalled_executor must find it.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "stalled_executor_run.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

TEST(StalledExecutorBug, AWokenCoroutineThatDoesNotComeIsNoticed)
{
  ::testing::TestPartResultArray failures;
  {
    const ::testing::ScopedFakeTestPartResultReporter collect(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &failures);
    run_with_stalled_executor({.threads = 1, .coroutines = 1, .patience = 2s}, 1, 100);
  }
  std::string texts;
  for (int failure = 0; failure < failures.size(); ++failure) texts += failures.GetTestPartResult(failure).message();
  EXPECT_NE(texts.find("keys wait for an executor that does not run"), std::string::npos) << texts;
}

}  // namespace
}  // namespace kubexx
