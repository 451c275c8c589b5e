// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "kubexx/workqueue/detail/priority_depth.hpp"
#include "kubexx/workqueue/detail/priority_order.hpp"
#include "kubexx/workqueue/priority_options.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace kubexx {

/// A RateLimitingQueue that dispatches keys by priority, after
/// sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue. It can be used wherever a RateLimitingQueue can; all
/// keys then have priority 0.
///
/// THE RULE, where it differs from that of queue.hpp. A key has at most one entry, which is either queued or waiting
/// for its time; independently of that, the key may be processing. An entry has a priority and, while queued, a number:
/// numbers rise with each add. `add`, `add_after` and `add_rate_limited` are add_with with priority 0.
///
///   operation             key is            effect
///   any                   waiting, its      first of all: queued, with the next number
///                         time has come
///   add_with, time d      neither           d <= 0: queued, with the next number; d > 0: waiting until now + d
///                         queued            stays queued, whatever d is
///                         waiting           d <= 0: queued, with the next number; d > 0: the earlier time counts
///             priority p  neither           the entry's priority is p
///                         queued, lower     p, with the next number: behind the others of its new priority
///                         waiting, lower    p
///                         not lower         nothing: a priority never falls
///   get                   the first key that is queued and not processing; see below
///                                           processing; the entry ends, the lease carries its priority and triggers
///   done                  processing,       ready, at the place that its number gives it
///                         queued
///   size(), the depth     queued, processing or not, but not waiting
///   shut_down             queued, waiting   dropped, counted in dropped(): get ends immediately, as do drains
///   shut_down_with_drain  waiting           dropped, counted in dropped(); queued keys are still dispatched
///
/// The first key is chosen by:
///   1. Overdue: ready (queued and not processing) for max_wait or longer. Of several, the one that became ready first.
///   2. The highest priority.
///   3. With a group function: the group of that priority whose turn it is. When a key of a group is taken, the group
///      goes behind the other groups of the priority that have ready keys. A group that gets its first ready key goes
///      there too.
///   4. The lowest number.
/// A group function changes rule 1, because the overdue backlog of one group must not end the turns of the others:
/// while keys of several priorities are ready, every second dispatch is for overdue groups, which take turns. A group
/// of a priority is overdue if its first key (rule 4) has been ready for max_wait or longer. An overdue group of the
/// highest priority cedes the dispatch to rules 2 to 4, which give it its turns anyway.
///
/// The retries metric counts only delays greater than zero. workqueue_depth has the label `priority`: the first 25
/// values have their own series, all others share the one with `exceeded_cardinality_limit`.
///
/// Differences from controller-runtime: waiting is bounded; there are groups; a drain waits for the queued keys;
/// shutting down twice is allowed; no dispatch scans the keys that are processing. A waiting key that an add makes
/// ready gets the next number, like a key whose time has come, and not the place that its first add had. A dispatch
/// takes logarithmic time in the number of priorities in use and, for a key that was queued while processing, in the
/// number of such keys.
///
/// If the group function throws, the add throws too and has no effect.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class PriorityQueue : public RateLimitingQueue<T, Hash, Equal> {
  using Base = RateLimitingQueue<T, Hash, Equal>;
  using typename Queue<T, Hash, Equal>::Operation;

public:
  using Limiter = typename Base::Limiter;

  PriorityQueue(Limiter limiter, const QueueOptions& options, PriorityOptions<T> priorities = {})
      : Base(std::move(limiter), options, detail::QueueState::Entries::merged,
             [&](const detail::RecordTable& records) { return order_of(records, options, std::move(priorities)); })
  {
    if (options.metrics && !options.name.empty()) {
      const auto& order = static_cast<const detail::PriorityOrder&>(*this->driver_.state().order());
      depth_ = std::make_unique<detail::PriorityDepth>(this->driver_, order, options);
    }
  }

  /// Adds one key as specified by `options`. Returns its delay.
  Duration add_with(const T& item, const AddOptions& options)
  {
    const auto hash = this->keys_.hash(item);
    Duration delay = options.after;
    bool fresh_priority = false;
    {
      Operation operation(this->driver_);
      if (options.rate_limited) {
        this->limiter_.expire(operation);
      } else if (operation->shutting_down()) {
        operation->ignore(&item, options.after, options.trigger);
        return delay;
      }
      const typename Queue<T, Hash, Equal>::KnownRecord record(*this, item, hash);
      delay = add_record(operation, record.index, item, options);
      fresh_priority = wants_depth(operation, options.priority);
    }
    if (fresh_priority) show_depth(options.priority);
    return delay;
  }

  /// Adds each key of a range, in its order, with one lock per 64 keys, or per key if rate limited. If one throws, at
  /// most the keys before it are added.
  template <std::ranges::forward_range Items>
    requires std::is_same_v<std::ranges::range_value_t<Items>, T>
  void add_with(const Items& items, const AddOptions& options)
  {
    if (options.rate_limited) {  // each failure is counted, even after a shutdown
      for (const T& item : items) add_with(item, options);
      return;
    }
    bool fresh_priority = false;
    this->in_batches(
        items,
        [&](Operation& operation, detail::RecordIndex record, const T& item) {
          add_record(operation, record, item, options);
          fresh_priority = wants_depth(operation, options.priority) || fresh_priority;
        },
        [&](Operation& operation, const T& item) { operation->ignore(&item, options.after, options.trigger); });
    if (fresh_priority) show_depth(options.priority);
  }
  void add_with(std::initializer_list<T> items, const AddOptions& options)
  {
    add_with(std::span<const T>(items.begin(), items.size()), options);
  }

private:
  static std::unique_ptr<detail::ReadyOrder> order_of(const detail::RecordTable& records, const QueueOptions& options,
                                                      PriorityOptions<T> priorities)
  {
    detail::PriorityOrder::Options order{.clock = options.clock, .max_wait = priorities.max_wait};
    if (priorities.group) {
      order.group = [group = std::move(priorities.group)](const void* key) {
        return group(*static_cast<const T*>(key));
      };
    }
    return std::make_unique<detail::PriorityOrder>(records, std::move(order));
  }

  // Returns the delay.
  Duration add_record(Operation& operation, detail::RecordIndex record, const T& item, const AddOptions& options)
  {
    if (!options.rate_limited) {
      this->add_delayed(operation, record, options.after, options.trigger, options.priority);
      return options.after;
    }
    Duration waits{};
    this->limiter_.count(item, record, [&](Duration limited) {
      const bool shorter = options.after == Duration::zero() || limited < options.after;
      const Duration delay = std::max(shorter ? limited : options.after, options.at_least);
      waits = delay;
      operation->count_failure(record, delay, options.trigger);
      if (operation->shutting_down()) return operation->ignore(&item, delay, options.trigger);
      this->add_delayed(operation, record, delay, options.trigger, options.priority);
    });
    return waits;
  }

  /// True if the priority needs its own series.
  bool wants_depth(Operation& operation, int priority) noexcept
  {
    return depth_ && !operation->shutting_down() && depth_->is_new(priority);
  }

  /// Called without the lock, because reading the series takes it.
  void show_depth(int priority) noexcept
  {
    try {
      depth_->publish(priority);
    } catch (...) {  // the key is added nevertheless; the next add with this priority tries again
    }
  }

  std::unique_ptr<detail::PriorityDepth> depth_;  ///< null without metrics
};

}  // namespace kubexx
