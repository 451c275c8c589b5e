// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "kubexx/apimachinery/crd_fact.hpp"
#include "kubexx/apimachinery/detail/crd_shape.hpp"

/// Finds facts about one member that contradict each other or its type, while compiling.
namespace kubexx::crd::detail {

/// What is wrong with the facts of a struct; empty: nothing.
struct Mistake {
  char text[120] = {};

  constexpr Mistake() = default;
  constexpr Mistake(std::string_view member, std::string_view problem)
  {
    std::size_t at = 0;
    for (const std::string_view part : {member, std::string_view(": "), problem}) {
      for (const char c : part) {
        if (at + 1 < sizeof text) text[at++] = c;
      }
    }
  }
  [[nodiscard]] constexpr std::size_t size() const { return std::string_view(text).size(); }
  [[nodiscard]] constexpr bool none() const { return size() == 0; }
};

/// A Mistake as a template argument, so that it appears in the compiler's message. As long as its text: clang prints
/// the numbers of the characters when zeros follow the first.
template <std::size_t Size>
struct MistakeText {
  char text[Size + 1] = {};

  constexpr explicit MistakeText(const Mistake& mistake)
  {
    for (std::size_t at = 0; at <= Size; ++at) {
      text[at] = mistake.text[at];
    }
  }
  [[nodiscard]] constexpr bool none() const { return Size == 0; }
};

/// The facts about one member, or about the elements of one.
class FactCheck {
public:
  constexpr FactCheck() = default;
  constexpr FactCheck(std::string_view member, const Shape& shape) : member_(member), shape_(shape) {}

  /// Returns what is wrong with `fact` beside those that were added before.
  constexpr Mistake add(const Fact& fact)
  {
    const auto problem = problem_of(fact);
    if (!problem.empty()) return {member_, problem};
    seen_ |= bit(fact.kind);
    switch (fact.kind) {
      case Fact::Kind::minimum:
        low_ = fact;
        break;
      case Fact::Kind::maximum:
        high_ = fact;
        break;
      case Fact::Kind::default_value:
        default_ = fact;
        break;
      case Fact::Kind::min_length:
      case Fact::Kind::min_items:
      case Fact::Kind::min_properties:
        least_ = fact.integer;
        break;
      case Fact::Kind::max_length:
      case Fact::Kind::max_items:
      case Fact::Kind::max_properties:
        most_ = fact.integer;
        break;
      default:
        break;
    }
    const auto conflict = conflict_of();
    return conflict.empty() ? Mistake() : Mistake(member_, conflict);
  }

  [[nodiscard]] constexpr std::string_view member() const { return member_; }
  [[nodiscard]] constexpr const Shape& shape() const { return shape_; }

private:
  static constexpr std::uint64_t bit(Fact::Kind kind) { return std::uint64_t{1} << static_cast<unsigned>(kind); }
  [[nodiscard]] constexpr bool seen(Fact::Kind kind) const { return (seen_ & bit(kind)) != 0; }
  [[nodiscard]] constexpr bool is(Shape::Type type) const
  {
    return shape_.type == Shape::Type::any || shape_.type == type;
  }
  static constexpr bool repeats(Fact::Kind kind)
  {
    switch (kind) {
      case Fact::Kind::enum_value:
      case Fact::Kind::rule:
      case Fact::Kind::list_map_key:
      case Fact::Kind::keywords:
      case Fact::Kind::short_name:
      case Fact::Kind::category:
      case Fact::Kind::column:
      case Fact::Kind::selectable_field:
      case Fact::Kind::annotation:
      case Fact::Kind::label:
        return true;
      default:
        return false;
    }
  }
  static constexpr double real(const Fact& fact)
  {
    return fact.value == Fact::Value::real ? fact.real : static_cast<double>(fact.integer);
  }
  static constexpr bool is_finite(const Fact& fact)
  {
    constexpr double greatest = std::numeric_limits<double>::max();
    return fact.value != Fact::Value::real || (fact.real >= -greatest && fact.real <= greatest);
  }
  /// Whether `left` is less than `right`, exact for integers.
  static constexpr bool less(const Fact& left, const Fact& right)
  {
    if (left.value == Fact::Value::integer && right.value == Fact::Value::integer) return left.integer < right.integer;
    return real(left) < real(right);
  }

