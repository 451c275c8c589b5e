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

/// The failures of a table's records, which only this class writes. With a time to live it also finds the failures to
/// drop: those of records whose last failure is that old, once they are neither queued nor processing nor delayed. Each
/// failure then costs additional constant time. Not thread safe.
class Failures {
public:
  explicit Failures(RecordTable& records) noexcept : records_(records) {}

  /// Sets the time to live; zero or less: for ever. Call it before the first failure.
  void live_for(Duration ttl) noexcept { ttl_ = ttl; }
  [[nodiscard]] Duration ttl() const noexcept { return ttl_; }
  /// True if failures expire, so that the time makes a difference.
  [[nodiscard]] bool expire() const noexcept { return ttl_ > Duration::zero(); }

  /// Makes room, so that `count` cannot fail.
  void reserve(RecordIndex index)
  {
    if (!expire()) return;
    list_.reserve(index);
    entries_.reserve(index);
  }
  /// Counts one more failure; `now` matters only if failures expire.
  void count(RecordIndex index, SteadyTime now) noexcept { set(index, records_[index].failures + 1, now); }
  /// The same with a number that was counted elsewhere; a number that has wrapped around changes nothing.
  void set(RecordIndex index, std::uint32_t failures, SteadyTime now) noexcept
  {
    Record& record = records_[index];
    if (record.failures == 0) size_.store(size() + 1, std::memory_order_relaxed);
    record.failures = std::max(record.failures, failures);  // saturates: the number may have wrapped around to 0
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
  /// Undoes the last `count` or `set` of a record that had `failures` before; its time to live starts anew.
  void take_back(RecordIndex index, std::uint32_t failures) noexcept
  {
    if (failures == 0) return forget(index);
    records_[index].failures = failures;
  }

  /// True if the time to live of the record that failed first is over: call `drop_first` next.
  [[nodiscard]] bool first_expired(SteadyTime now) const noexcept
  {
    const RecordIndex index = list_.first();
    return index != kNoRecord && saturating_add(entries_[index].failed_at, ttl_) <= now;
  }
  /// Drops the failures of that record and returns it. If the record is busy, only marks its failures as overdue and
  /// returns kNoRecord.
  RecordIndex drop_first() noexcept;
  /// For a record that is no longer queued, processing or delayed: drops its failures if they are overdue. Returns true
  /// if it did.
  bool drop_overdue(RecordIndex index) noexcept;

  /// The number of records with failures. Any thread may call it; the caller sees at least what happened before its
  /// call.
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_relaxed); }
  /// When the record last failed. Precondition: failures expire, and the record has some.
  [[nodiscard]] SteadyTime failed_at(RecordIndex index) const noexcept { return entries_[index].failed_at; }

private:
  enum class State : std::uint8_t {
    none,     ///< no failures
    listed,   ///< in list_
    overdue,  ///< too old, but the record was queued, processing or delayed when that was noticed
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
  SideTable<Entry> entries_;          ///< empty unless failures expire
  IndexList list_;                    ///< the oldest failure first
  SteadyTime newest_ = SteadyTime::min();
};

}  // namespace kubexx::detail
