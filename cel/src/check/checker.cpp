// SPDX-License-Identifier: Apache-2.0
// Names, selections and calls.
#include "check/checking.hpp"

#include "kubexx/cel/detail/patches.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

}  // namespace

Checker::Checker(const std::vector<Variable>& variables, std::vector<bool>& uses, Issues& issues, bool patches)
    : scope_(variables), uses_(uses), issues_(issues), globals_(variables.size()), patches_(patches)
{
  for (const auto& variable : variables) qualified_ = qualified_ || variable.name.find('.') != std::string::npos;
  uses_.assign(globals_, false);
}

const std::vector<Overload>* Checker::overloads_of(const std::string& name) const
{
  const auto* found = find_overloads(name);
  static const std::string_view of_patches = patch_functions().front().name;
  return !patches_ && name == of_patches ? nullptr : found;
}

TypePtr Checker::type_named(const std::string& name) const
{
  auto of_patches = patches_ ? patch_type(name) : nullptr;
  return of_patches ? of_patches : named_type(name);
}

void Checker::mismatch(const Expr& expr, const TypePtr& wanted, const TypePtr& found)
{
  issue(expr, "expected type '" + to_string(*unifier_.substitute(wanted, true)) + "' but found '" +
                  to_string(*unifier_.substitute(found, true)) + "'");
}

void Checker::finish(Expr& expr)
{
  for (auto& arg : expr.args) finish(*arg);
  expr.type = expr.type ? unifier_.substitute(expr.type, true) : simple_type(Kind::dyn);
}

void Checker::check(Expr& expr)
{
  switch (expr.kind) {
    case Expr::Kind::literal:
      expr.type = simple_type(kind_of(expr.value));
      return;
    case Expr::Kind::ident:
      check_ident(expr);
      return;
    case Expr::Kind::select:
      check_select(expr);
      return;
    case Expr::Kind::call:
      check_call(expr);
      return;
    case Expr::Kind::list:
      check_list(expr);
      return;
    case Expr::Kind::map:
      check_map(expr);
      return;
    case Expr::Kind::object:
      check_object(expr);
      return;
    case Expr::Kind::macro:
      check_macro(expr);
      return;
  }
}

bool Checker::resolve_type(Expr& expr, const std::string& name)
{
  auto named = type_named(name);
  if (!named) return false;
  expr.kind = Expr::Kind::ident;
  expr.slot = no_slot;
  expr.value = Value(TypeValue{named});
  expr.type = type_of_type(named);
  expr.args.clear();
  return true;
}

bool Checker::resolve_member(Expr& expr)
{
  auto& operand = *expr.args.front();
  if (operand.kind != Expr::Kind::ident) return false;
  for (auto slot = scope_.size(); slot > 0; --slot) {
    const auto& variable = scope_[slot - 1];
    if (variable.name != operand.name) continue;
    if (slot > globals_) return false;
    if (!variable.lazy_fields) break;
    const auto found = variable.lazy_fields->find(expr.name);
    if (found == variable.lazy_fields->end()) break;
    make_lazy(expr, variable.type->fields.at(expr.name).type, found->second);
    return true;
  }
  if (!qualified_ || expr.test_only) return false;
  for (std::size_t slot = 0; slot < globals_; ++slot) {
    if (scope_[slot].name != operand.name + "." + expr.name) continue;
    expr.kind = Expr::Kind::ident;
    expr.slot = slot;
    expr.type = scope_[slot].type;
    uses_[slot] = true;
    expr.args.clear();
    return true;
  }
  return false;
}

void Checker::make_lazy(Expr& expr, const TypePtr& type, std::size_t field) const
{
  expr.args.clear();
  if (expr.test_only) {
    expr.kind = Expr::Kind::literal;
    expr.value = Value(true);
    expr.type = boolean();
    return;
  }
  expr.kind = Expr::Kind::ident;
  expr.lazy = true;
  expr.slot = field;
  expr.type = type;
}

bool Checker::resolve_variable(Expr& expr)
{
  for (auto slot = scope_.size(); slot > 0; --slot) {
    if (scope_[slot - 1].name != expr.name) continue;
    expr.slot = slot - 1;
    expr.type = scope_[slot - 1].type;
    if (expr.slot < globals_) uses_[expr.slot] = true;
    return true;
  }
  return false;
}

void Checker::check_ident(Expr& expr)
{
  if (resolve_variable(expr) || resolve_type(expr, expr.name)) return;
  expr.type = simple_type(Kind::error);
  issue(expr, "undeclared reference to '" + expr.name + "' (in container '')");
}

std::string Checker::qualified(const Expr& expr)
{
  if (expr.kind == Expr::Kind::ident) return expr.name;
  if (expr.kind != Expr::Kind::select || expr.test_only) return {};
  const auto prefix = qualified(*expr.args.front());
  return prefix.empty() ? prefix : prefix + "." + expr.name;
}

