// SPDX-License-Identifier: Apache-2.0
#include "admission/cel_expressions.hpp"

#include <initializer_list>
#include <utility>

#include "kubexx/cel/detail/patches.hpp"

namespace kubexx::apiserver {
namespace {

using TypeKind = cel::Type::Kind;
using Fields = std::initializer_list<std::pair<const char*, cel::TypePtr>>;

cel::TypePtr declared(const char* name, Fields fields)
{
  auto type = std::make_shared<cel::Type>();
  type->kind = TypeKind::object;
  type->name = name;
  for (const auto& [field, field_type] : fields) type->fields[field] = {field, field_type};
  return type;
}

/// BuildRequestType.
cel::TypePtr request_type()
{
  const auto& text = cel::simple_type(TypeKind::string);
  const auto texts = cel::list_of(text);
  const auto kind = declared("kubernetes.GroupVersionKind", {{"group", text}, {"version", text}, {"kind", text}});
  const auto resource =
      declared("kubernetes.GroupVersionResource", {{"group", text}, {"version", text}, {"resource", text}});
  const auto user =
      declared("kubernetes.UserInfo",
               {{"username", text}, {"uid", text}, {"groups", texts}, {"extra", cel::map_of(text, texts)}});
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
                                                  {"dryRun", cel::simple_type(TypeKind::boolean)},
                                                  {"options", cel::simple_type(TypeKind::dyn)}});
}

/// BuildNamespaceType.
cel::TypePtr namespace_type()
{
  const auto& text = cel::simple_type(TypeKind::string);
  const auto& time = cel::simple_type(TypeKind::timestamp);
  const auto& number = cel::simple_type(TypeKind::integer);
  const auto texts = cel::list_of(text);
  const auto labels = cel::map_of(text, text);
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
       {"status", declared("kubernetes.NamespaceStatus", {{"conditions", cel::list_of(condition)}, {"phase", text}})}});
}

std::vector<cel::Variable> variables_of(const AdmissionScope& scope)
{
  static const auto request = request_type();
  static const auto space = namespace_type();
  const auto& dyn = cel::simple_type(TypeKind::dyn);
  std::vector<cel::Variable> variables{
      {"object", dyn}, {"oldObject", dyn}, {"namespaceObject", space}, {"request", request}};
  if (scope.params) variables.push_back({"params", dyn});
  if (scope.authorizer) {
    variables.push_back({"authorizer", cel::opaque_type("kubernetes.authorization.Authorizer")});
    variables.push_back({"authorizer.requestResource", cel::opaque_type("kubernetes.authorization.ResourceCheck")});
  }
  if (!scope.variables) return variables;
  variables.push_back(scope.composition.variable());
  return variables;
}

std::string return_problem(Returns returns, const cel::Type& type)
{
  const auto kind = type.kind;
  switch (returns) {
    case Returns::boolean:
      if (kind == TypeKind::boolean) return {};
      return "must evaluate to bool but got " + to_string(type);
    case Returns::text:
      if (kind == TypeKind::string) return {};
      return "must evaluate to string but got " + to_string(type);
    case Returns::text_or_null:
      if (kind == TypeKind::string || kind == TypeKind::null) return {};
      return "must evaluate to one of [string null_type] but got " + to_string(type);
    case Returns::object:
      if (kind == TypeKind::object && type.name == cel::object_type_name) return {};
      return "must evaluate to Object but got " + to_string(type);
    case Returns::patches:
      if (kind == TypeKind::list && type.params[0]->kind == TypeKind::object &&
          type.params[0]->name == cel::patch_type_name)
        return {};
      return "must evaluate to list(JSONPatch) but got " + to_string(type);
    case Returns::anything:
      break;
  }
  return {};
}

/// What is kept of an expression's type: convertCelTypeToDeclType.
cel::TypePtr kept_type(const cel::Type& type)
{
  switch (type.kind) {
    case TypeKind::null:
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::unsigned_:
    case TypeKind::number:
    case TypeKind::string:
    case TypeKind::bytes:
    case TypeKind::timestamp:
    case TypeKind::duration:
      return cel::simple_type(type.kind);
    case TypeKind::list:
      return cel::list_of(kept_type(*type.params[0]));
    case TypeKind::map:
      return cel::map_of(kept_type(*type.params[0]), kept_type(*type.params[1]));
    default:
      return cel::simple_type(TypeKind::dyn);
  }
}

}  // namespace

