// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kubexx/cel/detail/program.hpp"
#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {

using cel::Program;
using cel::ProgramPtr;
using cel::Type;
using cel::TypePtr;
using cel::Value;

/// The CEL type of the values of `schema`; null when they are not exposed to expressions. At a resource's root
/// apiVersion, kind, metadata.name and metadata.generateName are there whatever the schema says.
[[nodiscard]] TypePtr schema_type(const SchemaPtr& schema, bool resource_root);

/// An entry of x-kubernetes-validations.
struct Rule {
  std::string rule, message, message_expression, reason, field_path;
  bool has_reason = false;
  bool has_optional_old_self = false, optional_old_self = false;
};
[[nodiscard]] std::vector<Rule> rules_of(const Schema& schema);

/// A rule with what became of it. A problem is in the words of the real server.
struct CompiledRule {
  Rule rule;
  ProgramPtr program, message;
  std::string problem, message_problem;
  bool uses_old_self = false;
  std::string field_path;  ///< as errors have it
};
[[nodiscard]] CompiledRule compile_rule(Rule rule, const Schema& schema, const TypePtr& type);

/// The path of an error for a JSON path such as ".spec['a.b']"; false when the schema has no such place.
[[nodiscard]] bool normalize_path(const std::string& json_path, const Schema& schema, std::string& path);

/// Checks the rules of a definition's structural schema, which is valid otherwise; `field` is its place.
void check_rules(const SchemaPtr& schema, const std::string& field, FieldErrors& errors);

/// The estimated cost of a rule or of its messageExpression, whose place is `field`, on the largest object.
struct RuleCost {
  std::string field;
  std::uint64_t cost = 0;
};
/// Of all rules that compile, in the order in which they are checked.
[[nodiscard]] std::vector<RuleCost> rule_costs(const SchemaPtr& schema, const std::string& field);

/// Rules want an object whose fields have their types: whether `errors` has one that keeps them from being evaluated.
/// If so, adds one that says this.
[[nodiscard]] bool rules_are_blocked(FieldErrors& errors);

/// All rules of a schema, compiled. Immutable; thread safe.
class RuleValidator {
public:
  /// Null when the schema has no rules.
  [[nodiscard]] static std::shared_ptr<const RuleValidator> make(const SchemaPtr& schema);

  /// Evaluates the rules on `object`, whose apiVersion and kind are set, after a change from `old`; null: it is new.
  /// What fails but was the same before is let pass.
  void validate(const Json& object, const Json* old, FieldErrors& errors) const;

private:
  friend struct ValidatorBuilder;
  friend struct ValidatorRun;
  RuleValidator() = default;

  SchemaPtr schema_;
  std::vector<CompiledRule> rules_;
  std::map<std::string, std::shared_ptr<const RuleValidator>> properties_;
  std::shared_ptr<const RuleValidator> items_, additional_;
  std::vector<std::shared_ptr<const RuleValidator>> all_of_;
  TypePtr type_;
};

}  // namespace kubexx::schema::detail
