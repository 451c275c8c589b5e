// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/client/request_budget.hpp"
#include "requests/budget_state.hpp"
#include "requests/rest_metrics.hpp"

namespace kubexx::detail {

/// Keeps to a RequestBudget. Thread safe.
class Throttle {
public:
  /// Throws std::invalid_argument for a bad budget.
  Throttle(const RequestBudget& budget, const Runtime& runtime, std::shared_ptr<RestMetrics> metrics)
      : clock_(*runtime.clock), log_(runtime.log), metrics_(std::move(metrics)), state_(budget, clock_.now())
  {
  }

  /// When a call may be sent.
  struct Turn {
    Turn(SteadyTime now_, SteadyTime when_, double rate_) : now(now_), when(when_), rate(rate_) {}
    SteadyTime now, when;
    double rate = 0;
  };
  /// Reserves a turn. Nullopt: at once; otherwise `wait` has to be called.
  [[nodiscard]] std::optional<Turn> admit(const ApiCall& call);
  /// Waits for `turn`. Throws TransportError timeout or cancelled.
  [[nodiscard]] awaitable<void> wait(Turn turn, const ApiCall* call);
  /// Learns from the response to `call`.
  void heed(const ApiCall& call, const HttpResponse& response);

private:
  void give_back();

  Clock& clock_;
  const Log log_;
  const std::shared_ptr<RestMetrics> metrics_;
  std::mutex mutex_;
  BudgetState state_;    // guarded by mutex_
  SteadyTime latest_{};  // guarded by mutex_
};

}  // namespace kubexx::detail
