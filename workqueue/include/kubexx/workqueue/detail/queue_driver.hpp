// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/dispatch.hpp"
#include "kubexx/workqueue/detail/effects.hpp"
#include "kubexx/workqueue/detail/queue_state.hpp"
#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/spin_mutex.hpp"
#include "kubexx/workqueue/detail/waiters.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

class QueueMetrics;

/// Drives the rule (QueueState): locks, reads the clock, waits, wakes, and reports to the observer and to metrics.
class QueueDriver final : private WaitSource, private QueueListener {
public:
  using Observer = std::function<void(const QueueStep&)>;
  using OnDropped = std::function<void(const void* key)>;

  QueueDriver(const QueueOptions& options, RecordTable& records, std::unique_ptr<ReadyOrder> order = nullptr,
              QueueState::Entries entries = QueueState::Entries::separate);
  ~QueueDriver();
  QueueDriver(const QueueDriver&) = delete;
  QueueDriver& operator=(const QueueDriver&) = delete;

  /// One hold of the lock. First makes due keys ready; at the end wakes the waiters that the operation concerns, after
  /// the lock is released. The steps in between are those of the rule.
  class Operation {
  public:
    [[gnu::always_inline]] explicit Operation(QueueDriver& driver) : driver_(driver)
    {
      driver.mutex_.lock();
      if (driver.state_.needs_time()) [[unlikely]]
        driver.promote();
    }
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    [[gnu::always_inline]] ~Operation()
    {
      QueueDriver& driver = driver_;
      driver.finish(effects_);
      driver.mutex_.unlock();
    }

    QueueState* operator->() noexcept { return &driver_.state_; }
    QueueState& state() noexcept { return driver_.state_; }
    /// Sets the time for an operation that uses it.
    void set_time() noexcept
    {
      if (!driver_.state_.needs_time()) driver_.state_.set_time(driver_.clock_.now());
    }

  private:
    friend class QueueDriver;
    Effects effects_;
    QueueDriver& driver_;
  };

  [[nodiscard]] Clock& clock() const noexcept { return clock_; }
  /// Without an Operation, other threads may change it meanwhile.
  [[nodiscard]] QueueState& state() noexcept { return state_; }
  /// Where coroutines wait.
  [[nodiscard]] Waiters& waiters() noexcept { return waiters_; }
  /// Called without the lock. True if no key has failures, and no observer would have to be notified of a forget.
  [[nodiscard]] bool nothing_to_forget() const noexcept
  {
    return state_.failures.size() == 0 && !observed_.load(std::memory_order_relaxed);
  }
  void observe(Observer& observer) noexcept;
  void on_dropped(OnDropped& callback) noexcept;

  // Complete operations.
  /// Takes a key to `place` if one is ready, and returns `none`. Otherwise returns why not.
  EmptyReason try_take(Dispatch& place)
  {
    Operation operation(*this);
    if (state_.ready() == 0) [[unlikely]]
      return why_empty();
    dispatch(place);
    return EmptyReason::none;
  }
  /// The same, but waits.
  EmptyReason take(const std::stop_token& stop, const std::optional<SteadyTime>& deadline, Dispatch& place);
  void done(const Dispatch& dispatch)
  {
    Operation operation(*this);
    state_.done(dispatch);
  }
  void done(std::vector<Dispatch>& batch);
  /// Calls done for the keys in `batch`, then takes at most `limit` keys into it, waiting for the first.
  EmptyReason take_batch(std::vector<Dispatch>& batch, std::size_t limit, const std::stop_token& stop,
                         std::optional<SteadyTime> deadline);
  /// The same without waiting; with `give_back` false, keeps the keys in `batch` and adds to them.
  EmptyReason try_take_batch(std::vector<Dispatch>& batch, std::size_t limit, bool give_back);
  /// Returns `read(state)` after making all due keys ready, with several holds of the lock if there are more of them
  /// than one hold may touch. To limit the time, it is exact only for up to kMostCounted of them.
  static constexpr std::uint32_t kMostCounted = 8192;
  template <class Read>
  [[nodiscard]] auto read_promoted(const Read& read)
  {
    for (std::uint32_t moved = QueueState::kMostMoved; moved < kMostCounted; moved += QueueState::kMostMoved) {
      Operation operation(*this);
      if (!state_.due(state_.now())) return read(state_);
    }
    Operation operation(*this);
    return read(state_);
  }
  /// Counts a call of add_after in the metrics. Within an Operation.
  void count_retry(Duration delay) noexcept;
  void shut_down();
  /// Returns a number for on_drained.
  std::uint64_t begin_drain();
  DrainResult drain(const std::stop_token& stop, std::optional<SteadyTime> deadline);
  /// Calls `callback` when a drain ends. With `begun`, the result of `begin_drain`, calls it immediately if that drain
  /// has been cut since. Returns the number of the callback, for ignore_drained.
  std::uint64_t on_drained(std::function<void(DrainResult)> callback, std::optional<std::uint64_t> begun = {});
  void ignore_drained(std::uint64_t number) noexcept;
  /// The number of callbacks that have not been called yet.
  [[nodiscard]] std::size_t drain_callbacks();
  /// The highest number of records and slots that one hold of the lock has touched, as far as it touched more than one
  /// key's.
  [[nodiscard]] std::uint32_t most_touched();
  /// For snapshot.hpp. Exceptions of `emit` are passed on.
  void snapshot(std::size_t limit, QueueTotals& totals,
                const std::function<void(const void* key, const QueueEntryState& state)>& emit);

private:
  friend class QueueMetrics;

