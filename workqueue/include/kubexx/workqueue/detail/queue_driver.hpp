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
#include "kubexx/workqueue/detail/backoff_mutex.hpp"
#include "kubexx/workqueue/detail/dispatch.hpp"
#include "kubexx/workqueue/detail/effects.hpp"
#include "kubexx/workqueue/detail/queue_state.hpp"
#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/waiters.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

class QueueMetrics;

/// Drives the rule (QueueState): locks, reads the clock, waits, wakes, reports to observer and metrics.
class QueueDriver final : private WaitSource, private QueueListener {
public:
  using Observer = std::function<void(const QueueStep&)>;

  QueueDriver(const QueueOptions& options, RecordTable& records, std::unique_ptr<ReadyOrder> order = nullptr,
              QueueState::Entries entries = QueueState::Entries::separate);
  ~QueueDriver();
  QueueDriver(const QueueDriver&) = delete;
  QueueDriver& operator=(const QueueDriver&) = delete;

  /// One hold of the lock: what is due becomes ready first; at the end, those who wait for what the operation led to
  /// are woken, when the lock is released. What it does in between is the rule's.
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
    /// For what needs the time itself.
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
  /// Without an Operation: what other threads may change meanwhile.
  [[nodiscard]] QueueState& state() noexcept { return state_; }
  /// Where coroutines wait.
  [[nodiscard]] Waiters& waiters() noexcept { return waiters_; }
  /// Without the lock: no key has failures, and no observer wants to see that one is forgotten.
  [[nodiscard]] bool nothing_to_forget() const noexcept
  {
    return state_.failures.size() == 0 && !observed_.load(std::memory_order_relaxed);
  }
  void observe(Observer& observer) noexcept;

  // Whole operations.
  /// Takes a key to `place` if one is ready: none. Otherwise why not.
  EmptyReason try_take(Dispatch& place)
  {
    Operation operation(*this);
    if (state_.ready() == 0) [[unlikely]]
      return why_empty();
    dispatch(place);
    return EmptyReason::none;
  }
  /// The same, waiting.
  EmptyReason take(const std::stop_token& stop, const std::optional<SteadyTime>& deadline, Dispatch& place);
  void done(const Dispatch& dispatch)
  {
    Operation operation(*this);
    state_.done(dispatch);
  }
  void done(std::vector<Dispatch>& batch);
  /// Gives back `batch`, then takes at most `limit` keys into it, waiting for the first.
  EmptyReason take_batch(std::vector<Dispatch>& batch, std::size_t limit, const std::stop_token& stop,
                         std::optional<SteadyTime> deadline);
  /// The same without waiting; `give_back` false keeps what is in `batch` and fills it up.
  EmptyReason try_take_batch(std::vector<Dispatch>& batch, std::size_t limit, bool give_back);
  /// What `read` says of the state once all is ready that is due: with several holds of the lock, if more is than one
  /// may touch. Exact up to kMostCounted of such keys.
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
  /// A call of add_after, for the metrics. Within an Operation.
  void count_retry(Duration delay) noexcept;
  void shut_down();
  /// For on_drained.
  std::uint64_t begin_drain();
  DrainResult drain(const std::stop_token& stop, std::optional<SteadyTime> deadline);
  /// Calls `callback` when a drain ends; with the answer of `begin_drain`, at once if that drain was cut since. The
  /// number of the callback, for ignore_drained.
  std::uint64_t on_drained(std::function<void(DrainResult)> callback, std::optional<std::uint64_t> begun = {});
  void ignore_drained(std::uint64_t number) noexcept;
  /// How many callbacks have not been called yet.
  [[nodiscard]] std::size_t drain_callbacks();
  /// The most records and slots that one hold of the lock has touched, as far as it was more than one key's.
  [[nodiscard]] std::uint32_t most_touched();
  /// snapshot.hpp. What `emit` throws is passed on.
  void snapshot(std::size_t limit, QueueTotals& totals,
                const std::function<void(const void* key, const QueueEntryState& state)>& emit);

private:
  friend class QueueMetrics;

  // What its waiters see of the queue.
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
  /// The end of a hold of the lock.
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
  /// Promotes what is due now, closes, and drops the keys that will not be dispatched. Returns cut_drains_ as it was
  /// when the queue closed.
  std::uint64_t close(bool hard);
  void give_back(std::vector<Dispatch>& batch, std::size_t count);
  void end_drains(Effects& effects) noexcept;

  BackoffMutex mutex_;
  Clock& clock_;
  RecordTable& records_;
  QueueState state_;  ///< guarded by mutex_
  Waiters waiters_;
  Observer observer_;                      ///< guarded by mutex_
  std::atomic<bool> observed_{false};      ///< there is an observer_
  std::unique_ptr<QueueMetrics> metrics_;  ///< null without metrics

  // All below is guarded by mutex_.
  std::uint32_t most_touched_ = 0;
  std::uint64_t cut_drains_ = 0;  ///< calls of shut_down() that found work left: a drain ends when it changes
  Sleeper drained_;
  std::unique_ptr<Effects::Rest> when_drained_;  ///< the callbacks; null without
  std::uint64_t drain_number_ = 0;               ///< of the last callback
};

}  // namespace kubexx::detail
