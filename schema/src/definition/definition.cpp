// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/definition.hpp"

#include <set>

#include "definition/definition_rules.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/cel/detail/text.hpp"

namespace kubexx::schema::detail {
namespace {

constexpr const char* approval = "api-approved.kubernetes.io";

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
  const auto& names = json_at(spec, {"names"});
  for (const char* name : {"plural", "singular", "kind", "listKind"}) {
    if (string_at(names, {name}).empty()) errors.push_back(required_value(std::string("spec.names.") + name, ""));
  }
  for (const char* name : {"plural", "singular", "kind", "listKind"}) {
    const auto text = string_at(names, {name});
    if (text.empty()) continue;
    const bool cased = std::string_view(name) == "kind" || std::string_view(name) == "listKind";
    std::string all;
    for (const auto& problem : cel::dns_1035_label_problems(cased ? cel::lower(text) : text)) {
      all += (all.empty() ? "" : ",") + problem;
    }
    if (!all.empty()) {
      errors.push_back(invalid_value(std::string("spec.names.") + name, text,
                                     (cased ? "may have mixed case, but should otherwise match: " : "") + all));
    }
  }
  const auto check_list = [&](const char* name) {
    std::size_t index = 0;
    for (const auto& text : strings_at(names, {name})) {
      const auto field = std::string("spec.names.") + name + "[" + std::to_string(index++) + "]";
      if (const auto problem = cel::dns_1035_label_problem(text); !problem.empty()) {
        errors.push_back(invalid_value(field, text, problem));
      }
    }
  };
  check_list("shortNames");
  const auto kind = string_at(names, {"kind"});
  if (!kind.empty() && kind == string_at(names, {"listKind"})) {
    errors.push_back(invalid_value("spec.names.listKind", kind, "kind and listKind may not be the same"));
  }
  check_list("categories");
}

void check_spec(const Json& spec, FieldErrors& errors)
{
  const auto group = string_at(spec, {"group"});
  if (group.empty()) {
    errors.push_back(required_value("spec.group", ""));
  } else if (const auto problem = cel::dns_subdomain_problem(group); !problem.empty()) {
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
  const auto& versions = array_at(spec, {"versions"});
  for (std::size_t index = 0; index < versions.size(); ++index) {
    const auto* source = find(versions[index], {"schema", "openAPIV3Schema"});
    if (source != nullptr && !source->is_null()) continue;
    errors.push_back(required_value("spec.versions[" + std::to_string(index) + "].schema.openAPIV3Schema", ""));
  }
  std::size_t storage = 0;
  std::set<std::string> names;
  for (std::size_t index = 0; index < versions.size(); ++index) {
    check_version(versions, index, errors);
    if (json_at(versions[index], {"storage"}) == true) ++storage;
    names.insert(string_at(versions[index], {"name"}));
  }
  const auto refuse_versions = [&](const char* detail) {
    errors.push_back({"FieldValueInvalid",
                      "Invalid value: " + versions_text(json_at(spec, {"versions"})) + ": " + detail, "spec.versions"});
  };
  if (names.size() != versions.size()) refuse_versions("must contain unique version names");
  if (storage != 1) refuse_versions("must have exactly one version marked as storage version");
  if (!versions.empty()) {
    const auto first = string_at(versions.front(), {"name"});
    if (const auto problem = cel::dns_1035_label_problem(first); !first.empty() && !problem.empty()) {
      errors.push_back(invalid_value("spec.version", first, problem));
    }
  }
  check_names(spec, errors);
  if (!versions.empty()) check_shared(versions, errors);
  check_conversion(json_at(spec, {"conversion"}), errors);
}

}  // namespace

void check_definition(const Json& definition, const Json* current, FieldErrors& errors)
{
  const auto& spec = json_at(definition, {"spec"});
  const auto wanted = string_at(spec, {"names", "plural"}) + "." + string_at(spec, {"group"});
  const auto name = string_at(definition, {"metadata", "name"});
  if (current == nullptr && name != wanted) {
    errors.push_back(invalid_value("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
  }
  check_spec(spec, errors);
  const auto* stored = find(definition, {"status", "storedVersions"});
  if (current == nullptr && (stored == nullptr || stored->empty())) {
    errors.push_back(invalid_value("status.storedVersions", nullptr, "must have at least one stored version"));
  }
  check_approval(definition, current, errors);
  if (json_at(spec, {"preserveUnknownFields"}) == true) {
    errors.push_back(invalid_value("spec.preserveUnknownFields", true,
                                   "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                                   "spec.versions[*].schema instead"));
  }
}

}  // namespace kubexx::schema::detail