Composition::Composition()
    : type_(std::make_shared<cel::Type>()), numbers_(std::make_shared<std::map<std::string, std::size_t>>())
{
  type_->kind = TypeKind::object;
  type_->name = "kubernetes.variables";
}

void Composition::add(const std::string& name, cel::TypePtr type)
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
  auto program = cel::Program::compile(source, variables_of(scope), result.problem, scope.patches);
  if (!program) {
    result.internal = result.problem.starts_with("program instantiation failed");
    return result;
  }
  result.problem = return_problem(returns, program->type());
  if (result.problem.empty()) result.program = std::move(program);
  return result;
}

cel::TypePtr composited_type(const AdmissionExpression& expression)
{
  return expression.program ? kept_type(expression.program->type()) : cel::simple_type(TypeKind::dyn);
}

AdmissionRun::AdmissionRun(const AdmissionValues& values, const std::vector<AdmissionExpression>& variables,
                           const std::vector<std::string>& names, std::int64_t budget)
    : values_(values), variables_(variables), names_(names), budget_(budget)
{
  known_.resize(variables.size());
}

std::vector<cel::Value> AdmissionRun::values_for(const AdmissionExpression& expression) const
{
  std::vector<cel::Value> values{values_.object, values_.old_object, values_.namespace_object, values_.request};
  if (expression.params) values.push_back(values_.params);
  if (expression.authorizer) {
    values.push_back(values_.authorizer);
    values.push_back(values_.request_resource);
  }
  cel::Map members;
  members.own = std::make_shared<cel::Map::Entries>();
  values.emplace_back(std::move(members));
  return values;
}

cel::Value AdmissionRun::get(std::size_t composited)
{
  if (known_[composited]) return *known_[composited];
  // A chain of variables must not exhaust the stack: a long one is evaluated from its beginning.
  constexpr int deepest_chain = 8;
  if (depth_ == deepest_chain) {
    for (std::size_t earlier = 0; earlier < composited; ++earlier) (void)known(earlier);
  }
  return known(composited);
}

const cel::Value& AdmissionRun::known(std::size_t composited)
{
  if (known_[composited]) return *known_[composited];
  ++depth_;
  const auto& variable = variables_[composited];
  const auto& name = names_[composited];
  cel::Value value;
  if (!variable.program) {
    value = cel::Value::error("composited variable " + go_quoted(name) + " fails to compile: " + variable.problem);
  } else {
    const auto values = values_for(variable);
    auto outcome = variable.program->run(values, cel::per_call_limit, this);
    composition_cost_ += outcome.cost;
    if (outcome.exceeded) outcome.value = cel::Value::error(cel::cost_limit_problem);
    value = std::move(outcome.value);
    if (const auto* error = value.get_if<cel::Error>()) {
      value = cel::Value::error("composited variable " + go_quoted(name) + " fails to evaluate: " + error->message);
    }
  }
  --depth_;
  known_[composited] = std::make_unique<cel::Value>(std::move(value));
  return *known_[composited];
}

AdmissionRun::Outcome AdmissionRun::evaluate(const AdmissionExpression& expression)
{
  constexpr const char* spent =
      "validation failed due to running out of cost budget, no further validation rules will be run";
  if (!expression.program) return {{}, "compilation error: " + expression.problem};
  const auto values = values_for(expression);
  composition_cost_ = 0;
  auto outcome = expression.program->run(values, cel::per_call_limit, this);
  for (const auto cost : {composition_cost_, outcome.cost}) {
    if (cost > static_cast<std::uint64_t>(budget_)) throw OutOfBudget(spent);
    budget_ -= static_cast<std::int64_t>(cost);
  }
  if (outcome.exceeded) outcome.value = cel::Value::error(cel::cost_limit_problem);
  if (const auto* error = outcome.value.get_if<cel::Error>()) {
    return {{}, "expression '" + expression.source + "' resulted in error: " + error->message};
  }
  return {std::move(outcome.value), {}};
}

}  // namespace kubexx::apiserver
