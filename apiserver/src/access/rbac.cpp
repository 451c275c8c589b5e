// SPDX-License-Identifier: Apache-2.0
#include "access/rbac.hpp"

#include <algorithm>

namespace kubexx::apiserver {
namespace {

bool has(const std::vector<std::string>& list, std::string_view wanted)
{
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

/// rbacv1helpers.ResourceMatches.
bool resource_matches(const std::vector<std::string>& resources, const Attributes& wanted)
{
  return std::any_of(resources.begin(), resources.end(), [&](const std::string& resource) {
    if (resource == "*" || resource == wanted.whole_resource()) return true;
    return !wanted.subresource.empty() && resource == "*/" + wanted.subresource;
  });
}

bool url_matches(const std::vector<std::string>& urls, const std::string& path)
{
  return std::any_of(urls.begin(), urls.end(), [&](std::string_view url) {
    if (url == "*" || url == path) return true;
    return url.ends_with('*') && path.starts_with(url.substr(0, url.size() - 1));
  });
}

}  // namespace

bool PolicyRule::allows(const Attributes& wanted) const
{
  if (!has(verbs, "*") && !has(verbs, wanted.verb)) return false;
  if (!wanted.resource_request) return url_matches(urls, wanted.path);
  if (!has(api_groups, "*") && !has(api_groups, wanted.group)) return false;
  if (!resource_matches(resources, wanted)) return false;
  return resource_names.empty() || has(resource_names, wanted.name);
}

Json PolicyRule::json() const
{
  Json rule{{"verbs", verbs}};
  if (!urls.empty()) {
    rule["nonResourceURLs"] = urls;
    return rule;
  }
  rule["apiGroups"] = api_groups;
  rule["resources"] = resources;
  if (!resource_names.empty()) rule["resourceNames"] = resource_names;
  return rule;
}

bool Rbac::Subject::is(const Attributes& who) const
{
  if (kind == "User") return name == who.user;
  if (kind == "Group") return has(who.groups, name);
  return kind == "ServiceAccount" && who.user == "system:serviceaccount:" + namespace_ + ":" + name;
}

std::string Rbac::Subject::describe() const
{
  return kind + " " + go_quoted(kind == "ServiceAccount" ? name + "/" + namespace_ : name);
}

std::string Rbac::Binding::describe(const Subject& subject) const
{
  const auto what = namespace_.empty() ? "ClusterRoleBinding " + go_quoted(name)
                                       : "RoleBinding " + go_quoted(name + "/" + namespace_);
  return what + " of " + role_kind + " " + go_quoted(role_name) + " to " + subject.describe();
}

Rbac::Rbac(const Objects& objects)
    : roles_(read_roles(objects.roles)),
      cluster_roles_(read_roles(objects.cluster_roles)),
      cluster_bindings_(read_bindings(objects.cluster_role_bindings))
{
  for (auto& binding : read_bindings(objects.role_bindings))
    bindings_[binding.namespace_].push_back(std::move(binding));
}

Rbac::Rules Rbac::read_roles(const ObjectMap& objects)
{
  Rules roles;
  for (const auto& [key, stored] : objects) {
    auto& rules = roles[key];
    const auto object = stored->json();
    const auto* listed = find(object, {"rules"});
    if (listed == nullptr || !listed->is_array()) continue;
    for (const auto& rule : *listed) {
      rules.push_back({strings_at(rule, {"verbs"}), strings_at(rule, {"apiGroups"}), strings_at(rule, {"resources"}),
                       strings_at(rule, {"resourceNames"}), strings_at(rule, {"nonResourceURLs"})});
    }
  }
  return roles;
}

std::vector<Rbac::Binding> Rbac::read_bindings(const ObjectMap& objects)
{
  std::vector<Binding> bindings;
  for (const auto& [key, stored] : objects) {
    const auto object = stored->json();
    Binding binding{stored->name,
                    stored->namespace_,
                    string_at(object, {"roleRef", "kind"}),
                    string_at(object, {"roleRef", "name"}),
                    {}};
    if (const auto* listed = find(object, {"subjects"}); listed != nullptr && listed->is_array()) {
      for (const auto& item : *listed) {
        Subject subject{string_at(item, {"kind"}), string_at(item, {"namespace"}), string_at(item, {"name"})};
        if (subject.namespace_.empty()) subject.namespace_ = stored->namespace_;
        binding.subjects.push_back(std::move(subject));
      }
    }
    bindings.push_back(std::move(binding));
  }
  return bindings;
}

template <class Use>
void Rbac::for_each_binding(const Attributes& who, Use use) const
{
  const auto visit = [&](const Binding& binding) {
    const auto subject = std::find_if(binding.subjects.begin(), binding.subjects.end(),
                                      [&](const Subject& candidate) { return candidate.is(who); });
    if (subject == binding.subjects.end()) return true;
    const bool of_cluster = binding.role_kind == "ClusterRole";
    const auto& roles = of_cluster ? cluster_roles_ : roles_;
    const auto found = roles.find(of_cluster ? binding.role_name : binding.namespace_ + "/" + binding.role_name);
    return use(binding, *subject, found == roles.end() ? nullptr : &found->second);
  };
  for (const auto& binding : cluster_bindings_) {
    if (!visit(binding)) return;
  }
  const auto local = bindings_.find(who.namespace_);
  if (who.namespace_.empty() || local == bindings_.end()) return;
  for (const auto& binding : local->second) {
    if (!visit(binding)) return;
  }
}

Decision Rbac::decide(const Attributes& wanted) const
{
  Decision decision;
  std::string missing;
  for_each_binding(wanted, [&](const Binding& binding, const Subject& subject, const std::vector<PolicyRule>* rules) {
    if (rules == nullptr) {
      const auto* kind = binding.role_kind == "ClusterRole" ? "clusterrole" : "role";
      missing += (missing.empty() ? "" : ", ") + std::string(kind) + ".rbac.authorization.k8s.io " +
                 go_quoted(binding.role_name) + " not found";
      return true;
    }
    const bool allowed =
        std::any_of(rules->begin(), rules->end(), [&](const PolicyRule& rule) { return rule.allows(wanted); });
    if (allowed) decision = {true, "RBAC: allowed by " + binding.describe(subject)};
    return !allowed;
  });
  if (decision.allowed) return decision;
  if (missing.find(", ") != std::string::npos) missing = "[" + missing + "]";
  return {false, missing.empty() ? "" : "RBAC: " + missing};
}

std::vector<PolicyRule> Rbac::rules_of(const Attributes& who) const
{
  std::vector<PolicyRule> all;
  for_each_binding(who, [&](const Binding&, const Subject&, const std::vector<PolicyRule>* rules) {
    if (rules != nullptr) all.insert(all.end(), rules->begin(), rules->end());
    return true;
  });
  return all;
}

}  // namespace kubexx::apiserver
