// SPDX-License-Identifier: Apache-2.0
// The roles that a new cluster has: plugin/pkg/auth/authorizer/rbac/bootstrappolicy.
#include "access/bootstrap.hpp"

#include <array>

#include "core/text.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

std::vector<std::string_view> parts_of(std::string_view text, char separator)
{
  std::vector<std::string_view> parts;
  if (text.empty()) return parts;
  for_each_part(text, separator, [&](std::string_view part) { parts.push_back(part); });
  return parts;
}

std::pair<std::string, std::string> pair_of(std::string_view text, char separator)
{
  const auto at = text.find(separator);
  return {std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
}

Json rule_of(std::string_view line)
{
  static constexpr std::array<const char*, 5> members{"verbs", "apiGroups", "resources", "resourceNames",
                                                      "nonResourceURLs"};
  const auto lists = parts_of(line, '|');
  Json rule = Json::object();
  for (std::size_t index = 0; index < members.size(); ++index) {
    Json list = Json::array();
    for (const auto item : parts_of(lists.at(index), ',')) list.push_back(item == "core" ? std::string_view() : item);
    if (!list.empty()) rule[members.at(index)] = std::move(list);
  }
  return rule;
}

Json subject_of(std::string_view text)
{
  auto [kind, name] = pair_of(text, '/');
  if (kind != "ServiceAccount") return {{"apiGroup", rbac_api_group}, {"kind", kind}, {"name", name}};
  const auto [namespace_, account] = pair_of(name, '/');
  return {{"kind", kind}, {"namespace", namespace_}, {"name", account}};
}

Json aggregation(std::string_view label)
{
  const auto [key, value] = pair_of(label, '=');
  return {{"clusterRoleSelectors", Json::array({{{"matchLabels", {{key, value}}}}})}};
}

/// The first line of an object.
Json object_of(const std::vector<std::string_view>& words)
{
  Json object{{"metadata",
               {{"name", words.at(1)},
                {"labels", {{"kubernetes.io/bootstrapping", "rbac-defaults"}}},
                {"annotations", {{"rbac.authorization.kubernetes.io/autoupdate", "true"}}}}}};
  auto next = words.begin() + 2;
  if (!words.front().starts_with("Cluster")) object["metadata"]["namespace"] = *next++;
  if (!words.front().ends_with("Binding")) {
    object["rules"] = nullptr;
    for (; next != words.end(); ++next) {
      if (next->starts_with('<')) {
        object["aggregationRule"] = aggregation(next->substr(1));
      } else {
        const auto [key, value] = pair_of(*next, '=');
        object["metadata"]["labels"][key] = value;
      }
    }
    return object;
  }
  const auto [kind, name] = pair_of(*next++, '/');
  object["roleRef"] = {{"apiGroup", rbac_api_group}, {"kind", kind}, {"name", name}};
  for (; next != words.end(); ++next) object["subjects"].push_back(subject_of(*next));
  return object;
}

}  // namespace

void install_bootstrap_roles(Server& server)
{
  const Ownership ownership{"kube-apiserver", {}, std::nullopt};
  std::string kind_name;
  Json object;
  const auto install = [&] {
    if (object.is_null()) return;
    const auto kind = find_kind_named(server, rbac_api_group, kind_name);
    const auto collection = server.store.collection(kind->collection());
    (void)store_create(server, *kind, *collection, kind->versions.front(), std::move(object), false, ownership);
  };
  for_each_part(bootstrap_table, '\n', [&](std::string_view line) {
    if (line.starts_with(' ')) {
      object["rules"].push_back(rule_of(line.substr(1)));
    } else if (!line.empty()) {
      install();
      const auto words = parts_of(line, ' ');
      kind_name = words.front();
      object = object_of(words);
    }
  });
  install();
}

}  // namespace kubexx::apiserver
