// SPDX-License-Identifier: Apache-2.0
#include "access/rbac.hpp"

#include <algorithm>
#include <set>

#include "core/lists.hpp"
#include "core/text.hpp"

namespace kubexx::apiserver {
namespace {

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

/// utilerrors.Aggregate.
class Problems {
public:
  void add(const std::string& problem)
  {
    if (!seen_.insert(problem).second) return;
    text_ += (text_.empty() ? "" : ", ") + problem;
  }
  [[nodiscard]] std::string text() const { return seen_.size() > 1 ? "[" + text_ + "]" : text_; }

private:
  std::set<std::string> seen_;
  std::string text_;
};

}  // namespace

std::vector<PolicyRule> policy_rules(const Json& role)
{
  std::vector<PolicyRule> rules;
  const auto* listed = find(role, {"rules"});
  if (listed == nullptr || !listed->is_array()) return rules;
  for (const auto& rule : *listed) {
    rules.push_back({strings_at(rule, {"verbs"}), strings_at(rule, {"apiGroups"}), strings_at(rule, {"resources"}),
                     strings_at(rule, {"resourceNames"}), strings_at(rule, {"nonResourceURLs"})});
  }
  return rules;
}

bool PolicyRule::allows(const Attributes& wanted) const
{
  if (!contains(verbs, "*") && !contains(verbs, wanted.verb)) return false;
  if (!wanted.resource_request) return url_matches(urls, wanted.path);
  if (!contains(api_groups, "*") && !contains(api_groups, wanted.group)) return false;
  if (!resource_matches(resources, wanted)) return false;
  return resource_names.empty() || contains(resource_names, wanted.name);
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
  if (kind == "Group") return contains(who.groups, name);
  return kind == "ServiceAccount" && who.user == "system:serviceaccount:" + namespace_ + ":" + name;
}

std::string Rbac::Subject::describe() const
{
  return kind + " " + go_quoted(kind == "ServiceAccount" ? name + "/" + namespace_ : name);
}

std::string Rbac::Binding::describe(const Subject& subject) const
{
  const auto& name = source->name;
  const auto what = source->namespace_.empty() ? "ClusterRoleBinding " + go_quoted(name)
                                               : "RoleBinding " + go_quoted(name + "/" + source->namespace_);
  return what + " of " + role_kind + " " + go_quoted(role_name) + " to " + subject.describe();
}

Rbac::Role::Role(StoredPtr stored) : source(std::move(stored)), rules(policy_rules(source->json())) {}

Rbac::Binding::Binding(StoredPtr stored) : source(std::move(stored))
{
  const auto object = source->json();
  role_kind = string_at(object, {"roleRef", "kind"});
  role_name = string_at(object, {"roleRef", "name"});
  const auto* listed = find(object, {"subjects"});
  if (listed == nullptr || !listed->is_array()) return;
  for (const auto& item : *listed) {
    Subject subject{string_at(item, {"kind"}), string_at(item, {"namespace"}), string_at(item, {"name"})};
    if (subject.namespace_.empty()) subject.namespace_ = source->namespace_;
    subjects.push_back(std::move(subject));
  }
}

template <class Read>
void Rbac::read(const ObjectMap& objects, const Known<Read>* before, Known<Read>& known)
{
  for (const auto& [key, stored] : objects) {
    std::shared_ptr<const Read> entry;
    if (before != nullptr) {
      const auto old = before->find(key);
      if (old != before->end() && old->second->source == stored) entry = old->second;
    }
    if (!entry) entry = std::make_shared<const Read>(stored);
    known.emplace_hint(known.end(), key, std::move(entry));
  }
}

Rbac::Rbac(const Objects& objects, const Rbac* before)
{
  read(objects.roles, before == nullptr ? nullptr : &before->roles_, roles_);
  read(objects.cluster_roles, before == nullptr ? nullptr : &before->cluster_roles_, cluster_roles_);
  read(objects.role_bindings, before == nullptr ? nullptr : &before->bindings_, bindings_);
  read(objects.cluster_role_bindings, before == nullptr ? nullptr : &before->cluster_bindings_, cluster_bindings_);
}

const std::vector<PolicyRule>* Rbac::rules_of_role(const std::string& kind, const std::string& name,
                                                   const std::string& namespace_) const
{
  const bool of_cluster = kind == "ClusterRole";
  const auto& roles = of_cluster ? cluster_roles_ : roles_;
  const auto found = roles.find(of_cluster ? name : key_of(namespace_, name));
  return found == roles.end() ? nullptr : &found->second->rules;
}

template <class Use>
void Rbac::for_each_binding(const Attributes& who, Use use) const
{
  const auto visit = [&](const Binding& binding) {
    const auto subject = std::find_if(binding.subjects.begin(), binding.subjects.end(),
                                      [&](const Subject& candidate) { return candidate.is(who); });
    if (subject == binding.subjects.end()) return true;
    return use(binding, *subject, rules_of_role(binding.role_kind, binding.role_name, binding.source->namespace_));
  };
  for (const auto& [key, binding] : cluster_bindings_) {
    if (!visit(*binding)) return;
  }
  if (who.namespace_.empty()) return;
  const auto prefix = key_of(who.namespace_, "");
  for (auto at = bindings_.lower_bound(prefix); at != bindings_.end() && at->first.starts_with(prefix); ++at) {
    if (!visit(*at->second)) return;
  }
}

std::string Rbac::missing_role(const Binding& binding)
{
  const auto* kind = binding.role_kind == "ClusterRole" ? "clusterrole" : "role";
  return std::string(kind) + ".rbac.authorization.k8s.io " + go_quoted(binding.role_name) + " not found";
}

Decision Rbac::decide(const Attributes& wanted) const
{
  Decision decision;
  Problems missing;
  for_each_binding(wanted, [&](const Binding& binding, const Subject& subject, const std::vector<PolicyRule>* rules) {
    if (rules == nullptr) {
      missing.add(missing_role(binding));
      return true;
    }
    const bool allowed =
        std::any_of(rules->begin(), rules->end(), [&](const PolicyRule& rule) { return rule.allows(wanted); });
    if (allowed) decision = {true, "RBAC: allowed by " + binding.describe(subject)};
    return !allowed;
  });
  if (decision.allowed) return decision;
  const auto problem = missing.text();
  return {false, problem.empty() ? "" : "RBAC: " + problem};
}

Rbac::UserRules Rbac::rules_of(const Attributes& who) const
{
  UserRules all;
  Problems missing;
  for_each_binding(who, [&](const Binding& binding, const Subject&, const std::vector<PolicyRule>* rules) {
    if (rules == nullptr) {
      missing.add(missing_role(binding));
    } else {
      all.rules.insert(all.rules.end(), rules->begin(), rules->end());
    }
    return true;
  });
  all.problem = missing.text();
  return all;
}

}  // namespace kubexx::apiserver
