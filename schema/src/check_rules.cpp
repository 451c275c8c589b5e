// SPDX-License-Identifier: Apache-2.0
// When a definition is written: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "kubexx/cel/detail/cost.hpp"
#include "kubexx/cel/detail/json.hpp"
#include "kubexx/cel/detail/sorted.hpp"
#include "kubexx/schema/crd_validation.hpp"
#include "kubexx/schema/detail/rules.hpp"

namespace kubexx::schema::detail {
namespace {

constexpr std::uint64_t rule_limit = rule_cost_limit;
constexpr std::uint64_t definition_limit = crd_cost_limit;
constexpr std::uint64_t largest_request = 3 * 1024 * 1024;

std::string trimmed(const std::string& text)
{
  const auto begin = text.find_first_not_of(" \t\n\v\f\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n\v\f\r") - begin + 1);
}

bool has_newline(const std::string& text)
{
  return text.find_first_of("\n\r") != std::string::npos;
}

std::string cost_text(const std::string& name, std::uint64_t cost, std::uint64_t limit)
{
  const auto factor = static_cast<double>(cost) / static_cast<double>(limit);
  std::array<char, 64> buffer{};
  std::string text = "more than 100";
  if (factor <= 100) {
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), factor, std::chars_format::fixed,
                                       factor < 1.5 ? 6 : 1);
    text.assign(buffer.data(), written.ptr);
  }
  return name + " exceeds budget by factor of " + text +
         "x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and "
         "strings "
         "are declared)";
}

/// The rule as errors have it.
std::string rule_text(const Rule& rule)
{
  return "{\"Rule\":" + go_json(rule.rule) + ",\"Message\":" + go_json(rule.message) +
         ",\"MessageExpression\":" + go_json(rule.message_expression) +
         ",\"Reason\":" + (rule.has_reason ? go_json(rule.reason) : "null") +
         ",\"FieldPath\":" + go_json(rule.field_path) + ",\"OptionalOldSelf\":" +
         (!rule.has_optional_old_self ? "null"
          : rule.optional_old_self    ? "true"
                                      : "false") +
         "}";
}

FieldError invalid_rule(const std::string& field, const Rule& rule, const std::string& problem)
{
  return {"FieldValueInvalid", "Invalid value: " + rule_text(rule) + ": " + problem, field};
}

void check_texts(const Rule& rule, const Schema& schema, const std::string& at, FieldErrors& errors)
{
  const auto message = trimmed(rule.message);
  const auto source = trimmed(rule.rule);
  if (source.empty()) {
    errors.push_back(required_value(at + ".rule", "rule is not specified"));
  } else if (!rule.message.empty() && message.empty()) {
    errors.push_back(invalid_value(at + ".message", rule.message, "must be non-empty if specified"));
  } else if (has_newline(message)) {
    errors.push_back(invalid_value(at + ".message", rule.message, "must not contain line breaks"));
  } else if (has_newline(source) && message.empty()) {
    errors.push_back(required_value(at + ".message", "message must be specified if rule contains line breaks"));
  }
  if (!rule.message_expression.empty() && trimmed(rule.message_expression).empty()) {
    errors.push_back(required_value(at + ".messageExpression", "messageExpression must be non-empty if specified"));
  }
  const std::vector<std::string> reasons{"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid",
                                         "FieldValueRequired"};
  if (rule.has_reason && std::find(reasons.begin(), reasons.end(), rule.reason) == reasons.end()) {
    errors.push_back(unsupported_value(at + ".reason", rule.reason, reasons));
  }
  if (rule.field_path.empty()) return;
  if (trimmed(rule.field_path).empty()) {
    errors.push_back(invalid_value(at + ".fieldPath", rule.field_path, "must be non-empty if specified"));
  }
  if (has_newline(rule.field_path)) {
    errors.push_back(invalid_value(at + ".fieldPath", rule.field_path, "must not contain line breaks"));
  }
  if (std::string path; !normalize_path(rule.field_path, schema, path)) {
    errors.push_back(invalid_value(at + ".fieldPath", rule.field_path, "must be a valid path"));
  }
}

