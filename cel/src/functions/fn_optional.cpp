// SPDX-License-Identifier: Apache-2.0
// Optional values, and access to lists and maps by index, whose results may be optional.
#include <cmath>

#include "kubexx/cel/detail/functions.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;

Value none()
{
  return {Optional{}};
}
Value some(Value value)
{
  return {Optional{std::make_shared<const Value>(std::move(value))}};
}

const Optional& optional(Args args)
{
  return *args[0].get_if<Optional>();
}

Value make_of(Session& /*session*/, Args args)
{
  return some(args[0]);
}
Value make_none(Session& /*session*/, Args /*args*/)
{
  return none();
}

bool is_zero(const Value& value)
{
  if (value.is_null()) return true;
  if (const auto* flag = value.get_if<bool>()) return !*flag;
  if (const auto* number = value.get_if<std::int64_t>()) return *number == 0;
  if (const auto* number = value.get_if<std::uint64_t>()) return *number == 0;
  if (const auto* number = value.get_if<double>()) return *number == 0;
  if (const auto* text = value.text_if()) return text->empty();
  if (const auto* bytes = value.get_if<Bytes>()) return bytes->text->empty();
  if (const auto* list = value.get_if<List>()) return list_size(*list) == 0;
  if (const auto* map = value.get_if<Map>()) return map_size(*map) == 0;
  if (const auto* span = value.get_if<Span>()) return span->nanos == 0;
  if (const auto* inner = value.get_if<Optional>()) return !inner->value || is_zero(*inner->value);
  return false;
}

Value make_of_non_zero(Session& /*session*/, Args args)
{
  return is_zero(args[0]) ? none() : some(args[0]);
}
Value has_value(Session& /*session*/, Args args)
{
  return {optional(args).value != nullptr};
}

Value value(Session& /*session*/, Args args)
{
  return optional(args).value ? *optional(args).value : Value::error("optional.none() dereference");
}

Value unwrap(Session& session, Args args)
{
  std::vector<Value> items;
  const auto& list = *args[0].get_if<List>();
  session.work += list_size(list);
  for (std::size_t index = 0; index < list_size(list); ++index) {
    const auto item = list_item(list, index);
    const auto* inner = item.get_if<Optional>();
    if (inner == nullptr) return no_such_overload();
    if (inner->value) items.push_back(*inner->value);
  }
  return Value::list(std::move(items));
}

/// Null when the index or key is not there.
std::unique_ptr<Value> element(const Value& container, const Value& key, Value& problem)
{
  if (const auto* map = container.get_if<Map>()) {
    auto found = map_find(*map, key);
    if (!found) problem = Value::error("no such key: " + key_text(key));
    return found;
  }
  const auto* list = container.get_if<List>();
  if (list == nullptr) {
    problem = Value::error("no such key: " + key_text(key));
    return nullptr;
  }
  std::int64_t index = -1;
  if (const auto* number = key.get_if<std::int64_t>()) {
    index = *number;
  } else if (const auto* positive = key.get_if<std::uint64_t>(); positive != nullptr && *positive <= INT64_MAX) {
    index = static_cast<std::int64_t>(*positive);
  } else if (const auto* real = key.get_if<double>();
             real != nullptr && std::trunc(*real) == *real && std::fabs(*real) < 1e15) {
    index = static_cast<std::int64_t>(*real);
  } else {
    problem = Value::error("unsupported index type '" + type_name(key) + "' in list");
    return std::make_unique<Value>(problem);
  }
  if (index < 0 || static_cast<std::size_t>(index) >= list_size(*list)) {
    problem = Value::error("index out of bounds: " + std::to_string(index));
    return nullptr;
  }
  return std::make_unique<Value>(list_item(*list, static_cast<std::size_t>(index)));
}

Value optional_element(const Value& container, const Value& key)
{
  Value problem;
  const auto found = element(container, key, problem);
  if (!found) return none();
  return found->is_error() ? *found : some(*found);
}

Value index(Session& /*session*/, Args args)
{
  if (const auto* inner = args[0].get_if<Optional>()) {
    return inner->value ? optional_element(*inner->value, args[1]) : none();
  }
  Value problem;
  const auto found = element(args[0], args[1], problem);
  return found ? *found : problem;
}

Value optional_index(Session& /*session*/, Args args)
{
  if (const auto* inner = args[0].get_if<Optional>()) {
    return inner->value ? optional_element(*inner->value, args[1]) : none();
  }
  return optional_element(args[0], args[1]);
}

}  // namespace

std::string key_text(const Value& key)
{
  if (const auto* text = key.text_if()) return *text;
  if (const auto* flag = key.get_if<bool>()) return *flag ? "true" : "false";
  if (const auto* number = key.get_if<double>()) return double_text(*number);
  const auto code = key_code(key);
  return code.empty() ? type_name(key) : code.substr(1);
}

std::span<const Function> optional_functions()
{
  static constexpr Function rows[] = {
      {"_[_]", "(list(A),int) A", detail::index},
      {"_[_]", "(map(A,B),A) B", detail::index},
      {"_[_]", "(optional(list(V)),int) optional(V)", detail::index},
      {"_[_]", "(optional(map(K,V)),K) optional(V)", detail::index},
      {"_[?_]", "(list(V),int) optional(V)", optional_index},
      {"_[?_]", "(optional(list(V)),int) optional(V)", optional_index},
      {"_[?_]", "(map(K,V),K) optional(V)", optional_index},
      {"_[?_]", "(optional(map(K,V)),K) optional(V)", optional_index},
      {"_?._", "(dyn,string) optional(V)", optional_index},
      {"optional.of", "(V) optional(V)", make_of},
      {"optional.ofNonZeroValue", "(V) optional(V)", make_of_non_zero},
      {"optional.none", "() optional(V)", make_none},
      {"optional.unwrap", "(list(optional(V))) list(V)", unwrap},
      {"unwrapOpt", "list(optional(V)).() list(V)", unwrap},
      {"value", "optional(V).() V", detail::value},
      {"hasValue", "optional(V).() bool", has_value},
      {"or", "optional(V).(optional(V)) optional(V)", nullptr},
      {"orValue", "optional(V).(V) V", nullptr},
  };
  return rows;
}

}  // namespace kubexx::cel::detail
