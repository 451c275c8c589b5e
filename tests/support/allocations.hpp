// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

/// Counts the calls of operator new of the whole program, and lets one of them fail: for programs that link
/// kubexx_allocations, which replaces the operators.
namespace kubexx::allocations {

/// Since the program started. Thread safe.
[[nodiscard]] std::uint64_t count() noexcept;

/// While one lives, on its thread: the allocation number `fail` that follows (0: the first), and all after it when
/// `and_all_after`, throws std::bad_alloc. Not to be nested.
class Failing {
public:
  explicit Failing(std::uint64_t fail, bool and_all_after = false) noexcept;
  ~Failing();
  Failing(const Failing&) = delete;
  Failing& operator=(const Failing&) = delete;

  /// Whether an allocation has failed.
  [[nodiscard]] bool failed() const noexcept;
};

}  // namespace kubexx::allocations
