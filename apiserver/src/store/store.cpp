// SPDX-License-Identifier: Apache-2.0
#include "store/store.hpp"

#include <algorithm>

namespace kubexx::apiserver {
namespace {

constexpr std::size_t remembered_pages = 16;  // lists that a collection lets go on without undoing its history

std::size_t bytes_of(const Stored& object)
{
  return sizeof(Stored) + object.body.size();
}

/// What the history alone keeps of a change.
std::size_t bytes_of(const Change& change)
{
  std::size_t bytes = sizeof(Change);
  for (const auto* old : {change.previous.get(), change.last.get()}) {
    if (old != nullptr) bytes += bytes_of(*old);
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
  for (const auto& [key, object] : found->second->objects) unindex(*found->second, *object);
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
    // What an older snapshot holds, the history counts no more.
    auto& pages = collection.pages;
    pages.erase(pages.begin(), pages.lower_bound(collection.forgotten));
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

StoredPtr Store::put(Collection& into, Json object)
{
  Draft draft(std::move(object));
  if (const auto present = into.objects.get(draft.key())) draft.set_api_version(present->api_version, present->schema);
  return put(into, std::move(draft));
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

StoredPtr Store::last_state(Change& change)
{
  if (!change.last) {
    change.last = with_version(*change.previous, change.version);
    history_bytes_ += bytes_of(*change.last);
  }
  return change.last;
}

void Store::record(Collection& of, Change change)
{
  history_bytes_ += bytes_of(change);
  of.changed = change.version;
  of.watches.wake_for(change, wakeups_);
  of.changes.push_back(std::move(change));
  order_.push_back(of.shared_from_this());
  trim(limits_);
}

void Store::wake(Collection& of)
{
  of.watches.wake_all(version_, wakeups_);
}

void Store::index(Collection& of, const Stored& object)
{
  const auto [place, fresh] = by_uid_.try_emplace(object.uid, &of, &object);
  if (!fresh) {
    auto node = by_uid_.extract(place);
    node.key() = object.uid;  // the same, in the text of this object
    node.mapped() = {&of, &object};
    by_uid_.insert(std::move(node));
  }
  for (const auto& owner : object.owners) by_owner_[owner].insert(Location{&of, object.key});
}

void Store::unindex(Collection& of, const Stored& object)
{
  if (const auto found = by_uid_.find(object.uid); found != by_uid_.end() && found->second.second == &object) {
    by_uid_.erase(found);
  }
  for (const auto& owner : object.owners) {
    const auto entry = by_owner_.find(owner);
    if (entry == by_owner_.end()) continue;
    entry->second.erase(Location{&of, object.key});
    if (entry->second.empty()) by_owner_.erase(entry);
  }
}

std::optional<Store::Location> Store::find_uid(std::string_view uid) const
{
  const auto found = by_uid_.find(uid);
  if (found == by_uid_.end()) return std::nullopt;
  return Location{found->second.first, found->second.second->key};
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
