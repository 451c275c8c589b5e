// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "delay_queue_model_run.hpp"

namespace kubexx {
namespace {

TEST(DelayQueueModel, RandomOperationsAnswerAsTheModelDoes)
{
  run_delay_queue_model(8, 50'000);
}

}  // namespace
}  // namespace kubexx
