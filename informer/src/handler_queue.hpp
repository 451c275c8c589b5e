// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include "answer.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// What waits for one handler: per key at most the deletion of the object that the handler knows and the newest state
/// of the one that it does not know yet. Deltas come in order from one writer; a coroutine on the runtime's executor
/// calls the handler, one event at a time, oldest key first. Thread safe.
class HandlerQueue : public std::enable_shared_from_this<HandlerQueue> {
public:
  HandlerQueue(Runtime runtime, EventHandler handler, std::shared_ptr<Counter> errors);

  /// Folds an `applied` or `deleted` into what waits; the other types say nothing to a handler.
  void push(const Delta& delta);
  /// Every object of the first list has been pushed.
  void push_synced();
  /// Drops what waits: no call starts any more. Does not wait for one that runs.
  void close();
  /// … and returns when no call runs, except when called from within it.
  void close_and_wait();
  /// Until it is closed and no call runs.
  [[nodiscard]] awaitable<bool> async_ended() const { return ended_.wait({}); }

  [[nodiscard]] const Answer& synced() const { return synced_; }
  [[nodiscard]] std::size_t pending() const;

private:
  // One of: add (now), update (known, now), deletion (gone), deletion and add (gone, now), synced (none).
  struct Entry {
    ObjectKey key;
    Object known;  // what the handler was told last, when `now` is an update of it
    Object now;    // the state that it shall be told
    Object gone;   // the object that it knows and that was deleted
    bool initial = false;
    bool final_state_unknown = false;

    [[nodiscard]] std::size_t events() const { return (gone ? 1U : 0U) + (now ? 1U : 0U); }
  };
  struct Call {
    enum class Kind { add, update, deleted } kind = Kind::add;
    Object object, old;
    bool flag = false;  // initial or final_state_unknown
  };
  using Entries = std::list<Entry>;

  static awaitable<void> deliver(std::shared_ptr<HandlerQueue> self);
  // Calls the handler once; false when nothing is left, and then nobody delivers any more.
  bool deliver_one();
  std::optional<Call> take();
  void call(const Call& call) const;
  void fold_applied(const Delta& delta);
  void fold_deleted(const Delta& delta);
  Entry& append(ObjectKey key);
  void drop(Entries::iterator entry);
  void wake(std::unique_lock<std::mutex>& lock);
  void finish(std::unique_lock<std::mutex>& lock);

  const Runtime runtime_;
  const std::shared_ptr<Counter> errors_;  // null: nobody measures
  const Answer synced_;
  const Answer ended_;  // closed, and no call runs

  mutable std::mutex mutex_;
  std::condition_variable call_over_;
  EventHandler handler_;                                     // emptied once ended
  Entries order_;                                            // guarded by mutex_; a key keeps its first place
  std::unordered_map<ObjectKey, Entries::iterator> by_key_;  // guarded by mutex_; every entry except synced
  std::size_t events_ = 0;                                   // guarded by mutex_; calls that wait
  bool delivering_ = false;                                  // guarded by mutex_; a coroutine runs or is posted
  bool closed_ = false;                                      // guarded by mutex_
  std::thread::id calling_;                                  // guarded by mutex_; the thread inside a call
};

}  // namespace kubexx
