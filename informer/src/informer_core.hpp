// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "handler_queue.hpp"
#include "index_values.hpp"
#include "informer_metrics.hpp"
#include "kubexx/base/asio_context_end.hpp"
#include "kubexx/informer/detail/object_packer.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "kubexx/informer/informer.hpp"
#include "kubexx/informer/reflector.hpp"
#include "ready_flag.hpp"
#include "selection.hpp"

namespace kubexx {

/// What all handles and registrations of one informer share, and what its coroutines run on: one for each watch. Thread
/// safe; SharedInformer says what the functions mean.
class InformerCore final : public std::enable_shared_from_this<InformerCore>, public detail::ContextUser {
public:
  InformerCore(Client client, ResourceType type, InformerOptions options);
  ~InformerCore();
  InformerCore(const InformerCore&) = delete;
  InformerCore& operator=(const InformerCore&) = delete;

  /// Once, before anything else: handles may outlive the runtime.
  void follow_context();
  void context_ends() noexcept override;

  void start();
  void request_stop();
  [[nodiscard]] awaitable<void> wait_ended();

  void add_namespace(const std::string& namespace_);
  void remove_namespace(std::string_view namespace_);
  [[nodiscard]] Namespaces namespaces() const;
  [[nodiscard]] bool is_watched(std::string_view namespace_) const;

  [[nodiscard]] std::shared_ptr<HandlerQueue> add_handler(EventHandler handler);
  /// `wait`: until no call runs.
  void remove_handler(const std::shared_ptr<HandlerQueue>& queue, bool wait);
  void wrote(const Object& object);
  void deleted(const ObjectKey& key, std::string_view uid, std::string_view version);
  void add_index(std::string name, IndexFunction function);

  [[nodiscard]] bool has_synced() const;
  [[nodiscard]] bool has_synced(std::string_view namespace_) const;
  [[nodiscard]] bool has_ended() const;
  /// Is requested to stop when this ends.
  [[nodiscard]] std::stop_token ended() const { return stop_.get_token(); }
  [[nodiscard]] WatchStatus status() const;
  [[nodiscard]] std::vector<HandlerStatus> handlers() const;
  [[nodiscard]] const ReadyFlag& synced() const noexcept { return synced_; }
  [[nodiscard]] const IndexedStore& store() const noexcept { return store_; }
  [[nodiscard]] const ResourceType& type() const noexcept { return type_; }
  [[nodiscard]] const InformerOptions& options() const noexcept { return options_; }
  [[nodiscard]] const Log& log() const noexcept { return runtime_.log; }
  [[nodiscard]] const Runtime& runtime() const noexcept { return runtime_; }

private:
  using Queues = std::vector<std::shared_ptr<HandlerQueue>>;
  class Watch;

  static awaitable<void> run(std::shared_ptr<InformerCore> self, std::shared_ptr<Watch> watch);
  static awaitable<void> forget(std::shared_ptr<InformerCore> self, std::shared_ptr<Watch> watch);
  void end();
  [[nodiscard]] std::shared_ptr<const Queues> snapshot() const;
  [[nodiscard]] std::vector<std::shared_ptr<Watch>> watches() const;

