// SPDX-License-Identifier: Apache-2.0
#include "webhook/authority_injection.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/controller/webhook_authority.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

json operation(const char* op, std::string path, json value)
{
  return {{"op", op}, {"path", std::move(path)}, {"value", std::move(value)}};
}

// The path of the label, with the slash of its name escaped.
std::string label_path()
{
  std::string name(webhook_authority_label);
  const auto slash = name.find('/');
  if (slash != std::string::npos) name.replace(slash, 1, "~1");
  return "/metadata/labels/" + name;
}

bool lacks(const json& client_config, const std::string& text)
{
  return client_config.is_object() && client_config.value("caBundle", json()) != json(text);
}

void patch_webhooks(const json& object, const std::string& text, json& changes)
{
  const json webhooks = object.value("webhooks", json::array());
  for (std::size_t index = 0; index < webhooks.size(); ++index) {
    const json& webhook = webhooks[index];
    if (!lacks(webhook.value("clientConfig", json()), text)) continue;
    const std::string path = "/webhooks/" + std::to_string(index);
    changes.push_back(operation("test", path + "/name", webhook.value("name", json())));
    changes.push_back(operation("add", path + "/clientConfig/caBundle", text));
  }
}

void patch_conversion(const json& object, const std::string& text, json& changes)
{
  static const json::json_pointer kConfig("/spec/conversion/webhook/clientConfig");
  if (!object.contains(kConfig) || !lacks(object.at(kConfig), text)) return;
  changes.push_back(operation("test", "/spec/conversion/strategy", "Webhook"));
  changes.push_back(operation("add", kConfig.to_string() + "/caBundle", text));
}

}  // namespace

const std::array<ResourceType, 3>& injected_kinds()
{
  static const std::array<ResourceType, 3> kinds = {
      ResourceType{"admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration",
                   "validatingwebhookconfigurations", Scope::cluster},
      ResourceType{"admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration",
                   "mutatingwebhookconfigurations", Scope::cluster},
      resources::custom_resource_definitions};
  return kinds;
}

std::optional<Patch> injection(const Object& object, const std::string& mark, const std::string& bundle)
{
  const json all = object.json();
  const json::json_pointer label(label_path());
  if (!all.contains(label) || all.at(label) != json(mark)) return std::nullopt;
  const std::string text = encode_base64(bundle);
  json changes = json::array();
  if (object.kind() == "CustomResourceDefinition") {
    patch_conversion(all, text, changes);
  } else {
    patch_webhooks(all, text, changes);
  }
  if (changes.empty()) return std::nullopt;
  changes.insert(changes.begin(), operation("test", label_path(), mark));
  return Patch(PatchType::json, changes.dump());
}

}  // namespace kubexx::detail
