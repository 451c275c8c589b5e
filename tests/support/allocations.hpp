// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

/// Counts the calls of operator new of the whole program, measures what is allocated at once, and lets an allocation
/// fail: for programs that link kubexx_allocations, which replaces the operators.
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

/// The most bytes that were allocated at once while it lives, of all threads, beyond what was when it began. One at a
/// time.
class Peak {
public:
  Peak() noexcept;
  ~Peak();
  Peak(const Peak&) = delete;
  Peak& operator=(const Peak&) = delete;

  [[nodiscard]] std::int64_t bytes() const noexcept;
};

}  // namespace kubexx::allocations
