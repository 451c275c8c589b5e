// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "kubexx/workqueue/rate_limiter.hpp"

namespace kubexx {

using std::chrono::milliseconds;
using std::chrono::seconds;

class RetryPolicy::Node {
public:
  virtual ~Node() = default;
  [[nodiscard]] virtual std::unique_ptr<Node> clone() const = 0;
  [[nodiscard]] virtual Duration next(std::uint32_t failures, SteadyTime now) = 0;
  [[nodiscard]] virtual bool counts_failures() const noexcept { return true; }
  [[nodiscard]] virtual bool needs_time() const noexcept { return false; }
};

namespace {

template <class Derived>
class Cloned : public RetryPolicy::Node {
public:
  [[nodiscard]] std::unique_ptr<RetryPolicy::Node> clone() const override
  {
    return std::make_unique<Derived>(static_cast<const Derived&>(*this));
  }
};

class Exponential final : public Cloned<Exponential> {
public:
  Exponential(Duration base, Duration max)
      : base_(std::max(base, Duration::zero())), max_(std::max(max, Duration::zero()))
  {
  }
  Duration next(std::uint32_t failures, SteadyTime) override
  {
    if (base_ == Duration::zero()) return base_;
    // base * 2^failures > max, without computing it: the product may not fit.
    if (failures >= 63 || base_.count() > (max_.count() >> failures)) return max_;
    return Duration(base_.count() << failures);
  }

private:
  Duration base_;
  Duration max_;
};

class FastSlow final : public Cloned<FastSlow> {
public:
  FastSlow(Duration fast, Duration slow, std::uint32_t fast_tries)
      : fast_(std::max(fast, Duration::zero())), slow_(std::max(slow, Duration::zero())), fast_tries_(fast_tries)
  {
  }
  Duration next(std::uint32_t failures, SteadyTime) override { return failures < fast_tries_ ? fast_ : slow_; }

private:
  Duration fast_;
  Duration slow_;
  std::uint32_t fast_tries_;
};

// golang.org/x/time/rate: Limiter.Reserve().Delay().
class TokenBucket final : public Cloned<TokenBucket> {
public:
  TokenBucket(double per_second, std::uint32_t burst) : per_second_(per_second), burst_(burst), tokens_(burst)
  {
    if (!(per_second >= 0)) throw std::invalid_argument("kubexx token_bucket: per_second must be a number >= 0");
  }
  Duration next(std::uint32_t, SteadyTime now) override
  {
    if (std::isinf(per_second_)) return Duration::zero();
    if (burst_ < 1) return Duration::max();
    double tokens = tokens_;
    if (started_ && now > last_) {
      const Duration span = now - last_;
      const auto whole = std::chrono::floor<seconds>(span);
      const double elapsed = static_cast<double>(whole.count()) + static_cast<double>((span - whole).count()) / 1e9;
      tokens = std::min(tokens + elapsed * per_second_, static_cast<double>(burst_));
    }
    last_ = started_ ? std::max(last_, now) : now;
    started_ = true;
    tokens_ = tokens - 1.0;
    if (tokens_ >= 0) return Duration::zero();
    const double wait = -tokens_ / per_second_ * 1e9;  // infinite for a rate of zero
    // The nearest double to the longest duration is one more than it.
    return wait >= static_cast<double>(Duration::max().count()) ? Duration::max()
                                                                : Duration(static_cast<Duration::rep>(wait));
  }
  [[nodiscard]] bool counts_failures() const noexcept override { return false; }
  [[nodiscard]] bool needs_time() const noexcept override { return true; }

private:
  double per_second_;
  std::uint32_t burst_;
  double tokens_;      ///< at last_; negative: reserved ahead
  SteadyTime last_{};  ///< of the last reservation, once started_
  bool started_ = false;
};

class MaxOf final : public Cloned<MaxOf> {
public:
  explicit MaxOf(std::vector<RetryPolicy> parts) : parts_(std::move(parts)) {}
  Duration next(std::uint32_t failures, SteadyTime now) override
  {
    Duration longest = Duration::zero();
    for (auto& part : parts_) longest = std::max(longest, part.next(failures, now));
    return longest;
  }
  [[nodiscard]] bool counts_failures() const noexcept override
  {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part.counts_failures(); });
  }
  [[nodiscard]] bool needs_time() const noexcept override
  {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part.needs_time(); });
  }

