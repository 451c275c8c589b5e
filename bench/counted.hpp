// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>

#include "bench_keys.hpp"
#include "support/allocations.hpp"

namespace kubexx::bench {

/// Reports items and allocations per item.
class Counted {
public:
  explicit Counted(benchmark::State& state) : state_(state), before_(allocations::count()) {}
  ~Counted() { report(static_cast<double>(state_.iterations())); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  void items_per_iteration(double items) { items_ = items; }

private:
  void report(double iterations)
  {
    state_.counters["allocs"] = static_cast<double>(allocations::count() - before_) / (iterations * items_);
    report_items(state_, items_);
  }
  benchmark::State& state_;
  std::uint64_t before_;
  double items_ = 1;
};

}  // namespace kubexx::bench
