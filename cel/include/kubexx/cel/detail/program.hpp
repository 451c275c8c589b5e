// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kubexx/cel/detail/checker.hpp"

namespace kubexx::cel::detail {

/// Kubernetes' limits of what rules may cost: k8s.io/apiserver/pkg/apis/cel/config.go.
inline constexpr std::uint64_t per_call_limit = 1'000'000;
/// cel-go's, of an evaluation that exceeds its limit.
inline constexpr const char* cost_limit_problem = "operation cancelled: actual cost limit exceeded";
inline constexpr std::uint64_t per_object_budget = 10'000'000;

/// A compiled expression. Immutable; thread safe.
class Program {
public:
  /// `patches` as for check(). Null when `source` has errors, which `problem` then says: "compilation failed: " and
  /// what cel-go prints. `found` gets those that have a place.
  [[nodiscard]] static std::shared_ptr<const Program> compile(const std::string& source,
                                                              const std::vector<Variable>& variables,
                                                              std::string& problem, bool patches = false,
                                                              Issues* found = nullptr);

  [[nodiscard]] const Type& type() const noexcept { return *expr_->type; }
  /// Whether the expression names that variable.
  [[nodiscard]] bool uses(std::size_t variable) const { return uses_[variable]; }
  [[nodiscard]] std::uint64_t estimated_cost() const noexcept { return estimated_cost_; }

  struct Outcome {
    Value value;  ///< an Error when the expression failed
    std::uint64_t cost = 0;
    bool exceeded = false;  ///< the limit; there is no value then
  };
  /// `values` are those of the variables, which must outlive the outcome's value.
  [[nodiscard]] Outcome run(std::span<const Value> values, std::uint64_t limit = per_call_limit,
                            LazyValues* lazy = nullptr) const;

private:
  Program() = default;
  ExprPtr expr_;
  Constants constants_;
  std::vector<bool> uses_;
  std::uint64_t estimated_cost_ = 0;
};
using ProgramPtr = std::shared_ptr<const Program>;

}  // namespace kubexx::cel::detail
