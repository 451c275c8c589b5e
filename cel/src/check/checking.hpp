// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "check/unify.hpp"
#include "kubexx/cel/detail/checker.hpp"

namespace kubexx::cel::detail {

/// One check of one expression, as cel-go's checker/checker.go. The depth of the tree is bounded by the parser.
class Checker {
public:
  Checker(const std::vector<Variable>& variables, std::vector<bool>& uses, Issues& issues, bool patches);

  void run(Expr& expr)
  {
    check(expr);
    finish(expr);
  }

private:
  void issue(const Expr& expr, std::string message) { issues_.push_back({expr.at, std::move(message)}); }
  const TypePtr& boolean() const { return simple_type(Type::Kind::boolean); }
  void mismatch(const Expr& expr, const TypePtr& wanted, const TypePtr& found);
  /// Replaces what is left of type variables.
  void finish(Expr& expr);
  void check(Expr& expr);
  bool resolve_type(Expr& expr, const std::string& name);
  /// A variable with a name such as "authorizer.requestResource", or a lazy field.
  bool resolve_member(Expr& expr);
  /// has() of such a field is true.
  void make_lazy(Expr& expr, const TypePtr& type, std::size_t field) const;
  bool resolve_variable(Expr& expr);
  void check_ident(Expr& expr);
  /// "a.b.c"; empty when it is more than names.
  static std::string qualified(const Expr& expr);
  void check_select(Expr& expr);
  TypePtr select_type(const Expr& expr, Expr& operand, const std::string& field, bool optional);
  void check_call(Expr& expr);
  void resolve(Expr& expr, const std::vector<Overload>& overloads);
  void no_match(Expr& expr, const std::string& name, const std::vector<TypePtr>& types, bool member);
  [[nodiscard]] const std::vector<Overload>* overloads_of(const std::string& name) const;
  [[nodiscard]] TypePtr type_named(const std::string& name) const;

  // checker_aggregates.cpp
  /// The type of a literal's elements so far; check_literals() refuses those that differ.
  TypePtr join(const TypePtr& previous, const TypePtr& current);
  TypePtr unwrapped(const Expr& expr, bool optional);
  void check_list(Expr& expr);
  void check_map(Expr& expr);
  void check_object(Expr& expr);

  // checker_macros.cpp
  void declare_variables(const Expr& expr, Expr& range);
  void check_macro(Expr& expr);
  void check_sort(Expr& expr, const Expr& range, const Expr& body);
  void check_optional_macro(Expr& expr);

  std::vector<Variable> scope_;
  std::vector<bool>& uses_;
  Issues& issues_;
  std::size_t globals_;
  bool qualified_ = false;  ///< whether a variable has a dot in its name
  Unifier unifier_;
  bool patches_;
};

}  // namespace kubexx::cel::detail