struct Found {
  FieldErrors schema, cel;
  void append(Found other)
  {
    std::move(other.schema.begin(), other.schema.end(), std::back_inserter(schema));
    std::move(other.cel.begin(), other.cel.end(), std::back_inserter(cel));
  }
};

class RuleChecker {
public:
  struct FieldValue {
    TypePtr type;  ///< null: not exposed to expressions
    std::string field;
    std::string uncorrelatable;                ///< the path of the list or map whose items have no old values
    std::optional<std::uint64_t> cardinality;  ///< how often the value may be there; absent: unlimited
  };

  Found check(const SchemaPtr& schema, const FieldValue& place)
  {
    Found found;
    if (schema->additional) {
      auto child = child_of(*schema, place, schema->additional, ".additionalProperties");
      child.type = place.type && place.type->kind == Type::Kind::map ? place.type->params[1] : nullptr;
      found.append(check(schema->additional, child));
    }
    for (const auto& [name, property] : schema->properties) {
      auto child = child_of(*schema, place, property, ".properties[" + name + "]");
      child.type = property_type(place.type, name, property);
      found.append(check(property, child));
    }
    if (schema->items) {
      auto child = child_of(*schema, place, schema->items, ".items");
      child.type = place.type && place.type->kind == Type::Kind::list ? place.type->params[0] : nullptr;
      if (schema->list_type != "map" && child.uncorrelatable.empty()) child.uncorrelatable = place.field;
      found.append(check(schema->items, child));
    }
    check_own(schema, place, found);
    return found;
  }

  /// The cost of each expression, at its place.
  [[nodiscard]] std::vector<RuleCost> take_costs() { return std::move(costs_); }

  void check_total(const std::string& field, FieldErrors& errors)
  {
    if (total_ <= definition_limit) return;
    expensive_ = cel::sorted(std::move(expensive_), [](const auto& a, const auto& b) { return a.first > b.first; });
    if (expensive_.size() > 4) expensive_.resize(4);
    for (const auto& [cost, path] : expensive_) {
      errors.push_back(forbidden_value(
          path, "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"));
    }
    errors.push_back(forbidden_value(
        field, cost_text("x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema", total_,
                         definition_limit)));
  }

private:
  static TypePtr property_type(const TypePtr& parent, const std::string& name, const SchemaPtr& property)
  {
    const auto escaped = cel::escape_name(name);
    if (escaped.empty()) return schema_type(property, property->embedded_resource);
    if (!parent || parent->kind != Type::Kind::object) return nullptr;
    const auto field = parent->fields.find(escaped);
    return field == parent->fields.end() ? nullptr : field->second.type;
  }

  static FieldValue child_of(const Schema& parent, const FieldValue& place, const SchemaPtr& /*child*/,
                             const std::string& step)
  {
    FieldValue child;
    child.field = place.field + step;
    child.uncorrelatable = place.uncorrelatable;
    std::optional<std::int64_t> most = 1;
    if (parent.type == Schema::Type::object && parent.additional) most = parent.max_properties;
    if (parent.type == Schema::Type::array) most = parent.max_items;
    if (place.cardinality && most) {
      child.cardinality =
          cel::multiply_saturated(*place.cardinality, static_cast<std::uint64_t>(std::max<std::int64_t>(*most, 0)));
    }
    return child;
  }

  void observe(const std::string& field, std::uint64_t cost)
  {
    total_ = cel::add_saturated(total_, cost);
    costs_.push_back({field, cost});
    if (cost >= definition_limit / 100) expensive_.emplace_back(cost, field);
  }

