// SPDX-License-Identifier: Apache-2.0
// From a schema to facts: each keyword that the type does not give already becomes a fact, or one of `keywords`.
#include "facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "literals.hpp"

namespace kubexx::cli::types {
namespace {

using nlohmann::json;

/// A keyword with a count, and for which forms its fact is.
struct CountKeyword {
  const char* keyword;
  const char* fact;
  bool (*fits)(Form form);
};

bool is_text(Form form)
{
  return form == Form::text || form == Form::any;
}
bool is_list(Form form)
{
  return form == Form::list || form == Form::any;
}
bool is_object(Form form)
{
  return form == Form::map || form == Form::object || form == Form::any;
}
bool is_number(Form form)
{
  return form == Form::integer || form == Form::number || form == Form::any;
}

constexpr std::array<std::array<CountKeyword, 2>, 3> counts{
    {{{{"minLength", "min_length", is_text}, {"maxLength", "max_length", is_text}}},
     {{{"minItems", "min_items", is_list}, {"maxItems", "max_items", is_list}}},
     {{{"minProperties", "min_properties", is_object}, {"maxProperties", "max_properties", is_object}}}}};

bool fits_64_bits(const json& number)
{
  if (number.is_number_unsigned()) {
    return number.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  }
  // The literal of the least one would be too large before it becomes negative.
  return number.is_number_integer() && number.get<std::int64_t>() != std::numeric_limits<std::int64_t>::min();
}

/// 5.0 as 5 where only an integer will do.
json as_integer(const json& number)
{
  if (!number.is_number_float()) return number;
  const double value = number.get<double>();
  constexpr double exact = 9007199254740992;  // 2^53
  if (std::trunc(value) != value || value > exact || value < -exact) return number;
  return static_cast<std::int64_t>(value);
}

class FactWriter {
public:
  FactWriter(const json& schema, Typed& typed) : schema_(schema), typed_(typed), rest_(schema) {}

  Facts write()
  {
    for (const auto& [keyword, value] : typed_.printed.items()) {
      const auto stated = schema_.find(keyword);
      if (stated != schema_.end() && *stated == value) {
        rest_.erase(keyword);
      } else if (stated == schema_.end() && keyword != "format") {
        typed_.raw = true;
      }
    }
    if (typed_.raw) return {};
    write_default_and_bounds();
    for (const auto& pair : counts) write_counts(pair);
    write_text("pattern", "pattern", is_text(typed_.form));
    write_format();
    write_enum();
    write_flag("nullable", "nullable", true);
    write_list_type();
    write_map_type();
    write_flag("x-kubernetes-embedded-resource", "embedded_resource", is_object(typed_.form));
    write_flag("x-kubernetes-preserve-unknown-fields", "preserve_unknown_fields", true);
    write_rules();
    const auto description = rest_.find("description");
    const bool described = description != rest_.end() && description->is_string();
    const std::string text = described ? description->get<std::string>() : std::string();
    if (described) rest_.erase(description);
    if (!rest_.empty()) facts_.push_back(fact_of_json("keywords", rest_));
    if (described) facts_.push_back(described_by(text));
    if (!typed_.element_facts.empty()) {
      facts_.push_back({"items"});
      facts_.insert(facts_.end(), typed_.element_facts.begin(), typed_.element_facts.end());
    }
    return std::move(facts_);
  }

private:
  [[nodiscard]] const json* find(const char* keyword) const
  {
    const auto found = rest_.find(keyword);
    return found == rest_.end() ? nullptr : &*found;
  }

  void add(const char* keyword, Fact fact)
  {
    facts_.push_back(std::move(fact));
    rest_.erase(keyword);
  }

  void write_flag(const char* keyword, const char* fact, bool fits)
  {
    const json* value = find(keyword);
    if (value != nullptr && fits && *value == json(true)) add(keyword, {fact});
  }

  void write_text(const char* keyword, const std::string& fact, bool fits)
  {
    const json* value = find(keyword);
    if (value != nullptr && fits && value->is_string()) add(keyword, fact_of_text(fact, value->get<std::string>()));
  }

  /// Whether a number may be stated about an integer.
  [[nodiscard]] bool in_range(const json& number) const
  {
    if (!fits_64_bits(number)) return false;
    const auto value = number.get<std::int64_t>();
    return value >= typed_.least && value <= typed_.most;
  }

