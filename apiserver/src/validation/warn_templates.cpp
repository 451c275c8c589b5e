// SPDX-License-Identifier: Apache-2.0
// Pods, and the kinds that have a template of them: the strategies of pkg/registry.
#include "validation/names.hpp"
#include "validation/warn.hpp"

namespace kubexx::apiserver {
namespace {

std::string problem_list(const std::vector<std::string>& problems)
{
  std::string text;
  for (const auto& problem : problems) text += (text.empty() ? "" : " ") + problem;
  return "[" + text + "]";
}

void warn_template_at(const Json& object, const Json* current, std::initializer_list<std::string_view> path,
                      const std::string& shown, Warnings& warnings)
{
  if (current != nullptr &&
      string_at(object, {"metadata", "generation"}) == string_at(*current, {"metadata", "generation"}) &&
      json_at(object, {"spec"}) == json_at(*current, {"spec"}) &&
      json_at(object, {"template"}) == json_at(*current, {"template"})) {
    return;
  }
  const auto* pod_template = find(object, path);
  if (pod_template == nullptr) return;
  warn_pod_spec(json_at(*pod_template, {"spec"}), json_at(*pod_template, {"metadata"}), shown, warnings);
}

void warn_name(const Json& object, Warnings& warnings)
{
  const auto problems = dns_label_problems(string_at(object, {"metadata", "name"}));
  if (problems.empty()) return;
  warnings.push_back(
      "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS "
      "label is recommended: " +
      problem_list(problems));
}

}  // namespace

void warn_pod(const Json& object, const Json* current, Warnings& warnings)
{
  if (current != nullptr) return;
  const auto problems = dns_label_problems(string_at(object, {"metadata", "name"}));
  if (!problems.empty()) {
    warnings.push_back(
        "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is "
        "recommended: " +
        problem_list(problems));
  }
  warn_pod_spec(json_at(object, {"spec"}), json_at(object, {"metadata"}), "", warnings);
}

void warn_pod_template(const Json& object, const Json* current, Warnings& warnings)
{
  warn_template_at(object, current, {"spec", "template"}, "spec.template", warnings);
}

void warn_named_template(const Json& object, const Json* current, Warnings& warnings)
{
  if (current == nullptr) warn_name(object, warnings);
  warn_pod_template(object, current, warnings);
}

void warn_pod_template_kind(const Json& object, const Json* current, Warnings& warnings)
{
  warn_template_at(object, current, {"template"}, "template", warnings);
}

void warn_cron_job(const Json& object, const Json* current, Warnings& warnings)
{
  if (current == nullptr) warn_name(object, warnings);
  warn_template_at(object, current, {"spec", "jobTemplate", "spec", "template"}, "spec.jobTemplate.spec.template",
                   warnings);
}

void warn_stateful_set(const Json& object, const Json* current, Warnings& warnings)
{
  warn_pod_template(object, current, warnings);
  const auto* claims = find(object, {"spec", "volumeClaimTemplates"});
  const auto count = claims != nullptr && claims->is_array() ? claims->size() : 0;
  for (std::size_t index = 0; index < count; ++index) {
    const auto path = "spec.volumeClaimTemplates[" + std::to_string(index) + "].Spec";
    warn_claim_spec(json_at((*claims)[index], {"spec"}), path, warnings);
  }
  const auto* limit = find(object, {"spec", "revisionHistoryLimit"});
  if (limit != nullptr && limit->is_number_integer() && *limit < 0) {
    warnings.emplace_back(
        "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended");
  }
}

}  // namespace kubexx::apiserver
