// SPDX-License-Identifier: Apache-2.0
#include "store/store.hpp"

#include <algorithm>

namespace kubexx::apiserver {
namespace {

constexpr std::size_t remembered_pages = 16;  // lists that a collection lets go on without undoing its history

/// What the history alone keeps of a change.
std::size_t bytes_of(const Change& change)
{
  std::size_t bytes = sizeof(Change);
  for (const auto& old : {change.previous, change.deleted}) {
    if (old) bytes += sizeof(Stored) + old->body.size();
  }
  return bytes;
}

}  // namespace

CollectionPtr Store::collection(const std::string& id)
{
  auto& entry = collections_[id];
  if (!entry) {
    entry = std::make_shared<Collection>();
    entry->id = id;
    entry->began = version_;
    entry->forgotten = version_;
  }
  return entry;
}

std::vector<CollectionPtr> Store::collections() const
{
  std::vector<CollectionPtr> all;
  all.reserve(collections_.size());
  for (const auto& [id, collection] : collections_) all.push_back(collection);
  return all;
}

void Store::drop_collection(const std::string& id)
{
  const auto found = collections_.find(id);
  if (found == collections_.end()) return;
  found->second->removed = true;
  wake(*found->second);
  collections_.erase(found);
}

void Store::compact()
{
  trim({0, 0});
  compacted_ = version_;
}

void Store::trim(Limits keep)
{
  while (order_.size() > keep.changes || history_bytes_ > keep.bytes) {
    auto& collection = *order_.front();
    history_bytes_ -= bytes_of(collection.changes.front());
    compacted_ = collection.changes.front().version;
    collection.forgotten = compacted_;
    collection.changes.pop_front();
    order_.pop_front();
  }
}

StoredPtr Store::put(Collection& into, Draft draft)
{
  auto stored = std::move(draft).finish(++version_);
  auto previous = into.objects.set(stored);
  if (previous) unindex(into, *previous);
  index(into, *stored);
  record(into, {version_, stored, std::move(previous), nullptr});
  return stored;
}

StoredPtr Store::remove(Collection& from, const std::string& key)
{
  auto previous = from.objects.erase(key);
  if (!previous) return nullptr;
  auto last = with_version(*previous, ++version_);
  unindex(from, *previous);
  record(from, {version_, nullptr, std::move(previous), last});
  return last;
}

void Store::record(Collection& of, Change change)
{
  history_bytes_ += bytes_of(change);
  of.changed = change.version;
  for (auto entry = of.waiting.begin(); entry != of.waiting.end();) {
    if (entry->second.watcher->wakes_for(change)) {
      wakeups_.push_back(std::move(entry->second.wakeup));
      entry = of.waiting.erase(entry);
    } else {
      ++entry;
    }
  }
  of.changes.push_back(std::move(change));
  order_.push_back(of.shared_from_this());
  trim(limits_);
}

void Store::wake(Collection& of)
{
  for (auto& [number, waiting] : of.waiting) wakeups_.push_back(std::move(waiting.wakeup));
  of.waiting.clear();
}

void Store::index(Collection& of, const Stored& object)
{
  by_uid_.insert_or_assign(object.uid, Location{&of, object.key});
  for (const auto& owner : object.owners) by_owner_[owner].insert(Location{&of, object.key});
}

void Store::unindex(Collection& of, const Stored& object)
{
  by_uid_.erase(object.uid);
  for (const auto& owner : object.owners) {
    const auto entry = by_owner_.find(owner);
    if (entry == by_owner_.end()) continue;
    entry->second.erase(Location{&of, object.key});
    if (entry->second.empty()) by_owner_.erase(entry);
  }
}

const Store::Location* Store::find_uid(const std::string& uid) const
{
  const auto found = by_uid_.find(uid);
  return found == by_uid_.end() ? nullptr : &found->second;
}

std::vector<Store::Location> Store::dependents(const std::string& uid) const
{
  const auto found = by_owner_.find(uid);
  if (found == by_owner_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

ObjectMap Store::snapshot(Collection& of, std::int64_t version)
{
  if (of.changes.empty() || of.changes.back().version <= version) return of.objects.snapshot();
  const auto newer = of.pages.lower_bound(version);
  auto objects = newer == of.pages.end() ? of.objects.snapshot() : newer->second.snapshot();
  const auto newest = newer == of.pages.end() ? version_ : newer->first;
  auto change = std::upper_bound(of.changes.begin(), of.changes.end(), newest,
                                 [](std::int64_t at, const Change& one) { return at < one.version; });
  while (change != of.changes.begin() && std::prev(change)->version > version) {
    --change;
    if (change->current && !change->previous) {
      objects.erase(change->current->key);
    } else {
      objects.set(change->previous);
    }
  }
  return objects;
}

void Store::remember(Collection& of)
{
  of.pages.erase(of.pages.begin(), of.pages.lower_bound(of.forgotten));
  if (!of.pages.contains(version_)) of.pages.emplace(version_, of.objects.snapshot());
  if (of.pages.size() > remembered_pages) of.pages.erase(of.pages.begin());
}

void Store::keep_until(Collection& in, const Stored& object, SteadyTime when)
{
  expiries_.push_back({when, in.shared_from_this(), object.key, object.version});
}

void Store::expire(SteadyTime now)
{
  while (!expiries_.empty() && expiries_.front().when <= now) {
    const auto next = std::move(expiries_.front());
    expiries_.pop_front();
    const auto object = next.collection->objects.get(next.key);
    if (object && object->version == next.version) remove(*next.collection, next.key);
  }
}

}  // namespace kubexx::apiserver
