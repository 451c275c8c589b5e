// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// Where the process spent its CPU time: call stacks, innermost address first, taken 100 times in each second of CPU
/// time of all threads.
struct CpuSamples {
  static constexpr Duration period = std::chrono::milliseconds(10);
  std::vector<std::vector<std::uintptr_t>> stacks;
  std::size_t dropped = 0;  ///< for which there was no room
};

/// Samples for so long, or until `stop`. The timer and its signal (SIGPROF) are the process's, so throws
/// std::runtime_error while another call runs, also when the program itself profiles with SIGPROF.
[[nodiscard]] awaitable<CpuSamples> async_sample_cpu(Clock& clock, Duration time, std::stop_token stop);

}  // namespace kubexx
