// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace kubexx {

/// Who waits for the queue beside the coroutines of the executor that stalls.
struct Consumers {
  std::size_t threads;
  std::size_t coroutines;
  std::chrono::seconds patience{30};  ///< a burst that takes longer is a failure
};

/// Adds so many bursts of keys for threads and for coroutines on two executors, one of which runs only now and then:
/// every burst must be processed while it does not.
void run_with_stalled_executor(Consumers consumers, std::uint64_t seed, std::uint64_t bursts);

}  // namespace kubexx
