// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kubexx/base/random.hpp"
#include "kubexx/testing/faults.hpp"

namespace kubexx::simulation {

/// What differs from seed to seed besides the order of events. Each rate is off in some seeds, so that one kind of
/// fault does not always mend what another one broke.
struct Conditions {
  testing::FaultRates rates;
  double disorder = 1;  ///< SimulatedRuntime::Options
  double stalled = 0;   ///< the part of the tasks that have to wait
  Duration longest_stall{};
  Duration garbage_period{};  ///< between two runs of the garbage collector; zero: it is part of each request
  bool stream_list = false;   ///< InformerOptions
  std::int64_t page_size = 500;
  double mapper_throws = 0;  ///< per call
};

[[nodiscard]] Conditions draw_conditions(Random& random);

}  // namespace kubexx::simulation
