// SPDX-License-Identifier: Apache-2.0
// Arithmetic fails instead of overflowing.
#include <cmath>

#include "kubexx/cel/detail/functions.hpp"
#include "values/time.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;

constexpr const char* overflow = "integer overflow";
constexpr const char* unsigned_overflow = "unsigned integer overflow";

template <typename T>
T get(Args args, std::size_t index)
{
  return *args[index].get_if<T>();
}

const std::string& text(Args args, std::size_t index)
{
  return *args[index].text_if();
}

Value add_values(Session& session, Args args)
{
  const auto& a = args[0];
  if (const auto* left = a.get_if<std::int64_t>()) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(*left, get<std::int64_t>(args, 1), &sum)) return Value::error(overflow);
    return {sum};
  }
  if (const auto* left = a.get_if<std::uint64_t>()) {
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(*left, get<std::uint64_t>(args, 1), &sum)) return Value::error(unsigned_overflow);
    return {sum};
  }
  if (const auto* left = a.get_if<double>()) return {*left + get<double>(args, 1)};
  if (a.text_if() != nullptr) {
    count_bytes(session, text(args, 0).size() + text(args, 1).size());
    return Value::text(text(args, 0) + text(args, 1));
  }
  if (const auto* left = a.get_if<Bytes>()) {
    const auto* right = args[1].get_if<Bytes>();
    count_bytes(session, left->text->size() + right->text->size());
    return {Bytes{std::make_shared<const std::string>(*left->text + *right->text)}};
  }
  if (const auto* left = a.get_if<List>()) return concatenate(*left, *args[1].get_if<List>(), session.work);
  if (const auto* left = a.get_if<Timestamp>()) return shift(*left, args[1].get_if<Span>()->nanos, 1);
  const auto left = get<Span>(args, 0);
  if (const auto* right = args[1].get_if<Timestamp>()) return shift(*right, left.nanos, 1);
  Span sum;
  if (__builtin_add_overflow(left.nanos, get<Span>(args, 1).nanos, &sum.nanos))
    return Value::error("duration overflow");
  return {sum};
}

Value subtract_values(Session& /*session*/, Args args)
{
  const auto& a = args[0];
  if (const auto* left = a.get_if<std::int64_t>()) {
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(*left, get<std::int64_t>(args, 1), &difference)) return Value::error(overflow);
    return {difference};
  }
  if (const auto* left = a.get_if<std::uint64_t>()) {
    const auto right = get<std::uint64_t>(args, 1);
    if (right > *left) return Value::error(unsigned_overflow);
    return {*left - right};
  }
  if (const auto* left = a.get_if<double>()) return {*left - get<double>(args, 1)};
  if (const auto* left = a.get_if<Timestamp>()) {
    if (const auto* right = args[1].get_if<Timestamp>()) return between(*left, *right);
    return shift(*left, args[1].get_if<Span>()->nanos, -1);
  }
  Span difference;
  if (__builtin_sub_overflow(get<Span>(args, 0).nanos, get<Span>(args, 1).nanos, &difference.nanos)) {
    return Value::error("duration overflow");
  }
  return {difference};
}

Value multiply(Session& /*session*/, Args args)
{
  if (const auto* left = args[0].get_if<std::int64_t>()) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(*left, get<std::int64_t>(args, 1), &product)) return Value::error(overflow);
    return {product};
  }
  if (const auto* left = args[0].get_if<std::uint64_t>()) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(*left, get<std::uint64_t>(args, 1), &product)) return Value::error(unsigned_overflow);
    return {product};
  }
  return {get<double>(args, 0) * get<double>(args, 1)};
}

Value divide(Session& /*session*/, Args args)
{
  if (const auto* left = args[0].get_if<std::int64_t>()) {
    const auto right = get<std::int64_t>(args, 1);
    if (right == 0) return Value::error("division by zero");
    if (right == -1 && *left == INT64_MIN) return Value::error(overflow);
    return {*left / right};
  }
  if (const auto* left = args[0].get_if<std::uint64_t>()) {
    const auto right = get<std::uint64_t>(args, 1);
    return right == 0 ? Value::error("division by zero") : Value(*left / right);
  }
  const auto left = get<double>(args, 0);
  const auto right = get<double>(args, 1);
  if (right != 0) return {left / right};
  if (left == 0 || std::isnan(left)) return {std::nan("")};
  return {std::signbit(left) == std::signbit(right) ? HUGE_VAL : -HUGE_VAL};
}

