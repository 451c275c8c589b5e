// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/expression.hpp"

#include <algorithm>
#include <utility>

#include "kubexx/apimachinery/detail/json_problem.hpp"
#include "kubexx/cel/detail/patches.hpp"
#include "kubexx/cel/detail/program.hpp"
#include "kubexx/cel/detail/sorted.hpp"
#include "syntax/parsing.hpp"

namespace kubexx::cel {
namespace {

using Kind = detail::Type::Kind;

/// The value of an evaluation. Throws EvaluationError.
detail::Value value_of(detail::Program::Outcome outcome, std::uint64_t* cost)
{
  if (cost != nullptr) *cost = outcome.cost;
  if (outcome.exceeded) throw CostLimitExceeded(detail::cost_limit_problem);
  if (const auto* error = outcome.value.get_if<detail::Error>()) throw EvaluationError(error->message);
  return std::move(outcome.value);
}

/// The values of the variables, null for those that `program` does not use. They refer to the JSON of `bindings`.
std::vector<detail::Value> values_of(const detail::Program& program, const std::vector<std::string>& names,
                                     const std::vector<std::shared_ptr<const detail::Type>>& types,
                                     const std::vector<Binding>& bindings)
{
  std::vector<detail::Value> values(names.size());
  std::vector<bool> bound(names.size());
  for (const auto& binding : bindings) {
    const auto place = std::find(names.begin(), names.end(), binding.name);
    if (place == names.end()) {
      throw std::invalid_argument("the expression has no variable '" + std::string(binding.name) + "'");
    }
    const auto index = static_cast<std::size_t>(place - names.begin());
    bound[index] = true;
    if (!program.uses(index)) continue;
    if (const auto problem = kubexx::detail::json_problem(binding.value, max_depth); !problem.empty()) {
      throw EvaluationError("the value of '" + names[index] + "' " + problem);
    }
    values[index] = detail::from_json(binding.value, types[index]);
  }
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (!bound[index] && program.uses(index)) {
      throw std::invalid_argument("the variable '" + names[index] + "' has no value");
    }
  }
  return values;
}

}  // namespace

Type Type::any()
{
  return Type(detail::simple_type(Kind::dyn));
}
Type Type::boolean()
{
  return Type(detail::simple_type(Kind::boolean));
}
Type Type::integer()
{
  return Type(detail::simple_type(Kind::integer));
}
Type Type::number()
{
  return Type(detail::simple_type(Kind::number));
}
Type Type::string()
{
  return Type(detail::simple_type(Kind::string));
}
Type Type::bytes()
{
  return Type(detail::simple_type(Kind::bytes));
}
Type Type::timestamp()
{
  return Type(detail::simple_type(Kind::timestamp));
}
Type Type::duration()
{
  return Type(detail::simple_type(Kind::duration));
}
Type Type::list(const Type& element)
{
  return Type(detail::list_of(element.type_));
}
Type Type::map(const Type& value)
{
  return Type(detail::map_of(detail::simple_type(Kind::string), value.type_));
}

Type Type::object(std::string name, const std::map<std::string, Type>& members)
{
  auto type = std::make_shared<detail::Type>();
  type->kind = Kind::object;
  type->name = std::move(name);
  for (const auto& [member, member_type] : members) {
    const auto escaped = detail::escape_name(member);
    if (!escaped.empty()) type->fields[escaped] = {member, member_type.type_};
  }
  return Type(std::move(type));
}

std::string Type::text() const
{
  return detail::to_string(*type_);
}

Expression::Expression(std::string source, const std::vector<Variable>& variables) : source_(std::move(source))
{
  std::vector<detail::Variable> declared;
  for (const auto& variable : variables) {
    if (!detail::is_variable_name(variable.name)) {
      throw std::invalid_argument("'" + variable.name + "' cannot be the name of a variable");
    }
    if (std::find(variables_.begin(), variables_.end(), variable.name) != variables_.end()) {
      throw std::invalid_argument("the variable '" + variable.name + "' is declared twice");
    }
    variables_.push_back(variable.name);
    types_.push_back(variable.type.type_);
    declared.push_back({variable.name, variable.type.type_});
  }
  std::string problem;
  detail::Issues found;
  program_ = detail::Program::compile(source_, declared, problem, false, &found);
  if (program_) return;
  std::vector<Issue> issues;
  found = detail::sorted(std::move(found), [](const auto& a, const auto& b) { return a.at < b.at; });
  for (auto& issue : found) {
    const auto place = issue.located ? detail::locate(source_, issue.at) : detail::Location();
    issues.push_back({place.line, place.column, std::move(issue.message)});
  }
  if (issues.empty()) issues.push_back({0, 0, problem});
  throw CompileError(problem, std::move(issues));
}

std::string Expression::result_type() const
{
  return detail::to_string(program_->type());
}

bool Expression::uses(std::string_view variable) const
{
  const auto place = std::find(variables_.begin(), variables_.end(), variable);
  return place != variables_.end() && program_->uses(static_cast<std::size_t>(place - variables_.begin()));
}

nlohmann::json Expression::evaluate(const std::vector<Binding>& bindings, std::uint64_t cost_limit,
                                    std::uint64_t* cost) const
{
  const auto values = values_of(*program_, variables_, types_, bindings);
  try {
    return detail::to_json(value_of(program_->run(values, cost_limit), cost), detail::JsonNumbers::as_they_are);
  } catch (const detail::PatchValueError& error) {
    throw EvaluationError(error.what());
  }
}

bool Expression::test(const std::vector<Binding>& bindings, std::uint64_t cost_limit, std::uint64_t* cost) const
{
  const auto values = values_of(*program_, variables_, types_, bindings);
  const auto value = value_of(program_->run(values, cost_limit), cost);
  const auto* result = value.get_if<bool>();
  if (result == nullptr) throw EvaluationError("the result is not a bool but " + detail::type_name(value));
  return *result;
}

}  // namespace kubexx::cel
