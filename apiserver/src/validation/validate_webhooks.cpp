// SPDX-License-Identifier: Apache-2.0
// MutatingWebhookConfigurations and ValidatingWebhookConfigurations.
#include <algorithm>
#include <set>

#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_admission.hpp"

namespace kubexx::apiserver {
namespace {

void check_qualified(const FieldValue& name)
{
  const auto text = name.text();
  if (text.empty()) return name.required();
  std::string problems;
  for (const auto& problem : dns_1123_subdomain_problems(text)) problems += (problems.empty() ? "" : ",") + problem;
  if (!problems.empty()) return name.invalid(problems);
  if (std::count(text.begin(), text.end(), '.') < 2) {
    name.invalid("should be a domain with at least three segments separated by dots");
  }
}

void check_admission_review_versions(const FieldValue& versions)
{
  if (versions.size() == 0) return versions.required("must specify one of v1, v1beta1");
  std::set<std::string> seen;
  bool known = false;
  for (const auto& version : versions.items()) {
    if (!seen.insert(version.text()).second) {
      version.invalid("duplicate version");
      continue;
    }
    version.problem(dns_1035_label_problem(version.text()));
    known = known || version.is("v1") || version.is("v1beta1");
  }
  if (!known) versions.invalid("must include at least one of v1, v1beta1");
}

}  // namespace

void validate_webhooks(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  std::set<std::string> names;
  for (const auto& hook : FieldValue(&object, "", errors)["webhooks"].items()) {
    check_qualified(hook["name"]);
    for (const auto& rule : hook["rules"].items()) validate_rule_with_operations(rule);
    if (const auto policy = hook["failurePolicy"]; policy.present()) policy.one_of({"Fail", "Ignore"});
    if (const auto policy = hook["matchPolicy"]; policy.present()) policy.one_of({"Equivalent", "Exact"});
    const auto effects = hook["sideEffects"];
    if (!effects.present()) {
      effects.required("must specify one of None, NoneOnDryRun");
    } else {
      effects.one_of({"None", "NoneOnDryRun"});
    }
    const auto timeout = hook["timeoutSeconds"];
    if (timeout.present() && (timeout.number() > 30 || timeout.number() < 1)) {
      timeout.invalid("the timeout value must be between 1 and 30 seconds");
    }
    (void)hook["namespaceSelector"].label_selector();
    (void)hook["objectSelector"].label_selector();
    if (const auto policy = hook["reinvocationPolicy"]; policy.present()) policy.one_of({"IfNeeded", "Never"});
    validate_webhook_client(hook["clientConfig"]);
    validate_match_conditions(hook["matchConditions"], false);
    check_admission_review_versions(hook["admissionReviewVersions"]);
    const auto name = hook["name"];
    if (!name.zero() && !names.insert(name.text()).second) name.duplicate();
  }
}

}  // namespace kubexx::apiserver
