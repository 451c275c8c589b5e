// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// Finds keys whose reconciles trigger themselves: each changes an object that the controller watches, and the event of
/// that change alone queues the key again, time after time. After so many in a row the key is held back, longer and
/// longer. Whoever else changes something ends that. Thread safe.
class HotLoopGuard {
public:
  static constexpr std::uint32_t tolerated = 8;             ///< in a row, before the first pause
  static constexpr std::uint32_t tolerated_if_varied = 64;  ///< when they write one field after the other
  static constexpr Duration first_pause = std::chrono::milliseconds(100);  ///< doubled each time
  static constexpr Duration longest_pause = std::chrono::minutes(1);

  /// What a reconcile wrote to one object.
  struct Write {
    std::string resource;  ///< "foos.example.com"
    ObjectKey key;
    std::string version;          ///< resourceVersion after the write
    std::int64_t generation = 0;  ///< then; 0: not known
    std::vector<std::string> fields;
  };
  struct Trace {
    std::uint32_t count = 0;   ///< reconciles in a row, each triggered by the one before
    std::uint32_t same = 0;    ///< the last of them, as far as they wrote the same field
    std::uint32_t pauses = 0;  ///< how often it was held back
    SteadyTime since{};        ///< the first of them
    SteadyTime ended{};        ///< the last of them
    SteadyTime held_until{};
    std::vector<Write> writes;  ///< of the last one: what the `same` ones wrote
    [[nodiscard]] bool is_loop() const noexcept { return same >= tolerated || count >= tolerated_if_varied; }
    /// "/status/lastSeen of foos.example.com": what they wrote.
    [[nodiscard]] std::string fields() const;
  };

  /// No key is known: most controllers are at rest. Takes no lock.
  [[nodiscard]] bool empty() const noexcept { return size_.load(std::memory_order_relaxed) == 0; }
  /// Nullopt: the last reconcile of the key wrote nothing, or it was long ago.
  [[nodiscard]] std::optional<Trace> trace(const Request& key, SteadyTime now) const;
  /// A reconcile has ended that wrote this. `triggered`: by the writes of the one before and by nothing else. The trace
  /// if it is to be reported: when the loop is found, and whenever its pauses have doubled.
  std::optional<Trace> add(const Request& key, bool triggered, std::vector<Write> writes, SteadyTime began,
                           SteadyTime now);

private:
  void sweep(SteadyTime now);  // needs mutex_

  std::atomic<std::size_t> size_{0};  // of traces_
  mutable std::mutex mutex_;
  std::unordered_map<Request, Trace> traces_;  // guarded by mutex_
};

}  // namespace kubexx
