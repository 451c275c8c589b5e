// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/kind_cache.hpp"

#include <algorithm>
#include <atomic>
#include <compare>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "kubexx/controller/not_watched.hpp"

namespace kubexx {

namespace {

// Resource versions of one resource are decimal numbers that grow (KEP-5504 made official what etcd has always done);
// nullopt when these are not.
std::optional<std::strong_ordering> compare_versions(std::string_view a, std::string_view b)
{
  const auto numeric = [](std::string_view text) {
    return !text.empty() && text.front() != '0' &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (!numeric(a) || !numeric(b)) return std::nullopt;
  if (a.size() != b.size()) return a.size() <=> b.size();
  return a <=> b;
}

// What this process has written and the store may not have seen.
struct OwnWrite {
  Object object;                 // empty: deleted
  std::string uid;               // of the deleted object
  std::string resource_version;  // empty: unknown (a delete that ended the object)
  SteadyTime at;
};

// Whether a store at `store_version` that holds `stored` has seen `write`, or knows better.
bool superseded(const OwnWrite& write, const Object& stored, std::string_view store_version)
{
  if (const auto order = compare_versions(store_version, write.resource_version)) return *order >= 0;
  if (!write.object) return !stored || stored.uid() != write.uid;
  return stored && stored.uid() == write.object.uid() && stored.resource_version() == write.resource_version;
}

}  // namespace

struct KindCache::Impl {
  Impl(const Clock& with, SharedInformer of, const Options& options)
      : informer(std::move(of)),
        cluster(options.cluster),
        clock(with),
        read_your_writes(options.read_your_writes),
        own_write_ttl(options.own_write_ttl)
  {
  }

  const SharedInformer informer;
  const std::string cluster;

  // The store is asked after the write was looked up, and its version before its object: so what it answers is at least
  // as new as both say.
  Object get(const ObjectKey& key)
  {
    check_watched(key.namespace_);
    std::optional<OwnWrite> write;
    if (count.load(std::memory_order_acquire) != 0) {
      const std::lock_guard lock(mutex);
      if (const auto found = writes.find(key); found != writes.end()) write = found->second;
    }
    if (!write) return informer.store().get(key);
    const std::string version = version_of(key);
    Object stored = informer.store().get(key);
    if (!superseded(*write, stored, version) && !expired(*write)) return write->object;
    forget(key, *write);
    return stored;
  }

  ObjectSnapshot list(std::string_view namespace_)
  {
    if (!namespace_.empty()) check_watched(namespace_);
    struct Known {
      OwnWrite write;
      std::string version;  // of the store, before it was read
    };
    std::map<ObjectKey, Known> own;
    if (count.load(std::memory_order_acquire) != 0) {
      const std::lock_guard lock(mutex);
      for (const auto& [key, write] : writes) {
        if (namespace_.empty() || key.namespace_ == namespace_) own.emplace(key, Known{write, version_of(key)});
      }
    }
    ObjectSnapshot stored = namespace_.empty() ? informer.store().list() : informer.store().list(namespace_);
    if (own.empty()) return stored;
    std::vector<Object> objects(stored.begin(), stored.end());
    for (const auto& [key, known] : own) {
      const OwnWrite& write = known.write;
      const auto less = [](const Object& object, const ObjectKey& wanted) { return object.key() < wanted; };
      const auto place = std::lower_bound(objects.begin(), objects.end(), key, less);
      const bool present = place != objects.end() && place->key() == key;
      if (superseded(write, present ? *place : Object(), known.version) || expired(write)) {
        forget(key, write);
      } else if (!write.object) {
        if (present) objects.erase(place);
      } else if (present) {
        *place = write.object;
      } else {
        objects.insert(place, write.object);
      }
    }
    return ObjectSnapshot(std::move(objects));
  }

  void record_write(const ObjectKey& key, OwnWrite write)
  {
    if (!read_your_writes || !is_watched(key.namespace_)) return;
    write.at = clock.now();
    std::unique_lock lock(mutex);
    // Of two answers that overtook each other on the way here, the newer counts.
    if (const auto present = writes.find(key); present != writes.end()) {
      const auto order = compare_versions(present->second.resource_version, write.resource_version);
      if (order && *order > 0) return;
    }
    writes.insert_or_assign(key, std::move(write));
    count.store(writes.size(), std::memory_order_release);
    if (missed_deletion(key, writes.at(key))) {
      lock.unlock();
      report_missed_deletions();
      return;
    }
    sweep();
  }

  void report_missed_deletions()
  {
    std::vector<Object> gone;
    {
      const std::lock_guard lock(mutex);
      for (auto it = writes.begin(); it != writes.end();) {
        if (!missed_deletion(it->first, it->second)) {
          ++it;
          continue;
        }
        gone.push_back(it->second.object);
        it = writes.erase(it);
      }
      count.store(writes.size(), std::memory_order_release);
    }
    for (const auto& object : gone) informer.missed_deletion(object);
  }

