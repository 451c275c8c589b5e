// SPDX-License-Identifier: Apache-2.0
// Costs are counted as cel-go's interpreter/runtimecost.go counts them.
#include "evaluate/evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "kubexx/cel/detail/cost.hpp"
#include "kubexx/cel/detail/patches.hpp"

namespace kubexx::cel::detail {
namespace {

/// What a walk over a list and the texts in it costs.
std::uint64_t traversal(const Value& value)
{
  if (const auto* text = value.text_if()) return text->size() / 10;
  if (const auto* bytes = value.get_if<Bytes>()) return bytes->text->size() / 10;
  const auto* list = value.get_if<List>();
  if (list == nullptr) return 1;
  std::uint64_t cost = 0;
  for (std::size_t index = 0; index < list_size(*list); ++index) cost += traversal(list_item(*list, index));
  return cost;
}

/// What reading a part says of a value that has none of that sort.
Value missing_member(const Value& operand, const Value& index)
{
  if (operand.get_if<Map>() != nullptr) return no_such_overload();
  if (operand.get_if<List>() != nullptr) {
    return Value::error("unsupported index type '" + type_name(index) + "' in list");
  }
  return Value::error("no such key: " + key_text(index));
}

bool is_constant(const Expr& expr)
{
  return std::all_of(expr.args.begin(), expr.args.end(),
                     [](const ExprPtr& arg) { return arg->kind == Expr::Kind::literal; });
}

}  // namespace

Evaluator::Evaluator(const Constants& constants, std::span<const Value> variables, std::uint64_t limit,
                     LazyValues* lazy)
    : lazy_(lazy), variables_(variables.begin(), variables.end()), limit_(limit)
{
  session_.constants = &constants;
}

void Evaluator::charge(std::uint64_t cost)
{
  cost_ += cost;
  if (cost_ > limit_) throw CostExceeded();
}

Value Evaluator::evaluate(const Expr& expr)
{
  switch (expr.kind) {
    case Expr::Kind::literal:
      return expr.value;
    case Expr::Kind::ident:
      if (expr.slot == no_slot) return expr.value;
      charge(expr.lazy ? 2 : 1);
      return expr.lazy ? lazy_->get(expr.slot) : variables_[expr.slot];
    case Expr::Kind::select:
      return select(expr);
    case Expr::Kind::call:
      return call(expr);
    case Expr::Kind::list:
      return list(expr);
    case Expr::Kind::map:
      return map(expr);
    case Expr::Kind::object:
      return object(expr);
    case Expr::Kind::macro:
      return macro(expr);
  }
  return {};
}

Value Evaluator::select(const Expr& expr)
{
  auto operand = evaluate(*expr.args.front());
  if (operand.is_error()) return operand;
  if (!expr.test_only) charge(1);
  const auto* optional = operand.get_if<Optional>();
  const bool was_optional = optional != nullptr;
  if (was_optional) {
    if (!optional->value) return expr.test_only ? Value(false) : operand;
    operand = Value(*optional->value);
  }
  const auto* map = operand.get_if<Map>();
  if (map == nullptr) {
    auto problem = missing_member(operand, Value::text(expr.name));
    if (operand.get_if<List>() != nullptr) return problem;
    if (expr.test_only) return {false};
    return was_optional ? Value(Optional{}) : problem;
  }
  auto found = map_find(*map, expr.name);
  if (expr.test_only) return found && found->is_error() ? *found : Value(found != nullptr);
  if (was_optional) {
    if (!found) return {Optional{}};
    return found->is_error() ? *found : Value(Optional{std::shared_ptr<const Value>(std::move(found))});
  }
  if (!found && is_constructed(*map)) return unset_field(*map, expr.name);
  return found ? *found : Value::error("no such key: " + expr.name);
}

Value Evaluator::logical(const Expr& expr, bool decides)
{
  auto left = evaluate(*expr.args[0]);
  const auto* left_flag = left.get_if<bool>();
  if (left_flag != nullptr && *left_flag == decides) return left;
  auto right = evaluate(*expr.args[1]);
  const auto* right_flag = right.get_if<bool>();
  if (right_flag != nullptr && *right_flag == decides) return right;
  if (left_flag != nullptr && right_flag != nullptr) return right;
  if (left.is_error()) return left;
  return left_flag != nullptr && right.is_error() ? right : no_such_overload();
}

Value Evaluator::conditional(const Expr& expr)
{
  auto condition = evaluate(*expr.args[0]);
  if (condition.is_error()) return condition;
  const auto* flag = condition.get_if<bool>();
  if (flag == nullptr) return no_such_overload();
  return evaluate(*expr.args[*flag ? 1 : 2]);
}

/// or, orValue: the second operand is only looked at when the first is none.
Value Evaluator::optional_choice(const Expr& expr)
{
  auto first = evaluate(*expr.args[0]);
  if (first.is_error()) return first;
  const auto* optional = first.get_if<Optional>();
  if (optional == nullptr) return no_such_overload();
  charge(1);
  if (!optional->value) return evaluate(*expr.args[1]);
  return expr.name == "or" ? first : *optional->value;
}

Value Evaluator::call(const Expr& expr)
{
  if (expr.overloads.front()->run == nullptr) {
    if (expr.name == "_&&_") return logical(expr, false);
    if (expr.name == "_||_") return logical(expr, true);
    return expr.name == "_?_:_" ? conditional(expr) : optional_choice(expr);
  }
  std::vector<Value> args;
  args.reserve(expr.args.size());
  for (const auto& arg : expr.args) {
    args.push_back(evaluate(*arg));
  }
  for (auto& arg : args) {
    if (arg.is_error()) return std::move(arg);
  }
  for (const auto* overload : expr.overloads) {
    bool fits = true;
    for (std::size_t index = 0; fits && index < args.size(); ++index)
      fits = accepts(*overload->args[index], args[index]);
    if (!fits) continue;
    session_.work = 0;
    session_.max_work =
        (limit_ - cost_) > UINT64_MAX / Session::work_per_cost ? UINT64_MAX : (limit_ - cost_) * Session::work_per_cost;
    // The cost of comparing two sets is known before it is spent.
    const bool sets = overload->cost == CostRule::sets || overload->cost == CostRule::sets_twice;
    if (sets) charge(call_cost(overload->cost, args, {}));
    auto result = overload->run(session_, args);
    charge((sets ? 0 : call_cost(overload->cost, args, result)) + session_.work / Session::work_per_cost);
    return result;
  }
  const bool optional = expr.name == "_[?_]";
  if (!optional && expr.name != "_[_]") return no_such_overload();
  charge(1);
  if (optional && args[0].get_if<List>() == nullptr && args[0].get_if<Map>() == nullptr) return {Optional{}};
  return missing_member(args[0], args[1]);
}

std::uint64_t Evaluator::call_cost(CostRule rule, std::span<const Value> args, const Value& result) const
{
  const auto text = [&](std::size_t index) { return scaled(cost_size(args[index]), costs::text); };
  switch (rule) {
    case CostRule::logical:
      return 0;
    case CostRule::shorter:
      return scaled(std::min(cost_size(args[0]), cost_size(args[1])), costs::text);
    case CostRule::both:
      return scaled(cost_size(args[0]) + cost_size(args[1]), costs::text);
    case CostRule::second_size:
      return cost_size(args[1]);
    case CostRule::second:
      return text(1);
    case CostRule::contains:
      return text(0) * text(1);
    case CostRule::regex:
      return scaled(cost_size(args[0]) + 1, costs::text) * scaled(cost_size(args[1]), costs::pattern);
    case CostRule::first:
    case CostRule::first_kept:
      return text(0);
    case CostRule::first_twice:
    case CostRule::replace:
    case CostRule::split:
      return scaled(cost_size(args[0]), 2 * costs::text);
    case CostRule::join:
      return scaled(cost_size(result), 2 * costs::text);
    case CostRule::elements:
      return traversal(args[0]);
    case CostRule::sets:
      return cost_size(args[0]) * cost_size(args[1]);
    case CostRule::sets_twice:
      return 2 * cost_size(args[0]) * cost_size(args[1]);
    case CostRule::list_output:
      return costs::list + cost_size(result);
    case CostRule::authorization:
      return costs::authorization;
    case CostRule::selector:
      return costs::of_selector(cost_size(args[1]));
    case CostRule::validate:
      return scaled(cost_size(args[1]) + 1, costs::text) *
             scaled((*args[0].get_if<const NamedFormat*>())->pattern_size, costs::pattern);
    case CostRule::unit:
    case CostRule::list_sum:
      break;
  }
  return 1;
}

Value Evaluator::list(const Expr& expr)
{
  if (!is_constant(expr)) charge(costs::list);
  std::vector<Value> items;
  items.reserve(expr.args.size());
  for (std::size_t index = 0; index < expr.args.size(); ++index) {
    auto item = evaluate(*expr.args[index]);
    if (item.is_error()) return item;
    if (!expr.optional.empty() && expr.optional[index]) {
      const auto* optional = item.get_if<Optional>();
      if (optional == nullptr) return no_such_overload();
      if (optional->value) items.emplace_back(*optional->value);
    } else {
      items.push_back(std::move(item));
    }
  }
  return Value::list(std::move(items));
}

Value Evaluator::map(const Expr& expr)
{
  if (!is_constant(expr)) charge(costs::map);
  auto entries = std::make_shared<Map::Entries>();
  for (std::size_t index = 0; index < expr.args.size(); index += 2) {
    auto key = evaluate(*expr.args[index]);
    if (key.is_error()) return key;
    auto value = evaluate(*expr.args[index + 1]);
    if (value.is_error()) return value;
    if (!expr.optional.empty() && expr.optional[index / 2]) {
      const auto* optional = value.get_if<Optional>();
      if (optional == nullptr) return no_such_overload();
      if (!optional->value) continue;
      value = Value(*optional->value);
    }
    const auto code = key_code(key);
    if (code.empty() || key.get_if<double>() != nullptr) {
      return Value::error("unsupported key type: " + type_name(key));
    }
    entries->insert_or_assign(code, std::pair(key, std::move(value)));
  }
  Map result;
  result.own = std::move(entries);
  return {std::move(result)};
}

Value Evaluator::object(const Expr& expr)
{
  charge(costs::object);
  auto entries = std::make_shared<Map::Entries>();
  for (std::size_t index = 0; index < expr.args.size(); ++index) {
    auto value = evaluate(*expr.args[index]);
    if (value.is_error()) return value;
    if (!expr.optional.empty() && expr.optional[index]) {
      const auto* optional = value.get_if<Optional>();
      if (optional == nullptr) return no_such_overload();
      if (!optional->value) continue;
      value = Value(*optional->value);
    }
    auto name = Value::text(expr.fields[index].name);
    auto code = key_code(name);
    entries->insert_or_assign(std::move(code), std::pair(std::move(name), std::move(value)));
  }
  Map result;
  result.own = std::move(entries);
  result.type = expr.type;
  return {std::move(result)};
}

}  // namespace kubexx::cel::detail
