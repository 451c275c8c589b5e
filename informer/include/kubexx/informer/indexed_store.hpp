// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/informer/detail/object_set.hpp"
#include "kubexx/informer/store.hpp"

namespace kubexx {

class OwnWrites;
namespace detail {
class ObjectPacker;
}
/// Whether an object is among those that a watch selects.
enum class Selected { no, unknown, yes };

/// The Store that an informer writes; also usable alone, fed by a Reflector or by a test. Any number of threads may
/// read; at most one may write at a time. A writing call returns what it changed, in order, after readers can see it.
/// One that throws, for want of memory, has changed nothing; where the memory lacked for the indexes alone, the next
/// write completes them.
///
/// The namespace index needs no structure of its own: objects are sorted by namespace, then name. `by_index` answers
/// it under the name "namespace" (client-go's NamespaceIndex).
///
/// Index functions are called without the store's lock, and for each object once: the values that it had are kept, so a
/// function whose answer changes leaves nothing behind. A writer that holds a lock of its own calls them before it does
/// (`index_values`).
///
/// With a packer it is compressed: readers and index functions get whole objects, which are unpacked for them, while
/// the deltas that writing calls return have their objects as they are kept (ObjectPacker::whole).
class IndexedStore final : public Store {
public:
  static constexpr std::string_view namespace_index = "namespace";

  using Indexes = std::vector<std::pair<std::string, IndexFunction>>;
  /// Throws std::invalid_argument for an index without a function, or a name used twice or "namespace".
  /// `resource` ("foos.example.com") begins the texts of errors about indexes. `selective`: its watches have selectors.
  explicit IndexedStore(Indexes indexes = {}, std::string resource = {}, bool selective = false,
                        std::shared_ptr<detail::ObjectPacker> packer = nullptr);
  ~IndexedStore() override;
  IndexedStore(const IndexedStore&) = delete;
  IndexedStore& operator=(const IndexedStore&) = delete;

  [[nodiscard]] Object get(const ObjectKey& key) const override;
  [[nodiscard]] ObjectSnapshot list() const override;
  [[nodiscard]] ObjectSnapshot list(std::string_view namespace_) const override;
  [[nodiscard]] ObjectSnapshot by_index(std::string_view index, std::string_view value) const override;
  [[nodiscard]] std::vector<std::string> index_values(std::string_view index) const override;
  [[nodiscard]] std::size_t size() const override;
  [[nodiscard]] std::size_t memory() const override;
  [[nodiscard]] std::size_t index_memory() const override;
  /// The most that the stored objects have held, without their order.
  [[nodiscard]] std::size_t peak_memory() const;
  [[nodiscard]] std::string resource_version() const override;
  [[nodiscard]] std::string resource_version(std::string_view namespace_) const override;

  /// Adds an index over what is stored already. Throws like the constructor. Counts as a write.
  void add_index(std::string name, IndexFunction function);
  /// The same in two steps. The first calls the function, for what is stored and not in `index` yet, and is no write;
  /// the second answers false when other objects have come meanwhile: then both again.
  struct NewIndex;
  void prepare(NewIndex& index) const;
  [[nodiscard]] bool add_index(NewIndex& index);

  /// The values of objects, as the indexes that there were gave them.
  class IndexValues;
  /// Calls the index functions for `objects`, which are to be written. No write.
  [[nodiscard]] IndexValues index_values(const std::vector<Object>& objects) const;
  /// Until `unuse`, writing calls use these values of `objects` and do not call the functions for them. False, and
  /// nothing is used, when the values of some are missing, because an index was added or the store has changed: then
  /// index_values again. Both count as writes.
  [[nodiscard]] bool use(IndexValues& values, const std::vector<Object>& objects);
  void unuse() noexcept;
  /// Objects that expire_own_writes may write.
  [[nodiscard]] std::vector<Object> own_writes_shown() const;
  [[nodiscard]] bool has_index(std::string_view name) const;

  /// The stored object of the same key, as it is kept; empty when there is none.
  [[nodiscard]] Object stored(const Object& like) const;
  /// All, as they are kept.
  [[nodiscard]] ObjectSnapshot stored() const;

  /// Says that this namespace will be listed: until it is, the store as a whole has no version.
  void add_namespace(std::string namespace_);
  /// Its watch ended: its objects go, as deletions (final_state_unknown), and so does its version.
  std::vector<Delta> remove_namespace(std::string_view namespace_);

  // In the functions below `namespace_` says what the list or watch is of; empty: all namespaces. A store is fed either
  // by one watch of all of them, or by one for each namespace.

  /// Replaces the content of that namespace atomically and derives the changes: first the deletions of objects that are
  /// gone (final_state_unknown), then what is new or changed, both sorted by key, then list_done. An object that is
  /// stored in the same version yields nothing and is kept as it is; one that was replaced by another under its name
  /// (uid) yields a deletion and an add. Of items with one key the last counts. `initial` on the first call for the
  /// namespace only. Only this may move the version back (a restored etcd); below, a version older than the one that is
  /// known leaves it as it is. Precondition: the items are in that namespace.
  std::vector<Delta> replace(std::vector<Object> items, const std::string& resource_version,
                             std::string_view namespace_ = {});
  /// A state that the server sent. Nothing when it is stored already or is older than what is stored (an event that
  /// was delivered twice). A uid change yields a deletion (final_state_unknown) and an add.
  std::vector<Delta> apply(Object object, std::string resource_version, std::string_view namespace_ = {});
  /// The server said that `last` is gone. Nothing when it is not stored, or when a newer object has its name.
  std::vector<Delta> remove(Object last, std::string resource_version, std::string_view namespace_ = {});
  /// Nothing changed up to this version. Yields the deletions of what `wrote` has stored and the watch did not show.
  std::vector<Delta> bookmark(std::string resource_version, std::string_view namespace_ = {});

