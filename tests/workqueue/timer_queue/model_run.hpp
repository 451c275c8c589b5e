// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kubexx {

/// Runs the same random operations on a TimerQueue and on a sorted list, and fails the test at the first difference.
/// KUBEXX_SEED names the first seed, KUBEXX_SEEDS how many there are.
void run_timer_queue_model(std::uint64_t seeds, std::uint64_t operations);

}  // namespace kubexx
