// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/failures.hpp"

#include <algorithm>

namespace kubexx::detail {

void Failures::list(RecordIndex index, SteadyTime now) noexcept
{
  unlist(index);
  newest_ = std::max(newest_, now);  // the list is in the order of the times, whatever the caller's clock does
  entries_[index] = {newest_, State::listed};
  list_.push_back(index);
}

RecordIndex Failures::drop_first() noexcept
{
  const RecordIndex index = list_.first();
  if (!records_[index].busy()) {
    forget(index);
    return index;
  }
  list_.remove(index);
  entries_[index].state = State::overdue;
  return kNoRecord;
}

bool Failures::drop_overdue(RecordIndex index) noexcept
{
  if (!entries_.has(index) || entries_[index].state != State::overdue || records_[index].busy()) return false;
  forget(index);
  return true;
}

void Failures::unlist(RecordIndex index) noexcept
{
  if (!entries_.has(index)) return;
  if (entries_[index].state == State::listed) list_.remove(index);
  entries_[index].state = State::none;
}

}  // namespace kubexx::detail
