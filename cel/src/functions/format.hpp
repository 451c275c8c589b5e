// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "kubexx/cel/detail/expr.hpp"

/// string.format of cel-go's ext/formatting.go, the version of its strings library that Kubernetes uses (2).
namespace kubexx::cel::detail {

/// "%.2f" in a format string: the verb, and the argument that it is for.
struct FormatClause {
  char verb = 's';
  std::optional<std::int64_t> precision;
  std::size_t index = 0;
};
/// The text of a clause; nothing, and the problem, when its argument does not fit.
using ClauseFormatter = std::function<std::optional<std::string>(const FormatClause& clause, std::string& problem)>;

/// The text with its clauses replaced. Nothing, and the problem, when it is malformed or wants more than `count`
/// arguments. `early` says that a missing argument is found before a clause without a verb.
[[nodiscard]] std::optional<std::string> format_text(const std::string& text, std::size_t count, bool early,
                                                     const ClauseFormatter& formatter, std::string& problem);
/// Why a clause does not take values of the type `found`.
[[nodiscard]] std::string clause_problem(char verb, const std::string& found);

/// What is wrong with a call of format() on a literal with a list literal; pushes at most one issue.
void check_format(const Expr& call, Issues& issues);

}  // namespace kubexx::cel::detail
