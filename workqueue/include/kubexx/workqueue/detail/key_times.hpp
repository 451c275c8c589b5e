// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/index_list.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/side_table.hpp"

namespace kubexx::detail {

/// The times of a queue's keys for metrics and introspection, beside the records: when keys were added and dispatched,
/// which ones are processing, which ones only have failures. Guarded by the queue's lock.
class KeyTimes {
public:
  explicit KeyTimes(const RecordTable& records) noexcept : records_(records) {}

  /// Call it for a record before any other member.
  void make_room(RecordIndex index)
  {
    entries_.reserve(index);
    processing_.reserve(index);
  }
  /// The same, before the record has failures.
  void make_room_for_failure(RecordIndex index)
  {
    make_room(index);
    failed_.reserve(index);
  }
  void added(RecordIndex index, SteadyTime at) noexcept
  {
    entries_[index].added = at;
    changed(index);
  }
  /// Returns how long the key was queued.
  Duration dispatched(RecordIndex index, SteadyTime at) noexcept
  {
    Entry& entry = entries_[index];
    entry.dispatched = at;
    processing_.push_back(index);
    dispatch_times_ += at.time_since_epoch().count();
    ++count_;
    return at - entry.added;
  }
  /// Returns how long the key was processed.
  Duration done(RecordIndex index, SteadyTime at) noexcept
  {
    processing_.remove(index);
    const SteadyTime dispatched = entries_[index].dispatched;
    dispatch_times_ -= dispatched.time_since_epoch().count();
    --count_;
    return at - dispatched;
  }
  /// Call it after any change of a record's flags or failures.
  void changed(RecordIndex index) noexcept
  {
    const Record& record = records_[index];
    const bool failed = record.failures != 0 && !record.busy();
    if (entries_.has(index) && failed != entries_[index].failed) move(index, failed);
  }

  /// The time of the last add that made the key queued.
  [[nodiscard]] SteadyTime added_at(RecordIndex index) const noexcept { return entries_[index].added; }
  /// The time of the last dispatch.
  [[nodiscard]] SteadyTime dispatched_at(RecordIndex index) const noexcept { return entries_[index].dispatched; }
  /// The records that are processing, oldest dispatch first.
  [[nodiscard]] const IndexList& processing() const noexcept { return processing_; }
  /// How long all of these have been processed in total, in seconds.
  [[nodiscard]] double processing_seconds(SteadyTime now) const noexcept;
  /// The records that only have failures, longest first.
  [[nodiscard]] const IndexList& failed() const noexcept { return failed_; }

private:
  struct Entry {
    SteadyTime added{};
    SteadyTime dispatched{};
    bool failed = false;  ///< in failed_
  };
  __extension__ using Sum = __int128;

  /// Moves a record into failed_, or out of it.
  void move(RecordIndex index, bool failed) noexcept;

  const RecordTable& records_;
  SideTable<Entry> entries_;
  IndexList processing_;
  Sum dispatch_times_ = 0;  ///< the sum over processing_, in nanoseconds
  std::size_t count_ = 0;   ///< size of processing_
  IndexList failed_;
};

}  // namespace kubexx::detail
