// SPDX-License-Identifier: Apache-2.0
// Changes of the keywords that constrain one value: enum, bounds, multipleOf, pattern, format.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "crd_change_list.hpp"
#include "formats.hpp"

namespace kubexx::schema::detail {
namespace {

/// The JSON type of the values that a keyword constrains.
enum class Constrained { numbers, strings, lists, objects };

bool constrains(Constrained values, const std::string& type)
{
  if (type.empty()) return true;
  switch (values) {
    case Constrained::numbers:
      return type == "integer" || type == "number" || type == "int-or-string";
    case Constrained::strings:
      return type == "string" || type == "int-or-string";
    case Constrained::lists:
      return type == "array";
    case Constrained::objects:
      return type == "object";
  }
  return false;
}

struct CountKeyword {
  const char* name;
  const char* rule;
  bool upper;
  Constrained values;
  const char* unit;
};

constexpr std::array count_keywords{
    CountKeyword{"maxLength", "max-length", true, Constrained::strings, "characters"},
    CountKeyword{"minLength", "min-length", false, Constrained::strings, "characters"},
    CountKeyword{"maxItems", "max-items", true, Constrained::lists, "items"},
    CountKeyword{"minItems", "min-items", false, Constrained::lists, "items"},
    CountKeyword{"maxProperties", "max-properties", true, Constrained::objects, "members"},
    CountKeyword{"minProperties", "min-properties", false, Constrained::objects, "members"},
};

std::optional<double> number_part(const Json& schema, std::string_view name)
{
  const Json& found = part(schema, name);
  return found.is_number() ? std::optional(found.get<double>()) : std::nullopt;
}

/// A lower or upper bound of numbers.
struct Bound {
  double value = 0;
  bool exclusive = false;
  std::string text;

  friend bool operator==(const Bound& a, const Bound& b) { return a.value == b.value && a.exclusive == b.exclusive; }
};

std::optional<Bound> bound_of(const Json& schema, bool upper)
{
  const auto value = number_part(schema, upper ? "maximum" : "minimum");
  if (!value) return std::nullopt;
  Bound bound{*value, flag_part(schema, upper ? "exclusiveMaximum" : "exclusiveMinimum"), {}};
  bound.text = shown(part(schema, upper ? "maximum" : "minimum")) + (bound.exclusive ? " (exclusive)" : "");
  return bound;
}

/// The same bound of integers without exclusiveMinimum and without a fraction: "> 0" is ">= 1".
Bound whole(const Bound& bound, bool upper)
{
  const double inner = upper ? std::floor(bound.value) : std::ceil(bound.value);
  const double step = bound.exclusive && inner == bound.value ? 1 : 0;
  return {upper ? inner - step : inner + step, false, bound.text};
}

bool is_stricter(const Bound& bound, const Bound& than, bool upper)
{
  if (bound.value != than.value) return upper ? bound.value < than.value : bound.value > than.value;
  return bound.exclusive && !than.exclusive;
}

std::string refused_numbers(const Bound& bound, bool upper, const std::string& field)
{
  std::string text = "objects with a number ";
  if (bound.exclusive) text += "equal to or ";
  return text + (upper ? "above " : "below ") + bound.text.substr(0, bound.text.find(' ')) + " in " + field;
}

bool has_value(const Json& list, const Json& value)
{
  return std::find(list.begin(), list.end(), value) != list.end();
}

Json values_without(const Json& list, const Json& others)
{
  Json rest = Json::array();
  for (const auto& value : list) {
    if (!has_value(others, value)) rest.push_back(value);
  }
  return rest;
}

bool is_whole(double number)
{
  return std::trunc(number) == number;
}

/// Whether every multiple of `before` is one of `after`.
bool is_multiple_of(double before, double after)
{
  if (after <= 0) return true;
  const double ratio = before / after;
  return ratio >= 1 && std::fabs(ratio - std::round(ratio)) < 1e-9;
}

/// Whether a server checks a format of that name: this text is of none. It also checks four that we do not.
bool is_checked(const std::string& format)
{
  constexpr std::array more{"creditcard", "isbn", "isbn10", "isbn13"};
  if (std::find(more.begin(), more.end(), format) != more.end()) return true;
  return !format.empty() && !has_format(format, "\x01");
}

class ValueChanges {
public:
  ValueChanges(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes)
      : before_(before),
        after_(after),
        place_(place),
        changes_(changes),
        old_type_(type_name(before)),
        new_type_(type_name(after))
  {
  }

  void compare()
  {
    compare_enums();
    for (const auto& keyword : count_keywords) compare_counts(keyword);
    compare_bounds(false);
    compare_bounds(true);
    compare_factors();
    compare_patterns();
    compare_formats();
  }

private:
  [[nodiscard]] bool matter(Constrained values) const
  {
    return constrains(values, old_type_) && constrains(values, new_type_);
  }
  [[nodiscard]] std::string field() const { return name_of(place_); }

  void compare_enums()
  {
    const Json& before = list_part(before_, "enum");
    const Json& after = list_part(after_, "enum");
    if (before.is_null() && after.is_null()) return;
    if (before.is_null()) {
      changes_.add_stricter("enum-added", place_, "enum: " + both(before, after),
                            "objects with another value than " + shown(after) + " in " + field());
      return;
    }
    if (after.is_null()) return changes_.add("enum-removed", place_, "enum: " + both(before, after));
    if (const auto removed = values_without(before, after); !removed.empty()) {
      changes_.add_stricter("enum-value-removed", place_, "enum: without " + shown(removed),
                            "objects with a value of " + shown(removed) + " in " + field());
    }
    if (const auto added = values_without(after, before); !added.empty()) {
      changes_.add("enum-value-added", place_, "enum: also " + shown(added));
    }
  }

