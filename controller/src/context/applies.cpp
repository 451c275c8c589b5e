// SPDX-License-Identifier: Apache-2.0
#include "context/applies.hpp"

#include <functional>

namespace kubexx {

Applies::Sent Applies::sent(std::string_view uid, std::string_view text)
{
  return {std::string(uid), std::hash<std::string_view>()(text), text.size()};
}

bool Applies::was_last(const Place& place, std::string_view uid, std::string_view text) const
{
  const Sent asked = sent(uid, text);
  const std::lock_guard lock(mutex_);
  for (const auto* const known : {&new_, &old_}) {
    if (const auto found = known->find(place); found != known->end()) return found->second == asked;
  }
  return false;
}

void Applies::note(const Place& place, std::string_view uid, std::string_view text)
{
  const Sent now = sent(uid, text);
  const std::lock_guard lock(mutex_);
  new_.insert_or_assign(place, now);
  if (new_.size() < most) return;
  old_ = std::exchange(new_, {});
}

void Applies::forget_cluster(const std::string& cluster)
{
  const std::lock_guard lock(mutex_);
  for (auto* const known : {&new_, &old_}) {
    std::erase_if(*known, [&](const auto& each) { return each.first.first == cluster; });
  }
}

std::size_t Applies::size() const
{
  const std::lock_guard lock(mutex_);
  return new_.size() + old_.size();
}

}  // namespace kubexx
