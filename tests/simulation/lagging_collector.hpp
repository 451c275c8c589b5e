// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx::simulation {

/// Makes the garbage collector of an embedded server lag behind, as a real one does: it runs once in a period instead
/// of within each request. Outlives the transports that it makes.
class LaggingCollector {
public:
  /// Zero `period`: it does not lag. `clock` and `server` outlive it.
  LaggingCollector(Clock& clock, ApiServer& server, Duration period);
  LaggingCollector(const LaggingCollector&) = delete;
  LaggingCollector& operator=(const LaggingCollector&) = delete;

  /// `to_server`, whose requests leave the garbage to the collector.
  [[nodiscard]] std::shared_ptr<Transport> transport(std::shared_ptr<Transport> to_server);
  /// From now on it does not lag any more.
  void catch_up();
  /// How many of its runs found garbage.
  [[nodiscard]] std::uint64_t late_runs() const noexcept { return late_runs_; }

private:
  void arm();
  void run();
  [[nodiscard]] std::string version(bool collecting);

  Clock& clock_;
  ApiServer& server_;
  Duration period_;
  bool lags_;
  Timer timer_;
  std::uint64_t late_runs_ = 0;
};

}  // namespace kubexx::simulation
