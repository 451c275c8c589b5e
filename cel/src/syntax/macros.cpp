// SPDX-License-Identifier: Apache-2.0
// The macros of the language, of two-variable comprehensions, of optional values and of lists.sortBy.
#include "syntax/macros.hpp"

#include <algorithm>
#include <array>

namespace kubexx::cel::detail {
namespace {

struct Shape {
  std::string_view name;
  Macro macro;
  std::size_t args;  // without the receiver
  std::size_t variables;
  bool filtered;
};

constexpr std::array<Shape, 19> shapes{{{"all", Macro::all, 2, 1, false},
                                        {"exists", Macro::exists, 2, 1, false},
                                        {"exists_one", Macro::exists_one, 2, 1, false},
                                        {"existsOne", Macro::exists_one, 2, 1, false},
                                        {"map", Macro::map, 2, 1, false},
                                        {"map", Macro::map, 3, 1, true},
                                        {"filter", Macro::filter, 2, 1, false},
                                        {"sortBy", Macro::sort_by, 2, 1, false},
                                        {"optMap", Macro::opt_map, 2, 1, false},
                                        {"optFlatMap", Macro::opt_flat_map, 2, 1, false},
                                        {"all", Macro::all, 3, 2, false},
                                        {"exists", Macro::exists, 3, 2, false},
                                        {"exists_one", Macro::exists_one, 3, 2, false},
                                        {"existsOne", Macro::exists_one, 3, 2, false},
                                        {"transformList", Macro::transform_list, 3, 2, false},
                                        {"transformList", Macro::transform_list, 4, 2, true},
                                        {"transformMap", Macro::transform_map, 3, 2, false},
                                        {"transformMap", Macro::transform_map, 4, 2, true},
                                        {"transformMapEntry", Macro::transform_map_entry, 3, 2, false}}};

ExprPtr failed(std::size_t at, std::string message, Issues& issues)
{
  issues.push_back({at, std::move(message)});
  auto expr = std::make_unique<Expr>();
  expr->at = at;
  return expr;
}

ExprPtr presence(std::size_t at, std::vector<ExprPtr>& args, Issues& issues)
{
  if (args.front()->kind != Expr::Kind::select || args.front()->test_only) {
    return failed(args.front()->at, "invalid argument to has() macro", issues);
  }
  auto expr = std::move(args.front());
  expr->test_only = true;
  expr->at = at;
  return expr;
}

}  // namespace

ExprPtr expand_macro(const std::string& name, std::size_t at, bool member, std::vector<ExprPtr>& args, Issues& issues)
{
  if (!member) return name == "has" && args.size() == 1 ? presence(at, args, issues) : nullptr;
  const auto count = args.size() - 1;
  Shape shape{};
  if (const auto* found = std::find_if(shapes.begin(), shapes.end(),
                                       [&](const Shape& one) { return one.name == name && one.args == count; });
      found != shapes.end()) {
    shape = *found;
  } else if (name == "transformMapEntry" && count == 4) {
    shape = {name, Macro::transform_map_entry, 4, 2, true};
  } else {
    return nullptr;
  }
  for (std::size_t index = 1; index <= shape.variables; ++index) {
    const auto& variable = *args[index];
    if (variable.kind != Expr::Kind::ident) return failed(variable.at, "argument must be a simple name", issues);
  }
  if (shape.variables == 2 && args[1]->name == args[2]->name) {
    return failed(args[2]->at, "duplicate variable name: " + args[1]->name, issues);
  }
  auto expr = std::make_unique<Expr>();
  expr->kind = Expr::Kind::macro;
  expr->at = at;
  expr->name = name;
  expr->macro = shape.macro;
  expr->filtered = shape.filtered;
  expr->variable = args[1]->name;
  if (shape.variables == 2) expr->variable2 = args[2]->name;
  expr->args.push_back(std::move(args.front()));
  for (std::size_t index = 1 + shape.variables; index < args.size(); ++index) {
    expr->args.push_back(std::move(args[index]));
  }
  for (const auto& arg : expr->args) expr->depth = std::max(expr->depth, arg->depth + 2);
  return expr;
}

}  // namespace kubexx::cel::detail
