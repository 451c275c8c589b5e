// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kubexx/base/clock.hpp"
#include "kubexx/client/request_budget.hpp"

namespace kubexx::detail {

/// The arithmetic of a RequestBudget, without lock, clock or waiting. Its times never go back.
class BudgetState {
public:
  /// Throws std::invalid_argument for a rate that is negative or not a number.
  BudgetState(const RequestBudget& budget, SteadyTime now);

  /// Reserves the next request and says when it may be sent; not before `now`.
  [[nodiscard]] SteadyTime reserve(SteadyTime now);
  /// The last reservation is not used.
  void give_back() noexcept;
  /// The server answered 429. True when that is the first one after it was content.
  bool refused(SteadyTime now);
  /// Requests per second that are allowed at present; 0: no limit.
  [[nodiscard]] double limit() const noexcept;

private:
  /// Tokens that come at a rate, up to a burst; negative: reserved ahead.
  struct Bucket {
    double rate = 0;
    double burst = 0;
    double tokens = 0;
    SteadyTime at{};
    /// What must pass from `now` until this request may go.
    Duration take(SteadyTime now);
  };

  void count(SteadyTime now);
  void recover(SteadyTime now);
  void set_rate(double rate) noexcept;

  const bool adaptive_;
  Bucket fixed_;                ///< rate 0: no fixed limit
  Bucket adapted_;              ///< rate 0: the server is content
  double rate_refused_at_ = 0;  ///< what was seen when it began to refuse; adapted_ ends at four times that
  SteadyTime raised_at_{};      ///< adapted_.rate, last; or lowered
  SteadyTime lowered_at_{};     ///< adapted_.rate, last
  SteadyTime second_at_{};      ///< when the present second of counting began
  double in_second_ = 0;        ///< requests since then
  double last_second_ = 0;      ///< in the second before it
};

}  // namespace kubexx::detail