  void check_own(const SchemaPtr& schema, const FieldValue& place, Found& found)
  {
    const auto rules = rules_of(*schema);
    const auto at = [&](std::size_t index) {
      return place.field + ".x-kubernetes-validations[" + std::to_string(index) + "]";
    };
    for (std::size_t index = 0; index < rules.size(); ++index) {
      check_texts(rules[index], *schema, at(index), found.schema);
    }
    if (rules.empty() || !found.schema.empty()) return;
    if (!place.type) {
      found.cel.push_back({"InternalError",
                           "Internal error: internal error: failed to construct type information for "
                           "x-kubernetes-validations rules: unable to convert structural schema to CEL declarations",
                           place.field + ".x-kubernetes-validations"});
      return;
    }
    const auto cardinality = place.cardinality.value_or(largest_request / (place.type->min_size + 1));
    for (std::size_t index = 0; index < rules.size(); ++index) {
      check_compiled(compile_rule(rules[index], *schema, place.type), at(index), place, cardinality, found.cel);
    }
  }

  void check_compiled(const CompiledRule& compiled, const std::string& at, const FieldValue& place,
                      std::uint64_t cardinality, FieldErrors& errors)
  {
    const auto& rule = compiled.rule;
    const auto cost = compiled.program ? cel::multiply_saturated(compiled.program->estimated_cost(), cardinality) : 0;
    if (cost > rule_limit) {
      errors.push_back(forbidden_value(at + ".rule", cost_text("estimated rule cost", cost, rule_limit)));
    }
    observe(at + ".rule", cost);
    if (!compiled.problem.empty()) errors.push_back(invalid_rule(at + ".rule", rule, compiled.problem));
    if (!compiled.message_problem.empty()) {
      errors.push_back(invalid_rule(at + ".messageExpression", rule, compiled.message_problem));
    } else if (compiled.message) {
      const auto message_cost = compiled.message->estimated_cost();
      if (message_cost > rule_limit) {
        errors.push_back(forbidden_value(at + ".messageExpression",
                                         cost_text("estimated messageExpression cost", message_cost, rule_limit)));
      }
      observe(at + ".messageExpression", message_cost);
    }
    if (compiled.uses_old_self) {
      if (!place.uncorrelatable.empty()) {
        errors.push_back(invalid_value(
            at + ".rule", rule.rule,
            "oldSelf cannot be used on the uncorrelatable portion of the schema within " + place.uncorrelatable));
      }
    } else if (rule.has_optional_old_self) {
      errors.push_back(invalid_value(at + ".optionalOldSelf", rule.optional_old_self,
                                     "may not be set if oldSelf is not used in rule"));
    }
  }

  std::uint64_t total_ = 0;
  std::vector<RuleCost> costs_;
  std::vector<std::pair<std::uint64_t, std::string>> expensive_;
};

bool has_rules(const Schema& schema)
{
  if (schema.rules.is_array() && !schema.rules.empty()) return true;
  if (schema.items && has_rules(*schema.items)) return true;
  if (schema.additional && has_rules(*schema.additional)) return true;
  return std::any_of(schema.properties.begin(), schema.properties.end(),
                     [](const auto& property) { return has_rules(*property.second); });
}

}  // namespace

void check_rules(const SchemaPtr& schema, const std::string& field, FieldErrors& errors)
{
  if (!has_rules(*schema)) return;
  RuleChecker checker;
  auto found = checker.check(schema, {schema_type(schema, true), field, {}, 1});
  std::move(found.schema.begin(), found.schema.end(), std::back_inserter(errors));
  std::move(found.cel.begin(), found.cel.end(), std::back_inserter(errors));
  checker.check_total(field, errors);
}

std::vector<RuleCost> rule_costs(const SchemaPtr& schema, const std::string& field)
{
  if (!has_rules(*schema)) return {};
  RuleChecker checker;
  (void)checker.check(schema, {schema_type(schema, true), field, {}, 1});
  return checker.take_costs();
}

}  // namespace kubexx::schema::detail
