// SPDX-License-Identifier: Apache-2.0
// As cel-go's checker/checker.go. The depth of the tree is bounded by the parser.
#include "cel/checker.hpp"

#include "cel/unify.hpp"

namespace kubexx::apiserver::cel {
namespace {

using Kind = Type::Kind;

class Checker {
public:
  Checker(const std::vector<Variable>& variables, std::vector<bool>& uses, Issues& issues)
      : scope_(variables), uses_(uses), issues_(issues), globals_(variables.size())
  {
    uses_.assign(globals_, false);
  }

  void run(Expr& expr)
  {
    check(expr);
    finish(expr);
  }

private:
  void issue(const Expr& expr, std::string message) { issues_.push_back({expr.at, std::move(message)}); }
  const TypePtr& boolean() const { return simple_type(Kind::boolean); }

  void mismatch(const Expr& expr, const TypePtr& wanted, const TypePtr& found)
  {
    issue(expr, "expected type '" + to_string(*unifier_.substitute(wanted, true)) + "' but found '" +
                    to_string(*unifier_.substitute(found, true)) + "'");
  }

  /// Replaces what is left of type variables.
  void finish(Expr& expr)
  {
    for (auto& arg : expr.args) finish(*arg);
    expr.type = expr.type ? unifier_.substitute(expr.type, true) : simple_type(Kind::dyn);
  }

  void check(Expr& expr)
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
      case Expr::Kind::macro:
        check_macro(expr);
        return;
    }
  }

  bool resolve_type(Expr& expr, const std::string& name)
  {
    auto named = named_type(name);
    if (!named) return false;
    expr.kind = Expr::Kind::ident;
    expr.slot = no_slot;
    expr.value = Value(TypeValue{named});
    expr.type = type_of_type(named);
    expr.args.clear();
    return true;
  }

  bool resolve_variable(Expr& expr)
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

  void check_ident(Expr& expr)
  {
    if (resolve_variable(expr) || resolve_type(expr, expr.name)) return;
    expr.type = simple_type(Kind::error);
    issue(expr, "undeclared reference to '" + expr.name + "' (in container '')");
  }

  /// "a.b.c"; empty when it is more than names.
  static std::string qualified(const Expr& expr)
  {
    if (expr.kind == Expr::Kind::ident) return expr.name;
    if (expr.kind != Expr::Kind::select || expr.test_only) return {};
    const auto prefix = qualified(*expr.args.front());
    return prefix.empty() ? prefix : prefix + "." + expr.name;
  }

  void check_select(Expr& expr)
  {
    if (const auto name = qualified(expr); !name.empty() && resolve_type(expr, name)) return;
    const auto type = select_type(expr, *expr.args.front(), expr.name, false);
    expr.type = expr.test_only ? boolean() : type;
  }

  TypePtr select_type(const Expr& expr, Expr& operand, const std::string& field, bool optional)
  {
    check(operand);
    auto target = unifier_.substitute(operand.type, false);
    const bool was_optional = is_optional(*target);
    if (was_optional) target = target->params[0];
    TypePtr result = simple_type(Kind::dyn);
    if (target->kind == Kind::map) {
      result = target->params[1];
    } else if (target->kind == Kind::object) {
      const auto found = target->fields.find(field);
      if (found != target->fields.end()) {
        result = found->second.type;
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

  void check_call(Expr& expr)
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
      if (!prefix.empty() && (find_overloads(name) != nullptr || is_unsupported(name))) {
        expr.name = name;
        expr.member = false;
        expr.args.erase(expr.args.begin());
      }
    }
    for (auto& arg : expr.args) check(*arg);
    const auto* overloads = find_overloads(expr.name);
    if (overloads == nullptr) {
      expr.type = simple_type(Kind::error);
      issue(expr, is_unsupported(expr.name) ? "function '" + expr.name + "' is not supported by this server"
                                            : "undeclared reference to '" + expr.name + "' (in container '')");
      return;
    }
    resolve(expr, *overloads);
  }

  void resolve(Expr& expr, const std::vector<Overload>& overloads)
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

  void no_match(Expr& expr, const std::string& name, const std::vector<TypePtr>& types, bool member)
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

  /// The type of a literal's elements so far; check_literals() refuses those that differ.
  TypePtr join(const TypePtr& previous, const TypePtr& current)
  {
    if (!previous) return current;
    if (unifier_.assignable(previous, current)) return Unifier::most_general(previous, current);
    return simple_type(Kind::dyn);
  }

  TypePtr unwrapped(const Expr& expr, bool optional)
  {
    if (!optional) return expr.type;
    auto type = unifier_.substitute(expr.type, false);
    if (is_optional(*type)) return type->params[0];
    if (type->kind != Kind::dyn) mismatch(expr, optional_of(type), type);
    return type;
  }

  void check_list(Expr& expr)
  {
    TypePtr element;
    for (std::size_t index = 0; index < expr.args.size(); ++index) {
      auto& item = *expr.args[index];
      check(item);
      element = join(element, unwrapped(item, !expr.optional.empty() && expr.optional[index]));
    }
    expr.type = list_of(element ? element : unifier_.fresh());
  }

  void check_map(Expr& expr)
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

  void declare_variables(const Expr& expr, Expr& range)
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

  void check_macro(Expr& expr)
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

  void check_sort(Expr& expr, const Expr& range, const Expr& body)
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

  void check_optional_macro(Expr& expr)
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

  std::vector<Variable> scope_;
  std::vector<bool>& uses_;
  Issues& issues_;
  std::size_t globals_;
  Unifier unifier_;
};

}  // namespace

void check(Expr& expr, const std::vector<Variable>& variables, Patterns& patterns, std::vector<bool>& uses,
           Issues& issues)
{
  Checker(variables, uses, issues).run(expr);
  if (issues.empty()) check_literals(expr, patterns, issues);
}

}  // namespace kubexx::apiserver::cel
