// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "kubexx/base/random.hpp"

namespace kubexx {

/// A number from the environment, so that a soak run does more than an ordinary one.
inline std::uint64_t model_setting(const char* name, std::uint64_t otherwise)
{
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// `run(seed)` for so many seeds, until one fails. KUBEXX_SEED names the first one, KUBEXX_SEEDS how many there are.
template <class Run>
void for_each_seed(std::uint64_t seeds, const Run& run)
{
  const std::uint64_t first = model_setting("KUBEXX_SEED", 1);
  for (std::uint64_t seed = first; seed < first + model_setting("KUBEXX_SEEDS", seeds); ++seed) {
    SCOPED_TRACE("KUBEXX_SEED=" + std::to_string(seed));
    run(seed);
    if (testing::Test::HasFailure()) return;
  }
}

/// Mostly a few units of time; now and then none, one that is past, or the ends of what there is.
inline std::int64_t some_delay(SeededRandom& random)
{
  switch (random.below(12)) {
    case 0:
      return 0;
    case 1:
      return -static_cast<std::int64_t>(random.below(50));
    case 2:
      return random.below(2) == 0 ? INT64_MAX : INT64_MIN;
    default:
      return static_cast<std::int64_t>(random.below(60));
  }
}

}  // namespace kubexx