Value remainder(Session& /*session*/, Args args)
{
  if (const auto* left = args[0].get_if<std::int64_t>()) {
    const auto right = get<std::int64_t>(args, 1);
    if (right == 0) return Value::error("modulus by zero");
    if (right == -1) return *left == INT64_MIN ? Value::error(overflow) : Value(std::int64_t{0});
    return {*left % right};
  }
  const auto right = get<std::uint64_t>(args, 1);
  return right == 0 ? Value::error("modulus by zero") : Value(get<std::uint64_t>(args, 0) % right);
}

Value negate(Session& /*session*/, Args args)
{
  if (const auto* number = args[0].get_if<std::int64_t>()) {
    return *number == INT64_MIN ? Value::error(overflow) : Value(-*number);
  }
  return {-get<double>(args, 0)};
}

Value logical_not(Session& /*session*/, Args args)
{
  return {!get<bool>(args, 0)};
}

Value equal(Session& session, Args args)
{
  return equals(args[0], args[1], session.work);
}

Value not_equal(Session& session, Args args)
{
  return {!is_true(equals(args[0], args[1], session.work))};
}

template <typename Holds>
Value ordered(Args args, Holds holds)
{
  auto order = compare(args[0], args[1]);
  return order.is_error() ? order : Value(holds(*order.get_if<std::int64_t>()));
}

Value less(Session& /*session*/, Args args)
{
  return ordered(args, [](std::int64_t order) { return order < 0; });
}
Value less_equal(Session& /*session*/, Args args)
{
  return ordered(args, [](std::int64_t order) { return order <= 0; });
}
Value greater(Session& /*session*/, Args args)
{
  return ordered(args, [](std::int64_t order) { return order > 0; });
}
Value greater_equal(Session& /*session*/, Args args)
{
  return ordered(args, [](std::int64_t order) { return order >= 0; });
}

Value in_list(Session& session, Args args)
{
  const auto& list = *args[1].get_if<List>();
  for (std::size_t index = 0; index < list_size(list); ++index) {
    auto same = equals(args[0], list_item(list, index), session.work);
    if (is_true(same)) return same;
  }
  return {false};
}

Value in_map(Session& /*session*/, Args args)
{
  const auto found = map_find(*args[1].get_if<Map>(), args[0]);
  if (found && found->is_error()) return *found;
  return {found != nullptr};
}

template <typename T>
int order_of(const T& a, const T& b)
{
  return a < b ? -1 : b < a ? 1 : 0;
}

int order_of_numbers(std::int64_t a, std::uint64_t b)
{
  return a < 0 ? -1 : order_of(static_cast<std::uint64_t>(a), b);
}

int order_of_numbers(double a, std::int64_t b)
{
  if (a < -9223372036854775808.0) return -1;
  if (a >= 9223372036854775808.0) return 1;
  return order_of(a, static_cast<double>(b));
}

int order_of_numbers(double a, std::uint64_t b)
{
  if (a < 0) return -1;
  if (a >= 18446744073709551616.0) return 1;
  return order_of(a, static_cast<double>(b));
}

Value order(int result)
{
  return {static_cast<std::int64_t>(result)};
}

Value compare_numbers(const Value& a, const Value& b)
{
  const auto* ai = a.get_if<std::int64_t>();
  const auto* au = a.get_if<std::uint64_t>();
  const auto* ad = a.get_if<double>();
  const auto* bi = b.get_if<std::int64_t>();
  const auto* bu = b.get_if<std::uint64_t>();
  const auto* bd = b.get_if<double>();
  if ((ad != nullptr && std::isnan(*ad)) || (bd != nullptr && std::isnan(*bd))) {
    return Value::error("NaN values cannot be ordered");
  }
  if (ai != nullptr) {
    if (bi != nullptr) return order(order_of(*ai, *bi));
    return order(bu != nullptr ? order_of_numbers(*ai, *bu) : -order_of_numbers(*bd, *ai));
  }
  if (au != nullptr) {
    if (bu != nullptr) return order(order_of(*au, *bu));
    return order(bi != nullptr ? -order_of_numbers(*bi, *au) : -order_of_numbers(*bd, *au));
  }
  if (bd != nullptr) return order(order_of(*ad, *bd));
  return order(bi != nullptr ? order_of_numbers(*ad, *bi) : order_of_numbers(*ad, *bu));
}

