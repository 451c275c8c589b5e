// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/key_times.hpp"

namespace kubexx::detail {

double KeyTimes::processing_seconds(SteadyTime now) const noexcept
{
  const Sum nanoseconds = static_cast<Sum>(now.time_since_epoch().count()) * static_cast<Sum>(count_) - dispatch_times_;
  return static_cast<double>(nanoseconds) / 1e9;
}

void KeyTimes::move(RecordIndex index, bool failed) noexcept
{
  entries_[index].failed = failed;
  if (failed) {
    failed_.push_back(index);
  } else {
    failed_.remove(index);
  }
}

}  // namespace kubexx::detail
