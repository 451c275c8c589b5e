// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/index_list.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// What metrics and introspection want to know of a queue's keys beyond their records: when they were added and handed
/// out, which are held, which only have failures. Guarded by the queue's lock.
class KeyTimes {
public:
  explicit KeyTimes(const RecordTable& records) noexcept : records_(records) {}

  /// Before the first of the others for a record.
  void make_room(RecordIndex index);
  void added(RecordIndex index, SteadyTime at) noexcept { entries_[index].added = at; }
  void handed_out(RecordIndex index, SteadyTime at) noexcept;
  void done(RecordIndex index) noexcept { held_.remove(index); }
  /// After any change of a record's flags or failures.
  void changed(RecordIndex index) noexcept;

  /// Of the last add that made it queued.
  [[nodiscard]] SteadyTime added_at(RecordIndex index) const noexcept { return entries_[index].added; }
  /// Of the last hand-out.
  [[nodiscard]] SteadyTime handed_out_at(RecordIndex index) const noexcept { return entries_[index].handed_out; }
  /// The held records, the oldest hand-out first.
  [[nodiscard]] const IndexList& held() const noexcept { return held_; }
  /// Those of which only failures are known, the one first that was the first to be so.
  [[nodiscard]] const IndexList& failed() const noexcept { return failed_; }

private:
  struct Entry {
    SteadyTime added{};
    SteadyTime handed_out{};
    bool failed = false;  ///< in failed_
  };
  const RecordTable& records_;
  std::vector<Entry> entries_;  ///< by record
  IndexList held_;
  IndexList failed_;
};

}  // namespace kubexx::detail
