// SPDX-License-Identifier: Apache-2.0
// The rules of webhooks and policies.
#include <algorithm>
#include <set>

#include "validation/validate_admission.hpp"

namespace kubexx::apiserver {
namespace {

bool rule_has_wildcard(const FieldValue& list)
{
  const auto items = list.items();
  return std::any_of(items.begin(), items.end(), [](const FieldValue& item) { return item.is("*"); });
}

void check_rule_list(const FieldValue& list, const char* others)
{
  if (list.size() == 0) list.required();
  if (list.size() > 1 && rule_has_wildcard(list)) {
    list.invalid(std::string("if '*' is present, must not specify other ") + others);
  }
}

void check_rule_resources(const FieldValue& resources)
{
  if (resources.size() == 0) resources.required();
  std::set<std::string> all_subresources;
  std::set<std::string> all_resources;
  bool everything = false;
  bool every_resource = false;
  bool plain = false;
  for (const auto& item : resources.items()) {
    const auto text = item.text();
    if (text.empty()) {
      item.required();
      continue;
    }
    everything = everything || text == "*/*";
    every_resource = every_resource || text == "*";
    const auto slash = text.find('/');
    if (slash == std::string::npos) {
      plain = text != "*";
      continue;
    }
    const auto resource = text.substr(0, slash);
    const auto subresource = text.substr(slash + 1);
    if (all_subresources.contains(resource)) {
      item.invalid("if '" + resource + "/*' is present, must not specify " + text);
    }
    if (all_resources.contains(subresource)) {
      item.invalid("if '*/" + subresource + "' is present, must not specify " + text);
    }
    if (subresource == "*") all_subresources.insert(resource);
    if (resource == "*") all_resources.insert(subresource);
  }
  if (resources.size() > 1 && everything) {
    resources.invalid("if '*/*' is present, must not specify other resources");
  }
  if (every_resource && plain) {
    resources.invalid("if '*' is present, must not specify other resources without subresources");
  }
}

}  // namespace

void validate_rule_with_operations(const FieldValue& rule)
{
  const auto operations = rule["operations"];
  check_rule_list(operations, "operations");
  for (const auto& operation : operations.items()) {
    operation.one_of({"*", "CONNECT", "CREATE", "DELETE", "UPDATE"});
  }
  check_rule_list(rule["apiGroups"], "API groups");
  check_rule_list(rule["apiVersions"], "API versions");
  for (const auto& version : rule["apiVersions"].items()) {
    if (version.text().empty()) version.required();
  }
  check_rule_resources(rule["resources"]);
  if (rule["scope"].present()) rule["scope"].one_of({"*", "Cluster", "Namespaced"});
}

}  // namespace kubexx::apiserver
