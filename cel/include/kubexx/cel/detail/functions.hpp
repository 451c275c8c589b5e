// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/cel/detail/pattern.hpp"
#include "kubexx/cel/detail/time_zone.hpp"
#include "kubexx/cel/detail/value.hpp"

namespace kubexx::cel::detail {

/// The patterns and time zones that a program names, read once.
struct Constants {
  std::map<std::string, std::shared_ptr<const Pattern>, std::less<>> patterns;
  std::map<std::string, std::shared_ptr<const TimeZone>, std::less<>> zones;
};

/// What a function may use while it runs.
struct Session {
  const Constants* constants = nullptr;
  /// Time zones that only the evaluation named.
  std::map<std::string, std::shared_ptr<const TimeZone>> zones;
  /// What cel-go's costs do not count but this evaluator does: values compared and bytes copied. A sixteenth is added
  /// to the cost of the call, so that no rule outruns its budget.
  static constexpr std::uint64_t work_per_cost = 16;
  std::uint64_t work = 0;
  std::uint64_t max_work = 0;  ///< a function whose `work` exceeds this throws CostExceeded
};

/// The values of fields that are evaluated when an expression reads them; it should remember them.
class LazyValues {
public:
  virtual ~LazyValues() = default;
  virtual Value get(std::size_t field) = 0;
};

/// Thrown when an evaluation exceeds its cost limit.
struct CostExceeded {};

/// The costs of cel-go and k8s.io/apiserver/pkg/cel/library/cost.go.
enum class CostRule {
  unit,
  logical,      ///< that of the operands alone
  shorter,      ///< the smaller operand, a tenth
  both,         ///< string + string: both, a tenth
  list_sum,     ///< list + list
  second_size,  ///< in
  second,       ///< startsWith, a tenth of the argument
  contains,
  regex,
  first,  ///< a tenth of the receiver or argument
  first_twice,
  first_kept,  ///< first, and the result is as large
  replace,
  split,
  join,
  elements,  ///< all items of a list, with their text
  sets,      ///< the product of the sizes
  sets_twice,
  list_output,
  validate,       ///< a text against a named format
  authorization,  ///< a question to the authorizer, of which an expression affords two
  selector,       ///< the text of a field or label selector
};

using Implementation = Value (*)(Session& session, std::span<const Value> args);

/// One signature of a function.
struct Overload {
  std::string function;
  bool member = false;
  std::vector<TypePtr> args;  ///< the receiver first
  TypePtr result;
  std::vector<std::string> type_params;
  Implementation run = nullptr;  ///< null: the evaluator does it, because not all operands are evaluated
  CostRule cost = CostRule::unit;
};

/// A row of the tables below. The signature is "(int,int) int", or "string.(string) bool" for a member; capitals are
/// type parameters.
struct Function {
  const char* name;
  const char* signature;
  Implementation run;
  CostRule cost = CostRule::unit;
};
[[nodiscard]] std::span<const Function> operator_functions();
[[nodiscard]] std::span<const Function> conversion_functions();
[[nodiscard]] std::span<const Function> time_functions();
[[nodiscard]] std::span<const Function> string_functions();
[[nodiscard]] std::span<const Function> list_functions();
[[nodiscard]] std::span<const Function> optional_functions();
[[nodiscard]] std::span<const Function> kubernetes_functions();
[[nodiscard]] std::span<const Function> net_functions();
[[nodiscard]] std::span<const Function> format_functions();
[[nodiscard]] std::span<const Function> named_format_functions();
[[nodiscard]] std::span<const Function> semver_functions();
[[nodiscard]] std::span<const Function> authorizer_functions();
/// Those that mutations alone have.
[[nodiscard]] std::span<const Function> patch_functions();

/// All signatures of `name`; null when there is no such function.
[[nodiscard]] const std::vector<Overload>* find_overloads(std::string_view name);
/// Whether the value may be an argument where an overload wants `type`.
[[nodiscard]] bool accepts(const Type& type, const Value& value);

/// The type that an identifier such as "int" names; null: it names none.
[[nodiscard]] TypePtr named_type(std::string_view name);

[[nodiscard]] Value no_such_overload();
/// The whole or the wanted text of a pattern: null and the problem as an Error when it is no pattern.
[[nodiscard]] std::shared_ptr<const Pattern> pattern_of(Session& session, const std::string& text,
                                                        std::string& problem);
/// Counts a result's bytes; throws CostExceeded for one that is larger than any object.
void count_bytes(Session& session, std::uint64_t bytes);
/// <0, 0, >0, or an Error for values that have no order.
[[nodiscard]] Value compare(const Value& a, const Value& b);
/// A key as messages have it.
[[nodiscard]] std::string key_text(const Value& key);
/// As Go's %g prints a number.
[[nodiscard]] std::string double_text(double value);

}  // namespace kubexx::cel::detail
