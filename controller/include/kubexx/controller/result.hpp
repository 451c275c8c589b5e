// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/base/clock.hpp"

namespace kubexx {

// clang-format off: it would fold the table.
/// What a reconcile asks for next. These are all outcomes:
///
/// | the reconciler …                       | the key …                     | failures  | `result` label, counters        |
/// |----------------------------------------|-------------------------------|-----------|---------------------------------|
/// | returns `done()`                       | rests until something changes | forgotten | success                         |
/// | returns `requeue_after(d)`, d > 0      | comes back after d            | forgotten | requeue_after                   |
/// | returns `backoff()`, or                | comes back, rate limited      | kept      | requeue                         |
/// |   `requeue_after(d)`, d <= 0           |                               |           |                                 |
/// | returns `terminal(m)` or throws        | rests until something changes | forgotten | error; errors_total,            |
/// |   TerminalError                        |                               |           | terminal_reconcile_errors_total |
/// | throws ApiError with reason Conflict   | comes back, rate limited      | kept      | conflict; one debug line        |
/// | throws ApiError with reason            | comes back, rate limited      | kept      | the first ten in a row as       |
/// |   AlreadyExists                        |                               |           | conflict, further ones as error |
/// | throws an ApiError that says when to   | comes back, rate limited, and | kept      | error; errors_total             |
/// |   retry (429 and 503 with Retry-After) | not before that time          |           |                                 |
/// | throws an ApiError with code 422 or    | comes back, rate limited, and | kept      | error; errors_total             |
/// |   413: the same will be refused again  | not before a minute is over   |           |                                 |
/// | throws any other std::exception        | comes back, rate limited      | kept      | error; errors_total             |
/// | throws anything else                   | comes back, rate limited      | kept      | error; errors_total,            |
/// |                                        |                               |           | reconcile_panics_total          |
/// | throws, after so many failures in a    | rests until something changes | forgotten | as above;                       |
/// |   row as the controller tries          |                               |           | kubexx_controller_given_up_total|
/// |   (ControllerOptions::max_retries)     |                               |           |                                 |
/// | throws, after an event has queued its  | is queued                     | kept      | superseded                      |
/// |   key (cancel_superseded)              |                               |           |                                 |
///
/// Kept failures make the next delay longer; forgotten ones start over. A key that was added during the reconcile comes
/// back immediately in any case, and one that an earlier reconcile asked to have back after a delay comes then, whatever
/// later ones return. (As in controller-runtime, which also keeps the failures of a terminal error: a leak.)
///
/// AlreadyExists usually means that the cache has not seen the object yet, which a retry resolves; after ten in a row
/// (about five seconds) the name belongs to an object that the controller does not see, and it is an error. A
/// Retry-After of more than five minutes counts as five minutes, and up to a fifth is added at random, so that keys that
/// were refused together do not come back together.
///
/// A value.
// clang-format on
class [[nodiscard]] Result {
public:
  enum class Kind { done, requeue_after, backoff, terminal };

  static Result done() noexcept { return Result(Kind::done); }
  /// Comes back after `delay`. The same as backoff() when it is not positive: of `expiry - ctx.now()` that means that
  /// the time has just passed, and the key must not rest.
  static Result requeue_after(Duration delay) noexcept
  {
    if (delay <= Duration::zero()) return backoff();
    Result result(Kind::requeue_after);
    result.delay_ = delay;
    return result;
  }
  /// Comes back after the rate limiter's delay, which grows with each consecutive use: "not yet", without an error.
  static Result backoff() noexcept { return Result(Kind::backoff); }
  /// An error that a retry cannot fix: logged and counted once.
  static Result terminal(std::string message)
  {
    Result result(Kind::terminal);
    result.message_ = std::move(message);
    return result;
  }

  /// With which priority the key comes back, in a controller that dispatches by priority. Default: the one it has.
  Result with_priority(int priority) &&
  {
    priority_ = priority;
    return std::move(*this);
  }

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] Duration delay() const noexcept { return delay_; }                ///< of requeue_after
  [[nodiscard]] const std::string& message() const noexcept { return message_; }  ///< of terminal
  [[nodiscard]] std::optional<int> priority() const noexcept { return priority_; }

private:
  explicit Result(Kind kind) noexcept : kind_(kind) {}

  Kind kind_;
  Duration delay_{};
  std::string message_;
  std::optional<int> priority_;
};

/// The exception form of Result::terminal.
class TerminalError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

}  // namespace kubexx
