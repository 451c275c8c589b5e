// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/apimachinery/shard_selector.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/informer/event_handler.hpp"
#include "kubexx/informer/namespaces.hpp"
#include "kubexx/informer/store.hpp"
#include "kubexx/informer/watch_status.hpp"

namespace kubexx::detail {
class StreamListRefusals;
}

namespace kubexx {

/// Options of an informer: what it watches and what it keeps. The zero value is the default.
struct InformerOptions {
  /// One list and one watch per namespace; empty: all namespaces with a single watch. `SharedInformer::namespaces`
  /// returns the current set.
  Namespaces namespaces = {};
  std::string label_selector = {}, field_selector = {};
  /// The shard of these objects that this process keeps. A server without sharded list and watch (KEP-5866) sends the
  /// other shards too; the informer drops their objects on arrival.
  ShardSelector shard = {};
  bool keep_managed_fields = false;
  /// The server sends only metadata: objects are PartialObjectMetadata, without spec and status.
  bool metadata_only = false;
  /// Transforms each object before it is stored and passed to handlers, e.g. to drop members (DropMembers). Called once
  /// for each state that arrives. It must not change namespace, name, uid and resourceVersion; if it does, or if it
  /// throws, the object is kept as it arrived, and the failure is logged and counted as a handler error.
  std::function<Object(const Object&)> transform = {};
  /// Keeps objects compressed. Pods take less than a third of the memory; each read and each handler call spends CPU
  /// time to decompress the object. Readers and handlers get the same objects, byte for byte. Like `page_size`, it does
  /// not decide whether two requests to an InformerSet share an informer: the first request sets it.
  bool compressed = false;
  std::string transform_name = {};  ///< identifies `transform`: an InformerSet shares informers whose names are equal
  std::int64_t page_size = 500;     ///< of paged lists (ReflectorOptions::page_size)
  std::vector<std::pair<std::string, IndexFunction>> indexes = {};
  /// Called with every delta in order, after the store has changed, one call at a time, on a thread that changes the
  /// store: for traces and tests. If two threads change it at once, one of them makes the calls for both. Must be fast.
  /// Its exceptions are logged and counted.
  std::function<void(const Delta&)> observer = {};
  /// Uses streaming lists (a watch with sendInitialEvents), and pages if the server does not support them.
  bool stream_list = true;
  /// Remembers the resources that the server does not list that way. The informers of an InformerSet share one; null:
  /// the informer has its own.
  std::shared_ptr<detail::StreamListRefusals> stream_list_refusals = {};
  /// How long the store keeps a pending write whose version cannot be compared with those of the watch, if the watch
  /// does not deliver it; and how long late events of an object that this process deleted are dropped, counted from
  /// when the watch has moved. 30 s is longer than a watch lags in a healthy cluster, and shorter than a person waits
  /// before asking what is wrong.
  Duration pending_write_ttl = std::chrono::seconds(30);
  std::string name = {};  ///< in metrics; default: namespaces and selectors, empty for a whole resource
};

/// The backlog of one handler.
struct HandlerStatus {
  std::string name;                 ///< EventHandler::name
  std::size_t pending = 0;          ///< objects with a waiting event or a waiting retry
  Duration oldest{};                ///< how long the oldest event has waited
  std::optional<Duration> calling;  ///< how long the current call has run; nullopt if none runs
  std::size_t transitions = 0;      ///< kept for these objects
  /// Objects for which it will not be called: they came and went while it lagged and there were too many, or there was
  /// no memory for their event.
  std::uint64_t passed = 0;
};

/// Keeps a handler registered and its informer alive. The destructor removes the handler: no call starts afterwards. It
/// waits for a call that runs on another thread, so do not hold a lock that the handler takes. A handler may remove
/// itself. Thread safe.
class HandlerRegistration {
public:
  virtual ~HandlerRegistration() = default;
  /// True once the first list is in the store and this handler has been called for every object in it.
  [[nodiscard]] virtual bool has_synced() const = 0;
  /// Waits for has_synced; returns false if `stop` was requested first or the informer ended.
  [[nodiscard]] virtual awaitable<bool> async_wait_synced(std::stop_token stop) = 0;
  /// Objects with a waiting event or a waiting retry.
  [[nodiscard]] virtual std::size_t pending() const = 0;
  [[nodiscard]] virtual HandlerStatus status() const = 0;
  /// Removes the handler without waiting for a running call. The destructor does not wait for that call either, so
  /// everything that the handler refers to must outlive the call.
  virtual void remove() = 0;
};

/// Watches one resource, in all namespaces or in some, into one store that all users share, and calls their handlers:
/// client-go's SharedIndexInformer. A copyable handle; thread safe. Handlers may be added at any time; each gets every
/// stored object first. event_handler.hpp describes what a lagging handler gets, and
/// docs/internals/design/0012-events.md why. The watch ends with `async_stop` or with the last handle; the registration
/// of a handler counts as a handle.
///
/// Consistency: the store follows the server with a delay. Some states may never appear in it, but the states of an
/// object that appear are in order.
/// - One object: its states appear in the order of their versions (if these are not numbers, in the order of the
///   watch), in the store and in each handler. An event that is older than the stored state is dropped. Only a relist
///   may go back, after the server has lost its state (etcd was restored). An object that was deleted and created again
///   under its name has another uid: a deletion, then an add.
/// - Several objects: no order. Each of `namespaces` has its own watch, a pending write appears before older changes of
///   other objects, and a lagging handler gets all changes of an object together. A list of the store shows one moment;
///   two reads may show two. A handler runs after the store has changed and may find a newer state there.
/// - Skipped states: a watch that breaks off resumes at its version and skips nothing. A relist skips the states
///   between that version and its own, and objects that came and went meanwhile. A lagging handler gets the net change
///   of an object, or with `on_event` its transitions, within limits (ObjectEvent::transitions_lost).
/// - A relist, e.g. after the version has expired (410), replaces the objects of its watch in one step: readers see the
///   state before or after it. A list that breaks off changes nothing. Handlers get the difference, with a tombstone
///   for each object that is no longer listed.
/// - A tombstone is a deletion with final_state_unknown. The informer has derived it instead of reading it from the
///   watch, so its object is the last known state, which may be stale. The object is missing from a relist, has another
///   uid, can no longer be read, is in a removed namespace, or is a pending write that the watch has not confirmed.
/// - Staleness is not bounded: if the server cannot be reached, the store keeps what it has and the informer keeps
///   trying. `status` shows it: WatchState::failing, `failing_since`, `last_error`, and `last_data`, when the server
///   last sent something. A dead connection is detected after three minutes of silence, because servers send a bookmark
///   every minute; before the first bookmark, after the timeout of the watch (5 to 10 minutes) and 15 s. A server that
///   has lost its state is detected after a broken connection, at an old event, or after 90 s of silence on a resumed
///   watch.
/// - Pending writes: the store has a write of this process before its verb returns (read_your_writes.hpp), and older
///   events and lists do not undo it. It is no longer pending when the watch shows it or reaches its version, or, if
///   versions prove nothing, after `pending_write_ttl`. Writes of other processes arrive with the watch.
///
// clang-format off: it would fold the table.
/// Informers hold no lock while they call a user's function, so each of these may call any function of informers, sets,
/// stores and listers, and may wait for another thread that does.
///
///   function             runs                                     must not
///   index function       before the store changes, once per       depend on anything but the object: its result is
///                        state, on the thread that writes         kept; change this informer's objects with `wrote`,
///                                                                 which would call it again
///   transform            before that, likewise                    likewise
///   observer             after the store has changed, one call    block
///                        at a time, on a thread that changes it
///   selects, on_add, …   later, on the runtime's executor         block the executor; wait for its own registration:
///                                                                 destroying it there returns at once
///
/// Two running handlers that destroy each other's registration wait forever: use `remove`. A blocking call that needs
/// the thread on which it is made (async_stop through block_on) throws std::logic_error at once.
// clang-format on
class SharedInformer {
public:
  /// Throws std::invalid_argument for namespaces of a cluster-scoped resource, a namespace without a name, a negative
  /// page_size, and an index without a function or with a name that is taken.
  SharedInformer(Client client, ResourceType type, InformerOptions options = {});

