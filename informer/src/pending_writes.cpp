// SPDX-License-Identifier: Apache-2.0
#include "pending_writes.hpp"

#include <algorithm>
#include <iterator>

#include "version.hpp"

namespace kubexx {

using detail::key_of;
using detail::KeyView;

namespace {

enum class Verdict { newer, older, unknown };

// Of a state that a watch or a list shows, against a write. The same object, gone, is newer: nobody deletes twice.
Verdict judge(const PendingWrites::Write& write, const Object& state, bool deleted)
{
  const std::string_view version = state.resource_version();
  if (is_older(version, write.version)) return Verdict::older;
  const bool ours = state.uid() == write.uid;
  if (write.dated || (ours && (deleted || version == write.version))) return Verdict::newer;
  return Verdict::unknown;
}

// … against a deletion. Whatever is there of another uid came before it or after it.
Verdict judge(const PendingWrites::Gone& gone, const Object& state)
{
  const std::string_view version = state.resource_version();
  if (is_older(version, gone.version)) return Verdict::older;
  if (state.uid() != gone.uid) return Verdict::unknown;
  return gone.certain || version == gone.version ? Verdict::older : Verdict::newer;
}

}  // namespace

const PendingWrites::Write* PendingWrites::write_of(KeyView key) const
{
  const auto found = writes_.find(key);
  return found == writes_.end() ? nullptr : &found->second;
}

bool PendingWrites::knows_better(const Object& answer) const
{
  const KeyView key = key_of(answer);
  const Write* const write = write_of(key);
  if (write != nullptr && is_older(answer.resource_version(), write->version)) return true;
  const auto [begin, end] = gone_.equal_range(key);
  return std::any_of(begin, end, [&](const auto& one) { return judge(one.second, answer) == Verdict::older; });
}

bool PendingWrites::is_gone(const ObjectKey& key, std::string_view uid) const
{
  const auto [begin, end] = gone_.equal_range(key);
  return std::any_of(begin, end, [&](const auto& one) { return one.second.certain && one.second.uid == uid; });
}

PendingWrites::Prepared PendingWrites::prepare(const ObjectKey& key, Write write)
{
  Prepared record;
  if (write.dated) {
    DatedByWatch dated;
    dated[write.watch].emplace(write.version, key);
    record.date_ = dated.extract(dated.begin());
  }
  Writes writes;
  writes.emplace(key, std::move(write));
  record.write_ = writes.extract(writes.begin());
  return record;
}

PendingWrites::Prepared PendingWrites::prepare(const ObjectKey& key, Gone gone)
{
  Prepared record;
  Deletions deletions;
  record.gone_ = deletions.extract(deletions.emplace(key, std::move(gone)));
  return record;
}

void PendingWrites::put(Prepared record) noexcept
{
  const ObjectKey& key = record.write_ ? record.write_.key() : record.gone_.key();
  const std::string& uid = record.write_ ? record.write_.mapped().uid : record.gone_.mapped().uid;
  const auto found = writes_.find(key);
  if (found != writes_.end() && (record.write_ || found->second.uid == uid)) erase(found);
  const auto [begin, end] = gone_.equal_range(key);
  for (auto gone = begin; gone != end;) gone = gone->second.uid == uid ? gone_.erase(gone) : std::next(gone);
  if (record.gone_) {
    record.gone_.mapped().moves = moves_of(record.gone_.mapped().watch);
    gone_.insert(std::move(record.gone_));
    return;
  }
  if (record.date_) {
    const auto of_watch = dated_.find(record.date_.key());
    if (of_watch == dated_.end()) {
      dated_.insert(std::move(record.date_));
    } else {
      of_watch->second.merge(record.date_.mapped());
    }
  } else {
    ++undated_;
  }
  writes_.insert(std::move(record.write_));
}

std::uint64_t PendingWrites::moves_of(std::string_view watch) const
{
  const auto found = moves_.find(watch);
  return found == moves_.end() ? 0 : found->second;
}

PendingWrites::Writes::iterator PendingWrites::erase(Writes::iterator write)
{
  if (write->second.dated) {
    const auto of_watch = dated_.find(write->second.watch);
    const auto [begin, end] = of_watch->second.equal_range(write->second.version);
    of_watch->second.erase(std::find_if(begin, end, [&](const auto& one) { return one.second == write->first; }));
    if (of_watch->second.empty()) dated_.erase(of_watch);
  } else {
    --undated_;
  }
  return writes_.erase(write);
}

bool PendingWrites::hides(const Object& state, bool deleted)
{
  if (empty()) return false;
  const bool by_deletion = hidden_by_deletion(state, deleted);
  return hidden_by_write(state, deleted) || by_deletion;
}

bool PendingWrites::hidden_by_deletion(const Object& state, bool deleted)
{
  bool hidden = false;
  const auto [begin, end] = gone_.equal_range(key_of(state));
  for (auto gone = begin; gone != end;) {
    const Verdict verdict = judge(gone->second, state);
    const bool confirmed = deleted && state.uid() == gone->second.uid;
    hidden = hidden || (verdict == Verdict::older && !confirmed);
    if (confirmed) gone->second.shown = {};
    gone = (confirmed && !selective_) || verdict == Verdict::newer ? gone_.erase(gone) : std::next(gone);
  }
  return hidden;
}

bool PendingWrites::hidden_by_write(const Object& state, bool deleted)
{
  const auto found = writes_.find(key_of(state));
  if (found == writes_.end()) return false;
  const Verdict verdict = judge(found->second, state, deleted);
  if (verdict == Verdict::newer) {
    erase(found);
    return false;
  }
  if (verdict == Verdict::unknown) found->second.shown = deleted ? Object() : state;
  return true;
}

void PendingWrites::amend(std::vector<Object>& items, const std::string& version, std::string_view watch,
                          const Stored& stored)
{
  if (!gone_.empty()) amend_deletions(items, version, watch, stored);
  if (!writes_.empty()) amend_writes(items, version, watch, stored);
}

void PendingWrites::amend_deletions(std::vector<Object>& items, const std::string& version, std::string_view watch,
                                    const Stored& stored)
{
  const auto before = [](const Object& item, KeyView key) { return key_of(item) < key; };
  auto place = items.begin();  // what is left out before it is empty
  for (auto gone = gone_.begin(); gone != gone_.end();) {
    if (gone->second.watch != watch) {
      ++gone;
      continue;
    }
    const KeyView key = key_of(gone->first);
    place = std::lower_bound(place, items.end(), key, before);
    const bool listed = place != items.end() && key_of(*place) == key;
    const Verdict verdict = listed ? judge(gone->second, *place) : Verdict::unknown;
    const bool ours = listed && place->uid() == gone->second.uid;
    gone->second.shown = ours ? *place : Object();
    if (verdict == Verdict::older) *place = stored(key);
    // A list without it ends the matter, unless it may be from before the object.
    const bool later = !selective_ && is_comparable(gone->second.version) && !is_older(version, gone->second.version);
    const bool keeps = ours ? verdict == Verdict::older : !later;
    gone = keeps ? std::next(gone) : gone_.erase(gone);
  }
  std::erase_if(items, [](const Object& item) { return !item; });
}

void PendingWrites::amend_writes(std::vector<Object>& items, const std::string& version, std::string_view watch,
                                 const Stored& stored)
{
  std::vector<Object> amended;
  amended.reserve(items.size());
  auto item = items.begin();
  for (auto write = writes_.begin(); write != writes_.end();) {
    if (write->second.watch != watch) {
      ++write;
      continue;
    }
    const KeyView key = key_of(write->first);
    while (item != items.end() && key_of(*item) < key) amended.push_back(std::move(*item++));
    const bool listed = item != items.end() && key_of(*item) == key;
    const Verdict of_item = listed ? judge(write->second, *item, false) : Verdict::unknown;
    const bool dated = write->second.dated;
    if (dated ? !is_older(version, write->second.version) : of_item == Verdict::newer) {
      write = erase(write);
      continue;
    }
    if (!dated && of_item == Verdict::unknown) write->second.shown = listed ? *item : Object();
    if (listed) ++item;
    if (Object kept = stored(key)) amended.push_back(std::move(kept));
    ++write;
  }
  std::move(item, items.end(), std::back_inserter(amended));
  items = std::move(amended);
}

PendingWrites::Passed PendingWrites::passed(const std::string& version, std::string_view watch)
{
  Passed ended;
  if (empty()) return ended;
  ++moves_[std::string(watch)];
  const auto of_watch = dated_.find(watch);
  if (!is_comparable(version) || of_watch == dated_.end()) return ended;
  for (const auto& [dated, key] : of_watch->second) {
    if (is_older(version, dated)) break;
    ended.emplace_back(key, writes_.find(key)->second);
  }
  return ended;
}

void PendingWrites::forget(const Passed& passed) noexcept
{
  for (const auto& [key, write] : passed) erase(writes_.find(key));
}

std::vector<Object> PendingWrites::shown() const
{
  std::vector<Object> objects;
  for (const auto& [key, write] : writes_) {
    if (write.shown) objects.push_back(write.shown);
  }
  for (const auto& [key, gone] : gone_) {
    if (gone.shown) objects.push_back(gone.shown);
  }
  return objects;
}

std::vector<PendingWrites::Expired> PendingWrites::expired(SteadyTime now, Duration ttl)
{
  std::vector<Expired> over;
  for (auto write = writes_.begin(); write != writes_.end();) {
    if (write->second.expires > now) {
      ++write;
      continue;
    }
    over.push_back({write->first, write->second.watch, write->second.shown, true});
    write = erase(write);
  }
  for (auto gone = gone_.begin(); gone != gone_.end();) {
    Gone& one = gone->second;
    if (one.expires <= now && !one.moved) {
      one.moved = moves_of(one.watch) != one.moves;
      one.expires = saturating_add(now, ttl);
    }
    if (one.expires > now) {
      ++gone;
      continue;
    }
    over.push_back({gone->first, one.watch, one.shown, false});
    gone = gone_.erase(gone);
  }
  return over;
}

std::optional<SteadyTime> PendingWrites::next_expiry() const
{
  SteadyTime next = SteadyTime::max();
  if (undated_ != 0) {
    for (const auto& [key, write] : writes_) next = std::min(next, write.expires);
  }
  for (const auto& [key, gone] : gone_) next = std::min(next, gone.expires);
  return next == SteadyTime::max() ? std::nullopt : std::optional(next);
}

void PendingWrites::clear(std::string_view watch)
{
  for (auto write = writes_.begin(); write != writes_.end();) {
    write = write->second.watch == watch ? erase(write) : std::next(write);
  }
  std::erase_if(gone_, [&](const auto& one) { return one.second.watch == watch; });
}

}  // namespace kubexx
