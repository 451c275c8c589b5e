// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/failures.hpp"

#include <algorithm>

namespace kubexx::detail {

void Failures::reserve(RecordIndex index)
{
  if (!expire()) return;
  list_.reserve(records_, index);
  if (index >= entries_.size()) entries_.resize(std::max(std::size_t{records_.high_water()}, std::size_t{index} + 1));
}

void Failures::set(RecordIndex index, std::uint32_t failures, SteadyTime now) noexcept
{
  Record& record = records_[index];
  if (record.failures == 0) size_.store(size() + 1, std::memory_order_relaxed);
  record.failures = std::max(record.failures, failures);  // beyond the last number it stays there
  if (!expire()) return;
  unlist(index);
  newest_ = std::max(newest_, now);  // the list is in the order of the times, whatever the caller's clock does
  entries_[index] = {newest_, State::listed};
  list_.push_back(index);
}

void Failures::forget(RecordIndex index) noexcept
{
  Record& record = records_[index];
  if (record.failures == 0) return;
  record.failures = 0;
  size_.store(size() - 1, std::memory_order_relaxed);
  unlist(index);
}

RecordIndex Failures::drop_expired(SteadyTime now) noexcept
{
  for (RecordIndex index = list_.first(); index != kNoRecord; index = list_.first()) {
    if (saturating_add(entries_[index].failed_at, ttl_) > now) break;
    if (!records_[index].busy()) {
      forget(index);
      return index;
    }
    list_.remove(index);
    entries_[index].state = State::overdue;
  }
  return kNoRecord;
}

bool Failures::drop_overdue(RecordIndex index) noexcept
{
  if (index >= entries_.size() || entries_[index].state != State::overdue || records_[index].busy()) return false;
  forget(index);
  return true;
}

void Failures::unlist(RecordIndex index) noexcept
{
  if (index >= entries_.size()) return;
  if (entries_[index].state == State::listed) list_.remove(index);
  entries_[index].state = State::none;
}

}  // namespace kubexx::detail
