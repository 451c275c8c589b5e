// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kubexx {

/// Run the same random operations on the real queue and on the model, and fail the test at the first difference.
/// KUBEXX_SEED names the first seed, KUBEXX_SEEDS how many there are.
void run_queue_model(std::uint64_t seeds, std::uint64_t operations);
void run_priority_model(std::uint64_t seeds, std::uint64_t operations);

}  // namespace kubexx
