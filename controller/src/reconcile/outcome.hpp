// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/controller/result.hpp"

namespace kubexx {

/// How a reconcile ended, as the table in result.hpp distinguishes them.
struct Outcome {
  enum class Kind { success, requeue_after, requeue, terminal, conflict, not_synced, error, panic, superseded };
  static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::superseded) + 1;
  Kind kind = Kind::success;
  std::string message;                    ///< of terminal, conflict, not_synced, error and panic
  Duration delay{};                       ///< of requeue_after
  std::optional<int> priority;            ///< with which the key shall come back
  std::optional<Duration> retry_after;    ///< of error: what the server asked for, as it said it
  bool already_exists = false;            ///< of conflict: a create found its object there
  bool refused = false;                   ///< of error: the API server will refuse the same again (422, 413)
  std::uint32_t failures = 0;             ///< of error and panic: in a row
  std::optional<Duration> comes_back_in;  ///< what the queue said
  bool given_up = false;                  ///< of error and panic: it was tried ControllerOptions::max_retries times
};

/// The longest Retry-After that is obeyed. API servers ask for seconds (1 s of priority and fairness, 10 s of an
/// eviction); what asks for hours is a proxy or a wrong clock, and would park the key although the server is back.
inline constexpr Duration kLongestRetryAfter = std::chrono::minutes(5);
/// A Retry-After is lengthened by up to this part of it, so that the keys which were refused together do not come back
/// together.
inline constexpr double kRetryAfterJitter = 0.2;
/// The least delay after an answer that the same request will get again: something else must change first, and that
/// queues the key.
inline constexpr Duration kRefusedDelay = std::chrono::minutes(1);
/// How many times in a row an AlreadyExists is taken for a cache that has not seen the object yet, and is as quiet as a
/// conflict: about five seconds of the default back-off. Then it is an error: the name belongs to something that this
/// controller does not see.
inline constexpr std::uint32_t kQuietAlreadyExists = 10;

/// How soon a reconcile that needed a cache which has not synced is tried again, give or take a tenth, when no cache of
/// its controller syncs before.
inline constexpr Duration kUnsyncedDelay = std::chrono::seconds(10);

/// The least delay that a Retry-After stands for. The back-off of the key's failures applies in any case, so zero and
/// past dates are no hot loop.
[[nodiscard]] Duration delay_of_retry_after(Duration asked, Random& random);

[[nodiscard]] Outcome outcome_of(const Result& result);
/// The only place where exceptions of reconcilers are looked at.
[[nodiscard]] Outcome outcome_of(const std::exception_ptr& failure);

/// The `result` label of controller_runtime_reconcile_total.
[[nodiscard]] const char* label_of(Outcome::Kind kind) noexcept;

}  // namespace kubexx
