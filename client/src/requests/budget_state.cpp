// SPDX-License-Identifier: Apache-2.0
#include "requests/budget_state.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace kubexx::detail {

namespace {

using std::chrono::seconds;

constexpr double kLeast = 5;
constexpr double kGrowth = 1.25;
constexpr double kEnough = 4;

double in_seconds(Duration duration)
{
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

BudgetState::BudgetState(const RequestBudget& budget, SteadyTime now) : adaptive_(budget.adaptive), second_at_(now)
{
  if (!(budget.per_second >= 0)) throw std::invalid_argument("RequestBudget: per_second must be a number >= 0");
  if (std::isfinite(budget.per_second) && budget.per_second > 0) {
    fixed_.rate = budget.per_second;
    fixed_.burst = budget.burst > 0 ? budget.burst : std::max(1.0, std::floor(budget.per_second));
    fixed_.tokens = fixed_.burst;
    fixed_.at = now;
  }
}

Duration BudgetState::Bucket::take(SteadyTime now)
{
  if (rate <= 0) return Duration::zero();
  if (now > at) {
    tokens = std::min(burst, tokens + in_seconds(now - at) * rate);
    at = now;
  }
  tokens -= 1;
  if (tokens >= 0) return Duration::zero();
  // A century is as good as for ever, and fits.
  const double wait = std::min(-tokens / rate, 3.2e9);
  return std::chrono::ceil<Duration>(std::chrono::duration<double>(wait));
}

SteadyTime BudgetState::reserve(SteadyTime now)
{
  if (adaptive_) {
    count(now);
    recover(now);
  }
  return saturating_add(now, std::max(fixed_.take(now), adapted_.take(now)));
}

void BudgetState::give_back() noexcept
{
  if (fixed_.rate > 0) fixed_.tokens += 1;
  if (adapted_.rate > 0) adapted_.tokens += 1;
}

void BudgetState::count(SteadyTime now)
{
  if (now - second_at_ >= seconds(2)) {
    last_second_ = in_second_ = 0;
    second_at_ = now;
  } else if (now - second_at_ >= seconds(1)) {
    last_second_ = in_second_;
    in_second_ = 0;
    second_at_ += seconds(1);
  }
  in_second_ += 1;
}

void BudgetState::recover(SteadyTime now)
{
  while (adapted_.rate > 0 && now - raised_at_ >= seconds(1)) {
    set_rate(adapted_.rate * kGrowth);
    raised_at_ += seconds(1);
    if (adapted_.rate > rate_refused_at_ * kEnough) set_rate(0);
  }
}

bool BudgetState::refused(SteadyTime now)
{
  if (!adaptive_) return false;
  recover(now);
  const bool content = adapted_.rate <= 0;
  // Those that were on their way say nothing new.
  if (!content && now - lowered_at_ < seconds(1)) return false;
  if (content) {
    rate_refused_at_ = std::max({in_second_, last_second_, kLeast});
    adapted_.tokens = 0;
    adapted_.at = now;
  }
  set_rate(std::max(kLeast, (content ? rate_refused_at_ : adapted_.rate) / 2));
  raised_at_ = lowered_at_ = now;
  return content;
}

void BudgetState::set_rate(double rate) noexcept
{
  adapted_.rate = rate;
  adapted_.burst = std::max(1.0, rate / 10);
}

double BudgetState::limit() const noexcept
{
  if (fixed_.rate <= 0) return adapted_.rate;
  return adapted_.rate > 0 ? std::min(fixed_.rate, adapted_.rate) : fixed_.rate;
}

}  // namespace kubexx::detail
