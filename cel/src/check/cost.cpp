// SPDX-License-Identifier: Apache-2.0
// As cel-go's checker/cost.go with the estimates of k8s.io/apiserver/pkg/cel/library/cost.go.
#include "kubexx/cel/detail/cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "kubexx/cel/detail/functions.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

/// MaxNameFormatRegexSize, of which a quarter counts for each tenth of the text.
constexpr std::uint64_t longest_format_pattern = 128;
constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

struct Size {
  std::uint64_t min = 0;
  std::uint64_t max = unlimited;
};

Size fixed(std::uint64_t size)
{
  return {size, size};
}
Size joined(const Size& a, const Size& b)
{
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

class Estimator {
public:
  std::uint64_t cost(const Expr& expr)
  {
    switch (expr.kind) {
      case Expr::Kind::literal:
        return 0;
      case Expr::Kind::ident:
        return expr.lazy ? 2 : 1;
      case Expr::Kind::select:
        return select(expr);
      case Expr::Kind::call:
        return call(expr);
      case Expr::Kind::list:
        return sum(expr, costs::list);
      case Expr::Kind::map:
        return sum(expr, costs::map);
      case Expr::Kind::object:
        return sum(expr, costs::object);
      case Expr::Kind::macro:
        return macro(expr);
    }
    return 0;
  }

private:
  std::uint64_t sum(const Expr& expr, std::uint64_t base)
  {
    for (const auto& arg : expr.args) base = add_saturated(base, cost(*arg));
    return base;
  }

  std::uint64_t select(const Expr& expr)
  {
    const auto operand = cost(*expr.args.front());
    if (expr.test_only) return operand;
    const auto kind = expr.args.front()->type->kind;
    const bool counts = kind == Kind::map || kind == Kind::object || kind == Kind::param;
    return add_saturated(operand, counts ? 1 : 0);
  }

  std::optional<Size> known_size(const Expr& expr)
  {
    if (const auto found = sizes_.find(&expr); found != sizes_.end()) return found->second;
    if (expr.kind == Expr::Kind::literal) return fixed(cost_size(expr.value));
    if (expr.kind == Expr::Kind::list) return fixed(expr.args.size());
    if (expr.kind == Expr::Kind::map) return fixed(expr.args.size() / 2);
    if (expr.kind == Expr::Kind::ident && expr.slot == no_slot) return fixed(0);  // the name of a type
    const bool place = expr.kind == Expr::Kind::ident || expr.kind == Expr::Kind::select ||
                       (expr.kind == Expr::Kind::call && expr.name == "_[_]");
    if (place && expr.type->sized) return Size{0, expr.type->max_elements};
    switch (expr.type->kind) {
      case Kind::boolean:
      case Kind::number:
      case Kind::duration:
      case Kind::integer:
      case Kind::timestamp:
      case Kind::unsigned_:
        return fixed(1);
      default:
        return std::nullopt;
    }
  }

  Size size(const Expr& expr) { return known_size(expr).value_or(Size{}); }

  std::uint64_t call(const Expr& expr)
  {
    if (expr.name == "_?_:_") {
      const auto yes = cost(*expr.args[1]);
      const auto no = cost(*expr.args[2]);
      sizes_[&expr] = joined(size(*expr.args[1]), size(*expr.args[2]));
      return add_saturated(cost(*expr.args[0]), std::max(yes, no));
    }
    const auto args = sum(expr, 0);
    std::uint64_t most = 0;
    for (const auto* overload : expr.overloads) most = std::max(most, call_cost(expr, overload->cost));
    return add_saturated(args, most);
  }

  std::uint64_t text_of(const Expr& expr) { return scaled(size(expr).max, costs::text); }

  std::uint64_t regex(const Expr& expr)
  {
    sizes_[&expr] = Size{0, size(*expr.args[0]).max};
    const auto text = scaled(add_saturated(size(*expr.args[0]).max, 1), costs::text);
    return multiply_saturated(text, scaled(size(*expr.args[1]).max, costs::pattern));
  }

  std::uint64_t replace(const Expr& expr)
  {
    const auto all = size(*expr.args[0]);
    const auto old = size(*expr.args[1]);
    const auto fresh = size(*expr.args[2]);
    Size result{0, 0};
    if (old.min == 0) {
      result.max = add_saturated(multiply_saturated(add_saturated(all.max, 1), fresh.max), all.max);
    } else if (fresh.max <= old.min) {
      result.max = all.max;
    } else {
      const auto count = std::ceil(static_cast<double>(all.max) / static_cast<double>(old.min));
      result.max = multiply_saturated(count >= 1.8e19 ? unlimited : static_cast<std::uint64_t>(count), fresh.max);
    }
    sizes_[&expr] = result;
    return scaled(all.max, 2 * costs::text);
  }

  std::uint64_t split(const Expr& expr)
  {
    const auto all = size(*expr.args[0]);
    auto parts = all.max;
    if (expr.args.size() == 3 && expr.args[2]->kind == Expr::Kind::literal) {
      const auto* limit = expr.args[2]->value.get_if<std::int64_t>();
      if (limit != nullptr) parts = static_cast<std::uint64_t>(*limit);
    }
    sizes_[&expr] = Size{0, parts};
    return scaled(all.max, 2 * costs::text);
  }

  Size element_size(const Expr& list)
  {
    if (const auto& type = *list.type; type.kind == Kind::list && type.params[0]->sized && type.sized) {
      return Size{0, type.params[0]->max_elements};
    }
    return Size{};
  }

  std::uint64_t join(const Expr& expr)
  {
    const auto list = size(*expr.args[0]);
    auto result = multiply_saturated(list.max, element_size(*expr.args[0]).max);
    if (expr.args.size() == 2 && list.max > 0) {
      result = add_saturated(result, multiply_saturated(size(*expr.args[1]).max, list.max - 1));
    }
    sizes_[&expr] = Size{0, result};
    return scaled(result, costs::text);
  }

  std::uint64_t elements(const Expr& expr)
  {
    const auto& list = *expr.args[0];
    std::uint64_t each = 1;
    if (list.type->kind == Kind::list) {
      const auto kind = list.type->params[0]->kind;
      if (kind == Kind::string || kind == Kind::bytes) {
        each = add_saturated(each, scaled(element_size(list).max, costs::text));
      }
    }
    return multiply_saturated(size(list).max, each);
  }

  std::uint64_t keep_first(const Expr& expr)
  {
    sizes_[&expr] = size(*expr.args[0]);
    return text_of(*expr.args[0]);
  }

  Size keep_both(const Expr& expr)
  {
    const auto a = size(*expr.args[0]);
    const auto b = size(*expr.args[1]);
    const Size both{add_saturated(a.min, b.min), add_saturated(a.max, b.max)};
    sizes_[&expr] = both;
    return both;
  }

  std::uint64_t opaque_equality(const Expr& expr)
  {
    const auto& name = expr.args[0]->type->name;
    if (name == "kubernetes.NamedFormat") return 7;  // a tenth of MaxFormatSize, 64
    if (name != "kubernetes.URL") return 1;
    return scaled(std::max<std::uint64_t>(known_size(*expr.args[1]).value_or(fixed(1)).max, 1), costs::text);
  }

  std::uint64_t call_cost(const Expr& expr, CostRule rule)
  {
    const auto argument = [&](std::size_t index) { return size(*expr.args[index]).max; };
    switch (rule) {
      case CostRule::unit:
        return 1;
      case CostRule::logical:
        return 0;
      case CostRule::shorter:
        if (expr.args[0]->type->kind == Kind::opaque && !is_optional(*expr.args[0]->type)) return opaque_equality(expr);
        return scaled(std::min(argument(0), argument(1)), costs::text);
      case CostRule::both:
        return scaled(keep_both(expr).max, costs::text);
      case CostRule::list_sum:
        keep_both(expr);
        return 1;
      case CostRule::second_size:
        return argument(1);
      case CostRule::second:
        return text_of(*expr.args[1]);
      case CostRule::contains:
        return multiply_saturated(text_of(*expr.args[0]), text_of(*expr.args[1]));
      case CostRule::regex:
        return regex(expr);
      case CostRule::first:
        return text_of(*expr.args[0]);
      case CostRule::first_twice:
        return scaled(argument(0), 2 * costs::text);
      case CostRule::first_kept:
        return keep_first(expr);
      case CostRule::replace:
        return replace(expr);
      case CostRule::split:
        return split(expr);
      case CostRule::join:
        return join(expr);
      case CostRule::elements:
        return elements(expr);
      case CostRule::sets:
        return multiply_saturated(argument(0), argument(1));
      case CostRule::sets_twice:
        return multiply_saturated(multiply_saturated(argument(0), argument(1)), 2);
      case CostRule::list_output:
        sizes_[&expr] = Size{0, argument(0)};
        return add_saturated(costs::list, argument(0));
      case CostRule::authorization:
        return costs::authorization;
      case CostRule::selector:
        return costs::of_selector(argument(1));
      case CostRule::validate:
        return multiply_saturated(text_of(*expr.args[1]), longest_format_pattern / 4);
    }
    return 1;
  }

  std::uint64_t macro(const Expr& expr)
  {
    const auto& range = *expr.args.front();
    auto total = cost(range);
    std::uint64_t each = 0;
    for (std::size_t index = 1; index < expr.args.size(); ++index) each = add_saturated(each, cost(*expr.args[index]));
    const auto extra = costs::of(expr.macro);
    if (expr.macro == Macro::opt_map || expr.macro == Macro::opt_flat_map) {
      return add_saturated(total, add_saturated(each, extra.last));
    }
    const auto count = size(range);
    total = add_saturated(total, multiply_saturated(count.max, add_saturated(each, extra.each)));
    if (expr.macro == Macro::sort_by) total = add_saturated(total, count.max);
    const bool quantifier = expr.macro == Macro::all || expr.macro == Macro::exists || expr.macro == Macro::exists_one;
    sizes_[&expr] = quantifier ? fixed(1) : count;
    return add_saturated(total, extra.last);
  }

  std::map<const Expr*, Size> sizes_;
};

}  // namespace

