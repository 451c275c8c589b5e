// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "kubexx/base/clock.hpp"
#include "kubexx/controller/result.hpp"

namespace kubexx {

/// How a reconcile ended, as the table in result.hpp tells them apart.
struct Outcome {
  enum class Kind { success, requeue_after, requeue, terminal, conflict, error, panic };
  Kind kind = Kind::success;
  std::string message;                  ///< of terminal, conflict, error and panic
  Duration delay{};                     ///< of requeue_after
  std::optional<Duration> retry_after;  ///< of error: what the server asked for
};

[[nodiscard]] Outcome outcome_of(const Result& result);
/// The only place where exceptions of reconcilers are looked at.
[[nodiscard]] Outcome outcome_of(const std::exception_ptr& failure);

/// The `result` label of controller_runtime_reconcile_total.
[[nodiscard]] const char* label_of(Outcome::Kind kind) noexcept;

}  // namespace kubexx
