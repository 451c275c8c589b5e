// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

#include "events/event_key.hpp"

namespace kubexx {

/// A map that forgets what was used least recently when it is full. Not thread safe.
template <class Value>
class RecentlyUsed {
public:
  explicit RecentlyUsed(std::size_t capacity) : capacity_(capacity) {}

  /// The value of `key`, made anew when it is not there.
  Value& operator[](const EventKey& key)
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
  using Values = std::list<std::pair<EventKey, Value>>;  // least recently used first
  std::size_t capacity_;
  Values values_;
  std::unordered_map<EventKey, typename Values::iterator, EventKey::Hash> by_key_;
};

}  // namespace kubexx