  /// Throws std::logic_error if the informer has ended, and std::invalid_argument if `handler` has on_event and one of
  /// the other functions.
  [[nodiscard]] std::unique_ptr<HandlerRegistration> add_handler(EventHandler handler) const;
  /// Starts to list and watch; later calls do nothing.
  void start() const;
  /// Ends the watch and drops the events that wait for handlers; does not wait. Not restartable.
  void request_stop() const;
  /// Calls request_stop and waits until no handler runs.
  [[nodiscard]] awaitable<void> async_stop() const;
  /// The blocking form: returns false if a handler still ran at `deadline` of the runtime's clock. Throws
  /// std::logic_error on a thread of the runtime's executor, and RuntimeStopped.
  bool stop(SteadyTime deadline) const;

  /// Add or remove a watched namespace, before the start or while the informer runs. Throw std::logic_error if it
  /// watches all namespaces. Handlers get the objects of a new namespace once it is listed; the objects of a removed
  /// one leave the store, and handlers get a tombstone for each (final_state_unknown). Do nothing if the namespace is
  /// watched already, or is not watched.
  void add_namespace(const std::string& namespace_) const;
  void remove_namespace(std::string_view namespace_) const;
  /// The watched namespaces; empty: all, or none after all have been removed.
  [[nodiscard]] Namespaces namespaces() const;
  [[nodiscard]] bool is_watched(std::string_view namespace_) const;

