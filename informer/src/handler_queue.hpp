// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_set>

#include "informer_metrics.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/informer/detail/object_packer.hpp"
#include "kubexx/informer/detail/object_set.hpp"
#include "kubexx/informer/informer.hpp"
#include "ready_flag.hpp"
#include "transitions.hpp"

namespace kubexx {

/// What waits for one handler: per object the transitions that it has not seen, all of them up to a bound for an
/// `on_event`, and what they amount to for the other functions. Deltas come in order from one writer; what is
/// posted to the runtime's executor calls the handler, one event at a time, the object that waits longest first. Thread
/// safe.
class HandlerQueue : public std::enable_shared_from_this<HandlerQueue> {
public:
  /// Throws std::invalid_argument when `handler` has on_event and another function too.
  /// `packer`: of the objects that are pushed; null: they are whole.
  /// `informer`: kept while a function of the handler runs, which may use its store and destroy its last handle.
  HandlerQueue(Runtime runtime, EventHandler handler, HandlerMetrics metrics,
               std::shared_ptr<const detail::ObjectPacker> packer = nullptr, std::weak_ptr<const void> informer = {});

  /// Takes an `applied` or `deleted`; the other types say nothing to a handler. When there is no memory for it, it
  /// throws std::bad_alloc and nothing has changed; then `push_failed`, so that the handler learns that it misses
  /// something (ObjectEvent::transitions_lost).
  void push(const Delta& delta);
  void push_failed();
  /// Every object of the first list has been pushed.
  void push_synced();
  /// Drops what waits: no call starts any more. Does not wait for one that runs.
  void close();
  /// … and returns when no call runs, except when called from within it.
  void close_and_wait();
  /// Until it is closed and no call runs.
  [[nodiscard]] awaitable<bool> async_ended() const { return ended_.wait({}); }

  /// The handler has been called for every object that was pushed before push_synced; false when it never will be.
  [[nodiscard]] const ReadyFlag& synced() const { return synced_; }
  /// Objects for which an event waits.
  [[nodiscard]] std::size_t pending() const;
  [[nodiscard]] HandlerStatus status() const;
  /// Where an object's entry lies: seeded, so that whoever chooses the names cannot predict it.
  [[nodiscard]] std::uint32_t hash_of(const Object& object) const noexcept;

private:
  // Of an event at which the handler threw.
  struct Retry {
    unsigned failures = 0;
    SteadyTime due{};
    bool waiting = false;  // in failed_, until `due` or the next change
  };
  // An object with unseen transitions, or the mark of push_synced, whose one transition has no object.
  struct Entry {
    Transitions transitions;
    SteadyTime since;              // when the first of the transitions came
    std::uint32_t hash = 0;        // of the object's key; a mark has none
    std::unique_ptr<Retry> retry;  // null before the first failure

    [[nodiscard]] const Object& object() const { return transitions.view().front().object; }
    [[nodiscard]] bool is_mark() const { return !object(); }
  };
  using Entries = std::list<Entry>;
  struct HashedKey {
    detail::KeyView key;
    std::uint32_t hash;
  };
  // Entries by the key of their object, of which they keep no copy: a first list makes as many as there are objects.
  struct KeyHash {
    using is_transparent = void;
    std::size_t operator()(const HashedKey& key) const { return key.hash; }
    std::size_t operator()(Entries::iterator entry) const { return entry->hash; }
  };
  struct SameKey {
    using is_transparent = void;
    static detail::KeyView key(const HashedKey& key) { return key.key; }
    static detail::KeyView key(Entries::iterator entry) { return detail::key_of(entry->object()); }
    template <class A, class B>
    bool operator()(const A& a, const B& b) const
    {
      return key(a) == key(b);
    }
  };
  // Takes an entry out of the sums while it changes.
  struct Recount {
    Recount(HandlerQueue& of, const Entry& changing) : queue(of), entry(&changing) { queue.discount(changing); }
    ~Recount()
    {
      if (entry != nullptr) queue.count(*entry);
    }
    Recount(const Recount&) = delete;
    Recount& operator=(const Recount&) = delete;
    HandlerQueue& queue;
    const Entry* entry;  // null: it is gone
  };
  using ByKey = std::unordered_set<Entries::iterator, KeyHash, SameKey>;
  using Lock = std::unique_lock<std::mutex>;

