// SPDX-License-Identifier: Apache-2.0
// What the cluster has to know of the program's webhooks.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "diagnostics/probe_server.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "manager/manager_impl.hpp"
#include "webhook/conversion_crds.hpp"
#include "webhook/webhook_configuration.hpp"

namespace kubexx {

void Manager::Impl::note_reconciled(const ResourceType& type)
{
  const std::lock_guard lock(mutex_);
  reconciled_.push_back(type);
}

bool Manager::Impl::reconciles(const ResourceType& type) const
{
  const std::lock_guard lock(mutex_);
  return std::any_of(reconciled_.begin(), reconciled_.end(), [&](const ResourceType& known) {
    return known.group == type.group && known.plural == type.plural;
  });
}

std::vector<Object> Manager::Impl::webhook_configurations(const WebhookTarget& target) const
{
  return detail::webhook_configurations(webhooks.registry()->endpoints(), target,
                                        [this](const ResourceType& type) { return reconciles(type); });
}

std::vector<std::vector<DescribedKind>> Manager::Impl::converted_kinds() const
{
  return detail::converted_kinds(webhooks.registry()->conversions());
}

std::vector<Object> Manager::Impl::conversion_parts(const WebhookTarget& target) const
{
  return detail::conversion_parts(converted_kinds(), target);
}

std::string Manager::Impl::webhook_manifests(const WebhookTarget& target) const
{
  std::vector<Object> all = webhook_configurations(target);
  if (webhooks.any() && target.url.empty()) {
    constexpr std::uint16_t usual = 9443;
    const std::string& address = options.webhooks.address;
    const std::uint16_t port = address.empty() ? usual : parse_listen_address(address, "webhook address").port;
    all.insert(all.begin(), detail::webhook_service(target, port == 0 ? usual : port));
  }
  std::string text;
  for (const Object& object : all) text += (text.empty() ? "" : "---\n") + to_yaml_text(object.json());
  return text;
}

void Manager::Impl::log_own_kinds() const
{
  for (const auto& endpoint : webhooks.registry()->endpoints()) {
    if (!detail::passes_itself(endpoint, [this](const ResourceType& type) { return reconciles(type); })) continue;
    runtime.log.info(
        "the webhook is not called for requests of this program's own service account, because a "
        "controller reconciles the kind and the failure policy is Fail",
        {{"webhook", endpoint.path}, {"kind", endpoint.type.kind}});
  }
}

}  // namespace kubexx
