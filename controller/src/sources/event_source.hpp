// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "context/either_stop.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/detail/owned_series.hpp"
#include "kubexx/controller/cache_reader.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/flight_recorder.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "kubexx/controller/mapper.hpp"
#include "kubexx/controller/predicate.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// The keys that one transition stands for: those of the new and of the former state, each once, as far as `predicates`
/// let them through. A deletion that changed the object as well is an update and a deletion. What a predicate or the
/// mapper throws leaves it as std::runtime_error that says which of them threw; NotSynced as it is. What the mapper
/// throws for the former state is `failure`, and the keys are those of the new one. `filtered_by`: a predicate that
/// kept a state back, if one did.
[[nodiscard]] std::vector<Request> keys_of(const Transition& transition, const Mapper& map,
                                           const std::vector<Predicate>& predicates, const CacheReader& caches,
                                           const Predicate** filtered_by, std::exception_ptr& failure);

/// "a predicate (generation_changed) filtered an update of foos.example.com default/a 3m ago"
[[nodiscard]] std::string text_of(const FilteredEvent& filtered);

/// The counters of a controller's sources; null without a provider.
struct EventSourceMetrics {
  EventSourceMetrics(MetricsProvider* provider, const std::string& controller);

  std::shared_ptr<detail::OwnedSeries> series;  ///< ends them with the last copy
  std::shared_ptr<Counter> errors;              ///< calls of mappers and predicates that threw
  std::shared_ptr<Counter> full_requeues;       ///< times that every key was queued, because events were lost
};

/// One watched kind of a controller: turns the kind's events into keys for the queue. Predicates and mapper see every
/// transition of an object, also when the source lags; only keys fold, in the queue. When one of them throws, the event
/// comes again with a back-off. What cannot be kept (more than ObjectEvent::max_transitions of one object, or more than
/// max_failing objects that wait for a retry) is made good by queueing every key. A change for which the mapper throws
/// NotSynced waits for retry_unsynced(). Owned by the controller, and shared with the handler that it registers. Thread
/// safe.
class EventSource : public std::enable_shared_from_this<EventSource> {
public:
  static constexpr std::size_t max_failing = 1024;

  /// Where keys go; called by the informer's handler, on any thread.
  struct Sink {
    std::string controller;  ///< its name
    Log log;
    Clock* clock;
    std::shared_ptr<const CacheReader> caches;  ///< for the mapper
    EventSourceMetrics metrics;
    /// With the change that the key stands for; null: changes of which some were lost.
    std::function<void(const Request&, Trigger, const Transition*)> add;
    std::function<void(const std::vector<Request>&, Trigger)> add_all;
    /// Whether the controller watches the kind that it reconciles, and what adds every key of that kind.
    bool has_own_kind = false;
    std::function<void(Trigger)> add_own_kind;
    std::shared_ptr<FlightRecorder> recorder;  ///< null: filtered events are not kept
    /// A change waits for retry_unsynced(), and none did before.
    std::function<void()> on_unsynced = {};
  };

  /// Without a `map` the kind is only read: no event adds a key. `index` is the source's place among those that add
  /// keys, and chooses its bits of a Trigger.
  EventSource(KindCache kind, Mapper map, std::vector<Predicate> predicates, std::size_t index,
              Presence presence = Presence::required, std::function<void(EventSource&)> removed = {});

