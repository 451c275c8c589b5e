// SPDX-License-Identifier: Apache-2.0
#include "cel/admission.hpp"

#include <initializer_list>
#include <utility>

#include "cel/patches.hpp"

namespace kubexx::apiserver::cel {
namespace {

using Kind = Type::Kind;
using Fields = std::initializer_list<std::pair<const char*, TypePtr>>;

TypePtr declared(const char* name, Fields fields)
{
  auto type = std::make_shared<Type>();
  type->kind = Kind::object;
  type->name = name;
  for (const auto& [field, field_type] : fields) type->fields[field] = {field, field_type};
  return type;
}

/// BuildRequestType.
TypePtr request_type()
{
  const auto& text = simple_type(Kind::string);
  const auto texts = list_of(text);
  const auto kind = declared("kubernetes.GroupVersionKind", {{"group", text}, {"version", text}, {"kind", text}});
  const auto resource =
      declared("kubernetes.GroupVersionResource", {{"group", text}, {"version", text}, {"resource", text}});
  const auto user = declared("kubernetes.UserInfo",
                             {{"username", text}, {"uid", text}, {"groups", texts}, {"extra", map_of(text, texts)}});
  return declared("kubernetes.AdmissionRequest", {{"kind", kind},
                                                  {"resource", resource},
                                                  {"subResource", text},
                                                  {"requestKind", kind},
                                                  {"requestResource", resource},
                                                  {"requestSubResource", text},
                                                  {"name", text},
                                                  {"namespace", text},
                                                  {"operation", text},
                                                  {"userInfo", user},
                                                  {"dryRun", simple_type(Kind::boolean)},
                                                  {"options", simple_type(Kind::dyn)}});
}

/// BuildNamespaceType.
TypePtr namespace_type()
{
  const auto& text = simple_type(Kind::string);
  const auto& time = simple_type(Kind::timestamp);
  const auto& number = simple_type(Kind::integer);
  const auto texts = list_of(text);
  const auto labels = map_of(text, text);
  const auto condition =
      declared("kubernetes.NamespaceCondition",
               {{"status", text}, {"type", text}, {"lastTransitionTime", time}, {"message", text}, {"reason", text}});
  const auto metadata = declared("kubernetes.NamespaceMetadata", {{"name", text},
                                                                  {"generateName", text},
                                                                  {"namespace", text},
                                                                  {"labels", labels},
                                                                  {"annotations", labels},
                                                                  {"UID", text},
                                                                  {"creationTimestamp", time},
                                                                  {"deletionGracePeriodSeconds", number},
                                                                  {"deletionTimestamp", time},
                                                                  {"generation", number},
                                                                  {"resourceVersion", text},
                                                                  {"finalizers", texts}});
  return declared(
      "kubernetes.Namespace",
      {{"metadata", metadata},
       {"spec", declared("kubernetes.NamespaceSpec", {{"finalizers", texts}})},
       {"status", declared("kubernetes.NamespaceStatus", {{"conditions", list_of(condition)}, {"phase", text}})}});
}

std::vector<Variable> variables_of(const AdmissionScope& scope)
{
  static const auto request = request_type();
  static const auto space = namespace_type();
  const auto& dyn = simple_type(Kind::dyn);
  std::vector<Variable> variables{
      {"object", dyn}, {"oldObject", dyn}, {"namespaceObject", space}, {"request", request}};
  if (scope.params) variables.push_back({"params", dyn});
  if (scope.authorizer) {
    variables.push_back({"authorizer", opaque_type("kubernetes.authorization.Authorizer")});
    variables.push_back({"authorizer.requestResource", opaque_type("kubernetes.authorization.ResourceCheck")});
  }
  if (!scope.variables) return variables;
  variables.push_back(scope.composition.variable());
  return variables;
}

std::string return_problem(Returns returns, const Type& type)
{
  const auto kind = type.kind;
  switch (returns) {
    case Returns::boolean:
      if (kind == Kind::boolean) return {};
      return "must evaluate to bool but got " + to_string(type);
    case Returns::text:
      if (kind == Kind::string) return {};
      return "must evaluate to string but got " + to_string(type);
    case Returns::text_or_null:
      if (kind == Kind::string || kind == Kind::null) return {};
      return "must evaluate to one of [string null_type] but got " + to_string(type);
    case Returns::object:
      if (kind == Kind::object && type.name == object_type_name) return {};
      return "must evaluate to Object but got " + to_string(type);
    case Returns::patches:
      if (kind == Kind::list && type.params[0]->kind == Kind::object && type.params[0]->name == patch_type_name)
        return {};
      return "must evaluate to list(JSONPatch) but got " + to_string(type);
    case Returns::anything:
      break;
  }
  return {};
}

/// What is kept of an expression's type: convertCelTypeToDeclType.
TypePtr kept_type(const Type& type)
{
  switch (type.kind) {
    case Kind::null:
    case Kind::boolean:
    case Kind::integer:
    case Kind::unsigned_:
    case Kind::number:
    case Kind::string:
    case Kind::bytes:
    case Kind::timestamp:
    case Kind::duration:
      return simple_type(type.kind);
    case Kind::list:
      return list_of(kept_type(*type.params[0]));
    case Kind::map:
      return map_of(kept_type(*type.params[0]), kept_type(*type.params[1]));
    default:
      return simple_type(Kind::dyn);
  }
}

}  // namespace

Composition::Composition()
    : type_(std::make_shared<Type>()), numbers_(std::make_shared<std::map<std::string, std::size_t>>())
{
  type_->kind = Kind::object;
  type_->name = "kubernetes.variables";
}

void Composition::add(const std::string& name, TypePtr type)
{
  type_->fields[name] = {name, std::move(type)};
  (*numbers_)[name] = count_++;
}

AdmissionExpression compile_admission(const std::string& source, const AdmissionScope& scope, Returns returns)
{
  AdmissionExpression result;
  result.source = source;
  result.params = scope.params;
  result.authorizer = scope.authorizer;
  auto program = Program::compile(source, variables_of(scope), result.problem, scope.patches);
  if (!program) {
    result.internal = result.problem.starts_with("program instantiation failed");
    return result;
  }
  result.problem = return_problem(returns, program->type());
  if (result.problem.empty()) result.program = std::move(program);
  return result;
}

TypePtr composited_type(const AdmissionExpression& expression)
{
  return expression.program ? kept_type(expression.program->type()) : simple_type(Kind::dyn);
}

AdmissionRun::AdmissionRun(const AdmissionValues& values, const std::vector<AdmissionExpression>& variables,
                           const std::vector<std::string>& names, std::int64_t budget)
    : values_(values), variables_(variables), names_(names), budget_(budget)
{
  known_.resize(variables.size());
}

std::vector<Value> AdmissionRun::values_for(const AdmissionExpression& expression) const
{
  std::vector<Value> values{values_.object, values_.old_object, values_.namespace_object, values_.request};
  if (expression.params) values.push_back(values_.params);
  if (expression.authorizer) {
    values.push_back(values_.authorizer);
    values.push_back(values_.request_resource);
  }
  Map members;
  members.own = std::make_shared<Map::Entries>();
  values.emplace_back(std::move(members));
  return values;
}

Value AdmissionRun::get(std::size_t composited)
{
  if (known_[composited]) return *known_[composited];
  // A chain of variables must not exhaust the stack: a long one is evaluated from its beginning.
  constexpr int deepest_chain = 8;
  if (depth_ == deepest_chain) {
    for (std::size_t earlier = 0; earlier < composited; ++earlier) (void)known(earlier);
  }
  return known(composited);
}

const Value& AdmissionRun::known(std::size_t composited)
{
  if (known_[composited]) return *known_[composited];
  ++depth_;
  const auto& variable = variables_[composited];
  const auto& name = names_[composited];
  Value value;
  if (!variable.program) {
    value = Value::error("composited variable " + go_quoted(name) + " fails to compile: " + variable.problem);
  } else {
    const auto values = values_for(variable);
    auto outcome = variable.program->run(values, per_call_limit, this);
    composition_cost_ += outcome.cost;
    if (outcome.exceeded) outcome.value = Value::error(cost_limit_problem);
    value = std::move(outcome.value);
    if (const auto* error = value.get_if<Error>()) {
      value = Value::error("composited variable " + go_quoted(name) + " fails to evaluate: " + error->message);
    }
  }
  --depth_;
  known_[composited] = std::make_unique<Value>(std::move(value));
  return *known_[composited];
}

AdmissionRun::Outcome AdmissionRun::evaluate(const AdmissionExpression& expression)
{
  constexpr const char* spent =
      "validation failed due to running out of cost budget, no further validation rules will be run";
  if (!expression.program) return {{}, "compilation error: " + expression.problem};
  const auto values = values_for(expression);
  composition_cost_ = 0;
  auto outcome = expression.program->run(values, per_call_limit, this);
  for (const auto cost : {composition_cost_, outcome.cost}) {
    if (cost > static_cast<std::uint64_t>(budget_)) throw OutOfBudget(spent);
    budget_ -= static_cast<std::int64_t>(cost);
  }
  if (outcome.exceeded) outcome.value = Value::error(cost_limit_problem);
  if (const auto* error = outcome.value.get_if<Error>()) {
    return {{}, "expression '" + expression.source + "' resulted in error: " + error->message};
  }
  return {std::move(outcome.value), {}};
}

}  // namespace kubexx::apiserver::cel
