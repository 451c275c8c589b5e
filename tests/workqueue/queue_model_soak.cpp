// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "queue_model_run.hpp"

namespace kubexx {
namespace {

TEST(QueueModelSoak, MillionsOfRandomOperationsAnswerAsTheModelDoes)
{
  run_queue_model(100, 1'000'000);
}

TEST(PriorityModelSoak, MillionsOfRandomOperationsAnswerAsTheModelDoes)
{
  run_priority_model(100, 1'000'000);
}

}  // namespace
}  // namespace kubexx
