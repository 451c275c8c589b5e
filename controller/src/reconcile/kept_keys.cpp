// SPDX-License-Identifier: Apache-2.0
#include "reconcile/kept_keys.hpp"

#include <algorithm>
#include <utility>

namespace kubexx {

void KeptKeys::add(const Key& key, Place place, SteadyTime now)
{
  const auto [found, added] = entries_.try_emplace(key.request);
  Entry& entry = found->second;
  if (added) {
    entry.key = key;
    entry.place = place;
    entry.since = now;
    entry.in_age = by_age_.insert(by_age_.end(), key.request);
    put(entry);
    return;
  }
  entry.key.triggers |= key.triggers;
  entry.key.priority = std::max(entry.key.priority, key.priority);
  if (place.rank <= entry.place.rank) return;
  take_off(entry);
  entry.place.rank = place.rank;
  put(entry);
}

std::optional<KeptKeys::Key> KeptKeys::take(const Request& request)
{
  const auto found = entries_.find(request);
  return found == entries_.end() ? std::nullopt : std::optional(take(found));
}

std::optional<KeptKeys::Key> KeptKeys::take_next(SteadyTime now, std::optional<Duration> max_wait)
{
  if (entries_.empty()) return std::nullopt;
  const auto oldest = entries_.find(by_age_.front());
  was_overdue_ = !was_overdue_ && max_wait && now - oldest->second.since >= *max_wait;
  if (was_overdue_) return take(oldest);
  Rank& first = ranks_.begin()->second;
  const std::uint64_t group = first.turns.front();
  const auto found = entries_.find(first.groups.at(group).front());
  first.turns.splice(first.turns.end(), first.turns, first.turns.begin());
  return take(found);
}

void KeptKeys::take_all(std::vector<Key>& to)
{
  for (const auto& request : by_age_) to.push_back(entries_.at(request).key);
  clear();
}

void KeptKeys::clear()
{
  entries_.clear();
  ranks_.clear();
  by_age_.clear();
}

void KeptKeys::put(Entry& entry)
{
  Rank& rank = ranks_[entry.place.rank];
  Requests& group = rank.groups[entry.place.group];
  if (group.empty()) rank.turns.push_back(entry.place.group);
  entry.in_group = group.insert(group.end(), entry.key.request);
}

void KeptKeys::take_off(const Entry& entry)
{
  const auto rank = ranks_.find(entry.place.rank);
  const auto group = rank->second.groups.find(entry.place.group);
  group->second.erase(entry.in_group);
  if (!group->second.empty()) return;
  rank->second.groups.erase(group);
  rank->second.turns.remove(entry.place.group);
  if (rank->second.groups.empty()) ranks_.erase(rank);
}

KeptKeys::Key KeptKeys::take(Entries::iterator found)
{
  take_off(found->second);
  by_age_.erase(found->second.in_age);
  Key key = std::move(found->second.key);
  entries_.erase(found);
  return key;
}

}  // namespace kubexx
