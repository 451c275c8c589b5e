// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coverage.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/testing/fault_plan.hpp"

namespace kubexx::simulation {

enum class Cast {
  workshop,  ///< the operators of one cluster (workshop.cpp)
  fleet,     ///< one of several clusters, two replicas (fleet.cpp)
  loops,     ///< those that live by their own writes (loops.cpp)
};

/// One run of the operators against the embedded server, in one thread under virtual time.
struct Options {
  std::uint64_t seed = 1;
  Cast cast = Cast::workshop;
  int edits = 160;         ///< by users and administrators, while there are faults
  bool keep_text = false;  ///< keep the trace as text
  bool print_log = false;  ///< write what the operators log to standard error
  /// What goes wrong, and when who edits what: this list alone. Otherwise the seed draws it.
  std::optional<std::vector<testing::Fault>> faults;
};

struct Outcome {
  bool converged = false;
  std::string why;                     ///< when not: what is wrong
  std::uint64_t hash = 0;              ///< over every request, response, delta, queue operation and virtual time
  std::uint64_t entries = 0;           ///< of the trace
  std::uint64_t calls = 0;             ///< API calls of the operators
  Duration virtual_time{};             ///< that passed
  std::vector<testing::Fault> faults;  ///< what went wrong and what was edited: replays this run
  Coverage coverage;
  std::vector<std::string> text;
};

/// Runs until the edits are made, under faults; then without faults until everything is as it should be and stays so:
/// - the caches equal the server, the queues are idle, no failure is remembered, no request is in flight;
/// - each operator has done its work (foo_checks.hpp, router_checks.hpp), and writes nothing more for a long time;
/// - the managers stop cleanly, and after that nothing at all is sent.
/// What must never happen, such as one key with two workers, is checked all along. An exception is an outcome too.
[[nodiscard]] Outcome run(const Options& options);

}  // namespace kubexx::simulation
