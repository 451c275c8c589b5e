// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model_run.hpp"

namespace kubexx {
namespace {

TEST(TimerQueueModelSoak, MillionsOfRandomOperationsAnswerAsTheModelDoes)
{
  run_timer_queue_model(100, 1'000'000);
}

}  // namespace
}  // namespace kubexx
