// SPDX-License-Identifier: Apache-2.0
#include "webhook/conversion_crds.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/controller/webhook_authority.hpp"
#include "webhook/conversion_service.hpp"
#include "webhook/webhook_configuration.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

/// Whether a version of the kind says itself who converts it.
bool states_conversion(const std::vector<DescribedKind>& versions)
{
  return std::any_of(versions.begin(), versions.end(), [](const DescribedKind& version) {
    return std::any_of(version.facts.begin(), version.facts.end(), [](const auto& fact) {
      return fact.kind == crd::Fact::Kind::conversion_webhook || fact.kind == crd::Fact::Kind::conversion_webhook_url;
    });
  });
}

}  // namespace

std::vector<std::vector<DescribedKind>> converted_kinds(const std::vector<ServedConversions>& served)
{
  std::vector<std::vector<DescribedKind>> all;
  for (const auto& one : served) {
    for (auto& versions : one.conversions->kinds()) all.push_back(std::move(versions));
  }
  return all;
}

std::vector<Object> conversion_parts(const std::vector<std::vector<DescribedKind>>& kinds, const WebhookTarget& target)
{
  std::vector<Object> parts;
  for (const auto& versions : kinds) {
    const ResourceInfo& resource = *versions.front().resource;
    json metadata{{"name", std::string(resource.plural) + "." + std::string(resource.group)}};
    const bool marked = !target.authority_mark.empty();
    if (marked) metadata["labels"][std::string(webhook_authority_label)] = target.authority_mark;
    json part{{"apiVersion", "apiextensions.k8s.io/v1"},
              {"kind", "CustomResourceDefinition"},
              {"metadata", std::move(metadata)}};
    if (!states_conversion(versions)) {
      part["spec"]["conversion"] = {
          {"strategy", "Webhook"},
          {"webhook",
           {{"clientConfig", webhook_client_config(std::string(ConversionService::path), target)},
            {"conversionReviewVersions", {"v1"}}}}};
    } else if (!marked) {
      continue;
    }
    parts.push_back(Object::from_json(part));
  }
  return parts;
}

void add_converted_kinds(CrdSet& crds, const std::vector<std::vector<DescribedKind>>& kinds)
{
  for (const auto& versions : kinds) {
    const ResourceInfo& wanted = *versions.front().resource;
    const auto found = std::find_if(crds.kinds.begin(), crds.kinds.end(), [&](const auto& known) {
      return !known.empty() && known.front().resource->group == wanted.group &&
             known.front().resource->kind == wanted.kind;
    });
    if (found == crds.kinds.end()) {
      crds.kinds.push_back(versions);
      continue;
    }
    for (const DescribedKind& version : versions) {
      const bool known = std::any_of(found->begin(), found->end(), [&](const DescribedKind& one) {
        return one.resource->version == version.resource->version;
      });
      if (!known) found->push_back(version);
    }
  }
}

}  // namespace kubexx::detail
