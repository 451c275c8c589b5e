// SPDX-License-Identifier: Apache-2.0
#include "key_times.hpp"

#include <algorithm>

namespace kubexx::detail {

void KeyTimes::make_room(RecordIndex index)
{
  held_.reserve(records_, index);
  failed_.reserve(records_, index);
  if (index >= entries_.size()) entries_.resize(std::max(std::size_t{records_.high_water()}, std::size_t{index} + 1));
}

void KeyTimes::handed_out(RecordIndex index, SteadyTime at) noexcept
{
  entries_[index].handed_out = at;
  held_.push_back(index);
}

void KeyTimes::changed(RecordIndex index) noexcept
{
  if (index >= entries_.size()) return;
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
