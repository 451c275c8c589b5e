// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/base/clock.hpp"

namespace kubexx {

// clang-format off: it would fold the table.
/// The result of a reconcile: what happens to its key next. These are all outcomes:
///
/// | the reconciler …                      | the key …                   | failures | `result` label, counters        |
/// |---------------------------------------|-----------------------------|----------|---------------------------------|
/// | returns `done()`                      | waits for the next trigger  | reset    | success                         |
/// | returns `requeue_after(d)`, d > 0     | is requeued after d         | reset    | requeue_after                   |
/// | returns `requeue()`, or               | is requeued, rate limited   | + 1      | requeue                         |
/// |   `requeue_after(d)`, d <= 0          |                             |          |                                 |
/// | returns `terminal(m)` or throws       | waits for the next trigger  | reset    | error; errors_total,            |
/// |   TerminalError                       |                             |          | terminal_reconcile_errors_total |
/// | throws ApiError with reason Conflict, | is requeued, rate limited   | + 1      | conflict; one debug line        |
/// |   except from an apply                |                             |          |                                 |
/// | throws ApiError with reason           | is requeued, rate limited   | + 1      | the first ten in a row as       |
/// |   AlreadyExists                       |                             |          | conflict, further ones as error |
/// | throws a 429 or 503 ApiError with     | is requeued, rate limited,  | + 1      | error; errors_total             |
/// |   Retry-After                         | no earlier than Retry-After |          |                                 |
/// | throws a 422 or 413 ApiError, which   | is requeued, rate limited,  | + 1      | error; errors_total             |
/// |   the server would return again       | after a minute or later     |          |                                 |
/// | throws NotSynced                      | is requeued when a cache    | same     | not_synced; one debug line      |
/// |                                       | syncs, or after about 10 s  |          |                                 |
/// | throws any other std::exception       | is requeued, rate limited   | + 1      | error; errors_total             |
/// | throws anything else                  | is requeued, rate limited   | + 1      | error; errors_total,            |
/// |                                       |                             |          | reconcile_panics_total          |
/// | throws one of these errors after      | waits for the next trigger  | reset    | as above;                       |
/// |   ControllerOptions::max_retries      |                             |          | kubexx_controller_given_up_total|
/// |   failures in a row                   |                             |          |                                 |
/// | throws after an event has added its   | is already in the queue     | same     | superseded                      |
/// |   key (cancel_superseded)             |                             |          |                                 |
///
/// Failures are counted per key. Each one makes the next rate limited delay longer, and a reset starts over. A key that
/// was added during the reconcile is processed again immediately in any case. A delay that an earlier reconcile asked
/// for stays in force, whatever later ones return. (The same as in controller-runtime, which also keeps the failures of
/// a terminal error: a leak.)
///
/// When to use each:
/// - done(): the object is as desired, or an event of a watched kind will trigger the next step. The usual case.
/// - requeue_after(d): only time triggers the next step, e.g. an expiry, or polling a system that has no watch.
/// - requeue(): something is not ready yet, which is no error, and no event of a watched kind will report that it is.
/// - terminal(m): the reconcile fails and will fail again until something changes, e.g. the spec is invalid. Report it
///   in the status, too.
/// - Throw for every other failure. Let the exceptions of client calls and caches pass unless you can handle them: they
///   are logged and retried as in the table, and conflicts are retried quietly. A catch that returns requeue() would
///   hide the error from logs and metrics.
///
/// AlreadyExists usually means that the cache has not seen the object yet, which a retry resolves. After ten in a row
/// (about five seconds) it is an error, because an object that the controller does not see has the name. A Retry-After
/// of more than five minutes counts as five minutes. Up to a fifth is added at random, so that keys that were refused
/// together are not requeued together. The 422 for adding a finalizer to an object that is being deleted counts as a
/// conflict.
///
/// A value type.
// clang-format on
class [[nodiscard]] Result {
public:
  /// The function that made the result.
  enum class Kind { done, requeue_after, requeue, terminal };

  /// Nothing more is to be done until the next trigger.
  static Result done() noexcept { return Result(Kind::done); }
  /// Requeues after `delay`. The same as requeue() if `delay` is not positive: then a difference such as
  /// `expiry - ctx.now()` means that the time has just passed, and the key must be reconciled again.
  static Result requeue_after(Duration delay) noexcept
  {
    if (delay <= Duration::zero()) return requeue();
    Result result(Kind::requeue_after);
    result.delay_ = delay;
    return result;
  }
  /// Requeues after the rate limiter's delay, which grows with each consecutive use: "not yet", without an error.
  static Result requeue() noexcept { return Result(Kind::requeue); }
  /// An error that a retry cannot fix: logged and counted once.
  static Result terminal(std::string message)
  {
    Result result(Kind::terminal);
    result.message_ = std::move(message);
    return result;
  }

  /// Priority of the requeued key, in a controller that dispatches by priority. Default: the key's current priority.
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
