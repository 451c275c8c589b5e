// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "kubexx/cel/detail/program.hpp"

/// Expressions in admission policies: k8s.io/apiserver/pkg/admission/plugin/cel.
namespace kubexx::apiserver {

/// The variables of a policy that the expressions behind them see. Grows; copies share what they have.
class Composition {
public:
  Composition();
  /// The next variable. One of the same name takes the place of an earlier one.
  void add(const std::string& name, cel::TypePtr type);
  /// As `variables`.
  [[nodiscard]] cel::Variable variable() const { return {"variables", type_, numbers_}; }

private:
  std::shared_ptr<cel::Type> type_;
  std::shared_ptr<std::map<std::string, std::size_t>> numbers_;
  std::size_t count_ = 0;
};

/// What an expression may refer to beside object, oldObject, namespaceObject and request.
struct AdmissionScope {
  bool params = false, authorizer = false;
  bool variables = false;  ///< whether there is `variables`
  Composition composition;
  bool patches = false;  ///< the types and functions of mutations
};

enum class Returns { boolean, text, text_or_null, anything, object, patches };

/// A compiled expression. Immutable.
struct AdmissionExpression {
  std::string source;
  bool params = false, authorizer = false;
  cel::ProgramPtr program;  ///< null: there is none, or `problem` says why
  std::string problem;      ///< in the words of a real server
  bool internal = false;    ///< the problem is none of the source's
};
[[nodiscard]] AdmissionExpression compile_admission(const std::string& source, const AdmissionScope& scope,
                                                    Returns returns);
/// The type with which a policy's later expressions see a variable.
[[nodiscard]] cel::TypePtr composited_type(const AdmissionExpression& expression);

/// The values of one request. What they refer to must outlive them.
struct AdmissionValues {
  cel::Value object, old_object, namespace_object, request, params;
  cel::Value authorizer, request_resource;
};

/// The evaluation of some expressions of a policy, which share the values of its variables and a budget.
class AdmissionRun : private cel::LazyValues {
public:
  /// `variables` are the policy's, in their order; all must outlive the run.
  AdmissionRun(const AdmissionValues& values, const std::vector<AdmissionExpression>& variables,
               const std::vector<std::string>& names, std::int64_t budget);

  struct Outcome {
    cel::Value value;
    std::string problem;  ///< empty: there is a value
  };
  /// Throws OutOfBudget, whose text is for the user.
  [[nodiscard]] Outcome evaluate(const AdmissionExpression& expression);
  [[nodiscard]] std::int64_t budget() const noexcept { return budget_; }

private:
  cel::Value get(std::size_t composited) override;
  const cel::Value& known(std::size_t composited);
  [[nodiscard]] std::vector<cel::Value> values_for(const AdmissionExpression& expression) const;

  const AdmissionValues& values_;
  const std::vector<AdmissionExpression>& variables_;
  const std::vector<std::string>& names_;
  std::vector<std::unique_ptr<cel::Value>> known_;
  std::int64_t budget_;
  std::uint64_t composition_cost_ = 0;
  int depth_ = 0;
};

/// The budget is spent, or cannot be told.
class OutOfBudget : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::int64_t match_conditions_budget = 2'500'000;

}  // namespace kubexx::apiserver
