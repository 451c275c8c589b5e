// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "kubexx/workqueue/retry_policy.hpp"

namespace kubexx {

using std::chrono::milliseconds;
using std::chrono::seconds;

class RetryPolicy::Node {
public:
  virtual ~Node() = default;
  [[nodiscard]] virtual std::unique_ptr<Node> clone() const = 0;
  [[nodiscard]] virtual Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t key) = 0;
  [[nodiscard]] virtual bool counts_failures() const noexcept { return true; }
  [[nodiscard]] virtual bool needs_time() const noexcept { return false; }
  [[nodiscard]] virtual bool spreads() const noexcept { return false; }
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
  Duration next(std::uint32_t failures, SteadyTime, std::uint64_t) override
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
  Duration next(std::uint32_t failures, SteadyTime, std::uint64_t) override
  {
    return failures < fast_tries_ ? fast_ : slow_;
  }

private:
  Duration fast_;
  Duration slow_;
  std::uint32_t fast_tries_;
};

/// The time between two points, which may lie further apart than a Duration can say.
Duration between(SteadyTime from, SteadyTime until)
{
  const Duration start = from.time_since_epoch();
  const Duration end = until.time_since_epoch();
  return start < Duration::zero() && end > Duration::max() + start ? Duration::max() : end - start;
}

/// `value` nanoseconds, which are not negative, or the longest duration if that is less.
Duration clamped(double value)
{
  // The nearest double to the longest duration is one more than it.
  return value >= static_cast<double>(Duration::max().count()) ? Duration::max()
                                                               : Duration(static_cast<Duration::rep>(value));
}

// golang.org/x/time/rate: Limiter.Reserve().Delay().
class TokenBucket final : public Cloned<TokenBucket> {
public:
  TokenBucket(double per_second, std::uint32_t burst)
      : per_second_(per_second == 0 ? 0 : per_second), burst_(burst), tokens_(burst)  // no -0: it divides by it
  {
    if (!(per_second >= 0)) throw std::invalid_argument("kubexx token_bucket: per_second must be a number >= 0");
  }
  Duration next(std::uint32_t, SteadyTime now, std::uint64_t) override
  {
    if (std::isinf(per_second_)) return Duration::zero();
    if (burst_ < 1) return Duration::max();
    double tokens = tokens_;
    if (started_ && now > last_) {
      const Duration span = between(last_, now);
      const auto whole = std::chrono::floor<seconds>(span);
      const double elapsed = static_cast<double>(whole.count()) + static_cast<double>((span - whole).count()) / 1e9;
      tokens = std::min(tokens + elapsed * per_second_, static_cast<double>(burst_));
    }
    last_ = started_ ? std::max(last_, now) : now;
    started_ = true;
    tokens_ = tokens - 1.0;
    if (tokens_ >= 0) return Duration::zero();
    return clamped(-tokens_ / per_second_ * 1e9);  // infinite for a rate of zero
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

/// A policy made of others, each of which is asked every time.
template <class Derived>
class Parts : public Cloned<Derived> {
public:
  explicit Parts(std::vector<RetryPolicy> parts) : parts_(std::move(parts)) {}
  [[nodiscard]] bool counts_failures() const noexcept override
  {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part.counts_failures(); });
  }
  [[nodiscard]] bool needs_time() const noexcept override
  {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part.needs_time(); });
  }
  [[nodiscard]] bool spreads() const noexcept override
  {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part.spreads(); });
  }

protected:
  std::vector<RetryPolicy> parts_;
};

class MaxOf final : public Parts<MaxOf> {
public:
  using Parts::Parts;
  Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t key) override
  {
    Duration longest = Duration::zero();
    for (auto& part : parts_) longest = std::max(longest, part.next(failures, now, key));
    return longest;
  }
};

class MinOf final : public Parts<MinOf> {
public:
  using Parts::Parts;
  Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t key) override
  {
    Duration shortest = parts_.empty() ? Duration::zero() : Duration::max();
    for (auto& part : parts_) shortest = std::min(shortest, part.next(failures, now, key));
    return shortest;
  }
};

class Combined final : public Parts<Combined> {
public:
  using Function = std::function<Duration(std::span<const Duration>)>;
  Combined(std::vector<RetryPolicy> parts, Function function)
      : Parts(std::move(parts)), function_(std::move(function)), delays_(parts_.size())
  {
    if (!function_) throw std::invalid_argument("kubexx RetryPolicy::combined: no function");
  }
  Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t key) override
  {
    std::transform(parts_.begin(), parts_.end(), delays_.begin(),
                   [&](RetryPolicy& part) { return part.next(failures, now, key); });
    return function_(delays_);
  }

private:
  Function function_;
  std::vector<Duration> delays_;  ///< of the parts; kept for its memory
};

