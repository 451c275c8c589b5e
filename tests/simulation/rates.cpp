// SPDX-License-Identifier: Apache-2.0
#include "rates.hpp"

namespace kubexx::simulation {

namespace {

using testing::FaultKind;
using testing::FaultRates;

// Off, rare, usual or often.
double scaled(double usual, Random& random)
{
  switch (random.below(4)) {
    case 0:
      return 0;
    case 1:
      return usual / 4;
    case 2:
      return usual;
    default:
      return usual * 3;
  }
}

Duration up_to(Duration longest, Random& random)
{
  return Duration(static_cast<Duration::rep>(random.below(static_cast<std::uint64_t>(longest.count()))));
}

FaultRates usual_rates()
{
  FaultRates rates;
  rates[FaultKind::refused] = 0.02;
  rates[FaultKind::lost_request] = 0.02;
  rates[FaultKind::lost_response] = 0.03;
  rates[FaultKind::hang] = 0.005;
  rates[FaultKind::hang_after_commit] = 0.005;
  rates[FaultKind::conflict] = 0.05;
  rates[FaultKind::too_many_requests] = 0.02;
  rates[FaultKind::internal_error] = 0.02;
  rates[FaultKind::stale_list] = 0.3;
  rates[FaultKind::list_gone] = 0.1;
  rates[FaultKind::crash_before_request] = 0.003;
  rates[FaultKind::crash_after_commit] = 0.005;
  rates[FaultKind::watch_gone] = 0.04;
  rates[FaultKind::watch_broken] = 0.02;
  rates[FaultKind::watch_cut] = 0.02;
  rates[FaultKind::watch_split] = 0.05;
  rates[FaultKind::watch_duplicated] = 0.03;
  rates[FaultKind::watch_ended] = 0.02;
  rates[FaultKind::watch_delayed] = 0.08;
  rates[FaultKind::watch_silent] = 0.003;
  return rates;
}

}  // namespace

Conditions draw_conditions(Random& random)
{
  Conditions drawn;
  drawn.rates = usual_rates();
  for (auto& rate : drawn.rates.of) rate = scaled(rate, random);
  drawn.rates.longest_latency = std::chrono::milliseconds(1) + up_to(std::chrono::milliseconds(100), random);
  drawn.rates.longest_delay = std::chrono::milliseconds(100) + up_to(std::chrono::seconds(10), random);
  drawn.disorder = random.below(4) == 0 ? 0 : random.fraction();
  drawn.stalled = scaled(0.01, random);
  drawn.longest_stall = std::chrono::milliseconds(10) + up_to(std::chrono::seconds(3), random);
  if (random.below(2) == 0) {
    drawn.garbage_period = std::chrono::seconds(1) + up_to(std::chrono::seconds(10), random);
  }
  drawn.stream_list = random.below(2) == 0;
  if (random.below(2) == 0) drawn.page_size = 1 + static_cast<std::int64_t>(random.below(3));
  drawn.mapper_throws = scaled(0.05, random);
  return drawn;
}

}  // namespace kubexx::simulation
