// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/crd_validation.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "causes.hpp"
#include "definition/go_types.hpp"
#include "kubexx/apimachinery/detail/json_problem.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/schema/detail/definition.hpp"
#include "kubexx/schema/detail/labels.hpp"
#include "kubexx/schema/detail/object_meta.hpp"
#include "kubexx/schema/detail/rules.hpp"

namespace kubexx::schema {
namespace {

using detail::FieldErrors;
using detail::Json;

/// A definition as a server has it before it validates it.
struct Decoded {
  Json definition;
  std::vector<std::string> unknown;  ///< the members that were dropped
};

FieldErrors wrong_type(const std::string& text)
{
  return {{"FieldValueTypeInvalid", text, ""}};
}

/// None, and one error, for what no server decodes.
std::optional<Decoded> decode(const Json& crd, FieldErrors& errors)
{
  if (const auto problem = kubexx::detail::json_problem(crd, Object::max_tree_depth); !problem.empty()) {
    errors = wrong_type("the CRD " + problem);
    return std::nullopt;
  }
  if (!crd.is_object()) {
    errors = wrong_type(std::string("the CRD must be an object, and is of the type ") + detail::json_type_of(crd));
    return std::nullopt;
  }
  for (const auto& [name, wanted] :
       {std::pair("apiVersion", "apiextensions.k8s.io/v1"), std::pair("kind", "CustomResourceDefinition")}) {
    const auto& given = detail::json_at(crd, {name});
    if (given != wanted) errors.push_back(detail::invalid_value(name, given, std::string("must be ") + wanted));
  }
  if (!errors.empty()) return std::nullopt;
  Decoded decoded{crd, {}};
  decoded.definition.erase("status");
  try {
    detail::decode_go_types(decoded.definition, decoded.unknown);
  } catch (const detail::DecodeError& error) {
    errors = wrong_type("CustomResourceDefinition in version \"v1\" cannot be handled as a CustomResourceDefinition: " +
                        std::string(error.what()));
    return std::nullopt;
  }
  detail::default_definition(decoded.definition);
  detail::begin_definition_status(decoded.definition);
  return decoded;
}

void check_metadata(const Json& meta, FieldErrors& errors)
{
  detail::check_generate_name(meta, cel::detail::dns_1123_subdomain_problems, errors);
  detail::check_new_name(meta, cel::detail::dns_1123_subdomain_problems, false, errors);
  detail::validate_labels(detail::json_at(meta, {"labels"}), "metadata.labels", errors);
  detail::validate_annotations(detail::json_at(meta, {"annotations"}), "metadata.annotations", errors);
  detail::check_finalizers(detail::strings_at(meta, {"finalizers"}), nullptr, errors);
}

}  // namespace

std::vector<StatusCause> validate_crd(const nlohmann::json& crd)
{
  FieldErrors errors;
  if (const auto decoded = decode(crd, errors)) {
    check_metadata(detail::json_at(decoded->definition, {"metadata"}), errors);
    detail::check_definition(decoded->definition, nullptr, errors);
    detail::drop_repeated(errors);
  }
  return detail::causes_of(std::move(errors));
}

std::vector<std::string> crd_warnings(const nlohmann::json& crd)
{
  FieldErrors errors;
  const auto decoded = decode(crd, errors);
  if (!decoded) return {};
  std::vector<std::string> warnings;
  for (const auto& field : decoded->unknown) warnings.push_back("unknown field " + detail::go_quoted(field));
  for (auto& warning : detail::format_warnings(decoded->definition)) warnings.push_back(std::move(warning));
  return warnings;
}

std::vector<RuleCost> crd_rule_costs(const nlohmann::json& crd)
{
  FieldErrors errors;
  const auto decoded = decode(crd, errors);
  if (!decoded) return {};
  std::vector<RuleCost> costs;
  const auto& versions = detail::array_at(decoded->definition, {"spec", "versions"});
  for (std::size_t index = 0; index < versions.size(); ++index) {
    const auto* source = detail::find(versions[index], {"schema", "openAPIV3Schema"});
    if (source == nullptr) continue;
    const auto field = "spec.versions[" + std::to_string(index) + "].schema.openAPIV3Schema";
    FieldErrors unreadable;
    const auto schema = detail::parse_schema(*source, field, unreadable);
    if (!unreadable.empty()) continue;
    for (auto& [place, cost] : detail::rule_costs(schema, field)) costs.push_back({std::move(place), cost});
  }
  return costs;
}

}  // namespace kubexx::schema