  // What the watches call, on the strand.
  void list_started(const Watch& watch);
  [[nodiscard]] Object list_item(const Watch& watch, Object item) const;
  [[nodiscard]] Object transformed(Object object) const;
  void list_done(Watch& watch, std::vector<Object> items, const std::string& resource_version);
  void push(HandlerQueue& queue, const Delta& delta) const;
  // Changes the store and notifies the observer and the handlers of that moment, which it returns; one at a time.
  // `objects`, asked with writing_, gives those that may be written: the index functions are called for them before,
  // without it.
  template <class Objects, class Change>
  std::shared_ptr<const Queues> change(Objects objects, Change to_store);
  // With writing_.
  [[nodiscard]] bool has_added(const IndexedStore::IndexValues& values) const;
  // The same for own writes, on any thread. What a user's index throws is logged.
  template <class Objects, class Change>
  void change_own(Objects objects, Change to_store);
  // The watch of that namespace has its first list, and goes on. With writing_.
  [[nodiscard]] bool takes_writes(std::string_view namespace_) const;
  [[nodiscard]] SteadyTime pending_write_expiry() const;
  // Empty when the runtime has ended. Not with mutex_.
  [[nodiscard]] asio::any_io_executor strand() const;
  // Runs it on the strand; throws std::logic_error when the runtime has ended.
  void spawn_here(awaitable<void> work) const;
  void arm_expiry();  // with writing_
  static awaitable<void> expire(std::weak_ptr<InformerCore> weak);
  // The watch needs no first list any more; true when it was the last such watch, for the first time. With mutex_.
  [[nodiscard]] bool first_listed(Watch& watch);
  void all_listed(const Queues& queues) const;
  // The object, or nothing when it would change nothing.
  [[nodiscard]] std::vector<Object> unless_stored(const Object& object) const;
  // With writing_: `deltas` wait for the observer. True when the caller is to call observe_all without the lock.
  [[nodiscard]] bool await_observer(std::vector<Delta> deltas);
  void observe_all();
  void observe(const Delta& delta) const;
  // The function, which leaves an object out where it throws.
  [[nodiscard]] IndexFunction guarded(const std::string& name, IndexFunction function);
  [[nodiscard]] IndexedStore::Indexes guarded(IndexedStore::Indexes indexes);
  void count_failure() const;

  const Client client_;
  const ResourceType type_;
  const InformerOptions options_;
  const Runtime runtime_;
  const Selection selection_;
  mutable std::atomic<std::uint64_t> function_failures_{0};  // of transforms, index functions and the observer
  const std::shared_ptr<detail::ObjectPacker> packer_;       // null unless the store is compressed
  IndexedStore store_;
  std::stop_source stop_;
  const ReadyFlag synced_;   // the first lists are in the store and the handlers' queues; false when they never will be
  const ReadyFlag stopped_;  // the coroutines have ended, or there never were any

  // Held by whoever writes the store (the strand, and any thread for its own writes) until every queue has what
  // changed. Taken before mutex_ and observer_mutex_. No function of a user is called with any of them.
  std::mutex writing_;
  NewIndexes added_;          // guarded by writing_; indexes for which those who write call the functions too
  Timer expiry_;              // guarded by writing_; of own writes
  bool armed_ = false;        // guarded by writing_; expiry_ is set
  bool expiry_over_ = false;  // guarded by writing_; the informer has ended

  std::mutex observer_mutex_;
  std::deque<Delta> unobserved_;  // guarded by observer_mutex_
  bool observing_ = false;        // guarded by observer_mutex_; a thread calls the observer until there are none
  bool observed_all_ = false;     // guarded by observer_mutex_; the informer has ended
  const ReadyFlag observed_;      // … and the observer is not called any more

  mutable std::mutex mutex_;
  asio::any_io_executor strand_;                                        // guarded by mutex_; one for all watches
  std::shared_ptr<const Queues> queues_;                                // guarded by mutex_; replaced, never changed
  std::map<std::string, std::shared_ptr<Watch>, std::less<>> watches_;  // guarded by mutex_; by namespace, "" for all
  bool started_ = false;                                                // guarded by mutex_
  bool ended_ = false;          // guarded by mutex_; to be stopped: no handler is taken any more
  std::size_t running_ = 0;     // guarded by mutex_; coroutines that have not ended
  std::size_t not_listed_ = 0;  // guarded by mutex_; watches whose first list is not in the store yet
  bool all_listed_ = false;     // guarded by mutex_; not_listed_ has been 0
  InformerMetrics metrics_;     // last: its callbacks look at what is above
};

}  // namespace kubexx
