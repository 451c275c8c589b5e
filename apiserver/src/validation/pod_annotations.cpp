// SPDX-License-Identifier: Apache-2.0
#include "validation/pod_annotations.hpp"

#include <algorithm>

#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::string_view mirror = "kubernetes.io/config.mirror";
constexpr std::string_view local = "localhost/";

FieldValue annotation_of(const FieldValue& annotations, std::string_view key)
{
  return annotations[key].named(annotations.path() + "[" + std::string(key) + "]");
}

void check_deletion_cost(const FieldValue& annotations)
{
  const auto value = annotation_of(annotations, "controller.kubernetes.io/pod-deletion-cost");
  if (!value.present()) return;
  const auto text = value.text();
  const bool negative = text.starts_with("-");
  const auto digits = negative ? text.substr(1) : text;
  const bool numeric = !digits.empty() && digits.size() <= 10 && (digits == "0" ? !negative : digits.front() != '0') &&
                       std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  const std::int64_t number = numeric ? std::stoll(text) : 0;
  if (!numeric || number > INT32_MAX || number < INT32_MIN) value.invalid("must be a 32bit integer");
}

/// `place` is the annotation under the path that these errors have.
void check_seccomp_profile(const FieldValue& place)
{
  const auto text = place.text();
  if (text == "runtime/default" || text == "docker/default" || text == "unconfined") return;
  if (!text.starts_with(local)) return place.invalid("must be a valid seccomp profile");
  const Json path = text.substr(local.size());
  validate_descending_path(FieldValue(&path, place.path(), place.errors()));
}

void check_seccomp(const FieldValue& annotations)
{
  const auto check = [&](const std::string& key, const FieldValue& value) {
    check_seccomp_profile(value.named(annotations.path() + "." + key));
  };
  const std::string of_pod(seccomp_annotation_of_pod);
  if (const auto value = annotations[of_pod]; value.present()) check(of_pod, value);
  for (const auto& [key, value] : annotations.entries()) {
    if (key.starts_with(seccomp_annotations)) check(key, value);
  }
}

void check_app_armor(const FieldValue& annotations, const FieldValue& spec)
{
  const auto containers = all_containers(spec);
  for (const auto& [key, value] : annotations.entries()) {
    if (!key.starts_with(app_armor_annotations)) continue;
    const auto place = annotation_of(annotations, key);
    const auto name = key.substr(app_armor_annotations.size());
    const bool known =
        std::any_of(containers.begin(), containers.end(), [&](const FieldValue& one) { return one["name"].is(name); });
    if (!known) place.invalid(Json(name), "container not found");
    const auto text = value.text();
    if (text.empty() || text == "runtime/default" || text == "unconfined" || text.starts_with(local)) continue;
    place.invalid("invalid AppArmor profile name: " + go_quoted(text));
  }
}

/// Whether the annotation is of the same type as the field; the rest of a local profile is compared apart.
bool says(const std::string& annotation, const FieldValue& type)
{
  if (type.is("Unconfined")) return annotation == "unconfined";
  if (type.is("RuntimeDefault")) return annotation == "runtime/default";
  return !type.is("Localhost") || annotation.starts_with(local);
}

/// `kind` is "seccomp" or "apparmor".
void check_match(const std::string& annotation, const FieldValue& profile, const std::string& kind)
{
  const auto type = profile["type"];
  const bool of_docker = kind == "seccomp" && type.is("RuntimeDefault") && annotation == "docker/default";
  if (!says(annotation, type) && !of_docker) {
    type.forbidden(kind + " type in annotation and field must match");
  } else if (const auto path = profile["localhostProfile"];
             type.is("Localhost") && !path.is(annotation.substr(local.size()))) {
    path.forbidden(kind + " profile in annotation and field must match");
  }
}

}  // namespace

Json app_armor_profile_of(const std::string& annotation)
{
  if (annotation == "unconfined") return {{"type", "Unconfined"}};
  if (annotation == "runtime/default") return {{"type", "RuntimeDefault"}};
  if (!annotation.starts_with(local) || annotation.size() == local.size()) return nullptr;
  return {{"type", "Localhost"}, {"localhostProfile", annotation.substr(local.size())}};
}

