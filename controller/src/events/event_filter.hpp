// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "events/event_key.hpp"
#include "events/recently_used.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx {

/// Decides about each new event, before it is made, as client-go's EventCorrelator does (tools/record/events_cache.go):
/// many events of one reason about one object that differ in their note alone become one, and an object about which too
/// much is said is silenced for a while. Times are given by the caller. Not thread safe.
class EventFilter {
public:
  struct Limits {
    std::size_t similar = 10;                            ///< distinct notes, of which the last is combined
    Duration similar_within = std::chrono::minutes(10);  ///< of the one before
    std::size_t burst = 25;                              ///< new events of one type about one object
    Duration refill = std::chrono::minutes(5);           ///< … and then one in this time
    std::size_t capacity = 4096;                         ///< objects and reasons remembered
  };
  explicit EventFilter(Limits limits);

  /// Whether an event with this note shall be combined with those of the same `group`.
  [[nodiscard]] bool combines(const EventKey& group, std::string_view note, SteadyTime now);
  /// Whether one more event of that `object` may be made.
  [[nodiscard]] bool admits(const EventKey& object, SteadyTime now);

private:
  struct Similar {
    SteadyTime last{};
    // The hashes of the notes, fewer than limits_.similar: most groups have one. 0: none yet.
    std::uint64_t note = 0;
    std::unique_ptr<std::vector<std::uint64_t>> others;
  };
  struct Spent {
    std::size_t events = 0;  // of the burst
    SteadyTime since{};      // the refill has been counted up to here
  };

  Limits limits_;
  RecentlyUsed<EventKey, Similar, EventKey::Hash> similar_;
  RecentlyUsed<EventKey, Spent, EventKey::Hash> spent_;
};

}  // namespace kubexx
