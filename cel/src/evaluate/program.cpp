// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/program.hpp"

#include "evaluate/evaluator.hpp"
#include "kubexx/cel/detail/cost.hpp"

namespace kubexx::cel::detail {

std::shared_ptr<const Program> Program::compile(const std::string& source, const std::vector<Variable>& variables,
                                                std::string& problem, bool patches, Issues* found)
{
  Issues issues;
  std::shared_ptr<Program> program(new Program());
  program->expr_ = parse(source, issues);
  if (program->expr_) check(*program->expr_, variables, program->constants_, program->uses_, issues, patches);
  if (!issues.empty()) {
    if (found != nullptr) *found = issues;
    problem = "compilation failed: " + display(source, issues);
    return nullptr;
  }
  if (auto failure = constant_problem(*program->expr_); !failure.empty()) {
    problem = "program instantiation failed: " + failure;
    return nullptr;
  }
  program->estimated_cost_ = estimate_cost(*program->expr_);
  return program;
}

Program::Outcome Program::run(std::span<const Value> values, std::uint64_t limit, LazyValues* lazy) const
{
  Outcome outcome;
  Evaluator evaluator(constants_, values, limit, lazy);
  try {
    outcome.value = evaluator.evaluate(*expr_);
  } catch (const CostExceeded&) {
    outcome.exceeded = true;
  }
  outcome.cost = evaluator.cost();
  return outcome;
}

}  // namespace kubexx::cel::detail
