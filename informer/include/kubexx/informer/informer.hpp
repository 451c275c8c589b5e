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
#include "kubexx/informer/event.hpp"
#include "kubexx/informer/namespaces.hpp"
#include "kubexx/informer/store.hpp"
#include "kubexx/informer/watch_status.hpp"

namespace kubexx::detail {
class StreamListRefusals;
}

namespace kubexx {

/// What an informer watches and keeps. The zero value is the default.
struct InformerOptions {
  /// Each is listed and watched by itself; empty: all namespaces, in one watch. `SharedInformer::namespaces` has those
  /// of now.
  Namespaces namespaces;
  std::string label_selector, field_selector;
  /// The part of them that this process has. A server without sharded list and watch (KEP-5866) sends the others too;
  /// they are left out as they come.
  ShardSelector shard;
  bool keep_managed_fields = false;
  /// The server sends metadata alone: objects are PartialObjectMetadata, without spec and status.
  bool metadata_only = false;
  /// Makes of each state that comes what is kept of it and what handlers see, for example with fewer members
  /// (DropMembers). Called once for a state. It must leave namespace, name, uid and resourceVersion as they are; when
  /// it does not, or throws, the state is kept as it came, which is logged and counted as a handler's error.
  std::function<Object(const Object&)> transform;
  /// Keeps objects compressed: less than a third of the memory for pods, for the CPU of unpacking each object that is
  /// read or given to a handler. What readers and handlers get is the same, byte for byte. Like `page_size`, it is not
  /// part of what makes two requests of an InformerSet one informer: the first one decides.
  bool compressed = false;
  std::string transform_name;    ///< decides, with the rest, whether two requests of an InformerSet mean one informer
  std::int64_t page_size = 500;  ///< of the first list
  std::vector<std::pair<std::string, IndexFunction>> indexes;
  /// Sees every delta in order, once the store has it, one call at a time, on a thread that changes the store: for
  /// traces and tests. When two threads change it at once, one of them makes the calls for both. Must be quick. What it
  /// throws is logged and counted.
  std::function<void(const Delta&)> observer;
  /// Lists over the watch (sendInitialEvents), in pages where the server does not offer that.
  bool stream_list = true;
  /// What is known of servers that do not offer it. An InformerSet's informers share one; null: the informer has its
  /// own.
  std::shared_ptr<detail::StreamListRefusals> stream_list_refusals;
  /// How long an own write that cannot be compared with the versions of the watch is kept, when the watch does not
  /// bring it back; and how long after an own deletion late events of that object are left out, while the watch moves.
  Duration own_write_ttl = std::chrono::seconds(30);
  std::string name;  ///< of its metrics; default: namespace and selectors, empty for a whole resource
};

/// What waits for one handler.
struct HandlerStatus {
  std::string name;                 ///< EventHandler::name
  std::size_t pending = 0;          ///< objects for which an event waits, or the retry of one
  Duration oldest{};                ///< how long the event has waited that waits longest
  std::optional<Duration> calling;  ///< how long the present call has run; nullopt when there is none
  std::size_t transitions = 0;      ///< kept for `pending`
  /// Objects that came and went while it lagged, and for which it will not be called: there were too many.
  std::uint64_t passed = 0;
};

/// Keeps a handler registered, and its informer alive. Destroying it removes the handler: no call starts afterwards,
/// and one that runs on another thread is waited for, so do not hold a lock that the handler takes. A handler may
/// remove itself. Thread safe.
class HandlerRegistration {
public:
  virtual ~HandlerRegistration() = default;
  /// The first list is in the store and this handler has been called for every object of it.
  [[nodiscard]] virtual bool has_synced() const = 0;
  /// Waits for has_synced; false when `stop` was requested first or the informer ended.
  [[nodiscard]] virtual awaitable<bool> async_wait_synced(std::stop_token stop) = 0;
  /// Objects for which an event waits, or the retry of one.
  [[nodiscard]] virtual std::size_t pending() const = 0;
  [[nodiscard]] virtual HandlerStatus status() const = 0;
  /// Removes the handler without waiting for a call that runs. Its destruction does not wait for that call either, so
  /// what the handler refers to must outlive the call.
  virtual void remove() = 0;
};

// clang-format off: it would fold the table.
/// No lock is held while a function of the user runs, so each may call any function of informers, sets, stores and
/// listers, and wait for another thread that does.
///
///   function             runs                                     must not
///   index function       before the store changes, once for a     depend on anything but the object: what it answers
///                        state, on the thread that writes         then is kept; change this informer's objects by
///                                                                 `wrote`, which calls it again
///   transform            before that, likewise                    likewise
///   observer             after the store has changed, one call    block
///                        at a time, on a thread that changes it
///   selects, on_add, …   later, on the runtime's executor         block the executor; wait for its own registration:
///                                                                 destroying it there returns at once
///
/// Two handlers that destroy each other's registration while both run wait for ever: use `remove`. A blocking call that
/// needs the thread it is made on (async_stop through block_on) throws std::logic_error at once.
// clang-format on
/// One resource, in all namespaces or in some, watched into one store, shared by everyone who needs its events or its
/// objects: client-go's SharedIndexInformer. A copyable handle; thread safe. Handlers may be added at any time; they
/// get every stored object first. event.hpp describes what a lagging handler gets, and docs/design/0012-events.md why.
/// The watch ends with `async_stop` or with the last handle; a registration of a handler counts as one.
class SharedInformer {
public:
  /// Throws std::invalid_argument for namespaces of a cluster-scoped resource, or one without a name.
  SharedInformer(Client client, ResourceType type, InformerOptions options = {});