  /// The number as a fact would state it; null: no fact can.
  [[nodiscard]] json stated_number(const json& number) const
  {
    if (!is_number(typed_.form) || !number.is_number()) return nullptr;
    if (typed_.form == Form::integer) {
      json integer = as_integer(number);
      return in_range(integer) ? integer : json();
    }
    return number.is_number_float() || fits_64_bits(number) ? number : json();
  }

  struct Bound {
    json number;  // null: not stated
    bool exclusive = false;
  };

  /// The bound of these keywords, if a fact can state it.
  [[nodiscard]] Bound bound_of(const char* keyword, const char* exclusive) const
  {
    const json* number = find(keyword);
    const json* flag = find(exclusive);
    if (number == nullptr || (flag != nullptr && *flag != json(true))) return {};
    return {stated_number(*number), flag != nullptr};
  }

  void write_default_and_bounds()
  {
    Bound low = bound_of("minimum", "exclusiveMinimum");
    Bound high = bound_of("maximum", "exclusiveMaximum");
    if (!low.number.is_null() && !high.number.is_null()) {
      const bool open = low.exclusive || high.exclusive;
      if (low.number > high.number || (open && low.number == high.number)) low.number = high.number = nullptr;
    }
    write_default(low, high);
    write_bound(low, "minimum", "exclusiveMinimum", low.exclusive ? "exclusive_minimum" : "minimum");
    write_bound(high, "maximum", "exclusiveMaximum", high.exclusive ? "exclusive_maximum" : "maximum");
    if (const json* multiple = find("multipleOf")) {
      const json number = stated_number(*multiple);
      if (!number.is_null() && number > 0) add("multipleOf", {"multiple_of(" + number_literal(number) + ")"});
    }
  }

  void write_bound(const Bound& bound, const char* keyword, const char* exclusive, const std::string& fact)
  {
    if (bound.number.is_null()) return;
    add(keyword, {fact + "(" + number_literal(bound.number) + ")"});
    if (bound.exclusive) rest_.erase(exclusive);
  }

  /// Whether a value of JSON is one of the type, so that a fact can state it.
  [[nodiscard]] bool is_value(const json& value) const
  {
    if (value.is_string()) return typed_.form == Form::text || typed_.form == Form::any;
    if (value.is_boolean()) return typed_.form == Form::boolean || typed_.form == Form::any;
    return value.is_number() && !stated_number(value).is_null();
  }

  [[nodiscard]] Fact fact_of_value(const std::string& fact, const json& value) const
  {
    if (value.is_string()) return fact_of_text(fact, value.get<std::string>());
    if (value.is_boolean()) return {fact + "(" + value.dump() + ")"};
    return {fact + "(" + number_literal(stated_number(value)) + ")"};
  }

  void write_default(const Bound& low, const Bound& high)
  {
    const json* value = find("default");
    if (value == nullptr) return;
    bool plain = is_value(*value);
    if (plain && value->is_number()) {
      const bool too_low = !low.number.is_null() && (*value < low.number || (low.exclusive && *value == low.number));
      const bool too_high =
          !high.number.is_null() && (*value > high.number || (high.exclusive && *value == high.number));
      plain = !too_low && !too_high;
    }
    add("default", plain ? fact_of_value("default_value", *value) : fact_of_json("default_json", *value));
  }

  void write_counts(const std::array<CountKeyword, 2>& pair)
  {
    const auto count_of = [&](const CountKeyword& one) -> const json* {
      const json* count = find(one.keyword);
      const bool usable = count != nullptr && one.fits(typed_.form) && fits_64_bits(*count) && *count >= 0;
      return usable ? count : nullptr;
    };
    const json* least = count_of(pair[0]);
    const json* most = count_of(pair[1]);
    if (least != nullptr && most != nullptr && *least > *most) return;
    // Copies: the values go with their keywords.
    const json low = least == nullptr ? json() : *least;
    const json high = most == nullptr ? json() : *most;
    if (!low.is_null()) add(pair[0].keyword, {std::string(pair[0].fact) + "(" + number_literal(low) + ")"});
    if (!high.is_null()) add(pair[1].keyword, {std::string(pair[1].fact) + "(" + number_literal(high) + ")"});
  }

  void write_format()
  {
    if (typed_.printed.contains("format") && !schema_.contains("format")) {
      facts_.push_back({"format(\"\")"});
      return;
    }
    const json* format = find("format");
    if (format != nullptr && *format != json("")) write_text("format", "format", true);
  }