  void compare_counts(const CountKeyword& keyword)
  {
    if (!matter(keyword.values)) return;
    const double unlimited = keyword.upper ? std::numeric_limits<double>::infinity() : 0;
    const double before = number_part(before_, keyword.name).value_or(unlimited);
    const double after = number_part(after_, keyword.name).value_or(unlimited);
    if (before == after) return;
    const bool stricter = keyword.upper ? after < before : after > before;
    const std::string change = keyword.name + (": " + both(part(before_, keyword.name), part(after_, keyword.name)));
    const std::string end = before == unlimited  ? "-added"
                            : after == unlimited ? "-removed"
                            : after > before     ? "-raised"
                                                 : "-lowered";
    if (!stricter) return changes_.add(keyword.rule + end, place_, change);
    changes_.add_stricter(keyword.rule + end, place_, change,
                          std::string("objects with ") + (keyword.upper ? "more than " : "fewer than ") +
                              shown(part(after_, keyword.name)) + " " + keyword.unit + " in " + field());
  }

  void compare_bounds(bool upper)
  {
    if (!matter(Constrained::numbers)) return;
    auto before = bound_of(before_, upper);
    auto after = bound_of(after_, upper);
    const std::string name = upper ? "maximum" : "minimum";
    const std::string change = name + ": " + (before ? before->text : "none") + " -> " + (after ? after->text : "none");
    if (!before && !after) return;
    if (after && refuses_integers(after->value, before && before->value == after->value)) {
      return add_fraction(change);
    }
    if (!before) {
      changes_.add_stricter(name + "-added", place_, change, refused_numbers(*after, upper, field()));
      return;
    }
    if (!after) return changes_.add(name + "-removed", place_, change);
    const bool integers = old_type_ == "integer" || new_type_ == "integer";
    const Bound old_bound = integers ? whole(*before, upper) : *before;
    const Bound new_bound = integers ? whole(*after, upper) : *after;
    if (old_bound == new_bound) return;
    const bool stricter = is_stricter(new_bound, old_bound, upper);
    const bool lowered = stricter == upper;
    const std::string rule = name + (lowered ? "-lowered" : "-raised");
    if (!stricter) return changes_.add(rule, place_, change);
    changes_.add_stricter(rule, place_, change, refused_numbers(*after, upper, field()));
  }

  /// A server refuses each integer if a bound of integers has a fraction.
  [[nodiscard]] bool refuses_integers(double bound, bool had_it) const
  {
    return new_type_ == "integer" && !is_whole(bound) && !(had_it && old_type_ == "integer");
  }
  void add_fraction(const std::string& change)
  {
    changes_.add_stricter("bound-not-integer", place_, change,
                          "all objects with a number in " + field() + ": a server takes no fraction for integers");
  }

  void compare_factors()
  {
    if (!matter(Constrained::numbers)) return;
    const auto before = number_part(before_, "multipleOf");
    const auto after = number_part(after_, "multipleOf");
    if (before == after) return;
    const Json& factor = part(after_, "multipleOf");
    const std::string change = "multipleOf: " + both(part(before_, "multipleOf"), factor);
    if (!after) return changes_.add("multiple-of-removed", place_, change);
    if (refuses_integers(*after, false)) return add_fraction(change);
    if (before && is_whole(*after) && is_multiple_of(*before, *after))
      return changes_.add("multiple-of-loosened", place_, change);
    if (!before && old_type_ == "integer" && is_whole(*after) && is_multiple_of(1, *after)) return;
    changes_.add_stricter(before ? "multiple-of-changed" : "multiple-of-added", place_, change,
                          "objects with a number in " + field() + " that is no multiple of " + shown(factor));
  }

  void compare_patterns()
  {
    if (!matter(Constrained::strings)) return;
    const auto before = text_part(before_, "pattern");
    const auto after = text_part(after_, "pattern");
    if (before == after) return;
    const std::string change = "pattern: " + both(part(before_, "pattern"), part(after_, "pattern"));
    if (after.empty()) return changes_.add("pattern-removed", place_, change);
    changes_.add_stricter(before.empty() ? "pattern-added" : "pattern-changed", place_, change,
                          "objects with a text in " + field() + " that does not match " + shown(Json(after)));
  }

  void compare_formats()
  {
    const auto before = text_part(before_, "format");
    const auto after = text_part(after_, "format");
    if (before == after) return;
    const std::string change = "format: " + both(part(before_, "format"), part(after_, "format"));
    const bool was_checked = checks(before, old_type_);
    if (!checks(after, new_type_)) {
      return changes_.add(was_checked ? "format-removed" : "format-not-checked", place_, change);
    }
    changes_.add_stricter(was_checked ? "format-changed" : "format-added", place_, change,
                          "objects with a value in " + field() + " that is no " + after);
  }

  [[nodiscard]] bool checks(const std::string& format, const std::string& type) const
  {
    if (type == "integer") return format == "int32";
    return constrains(Constrained::strings, type) && matter(Constrained::strings) && is_checked(format);
  }

  const Json& before_;
  const Json& after_;
  const SchemaPlace& place_;
  CrdChangeList& changes_;
  const std::string old_type_, new_type_;
};

}  // namespace

void compare_values(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes)
{
  ValueChanges(before, after, place, changes).compare();
}

}  // namespace kubexx::schema::detail
