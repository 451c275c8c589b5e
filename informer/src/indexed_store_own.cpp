// SPDX-License-Identifier: Apache-2.0
// The part of the store that knows what this process has written. All of it is the writer's, so it reads without a
// lock.
#include <utility>

#include "deltas.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "pending_writes.hpp"
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
  object = packed(object);
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

// What a watch did not show of our writes before `version` is not there, or not selected.
std::optional<std::vector<Delta>> IndexedStore::pass(const std::vector<Delta>& event, const std::string& version,
                                                     std::string_view namespace_)
{
  const PendingWrites::Passed passed = own_->passed(version, namespace_);
  count_own();
  if (passed.empty()) return std::nullopt;
  std::vector<Delta> deltas;
  for (const auto& [key, write] : passed) {
    const Object stored = find(key_of(key));
    if (stored && stored.uid() == write.uid && stored.resource_version() == write.version) {
      deltas.push_back(detail::deleted(stored, stored, true, version));
    }
  }
  deltas.insert(deltas.end(), event.begin(), event.end());
  change(deltas, version, namespace_);
  own_->forget(passed);
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
  if (own_->knows_better(object)) return deltas;  // two answers overtook each other
  if (selected == Selected::unknown && (!stored || stored.uid() != object.uid())) return deltas;
  PendingWrites::Write write{std::string(object.uid()), std::string(version), std::string(watch), dated, {}, {}};
  if (!dated) {
    const PendingWrites::Write* const earlier = own_->write_of(key_of(key));
    write.shown = earlier != nullptr && !earlier->dated ? earlier->shown : stored;
  }
  write.expires = dated ? SteadyTime::max() : expires;
  PendingWrites::Prepared record = PendingWrites::prepare(key, std::move(write));  // nothing after the change may fail
  if (selected != Selected::no) {
    store(std::move(object), seen, deltas);
  } else if (stored) {
    lose(stored, false, seen, deltas);
  }
  own_->put(std::move(record));
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
  const bool certain = version.empty();
  if (!certain && (!ours || is_older(version, stored.resource_version()))) return deltas;
  if (own_->is_gone(key, uid)) return deltas;
  PendingWrites::Gone gone;
  gone.uid = uid;
  gone.watch = watch;
  gone.expires = expires;
  gone.certain = certain;
  gone.version = version;
  if (certain && ours) gone.version = stored.resource_version();
  const PendingWrites::Write* const written = own_->write_of(key_of(key));
  if (certain && !ours && written != nullptr && written->uid == uid) gone.version = written->version;
  if (!certain) gone.shown = stored;
  PendingWrites::Prepared record = PendingWrites::prepare(key, std::move(gone));
  if (ours) lose(stored, false, version_of(watch), deltas);
  own_->put(std::move(record));
  count_own();
  return deltas;
}

std::vector<Delta> IndexedStore::expire_pending_writes(SteadyTime now, Duration ttl)
{
  std::vector<Delta> deltas;
  for (const auto& [key, watch, shown, write] : own_->expired(now, ttl)) {
    const Object stored = find(key_of(key));
    const std::string& version = version_of(watch);
    if (shown && (write || !stored)) {
      if (!stored || !same_version(stored, shown)) store(shown, version, deltas);
    } else if (write && stored && !shown) {
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
