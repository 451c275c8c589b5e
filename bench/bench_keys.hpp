// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What the queue's benchmarks share.
namespace kubexx::bench {

/// So many distinct strings of 30 bytes, as the peers' programs make them.
[[nodiscard]] inline std::vector<std::string> make_keys(std::size_t count)
{
  std::vector<std::string> keys;
  keys.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    std::string number = std::to_string(index);
    keys.push_back("namespace-1/some-name-" + std::string(8 - number.size(), '0') + number);
  }
  return keys;
}

/// `per_item` is what compare.sh reads: seconds for each of the `items` of every iteration.
inline void report_items(benchmark::State& state, double items)
{
  const double all = static_cast<double>(state.iterations()) * items;
  state.SetItemsProcessed(static_cast<std::int64_t>(all));
  state.counters["per_item"] = benchmark::Counter(all, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace kubexx::bench
