// SPDX-License-Identifier: Apache-2.0
#include "own_writes.hpp"

#include <algorithm>
#include <iterator>

#include "version.hpp"

namespace kubexx {

using detail::key_of;
using detail::KeyView;

const OwnWrites::Entry* OwnWrites::find(KeyView key) const
{
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

void OwnWrites::put(const ObjectKey& key, Entry entry)
{
  forget(key_of(key));
  if (entry.dated) dated_[entry.watch].emplace(entry.version, key);
  entry.moves = moves_of(entry.watch);
  entries_.emplace(key, std::move(entry));
}

void OwnWrites::forget(KeyView key)
{
  if (const auto found = entries_.find(key); found != entries_.end()) erase(found);
}

std::uint64_t OwnWrites::moves_of(std::string_view watch) const
{
  const auto found = moves_.find(watch);
  return found == moves_.end() ? 0 : found->second;
}

OwnWrites::Entries::iterator OwnWrites::erase(Entries::iterator entry)
{
  if (entry->second.dated) {
    const auto of_watch = dated_.find(entry->second.watch);
    const auto [begin, end] = of_watch->second.equal_range(entry->second.version);
    of_watch->second.erase(std::find_if(begin, end, [&](const auto& one) { return one.second == entry->first; }));
    if (of_watch->second.empty()) dated_.erase(of_watch);
  }
  return entries_.erase(entry);
}

OwnWrites::Verdict OwnWrites::judge(const Entry& entry, const Object& state, bool deleted)
{
  const std::string_view version = state.resource_version();
  const bool ours = state.uid() == entry.uid;
  if (ours && entry.what == Entry::What::deleted) return deleted ? Verdict::newer : Verdict::older;
  if (is_older(version, entry.version)) return Verdict::older;
  if (ours && (deleted || (version == entry.version && entry.what == Entry::What::written))) return Verdict::newer;
  if (ours && version == entry.version) return Verdict::older;  // what was to be deleted
  const bool tells = entry.dated || entry.what != Entry::What::written;
  return tells ? Verdict::newer : Verdict::later;
}

bool OwnWrites::hides(const Object& state, bool deleted)
{
  if (entries_.empty()) return false;
  const auto found = entries_.find(key_of(state));
  if (found == entries_.end()) return false;
  const Verdict verdict = judge(found->second, state, deleted);
  if (verdict == Verdict::newer) {
    erase(found);
    return false;
  }
  if (verdict == Verdict::later) found->second.shown = deleted ? Object() : state;
  return true;
}

// Whether a list, which has `item` or nothing under the key, is older than the entry.
bool OwnWrites::outlives(Entry& entry, const Object* item, const std::string& version)
{
  if (entry.dated) return is_older(version, entry.version);
  const bool written = entry.what == Entry::What::written;
  // A list without a deleted object ends the matter, unless it is from before the object.
  if (item == nullptr && !written) return is_older(version, entry.version);
  const Verdict verdict = item == nullptr ? Verdict::later : judge(entry, *item, false);
  if (verdict == Verdict::newer) return false;
  if (!written || verdict == Verdict::later) entry.shown = item == nullptr ? Object() : *item;
  return true;
}

void OwnWrites::amend(std::vector<Object>& items, const std::string& version, std::string_view watch,
                      const std::function<Object(KeyView)>& stored)
{
  if (entries_.empty()) return;
  std::vector<Object> amended;
  amended.reserve(items.size());
  auto item = items.begin();
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    if (entry->second.watch != watch) {
      ++entry;
      continue;
    }
    const KeyView key = key_of(entry->first);
    while (item != items.end() && key_of(*item) < key) amended.push_back(std::move(*item++));
    const bool listed = item != items.end() && key_of(*item) == key;
    if (!outlives(entry->second, listed ? &*item : nullptr, version)) {
      entry = erase(entry);
      continue;
    }
    if (listed) ++item;
    if (Object kept = stored(key)) amended.push_back(std::move(kept));
    ++entry;
  }
  std::move(item, items.end(), std::back_inserter(amended));
  items = std::move(amended);
}

std::vector<std::pair<ObjectKey, OwnWrites::Entry>> OwnWrites::passed(const std::string& version,
                                                                      std::string_view watch)
{
  std::vector<std::pair<ObjectKey, Entry>> ended;
  if (entries_.empty()) return ended;
  ++moves_[std::string(watch)];
  if (!is_comparable(version)) return ended;
  for (auto of_watch = dated_.find(watch); of_watch != dated_.end(); of_watch = dated_.find(watch)) {
    const auto oldest = of_watch->second.begin();
    if (is_older(version, oldest->first)) break;
    const auto entry = entries_.find(key_of(oldest->second));
    ended.emplace_back(entry->first, entry->second);
    erase(entry);
  }
  return ended;
}

std::vector<std::pair<ObjectKey, OwnWrites::Entry>> OwnWrites::expired(SteadyTime now, Duration ttl)
{
  std::vector<std::pair<ObjectKey, Entry>> over;
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    Entry& one = entry->second;
    if (one.expires <= now && one.what != Entry::What::written && !one.moved) {
      one.moved = moves_of(one.watch) != one.moves;
      one.expires = saturating_add(now, ttl);
    }
    if (one.expires > now) {
      ++entry;
      continue;
    }
    over.emplace_back(entry->first, one);
    entry = erase(entry);
  }
  return over;
}

std::optional<SteadyTime> OwnWrites::next_expiry() const
{
  std::optional<SteadyTime> next;
  for (const auto& [key, entry] : entries_) {
    if (!entry.dated && (!next || entry.expires < *next)) next = entry.expires;
  }
  return next;
}

void OwnWrites::clear(std::string_view watch)
{
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    entry = entry->second.watch == watch ? erase(entry) : std::next(entry);
  }
}

}  // namespace kubexx
