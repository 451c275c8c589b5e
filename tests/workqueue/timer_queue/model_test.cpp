// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model_run.hpp"

namespace kubexx {
namespace {

TEST(TimerQueueModel, RandomOperationsAnswerAsTheModelDoes)
{
  run_timer_queue_model(8, 50'000);
}

}  // namespace
}  // namespace kubexx
