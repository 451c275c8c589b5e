// SPDX-License-Identifier: Apache-2.0
// Macros, which are nodes of their own.
#include "check/checking.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

}  // namespace

void Checker::declare_variables(const Expr& expr, Expr& range)
{
  const auto type = unifier_.substitute(range.type, false);
  const bool two = !expr.variable2.empty();
  TypePtr first = simple_type(Kind::dyn);
  TypePtr second = first;
  if (type->kind == Kind::list) {
    first = two ? simple_type(Kind::integer) : type->params[0];
    second = type->params[0];
  } else if (type->kind == Kind::map) {
    first = type->params[0];
    second = type->params[1];
  } else if (is_dyn_or_error(*type) || type->kind == Kind::param) {
    unifier_.assignable(simple_type(Kind::dyn), type);
  } else {
    issue(range, "expression of type '" + to_string(*type) +
                     "' cannot be range of a comprehension (must be list, map, or dynamic)");
    first = second = simple_type(Kind::error);
  }
  scope_.push_back({expr.variable, first});
  if (two) scope_.push_back({expr.variable2, second});
}

void Checker::check_macro(Expr& expr)
{
  if (expr.macro == Macro::opt_map || expr.macro == Macro::opt_flat_map) {
    check_optional_macro(expr);
    return;
  }
  auto& range = *expr.args.front();
  check(range);
  const auto depth = scope_.size();
  declare_variables(expr, range);
  for (std::size_t index = 1; index < expr.args.size(); ++index) check(*expr.args[index]);
  auto element = expr.variable2.empty() ? scope_[depth].type : scope_[depth + 1].type;
  const auto key = scope_[depth].type;
  scope_.resize(depth);
  const auto& body = *expr.args.back();
  const auto list = [&](const TypePtr& type) { return list_of(unifier_.substitute(type, false)); };
  const bool filters = expr.filtered || expr.macro == Macro::filter || expr.macro == Macro::exists_one;
  switch (expr.macro) {
    case Macro::all:
    case Macro::exists:
      if (!unifier_.assignable(body.type, boolean())) mismatch(body, boolean(), body.type);
      expr.type = boolean();
      break;
    case Macro::exists_one:
      expr.type = boolean();
      break;
    case Macro::filter:
      expr.type = list(element);
      break;
    case Macro::map:
    case Macro::transform_list:
      expr.type = list(body.type);
      break;
    case Macro::transform_map:
      expr.type = map_of(key, body.type);
      break;
    case Macro::transform_map_entry:
      expr.type = map_of(unifier_.fresh(), unifier_.fresh());
      if (!unifier_.assignable(body.type, expr.type)) no_match(expr, "cel.@mapInsert", {expr.type, body.type}, false);
      break;
    default:
      check_sort(expr, range, body);
      break;
  }
  if (!filters) return;
  const auto& condition = expr.filtered ? *expr.args[1] : body;
  if (unifier_.assignable(condition.type, boolean())) return;
  const auto result = expr.macro == Macro::exists_one ? simple_type(Kind::integer) : expr.type;
  no_match(expr, "_?_:_", {condition.type, result, result}, false);
}

void Checker::check_sort(Expr& expr, const Expr& range, const Expr& body)
{
  expr.type = range.type;
  const auto list = list_of(unifier_.fresh());
  if (!unifier_.assignable(range.type, list)) {
    no_match(expr, "@sortByAssociatedKeys", {range.type, list_of(body.type)}, true);
    return;
  }
  const auto key = unifier_.substitute(body.type, true);
  switch (key->kind) {
    case Kind::list:
    case Kind::map:
    case Kind::object:
    case Kind::opaque:
    case Kind::null:
    case Kind::type:
      no_match(expr, "@sortByAssociatedKeys", {range.type, list_of(key)}, true);
      break;
    default:
      break;
  }
}

void Checker::check_optional_macro(Expr& expr)
{
  auto& range = *expr.args.front();
  check(range);
  const auto value = unifier_.fresh();
  if (!unifier_.assignable(range.type, optional_of(value))) no_match(expr, "hasValue", {range.type}, true);
  scope_.push_back({expr.variable, value});
  auto& body = *expr.args.back();
  check(body);
  scope_.pop_back();
  if (expr.macro == Macro::opt_map) {
    expr.type = optional_of(body.type);
    return;
  }
  const auto result = optional_of(unifier_.fresh());
  if (!unifier_.assignable(body.type, result)) no_match(expr, "_?_:_", {boolean(), body.type, result}, false);
  if (expr.type == nullptr) expr.type = result;
}

}  // namespace kubexx::cel::detail
