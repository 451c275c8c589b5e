// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/index_list.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/side_table.hpp"

namespace kubexx::detail {

/// The failures of a table's records: their only writer. With a time to live it also says whose failures are to be
/// dropped: those of records that last failed that long ago, once they are neither queued nor processing nor delayed;
/// each failure costs constant time more then. Not thread safe.
class Failures {
public:
  explicit Failures(RecordTable& records) noexcept : records_(records) {}

  /// Sets the time to live; not positive: for ever. Before the first failure.
  void live_for(Duration ttl) noexcept { ttl_ = ttl; }
  [[nodiscard]] Duration ttl() const noexcept { return ttl_; }
  /// Whether time makes a difference.
  [[nodiscard]] bool expire() const noexcept { return ttl_ > Duration::zero(); }

  /// Makes room, so that `count` cannot fail.
  void reserve(RecordIndex index)
  {
    if (!expire()) return;
    list_.reserve(index);
    entries_.reserve(index);
  }
  /// One failure more; `now` is only looked at if they expire.
  void count(RecordIndex index, SteadyTime now) noexcept { set(index, records_[index].failures + 1, now); }
  /// The same with a number that was counted elsewhere; when it is too large nothing changes.
  void set(RecordIndex index, std::uint32_t failures, SteadyTime now) noexcept
  {
    Record& record = records_[index];
    if (record.failures == 0) size_.store(size() + 1, std::memory_order_relaxed);
    record.failures = std::max(record.failures, failures);  // beyond the last number it stays there
    if (expire()) list(index, now);
  }
  void forget(RecordIndex index) noexcept
  {
    Record& record = records_[index];
    if (record.failures == 0) return;
    record.failures = 0;
    size_.store(size() - 1, std::memory_order_relaxed);
    if (expire()) unlist(index);
  }
  /// Undoes the last `count` or `set` of a record, before which it had `failures`; its time to live begins anew.
  void take_back(RecordIndex index, std::uint32_t failures) noexcept
  {
    if (failures == 0) return forget(index);
    records_[index].failures = failures;
  }

  /// The record that failed first, if its time to live is over: what is called next is `drop_first`.
  [[nodiscard]] bool first_expired(SteadyTime now) const noexcept
  {
    const RecordIndex index = list_.first();
    return index != kNoRecord && saturating_add(entries_[index].failed_at, ttl_) <= now;
  }
  /// Drops the failures of that record, or marks them as overdue while it is busy: then kNoRecord.
  RecordIndex drop_first() noexcept;
  /// For a record that has ceased to be queued, processing or delayed: whether its failures were to be dropped and now
  /// are.
  bool drop_overdue(RecordIndex index) noexcept;

  /// How many records have failures. Any thread may ask: he learns of at least what happened before.
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_relaxed); }
  /// When it last failed. Precondition: they expire, and it has failures.
  [[nodiscard]] SteadyTime failed_at(RecordIndex index) const noexcept { return entries_[index].failed_at; }

private:
  enum class State : std::uint8_t {
    none,     ///< no failures
    listed,   ///< in list_
    overdue,  ///< too old, but it was queued, processing or delayed when that was seen
  };
  struct Entry {
    SteadyTime failed_at{};
    State state = State::none;
  };
  void list(RecordIndex index, SteadyTime now) noexcept;
  void unlist(RecordIndex index) noexcept;

  RecordTable& records_;
  Duration ttl_ = Duration::zero();
  std::atomic<std::size_t> size_{0};  ///< written by one thread at a time
  SideTable<Entry> entries_;          ///< empty unless they expire
  IndexList list_;                    ///< the oldest failure first
  SteadyTime newest_ = SteadyTime::min();
};

}  // namespace kubexx::detail
