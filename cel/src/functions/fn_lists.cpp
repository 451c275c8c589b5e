// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/cel/library/lists.go, and cel-go's extensions: lists version 3 and sets.
#include <algorithm>

#include "kubexx/cel/detail/functions.hpp"
#include "kubexx/cel/detail/sorted.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;

const List& list(Args args, std::size_t index)
{
  return *args[index].get_if<List>();
}

std::vector<Value> items_of(const List& list)
{
  std::vector<Value> items;
  items.reserve(list_size(list));
  for (std::size_t index = 0; index < list_size(list); ++index) items.push_back(list_item(list, index));
  return items;
}

Value is_sorted(Session& session, Args args)
{
  const auto& all = list(args, 0);
  session.work += list_size(all);
  for (std::size_t index = 1; index < list_size(all); ++index) {
    auto order = compare(list_item(all, index - 1), list_item(all, index));
    if (order.is_error()) return order;
    if (*order.get_if<std::int64_t>() > 0) return {false};
  }
  return {true};
}

template <typename T>
Value sum_of(Session& session, Args args, T zero)
{
  const auto overloads = find_overloads("_+_");
  Value sum(zero);
  for (std::size_t index = 0; index < list_size(list(args, 0)); ++index) {
    auto item = list_item(list(args, 0), index);
    if (item.is_error()) return item;
    if (item.get_if<T>() == nullptr) return no_such_overload();
    const std::array<Value, 2> both{sum, std::move(item)};
    sum = overloads->front().run(session, both);
    if (sum.is_error()) return sum;
  }
  return sum;
}

Value sum_int(Session& session, Args args)
{
  return sum_of(session, args, std::int64_t{0});
}
Value sum_uint(Session& session, Args args)
{
  return sum_of(session, args, std::uint64_t{0});
}
Value sum_double(Session& session, Args args)
{
  return sum_of(session, args, 0.0);
}
Value sum_duration(Session& session, Args args)
{
  return sum_of(session, args, Span{});
}

Value extreme(Args args, int sign, const char* name)
{
  const auto& all = list(args, 0);
  if (list_size(all) == 0) return Value::error(std::string(name) + " called on empty list");
  auto best = list_item(all, 0);
  for (std::size_t index = 1; index < list_size(all); ++index) {
    auto item = list_item(all, index);
    auto order = compare(item, best);
    if (order.is_error()) return order;
    if (*order.get_if<std::int64_t>() * sign > 0) best = std::move(item);
  }
  return best;
}

Value minimum(Session& /*session*/, Args args)
{
  return extreme(args, -1, "min");
}
Value maximum(Session& /*session*/, Args args)
{
  return extreme(args, 1, "max");
}

Value index_of(Session& session, Args args)
{
  const auto& all = list(args, 0);
  for (std::size_t index = 0; index < list_size(all); ++index) {
    if (is_true(equals(list_item(all, index), args[1], session.work))) return {static_cast<std::int64_t>(index)};
  }
  return {std::int64_t{-1}};
}

Value last_index_of(Session& session, Args args)
{
  const auto& all = list(args, 0);
  for (std::size_t index = list_size(all); index > 0; --index) {
    if (is_true(equals(list_item(all, index - 1), args[1], session.work)))
      return {static_cast<std::int64_t>(index - 1)};
  }
  return {std::int64_t{-1}};
}

Value slice(Session& /*session*/, Args args)
{
  const auto& all = list(args, 0);
  const auto begin = *args[1].get_if<std::int64_t>();
  const auto end = *args[2].get_if<std::int64_t>();
  const auto size = static_cast<std::int64_t>(list_size(all));
  const auto text = "(" + std::to_string(begin) + ", " + std::to_string(end) + ")";
  if (begin < 0 || end < 0) return Value::error("cannot slice" + text + ", negative indexes not supported");
  if (begin > end) return Value::error("cannot slice" + text + ", start index must be less than or equal to end index");
  if (end > size) return Value::error("cannot slice" + text + ", list is length " + std::to_string(size));
  std::vector<Value> items;
  for (auto index = begin; index < end; ++index) items.push_back(list_item(all, static_cast<std::size_t>(index)));
  return Value::list(std::move(items));
}

void flatten_into(Session& session, const List& from, std::int64_t depth, std::vector<Value>& items)
{
  session.work += list_size(from);
  for (std::size_t index = 0; index < list_size(from); ++index) {
    auto item = list_item(from, index);
    const auto* inner = item.get_if<List>();
    if (inner != nullptr && depth > 0) {
      flatten_into(session, *inner, depth - 1, items);
    } else {
      items.push_back(std::move(item));
    }
  }
}

Value flatten(Session& session, Args args)
{
  const auto depth = args.size() == 2 ? *args[1].get_if<std::int64_t>() : 1;
  if (depth < 0) return Value::error("level must be non-negative");
  std::vector<Value> items;
  flatten_into(session, list(args, 0), depth, items);
  return Value::list(std::move(items));
}

Value sort(Session& session, Args args)
{
  auto items = items_of(list(args, 0));
  for (std::size_t index = 0; index < items.size(); ++index) {
    auto order = compare(items.front(), items[index]);
    if (order.is_error()) return order;
  }
  session.work += items.size() * 16;
  items = sorted(std::move(items), [](const Value& a, const Value& b) {
    const auto order = compare(a, b);
    const auto* number = order.get_if<std::int64_t>();
    return number != nullptr && *number < 0;
  });
  return Value::list(std::move(items));
}

