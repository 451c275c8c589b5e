// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/permissions.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/yaml.hpp"

namespace kubexx {

void Permissions::allow(const ResourceType& type, std::set<Verb> verbs, std::string_view subresource)
{
  std::string resource = type.plural;
  if (!subresource.empty()) resource.append("/").append(subresource);
  Verbs& known = verbs_[{type.group, std::move(resource)}];
  known.namespaced = type.namespaced();
  known.verbs.merge(verbs);
}

void Permissions::allow(const Permissions& others)
{
  for (const auto& [resource, more] : others.verbs_) {
    Verbs& known = verbs_[resource];
    known.namespaced = more.namespaced;
    known.verbs.insert(more.verbs.begin(), more.verbs.end());
  }
}

std::vector<Permissions::Rule> Permissions::rules() const
{
  std::vector<Rule> rules;
  rules.reserve(verbs_.size());
  for (const auto& [resource, known] : verbs_) {
    rules.push_back({resource.first, resource.second, known.namespaced, known.verbs});
  }
  return rules;
}

Permissions Permissions::only(bool namespaced) const
{
  Permissions some;
  for (const auto& known : verbs_) {
    if (known.second.namespaced == namespaced) some.verbs_.insert(known);
  }
  return some;
}

namespace {

Permissions of_events(const Permissions& permissions)
{
  Permissions events;
  for (const auto& rule : permissions.rules()) {
    if (rule.resource != "events" || (rule.group != "events.k8s.io" && !rule.group.empty())) continue;
    events.allow({rule.group, "v1", "Event", rule.resource, Scope::namespaced}, rule.verbs);
  }
  return events;
}

// Whether objects without a namespace are read, about which events may be recorded.
bool reads_cluster_scoped(const Permissions& permissions)
{
  const auto rules = permissions.rules();
  return std::any_of(rules.begin(), rules.end(), [](const Permissions::Rule& rule) {
    return !rule.namespaced &&
           std::any_of(rule.verbs.begin(), rule.verbs.end(), [](Verb verb) { return !is_write(verb); });
  });
}

}  // namespace

std::vector<RoleGrant> role_grants(const Permissions& permissions, const Namespaces& namespaces)
{
  std::vector<RoleGrant> grants;
  const auto add = [&grants](const std::string& namespace_, const Permissions& granted) {
    if (!granted.empty()) grants.push_back({namespace_, granted});
  };
  add("", namespaces.empty() ? permissions : permissions.only(false));
  for (const auto& one : namespaces) add(one, permissions.only(true));
  const bool in_default = !namespaces.empty() && !namespaces.contains("default");
  if (in_default && reads_cluster_scoped(permissions)) add("default", of_events(permissions));
  return grants;
}

namespace {

// As a YAML scalar: a namespace may be called "123" or "null".
std::string scalar(const std::string& name)
{
  std::string text = to_yaml_text(name);
  text.pop_back();  // the end of the line
  return text;
}

class Manifests {
public:
  explicit Manifests(RoleSubject subject) : subject_(std::move(subject)) {}

  /// A role and its binding.
  void add(const std::string& name, const RoleGrant& grant)
  {
    const std::string& namespace_ = grant.namespace_;
    const std::string kind = namespace_.empty() ? "ClusterRole" : "Role";
    begin(kind, name, namespace_);
    text_ += "rules:\n";
    for (const auto& rule : grant.permissions.rules()) text_ += text_of(rule);
    begin(kind + "Binding", name, namespace_);
    text_ += "roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: " + kind + "\n  name: " + scalar(name) +
             "\nsubjects:\n  - kind: ServiceAccount\n    name: " + scalar(subject_.name) +
             "\n    namespace: " + scalar(subject_.namespace_) + "\n";
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
  void begin(const std::string& kind, const std::string& name, const std::string& namespace_)
  {
    if (!text_.empty()) text_ += "---\n";
    text_ += "apiVersion: rbac.authorization.k8s.io/v1\nkind: " + kind + "\nmetadata:\n  name: " + scalar(name) + "\n";
    if (!namespace_.empty()) text_ += "  namespace: " + scalar(namespace_) + "\n";
    text_ += "  labels:\n    app.kubernetes.io/name: " + scalar(subject_.name) + "\n";
  }
  static std::string text_of(const Permissions::Rule& rule)
  {
    std::string verbs;
    for (const Verb verb : rule.verbs) verbs += (verbs.empty() ? "" : ", ") + std::string(to_string(verb));
    return "  - apiGroups: [" + scalar(rule.group) + "]\n    resources: [" + scalar(rule.resource) + "]\n    verbs: [" +
           verbs + "]\n";
  }

  const RoleSubject subject_;
  std::string text_;
};

}  // namespace

std::string role_manifests(const RoleSubject& subject, const Permissions& permissions, const Namespaces& namespaces,
                           const Permissions& in_namespace)
{
  Manifests manifests(subject);
  for (const auto& grant : role_grants(permissions, namespaces)) manifests.add(subject.name, grant);
  if (!in_namespace.empty()) manifests.add(subject.name + "-leader-election", {subject.namespace_, in_namespace});
  return manifests.text();
}

}  // namespace kubexx