std::uint64_t add_saturated(std::uint64_t a, std::uint64_t b)
{
  return a > unlimited - b ? unlimited : a + b;
}

std::uint64_t multiply_saturated(std::uint64_t a, std::uint64_t b)
{
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? unlimited : product;
}

std::uint64_t scaled(std::uint64_t size, double factor)
{
  const auto product = std::ceil(static_cast<double>(size) * factor);
  return product >= 18446744073709551616.0 ? unlimited : static_cast<std::uint64_t>(product);
}

std::uint64_t costs::of_selector(std::uint64_t size)
{
  constexpr std::uint64_t each = 50;  // a list and a struct
  return add_saturated(add_saturated(list, scaled(size, text)), multiply_saturated(scaled(size, 0.5), each));
}

costs::Macro costs::of(detail::Macro macro)
{
  using detail::Macro;
  switch (macro) {
    case Macro::all:
      return {3, 1};
    case Macro::exists:
      return {4, 1};
    case Macro::exists_one:
      return {2, 2};
    case Macro::map:
    case Macro::transform_list:
      return {12, 11};
    case Macro::filter:
      return {13, 11};
    case Macro::transform_map:
      return {3, 31};
    case Macro::transform_map_entry:
      return {2, 31};
    case Macro::sort_by:
      return {12, 12};
    case Macro::opt_map:
    case Macro::opt_flat_map:
      return {0, 12};
    case Macro::none:
      break;
  }
  return {};
}

std::uint64_t estimate_cost(const Expr& expr)
{
  return Estimator().cost(expr);
}

}  // namespace kubexx::cel::detail