  void write_enum()
  {
    const json* values = find("enum");
    if (values == nullptr || !values->is_array() || values->empty() || typed_.printed.contains("enum")) return;
    if (!std::all_of(values->begin(), values->end(), [&](const json& value) { return is_value(value); })) return;
    for (const json& value : *values) facts_.push_back(fact_of_value("enum_value", value));
    rest_.erase("enum");
  }

  void write_list_type()
  {
    const json* type = find("x-kubernetes-list-type");
    if (type == nullptr || !is_list(typed_.form)) return;
    if (*type == json("set")) return add("x-kubernetes-list-type", {"list_set"});
    if (*type == json("atomic")) return add("x-kubernetes-list-type", {"list_atomic"});
    const json* keys = find("x-kubernetes-list-map-keys");
    if (*type != json("map") || keys == nullptr || !keys->is_array() || keys->empty()) return;
    for (auto key = keys->begin(); key != keys->end(); ++key) {
      const bool usable = key->is_string() && std::find(keys->begin(), key, *key) == key &&
                          std::count(typed_.keys.begin(), typed_.keys.end(), key->get<std::string>()) > 0;
      if (!usable) return;
    }
    for (const json& key : *keys) facts_.push_back(fact_of_text("list_map_key", key.get<std::string>()));
    rest_.erase("x-kubernetes-list-map-keys");
    rest_.erase("x-kubernetes-list-type");
  }

  void write_map_type()
  {
    const json* type = find("x-kubernetes-map-type");
    if (type == nullptr || !is_object(typed_.form)) return;
    if (*type == json("atomic")) return add("x-kubernetes-map-type", {"map_atomic"});
    if (*type == json("granular")) return add("x-kubernetes-map-type", {"map_granular"});
  }

  static bool is_rule(const json& rule)
  {
    if (!rule.is_object() || !rule.contains("rule")) return false;
    for (const auto& [key, value] : rule.items()) {
      const bool is_text =
          key == "rule" || key == "message" || key == "messageExpression" || key == "reason" || key == "fieldPath";
      const bool is_usable =
          key == "optionalOldSelf" ? value == json(true) : is_text && value.is_string() && value != json("");
      if (!is_usable) return false;
    }
    return true;
  }

  static Fact fact_of_rule(const json& rule)
  {
    const auto text = [&](const char* key) { return literal(rule.at(key).get<std::string>()); };
    std::string code = "rule(" + text("rule");
    if (rule.size() == 2 && rule.contains("message")) return {code + ", " + text("message") + ")"};
    std::string options;
    constexpr std::array<std::pair<const char*, const char*>, 4> names{{{"message", "message"},
                                                                        {"messageExpression", "message_expression"},
                                                                        {"reason", "reason"},
                                                                        {"fieldPath", "field_path"}}};
    for (const auto& [key, name] : names) {
      if (!rule.contains(key)) continue;
      options += (options.empty() ? "." : ", .") + std::string(name) + " = " + text(key);
    }
    if (rule.contains("optionalOldSelf")) {
      options += std::string(options.empty() ? "." : ", .") + "optional_old_self = true";
    }
    return {code + (options.empty() ? "" : ", {" + options + "}") + ")"};
  }

  void write_rules()
  {
    const json* rules = find("x-kubernetes-validations");
    if (rules == nullptr || !rules->is_array() || rules->empty()) return;
    if (!std::all_of(rules->begin(), rules->end(), is_rule)) return;
    for (const json& rule : *rules) facts_.push_back(fact_of_rule(rule));
    rest_.erase("x-kubernetes-validations");
  }

  const json& schema_;
  Typed& typed_;
  json rest_;  // what no fact states yet
  Facts facts_;
};

}  // namespace

Facts facts_of(const nlohmann::json& schema, Typed& typed)
{
  return FactWriter(schema, typed).write();
}

Fact described_by(const std::string& text)
{
  return {"description(", text, ")"};
}

Fact fact_of_text(const std::string& fact, const std::string& text)
{
  return {fact + "(" + literal(text) + ")"};
}

Fact fact_of_json(const std::string& fact, const nlohmann::json& value)
{
  return {fact + "(" + json_literal(value) + ")"};
}

}  // namespace kubexx::cli::types