  std::size_t own_writes()
  {
    const std::lock_guard lock(mutex);
    const auto waits = [this](const auto& write) { return !seen(write.first, write.second); };
    return static_cast<std::size_t>(std::count_if(writes.begin(), writes.end(), waits));
  }

private:
  bool is_watched(std::string_view namespace_) const { return informer.is_watched(namespace_); }

  // Of what is not watched the store knows nothing: not even that it is absent.
  void check_watched(std::string_view namespace_) const
  {
    if (is_watched(namespace_)) return;
    const ResourceType& type = informer.type();
    throw NotWatched(type.group_resource() + " (" + type.api_version() + ") in namespace \"" + std::string(namespace_) +
                     "\" are not in the cache, which watches them" + in_namespaces(informer.namespaces()) +
                     " alone: add it to ManagerOptions::namespaces, or leave that empty to watch all namespaces; set "
                     "InformerOptions::namespaces of this kind in ManagerOptions::configure_informer; or ask the API "
                     "server with client()");
  }

  std::string version_of(const ObjectKey& key) const { return informer.store().resource_version(key.namespace_); }

  bool expired(const OwnWrite& write) const
  {
    return clock.now() - write.at >= own_write_ttl && !compare_versions(write.resource_version, write.resource_version);
  }

  bool seen(const ObjectKey& key, const OwnWrite& write) const
  {
    const std::string version = version_of(key);
    return superseded(write, informer.store().get(key), version) || expired(write);
  }

  // Written by us, and gone from a store that has come past that version.
  bool missed_deletion(const ObjectKey& key, const OwnWrite& write) const
  {
    if (!write.object) return false;
    const std::string version = version_of(key);
    const Object stored = informer.store().get(key);
    return !stored && superseded(write, stored, version);
  }

  void forget(const ObjectKey& key, const OwnWrite& write)
  {
    const std::lock_guard lock(mutex);
    const auto found = writes.find(key);
    if (found == writes.end() || found->second.at != write.at) return;  // a newer write of ours
    if (missed_deletion(key, write)) return;                            // reported first
    writes.erase(found);
    count.store(writes.size(), std::memory_order_release);
  }

  // Needs mutex. Keeps entries that are not read any more from piling up: each new write looks at two others.
  void sweep()
  {
    for (int looked = 0; looked < 2 && !writes.empty(); ++looked) {
      auto next = writes.upper_bound(swept);
      if (next == writes.end()) next = writes.begin();
      swept = next->first;
      // A missed deletion is left to report_missed_deletions(), unless it came on the watch.
      const bool unreported =
          clock.now() - next->second.at < own_write_ttl && missed_deletion(next->first, next->second);
      if (!unreported && seen(next->first, next->second)) writes.erase(next);
    }
    count.store(writes.size(), std::memory_order_release);
  }

  const Clock& clock;
  const bool read_your_writes;
  const Duration own_write_ttl;

  std::mutex mutex;                      // taken before the store's own; nothing is called back under it
  std::map<ObjectKey, OwnWrite> writes;  // guarded by mutex
  ObjectKey swept;                       // guarded by mutex; where sweep() goes on
  std::atomic<std::size_t> count{0};     // of writes, for a read without the lock
};

KindCache::KindCache(const Clock& clock, SharedInformer informer, Options options)
    : impl_(std::make_shared<Impl>(clock, std::move(informer), options))
{
}
KindCache::KindCache(const Clock& clock, SharedInformer informer) : KindCache(clock, std::move(informer), Options{}) {}

const SharedInformer& KindCache::informer() const noexcept
{
  return impl_->informer;
}
const ResourceType& KindCache::type() const
{
  return impl_->informer.type();
}

const std::string& KindCache::cluster() const noexcept
{
  return impl_->cluster;
}

std::string KindCache::name() const
{
  return type().group_resource() + in_namespaces(impl_->informer.namespaces());
}

Object KindCache::get(const ObjectKey& key) const
{
  return impl_->get(key);
}
ObjectSnapshot KindCache::list(std::string_view namespace_) const
{
  return impl_->list(namespace_);
}

void KindCache::wrote(const Object& object) const
{
  impl_->record_write(object.key(), {object, std::string(object.uid()), std::string(object.resource_version()), {}});
}
void KindCache::deleted(const ObjectKey& key, std::string_view uid) const
{
  impl_->record_write(key, {Object(), std::string(uid), std::string(), {}});
}
void KindCache::report_missed_deletions() const
{
  impl_->report_missed_deletions();
}
std::size_t KindCache::own_writes() const
{
  return impl_->own_writes();
}

}  // namespace kubexx