Value range(Session& session, Args args)
{
  constexpr std::int64_t most = 1'000'000;
  const auto count = *args[0].get_if<std::int64_t>();
  if (count > most) throw CostExceeded();
  std::vector<Value> items;
  items.reserve(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
  for (std::int64_t number = 0; number < count; ++number) items.emplace_back(number);
  session.work += items.size();
  return Value::list(std::move(items));
}

Value reverse(Session& /*session*/, Args args)
{
  auto items = items_of(list(args, 0));
  std::reverse(items.begin(), items.end());
  return Value::list(std::move(items));
}

bool has(Session& session, const std::vector<Value>& items, const Value& wanted)
{
  if (session.work > session.max_work) throw CostExceeded();
  return std::any_of(items.begin(), items.end(),
                     [&](const Value& item) { return is_true(equals(item, wanted, session.work)); });
}

Value distinct(Session& session, Args args)
{
  std::vector<Value> items;
  for (auto& item : items_of(list(args, 0))) {
    if (!has(session, items, item)) items.push_back(std::move(item));
  }
  return Value::list(std::move(items));
}

bool all_in(Session& session, const std::vector<Value>& items, const std::vector<Value>& set)
{
  return std::all_of(items.begin(), items.end(), [&](const Value& item) { return has(session, set, item); });
}

Value sets_contains(Session& session, Args args)
{
  return {all_in(session, items_of(list(args, 1)), items_of(list(args, 0)))};
}

Value sets_equivalent(Session& session, Args args)
{
  const auto a = items_of(list(args, 0));
  const auto b = items_of(list(args, 1));
  return {all_in(session, a, b) && all_in(session, b, a)};
}

Value sets_intersects(Session& session, Args args)
{
  const auto a = items_of(list(args, 0));
  const auto b = items_of(list(args, 1));
  return {std::any_of(a.begin(), a.end(), [&](const Value& item) { return has(session, b, item); })};
}

Value first(Session& /*session*/, Args args)
{
  const auto& all = list(args, 0);
  if (list_size(all) == 0) return {Optional{}};
  return {Optional{std::make_shared<const Value>(list_item(all, 0))}};
}

Value last(Session& /*session*/, Args args)
{
  const auto& all = list(args, 0);
  if (list_size(all) == 0) return {Optional{}};
  return {Optional{std::make_shared<const Value>(list_item(all, list_size(all) - 1))}};
}

}  // namespace

std::span<const Function> list_functions()
{
  using enum CostRule;
#define KUBEXX_CEL_SUMMABLE(type, run) {"sum", "list(" type ").() " type, run, elements}
#define KUBEXX_CEL_COMPARABLE(type)                                                                                   \
  {"isSorted", "list(" type ").() bool", is_sorted, elements}, {"min", "list(" type ").() " type, minimum, elements}, \
      {"max", "list(" type ").() " type, maximum, elements},                                                          \
  {                                                                                                                   \
    "sort", "list(" type ").() list(" type ")", detail::sort, elements                                                \
  }
  static constexpr Function rows[] = {
      KUBEXX_CEL_SUMMABLE("int", sum_int),
      KUBEXX_CEL_SUMMABLE("uint", sum_uint),
      KUBEXX_CEL_SUMMABLE("double", sum_double),
      KUBEXX_CEL_SUMMABLE("duration", sum_duration),
      KUBEXX_CEL_COMPARABLE("int"),
      KUBEXX_CEL_COMPARABLE("uint"),
      KUBEXX_CEL_COMPARABLE("double"),
      KUBEXX_CEL_COMPARABLE("bool"),
      KUBEXX_CEL_COMPARABLE("duration"),
      KUBEXX_CEL_COMPARABLE("timestamp"),
      KUBEXX_CEL_COMPARABLE("string"),
      KUBEXX_CEL_COMPARABLE("bytes"),
      {"indexOf", "list(A).(A) int", index_of, elements},
      {"lastIndexOf", "list(A).(A) int", last_index_of, elements},
      {"slice", "list(A).(int,int) list(A)", slice, list_output},
      {"flatten", "list(list(A)).() list(A)", flatten, list_output},
      {"flatten", "list(dyn).(int) list(dyn)", flatten, list_output},
      {"lists.range", "(int) list(int)", range, list_output},
      {"reverse", "list(A).() list(A)", detail::reverse, list_output},
      {"distinct", "list(A).() list(A)", distinct, list_output},
      {"sets.contains", "(list(A),list(A)) bool", sets_contains, sets},
      {"sets.equivalent", "(list(A),list(A)) bool", sets_equivalent, sets_twice},
      {"sets.intersects", "(list(A),list(A)) bool", sets_intersects, sets},
      {"first", "list(A).() optional(A)", detail::first},
      {"last", "list(A).() optional(A)", detail::last},
  };
#undef KUBEXX_CEL_SUMMABLE
#undef KUBEXX_CEL_COMPARABLE
  return rows;
}

}  // namespace kubexx::cel::detail
