// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/key_times.hpp"

namespace kubexx::detail {

void KeyTimes::make_room(RecordIndex index)
{
  processing_.reserve(index);
  failed_.reserve(index);
  entries_.reserve(index);
}

void KeyTimes::dispatched(RecordIndex index, SteadyTime at) noexcept
{
  entries_[index].dispatched = at;
  processing_.push_back(index);
  dispatch_times_ += at.time_since_epoch().count();
  ++count_;
}

void KeyTimes::done(RecordIndex index) noexcept
{
  processing_.remove(index);
  dispatch_times_ -= entries_[index].dispatched.time_since_epoch().count();
  --count_;
}

double KeyTimes::processing_seconds(SteadyTime now) const noexcept
{
  const Sum nanoseconds = static_cast<Sum>(now.time_since_epoch().count()) * static_cast<Sum>(count_) - dispatch_times_;
  return static_cast<double>(nanoseconds) / 1e9;
}

void KeyTimes::changed(RecordIndex index) noexcept
{
  if (!entries_.has(index)) return;
  const Record& record = records_[index];
  const bool failed = record.failures != 0 && !record.busy();
  if (failed == entries_[index].failed) return;
  entries_[index].failed = failed;
  if (failed) {
    failed_.push_back(index);
  } else {
    failed_.remove(index);
  }
}

}  // namespace kubexx::detail
