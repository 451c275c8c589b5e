// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "cel/rules.hpp"
#include "core/text.hpp"
#include "crd/crd.hpp"
#include "kinds/names.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* approval = "api-approved.kubernetes.io";

const Json& member(const Json& object, const char* name)
{
  static const Json nothing;
  const auto* found = find(object, {name});
  return found == nullptr ? nothing : *found;
}

}  // namespace

bool protected_group(const std::string& group)
{
  return group == "k8s.io" || group.ends_with(".k8s.io") || group == "kubernetes.io" ||
         group.ends_with(".kubernetes.io");
}

Approval approval_of(const Json& definition)
{
  const auto text = string_at(definition, {"metadata", "annotations", approval});
  if (text.empty()) return Approval::missing;
  if (text.starts_with("unapproved")) return Approval::bypassed;
  const auto scheme = text.find("://");
  const bool url = scheme != std::string::npos && scheme > 0 && text.size() > scheme + 3 && text[scheme + 3] != '/';
  return url ? Approval::approved : Approval::invalid;
}

namespace {

void check_approval(const Json& definition, const Json* current, FieldErrors& errors)
{
  if (!protected_group(string_at(definition, {"spec", "group"}))) return;
  const auto state = approval_of(definition);
  if (current != nullptr && approval_of(*current) == state) return;
  const auto field = std::string("metadata.annotations[") + approval + "]";
  const std::string see = "see https://github.com/kubernetes/enhancements/pull/1111";
  if (state == Approval::missing) {
    errors.push_back(
        required_value(field, "protected groups must have approval annotation " + go_quoted(approval) + ", " + see));
  } else if (state == Approval::invalid) {
    errors.push_back(invalid_value(field, string_at(definition, {"metadata", "annotations", approval}),
                                   "protected groups must have approval annotation " + go_quoted(approval) +
                                       " with either a URL or a reason starting with \"unapproved\", " + see));
  }
}

void check_names(const Json& spec, FieldErrors& errors)
{
  const auto& names = member(spec, "names");
  for (const char* name : {"plural", "singular", "kind", "listKind"}) {
    const auto text = string_at(names, {name});
    const auto field = std::string("spec.names.") + name;
    if (text.empty()) {
      errors.push_back(required_value(field, ""));
      continue;
    }
    const bool cased = std::string_view(name) == "kind" || std::string_view(name) == "listKind";
    if (const auto problem = dns_1035_label_problem(cased ? lower(text) : text); !problem.empty()) {
      errors.push_back(
          invalid_value(field, text, (cased ? "may have mixed case, but should otherwise match: " : "") + problem));
    }
  }
  if (const auto& short_names = member(names, "shortNames"); short_names.is_array()) {
    for (std::size_t index = 0; index < short_names.size(); ++index) {
      const auto text = short_names[index].is_string() ? short_names[index].get<std::string>() : std::string();
      if (const auto problem = dns_1035_label_problem(text); !problem.empty()) {
        errors.push_back(invalid_value("spec.names.shortNames[" + std::to_string(index) + "]", text, problem));
      }
    }
  }
}

void check_structural(const Schema& schema, const std::string& field, bool root, FieldErrors& errors)
{
  if (schema.type == Schema::Type::any && !schema.int_or_string && !schema.preserve_unknown) {
    errors.push_back(required_value(
        field + ".type", root ? "must not be empty at the root" : "must not be empty for specified object fields"));
  }
  if (root && schema.type != Schema::Type::object && schema.type != Schema::Type::any) {
    errors.push_back(invalid_value(field + ".type", "", "must be object at the root"));
  }
  if (schema.type == Schema::Type::array && !schema.items) {
    errors.push_back(required_value(field + ".items", "must be specified"));
  }
  if (schema.additional && !schema.properties.empty()) {
    errors.push_back(
        forbidden_value(field + ".additionalProperties", "additionalProperties and properties are mutual exclusive"));
  }
  for (const auto& [name, child] : schema.properties) {
    if (root && (name == "metadata" || name == "apiVersion" || name == "kind")) continue;
    auto place = field;
    place.append(".properties[").append(name).append("]");
    check_structural(*child, place, false, errors);
  }
  if (schema.items) check_structural(*schema.items, field + ".items", false, errors);
  if (schema.additional) check_structural(*schema.additional, field + ".additionalProperties", false, errors);
  if (schema.has_default) {
    validate_schema(schema, schema.default_, field + ".default", errors);
  }
}

void check_version(const Json& version, const std::string& field, bool only, FieldErrors& errors)
{
  if (const auto name = string_at(version, {"name"}); !dns_1035_label_problem(name).empty()) {
    errors.push_back(invalid_value(field + ".name", name, dns_1035_label_problem(name)));
  }
  const auto* source = find(version, {"schema", "openAPIV3Schema"});
  if (source == nullptr || source->is_null()) {
    errors.push_back(required_value(field + ".schema.openAPIV3Schema", ""));
    return;
  }
  // The real server moves a schema that all versions share to the top before it looks at it.
  const auto place = only ? std::string("spec.validation.openAPIV3Schema") : field + ".schema.openAPIV3Schema";
  const auto before = errors.size();
  const auto schema = parse_schema(*source, place, errors);
  if (errors.size() == before) check_structural(*schema, place, true, errors);
  if (errors.size() == before) cel::check_rules(schema, place, errors);
  const auto* scale = find(version, {"subresources", "scale"});
  if (scale != nullptr && scale->is_object()) {
    const auto check_path = [&](const char* name, const char* prefix, bool needed) {
      const auto path = string_at(*scale, {name});
      const auto here = field + ".subresources.scale." + name;
      if (path.empty() && needed) {
        errors.push_back(required_value(here, ""));
      } else if (!path.empty() && !path.starts_with(prefix)) {
        errors.push_back(invalid_value(here, path, std::string("should be a json path under ") + prefix));
      }
    };
    check_path("specReplicasPath", ".spec.", true);
    check_path("statusReplicasPath", ".status.", true);
    check_path("labelSelectorPath", ".s", false);
  }
}

void check_spec(const Json& spec, FieldErrors& errors)
{
  const auto group = string_at(spec, {"group"});
  if (group.empty()) {
    errors.push_back(required_value("spec.group", ""));
  } else if (const auto problem = dns_subdomain_problem(group); !problem.empty()) {
    errors.push_back(invalid_value("spec.group", group, problem));
  } else if (group.find('.') == std::string::npos) {
    errors.push_back(invalid_value("spec.group", group, "should be a domain with at least one dot"));
  }
  const auto scope = string_at(spec, {"scope"});
  if (scope.empty()) {
    errors.push_back(required_value("spec.scope", ""));
  } else if (scope != "Cluster" && scope != "Namespaced") {
    errors.push_back(unsupported_value("spec.scope", scope, {"Cluster", "Namespaced"}));
  }
  const auto& versions = member(spec, "versions");
  std::size_t storage = 0;
  std::set<std::string> names;
  if (versions.is_array()) {
    for (std::size_t index = 0; index < versions.size(); ++index) {
      const auto& version = versions[index];
      check_version(version, "spec.versions[" + std::to_string(index) + "]", versions.size() == 1, errors);
      if (member(version, "storage") == true) ++storage;
      names.insert(string_at(version, {"name"}));
    }
    if (names.size() != versions.size()) {
      errors.push_back(invalid_value("spec.versions", versions, "must contain unique version names"));
    }
  }
  if (storage != 1) {
    errors.push_back(
        invalid_value("spec.versions", versions, "must have exactly one version marked as storage version"));
  }
  const auto strategy = string_at(spec, {"conversion", "strategy"});
  if (strategy != "None") {
    errors.push_back(unsupported_value("spec.conversion.strategy", strategy, {"None"}));
  }
  check_names(spec, errors);
}

void validate_definition(const Json& definition, const Json* current, FieldErrors& errors)
{
  const auto& spec = member(definition, "spec");
  const auto wanted = string_at(spec, {"names", "plural"}) + "." + string_at(spec, {"group"});
  const auto name = string_at(definition, {"metadata", "name"});
  if (current == nullptr && name != wanted) {
    errors.push_back(invalid_value("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
  }
  check_spec(spec, errors);
  check_approval(definition, current, errors);
  if (current == nullptr) return;
  const auto& old = member(*current, "spec");
  const auto immutable = [&](std::initializer_list<std::string_view> path, const std::string& field) {
    if (string_at(spec, path) != string_at(old, path)) {
      errors.push_back(invalid_value(field, string_at(spec, path), "field is immutable"));
    }
  };
  immutable({"group"}, "spec.group");
  immutable({"names", "plural"}, "spec.names.plural");
  immutable({"scope"}, "spec.scope");
  immutable({"names", "kind"}, "spec.names.kind");
}

void default_definition(Json& definition)
{
  auto& spec = ensure_object(definition, "spec");
  auto& names = ensure_object(spec, "names");
  const auto kind = string_at(names, {"kind"});
  if (!kind.empty()) {
    set_default(names, "singular", lower(kind));
    set_default(names, "listKind", kind + "List");
  }
  auto& conversion = ensure_object(spec, "conversion");
  set_default(conversion, "strategy", "None");
  if (const auto* versions = find(spec, {"versions"}); versions != nullptr && versions->is_array()) {
    for (auto& version : spec["versions"]) {
      if (!version.is_object()) throw bad_request("spec.versions: every item must be an object");
      set_default(version, "served", false);
      set_default(version, "storage", false);
    }
  }
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
  kind.generation = GenerationRule::spec;
  ServedVersion version;
  version.name = "v1";
  version.status = true;
  version.columns = {{"Created At", "date", "",
                      "CreationTimestamp is a timestamp representing the server time when "
                      "this object was created.",
                      0, ".metadata.creationTimestamp"}};
  kind.versions.push_back(version);
  kind.defaults = default_definition;
  kind.prepare_create = [](Json& definition) {
    Json stored = Json::array();
    if (const auto* versions = find(definition, {"spec", "versions"}); versions != nullptr && versions->is_array()) {
      for (const auto& item : *versions) {
        if (member(item, "storage") == true) stored.push_back(string_at(item, {"name"}));
      }
    }
    definition["status"] = {{"acceptedNames", {{"kind", ""}, {"plural", ""}}},
                            {"conditions", nullptr},
                            {"storedVersions", std::move(stored)}};
  };
  kind.validate = validate_definition;
  return kind;
}

}  // namespace kubexx::apiserver
