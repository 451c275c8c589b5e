// SPDX-License-Identifier: Apache-2.0
// As cel-go's cel/validator.go, and what its planner finds out before the first evaluation.
#include <algorithm>
#include <array>

#include "functions/format.hpp"
#include "kubexx/cel/detail/checker.hpp"
#include "kubexx/cel/detail/patches.hpp"
#include "values/time.hpp"

namespace kubexx::cel::detail {
namespace {

/// Every `step`th argument from `first` on has the type of the first of them; of a list, the first that has not is
/// named.
void check_same_types(const Expr& expr, std::size_t first, std::size_t step, Issues& issues)
{
  const auto type_of = [&](std::size_t index) {
    const bool optional = !expr.optional.empty() && expr.optional[index / step] && first + 1 == step;
    const auto& type = expr.args[index]->type;
    return optional && is_optional(*type) ? type->params[0] : type;
  };
  if (expr.args.empty()) return;
  const auto wanted = type_of(first);
  for (auto index = first + step; index < expr.args.size(); index += step) {
    const auto type = type_of(index);
    if (same_type(*wanted, *type)) continue;
    issues.push_back(
        {expr.args[index]->at, "expected type '" + to_string(*wanted) + "' but found '" + to_string(*type) + "'"});
    if (step == 1) return;
  }
}

}  // namespace

void check_literals(const Expr& expr, Constants& constants, Issues& issues, bool within_format)
{
  const bool is_format = expr.kind == Expr::Kind::call && expr.name == "format";
  for (const auto& arg : expr.args) check_literals(*arg, constants, issues, within_format || is_format);
  // The arguments of format() may be of any types.
  if (expr.kind == Expr::Kind::list && !within_format) check_same_types(expr, 0, 1, issues);
  if (expr.kind == Expr::Kind::map && !within_format) {
    check_same_types(expr, 0, 2, issues);
    check_same_types(expr, 1, 2, issues);
  }
  if (expr.kind != Expr::Kind::call || expr.args.empty()) return;
  const auto last = [&](std::size_t index) -> const std::string* {
    if (index >= expr.args.size() || expr.args[index]->kind != Expr::Kind::literal) return nullptr;
    return expr.args[index]->value.text_if();
  };
  const auto refuse = [&](std::size_t index, const std::string& message) {
    issues.push_back({expr.args[index]->at, message});
  };
  if (is_format && expr.member) check_format(expr, issues);
  if (expr.name == "duration" || expr.name == "timestamp") {
    const auto* text = last(0);
    if (text == nullptr) return;
    const bool good = expr.name == "duration" ? parse_duration(*text).has_value() : parse_date_time(*text).has_value();
    if (!good) refuse(0, "invalid " + expr.name + " argument");
  } else if (expr.name == "matches" || expr.name == "find" || expr.name == "findAll") {
    const auto* text = last(1);
    if (text == nullptr) return;
    std::string problem;
    if (auto pattern = Pattern::compile(*text, problem)) {
      constants.patterns.emplace(*text, std::move(pattern));
    } else if (expr.name == "matches") {
      refuse(1, "invalid matches argument");
    }
  } else if (expr.name.starts_with("get") && expr.args.size() == 2) {
    const auto* zone = last(1);
    if (zone == nullptr || zone->find(':') != std::string::npos) return;
    std::string problem;
    if (auto read = TimeZone::load(*zone, problem)) constants.zones.emplace(*zone, std::move(read));
  }
}

std::string constant_problem(const Expr& expr)
{
  for (const auto& arg : expr.args) {
    if (auto problem = constant_problem(*arg); !problem.empty()) return problem;
  }
  if (expr.kind == Expr::Kind::ident) {
    const auto* named = expr.value.get_if<TypeValue>();  // which the planner looks up where no patch has its types
    const bool of_patches = named != nullptr && patch_type(named->type->name) != nullptr;
    return of_patches ? "reference to undefined type: " + named->type->name : std::string();
  }
  if (expr.kind != Expr::Kind::call) return {};
  const auto constant = [&](std::size_t index) {
    return index < expr.args.size() && expr.args[index]->kind == Expr::Kind::literal;
  };
  if ((expr.name == "find" || expr.name == "findAll") && constant(1)) {
    std::string problem;
    const auto* text = expr.args[1]->value.text_if();
    if (text != nullptr && !Pattern::compile(*text, problem)) return problem;
  }
  static constexpr std::string_view conversions[] = {"bool", "bytes",  "double",    "duration",
                                                     "int",  "string", "timestamp", "uint"};
  if (std::find(std::begin(conversions), std::end(conversions), expr.name) == std::end(conversions)) return {};
  if (expr.args.size() != 1 || !constant(0)) return {};
  Session session;
  const std::array<Value, 1> args{expr.args.front()->value};
  const auto result = expr.overloads.front()->run(session, args);
  const auto* error = result.get_if<Error>();
  return error == nullptr ? std::string() : error->message;
}

}  // namespace kubexx::cel::detail