  void post_turn();
  // Calls the handler for a while, and lets others run.
  void deliver();
  // Ends the sleep when it ends, also when its coroutine is destroyed before it has begun.
  struct Sleeper {
    explicit Sleeper(std::shared_ptr<HandlerQueue> of) : queue(std::move(of)) {}
    Sleeper(Sleeper&& other) noexcept = default;
    Sleeper& operator=(Sleeper&&) = delete;
    ~Sleeper();
    std::shared_ptr<HandlerQueue> queue;
  };
  static awaitable<void> retry_failed(Sleeper sleeper);
  enum class Turn { goes_on, is_over, has_no_more };
  // Calls the handler once, unless the turn, which began at `since`, is over or nothing is left; then nobody delivers
  // any more. The first call sets `since`.
  Turn deliver_one(std::optional<SteadyTime>& since);
  // With mutex_, which it releases meanwhile: calls on_caught_up.
  void call_caught_up(Lock& lock);
  // Around a call, with mutex_.
  void begin_call(SteadyTime at);
  void end_call();
  // False when the handler threw. `lost`: about other objects; it becomes false when the handler has been told.
  bool call(Entry& entry, bool& lost);
  void call_function(const Transition& transition) const;
  // `entry`: null for on_caught_up.
  bool guarded(const Entry* entry, const std::function<void()>& function) const;
  void log_failure(const Entry* entry) const;

  // Unlocks. Without memory the event is lost.
  void keep_for_retry(Entries& failed, Lock& lock);
  // Unlocks. Starts what waits for the first retry; without memory nothing waits, and the next call tries again.
  void sleep_for_retries(Lock& lock);
  // With mutex_. Whether it waits in failed_. A failure changes nothing but `failed`.
  [[nodiscard]] bool try_to_keep(Entries& failed);
  // For want of memory.
  void give_up_sleeping();
  // Queues what is due; when the next will be, nullopt when nothing waits for a retry.
  std::optional<SteadyTime> queue_due();
  // These need mutex_.
  // Out of failed_, when it is there.
  void queue_again(Entries::iterator entry);
  // Into the sums below, and out of them before it changes.
  void count(const Entry& entry);
  void discount(const Entry& entry);
  // No room is left for an object that came and went. The caller forgets it.
  [[nodiscard]] bool passes(const Entry& entry);
  [[nodiscard]] std::stop_token retry_sleep() const;

  // These unlock.
  void wake(Lock& lock);
  void finish(Lock& lock);

  const Runtime runtime_;
  const HandlerMetrics metrics_;  // null: none
  const std::shared_ptr<const detail::ObjectPacker> packer_;
  const std::weak_ptr<const void> informer_;
  const std::string name_;       // of the handler
  const bool every_transition_;  // for on_event; otherwise what they amount to is enough
  const bool retry_;
  const detail::HashSeed seed_;
  const ReadyFlag synced_;
  const ReadyFlag ended_;  // closed, and no call runs

  mutable std::mutex mutex_;
  std::condition_variable call_over_;
  EventHandler handler_;           // emptied once ended
  Entries order_;                  // guarded by mutex_; a key keeps its first place
  Entries failed_;                 // guarded by mutex_; wait for their retry
  ByKey by_key_;                   // guarded by mutex_; of both lists, without the mark
  std::size_t transitions_ = 0;    // guarded by mutex_; of all entries, without the mark
  std::size_t came_and_went_ = 0;  // guarded by mutex_; entries of such objects
  std::uint64_t passed_ = 0;       // guarded by mutex_; such objects that were forgotten
  bool lost_ = false;              // guarded by mutex_; the handler has not been told of that
  bool listed_ = false;            // guarded by mutex_; the mark of push_synced was reached
  bool behind_ = false;            // guarded by mutex_; a call was made since on_caught_up; false without it
  bool paused_ = false;            // guarded by mutex_; a turn ended since then, in which more might have come
  bool delivering_ = false;        // guarded by mutex_; `deliver` runs or is posted
  bool retrying_ = false;          // guarded by mutex_; retry_failed runs
  std::stop_source retry_sleep_;   // guarded by mutex_; ends the present sleep of retry_failed
  bool closed_ = false;            // guarded by mutex_
  std::thread::id calling_;        // guarded by mutex_; the thread inside a call
  SteadyTime called_at_{};         // guarded by mutex_; when that call began
};

}  // namespace kubexx
