// SPDX-License-Identifier: Apache-2.0
// What the macros of the language do: the same as their expansions, errors included.
#include "evaluate/evaluator.hpp"
#include "kubexx/cel/detail/cost.hpp"
#include "kubexx/cel/detail/sorted.hpp"

namespace kubexx::cel::detail {

/// The elements that a macro walks over.
struct Evaluator::Range {
  Value container;
  const List* list = nullptr;
  const Map* map = nullptr;
  std::vector<Value> keys;  ///< of a map
  std::size_t size = 0;
  std::size_t slot = 0;  ///< of the first variable
};

void Evaluator::bind(const Expr& expr, Range& range, std::size_t index)
{
  charge(costs::of(expr.macro).each);
  const bool two = !expr.variable2.empty();
  if (range.list != nullptr) {
    auto item = list_item(*range.list, index);
    if (two) variables_[range.slot] = Value(static_cast<std::int64_t>(index));
    variables_[range.slot + (two ? 1 : 0)] = std::move(item);
    return;
  }
  variables_[range.slot] = range.keys[index];
  if (!two) return;
  auto found = map_find(*range.map, range.keys[index]);
  variables_[range.slot + 1] = found ? *found : Value();
}

Value Evaluator::macro(const Expr& expr)
{
  if (expr.macro == Macro::opt_map || expr.macro == Macro::opt_flat_map) return optional_macro(expr);
  Range range;
  range.container = evaluate(*expr.args.front());
  if (range.container.is_error()) return range.container;
  range.list = range.container.get_if<List>();
  range.map = range.container.get_if<Map>();
  if (range.list != nullptr) {
    range.size = list_size(*range.list);
  } else if (range.map != nullptr) {
    range.keys = map_keys(*range.map);
    range.size = range.keys.size();
  } else {
    return no_such_overload();
  }
  range.slot = variables_.size();
  const auto last = costs::of(expr.macro).last;
  variables_.resize(range.slot + (expr.variable2.empty() ? 1 : 2));
  Value result;
  switch (expr.macro) {
    case Macro::all:
    case Macro::exists:
      result = quantifier(expr, range);
      break;
    case Macro::exists_one:
      result = exactly_one(expr, range);
      break;
    case Macro::transform_map:
    case Macro::transform_map_entry:
      result = collect_map(expr, range);
      break;
    case Macro::sort_by:
      result = sort_by(expr, range);
      break;
    default:
      result = collect(expr, range);
      break;
  }
  variables_.resize(range.slot);
  charge(last);
  return result;
}

Value Evaluator::quantifier(const Expr& expr, Range& range)
{
  const bool decides = expr.macro == Macro::exists;
  Value result(!decides);
  for (std::size_t index = 0; index < range.size; ++index) {
    bind(expr, range, index);
    auto value = evaluate(*expr.args.back());
    const auto* flag = value.get_if<bool>();
    if (flag != nullptr && *flag == decides) return value;
    if (flag != nullptr || result.is_error()) continue;
    result = value.is_error() ? std::move(value) : no_such_overload();
  }
  return result;
}

Value Evaluator::exactly_one(const Expr& expr, Range& range)
{
  Value problem;
  std::size_t count = 0;
  for (std::size_t index = 0; index < range.size; ++index) {
    bind(expr, range, index);
    auto value = evaluate(*expr.args.back());
    const auto* flag = value.get_if<bool>();
    if (flag == nullptr) {
      problem = value.is_error() ? std::move(value) : no_such_overload();
    } else if (*flag) {
      ++count;
    }
  }
  return problem.is_error() ? problem : Value(count == 1);
}

Value Evaluator::collect(const Expr& expr, Range& range)
{
  Value problem;
  std::vector<Value> items;
  const bool filters = expr.macro == Macro::filter;
  for (std::size_t index = 0; index < range.size; ++index) {
    bind(expr, range, index);
    if (filters || expr.filtered) {
      auto condition = evaluate(*expr.args[1]);
      const auto* flag = condition.get_if<bool>();
      if (flag == nullptr) {
        problem = condition.is_error() ? std::move(condition) : no_such_overload();
        continue;
      }
      if (!*flag) continue;
    }
    auto item = filters ? variables_[range.slot] : evaluate(*expr.args.back());
    if (problem.is_error()) continue;
    if (item.is_error()) {
      problem = std::move(item);
    } else {
      items.push_back(std::move(item));
    }
  }
  return problem.is_error() ? problem : Value::list(std::move(items));
}

Value Evaluator::collect_map(const Expr& expr, Range& range)
{
  auto entries = std::make_shared<Map::Entries>();
  for (std::size_t index = 0; index < range.size; ++index) {
    bind(expr, range, index);
    if (expr.filtered) {
      auto condition = evaluate(*expr.args[1]);
      if (condition.is_error()) return condition;
      if (!is_true(condition)) continue;
    }
    const auto key = variables_[range.slot];
    auto value = evaluate(*expr.args.back());
    if (value.is_error()) return value;
    if (expr.macro == Macro::transform_map) {
      entries->emplace(key_code(key), std::pair(key, std::move(value)));
      continue;
    }
    const auto* entry = value.get_if<Map>();
    if (entry == nullptr) return no_such_overload();
    for (const auto& name : map_keys(*entry)) {
      auto member = map_find(*entry, name);
      if (member && member->is_error()) return *member;
      if (!entries->emplace(key_code(name), std::pair(name, member ? *member : Value())).second) {
        return Value::error("insert failed: key " + key_text(name) + " already exists");
      }
    }
  }
  Map result;
  result.own = std::move(entries);
  return {std::move(result)};
}

Value Evaluator::sort_by(const Expr& expr, Range& range)
{
  if (range.list == nullptr) return no_such_overload();
  std::vector<std::pair<Value, Value>> items;
  for (std::size_t index = 0; index < range.size; ++index) {
    bind(expr, range, index);
    auto item = variables_[range.slot];
    auto key = evaluate(*expr.args.back());
    if (key.is_error()) return key;
    if (item.is_error()) return item;
    auto order = compare(items.empty() ? key : items.front().first, key);
    if (order.is_error()) return order;
    items.emplace_back(std::move(key), std::move(item));
  }
  charge(items.size());
  items = sorted(std::move(items), [](const auto& a, const auto& b) {
    const auto order = compare(a.first, b.first);
    const auto* number = order.template get_if<std::int64_t>();
    return number != nullptr && *number < 0;
  });
  std::vector<Value> result;
  result.reserve(items.size());
  for (auto& [key, item] : items) result.push_back(std::move(item));
  return Value::list(std::move(result));
}

Value Evaluator::optional_macro(const Expr& expr)
{
  auto range = evaluate(*expr.args.front());
  if (range.is_error()) return range;
  const auto* optional = range.get_if<Optional>();
  if (optional == nullptr) return no_such_overload();
  charge(costs::of(expr.macro).last);
  if (!optional->value) return {Optional{}};
  variables_.push_back(*optional->value);
  auto value = evaluate(*expr.args.back());
  variables_.pop_back();
  if (value.is_error() || expr.macro == Macro::opt_flat_map) return value;
  return {Optional{std::make_shared<const Value>(std::move(value))}};
}

}  // namespace kubexx::cel::detail
