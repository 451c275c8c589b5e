// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx::apiserver {

/// One version of one object: a header that lists, selectors and garbage collection need, and its JSON text. Immutable.
struct Stored {
  std::string key;  ///< "namespace/name", or "name"
  std::string namespace_, name, uid;
  std::int64_t version = 0;
  std::map<std::string, std::string> labels;
  std::vector<std::string> owners;  ///< uids
  bool deleting = false;
  bool finalizers = false;
  /// Without apiVersion and kind, so that one text serves every API version: `{"metadata":…}`.
  std::string body;

  [[nodiscard]] Json json() const { return Json::parse(body); }
};
using StoredPtr = std::shared_ptr<const Stored>;

/// Reads the header out of `object`, whose resourceVersion must be set, and drops apiVersion and kind.
[[nodiscard]] StoredPtr make_stored(Json object);
/// The same object as it was when `version` deleted it.
[[nodiscard]] StoredPtr with_version(const Stored& object, std::int64_t version);
[[nodiscard]] std::string key_of(std::string_view namespace_, std::string_view name);

/// One step of the history.
struct Change {
  std::int64_t version = 0;
  StoredPtr current;   ///< null: deleted
  StoredPtr previous;  ///< null: created
  StoredPtr deleted;   ///< when deleted: the last state with the version of the deletion
};

/// The objects of one resource, with the recent changes.
struct Collection {
  std::string id;  ///< "group/plural"
  std::map<std::string, StoredPtr, std::less<>> objects;
  std::deque<Change> changes;                ///< by version
  std::int64_t forgotten = 0;                ///< the version of the newest change that is no longer in `changes`
  bool removed = false;                      ///< its CRD is gone: watches end
  std::map<std::uint64_t, OneShot> waiting;  ///< watches, by number, that have sent everything so far
};
using CollectionPtr = std::shared_ptr<Collection>;

/// All objects under one rising version counter, as etcd has it. Not thread safe: its owner locks.
class Store {
public:
  explicit Store(std::size_t history) : history_(history) {}

  [[nodiscard]] CollectionPtr collection(const std::string& id);
  [[nodiscard]] std::vector<CollectionPtr> collections() const;
  void drop_collection(const std::string& id);

  [[nodiscard]] std::int64_t version() const noexcept { return version_; }
  /// The newest version whose changes are forgotten: what is older cannot be watched from or listed.
  [[nodiscard]] std::int64_t compacted() const noexcept { return compacted_; }
  void compact();

  /// Writes `object` with the next version as its resourceVersion.
  StoredPtr put(Collection& into, Json object);
  /// Deletes; returns the object as it was, with the version of the deletion.
  StoredPtr remove(Collection& from, const std::string& key);

  /// The objects of `of` as they were at `version`, which must not be compacted.
  [[nodiscard]] std::map<std::string, StoredPtr, std::less<>> snapshot(const Collection& of,
                                                                       std::int64_t version) const;

  struct Location {
    Collection* collection = nullptr;
    std::string key;
    friend auto operator<=>(const Location& a, const Location& b)
    {
      return std::pair(std::string_view(a.collection->id), std::string_view(a.key)) <=>
             std::pair(std::string_view(b.collection->id), std::string_view(b.key));
    }
  };
  [[nodiscard]] const Location* find_uid(const std::string& uid) const;
  [[nodiscard]] std::vector<Location> dependents(const std::string& uid) const;

  /// Watches to wake once the lock is released.
  [[nodiscard]] std::vector<OneShot> take_wakeups() { return std::exchange(wakeups_, {}); }
  void wake(Collection& of);

private:
  void record(Collection& of, Change change);
  void index(Collection& of, const Stored& object);
  void unindex(Collection& of, const Stored& object);
  void trim(std::size_t keep);

  std::size_t history_;
  std::int64_t version_ = 1;
  std::int64_t compacted_ = 0;
  std::map<std::string, CollectionPtr> collections_;
  std::deque<CollectionPtr> order_;  // whose change it was, oldest first, over all collections
  std::map<std::string, Location> by_uid_;
  std::map<std::string, std::set<Location>> by_owner_;
  std::vector<OneShot> wakeups_;
};

}  // namespace kubexx::apiserver