  /// True once the store has the first list of every namespace that was watched until then. It stays true.
  [[nodiscard]] bool has_synced() const;
  /// True once the store has the first list of this namespace.
  [[nodiscard]] bool has_synced(std::string_view namespace_) const;
  [[nodiscard]] awaitable<bool> async_wait_synced(std::stop_token stop) const;
  /// True after a stop was requested: the store no longer changes.
  [[nodiscard]] bool has_ended() const;
  [[nodiscard]] const Store& store() const;
  [[nodiscard]] const ResourceType& type() const;
  [[nodiscard]] const InformerOptions& options() const;
  /// The log of the client's runtime, with the kind as a field.
  [[nodiscard]] const Log& log() const;
  /// Adds an index, also over the objects that are already stored. Throws std::invalid_argument if its name is taken.
  void add_index(std::string name, IndexFunction function) const;
  [[nodiscard]] bool has_index(std::string_view name) const;
  /// Stores the server's response to a successful write of this process, before the watch delivers it. The store has
  /// the object when this returns, and handlers get it like any other change; the later watch event for the same
  /// version is not delivered again. Does nothing if the store has something newer, before the first list, outside the
  /// watched namespaces, and with metadata_only; an object that the selectors leave out is not stored. Interceptors
  /// from `make_read_your_writes` (read_your_writes.hpp) call this function and the next.
  /// docs/internals/design/0005-reading-own-writes.md.
  void wrote(const Object& object) const;
  /// Removes the object with that uid from the store, because the server has responded that it is gone. With `version`,
  /// the deletion of that version was requested but is not certain: the next event of the object decides, and without
  /// one the object comes back after pending_write_ttl.
  void deleted(const ObjectKey& key, std::string_view uid, std::string_view version = {}) const;
  /// Writes of this process that the watch has not delivered yet. A deletion that the watch delivered before the
  /// response arrived counts for about a minute (twice pending_write_ttl).
  [[nodiscard]] std::size_t pending_writes() const;
  /// The state of the watch and, if it fails, the error: for readiness, metrics and error texts. With several
  /// namespaces, the worst state with its error, and the sums of the counts.
  [[nodiscard]] WatchStatus status() const;
  /// The status of each handler, in the order in which they were added: shows which one lags, and since when.
  [[nodiscard]] std::vector<HandlerStatus> handlers() const;

private:
  friend class InformerSet;
  struct Impl;
  explicit SharedInformer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
