// SPDX-License-Identifier: Apache-2.0
#include "store/watch_index.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace kubexx::apiserver {

std::size_t WatchIndex::Hash::operator()(const KeyView& key) const noexcept
{
  constexpr std::size_t odd = 0x9e3779b97f4a7c15U;
  const std::hash<std::string_view> hash;
  auto sum = static_cast<std::size_t>(key.by);
  for (const auto part : {key.namespace_, key.label, key.value}) sum = (sum ^ hash(part)) * odd;
  return sum;
}

WatchIndex::Key WatchIndex::key_for(const WatchScope& scope) const
{
  if (scope.name) return {By::name, scope.namespace_, {}, *scope.name};
  Key best{By::namespace_, scope.namespace_, {}, {}};
  auto fewest = std::numeric_limits<std::size_t>::max();
  for (const auto& [label, value] : scope.labels) {
    const auto found = buckets_.find(KeyView{By::label, scope.namespace_, label, value});
    const auto others = found == buckets_.end() ? 0 : found->second.members;
    if (others >= fewest) continue;
    fewest = others;
    best = {By::label, scope.namespace_, label, value};
  }
  return best;
}

void WatchIndex::add(std::uint64_t number, Watcher& watcher, const WatchScope& scope)
{
  auto& bucket = *buckets_.try_emplace(key_for(scope)).first;
  entries_.insert_or_assign(number, Entry{number, &watcher, &bucket, 0, std::nullopt});
  ++bucket.second.members;
}

void WatchIndex::remove(std::uint64_t number)
{
  const auto entry = entries_.find(number);
  if (entry == entries_.end()) return;
  (void)stop_waiting(number);
  auto& [key, bucket] = *entry->second.bucket;
  if (--bucket.members == 0) buckets_.erase(buckets_.find(KeyView(key)));
  entries_.erase(entry);
}

void WatchIndex::wait(std::uint64_t number, OneShot wakeup)
{
  auto& entry = entries_.at(number);
  if (!entry.wakeup) {
    auto& waiting = entry.bucket->second.waiting;
    entry.place = waiting.size();
    waiting.push_back(&entry);
  }
  entry.wakeup = std::move(wakeup);
}

OneShot WatchIndex::leave(Entry& entry)
{
  auto& waiting = entry.bucket->second.waiting;
  waiting.back()->place = entry.place;
  waiting[entry.place] = waiting.back();
  waiting.pop_back();
  auto wakeup = std::move(*entry.wakeup);
  entry.wakeup.reset();
  return wakeup;
}

std::optional<OneShot> WatchIndex::stop_waiting(std::uint64_t number)
{
  const auto found = entries_.find(number);
  if (found == entries_.end() || !found->second.wakeup) return std::nullopt;
  return leave(found->second);
}

void WatchIndex::find(const KeyView& key, const Change& change, std::vector<Entry*>& found) const
{
  const auto bucket = buckets_.find(key);
  if (bucket == buckets_.end()) return;
  for (auto* entry : bucket->second.waiting) {
    if (entry->watcher->wants(change)) found.push_back(entry);
  }
}

void WatchIndex::wake_for(const Change& change, std::vector<OneShot>& woken)
{
  if (buckets_.empty()) return;
  std::vector<Entry*> found;
  const auto* before = change.previous.get();
  const auto* after = change.current.get();
  const auto& object = after != nullptr ? *after : *before;
  const auto find_in = [&](std::string_view namespace_) {
    find({By::namespace_, namespace_, {}, {}}, change, found);
    find({By::name, namespace_, {}, object.name}, change, found);
    for (const auto* state : {before, after}) {
      if (state == nullptr) continue;
      for (const auto& [label, value] : state->labels) {
        if (state == after && before != nullptr) {
          const auto old = before->labels.find(label);
          if (old != before->labels.end() && old->second == value) continue;  // those have been asked
        }
        find({By::label, namespace_, label, value}, change, found);
      }
    }
  };
  find_in({});
  if (!object.namespace_.empty()) find_in(object.namespace_);
  // In one order whatever the buckets are, for simulations.
  std::sort(found.begin(), found.end(), [](const Entry* a, const Entry* b) { return a->number < b->number; });
  for (auto* entry : found) {
    entry->watcher->skip_to(change.version - 1);
    woken.push_back(leave(*entry));
  }
}

void WatchIndex::wake_all(std::int64_t version, std::vector<OneShot>& woken)
{
  for (auto& [number, entry] : entries_) {
    if (!entry.wakeup) continue;
    entry.watcher->skip_to(version);
    woken.push_back(leave(entry));
  }
}

}  // namespace kubexx::apiserver
