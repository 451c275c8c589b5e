// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kubexx/cel/detail/expr.hpp"
#include "kubexx/cel/detail/functions.hpp"

namespace kubexx::cel::detail {

/// What an expression may refer to: self, oldSelf.
struct Variable {
  std::string name;
  TypePtr type;
  /// Fields that are evaluated when they are read: LazyValues knows them by their number.
  std::shared_ptr<const std::map<std::string, std::size_t>> lazy_fields = {};
};

/// Gives each node of `expr` its type and each call its overloads. Literal patterns and time zones go to `constants`.
/// `uses` says of each variable whether the expression names it. With `patches` there are the types and functions of
/// patches.hpp.
void check(Expr& expr, const std::vector<Variable>& variables, Constants& constants, std::vector<bool>& uses,
           Issues& issues, bool patches = false);

/// What cel-go's validators of literals refuse in a checked expression, and what only a literal shows to be beyond this
/// evaluator. Literal patterns and time zones go to `constants`.
void check_literals(const Expr& expr, Constants& constants, Issues& issues, bool within_format = false);

/// Conversions and patterns of literals fail before the first evaluation: why; empty: they do not.
[[nodiscard]] std::string constant_problem(const Expr& expr);

}  // namespace kubexx::cel::detail
