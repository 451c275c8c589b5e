// SPDX-License-Identifier: Apache-2.0
// When an object is written: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go.
#include <algorithm>
#include <utility>

#include "kubexx/schema/detail/default_values.hpp"
#include "kubexx/schema/detail/rules.hpp"

namespace kubexx::schema::detail {

struct ValidatorBuilder {
  /// `rules` has the rules, `schema` the structure: they differ inside of allOf.
  static std::shared_ptr<const RuleValidator> build(const SchemaPtr& rules, const SchemaPtr& schema,
                                                    const TypePtr& type)
  {
    if (!type) return nullptr;
    std::shared_ptr<RuleValidator> node(new RuleValidator());
    node->schema_ = schema;
    node->type_ = type;
    for (auto& rule : rules_of(*rules)) node->rules_.push_back(compile_rule(std::move(rule), *schema, type));
    if (rules->items && schema->items && type->kind == Type::Kind::list) {
      node->items_ = build(rules->items, schema->items, type->params[0]);
    }
    if (rules->additional && schema->additional && type->kind == Type::Kind::map) {
      node->additional_ = build(rules->additional, schema->additional, type->params[1]);
    }
    if (type->kind == Type::Kind::object) build_properties(*rules, *schema, *type, *node);
    for (const auto& branch : rules->all_of) {
      if (auto child = build(branch, schema, type)) node->all_of_.push_back(std::move(child));
    }
    const bool empty = node->rules_.empty() && !node->items_ && !node->additional_ && node->properties_.empty() &&
                       node->all_of_.empty();
    return empty ? nullptr : node;
  }

  static void build_properties(const Schema& rules, const Schema& schema, const Type& type, RuleValidator& node)
  {
    for (const auto& [name, child] : rules.properties) {
      const auto known = schema.properties.find(name);
      if (known == schema.properties.end()) continue;
      const auto escaped = cel::escape_name(name);
      TypePtr child_type;
      if (escaped.empty()) {
        child_type = schema_type(known->second, known->second->embedded_resource);
      } else if (const auto field = type.fields.find(escaped); field != type.fields.end()) {
        child_type = field->second.type;
      }
      if (auto made = build(child, known->second, child_type)) node.properties_.emplace(name, std::move(made));
    }
  }
};

namespace {

std::string trimmed(const std::string& text)
{
  const auto begin = text.find_first_not_of(" \t\n\v\f\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n\v\f\r") - begin + 1);
}

std::string rule_name(const Rule& rule)
{
  return trimmed(rule.message.empty() ? rule.rule : rule.message);
}

/// Ends the evaluation: the budget is spent.
struct BudgetSpent {};

}  // namespace

/// The evaluation of one object's rules.
struct ValidatorRun {
  /// What a value was before. `same_for` is the value itself or the nearest one above it that has an old value: an
  /// error is let pass when that did not change.
  struct Before {
    const Json* old = nullptr;  ///< for oldSelf
    const Json *value = nullptr, *old_value = nullptr;
    const Schema* schema = nullptr;
  };

  FieldErrors& errors;
  std::uint64_t budget = cel::per_object_budget;
  std::array<Value, 2> message_values{};  ///< self and oldSelf of the rule that is evaluated

  static bool unchanged(const Before& before)
  {
    return before.old_value != nullptr && same_by_schema(*before.schema, *before.value, *before.old_value);
  }

  /// Of a child that has, or has not, an old value of its own.
  static Before child(const Before& parent, const Json& value, const Json* old, const Schema& schema)
  {
    if (parent.old_value == nullptr || old == nullptr) return {old, parent.value, parent.old_value, parent.schema};
    return {old, &value, old, &schema};
  }

  static std::string path_of(const std::string& path) { return path.empty() ? "<nil>" : path; }

  static const char* type_word(const Schema& schema) { return to_string(schema.type); }

  void fail(const RuleValidator& node, const std::string& path, const std::string& detail)
  {
    errors.push_back(invalid_value(path_of(path), type_word(*node.schema_), detail));
  }

  void spend(const RuleValidator& node, const std::string& path, std::uint64_t cost)
  {
    if (cost > budget) {
      fail(node, path, "validation failed due to running out of cost budget, no further validation rules will be run");
      throw BudgetSpent();
    }
    budget -= cost;
  }