  // What this process has written itself, before the watch shows it. Nothing above takes the store back behind it, and
  // its version is that of the watch. Until the first list these do nothing. `expires`: when to stop waiting for what
  // cannot be compared with the versions of the watch. docs/design/0005-reading-own-writes.md.

  /// The server's answer to a write. An object that is not selected leaves the store, as a deletion.
  std::vector<Delta> wrote(Object object, Selected selected, SteadyTime expires);
  /// The object of that uid is gone, or, with a version, its deletion in that version was asked for: what the watch
  /// shows of it next counts again.
  std::vector<Delta> deleted(const ObjectKey& key, std::string_view uid, std::string_view version, SteadyTime expires);
  /// Stops waiting where the time is over: the store has then what the watch has shown. Deletions wait `ttl` longer
  /// while the watch shows nothing at all.
  std::vector<Delta> expire_own_writes(SteadyTime now, Duration ttl);
  [[nodiscard]] std::optional<SteadyTime> next_expiry() const;
  /// Own writes that the watch has not shown yet.
  [[nodiscard]] std::size_t own_writes() const noexcept { return own_count_.load(std::memory_order_relaxed); }

private:
  // What tells a stored object from any other state, as long as it is stored: where its bytes are.
  using Identity = const void*;
  [[nodiscard]] static Identity identity_of(const Object& object) noexcept { return object.bytes().data(); }

  struct Index {
    using ByValue = std::map<std::string, detail::ObjectSet, std::less<>>;
    std::string name;
    std::shared_ptr<const IndexFunction> function;
    ByValue values;                                              // no empty set is kept
    std::unordered_multimap<Identity, ByValue::iterator> under;  // where each object is

    void add(const Object& object, std::vector<std::string> values_of_it);
    void drop(const Object& object);
    [[nodiscard]] std::vector<std::string> values_of(const Object& object) const;
  };

  struct Content {
    detail::ObjectSet objects;
    std::vector<Index> indexes;
    std::size_t memory = 0;
  };

  using Values = std::vector<std::vector<std::string>>;  // under which each index lists one object
  struct Version {
    std::string version;  // of the last list, event or bookmark; empty before the first list
    bool listed = false;
  };

  void check_name(std::string_view name, bool has_function) const;
  [[nodiscard]] Object find(detail::KeyView key) const;
  [[nodiscard]] const Index& index_named(std::string_view name) const;
  [[nodiscard]] std::string_view watch_of(const ObjectKey& key) const;
  [[nodiscard]] bool is_listed(std::string_view watch) const;
  // Each changes the store and appends what that yields.
  void store(Object object, const std::string& version, std::vector<Delta>& deltas);
  void lose(const Object& stored, bool final_state_unknown, const std::string& version, std::vector<Delta>& deltas);
  // `deltas`, and the end of own writes that the watch has passed, in one.
  // What an event has changed, and what of our own writes its watch has passed without showing it: all or nothing.
  // Nullopt when it has passed none.
  std::optional<std::vector<Delta>> pass(const std::vector<Delta>& event, const std::string& version,
                                         std::string_view namespace_);
  void count_own();
  // `kept`: as it came, or as it is stored.
  [[nodiscard]] Values values_of(const Object& kept) const;
  [[nodiscard]] bool is_stored(const Object& kept) const;
  [[nodiscard]] const std::string& version_of(std::string_view namespace_) const;
  // As readers get it, and as it is kept.
  [[nodiscard]] Object whole(const Object& kept) const;
  [[nodiscard]] Object packed(const Object& object);
  // Before something is written.
  void prepare();
  // Packs what was stored before there was a dictionary, which it makes when it can.
  void pack_stored();
  // Two ways to make the changes that a list has brought: all anew beside what is there, or one by one.
  void replace_all(const std::vector<Object>& objects, std::string resource_version);
  // `known`: the same objects as their values are known; empty: they are known as they are.
  [[nodiscard]] Content content_of(const std::vector<Object>& objects, const std::vector<Object>& known) const;
  void change(const std::vector<Delta>& deltas, std::string resource_version, std::string_view namespace_);
  [[nodiscard]] Version& version_entry(std::string_view namespace_);
  // The rest with the lock.
  // Stores `object` under `values` of each index, in the place of `old`, which is empty when there is none.
  void put(const Object& old, const Object& object, Values values);
  void erase(const Object& stored);
  void drop(const Object& stored);  // out of the indexes
  void exchange(Content& next);
  template <class Change>
  void index(Change change_indexes) noexcept;
  void set_version(Version& entry, std::string version) noexcept;

  const std::string resource_;                          // for error texts; empty: unknown
  const std::shared_ptr<detail::ObjectPacker> packer_;  // null: the store is not compressed
  bool packed_ = false;                                 // the writer's: what is stored was packed, or was not worth it
  mutable std::shared_mutex mutex_;  // the writer takes it to change anything below; it may read without
  detail::ObjectSet objects_;
  std::vector<Index> indexes_;                            // in the order in which they were added
  std::atomic<bool> incomplete_{false};                   // written by the writer: there was no memory for the indexes
  std::unique_ptr<IndexValues> used_;                     // the writer's; null between writes
  std::size_t memory_ = 0;                                // sum of memory() over objects_
  std::size_t peak_ = 0;                                  // of memory_
  std::map<std::string, Version, std::less<>> versions_;  // by the namespace of the watch
  const std::unique_ptr<OwnWrites> own_;                  // touched by the writer alone
  std::atomic<std::size_t> own_count_{0};                 // its size
};

}  // namespace kubexx
