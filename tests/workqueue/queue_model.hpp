// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// What a RateLimitingQueue<int> does, written as client-go writes it: a list, a dirty set and a processing set, beside
/// them a list of what waits and a map of failures; the defects of client-go left out. Slow and obvious.
class QueueModel {
public:
  QueueModel(Duration base, Duration max) : base_(base), max_(max) {}

  void advance(Duration step)
  {
    now_ += step;
    // Adding moves nothing else, so one by one is right.
    while (true) {
      const auto first = std::min_element(waiting_.begin(), waiting_.end(), [](const Waiting& a, const Waiting& b) {
        return std::tie(a.ready, a.order) < std::tie(b.ready, b.order);
      });
      if (first == waiting_.end() || first->ready > now_) return;
      const Waiting due = *first;
      waiting_.erase(first);
      add(due.key, due.triggers);
    }
  }

  void add(int key, Trigger trigger)
  {
    if (shutting_down_) return;
    triggers_[key] |= trigger;
    if (!dirty_.insert(key).second) return;
    if (processing_.count(key) == 0) storage_.push_back(key);
  }

  std::optional<int> get(Trigger& triggers)
  {
    if (storage_.empty()) return std::nullopt;
    const int key = storage_.front();
    storage_.pop_front();
    processing_.insert(key);
    oldest_first_.push_back(key);
    dirty_.erase(key);
    triggers = triggers_[key];
    triggers_.erase(key);
    return key;
  }

  void done(int key)
  {
    if (processing_.erase(key) == 0) return;
    oldest_first_.erase(std::find(oldest_first_.begin(), oldest_first_.end(), key));
    if (dirty_.count(key) != 0) storage_.push_back(key);
  }

  void add_after(int key, std::int64_t delay, Trigger trigger)
  {
    if (shutting_down_) return;
    ++retries;
    if (delay <= 0) return add(key, trigger);
    const std::int64_t now = now_.count();
    const Duration ready = now > INT64_MAX - delay ? Duration::max() : Duration(now + delay);
    const auto known =
        std::find_if(waiting_.begin(), waiting_.end(), [key](const Waiting& waiting) { return waiting.key == key; });
    if (known == waiting_.end()) {
      waiting_.push_back({key, ready, ++order_, trigger});
    } else {
      known->triggers |= trigger;
      if (ready < known->ready) {
        known->ready = ready;
        known->order = ++order_;
      }
    }
  }

  void add_rate_limited(int key, Trigger trigger)
  {
    Duration delay = base_;
    for (unsigned index = 0; index < failures_[key] && delay < max_; ++index) delay *= 2;
    ++failures_[key];
    add_after(key, std::min(delay, max_).count(), trigger);
  }

  void forget(int key) { failures_.erase(key); }
  [[nodiscard]] unsigned num_requeues(int key) const { return failures_.count(key) != 0 ? failures_.at(key) : 0; }
  [[nodiscard]] std::size_t size() const { return storage_.size(); }
  [[nodiscard]] std::size_t delayed() const { return waiting_.size(); }
  [[nodiscard]] bool processing(int key) const { return processing_.count(key) != 0; }

  /// What a snapshot of everything shows, as "key flags failures triggers".
  [[nodiscard]] std::vector<std::string> shown() const
  {
    std::vector<std::string> entries;
    std::set<int> seen;
    const auto show = [&](int key) {
      if (!seen.insert(key).second) return;
      const auto waiting =
          std::find_if(waiting_.begin(), waiting_.end(), [key](const Waiting& w) { return w.key == key; });
      const bool delayed = waiting != waiting_.end();
      const Trigger triggers = (triggers_.count(key) != 0 ? triggers_.at(key) : 0) | (delayed ? waiting->triggers : 0);
      entries.push_back(describe(key, processing(key), dirty_.count(key) != 0, delayed, num_requeues(key), triggers));
    };
    for (const int key : oldest_first_) show(key);
    for (const int key : storage_) show(key);
    std::vector<Waiting> waiting = waiting_;
    std::sort(waiting.begin(), waiting.end(), [](const Waiting& a, const Waiting& b) {
      return std::tie(a.ready, a.order) < std::tie(b.ready, b.order);
    });
    for (const Waiting& next : waiting) show(next.key);
    // The order of the rest depends on when each of them was left with nothing else.
    const auto rest = static_cast<std::ptrdiff_t>(entries.size());
    for (const auto& [key, failures] : failures_) show(key);
    std::sort(entries.begin() + rest, entries.end());
    return entries;
  }
  static std::string describe(int key, bool processing, bool queued, bool delayed, unsigned failures, Trigger triggers)
  {
    return std::to_string(key) + (processing ? " h" : " ") + (queued ? "q" : "") + (delayed ? "d " : " ") +
           std::to_string(failures) + " " + std::to_string(triggers);
  }
  [[nodiscard]] bool shutting_down() const { return shutting_down_; }
  [[nodiscard]] bool drained() const { return shutting_down_ && dirty_.empty() && processing_.empty(); }

  void shut_down()
  {
    shutting_down_ = true;
    dropped += waiting_.size();
    waiting_.clear();
  }

  std::size_t dropped = 0;
  std::size_t retries = 0;

private:
  struct Waiting {
    int key;
    Duration ready;
    std::uint64_t order;
    Trigger triggers;
  };
  const Duration base_;
  const Duration max_;
  Duration now_{std::chrono::seconds(1)};
  std::deque<int> storage_;
  std::set<int> dirty_;
  std::set<int> processing_;
  std::vector<int> oldest_first_;  ///< what is in processing_
  std::map<int, Trigger> triggers_;
  std::vector<Waiting> waiting_;
  std::map<int, unsigned> failures_;
  std::uint64_t order_ = 0;
  bool shutting_down_ = false;
};

}  // namespace kubexx
