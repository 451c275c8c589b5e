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

class PendingWrites;
namespace detail {
class ObjectPacker;
}
/// Whether the selectors of a watch select an object.
enum class Selected { no, unknown, yes };

/// The Store of an informer; also usable without one, fed by a Reflector or by a test. Any number of threads may read;
/// at most one may write at a time. A writing call returns its changes, in order, after readers can see them. If it
/// throws because no memory is left, it has changed nothing. If memory was missing only for the indexes, the call
/// succeeds and the next write completes them.
///
/// The namespace index needs no structure of its own, because objects are sorted by namespace, then name. Its name for
/// `by_index` is "namespace" (client-go's NamespaceIndex).
///
/// Index functions are called without the store's lock, once per object: the store keeps their values, so a function
/// whose result changes leaves no stale entry. A writer that holds a lock of its own calls them before it takes the
/// lock (`index_values`).
///
/// With a packer the store is compressed: readers and index functions get decompressed objects, but the deltas that
/// writing calls return have objects as they are stored (see ObjectPacker::whole).
class IndexedStore final : public Store {
public:
  static constexpr std::string_view namespace_index = "namespace";

  using Indexes = std::vector<std::pair<std::string, IndexFunction>>;
  /// Throws std::invalid_argument for an index without a function, a name that is used twice, and the name "namespace".
  /// Error texts about indexes begin with `resource` ("foos.example.com"). `selective`: the watches have selectors.
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
  /// The peak memory of the stored objects, without the structure that orders them.
  [[nodiscard]] std::size_t peak_memory() const;
  [[nodiscard]] std::string resource_version() const override;
  [[nodiscard]] std::string resource_version(std::string_view namespace_) const override;

  /// Adds an index, also over the objects that are already stored. Throws like the constructor. Counts as a write.
  void add_index(std::string name, IndexFunction function);
  /// The same in two steps. The first calls the function, for stored objects that are not in `index` yet, and is not a
  /// write. The second returns false if other objects were stored meanwhile; then repeat both.
  struct NewIndex;
  void prepare(NewIndex& index) const;
  [[nodiscard]] bool add_index(NewIndex& index);

  /// The index values of objects, from the indexes that existed when they were computed.
  class IndexValues;
  /// Calls the index functions for `objects`, which will be written. Not a write.
  [[nodiscard]] IndexValues index_values(const std::vector<Object>& objects) const;
  /// Until `unuse`, writing calls use these values of `objects` instead of calling the functions. Returns false, and
  /// uses nothing, if some values are missing because an index was added or the store has changed; then call
  /// index_values again. Both count as writes.
  [[nodiscard]] bool use(IndexValues& values, const std::vector<Object>& objects);
  void unuse() noexcept;
  /// The objects that expire_pending_writes may write.
  [[nodiscard]] std::vector<Object> pending_writes_shown() const;
  [[nodiscard]] bool has_index(std::string_view name) const;

  /// Returns the object with the same key, as it is stored; empty if there is none.
  [[nodiscard]] Object stored(const Object& like) const;
  /// Returns all objects, as they are stored.
  [[nodiscard]] ObjectSnapshot stored() const;

  /// Announces that this namespace will be listed: until then, the store as a whole has no version.
  void add_namespace(std::string namespace_);
  /// The watch of the namespace has ended: removes its objects, with tombstones (final_state_unknown), and its version.
  std::vector<Delta> remove_namespace(std::string_view namespace_);

  // In the functions below `namespace_` is the namespace of the list or watch; empty: all namespaces. A store is fed
  // either by one watch for all namespaces or by one per namespace.

  /// Replaces the content of the namespace atomically and derives the deltas: first the deletions of objects that are
  /// gone (final_state_unknown), then new and changed objects, both sorted by key, then list_done. An object that is
  /// stored with the same bytes yields nothing and is kept (versions are not enough, because a restored server uses
  /// them twice); an object that has replaced another one under its name (uid) yields a deletion and an add. If items
  /// have the same key, the last one counts. Deltas are `initial` only in the first call for the namespace. Only this
  /// function may move the version back (a restored etcd); the functions below ignore a version that is older than the
  /// known one. Precondition: the items are in the namespace.
  std::vector<Delta> replace(std::vector<Object> items, const std::string& resource_version,
                             std::string_view namespace_ = {});
  /// Applies a state that the server sent. Yields nothing for it if it is stored already or is older than the stored
  /// one (an event that was delivered twice). A change of the uid yields a deletion (final_state_unknown) and an add.
  std::vector<Delta> apply(Object object, std::string resource_version, std::string_view namespace_ = {});
  /// The server deleted `last`. Yields nothing for it if it is not stored, or if a newer object has its name.
  std::vector<Delta> remove(Object last, std::string resource_version, std::string_view namespace_ = {});
  /// Nothing else changed up to this version. Yields deletions of objects that `wrote` has stored and the watch did not
  /// show.
  std::vector<Delta> bookmark(std::string resource_version, std::string_view namespace_ = {});

  // Pending writes. The functions above do not move the store back behind them, and the version of the store stays that
  // of the watch. Until the first list, these functions do nothing. `expires`: when to stop waiting for a write that
  // cannot be compared with the versions of the watch. docs/internals/design/0005-reading-own-writes.md.

