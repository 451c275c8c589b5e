// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// The ready records of a queue, first added first, linked through the records themselves. Not thread safe.
class ReadyList {
public:
  explicit ReadyList(RecordTable& records) noexcept : records_(records) {}

  /// Precondition: the record is in use, and not in a list.
  void push_back(RecordIndex index, Record& record) noexcept
  {
    record.next = kNoRecord;
    (last_ == kNoRecord ? first_ : records_[last_].next) = index;
    last_ = index;
  }
  /// Precondition: `record` is that of first().
  void pop_front(const Record& record) noexcept
  {
    first_ = record.next;
    if (first_ == kNoRecord) {
      last_ = kNoRecord;
    } else {
      records_.prefetch(first_);  // with a million keys a cache miss here would cost more than all the rest
    }
  }
  [[nodiscard]] RecordIndex first() const noexcept { return first_; }

private:
  RecordTable& records_;
  RecordIndex first_ = kNoRecord;
  RecordIndex last_ = kNoRecord;
};

}  // namespace kubexx::detail
