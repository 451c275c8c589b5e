// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <kubexx/workqueue/timer_queue/timer_queue.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

/// Values that expire `ttl` after they were last read or written. One thread removes what is due; nothing looks at the
/// other entries. Thread safe.
class ExpiringCache {
public:
  /// `on_expired` is called on the thread that removes entries, without a lock. `clock` must outlive the cache.
  ExpiringCache(kubexx::Clock& clock, kubexx::Duration ttl, std::function<void(const std::string& key)> on_expired)
      : clock_(clock), ttl_(ttl), on_expired_(std::move(on_expired)), timers_(clock), sweeper_([this] { sweep(); })
  {
  }
  ~ExpiringCache() { timers_.shut_down(); }  // ends the stream of the sweeper, which is then joined
  ExpiringCache(const ExpiringCache&) = delete;
  ExpiringCache& operator=(const ExpiringCache&) = delete;

  void put(const std::string& key, std::string value)
  {
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[key];
    entry.value = std::move(value);
    extend(key, entry);
  }
  std::optional<std::string> get(const std::string& key)
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end() || found->second.expires <= clock_.now()) return std::nullopt;
    extend(key, found->second);
    return found->second.value;
  }
  [[nodiscard]] std::size_t size() const
  {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

private:
  struct Entry {
    std::string value;
    kubexx::SteadyTime expires;
    kubexx::TimerHandle timer;
  };

  void extend(const std::string& key, Entry& entry)
  {
    entry.expires = clock_.now() + ttl_;
    // A new entry has no timer, and the timer of an old one may be on its way to the sweeper.
    if (!timers_.reset(entry.timer, entry.expires)) entry.timer = timers_.push(key, entry.expires);
  }
  void sweep()
  {
    for (const std::string& key : timers_.stream()) {
      if (remove_if_expired(key)) on_expired_(key);
    }
  }
  bool remove_if_expired(const std::string& key)
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end() || found->second.expires > clock_.now()) return false;  // it was extended meanwhile
    entries_.erase(found);
    return true;
  }

  kubexx::Clock& clock_;
  const kubexx::Duration ttl_;
  const std::function<void(const std::string&)> on_expired_;
  kubexx::TimerQueue<std::string> timers_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // guarded by mutex_
  std::jthread sweeper_;
};
