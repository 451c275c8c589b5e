// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

namespace kubexx {

/// A map that forgets what was used least recently when it is full. Not thread safe.
template <class Key, class Value, class Hash = std::hash<Key>>
class RecentlyUsed {
public:
  explicit RecentlyUsed(std::size_t capacity) : capacity_(capacity) {}

  /// The value of `key`, made anew when it is not there.
  Value& operator[](const Key& key)
  {
    if (Value* const known = find(key)) return *known;
    if (values_.size() >= capacity_) {
      by_key_.erase(values_.front().first);
      values_.pop_front();
    }
    values_.emplace_back(key, Value());
    by_key_.emplace(key, std::prev(values_.end()));
    return values_.back().second;
  }

  /// Null: it is not there.
  Value* find(const Key& key)
  {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return nullptr;
    values_.splice(values_.end(), values_, found->second);
    return &found->second->second;
  }
  void erase(const Key& key)
  {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return;
    values_.erase(found->second);
    by_key_.erase(found);
  }

private:
  using Values = std::list<std::pair<Key, Value>>;  // least recently used first
  std::size_t capacity_;
  Values values_;
  std::unordered_map<Key, typename Values::iterator, Hash> by_key_;
};

}  // namespace kubexx
