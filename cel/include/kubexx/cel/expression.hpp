// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/cel/type.hpp"

/// The Common Expression Language (https://github.com/google/cel-spec) with the functions, the cost model and the
/// messages that Kubernetes 1.37 has for CRD validation rules: k8s.io/apiserver/pkg/cel and cel-go.
///
///     const cel::Expression rule("self.replicas <= limit", {{"self"}, {"limit", cel::Type::integer()}});
///     const bool good = rule.test({{"self", spec}, {"limit", 3}});
namespace kubexx::cel {

namespace detail {
class Program;
}

/// A variable that an expression may use.
struct Variable {
  std::string name = {};
  Type type = Type::any();
};

/// The value of a variable during one evaluation. Refers to the name and to the JSON, which must outlive the call.
struct Binding {
  std::string_view name;
  const nlohmann::json& value;
};

/// A mistake in the source of an expression.
struct Issue {
  std::size_t line = 0;    ///< from 1; 0 if the mistake has no place
  std::size_t column = 0;  ///< from 1, in code points; 0 if the mistake has no place
  std::string message;
};

/// The source of an expression does not compile. `what()` lists the issues with the lines of the source, as cel-go
/// does.
class CompileError : public std::invalid_argument {
public:
  CompileError(const std::string& what, std::vector<Issue> issues)
      : std::invalid_argument(what), issues_(std::move(issues))
  {
  }
  /// In the order of the source; never empty.
  [[nodiscard]] const std::vector<Issue>& issues() const noexcept { return issues_; }

private:
  std::vector<Issue> issues_;
};

/// An expression failed on these values: a missing key, a division by zero, a value that does not fit its type.
class EvaluationError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The evaluation reached its cost limit.
class CostLimitExceeded : public EvaluationError {
public:
  using EvaluationError::EvaluationError;
};

/// Kubernetes' limit for one evaluation, in the cost units of cel-go. An evaluation up to this limit takes about a
/// second at most.
inline constexpr std::uint64_t default_cost_limit = 1'000'000;

/// The maximum nesting of a value that an expression uses.
inline constexpr unsigned max_depth = 256;

/// A compiled expression. Immutable and cheap to copy; thread safe: threads may evaluate it at the same time.
class Expression {
public:
  /// Parses and checks `source`. Throws CompileError. Sources over 100 000 code points and deeply nested ones do not
  /// compile. Throws std::invalid_argument for a variable whose name is not an identifier or is declared twice.
  Expression(std::string source, const std::vector<Variable>& variables);

  [[nodiscard]] const std::string& source() const noexcept { return source_; }
  /// Returns the type of the result: "bool"; "dyn" if only the evaluation can determine it.
  [[nodiscard]] std::string result_type() const;
  /// Whether the source names that variable.
  [[nodiscard]] bool uses(std::string_view variable) const;

  /// Returns the result as JSON: timestamps, durations and bytes as strings, an empty optional as null, a double
  /// below 2^53 without a fraction as an integer. Each variable that the source names needs a binding.
  ///
  /// Throws std::invalid_argument for a missing binding and for one whose name is not declared, CostLimitExceeded,
  /// and EvaluationError if the expression fails, a value is nested deeper than max_depth or holds binary data, or the
  /// result has no JSON form (a type, a URL, a quantity, a map with keys that are not strings). `cost` receives the
  /// cost of the evaluation, also if it throws EvaluationError.
  [[nodiscard]] nlohmann::json evaluate(const std::vector<Binding>& bindings,
                                        std::uint64_t cost_limit = default_cost_limit,
                                        std::uint64_t* cost = nullptr) const;
  /// Likewise for a condition; throws EvaluationError if the result is not a bool.
  [[nodiscard]] bool test(const std::vector<Binding>& bindings, std::uint64_t cost_limit = default_cost_limit,
                          std::uint64_t* cost = nullptr) const;

private:
  std::string source_;
  std::vector<std::string> variables_;
  std::vector<std::shared_ptr<const detail::Type>> types_;
  std::shared_ptr<const detail::Program> program_;
};

}  // namespace kubexx::cel
