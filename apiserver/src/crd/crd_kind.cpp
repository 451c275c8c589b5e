// SPDX-License-Identifier: Apache-2.0
#include "crd/crd.hpp"
#include "crd/definition_columns.hpp"

namespace kubexx::apiserver {
namespace {

void validate_definition(const Json& definition, const Json* current, FieldErrors& errors)
{
  check_definition(definition, current, errors);
  if (current == nullptr) return;
  const auto& spec = json_at(definition, {"spec"});
  const auto& old = json_at(*current, {"spec"});
  const auto immutable = [&](std::initializer_list<std::string_view> path, const std::string& field) {
    if (string_at(spec, path) != string_at(old, path)) {
      errors.push_back(invalid_value(field, string_at(spec, path), "field is immutable"));
    }
  };
  if (condition_holds(*current, "Established")) {
    immutable({"scope"}, "spec.scope");
    immutable({"names", "kind"}, "spec.names.kind");
  }
  immutable({"group"}, "spec.group");
  immutable({"names", "plural"}, "spec.names.plural");
}

}  // namespace

Kind definition_kind()
{
  Kind kind;
  kind.group = "apiextensions.k8s.io";
  kind.plural = "customresourcedefinitions";
  kind.singular = "customresourcedefinition";
  kind.kind = "CustomResourceDefinition";
  kind.list_kind = "CustomResourceDefinitionList";
  kind.short_names = {"crd", "crds"};
  kind.categories = {"api-extensions"};
  kind.namespaced = false;
  kind.unconditional_update = false;
  kind.generation = GenerationRule::spec;
  ServedVersion version;
  version.name = "v1";
  version.status = true;
  version.columns = definition_columns();
  kind.versions.push_back(version);
  kind.cells = definition_cells;
  kind.defaults = default_definition;
  kind.prepare_create = begin_definition_status;
  kind.validate = validate_definition;
  return kind;
}

}  // namespace kubexx::apiserver
