// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>
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

/// `per_item` is what compare_workqueue.sh reads: seconds for each of the `items` of every iteration.
inline void report_items(benchmark::State& state, double items)
{
  const double all = static_cast<double>(state.iterations()) * items;
  state.SetItemsProcessed(static_cast<std::int64_t>(all));
  state.counters["per_item"] = benchmark::Counter(all, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Adds 10 000 keys from several threads in rounds: the next one begins when `finished` was called for every key of
/// the last one, so that nobody saves work by adding a key that is still queued.
class Producers {
public:
  Producers(std::size_t threads, std::size_t rounds, std::function<void(const std::string&)> add)
      : keys_(make_keys(10'000)), add_(std::move(add))
  {
    for (std::size_t thread = 0; thread < threads; ++thread) {
      threads_.emplace_back([this, thread, threads, rounds] {
        for (std::size_t round = 0; round < rounds; ++round) {
          while (done_ < round) std::this_thread::yield();
          for (std::size_t at = thread; at < keys_.size(); at += threads) add_(keys_[at]);
        }
      });
    }
  }
  /// By a worker, before it gives a key back.
  void finished(std::size_t keys = 1)
  {
    const std::size_t before = finished_.fetch_add(keys, std::memory_order_relaxed);
    if ((before + keys) / keys_.size() != before / keys_.size()) ++done_;
  }
  void join()
  {
    for (auto& thread : threads_) thread.join();
  }

private:
  const std::vector<std::string> keys_;
  const std::function<void(const std::string&)> add_;
  std::atomic<std::size_t> finished_{0};  ///< keys
  std::atomic<std::size_t> done_{0};      ///< rounds
  std::vector<std::thread> threads_;
};

}  // namespace kubexx::bench
