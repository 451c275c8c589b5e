// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cel/expr.hpp"
#include "cel/functions.hpp"

namespace kubexx::apiserver::cel {

/// What an expression may refer to: self, oldSelf.
struct Variable {
  std::string name;
  TypePtr type;
};

/// Gives each node of `expr` its type and each call its overloads. Literal patterns go to `patterns`. `uses` says of
/// each variable whether the expression names it.
void check(Expr& expr, const std::vector<Variable>& variables, Patterns& patterns, std::vector<bool>& uses,
           Issues& issues);

/// What cel-go's validators of literals refuse in a checked expression, and what only a literal shows to be beyond this
/// evaluator. Literal patterns go to `patterns`.
void check_literals(const Expr& expr, Patterns& patterns, Issues& issues);

/// Conversions and patterns of literals fail before the first evaluation: why; empty: they do not.
[[nodiscard]] std::string constant_problem(const Expr& expr);

}  // namespace kubexx::apiserver::cel
