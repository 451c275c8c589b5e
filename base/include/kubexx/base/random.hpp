// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <string>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// The one source of randomness. Thread safe.
class Random {
public:
  virtual ~Random() = default;

  /// 64 uniformly distributed bits.
  [[nodiscard]] virtual std::uint64_t next() = 0;

  /// Uniform in [0, bound); 0 when bound is 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);

  /// Uniform in [0, 1).
  [[nodiscard]] double fraction();

  /// Uniform in [duration, duration * (1 + factor)): the jitter of k8s.io/apimachinery/pkg/util/wait.
  [[nodiscard]] Duration jitter(Duration duration, double factor);

  /// A version 4 UUID in the usual lower-case form.
  [[nodiscard]] std::string uuid();
};

/// From the operating system's generator; fit for identities, not for keys.
class SystemRandom final : public Random {
public:
  [[nodiscard]] std::uint64_t next() override;

private:
  std::mutex mutex_;
  std::array<std::uint64_t, 64> pool_{};  // guarded by mutex_
  std::size_t left_ = 0;                  // guarded by mutex_; how many of pool_ are unused
};

/// The same sequence for the same seed, on every platform (SplitMix64).
class SeededRandom final : public Random {
public:
  explicit SeededRandom(std::uint64_t seed) noexcept : state_(seed) {}
  [[nodiscard]] std::uint64_t next() override;

private:
  std::mutex mutex_;
  std::uint64_t state_;  // guarded by mutex_
};

}  // namespace kubexx
