// SPDX-License-Identifier: Apache-2.0
#include "validation/names.hpp"

#include <algorithm>
#include <set>

#include "validation/internal_text.hpp"

namespace kubexx::apiserver {
namespace {

void check_owners(const Json& owners, FieldErrors& errors)
{
  const std::string field = "metadata.ownerReferences";
  std::string first_controller;
  for (std::size_t index = 0; index < owners.size(); ++index) {
    const auto& owner = owners[index];
    const auto here = field + "[" + std::to_string(index) + "]";
    const auto api_version = string_at(owner, {"apiVersion"});
    if (api_version.empty()) {
      errors.push_back(required_value(here + ".apiVersion", "must not be empty"));
    } else if (std::count(api_version.begin(), api_version.end(), '/') > 1) {
      errors.push_back(invalid_value(here + ".apiVersion", api_version, "must be <group>/<version> or <version>"));
    }
    for (const char* member : {"kind", "name", "uid"}) {
      if (string_at(owner, {member}).empty())
        errors.push_back(required_value(here + "." + member, "must not be empty"));
    }
    if (api_version == "v1" && string_at(owner, {"kind"}) == "Event") {
      errors.push_back({"FieldValueInvalid",
                        "Invalid value: " + internal_text("meta.v1.OwnerReference", owner) +
                            ": /v1, Kind=Event is disallowed from being an owner",
                        here});
    }
    if (const auto* controller = find(owner, {"controller"}); controller != nullptr && *controller == true) {
      const auto name = string_at(owner, {"kind"}) + "/" + string_at(owner, {"name"});
      if (!first_controller.empty()) {
        std::string shown;
        for (const auto& one : owners)
          shown += (shown.empty() ? "" : ",") + internal_text("meta.v1.OwnerReference", one);
        errors.push_back(
            {"FieldValueInvalid",
             "Invalid value: [" + shown +
                 "]: Only one reference can have Controller set to true. Found \"true\" in references for " +
                 first_controller + " and " + name,
             field});
      } else {
        first_controller = name;
      }
    }
  }
}

/// What built-in kinds demand beyond that: ValidateFinalizerName of pkg/apis/core/validation.
void check_standard_finalizers(const std::vector<std::string>& finalizers, FieldErrors& errors)
{
  static const std::set<std::string> standard{"kubernetes", "orphan", "foregroundDeletion"};
  for (std::size_t index = 0; index < finalizers.size(); ++index) {
    const auto& name = finalizers[index];
    const auto field = "metadata.finalizers[" + std::to_string(index) + "]";
    if (name.find('/') == std::string::npos && !standard.contains(name)) {
      errors.push_back(
          invalid_value(field, name, "name is neither a standard finalizer name nor is it fully qualified"));
    }
  }
}

}  // namespace

std::vector<std::string> name_problems(NameRule rule, std::string_view text)
{
  switch (rule) {
    case NameRule::dns_subdomain:
      return dns_1123_subdomain_problems(text);
    case NameRule::dns_label:
      return dns_label_problems(text);
    case NameRule::dns_1035_label:
      return dns_1035_label_problems(text);
    case NameRule::path_segment:
      return path_segment_problems(text);
  }
  return {};
}

void validate_metadata(const Kind& kind, const Json& object, const Json* current, FieldErrors& errors)
{
  const auto& meta = object.at("metadata");
  const auto problems = [rule = kind.name_rule](std::string_view text) { return name_problems(rule, text); };
  check_generate_name(meta, problems, errors);
  if (current == nullptr) {
    check_new_name(meta, problems, kind.namespaced, errors);
  } else {
    const auto& old = current->at("metadata");
    for (const char* member : {"name", "namespace", "uid", "creationTimestamp"}) {
      if (string_at(meta, {member}) != string_at(old, {member})) {
        errors.push_back(
            invalid_value(std::string("metadata.") + member, string_at(meta, {member}), "field is immutable"));
      }
    }
    for (const char* member : {"deletionTimestamp", "deletionGracePeriodSeconds"}) {
      const auto* given = find(meta, {member});
      const auto* kept = find(old, {member});
      if (given != nullptr && (kept == nullptr || *given != *kept)) {
        errors.push_back(invalid_value(std::string("metadata.") + member, *given, "field is immutable"));
      }
    }
  }
  if (const auto* labels = find(meta, {"labels"})) validate_labels(*labels, "metadata.labels", errors);
  if (const auto* annotations = find(meta, {"annotations"})) {
    validate_annotations(*annotations, "metadata.annotations", errors);
  }
  if (const auto* owners = find(meta, {"ownerReferences"}); owners != nullptr && owners->is_array()) {
    check_owners(*owners, errors);
  }
  const auto finalizers = strings_at(meta, {"finalizers"});
  check_finalizers(finalizers, current, errors);
  // The validation of these takes apimachinery's ValidateObjectMeta itself, or looks at no metadata.
  static const std::set<std::string, std::less<>> plain{"admissionregistration.k8s.io", "apiextensions.k8s.io",
                                                        "coordination.k8s.io",

                                                        "node.k8s.io", "policy"};
  const bool standard = !kind.custom && !plain.contains(kind.group) && kind.id() != "/events";
  if (standard) check_standard_finalizers(finalizers, errors);
}

}  // namespace kubexx::apiserver
