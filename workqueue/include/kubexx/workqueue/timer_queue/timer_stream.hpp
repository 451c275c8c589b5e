// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "kubexx/workqueue/timer_queue/detail/timer_claims.hpp"

namespace kubexx {

/// The values of a TimerQueue as an input range, each when it is due: `for (T& value : queue.stream(stop)) ...`. Blocks
/// while nothing is due (in the comparison with end(), not in ++). Ends when the queue is shut down with nothing due,
/// or when `stop` is triggered, which wins over a due value.
///
/// A value stays where the queue stores it, to be read or moved from, until ++ or the end of the stream destroys it. Up
/// to `buffer` due values are taken under one lock; meanwhile no other reader sees them, and their handles have no
/// effect. Values that were taken but not read return to their place when the stream stops or is destroyed.
///
/// Movable. One stream is not thread safe; different streams are independent. A stream must be gone before its queue,
/// unless it is blocked or has ended.
template <class T>
class TimerStream {
  struct State {
    detail::TimerClaims<T> claims;
    std::stop_token stop;
    EmptyReason why = EmptyReason::none;

    /// The current value, after waiting for it if necessary; null at the end.
    T* current()
    {
      T* value = claims.open(stop, why);
      if (value || why != EmptyReason::empty) return value;
      {
        detail::Effects effects;
        std::unique_lock lock(claims.core().mutex);
        why = claims.core().take(lock, effects, stop, std::nullopt, claims);
      }
      return claims.open_taken();
    }
  };

public:
  /// An input iterator. Reading a value, or comparing with the end, waits until there is one.
  class iterator {
  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;

    iterator() noexcept = default;
    explicit iterator(State& state) noexcept : state_(&state) {}

    /// Precondition: not at the end.
    T& operator*() const { return *state_->current(); }
    iterator& operator++()
    {
      state_->claims.finish();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& here, std::default_sentinel_t) { return here.state_->current() == nullptr; }

  private:
    State* state_ = nullptr;
  };

  /// For TimerQueue::stream.
  TimerStream(detail::TimerStore<T>& store, std::stop_token stop, std::size_t buffer)
      : state_(new State{{store, buffer}, std::move(stop)})
  {
  }

  /// Continues where the previous iterator stopped.
  [[nodiscard]] iterator begin() noexcept { return iterator(*state_); }
  [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

  /// Why the stream ended: shut_down or stopped.
  [[nodiscard]] EmptyReason end_reason() const noexcept { return state_->why; }

private:
  std::unique_ptr<State> state_;
};

}  // namespace kubexx