bool numeric(const Value& value)
{
  return value.get_if<std::int64_t>() != nullptr || value.get_if<std::uint64_t>() != nullptr ||
         value.get_if<double>() != nullptr;
}

}  // namespace

Value compare(const Value& a, const Value& b)
{
  if (a.is_error()) return a;
  if (b.is_error()) return b;
  if (numeric(a) && numeric(b)) return compare_numbers(a, b);
  if (kind_of(a) != kind_of(b)) return no_such_overload();
  if (const auto* left = a.text_if()) return order(order_of(*left, *b.text_if()));
  if (const auto* left = a.get_if<bool>()) return order(order_of(*left, *b.get_if<bool>()));
  if (const auto* left = a.get_if<Bytes>()) return order(order_of(*left->text, *b.get_if<Bytes>()->text));
  if (const auto* left = a.get_if<Span>()) return order(order_of(left->nanos, b.get_if<Span>()->nanos));
  if (const auto* left = a.get_if<Timestamp>()) {
    const auto* right = b.get_if<Timestamp>();
    const auto seconds = order_of(left->seconds, right->seconds);
    return order(seconds != 0 ? seconds : order_of(left->nanos, right->nanos));
  }
  return no_such_overload();
}

std::span<const Function> operator_functions()
{
  using enum CostRule;
  static constexpr Function rows[] = {
      {"_?_:_", "(bool,A,A) A", nullptr, logical},
      {"_&&_", "(bool,bool) bool", nullptr, logical},
      {"_||_", "(bool,bool) bool", nullptr, logical},
      {"!_", "(bool) bool", logical_not},
      {"_==_", "(A,A) bool", equal, shorter},
      {"_!=_", "(A,A) bool", not_equal, shorter},
      {"_+_", "(bytes,bytes) bytes", add_values, both},
      {"_+_", "(double,double) double", add_values},
      {"_+_", "(duration,duration) duration", add_values},
      {"_+_", "(duration,timestamp) timestamp", add_values},
      {"_+_", "(timestamp,duration) timestamp", add_values},
      {"_+_", "(int,int) int", add_values},
      {"_+_", "(list(A),list(A)) list(A)", add_values, list_sum},
      {"_+_", "(string,string) string", add_values, both},
      {"_+_", "(uint,uint) uint", add_values},
      {"_/_", "(double,double) double", divide},
      {"_/_", "(int,int) int", divide},
      {"_/_", "(uint,uint) uint", divide},
      {"_%_", "(int,int) int", remainder},
      {"_%_", "(uint,uint) uint", remainder},
      {"_*_", "(double,double) double", multiply},
      {"_*_", "(int,int) int", multiply},
      {"_*_", "(uint,uint) uint", multiply},
      {"-_", "(double) double", negate},
      {"-_", "(int) int", negate},
      {"_-_", "(double,double) double", subtract_values},
      {"_-_", "(duration,duration) duration", subtract_values},
      {"_-_", "(int,int) int", subtract_values},
      {"_-_", "(timestamp,duration) timestamp", subtract_values},
      {"_-_", "(timestamp,timestamp) duration", subtract_values},
      {"_-_", "(uint,uint) uint", subtract_values},
#define KUBEXX_CEL_ORDER(name, run)                                                                          \
  {name, "(bool,bool) bool", run}, {name, "(int,int) bool", run}, {name, "(int,double) bool", run},          \
      {name, "(int,uint) bool", run}, {name, "(uint,uint) bool", run}, {name, "(uint,double) bool", run},    \
      {name, "(uint,int) bool", run}, {name, "(double,double) bool", run}, {name, "(double,int) bool", run}, \
      {name, "(double,uint) bool", run}, {name, "(string,string) bool", run, shorter},                       \
      {name, "(bytes,bytes) bool", run, shorter}, {name, "(timestamp,timestamp) bool", run},                 \
  {                                                                                                          \
    name, "(duration,duration) bool", run                                                                    \
  }
      KUBEXX_CEL_ORDER("_<_", less),
      KUBEXX_CEL_ORDER("_<=_", less_equal),
      KUBEXX_CEL_ORDER("_>_", greater),
      KUBEXX_CEL_ORDER("_>=_", greater_equal),
#undef KUBEXX_CEL_ORDER
      {"@in", "(A,list(A)) bool", in_list, second_size},
      {"@in", "(A,map(A,B)) bool", in_map},
  };
  return rows;
}

}  // namespace kubexx::cel::detail
