// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "delay_queue_model_run.hpp"

namespace kubexx {
namespace {

TEST(DelayQueueModelSoak, MillionsOfRandomOperationsAnswerAsTheModelDoes)
{
  run_delay_queue_model(100, 1'000'000);
}

}  // namespace
}  // namespace kubexx