  [[nodiscard]] constexpr std::string_view problem_of(const Fact& fact) const
  {
    using Kind = Fact::Kind;
    if (seen(fact.kind) && !repeats(fact.kind)) return "a fact is stated twice";
    switch (fact.kind) {
      case Kind::minimum:
      case Kind::maximum:
      case Kind::multiple_of:
        return problem_of_number(fact);
      case Kind::min_length:
      case Kind::max_length:
        if (fact.integer < 0) return "min_length and max_length cannot be negative";
        return is(Shape::Type::string) ? "" : "min_length and max_length are for strings";
      case Kind::pattern:
        return is(Shape::Type::string) ? "" : "pattern is for strings";
      case Kind::min_items:
      case Kind::max_items:
        if (fact.integer < 0) return "min_items and max_items cannot be negative";
        return is(Shape::Type::list) ? "" : "min_items and max_items are for lists";
      case Kind::min_properties:
      case Kind::max_properties:
        if (fact.integer < 0) return "min_properties and max_properties cannot be negative";
        return is_object() ? "" : "min_properties and max_properties are for maps and objects";
      case Kind::list_set:
      case Kind::list_atomic:
      case Kind::list_map_key:
        return is(Shape::Type::list) ? "" : "list_set, list_atomic and list_map_key are for lists";
      case Kind::map_atomic:
      case Kind::map_granular:
        return is_object() ? "" : "map_atomic and map_granular are for maps and objects";
      case Kind::embedded_resource:
        return is_object() ? "" : "embedded_resource is for objects";
      case Kind::default_value:
      case Kind::enum_value:
        return problem_of_value(fact);
      case Kind::conversion_webhook:
        if (fact.fifth.empty()) return "a conversion needs a review version, such as v1";
        if (fact.text.empty() || fact.second.empty()) return "conversion_webhook needs a namespace and a service";
        if (!fact.third.empty() && fact.third.front() != '/') return "the path of a webhook begins with a slash";
        return fact.integer >= 1 && fact.integer <= 65535 ? "" : "a port is between 1 and 65535";
      case Kind::conversion_webhook_url:
        return fact.text.starts_with("https://") ? "" : "the URL of a webhook begins with https://";
      case Kind::rule:
        return fact.text.empty() ? "a rule has no expression" : "";
      default:
        return "";
    }
  }

  [[nodiscard]] constexpr bool is_object() const { return is(Shape::Type::map) || is(Shape::Type::object); }

  [[nodiscard]] constexpr std::string_view problem_of_number(const Fact& fact) const
  {
    if (!is(Shape::Type::integer) && !is(Shape::Type::number))
      return "minimum, maximum and multiple_of are for numbers";
    if (!is_finite(fact)) return "minimum, maximum and multiple_of must be finite";
    if (fact.kind == Fact::Kind::multiple_of && real(fact) <= 0) return "multiple_of must be greater than zero";
    if (shape_.type != Shape::Type::integer) return "";
    if (fact.value == Fact::Value::real) return "the bounds of an integer must be integers";
    return in_range(fact.integer) ? "" : "a bound is outside the range of the C++ type";
  }
  [[nodiscard]] constexpr bool in_range(std::int64_t value) const
  {
    return value >= shape_.least && (value < 0 || static_cast<std::uint64_t>(value) <= shape_.most);
  }

  [[nodiscard]] constexpr std::string_view problem_of_value(const Fact& fact) const
  {
    if (shape_.type == Shape::Type::any || fact.value == Fact::Value::json) return "";
    const auto wrong = fact.kind == Fact::Kind::default_value ? std::string_view("default_value has another type")
                                                              : std::string_view("enum_value has another type");
    switch (shape_.type) {
      case Shape::Type::boolean:
        return fact.value == Fact::Value::boolean ? "" : wrong;
      case Shape::Type::integer:
        if (fact.value != Fact::Value::integer) return wrong;
        return in_range(fact.integer) ? "" : "a value is outside the range of the C++ type";
      case Shape::Type::number:
        if (!is_finite(fact)) return "a value must be finite";
        return fact.value == Fact::Value::integer || fact.value == Fact::Value::real ? "" : wrong;
      case Shape::Type::string:
        return fact.value == Fact::Value::text ? "" : wrong;
      default:
        return "default_value is for scalars: use default_json";
    }
  }

  [[nodiscard]] constexpr std::string_view conflict_of() const
  {
    using Kind = Fact::Kind;
    if (least_ >= 0 && most_ >= 0 && least_ > most_) return "the least length or count is greater than the greatest";
    if (seen(Kind::minimum) && seen(Kind::maximum)) {
      if (less(high_, low_)) return "minimum is greater than maximum";
      if ((low_.exclusive || high_.exclusive) && !less(low_, high_)) return "no value is between the exclusive bounds";
    }
    if (seen(Kind::default_value) && (default_.value == Fact::Value::integer || default_.value == Fact::Value::real)) {
      const bool low = seen(Kind::minimum) && (less(default_, low_) || (low_.exclusive && !less(low_, default_)));
      const bool high = seen(Kind::maximum) && (less(high_, default_) || (high_.exclusive && !less(default_, high_)));
      if (low || high) return "default_value is outside minimum and maximum";
    }
    if (seen(Kind::conversion_webhook) && seen(Kind::conversion_webhook_url)) return "a kind has one webhook";
    const int list_types =
        (seen(Kind::list_set) ? 1 : 0) + (seen(Kind::list_atomic) ? 1 : 0) + (seen(Kind::list_map_key) ? 1 : 0);
    return list_types > 1 ? "a list is a set, atomic or a map, not two of them" : "";
  }

  std::string_view member_ = {};
  Shape shape_ = {};  // by value: of pointers, UBSan of g++ 12 makes comparisons that are not constant
  std::uint64_t seen_ = 0;
  std::int64_t least_ = -1;  // length or count; negative: not stated
  std::int64_t most_ = -1;
  Fact low_, high_, default_;
};

}  // namespace kubexx::crd::detail
