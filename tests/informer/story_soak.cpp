// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "story.hpp"

namespace kubexx::informer_test {
namespace {

TEST(InformerStories, SoakTenThousandEndWithWhatTheServerHas)
{
  for (std::uint64_t seed = 100000; seed < 110000 && !HasFailure(); ++seed) (void)tell_story(seed);
}

}  // namespace
}  // namespace kubexx::informer_test
