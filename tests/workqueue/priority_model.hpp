// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// What a PriorityQueue<int> does, written from the table in its header: one entry per key in a map, and every question
/// is answered by looking at all of them. Slow and obvious.
class PriorityModel {
public:
  struct Add {
    std::int64_t after = 0;
    bool rate_limited = false;
    int priority = 0;
    Trigger trigger = 0;
  };
  struct Given {
    int key;
    int priority;
    Trigger triggers;
  };

  PriorityModel(Duration base, Duration max, std::optional<Duration> max_wait, int groups)
      : base_(base), max_(max), max_wait_(max_wait), groups_(groups)
  {
  }

  void advance(Duration step)
  {
    now_ += step;
    while (true) {
      const auto first = std::min_element(entries_.begin(), entries_.end(), [](const auto& one, const auto& other) {
        return std::tuple(one.second.queued, one.second.due, one.second.call) <
               std::tuple(other.second.queued, other.second.due, other.second.call);
      });
      if (first == entries_.end() || first->second.queued || first->second.due > now_) return;
      queue(first->first, first->second, first->second.due);
    }
  }

  void add(int key, const Add& options)
  {
    std::int64_t delay = options.after;
    if (options.rate_limited) {
      const std::int64_t limited = count_failure(key);
      if (delay == 0 || limited < delay) delay = limited;
    }
    if (shutting_down_) return;
    if (delay > 0) ++retries;
    auto known = entries_.find(key);
    const bool fresh = known == entries_.end();
    if (fresh) {
      known = entries_.emplace(key, Entry{}).first;
      known->second.priority = options.priority;
    }
    Entry& entry = known->second;
    entry.triggers |= options.trigger;
    if (!fresh && options.priority > entry.priority) raise(key, entry, options.priority);
    if (entry.queued) return;
    if (delay <= 0) return queue(key, entry, now_);
    const Duration due = now_.count() > INT64_MAX - delay ? Duration::max() : now_ + Duration(delay);
    if (!fresh && entry.due <= due) return;
    entry.due = due;
    entry.call = ++calls_;
  }

  std::optional<Given> get()
  {
    if (turns_.empty()) return std::nullopt;
    const int regular = first_of(turns_.rbegin()->first, turns_.rbegin()->second.front());
    std::optional<int> chosen;
    if (max_wait_) chosen = groups_ == 0 ? overdue_key() : overdue_key_of_groups();
    const int key = chosen ? *chosen : regular;
    const Given given{key, entries_.at(key).priority, entries_.at(key).triggers};
    if (!chosen || *chosen == regular) {
      auto& turns = turns_[given.priority];
      turns.pop_front();
      turns.push_back(group(key));
    }
    entries_.erase(key);
    processing_.insert(key);
    leave_turns(given.priority, group(key));
    return given;
  }

  void done(int key)
  {
    if (processing_.erase(key) == 0) return;
    const auto known = entries_.find(key);
    if (known != entries_.end() && known->second.queued) become_ready(key, known->second, now_);
  }

  void forget(int key) { failures_.erase(key); }
  [[nodiscard]] unsigned num_requeues(int key) const { return failures_.count(key) != 0 ? failures_.at(key) : 0; }
  [[nodiscard]] std::size_t size() const { return count(true); }
  [[nodiscard]] std::size_t delayed() const { return count(false); }
  [[nodiscard]] std::size_t depth(int priority) const
  {
    return static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.end(), [priority](const auto& one) {
      return one.second.queued && one.second.priority == priority;
    }));
  }
  [[nodiscard]] bool shutting_down() const { return shutting_down_; }
  [[nodiscard]] bool drained() const { return shutting_down_ && size() == 0 && processing_.empty(); }

  void shut_down(bool hard)
  {
    shutting_down_ = true;
    dropped += std::erase_if(entries_, [hard](const auto& one) { return hard || !one.second.queued; });
    if (hard) turns_.clear();
  }

  std::size_t dropped = 0;
  std::size_t retries = 0;