  // The queue as its waiters see it.
  void promote() noexcept override;
  [[nodiscard]] std::size_t ready() noexcept override { return state_.ready(); }
  [[nodiscard]] std::optional<SteadyTime> next_due() noexcept override { return state_.next_due(); }
  [[nodiscard]] bool closed() const noexcept override { return state_.shutting_down(); }
  void take_to(void* place) override { dispatch(*static_cast<Dispatch*>(place)); }

  void on_step(const QueueStep& step) noexcept override;

  [[gnu::always_inline]] void dispatch(Dispatch& place)
  {
    state_.dispatch(place);
    waiters_.taken();
  }
  [[nodiscard]] EmptyReason why_empty() const noexcept
  {
    return state_.shutting_down() ? EmptyReason::shut_down : EmptyReason::empty;
  }
  /// Ends a hold of the lock.
  [[gnu::always_inline]] void finish(Effects& effects) noexcept
  {
    waiters_.notify(effects);
    if (state_.shutting_down()) [[unlikely]]
      end_drains(effects);
    count_touched();
  }
  void count_touched() noexcept
  {
    if (records_.touched == 0) [[likely]]
      return;
    if (records_.touched > most_touched_) most_touched_ = records_.touched;
    records_.touched = 0;
  }
  void fill(std::vector<Dispatch>& batch, std::size_t limit);
  /// Needs mutex_.
  void listen() noexcept { state_.listen(observer_ || on_dropped_ ? this : nullptr); }
  /// Promotes the keys that are due now, closes the queue, and drops the keys that will not be dispatched. Returns
  /// cut_drains_ as it was when the queue was closed.
  std::uint64_t close(bool hard);
  void give_back(std::vector<Dispatch>& batch, std::size_t count);
  void end_drains(Effects& effects) noexcept;

  SpinMutex mutex_;
  Clock& clock_;
  RecordTable& records_;
  QueueState state_;  ///< guarded by mutex_
  Waiters waiters_;
  Observer observer_;                      ///< guarded by mutex_
  OnDropped on_dropped_;                   ///< guarded by mutex_
  std::atomic<bool> observed_{false};      ///< there is an observer_
  std::unique_ptr<QueueMetrics> metrics_;  ///< null without metrics

  // All below is guarded by mutex_.
  std::uint32_t most_touched_ = 0;
  std::uint64_t cut_drains_ = 0;  ///< calls of shut_down() that found work left; a drain ends when it changes
  Sleeper drained_;
  std::unique_ptr<Effects::Rest> when_drained_;  ///< the callbacks; null if there are none
  std::uint64_t drain_number_ = 0;               ///< of the last callback
};

}  // namespace kubexx::detail