  /// Registers with the kind's informer. Once.
  void start(Sink sink);
  /// Waits until the informer has synced and every object of its first list has been seen by the predicates; false when
  /// `stop` was requested or the informer ended first. There is nothing to wait for once it is removed, or for an
  /// optional kind that the server does not have.
  [[nodiscard]] awaitable<bool> async_wait_synced(std::stop_token stop) const;
  /// Waits until the kind can be read, however long that takes; false when `stop` was requested, or the source removed,
  /// first. Also before start(). `clock` outlives the wait.
  [[nodiscard]] static awaitable<bool> async_wait_readable(std::shared_ptr<const EventSource> self, Clock& clock,
                                                           std::stop_token stop);
  /// Whether workers wait for it.
  [[nodiscard]] bool is_awaited() const { return presence_ != Presence::not_awaited && !is_removed(); }
  [[nodiscard]] const std::string& cluster() const noexcept { return kind_.cluster(); }
  /// That of the keys it makes, where its mapper does not say another.
  [[nodiscard]] std::string cluster_of_keys() const { return map_.maps_to_own_cluster() ? std::string() : cluster(); }
  /// Adds what is left of the first list, whose keys are added in batches. Call it when the source has synced: keys
  /// that a batch waits to be filled with are in no queue before.
  void finish_first_list();
  /// Maps the changes again for which a cache had not synced. Call it when a cache of the controller has.
  void retry_unsynced();
  /// Leaves the informer: after it returns no key is added, and no predicate or mapper is called, any more.
  void end();
  /// The same while the controller goes on, or before it starts; `removed` is called when it is done.
  void remove();
  [[nodiscard]] bool is_removed() const { return removed_.stop_requested(); }
  /// Why the informer has not synced, in one line; nullopt when it has, or when the source is removed.
  [[nodiscard]] std::optional<std::string> waiting_for() const;
  /// Why its informer does not stream, even when it is awaited by nobody.
  struct Trouble {
    bool failing = false;  ///< not merely on its way
    std::string text;
  };
  [[nodiscard]] std::optional<Trouble> trouble() const;
  /// Of a kind that is not the own one: the last event of those remembered that a predicate kept from queueing `key`.
  [[nodiscard]] std::optional<FilteredEvent> filtered_for(const Request& key) const;
  [[nodiscard]] bool watches(const std::string& namespace_) const { return kind_.informer().is_watched(namespace_); }
  [[nodiscard]] bool holds(const ObjectKey& key) const { return static_cast<bool>(object(key)); }
  /// That of the cache; an empty one when there is none, or none is known.
  [[nodiscard]] Object object(const ObjectKey& key) const
  {
    return watches(key.namespace_) ? kind_.informer().store().get(key) : Object();
  }
  [[nodiscard]] const KindCache& kind() const noexcept { return kind_; }
  [[nodiscard]] const ResourceType& type() const { return kind_.type(); }
  [[nodiscard]] std::string resource() const { return kind_.type().group_resource(); }
  [[nodiscard]] bool adds_keys() const { return static_cast<bool>(map_); }
  /// When the server does not have the resource (404), asks it what it has instead, for waiting_for().
  [[nodiscard]] static awaitable<void> async_explain(std::shared_ptr<EventSource> self, Client client,
                                                     std::stop_token stop);

  /// Whether this is a kind that the controller reconciles (map_to_itself).
  [[nodiscard]] bool is_own_kind() const;
  /// The keys of the objects in the cache that the predicates would let through if they were added. One that throws
  /// lets its object through, and is logged.
  [[nodiscard]] std::vector<Request> cached_keys() const;

private:
  static awaitable<bool> wait_synced(std::shared_ptr<const EventSource> self, awaitable<bool> handled,
                                     std::shared_ptr<const EitherStop> stop);
  /// Waits until an optional kind is there or known to be missing; false when `stop` was requested first.
  static awaitable<bool> wait_known(std::shared_ptr<const EventSource> self, std::shared_ptr<const EitherStop> stop);
  [[nodiscard]] bool is_missing() const;
  void handle(const ObjectEvent& event);
  void add_keys(const Transition& transition);
  /// The same, or keeps it for retry_unsynced().
  void add_keys_or_keep(const Transition& transition);
  /// False: it is to be mapped again, because retry_unsynced() has been called since `retries` was read. Throws the
  /// exception that is being handled when there is no room and no own kind: then the informer keeps the event.
  bool keep_unsynced(const Transition& transition, std::size_t retries);
  void keep_failed(const Transition& transition, const std::exception& error);
  /// When `last`, one of those for which there was no room, can be mapped.
  void add_owed_keys(const Transition& last);
  /// Without an own kind the mapper is asked about every cached object: what it threw, if it did.
  std::exception_ptr add_every_key(const Transition& because, const char* why);
  void note_filtered(const Transition& transition, const Predicate& by);
  /// Puts the keys into the first list's batch; false when that is finished.
  bool add_to_first_list(std::vector<Request>& keys, Trigger trigger);

  const KindCache kind_;
  const Mapper map_;
  const std::vector<Predicate> predicates_;
  const std::size_t index_;
  const Presence presence_;
  const std::function<void(EventSource&)> on_removed_;
  std::optional<Sink> sink_;  // set by start(), before any event comes
  // Touched by the handler's calls alone:
  std::size_t failing_ = 0;      // objects whose event will be delivered again
  bool every_key_owed_ = false;  // add_every_key failed: the next event that is delivered again repeats it

  std::stop_source removed_;  // requested by remove()
  // Held while retry_unsynced() calls the mapper: end() waits for it, unless a call of this source ends it. Taken
  // before mutex_.
  std::mutex retrying_;
  mutable std::mutex mutex_;
  std::vector<Transition> unsynced_;                          // guarded by mutex_; at most max_failing
  std::optional<Transition> unsynced_last_;                   // guarded by mutex_; they were more: every key is owed
  std::size_t retries_ = 0;                                   // guarded by mutex_; calls of retry_unsynced()
  bool ended_ = false;                                        // guarded by mutex_
  std::unique_ptr<HandlerRegistration> registration_;         // guarded by mutex_; between start() and end()
  std::vector<Request> first_list_;                           // guarded by mutex_; the batch that is being filled
  bool first_list_done_ = false;                              // guarded by mutex_
  std::deque<std::pair<ObjectKey, FilteredEvent>> filtered_;  // guarded by mutex_; the last ones, of another kind
  std::string explanation_;                                   // guarded by mutex_; of the last async_explain()
};

}  // namespace kubexx