void Checker::check_select(Expr& expr)
{
  if (resolve_member(expr)) return;
  if (const auto name = qualified(expr); !name.empty() && resolve_type(expr, name)) return;
  const auto type = select_type(expr, *expr.args.front(), expr.name, false);
  expr.type = expr.test_only ? boolean() : type;
}

TypePtr Checker::select_type(const Expr& expr, Expr& operand, const std::string& field, bool optional)
{
  check(operand);
  auto target = unifier_.substitute(operand.type, false);
  const bool was_optional = is_optional(*target);
  if (was_optional) target = target->params[0];
  TypePtr result = simple_type(Kind::dyn);
  if (target->kind == Kind::map) {
    result = target->params[1];
  } else if (target->kind == Kind::object) {
    const Type::Field* found = find_field(*target, field);
    if (target->any_field) {
      result = simple_type(Kind::dyn);
    } else if (found != nullptr) {
      result = found->type;
    } else {
      issue(expr, "undefined field '" + field + "'");
      result = simple_type(Kind::error);
    }
  } else if (target->kind == Kind::param) {
    unifier_.assignable(simple_type(Kind::dyn), target);
  } else if (!is_dyn_or_error(*target)) {
    issue(expr, "type '" + to_string(*target) + "' does not support field selection");
    result = simple_type(Kind::error);
  }
  return was_optional || optional ? optional_of(result) : result;
}

void Checker::check_call(Expr& expr)
{
  if (expr.name == "_?._") {
    expr.type = select_type(expr, *expr.args[0], *expr.args[1]->value.text_if(), true);
    check(*expr.args[1]);
    for (const auto& overload : *find_overloads(expr.name)) expr.overloads.push_back(&overload);
    return;
  }
  if (expr.member) {
    const auto prefix = qualified(*expr.args.front());
    const auto name = prefix + "." + expr.name;
    if (!prefix.empty() && overloads_of(name) != nullptr) {
      expr.name = name;
      expr.member = false;
      expr.args.erase(expr.args.begin());
    }
  }
  for (auto& arg : expr.args) check(*arg);
  const auto* overloads = overloads_of(expr.name);
  if (overloads == nullptr) {
    expr.type = simple_type(Kind::error);
    issue(expr, "undeclared reference to '" + expr.name + "' (in container '')");
    return;
  }
  resolve(expr, *overloads);
}

void Checker::resolve(Expr& expr, const std::vector<Overload>& overloads)
{
  if (expr.name == "_&&_" || expr.name == "_||_") {
    for (const auto& arg : expr.args) {
      if (!unifier_.assignable(arg->type, boolean())) mismatch(*arg, boolean(), arg->type);
    }
    expr.type = boolean();
    expr.overloads.push_back(&overloads.front());
    return;
  }
  std::vector<TypePtr> types;
  types.reserve(expr.args.size());
  for (const auto& arg : expr.args) types.push_back(arg->type);
  for (const auto& overload : overloads) {
    if (overload.member != expr.member) continue;
    std::map<std::string, TypePtr> names;
    for (const auto& name : overload.type_params) names[name] = unifier_.fresh();
    std::vector<TypePtr> wanted;
    wanted.reserve(overload.args.size());
    for (const auto& arg : overload.args) wanted.push_back(Unifier::instantiate(arg, names));
    if (!unifier_.assignable(types, wanted)) continue;
    expr.overloads.push_back(&overload);
    auto result = unifier_.substitute(Unifier::instantiate(overload.result, names), false);
    if (!expr.type) {
      expr.type = std::move(result);
    } else if (expr.type->kind != Kind::dyn && !same_type(*expr.type, *result)) {
      expr.type = simple_type(Kind::dyn);
    }
  }
  if (expr.overloads.empty()) no_match(expr, expr.name, types, expr.member);
}

void Checker::no_match(Expr& expr, const std::string& name, const std::vector<TypePtr>& types, bool member)
{
  expr.type = simple_type(Kind::error);
  std::string text;
  for (std::size_t index = member ? 1 : 0; index < types.size(); ++index) {
    text += (text.empty() ? "" : ", ") + to_string(*unifier_.substitute(types[index], true));
  }
  text = "(" + text + ")";
  if (member) text = to_string(*unifier_.substitute(types.front(), true)) + "." + text;
  issue(expr, "found no matching overload for '" + name + "' applied to '" + text + "'");
}

void check(Expr& expr, const std::vector<Variable>& variables, Constants& constants, std::vector<bool>& uses,
           Issues& issues, bool patches)
{
  Checker(variables, uses, issues, patches).run(expr);
  if (issues.empty()) check_literals(expr, constants, issues);
}

}  // namespace kubexx::cel::detail
