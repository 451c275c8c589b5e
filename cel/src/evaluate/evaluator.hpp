// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "kubexx/cel/detail/expr.hpp"
#include "kubexx/cel/detail/functions.hpp"

namespace kubexx::cel::detail {

/// One evaluation of one checked expression.
class Evaluator {
public:
  /// `lazy` may be null when no variable has lazy fields.
  Evaluator(const Constants& constants, std::span<const Value> variables, std::uint64_t limit,
            LazyValues* lazy = nullptr);

  /// Throws CostExceeded.
  [[nodiscard]] Value evaluate(const Expr& expr);
  [[nodiscard]] std::uint64_t cost() const noexcept { return cost_; }

private:
  void charge(std::uint64_t cost);
  Value select(const Expr& expr);
  Value call(const Expr& expr);
  Value logical(const Expr& expr, bool decides);
  Value conditional(const Expr& expr);
  Value optional_choice(const Expr& expr);
  Value list(const Expr& expr);
  Value map(const Expr& expr);
  Value object(const Expr& expr);
  std::uint64_t call_cost(CostRule rule, std::span<const Value> args, const Value& result) const;

  // evaluator_macros.cpp
  struct Range;
  Value macro(const Expr& expr);
  Value optional_macro(const Expr& expr);
  Value quantifier(const Expr& expr, Range& range);
  Value exactly_one(const Expr& expr, Range& range);
  Value collect(const Expr& expr, Range& range);
  Value collect_map(const Expr& expr, Range& range);
  Value sort_by(const Expr& expr, Range& range);
  void bind(const Expr& expr, Range& range, std::size_t index);

  LazyValues* lazy_;
  std::vector<Value> variables_;
  std::uint64_t limit_;
  std::uint64_t cost_ = 0;
  Session session_;
};

}  // namespace kubexx::cel::detail
