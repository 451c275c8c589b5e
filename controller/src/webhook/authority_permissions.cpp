// SPDX-License-Identifier: Apache-2.0
#include "webhook/authority_permissions.hpp"

#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/yaml.hpp"

namespace kubexx::detail {

std::string authority_role(const RoleSubject& subject, const WebhookAuthorityOptions& options)
{
  using Json = nlohmann::json;
  const ObjectKey secret = secret_of(options);
  const Json metadata = {{"name", subject.name + "-webhook-certificates"},
                         {"namespace", secret.namespace_},
                         {"labels", {{"app.kubernetes.io/name", subject.name}}}};
  const Json one = {{"apiGroups", {""}},
                    {"resources", {"secrets"}},
                    {"resourceNames", {secret.name}},
                    {"verbs", {"get", "list", "watch", "update"}}};
  const Json create = {{"apiGroups", {""}}, {"resources", {"secrets"}}, {"verbs", {"create"}}};
  const Json role = {{"apiVersion", "rbac.authorization.k8s.io/v1"},
                     {"kind", "Role"},
                     {"metadata", metadata},
                     {"rules", Json::array({one, create})}};
  const Json account = {{"kind", "ServiceAccount"}, {"name", subject.name}, {"namespace", subject.namespace_}};
  const Json binding = {
      {"apiVersion", "rbac.authorization.k8s.io/v1"},
      {"kind", "RoleBinding"},
      {"metadata", metadata},
      {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "Role"}, {"name", metadata.at("name")}}},
      {"subjects", Json::array({account})}};
  return to_yaml_text(role) + "---\n" + to_yaml_text(binding);
}

}  // namespace kubexx::detail
