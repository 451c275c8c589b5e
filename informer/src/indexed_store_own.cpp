// SPDX-License-Identifier: Apache-2.0
// The part of the store that knows what this process has written. All of it is the writer's, so it reads without a lock.
#include <utility>

#include "deltas.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "own_writes.hpp"
#include "version.hpp"

namespace kubexx {

using detail::key_of;

std::string_view IndexedStore::watch_of(const ObjectKey& key) const
{
  const auto found = versions_.find(key.namespace_);
  return found == versions_.end() ? std::string_view() : std::string_view(found->first);
}

bool IndexedStore::is_listed(std::string_view watch) const
{
  const auto found = versions_.find(watch);
  return found != versions_.end() && found->second.listed;
}

void IndexedStore::count_own()
{
  own_count_.store(own_->size(), std::memory_order_relaxed);
}

void IndexedStore::store(Object object, const std::string& version, std::vector<Delta>& deltas)
{
  const Object old = find(key_of(object));
  const bool replaced = old && old.uid() != object.uid();
  Values values = values_of(object);  // before anything changes: a user's function may throw after all
  if (replaced) deltas.push_back(detail::deleted(old, old, true, version));
  deltas.push_back(detail::applied(object, replaced ? Object() : old, false, version));
  const std::unique_lock lock(mutex_);
  put(old, object, std::move(values));
}

void IndexedStore::lose(const Object& stored, bool final_state_unknown, const std::string& version,
                        std::vector<Delta>& deltas)
{
  deltas.push_back(detail::deleted(stored, stored, final_state_unknown, version));
  const std::unique_lock lock(mutex_);
  erase(stored);
}

// The watch has come to `version`: what it did not show of our writes before that is not there, or not selected.
std::vector<Delta> IndexedStore::moved(const std::string& version, std::string_view namespace_)
{
  std::vector<Delta> deltas;
  for (const auto& [key, write] : own_->passed(version, namespace_)) {
    const Object stored = find(key_of(key));
    if (stored && stored.uid() == write.uid && stored.resource_version() == write.version) {
      lose(stored, true, version, deltas);
    }
  }
  count_own();
  return deltas;
}

std::vector<Delta> IndexedStore::wrote(Object object, Selected selected, SteadyTime expires)
{
  std::vector<Delta> deltas;
  const ObjectKey key = object.key();
  const std::string_view watch = watch_of(key), version = object.resource_version();
  if (!is_listed(watch) || version.empty()) return deltas;
  const std::string& seen = version_of(watch);
  const bool dated = is_comparable(version) && is_comparable(seen);
  if (dated && !is_older(seen, version)) return deltas;  // the watch has shown it, or what came after it
  const Object stored = find(key_of(key));
  if (stored && (same_version(stored, object) || is_older(version, stored.resource_version()))) return deltas;
  const OwnWrites::Entry* const earlier = own_->find(key_of(key));
  if (earlier != nullptr) {
    const bool gone = earlier->what == OwnWrites::Entry::What::deleted && earlier->uid == object.uid();
    if (gone || is_older(version, earlier->version)) return deltas;  // two answers overtook each other
  }
  if (selected == Selected::unknown && (!stored || stored.uid() != object.uid())) return deltas;
  OwnWrites::Entry entry;
  entry.uid = object.uid();
  entry.version = version;
  entry.watch = watch;
  entry.dated = dated;
  if (!dated) {
    entry.expires = expires;
    const bool also = earlier != nullptr && !earlier->dated && earlier->what == OwnWrites::Entry::What::written;
    entry.shown = also ? earlier->shown : stored;
  }
  if (selected != Selected::no) {
    store(std::move(object), seen, deltas);
  } else if (stored) {
    lose(stored, false, seen, deltas);
  }
  own_->put(key, std::move(entry));
  count_own();
  return deltas;
}

std::vector<Delta> IndexedStore::deleted(const ObjectKey& key, std::string_view uid, std::string_view version,
                                         SteadyTime expires)
{
  std::vector<Delta> deltas;
  const std::string_view watch = watch_of(key);
  if (!is_listed(watch) || uid.empty()) return deltas;
  const Object stored = find(key_of(key));
  const bool ours = stored && stored.uid() == uid;
  const OwnWrites::Entry* const earlier = own_->find(key_of(key));
  if (earlier != nullptr && earlier->uid != uid) return deltas;  // of its successor
  OwnWrites::Entry entry;
  entry.uid = uid;
  entry.watch = watch;
  entry.expires = expires;
  if (version.empty()) {
    entry.what = OwnWrites::Entry::What::deleted;
    entry.version = ours ? stored.resource_version() : std::string_view();
    const bool known = earlier != nullptr && (!ours || is_older(entry.version, earlier->version));
    if (known) entry.version = earlier->version;
  } else {
    if (!ours || is_older(version, stored.resource_version())) return deltas;
    entry.what = OwnWrites::Entry::What::expected;
    entry.version = version;
    entry.shown = stored;
  }
  if (ours) lose(stored, false, version_of(watch), deltas);
  own_->put(key, std::move(entry));
  count_own();
  return deltas;
}

std::vector<Delta> IndexedStore::expire_own_writes(SteadyTime now, Duration ttl)
{
  std::vector<Delta> deltas;
  for (const auto& [key, write] : own_->expired(now, ttl)) {
    const bool written = write.what == OwnWrites::Entry::What::written;
    const Object stored = find(key_of(key));
    const std::string& version = version_of(write.watch);
    if (write.shown && (written || !stored)) {
      if (!stored || !same_version(stored, write.shown)) store(write.shown, version, deltas);
    } else if (written && stored && !write.shown) {
      lose(stored, true, version, deltas);
    }
  }
  count_own();
  return deltas;
}

std::optional<SteadyTime> IndexedStore::next_expiry() const
{
  return own_->next_expiry();
}

}  // namespace kubexx