  /// Throws std::logic_error when the informer has ended, and std::invalid_argument when `handler` has on_event and
  /// another function too.
  [[nodiscard]] std::unique_ptr<HandlerRegistration> add_handler(EventHandler handler) const;
  /// Starts listing and watching; later calls do nothing.
  void start() const;
  /// Ends the watch and drops what waits for handlers; does not wait. Not restartable.
  void request_stop() const;
  /// … and waits until no handler runs.
  [[nodiscard]] awaitable<void> async_stop() const;

  /// Watches one namespace more, or one less, while it runs or before. Throws std::logic_error when it watches all of
  /// them. Handlers get the objects of the new one when it is listed; the objects of the one that is removed leave the
  /// store, and handlers are called with their deletion (final_state_unknown). Do nothing when it is (not) watched
  /// already.
  void add_namespace(const std::string& namespace_) const;
  void remove_namespace(std::string_view namespace_) const;
  /// Those that are watched now; empty: all, or none after all have been removed.
  [[nodiscard]] Namespaces namespaces() const;
  [[nodiscard]] bool is_watched(std::string_view namespace_) const;

  /// The first list is in the store, of every namespace that was watched until then. It stays true.
  [[nodiscard]] bool has_synced() const;
  /// … of this namespace.
  [[nodiscard]] bool has_synced(std::string_view namespace_) const;
  [[nodiscard]] awaitable<bool> async_wait_synced(std::stop_token stop) const;
  /// It was asked to stop: the store does not change any more.
  [[nodiscard]] bool has_ended() const;
  [[nodiscard]] const Store& store() const;
  [[nodiscard]] const ResourceType& type() const;
  [[nodiscard]] const InformerOptions& options() const;
  /// The log of the client's runtime, with the kind.
  [[nodiscard]] const Log& log() const;
  /// Adds an index over what is stored already, at any time. Throws std::invalid_argument when its name is taken.
  void add_index(std::string name, IndexFunction function) const;
  [[nodiscard]] bool has_index(std::string_view name) const;
  /// Tells the store what this process has written, before the watch does: the server's answer to a successful write.
  /// It is stored before this returns, and handlers get it as any other change; what the watch then brings of it yields
  /// nothing. Nothing happens when the store knows something newer, before the first list, or outside the watched
  /// namespaces; an object that the selectors leave out is not stored. Interceptors from `make_read_your_writes`
  /// (own_writes.hpp) call these. docs/design/0005-reading-own-writes.md.
  void wrote(const Object& object) const;
  /// The server has answered that the object of that uid is gone. With `version`, its deletion in that version was
  /// asked for, and whether it is gone is not certain: the next event of the object decides.
  void deleted(const ObjectKey& key, std::string_view uid, std::string_view version = {}) const;
  /// Own writes that the watch has not shown yet. A deletion that the watch has shown before its answer came counts for
  /// a minute.
  [[nodiscard]] std::size_t own_writes() const;
  /// What the watch is doing and, when it fails, why: feeds readiness, metrics and error texts. Of several namespaces
  /// the worst state, with its error, and the sums of the counts.
  [[nodiscard]] WatchStatus status() const;
  /// In the order in which they were added: which one lags, and since when.
  [[nodiscard]] std::vector<HandlerStatus> handlers() const;

private:
  friend class InformerSet;
  struct Impl;
  explicit SharedInformer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