  /// Stores the server's response to a write. An object that is not selected leaves the store, as a deletion.
  std::vector<Delta> wrote(Object object, Selected selected, SteadyTime expires);
  /// The object with that uid is gone. With a version, the deletion of that version was only requested: the next state
  /// that the watch delivers counts.
  std::vector<Delta> deleted(const ObjectKey& key, std::string_view uid, std::string_view version, SteadyTime expires);
  /// Ends the pending writes that have expired: the store then has what the watch has delivered. A deletion waits until
  /// the watch has moved, and then another `ttl`.
  std::vector<Delta> expire_pending_writes(SteadyTime now, Duration ttl);
  [[nodiscard]] std::optional<SteadyTime> next_expiry() const;
  /// Writes of this process that the watch has not delivered yet.
  [[nodiscard]] std::size_t pending_writes() const noexcept { return own_count_.load(std::memory_order_relaxed); }

private:
  // Identifies a stored object as long as it is stored: the address of its bytes.
  using Identity = const void*;
  [[nodiscard]] static Identity identity_of(const Object& object) noexcept { return object.bytes().data(); }

  struct Index {
    using ByValue = std::map<std::string, detail::ObjectSet, std::less<>>;
    std::string name;
    std::shared_ptr<const IndexFunction> function;
    ByValue values;                                              // has no empty set
    std::unordered_multimap<Identity, ByValue::iterator> under;  // the values of each object

    void add(const Object& object, std::vector<std::string> values_of_it);
    void drop(const Object& object);
    [[nodiscard]] std::vector<std::string> values_of(const Object& object) const;
  };

  struct Content {
    detail::ObjectSet objects;
    std::vector<Index> indexes;
    std::size_t memory = 0;
  };

  using Values = std::vector<std::vector<std::string>>;  // of one object, for each index
  struct Version {
    std::string version;  // of the last list, event or bookmark; empty before the first list
    bool listed = false;
  };

  void check_name(std::string_view name, bool has_function) const;
  [[nodiscard]] Object find(detail::KeyView key) const;
  [[nodiscard]] const Index& index_named(std::string_view name) const;
  [[nodiscard]] std::string_view watch_of(const ObjectKey& key) const;
  [[nodiscard]] bool is_listed(std::string_view watch) const;
  // Each changes the store and appends its deltas.
  void store(Object object, const std::string& version, std::vector<Delta>& deltas);
  void lose(const Object& stored, bool final_state_unknown, const std::string& version, std::vector<Delta>& deltas);
  // Makes the changes of an event together with the deletions of pending writes that its watch has passed without
  // showing them: all or nothing. Nullopt if it has passed none.
  std::optional<std::vector<Delta>> pass(const std::vector<Delta>& event, const std::string& version,
                                         std::string_view namespace_);
  void count_own();
  // `kept`: as it arrived, or as it is stored.
  [[nodiscard]] Values values_of(const Object& kept) const;
  [[nodiscard]] bool is_stored(const Object& kept) const;
  [[nodiscard]] const std::string& version_of(std::string_view namespace_) const;
  // As readers get it, and as it is stored.
  [[nodiscard]] Object whole(const Object& kept) const;
  [[nodiscard]] Object packed(const Object& object);
  // To be called before each write.
  void prepare();
  // Compresses the objects that were stored before there was a dictionary; makes the dictionary if it can.
  void pack_stored();
  // Two ways to apply a list: build all content anew beside the present one, or make the changes one by one.
  void replace_all(const std::vector<Object>& objects, std::string resource_version);
  // `known`: the same objects, in the form in which their index values are known; empty: in this form.
  [[nodiscard]] Content content_of(const std::vector<Object>& objects, const std::vector<Object>& known) const;
  void change(const std::vector<Delta>& deltas, std::string resource_version, std::string_view namespace_);
  [[nodiscard]] Version& version_entry(std::string_view namespace_);
  // The functions below need the lock.
  // Stores `object` in place of `old`, which is empty if there is none, under the `values` of each index.
  void put(const Object& old, const Object& object, Values values);
  void erase(const Object& stored);
  void drop(const Object& stored);  // from the indexes
  void exchange(Content& next);
  template <class Change>
  void index(Change change_indexes) noexcept;
  void set_version(Version& entry, std::string version) noexcept;

  const std::string resource_;                          // for error texts; empty: unknown
  const std::shared_ptr<detail::ObjectPacker> packer_;  // null: the store is not compressed
  bool packed_ = false;                                 // the writer's: pack_stored has packed the objects
  mutable std::shared_mutex mutex_;  // the writer locks it to change members below; it may read them without
  detail::ObjectSet objects_;
  std::vector<Index> indexes_;                            // in the order in which they were added
  std::atomic<bool> incomplete_{false};                   // set by the writer: there was no memory for the indexes
  std::unique_ptr<IndexValues> used_;                     // the writer's; null between writes
  std::size_t memory_ = 0;                                // sum of memory() over objects_
  std::size_t peak_ = 0;                                  // of memory_
  std::map<std::string, Version, std::less<>> versions_;  // by the namespace of the watch
  const std::unique_ptr<PendingWrites> own_;              // used only by the writer
  std::atomic<std::size_t> own_count_{0};                 // its size
};

}  // namespace kubexx
