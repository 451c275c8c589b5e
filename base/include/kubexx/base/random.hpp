// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <string>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// The only source of randomness. Thread safe.
class Random {
public:
  virtual ~Random() = default;

  /// Returns 64 uniformly distributed bits.
  [[nodiscard]] virtual std::uint64_t next() = 0;

  /// Uniform in [0, bound); 0 if bound is 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);

  /// Uniform in [0, 1).
  [[nodiscard]] double fraction();

  /// Uniform in [duration, duration * (1 + factor)): the jitter of k8s.io/apimachinery/pkg/util/wait.
  [[nodiscard]] Duration jitter(Duration duration, double factor);

  /// Returns a version 4 UUID in the usual lower-case form.
  [[nodiscard]] std::string uuid();
};

/// Numbers from the operating system's generator. Suitable for identities, not for cryptographic keys.
class SystemRandom final : public Random {
public:
  [[nodiscard]] std::uint64_t next() override;

private:
  std::mutex mutex_;
  std::array<std::uint64_t, 64> pool_{};  // guarded by mutex_
  std::size_t left_ = 0;                  // guarded by mutex_; unused elements of pool_
};

/// Returns the same sequence for the same seed, on every platform (SplitMix64).
class SeededRandom final : public Random {
public:
  explicit SeededRandom(std::uint64_t seed) noexcept : state_(seed) {}
  [[nodiscard]] std::uint64_t next() override;

private:
  std::mutex mutex_;
  std::uint64_t state_;  // guarded by mutex_
};

}  // namespace kubexx