namespace {

/// The same, unless it cannot be a field.
Json field_of(const std::string& annotation)
{
  auto profile = app_armor_profile_of(annotation);
  FieldErrors errors;
  if (!profile.is_null()) validate_app_armor_profile(FieldValue(&profile, "", errors));
  return errors.empty() ? profile : Json();
}

/// What the annotations say of the containers that say nothing themselves, for each of them.
template <class Pod, class Visit>
void visit_app_armor_annotations(Pod& pod, Visit visit)
{
  if (string_at(pod, {"spec", "os", "name"}) == "windows") return;
  const auto& annotations = json_at(pod, {"metadata", "annotations"});
  if (!annotations.is_object()) return;
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    auto* containers = find(pod, {"spec", list});
    if (containers == nullptr || !containers->is_array()) continue;
    for (auto& one : *containers) {
      const auto key = std::string(app_armor_annotations) + string_at(one, {"name"});
      const auto* annotation = find(annotations, {key});
      const auto* own = find(one, {"securityContext", "appArmorProfile"});
      if (annotation == nullptr || !annotation->is_string() || (own != nullptr && !own->is_null())) continue;
      visit(key, field_of(string_at(annotations, {key})), one);
    }
  }
}

}  // namespace

void validate_pod_annotations(const FieldValue& annotations, const FieldValue& spec)
{
  if (const auto value = annotation_of(annotations, mirror); value.present() && spec["nodeName"].zero()) {
    value.invalid("must set spec.nodeName if mirror pod annotation is set");
  }
  check_deletion_cost(annotations);
  check_seccomp(annotations);
  check_app_armor(annotations, spec);
}

void validate_pod_annotation_updates(const FieldValue& pod, const FieldValue& current)
{
  const auto annotations = pod["metadata"]["annotations"];
  const auto before = current["metadata"]["annotations"];
  for (const auto& [key, value] : before.entries()) {
    const auto kept = annotation_of(annotations, key);
    if (kept.present() && kept.value() == value.value()) continue;
    if (key.starts_with(app_armor_annotations)) kept.forbidden("may not remove or update AppArmor annotations");
    if (key == mirror) kept.forbidden("may not remove or update mirror pod annotation");
  }
  for (const auto& [key, value] : annotations.entries()) {
    if (before[key].present()) continue;
    const auto added = annotation_of(annotations, key);
    if (key.starts_with(app_armor_annotations)) added.forbidden("may not add AppArmor annotations");
    if (key == mirror) added.forbidden("may not add mirror pod annotation");
  }
  validate_pod_annotations(annotations, pod["spec"]);
}

void validate_annotated_profiles(const FieldValue& annotations, const FieldValue& spec)
{
  const auto of_pod = spec["securityContext"];
  if (const auto text = annotations[seccomp_annotation_of_pod]; text.present() && of_pod["seccompProfile"].present()) {
    check_match(text.text(), of_pod["seccompProfile"], "seccomp");
  }
  for (const auto& container : all_containers(spec)) {
    const auto profile = container["securityContext"]["seccompProfile"];
    const auto text = annotations[std::string(seccomp_annotations) + container["name"].text()];
    if (profile.present() && text.present()) check_match(text.text(), profile, "seccomp");
  }
  if (spec["os"]["name"].is("windows")) return;
  for (const auto& container : all_containers(spec)) {
    const auto own = container["securityContext"]["appArmorProfile"];
    const auto profile = own.present() ? own : of_pod["appArmorProfile"].named(own.path());
    const auto text = annotations[std::string(app_armor_annotations) + container["name"].text()];
    if (profile.present() && text.present()) check_match(text.text(), profile, "apparmor");
  }
}

void warn_of_app_armor_annotations(const Json& pod, std::vector<std::string>& warnings)
{
  const auto of_pod = json_at(pod, {"spec", "securityContext", "appArmorProfile"});
  visit_app_armor_annotations(pod, [&](const std::string& key, const Json& profile, const Json& /*container*/) {
    if (!profile.is_null() && profile == of_pod) return;
    warnings.push_back("metadata.annotations[" + key +
                       "]: deprecated since v1.30; use the \"appArmorProfile\" field instead");
  });
}

void copy_app_armor_annotations(Json& pod)
{
  const auto of_pod = json_at(pod, {"spec", "securityContext", "appArmorProfile"});
  visit_app_armor_annotations(pod, [&](const std::string& /*key*/, Json profile, Json& container) {
    if (profile.is_null() || profile == of_pod) return;
    ensure_object(container, "securityContext")["appArmorProfile"] = std::move(profile);
  });
}

}  // namespace kubexx::apiserver
