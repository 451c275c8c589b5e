// SPDX-License-Identifier: Apache-2.0
// Lists, maps and objects.
#include "check/checking.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

}  // namespace

TypePtr Checker::join(const TypePtr& previous, const TypePtr& current)
{
  if (!previous) return current;
  if (unifier_.assignable(previous, current)) return Unifier::most_general(previous, current);
  return simple_type(Kind::dyn);
}

TypePtr Checker::unwrapped(const Expr& expr, bool optional)
{
  if (!optional) return expr.type;
  auto type = unifier_.substitute(expr.type, false);
  if (is_optional(*type)) return type->params[0];
  if (type->kind != Kind::dyn) mismatch(expr, optional_of(type), type);
  return type;
}

void Checker::check_list(Expr& expr)
{
  TypePtr element;
  for (std::size_t index = 0; index < expr.args.size(); ++index) {
    auto& item = *expr.args[index];
    check(item);
    element = join(element, unwrapped(item, !expr.optional.empty() && expr.optional[index]));
  }
  expr.type = list_of(element ? element : unifier_.fresh());
}

void Checker::check_map(Expr& expr)
{
  TypePtr key;
  TypePtr value;
  for (std::size_t index = 0; index < expr.args.size(); index += 2) {
    check(*expr.args[index]);
    key = join(key, expr.args[index]->type);
    auto& item = *expr.args[index + 1];
    check(item);
    value = join(value, unwrapped(item, !expr.optional.empty() && expr.optional[index / 2]));
  }
  expr.type = map_of(key ? key : unifier_.fresh(), value ? value : unifier_.fresh());
}

void Checker::check_object(Expr& expr)
{
  const auto type = type_named(expr.name);
  expr.type = simple_type(Kind::error);
  if (!type) return issue(expr, "undeclared reference to '" + expr.name + "' (in container '')");
  if (type->kind == Kind::object) {
    expr.type = type;
  } else {
    issue(expr, "'" + expr.name + "' is not a message type");
  }
  for (std::size_t index = 0; index < expr.args.size(); ++index) {
    auto& value = *expr.args[index];
    check(value);
    const auto given = unwrapped(value, !expr.optional.empty() && expr.optional[index]);
    if (type->any_field || type->kind != Kind::object) continue;
    const auto& [field, at] = expr.fields[index];
    const auto known = type->fields.find(field);
    if (known == type->fields.end()) {
      issues_.push_back({at, "undefined field '" + field + "'"});
    } else if (const auto& wanted = known->second.type; !unifier_.assignable(given, wanted)) {
      issues_.push_back({at, "expected type of field '" + field + "' is '" + to_string(*wanted) +
                                 "' but provided type is '" + to_string(*unifier_.substitute(given, true)) + "'"});
    }
  }
}

}  // namespace kubexx::cel::detail