private:
  struct Entry {
    int priority = 0;
    bool queued = false;            ///< otherwise waiting
    Duration due{};                 ///< while waiting
    std::uint64_t call = 0;         ///< while waiting: orders equal times
    std::uint64_t number = 0;       ///< while queued
    Duration since{};               ///< while ready
    std::uint64_t ready_order = 0;  ///< while ready
    Trigger triggers = 0;
  };

  [[nodiscard]] int group(int key) const { return groups_ == 0 ? 0 : key % groups_; }
  [[nodiscard]] bool ready(int key, const Entry& entry) const { return entry.queued && processing_.count(key) == 0; }
  [[nodiscard]] std::size_t count(bool queued) const
  {
    return static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.end(),
                                                  [queued](const auto& one) { return one.second.queued == queued; }));
  }

  void queue(int key, Entry& entry, Duration since)
  {
    entry.queued = true;
    entry.number = ++numbers_;
    if (processing_.count(key) == 0) become_ready(key, entry, since);
  }

  void become_ready(int key, Entry& entry, Duration since)
  {
    entry.since = since;
    entry.ready_order = ++ready_orders_;
    join_turns(entry.priority, group(key));
  }

  void raise(int key, Entry& entry, int priority)
  {
    const int before = entry.priority;
    entry.priority = priority;
    if (!entry.queued) return;
    entry.number = ++numbers_;
    if (processing_.count(key) != 0) return;
    leave_turns(before, group(key));
    join_turns(priority, group(key));
  }

  void join_turns(int priority, int of_group)
  {
    auto& turns = turns_[priority];
    if (std::find(turns.begin(), turns.end(), of_group) == turns.end()) turns.push_back(of_group);
  }

  void leave_turns(int priority, int of_group)
  {
    const bool others = std::any_of(entries_.begin(), entries_.end(), [&](const auto& one) {
      return ready(one.first, one.second) && one.second.priority == priority && group(one.first) == of_group;
    });
    if (others) return;
    std::erase(turns_[priority], of_group);
    if (turns_[priority].empty()) turns_.erase(priority);
    std::erase(overdue_, std::pair(priority, of_group));
  }

  [[nodiscard]] int first_of(int priority, int of_group) const
  {
    std::optional<int> first;
    for (const auto& [key, entry] : entries_) {
      if (!ready(key, entry) || entry.priority != priority || group(key) != of_group) continue;
      if (!first || entry.number < entries_.at(*first).number) first = key;
    }
    return *first;
  }

  [[nodiscard]] bool is_overdue(int key) const { return now_ - entries_.at(key).since >= *max_wait_; }

  [[nodiscard]] std::optional<int> overdue_key() const
  {
    std::optional<int> oldest;
    for (const auto& [key, entry] : entries_) {
      if (ready(key, entry) && (!oldest || entry.ready_order < entries_.at(*oldest).ready_order)) oldest = key;
    }
    return is_overdue(*oldest) ? oldest : std::nullopt;
  }

  std::optional<int> overdue_key_of_groups()
  {
    const bool went = std::exchange(overdue_went_, false);
    if (turns_.size() == 1) return std::nullopt;
    join_overdue();
    if (went || overdue_.empty()) return std::nullopt;
    const auto [priority, of_group] = overdue_.front();
    overdue_.pop_front();
    const int first = first_of(priority, of_group);
    if (!is_overdue(first)) return std::nullopt;
    overdue_.emplace_back(priority, of_group);
    overdue_went_ = true;
    return priority == turns_.rbegin()->first ? std::nullopt : std::optional(first);
  }

  /// The group whose first key has waited longest joins those that take turns.
  void join_overdue()
  {
    std::optional<int> oldest;
    for (const auto& [priority, groups] : turns_) {
      for (const int of_group : groups) {
        if (std::count(overdue_.begin(), overdue_.end(), std::pair(priority, of_group)) != 0) continue;
        const int first = first_of(priority, of_group);
        const auto age = [this](int key) { return std::pair(entries_.at(key).since, entries_.at(key).number); };
        if (!oldest || age(first) < age(*oldest)) oldest = first;
      }
    }
    if (oldest && is_overdue(*oldest)) overdue_.emplace_back(entries_.at(*oldest).priority, group(*oldest));
  }

  std::int64_t count_failure(int key)
  {
    Duration delay = base_;
    for (unsigned index = 0; index < failures_[key] && delay < max_; ++index) delay *= 2;
    ++failures_[key];
    return std::min(delay, max_).count();
  }

  const Duration base_;
  const Duration max_;
  const std::optional<Duration> max_wait_;
  const int groups_;  ///< 0: no group function; otherwise key % groups_
  Duration now_{std::chrono::seconds(1)};
  std::map<int, Entry> entries_;
  std::set<int> processing_;
  std::map<int, unsigned> failures_;
  std::map<int, std::deque<int>> turns_;     ///< by priority: the groups with ready keys
  std::deque<std::pair<int, int>> overdue_;  ///< priority and group of those that take turns because they are overdue
  std::uint64_t calls_ = 0;
  std::uint64_t numbers_ = 0;
  std::uint64_t ready_orders_ = 0;
  bool overdue_went_ = false;
  bool shutting_down_ = false;
};

}  // namespace kubexx
