// SPDX-License-Identifier: Apache-2.0
#include "store/store.hpp"

#include <algorithm>

namespace kubexx::apiserver {

std::string key_of(std::string_view namespace_, std::string_view name)
{
  if (namespace_.empty()) return std::string(name);
  std::string key(namespace_);
  return key.append("/").append(name);
}

StoredPtr make_stored(Json object)
{
  auto stored = std::make_shared<Stored>();
  object.erase("apiVersion");
  object.erase("kind");
  const auto& meta = object.at("metadata");
  stored->namespace_ = string_at(meta, {"namespace"});
  stored->name = string_at(meta, {"name"});
  stored->key = key_of(stored->namespace_, stored->name);
  stored->uid = string_at(meta, {"uid"});
  if (const auto version = string_at(meta, {"resourceVersion"}); !version.empty())
    stored->version = std::stoll(version);
  stored->deleting = find(meta, {"deletionTimestamp"}) != nullptr;
  if (const auto* finalizers = find(meta, {"finalizers"})) stored->finalizers = !finalizers->empty();
  if (const auto* labels = find(meta, {"labels"}); labels != nullptr && labels->is_object()) {
    for (const auto& [name, value] : labels->items()) {
      if (value.is_string()) stored->labels.emplace(name, value.get<std::string>());
    }
  }
  if (const auto* owners = find(meta, {"ownerReferences"}); owners != nullptr && owners->is_array()) {
    for (const auto& owner : *owners) stored->owners.push_back(string_at(owner, {"uid"}));
  }
  stored->body = dump(object);
  return stored;
}

StoredPtr with_version(const Stored& object, std::int64_t version)
{
  auto json = object.json();
  json["metadata"]["resourceVersion"] = std::to_string(version);
  return make_stored(std::move(json));
}

CollectionPtr Store::collection(const std::string& id)
{
  auto& entry = collections_[id];
  if (!entry) {
    entry = std::make_shared<Collection>();
    entry->id = id;
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
  trim(0);
  compacted_ = version_;
}

void Store::trim(std::size_t keep)
{
  while (order_.size() > keep) {
    auto& collection = *order_.front();
    compacted_ = collection.changes.front().version;
    collection.forgotten = compacted_;
    collection.changes.pop_front();
    order_.pop_front();
  }
}

StoredPtr Store::put(Collection& into, Json object)
{
  ++version_;
  object["metadata"]["resourceVersion"] = std::to_string(version_);
  auto stored = make_stored(std::move(object));
  auto& slot = into.objects[stored->key];
  auto previous = slot;
  if (previous) unindex(into, *previous);
  slot = stored;
  index(into, *stored);
  record(into, {version_, stored, std::move(previous), nullptr});
  return stored;
}

StoredPtr Store::remove(Collection& from, const std::string& key)
{
  const auto found = from.objects.find(key);
  if (found == from.objects.end()) return nullptr;
  ++version_;
  auto last = with_version(*found->second, version_);
  auto previous = found->second;
  unindex(from, *previous);
  from.objects.erase(found);
  record(from, {version_, nullptr, std::move(previous), last});
  return last;
}

void Store::record(Collection& of, Change change)
{
  of.changes.push_back(std::move(change));
  order_.push_back(collections_.at(of.id));
  trim(history_);
  wake(of);
}

void Store::wake(Collection& of)
{
  for (const auto& [number, wakeup] : of.waiting) wakeups_.push_back(wakeup);
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

std::map<std::string, StoredPtr, std::less<>> Store::snapshot(const Collection& of, std::int64_t version) const
{
  auto objects = of.objects;
  for (auto change = of.changes.rbegin(); change != of.changes.rend() && change->version > version; ++change) {
    if (change->current && !change->previous) {
      objects.erase(change->current->key);
    } else {
      objects[change->previous->key] = change->previous;
    }
  }
  return objects;
}

}  // namespace kubexx::apiserver
