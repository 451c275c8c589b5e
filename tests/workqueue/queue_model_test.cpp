// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "queue_model_run.hpp"

namespace kubexx {
namespace {

TEST(QueueModel, RandomOperationsAnswerAsTheModelDoes)
{
  run_queue_model(8, 100'000);
}

TEST(PriorityModel, RandomOperationsAnswerAsTheModelDoes)
{
  run_priority_model(8, 50'000);
}

}  // namespace
}  // namespace kubexx
