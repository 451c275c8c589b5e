// SPDX-License-Identifier: Apache-2.0
#include "manager/operator_manifests.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/yaml.hpp"
#include "kubexx/controller/webhook_target.hpp"
#include "webhook/conversion_crds.hpp"

namespace kubexx::detail {

namespace {

WebhookTarget target_of(const Manager& manager, const RoleSubject& subject, const std::string& service)
{
  WebhookTarget target;
  target.name = subject.name;
  target.namespace_ = subject.namespace_;
  target.service = service;
  if (const auto& authority = manager.options().webhooks.authority) {
    target.service = authority->service;
    target.namespace_ = authority->namespace_;
    target.authority_mark = mark_of(*authority);
  }
  return target;
}

/// For a program that does not print its CRDs.
std::string parts_text(const Manager& manager, const WebhookTarget& target)
{
  std::string text;
  for (const Object& part : manager.conversion_parts(target)) {
    text +=
        "---\n"
        "# Adds the conversion webhook to a CRD that exists. A field manager of its own leaves the rest unchanged:\n"
        "# kubectl apply --server-side --force-conflicts --field-manager=" +
        target.name + "-webhooks -f FILE\n" + to_yaml_text(part.json());
  }
  return text;
}

}  // namespace

ProgramCrds program_crds(const CrdSet& crds, const Manager& manager, const RoleSubject& subject,
                         const std::string& service)
{
  ProgramCrds all{crds, manager.conversion_parts(target_of(manager, subject, service))};
  add_converted_kinds(all.set, manager.converted_kinds());
  return all;
}

std::string webhooks_text(const CrdSet& crds, const Manager& manager, const RoleSubject& subject,
                          const std::string& service)
{
  const WebhookTarget target = target_of(manager, subject, service);
  std::string text = manager.webhook_manifests(target);
  if (text.empty()) std::fputs("--print-webhooks: the program declares no webhooks\n", stderr);
  if (crds.kinds.empty()) return text + parts_text(manager, target);
  for (const auto& versions : manager.converted_kinds()) {
    const ResourceInfo& kind = *versions.front().resource;
    text += "# The conversion of " + std::string(kind.plural) + "." + std::string(kind.group) +
            " is in its CRD: --print-crd\n";
  }
  return text;
}

}  // namespace kubexx::detail
