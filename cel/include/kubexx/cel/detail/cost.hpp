// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kubexx/cel/detail/expr.hpp"

namespace kubexx::cel::detail {

/// What an evaluation may cost in the worst case by the limits of the schema (maxLength, maxItems, maxProperties), in
/// the unit of cel-go's costs. Saturates.
[[nodiscard]] std::uint64_t estimate_cost(const Expr& expr);

[[nodiscard]] std::uint64_t add_saturated(std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::uint64_t multiply_saturated(std::uint64_t a, std::uint64_t b);
/// Rounded up.
[[nodiscard]] std::uint64_t scaled(std::uint64_t size, double factor);

namespace costs {
inline constexpr std::uint64_t list = 10;
inline constexpr std::uint64_t map = 30;
inline constexpr std::uint64_t object = 40;
inline constexpr std::uint64_t authorization = 350'000;
inline constexpr double text = 0.1;
inline constexpr double pattern = 0.25;
/// A selector is read, and has a requirement for each two characters of it.
[[nodiscard]] std::uint64_t of_selector(std::uint64_t size);
/// Of what a macro's expansion does for each element beside its condition and body, and at the end.
struct Macro {
  std::uint64_t each = 0;
  std::uint64_t last = 0;
};
[[nodiscard]] Macro of(detail::Macro macro);
}  // namespace costs

}  // namespace kubexx::cel::detail