/// A policy around one other.
template <class Derived>
class Around : public Cloned<Derived> {
public:
  explicit Around(RetryPolicy inner) : inner_(std::move(inner)) {}
  [[nodiscard]] bool counts_failures() const noexcept override { return inner_.counts_failures(); }
  [[nodiscard]] bool needs_time() const noexcept override { return inner_.needs_time(); }
  [[nodiscard]] bool spreads() const noexcept override { return inner_.spreads(); }

protected:
  RetryPolicy inner_;
};

class WithMaxWait final : public Around<WithMaxWait> {
public:
  WithMaxWait(RetryPolicy inner, Duration max) : Around(std::move(inner)), max_(std::max(max, Duration::zero())) {}
  Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t key) override
  {
    return std::min(inner_.next(failures, now, key), max_);
  }

private:
  Duration max_;
};

class Jittered final : public Around<Jittered> {
public:
  Jittered(RetryPolicy inner, double factor, std::uint64_t seed)
      : Around(std::move(inner)), factor_(factor), seed_(mixed(seed))
  {
    if (!(factor >= 0) || std::isinf(factor)) {
      throw std::invalid_argument("kubexx RetryPolicy::jittered: factor must be a finite number >= 0");
    }
  }
  [[nodiscard]] bool spreads() const noexcept override { return true; }
  Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t key) override
  {
    const Duration delay = inner_.next(failures, now, key);
    if (delay <= Duration::zero()) return delay;
    const double part = static_cast<double>(mixed(mixed(seed_ ^ key) + failures) >> 11U) * 0x1.0p-53;  // in [0, 1)
    const Duration more = clamped(static_cast<double>(delay.count()) * (factor_ * part));
    return more > Duration::max() - delay ? Duration::max() : delay + more;
  }
  [[nodiscard]] bool counts_failures() const noexcept override { return factor_ > 0 || inner_.counts_failures(); }

private:
  // The finisher of SplitMix64: every bit of the input changes half of the output.
  static std::uint64_t mixed(std::uint64_t value)
  {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
  }
  double factor_;
  std::uint64_t seed_;  ///< mixed, so that it is no key's neighbour
};

class Custom final : public Cloned<Custom> {
public:
  explicit Custom(std::function<Duration(std::uint32_t, SteadyTime)> function) : function_(std::move(function))
  {
    if (!function_) throw std::invalid_argument("kubexx RetryPolicy::custom: no function");
  }
  Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t) override { return function_(failures, now); }
  [[nodiscard]] bool needs_time() const noexcept override { return true; }

private:
  std::function<Duration(std::uint32_t, SteadyTime)> function_;
};

}  // namespace

RetryPolicy::RetryPolicy(std::unique_ptr<Node> node) noexcept : node_(std::move(node)) {}
RetryPolicy::RetryPolicy(const RetryPolicy& other) : node_(other.node_ ? other.node_->clone() : nullptr) {}
RetryPolicy::RetryPolicy(RetryPolicy&& other) noexcept = default;
RetryPolicy& RetryPolicy::operator=(const RetryPolicy& other)
{
  return *this = RetryPolicy(other);
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
RetryPolicy RetryPolicy::jittered(RetryPolicy inner, double factor, std::uint64_t seed)
{
  return RetryPolicy(std::make_unique<Jittered>(std::move(inner), factor, seed));
}
RetryPolicy RetryPolicy::with_max_wait(RetryPolicy inner, Duration max)
{
  return RetryPolicy(std::make_unique<WithMaxWait>(std::move(inner), max));
}
RetryPolicy RetryPolicy::max_of(std::vector<RetryPolicy> parts)
{
  return RetryPolicy(std::make_unique<MaxOf>(std::move(parts)));
}
RetryPolicy RetryPolicy::min_of(std::vector<RetryPolicy> parts)
{
  return RetryPolicy(std::make_unique<MinOf>(std::move(parts)));
}
RetryPolicy RetryPolicy::combined(std::vector<RetryPolicy> parts,
                                  std::function<Duration(std::span<const Duration> delays)> function)
{
  return RetryPolicy(std::make_unique<Combined>(std::move(parts), std::move(function)));
}
RetryPolicy RetryPolicy::custom(std::function<Duration(std::uint32_t, SteadyTime)> function)
{
  return RetryPolicy(std::make_unique<Custom>(std::move(function)));
}

Duration RetryPolicy::next(std::uint32_t failures, SteadyTime now, std::uint64_t key)
{
  return node_->next(failures, now, key);
}
bool RetryPolicy::counts_failures() const noexcept
{
  return node_->counts_failures();
}
bool RetryPolicy::needs_time() const noexcept
{
  return node_->needs_time();
}

bool RetryPolicy::spreads() const noexcept
{
  return node_->spreads();
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
