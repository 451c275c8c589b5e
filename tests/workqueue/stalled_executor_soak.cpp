// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>

#include "stalled_executor_run.hpp"

namespace kubexx {
namespace {

TEST(StalledExecutorSoak, NoKeyWaitsForItInTenMinutes)
{
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  for (std::uint64_t seed = 1000; std::chrono::steady_clock::now() < until && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    run_with_stalled_executor({seed % 3, seed % 3 == 0 ? 1 + seed % 5 : seed % 5}, seed, 2000);
  }
}

}  // namespace
}  // namespace kubexx
