// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "context/api_calls.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// Finds keys whose reconciles trigger each other: each changes an object that the controller watches, and what follows
/// from that change queues the key again, time after time. After so many in a row the key is held back, longer and
/// longer. It keeps a trace of each key that wrote within the last seconds or is held back, and of no other. Thread
/// safe.
class HotLoopGuard {
public:
  /// In a row, before the first pause, when they leave the objects in a state in which the row has left them before.
  static constexpr std::uint32_t tolerated = 8;
  /// In a row, when each leaves a new state: an object may be built in many steps.
  static constexpr std::uint32_t tolerated_if_new = 80;
  static constexpr Duration first_pause = std::chrono::milliseconds(100);  ///< doubled each time
  static constexpr Duration longest_pause = std::chrono::minutes(1);

  using Writes = std::vector<ApiCalls::Change>;

  struct Trace {
    std::uint32_t count = 0;  ///< reconciles in a row that wrote, each triggered by what followed from the one before
    std::uint32_t repeated = 0;  ///< the last of them, as far as they left a state that the row had left before
    std::uint32_t pauses = 0;    ///< how often it was held back
    bool found_before = false;   ///< the row before this one was a loop: no more patience with new states
    SteadyTime since{};          ///< the first of them
    SteadyTime ended{};          ///< the last of them
    SteadyTime held_until{};
    Writes writes;                       ///< of the last one: what the last ones have in common, if anything
    std::vector<std::uint64_t> states;   ///< that the row has left
    std::vector<std::string> opponents;  ///< who undid what it wrote: "controller 'b'", "field manager \"kubectl\""
    bool undone_by_foreigner = false;    ///< … and is not known by name
    [[nodiscard]] bool is_loop() const noexcept;
    /// Whether the next reconcile in the row, if it writes, is to be reported.
    [[nodiscard]] bool may_be_reported_next() const noexcept;
    /// "/status/lastSeen of foos.example.com": what they wrote.
    [[nodiscard]] std::string fields() const;
  };

  /// No key is known: most controllers are at rest. Takes no lock.
  [[nodiscard]] bool empty() const noexcept { return size_.load(std::memory_order_relaxed) == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_relaxed); }
  /// Nullopt: the key wrote nothing in the last seconds.
  [[nodiscard]] std::optional<Trace> trace(const Request& key, SteadyTime now) const;

  /// Whether there is a trace.
  [[nodiscard]] bool knows(const Request& key, SteadyTime now) const;

  /// What a change of an object by someone else is to a key.
  enum class Meaning {
    unrelated,
    undoes,   ///< it changes what the key's last reconcile wrote
    answers,  ///< it changes the status of an object of which the key's last reconcile wrote something else
  };
  [[nodiscard]] Meaning meaning(const Request& key, const ObjectRef& object, const Object& old, const Object& now,
                                SteadyTime at) const;
  /// Someone undid what the key wrote; empty: by a client that is not known by name.
  void add_opponent(const Request& key, std::string opponent);

  /// A reconcile has ended. `triggered`: by what followed from the writes of the one before. `state`: of what it wrote,
  /// as it came back. The trace if it is to be reported: when the loop is found, and whenever its pauses have doubled.
  std::optional<Trace> add(const Request& key, bool triggered, Writes writes, std::optional<std::uint64_t> state,
                           SteadyTime began, SteadyTime now);

private:
  [[nodiscard]] const Trace* find(const Request& key, SteadyTime now) const;  // needs mutex_; null: none
  void sweep(SteadyTime now);                                                 // needs mutex_

  std::atomic<std::size_t> size_{0};  // of traces_
  mutable std::mutex mutex_;
  std::unordered_map<Request, Trace> traces_;            // guarded by mutex_
  std::deque<std::pair<SteadyTime, Request>> to_sweep_;  // guarded by mutex_; each of traces_ once: when to look at it
};

}  // namespace kubexx
