// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// A map that forgets what was used least recently when it is full. Not thread safe.
template <class Value>
class RecentlyUsed {
public:
  explicit RecentlyUsed(std::size_t capacity) : capacity_(capacity) {}

  /// The value of `key`, made anew when it is not there.
  Value& operator[](const std::string& key)
  {
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      values_.splice(values_.end(), values_, found->second);
      return found->second->second;
    }
    if (values_.size() >= capacity_) {
      by_key_.erase(values_.front().first);
      values_.pop_front();
    }
    values_.emplace_back(key, Value());
    by_key_.emplace(key, std::prev(values_.end()));
    return values_.back().second;
  }

private:
  using Values = std::list<std::pair<std::string, Value>>;  // least recently used first
  std::size_t capacity_;
  Values values_;
  std::map<std::string, typename Values::iterator> by_key_;
};

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
  [[nodiscard]] bool combines(const std::string& group, const std::string& note, SteadyTime now);
  /// Whether one more event of that `object` may be made.
  [[nodiscard]] bool admits(const std::string& object, SteadyTime now);

private:
  struct Similar {
    std::set<std::size_t> notes;  // their hashes, fewer than limits_.similar
    SteadyTime last{};
  };
  struct Spent {
    std::size_t events = 0;  // of the burst
    SteadyTime since{};      // the refill has been counted up to here
  };

  Limits limits_;
  RecentlyUsed<Similar> similar_;
  RecentlyUsed<Spent> spent_;
};

}  // namespace kubexx
