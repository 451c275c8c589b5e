// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/side_table.hpp"

namespace kubexx::detail {

/// A list of some records of a table in its own order, each at most once. The links are stored beside the records, so
/// that queues without such a list do not pay for it. Not thread safe.
class IndexList {
public:
  /// Makes room for a record, so that push_back cannot fail.
  void reserve(RecordIndex index) { links_.reserve(index); }

  [[nodiscard]] RecordIndex first() const noexcept { return first_; }
  /// The next record, or kNoRecord. Precondition of this and `remove`: the record is in the list.
  [[nodiscard]] RecordIndex after(RecordIndex index) const noexcept { return links_[index].next; }

  /// Precondition: the record is not in the list, and there is room for it.
  void push_back(RecordIndex index) noexcept
  {
    links_[index] = {last_, kNoRecord};
    (last_ == kNoRecord ? first_ : links_[last_].next) = index;
    last_ = index;
  }

  void remove(RecordIndex index) noexcept
  {
    const Links mine = links_[index];
    (mine.previous == kNoRecord ? first_ : links_[mine.previous].next) = mine.next;
    (mine.next == kNoRecord ? last_ : links_[mine.next].previous) = mine.previous;
  }

private:
  struct Links {
    RecordIndex previous = kNoRecord;
    RecordIndex next = kNoRecord;
  };
  SideTable<Links> links_;
  RecordIndex first_ = kNoRecord;
  RecordIndex last_ = kNoRecord;
};

}  // namespace kubexx::detail