private:
  std::vector<RetryPolicy> parts_;
};

class WithMaxWait final : public Cloned<WithMaxWait> {
public:
  WithMaxWait(RetryPolicy inner, Duration max) : inner_(std::move(inner)), max_(std::max(max, Duration::zero())) {}
  Duration next(std::uint32_t failures, SteadyTime now) override { return std::min(inner_.next(failures, now), max_); }
  [[nodiscard]] bool counts_failures() const noexcept override { return inner_.counts_failures(); }
  [[nodiscard]] bool needs_time() const noexcept override { return inner_.needs_time(); }

private:
  RetryPolicy inner_;
  Duration max_;
};

class Custom final : public Cloned<Custom> {
public:
  explicit Custom(std::function<Duration(std::uint32_t, SteadyTime)> function) : function_(std::move(function)) {}
  Duration next(std::uint32_t failures, SteadyTime now) override { return function_(failures, now); }
  [[nodiscard]] bool needs_time() const noexcept override { return true; }

private:
  std::function<Duration(std::uint32_t, SteadyTime)> function_;
};

}  // namespace

RetryPolicy::RetryPolicy(std::unique_ptr<Node> node) noexcept : node_(std::move(node)) {}
RetryPolicy::RetryPolicy(const RetryPolicy& other) : node_(other.node_->clone()) {}
RetryPolicy::RetryPolicy(RetryPolicy&& other) noexcept = default;
RetryPolicy& RetryPolicy::operator=(const RetryPolicy& other)
{
  node_ = other.node_->clone();
  return *this;
}
RetryPolicy& RetryPolicy::operator=(RetryPolicy&& other) noexcept = default;
RetryPolicy::~RetryPolicy() = default;

RetryPolicy RetryPolicy::exponential(Duration base, Duration max)
{
  return RetryPolicy(std::make_unique<Exponential>(base, max));
}
RetryPolicy RetryPolicy::fast_slow(Duration fast, Duration slow, std::uint32_t fast_tries)
{
  return RetryPolicy(std::make_unique<FastSlow>(fast, slow, fast_tries));
}
RetryPolicy RetryPolicy::token_bucket(double per_second, std::uint32_t burst)
{
  return RetryPolicy(std::make_unique<TokenBucket>(per_second, burst));
}
RetryPolicy RetryPolicy::max_of(std::vector<RetryPolicy> parts)
{
  return RetryPolicy(std::make_unique<MaxOf>(std::move(parts)));
}
RetryPolicy RetryPolicy::with_max_wait(RetryPolicy inner, Duration max)
{
  return RetryPolicy(std::make_unique<WithMaxWait>(std::move(inner), max));
}
RetryPolicy RetryPolicy::custom(std::function<Duration(std::uint32_t, SteadyTime)> function)
{
  return RetryPolicy(std::make_unique<Custom>(std::move(function)));
}

Duration RetryPolicy::next(std::uint32_t failures, SteadyTime now)
{
  return node_->next(failures, now);
}
bool RetryPolicy::counts_failures() const noexcept
{
  return node_->counts_failures();
}
bool RetryPolicy::needs_time() const noexcept
{
  return node_->needs_time();
}

RetryPolicy default_controller_retry_policy()
{
  return RetryPolicy::exponential(milliseconds(5), seconds(1000));
}

RetryPolicy default_client_go_retry_policy()
{
  std::vector<RetryPolicy> parts;
  parts.push_back(default_controller_retry_policy());
  parts.push_back(RetryPolicy::token_bucket(10, 100));
  return RetryPolicy::max_of(std::move(parts));
}

RetryPolicy default_item_retry_policy()
{
  return RetryPolicy::exponential(milliseconds(1), seconds(1000));
}

}  // namespace kubexx