  /// The default values below a node: ValidateDefaults of
  /// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting. Schemas are nested as deep as bodies may be.
  void visit_defaults(const RuleValidator& node, const std::string& field)
  {
    const auto& schema = *node.schema_;
    if (schema.has_default && !schema.default_.is_null()) check_default(node, field + ".default");
    if (node.items_) visit_defaults(*node.items_, field + ".items");
    for (const auto& [name, child] : node.properties_) visit_defaults(*child, field + ".properties[" + name + "]");
  }

  /// As a value that stays what it is, and then as one that comes anew; the dearer of both counts.
  void check_default(const RuleValidator& node, const std::string& field)
  {
    const auto& value = node.schema_->default_;
    const auto before = errors.size();
    const auto whole = budget;
    visit(node, field, value, {&value, &value, nullptr, node.schema_.get()});
    if (errors.size() != before) return;
    const auto left = std::exchange(budget, whole);
    visit(node, field, value, {nullptr, &value, nullptr, node.schema_.get()});
    budget = std::min(budget, left);
  }

  void visit(const RuleValidator& node, const std::string& path, const Json& value, const Before& before)
  {
    if (value.is_null()) return;
    evaluate(node, path, value, before);
    for (const auto& branch : node.all_of_) {
      auto inner = before;
      if (inner.value == &value) inner.old_value = nullptr;  // rules of allOf are always evaluated
      visit(*branch, path, value, inner);
    }
    if (value.is_array() && node.items_) {
      const auto& schema = *node.schema_;
      const auto old_items =
          before.old == nullptr ? std::vector<const Json*>() : correlate_items(schema, value, *before.old);
      for (std::size_t index = 0; index < value.size(); ++index) {
        const auto* old = old_items.empty() ? nullptr : old_items[index];
        visit(*node.items_, path + "[" + std::to_string(index) + "]", value[index],
              child(before, value[index], old, *node.items_->schema_));
      }
    }
    if (value.is_object()) visit_members(node, path, value, before);
  }

  void visit_members(const RuleValidator& node, const std::string& path, const Json& value, const Before& before)
  {
    for (const auto& [name, member] : value.items()) {
      const auto* old = before.old == nullptr ? nullptr : find(*before.old, {name});
      if (node.additional_) {
        visit(*node.additional_, path + "[" + name + "]", member,
              child(before, member, old, *node.additional_->schema_));
      }
      if (const auto found = node.properties_.find(name); found != node.properties_.end()) {
        visit(*found->second, path.empty() ? name : path + "." + name, member,
              child(before, member, old, *found->second->schema_));
      }
    }
  }

  void evaluate(const RuleValidator& node, const std::string& path, const Json& value, const Before& before)
  {
    if (node.rules_.empty()) return;
    if (budget == 0) spend(node, path, 1);
    const auto* old = before.old == nullptr || before.old->is_null() ? nullptr : before.old;
    const auto self = from_json(value, node.type_);
    const auto old_self = old == nullptr ? Value() : from_json(*old, node.type_);
    for (const auto& compiled : node.rules_) {
      if (!compiled.problem.empty()) {
        fail(node, path, "rule compile error: " + compiled.problem);
        continue;
      }
      const bool optional = compiled.rule.optional_old_self;
      if (!compiled.program || (compiled.uses_old_self && old == nullptr && !optional)) continue;
      std::array<Value, 2> values{self, old_self};
      message_values[1] = old == nullptr ? Value::error("no such attribute(s): oldSelf") : old_self;
      message_values[0] = self;
      if (optional) {
        values[1] =
            old == nullptr ? Value(cel::Optional{}) : Value(cel::Optional{std::make_shared<const Value>(old_self)});
      }
      evaluate_rule(node, compiled, values, path, value, before);
    }
  }

