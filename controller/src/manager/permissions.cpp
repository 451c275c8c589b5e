// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/permissions.hpp"

#include <algorithm>
#include <functional>

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

namespace {

bool is_of_events(const Permissions::Rule& rule)
{
  return rule.resource == "events" && (rule.group == "events.k8s.io" || rule.group.empty());
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

using Wanted = std::function<bool(const Permissions::Rule&)>;

class Manifests {
public:
  explicit Manifests(RoleSubject subject) : subject_(std::move(subject)) {}

  /// A role and its binding; an empty `namespace_`: for the whole cluster.
  void add(const std::string& name, const std::string& namespace_, const Permissions& permissions, const Wanted& wanted)
  {
    std::string rules;
    for (const auto& rule : permissions.rules()) {
      if (wanted(rule)) rules += text_of(rule);
    }
    if (rules.empty()) return;
    const std::string kind = namespace_.empty() ? "ClusterRole" : "Role";
    begin(kind, name, namespace_);
    text_ += "rules:\n" + rules;
    begin(kind + "Binding", name, namespace_);
    text_ += "roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: " + kind + "\n  name: " + name +
             "\nsubjects:\n  - kind: ServiceAccount\n    name: " + subject_.name +
             "\n    namespace: " + subject_.namespace_ + "\n";
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
  void begin(const std::string& kind, const std::string& name, const std::string& namespace_)
  {
    if (!text_.empty()) text_ += "---\n";
    text_ += "apiVersion: rbac.authorization.k8s.io/v1\nkind: " + kind + "\nmetadata:\n  name: " + name + "\n";
    if (!namespace_.empty()) text_ += "  namespace: " + namespace_ + "\n";
    text_ += "  labels:\n    app.kubernetes.io/name: " + subject_.name + "\n";
  }
  static std::string text_of(const Permissions::Rule& rule)
  {
    std::string verbs;
    for (const Verb verb : rule.verbs) verbs += (verbs.empty() ? "" : ", ") + std::string(to_string(verb));
    return "  - apiGroups: [" + (rule.group.empty() ? "\"\"" : rule.group) + "]\n    resources: [" + rule.resource +
           "]\n    verbs: [" + verbs + "]\n";
  }

  const RoleSubject subject_;
  std::string text_;
};

}  // namespace

std::string role_manifests(const RoleSubject& subject, const Permissions& permissions, const Namespaces& namespaces,
                           const Permissions& in_namespace)
{
  Manifests manifests(subject);
  const auto any = [](const Permissions::Rule&) { return true; };
  if (namespaces.empty()) {
    manifests.add(subject.name, "", permissions, any);
  } else {
    manifests.add(subject.name, "", permissions, [](const Permissions::Rule& rule) { return !rule.namespaced; });
    for (const auto& one : namespaces) {
      manifests.add(subject.name, one, permissions, [](const Permissions::Rule& rule) { return rule.namespaced; });
    }
    // Events about cluster-scoped objects are written there, as the API server demands.
    if (!namespaces.contains("default") && reads_cluster_scoped(permissions)) {
      manifests.add(subject.name, "default", permissions, is_of_events);
    }
  }
  manifests.add(subject.name + "-leader-election", subject.namespace_, in_namespace, any);
  return manifests.text();
}

}  // namespace kubexx
