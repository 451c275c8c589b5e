// SPDX-License-Identifier: Apache-2.0
// spec.conversion of a definition.
#include <set>

#include "definition/definition_rules.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/schema/detail/webhook_client.hpp"

namespace kubexx::schema::detail {
namespace {

void check_review_versions(const Json& webhook, const std::string& field, FieldErrors& errors)
{
  const auto versions = strings_at(webhook, {"conversionReviewVersions"});
  if (versions.empty()) {
    errors.push_back(required_value(field, ""));
    return;
  }
  std::set<std::string> seen;
  bool known = false;
  for (std::size_t index = 0; index < versions.size(); ++index) {
    const auto& version = versions[index];
    const auto here = field + "[" + std::to_string(index) + "]";
    if (!seen.insert(version).second) {
      errors.push_back(invalid_value(here, version, "duplicate version"));
      continue;
    }
    if (const auto problem = cel::dns_1035_label_problem(version); !problem.empty()) {
      errors.push_back(invalid_value(here, version, problem));
    }
    known = known || version == "v1" || version == "v1beta1";
  }
  if (!known) errors.push_back(invalid_value(field, versions, "must include at least one of v1, v1beta1"));
}

}  // namespace

void check_conversion(const Json& conversion, FieldErrors& errors)
{
  const std::string field = "spec.conversion";
  const auto strategy = string_at(conversion, {"strategy"});
  if (strategy.empty()) {
    errors.push_back(required_value(field + ".strategy", ""));
  } else if (strategy != "None" && strategy != "Webhook") {
    errors.push_back(unsupported_value(field + ".strategy", strategy, {"None", "Webhook"}));
  }
  // The real server names the fields as its own type has them.
  const auto& webhook = json_at(conversion, {"webhook"});
  const auto& config = json_at(webhook, {"clientConfig"});
  if (strategy != "Webhook") {
    if (config.is_object()) {
      errors.push_back(
          forbidden_value(field + ".webhookClientConfig", "should not be set when strategy is not set to Webhook"));
    }
    if (!json_at(webhook, {"conversionReviewVersions"}).empty()) {
      errors.push_back(forbidden_value(field + ".conversionReviewVersions",
                                       "should not be set when strategy is not set to Webhook"));
    }
    return;
  }
  if (config.is_object()) {
    validate_webhook_client(FieldValue(&config, field + ".webhookClientConfig", errors));
  } else {
    errors.push_back(required_value(field + ".webhookClientConfig", "required when strategy is set to Webhook"));
  }
  check_review_versions(webhook, field + ".conversionReviewVersions", errors);
}

}  // namespace kubexx::schema::detail
