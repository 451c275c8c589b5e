// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"
#include "store/change.hpp"
#include "store/object_map.hpp"
#include "store/stored.hpp"
#include "store/watch_index.hpp"

namespace kubexx::apiserver {

/// The objects of one resource, with the recent changes.
struct Collection : std::enable_shared_from_this<Collection> {
  std::string id;  ///< "group/plural"
  ObjectMap objects;
  std::deque<Change> changes;               ///< by version
  std::int64_t began = 0;                   ///< the version at which it was made: it has no older state
  std::int64_t forgotten = 0;               ///< the newest version whose change is no longer in `changes`
  std::int64_t changed = 0;                 ///< the version of the newest change
  bool removed = false;                     ///< its CRD is gone: watches end
  WatchIndex watches;                       ///< those wait that have sent everything so far
  std::map<std::int64_t, ObjectMap> pages;  ///< snapshots at versions that lists go on with, the oldest first
};
using CollectionPtr = std::shared_ptr<Collection>;

/// All objects under one rising version counter, as etcd has it. Not thread safe: its owner locks.
class Store {
public:
  struct Limits {
    std::size_t changes = 0;  ///< of all collections together
    std::size_t bytes = 0;    ///< of texts that only the history keeps
  };
  explicit Store(Limits limits) : limits_(limits) {}

  [[nodiscard]] CollectionPtr collection(const std::string& id);
  [[nodiscard]] std::vector<CollectionPtr> collections() const;
  void drop_collection(const std::string& id);

  [[nodiscard]] std::int64_t version() const noexcept { return version_; }
  /// The newest version whose changes are forgotten: what is older cannot be watched from or listed.
  [[nodiscard]] std::int64_t compacted() const noexcept { return compacted_; }
  void compact();

  /// Writes with the next version as the object's.
  StoredPtr put(Collection& into, Draft draft);
  /// Likewise, in the API version of the object that is there.
  StoredPtr put(Collection& into, Json object);
  /// Deletes; returns the object as it was, with the version of the deletion.
  StoredPtr remove(Collection& from, const std::string& key);

  /// What a watch sees go with `change`, one of the history: `previous` with its version. Made at most once.
  [[nodiscard]] StoredPtr last_state(Change& change);

  /// The objects of `of` as they were at `version`, which must be neither compacted nor older than the collection. May
  /// be read without the lock.
  [[nodiscard]] ObjectMap snapshot(Collection& of, std::int64_t version);
  /// Remembers the objects at the present version, for the next pages of a list.
  void remember(Collection& of);

  /// Has `object`, which was just put, removed when its time has come unless it is written again.
  void keep_until(Collection& in, const Stored& object, SteadyTime when);
  void expire(SteadyTime now);

  struct Location {
    Collection* collection = nullptr;
    std::string key;
    friend auto operator<=>(const Location& a, const Location& b)
    {
      return std::pair(std::string_view(a.collection->id), std::string_view(a.key)) <=>
             std::pair(std::string_view(b.collection->id), std::string_view(b.key));
    }
  };
  [[nodiscard]] std::optional<Location> find_uid(std::string_view uid) const;
  [[nodiscard]] std::vector<Location> dependents(const std::string& uid) const;

  /// Watches to wake once the lock is released.
  [[nodiscard]] std::vector<OneShot> take_wakeups() { return std::exchange(wakeups_, {}); }
  /// Wakes all watches of a collection.
  void wake(Collection& of);

private:
  struct Expiry {
    SteadyTime when;
    CollectionPtr collection;
    std::string key;
    std::int64_t version = 0;
  };
  void record(Collection& of, Change change);
  void index(Collection& of, const Stored& object);
  void unindex(Collection& of, const Stored& object);
  void trim(Limits keep);

  Limits limits_;
  std::int64_t version_ = 1;
  std::int64_t compacted_ = 0;
  std::size_t history_bytes_ = 0;
  std::map<std::string, CollectionPtr> collections_;
  std::deque<CollectionPtr> order_;  // whose change it was, oldest first, over all collections
  std::deque<Expiry> expiries_;      // by time: all objects that expire are kept equally long
  /// Names its objects by their own text, so an object leaves it before it goes.
  std::map<std::string_view, std::pair<Collection*, const Stored*>> by_uid_;
  std::map<std::string, std::set<Location>> by_owner_;
  std::vector<OneShot> wakeups_;
};

}  // namespace kubexx::apiserver