  void evaluate_rule(const RuleValidator& node, const CompiledRule& compiled, const std::array<Value, 2>& values,
                     const std::string& path, const Json& value, const Before& before)
  {
    const auto outcome = compiled.program->run(values);
    spend(node, path, outcome.cost);
    const auto name = rule_name(compiled.rule);
    if (outcome.exceeded) {
      fail(
          node, path,
          "'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost "
          "exceeds limit for rule: " +
              name);
      throw BudgetSpent();
    }
    if (const auto* error = outcome.value.get_if<cel::Error>()) {
      fail(node, path,
           error->message.starts_with("no such overload")
               ? "'" + error->message +
                     "': call arguments did not match a supported operator, function or macro signature for rule: " +
                     name
               : error->message + " evaluating rule: " + name);
      return;
    }
    if (is_true(outcome.value)) return;
    const auto detail = message_of(node, compiled, path);
    if (!compiled.uses_old_self && unchanged(before)) return;
    report(node, compiled, path, value, detail);
  }

  std::string message_of(const RuleValidator& node, const CompiledRule& compiled, const std::string& path)
  {
    auto fallback =
        compiled.rule.message.empty() ? "failed rule: " + rule_name(compiled.rule) : trimmed(compiled.rule.message);
    if (!compiled.message) return fallback;
    constexpr std::size_t longest = 5 * 1024;
    // Here oldSelf is the value itself, whatever the rule has.
    const auto outcome = compiled.message->run(message_values);
    if (outcome.cost > budget) {
      fail(node, path,
           "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be "
           "run");
      throw BudgetSpent();
    }
    if (outcome.exceeded) {
      fail(node, path,
           "no further validation rules will be run due to call cost exceeds limit for messageExpression: " +
               go_quoted(compiled.rule.message_expression));
      throw BudgetSpent();
    }
    budget -= outcome.cost;
    const auto* text = outcome.value.text_if();
    if (text == nullptr) return fallback;
    const auto message = trimmed(*text);
    const bool good = !message.empty() && message.size() <= longest && message.find('\n') == std::string::npos;
    return good ? message : fallback;
  }

  void report(const RuleValidator& node, const CompiledRule& compiled, const std::string& path, const Json& value,
              const std::string& detail)
  {
    auto field = path;
    if (!compiled.field_path.empty()) field += (field.empty() ? "" : ".") + compiled.field_path;
    field = path_of(field);
    const auto& reason = compiled.rule.reason;
    const auto type = node.schema_->type;
    const bool omits = type == Schema::Type::object || type == Schema::Type::array;
    if (reason == "FieldValueForbidden") {
      errors.push_back(forbidden_value(field, detail));
    } else if (reason == "FieldValueRequired") {
      errors.push_back(required_value(field, detail));
    } else if (reason == "FieldValueDuplicate") {
      errors.push_back(omits ? FieldError{"FieldValueDuplicate", "Duplicate value", field}
                             : duplicate_value(field, value));
    } else {
      errors.push_back(omits ? FieldError{"FieldValueInvalid", "Invalid value: " + detail, field}
                             : invalid_value(field, value, detail));
    }
  }
};

bool rules_are_blocked(FieldErrors& errors)
{
  for (const auto& error : errors) {
    for (const char* blocking : {"FieldValueNotSupported", "FieldValueRequired", "FieldValueTooLong",
                                 "FieldValueTooMany", "FieldValueTypeInvalid"}) {
      if (error.reason != blocking) continue;
      errors.push_back(invalid_value("<nil>", nullptr,
                                     "some validation rules were not checked because the object was invalid; correct "
                                     "the existing errors to complete validation"));
      return true;
    }
  }
  return false;
}

std::shared_ptr<const RuleValidator> RuleValidator::make(const SchemaPtr& schema)
{
  return ValidatorBuilder::build(schema, schema, schema_type(schema, true));
}

void RuleValidator::validate(const Json& object, const Json* old, FieldErrors& errors) const
{
  ValidatorRun run{errors};
  try {
    run.visit(*this, {}, object, {old, &object, old, schema_.get()});
  } catch (const BudgetSpent&) {
    return;  // the error says so
  }
}

void check_default_rules(const SchemaPtr& schema, const std::string& field, FieldErrors& errors)
{
  const auto validator = RuleValidator::make(schema);
  if (!validator) return;
  ValidatorRun run{errors};
  try {
    run.visit_defaults(*validator, field);
  } catch (const BudgetSpent&) {
    return;  // the error says so
  }
}

}  // namespace kubexx::schema::detail
