// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/structural_schema.hpp"

#include <algorithm>
#include <utility>

#include "causes.hpp"
#include "kubexx/apimachinery/detail/json_problem.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "kubexx/schema/detail/default_values.hpp"
#include "kubexx/schema/detail/rules.hpp"
#include "schema_form.hpp"

namespace kubexx::schema {

namespace detail {

std::vector<StatusCause> causes_of(FieldErrors errors)
{
  std::vector<StatusCause> causes;
  causes.reserve(errors.size());
  for (auto& error : errors) {
    causes.push_back({std::move(error.reason), valid_utf8(error.body), valid_utf8(error.field)});
  }
  return causes;
}

}  // namespace detail

namespace {

std::string text_of(const std::vector<StatusCause>& causes)
{
  std::string text = "the schema cannot be used: ";
  for (const auto& cause : causes) {
    if (&cause != &causes.front()) text += ", ";
    text.append(cause.field).append(": ").append(cause.message);
  }
  return text;
}

/// Throws ObjectError for a value that recursive functions cannot take.
void check(const nlohmann::json& object)
{
  const auto problem = kubexx::detail::json_problem(object, Object::max_tree_depth);
  if (!problem.empty()) throw ObjectError("the object " + problem);
}

bool has_float(const nlohmann::json& value)
{
  if (!value.is_structured()) return value.is_number_float();
  return std::any_of(value.begin(), value.end(), has_float);
}

/// A value as a server decodes it: `value` itself, or `copy` if it has to change. Null for null.
const nlohmann::json* with_plain_numbers(const nlohmann::json* value, nlohmann::json& copy)
{
  if (value == nullptr || !has_float(*value)) return value;
  copy = *value;
  detail::make_numbers_plain(copy);
  return &copy;
}

}  // namespace

struct StructuralSchema::Impl {
  detail::SchemaPtr schema;
  std::shared_ptr<const detail::RuleValidator> rules;  ///< null: the schema has none

  [[nodiscard]] std::vector<StatusCause> validate(const nlohmann::json& given, const nlohmann::json* given_old) const
  {
    check(given);
    if (given_old != nullptr) check(*given_old);
    nlohmann::json copy;
    nlohmann::json old_copy;
    const auto& object = *with_plain_numbers(&given, copy);
    const auto* old = with_plain_numbers(given_old, old_copy);
    detail::FieldErrors errors;
    detail::validate_schema(*schema, object, "", errors, old);
    if (rules && !detail::rules_are_blocked(errors)) rules->validate(object, old, errors);
    return detail::causes_of(std::move(errors));
  }
};

SchemaError::SchemaError(std::vector<StatusCause> causes)
    : std::invalid_argument(text_of(causes)), causes_(std::move(causes))
{
}

StructuralSchema::StructuralSchema(const nlohmann::json& open_api_v3_schema)
{
  const std::string field = "openAPIV3Schema";
  detail::FieldErrors errors;
  if (const auto problem = kubexx::detail::json_problem(open_api_v3_schema, Object::max_tree_depth); !problem.empty()) {
    throw SchemaError({{"FieldValueInvalid", "Invalid value: it " + problem, field}});
  }
  auto impl = std::make_shared<Impl>();
  detail::check_form(open_api_v3_schema, field, errors);
  if (!errors.empty()) throw SchemaError(detail::causes_of(std::move(errors)));
  impl->schema = detail::parse_schema(open_api_v3_schema, field, errors);
  if (errors.empty()) detail::check_defaults(*impl->schema, field, errors);
  if (errors.empty()) detail::check_default_rules(impl->schema, field, errors);
  if (errors.empty()) detail::check_rules(impl->schema, field, errors);
  if (!errors.empty()) throw SchemaError(detail::causes_of(std::move(errors)));
  impl->rules = detail::RuleValidator::make(impl->schema);
  impl_ = std::move(impl);
}

void StructuralSchema::apply_defaults(nlohmann::json& object) const
{
  check(object);
  detail::apply_defaults(*impl_->schema, object);
}

std::vector<std::string> StructuralSchema::prune(nlohmann::json& object) const
{
  check(object);
  std::vector<std::string> removed;
  detail::prune(*impl_->schema, object, removed);
  return removed;
}

std::vector<StatusCause> StructuralSchema::validate(const nlohmann::json& object) const
{
  return impl_->validate(object, nullptr);
}

std::vector<StatusCause> StructuralSchema::validate_update(const nlohmann::json& object,
                                                           const nlohmann::json& old_object) const
{
  return impl_->validate(object, &old_object);
}

}  // namespace kubexx::schema
